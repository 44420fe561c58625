"""Write docs/tour.webp, a tour of the window in one minute, from the pictures of the guide.

    python3 docs/make_tour.py

Run it after docs/make_pictures.py. It needs Pillow, which is in the environment of the site
(`.cache/docs`), made as docs/make_site.py makes it. docs/tour.json has the SHA-256 of the pictures,
so that a test finds a tour of older ones.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image

DOCS = Path(__file__).resolve().parent
TOUR, RECORD = DOCS / "tour.webp", DOCS / "tour.json"
PICTURES = DOCS / "pictures"
STOPS = (
    ("tour", "The sample corpus is there; a card shows the way"),
    ("corpus", "Corpus: weigh languages, and see at once what each gains"),
    ("pattern-cut", "Pattern: watch it split twelve scripts while you type"),
    ("train", "Train: every merge as it happens, and whether to go on"),
    ("compression", "Compression: what each language pays, and why"),
    ("compression-dots", "The same by script, next to other tokenizers"),
    ("sizes", "Sizes: one training has every smaller vocabulary"),
    ("tokens-beside", "Tokens: one text in four tokenizers"),
    ("vocabulary-tree", "Vocabulary: where a token comes from"),
    ("chat", "Chat: which tokens a model learns from"),
    ("runs-compared", "Runs: what changed, and which is better for whom"),
    ("export", "Export: verified in the real library"),
)
"""Pictures in their light form, and their captions."""
SECONDS = 5
WIDTH, CAPTION = 960, 36
MOST_BYTES = 1_000_000


def main() -> int:
    if "--here" not in sys.argv:
        from make_site import prepare_environment

        return subprocess.call([str(prepare_environment()), __file__, "--here"])
    frames = [frame(picture_of(name), words) for name, words in STOPS]
    frames[0].save(
        TOUR,
        save_all=True,
        append_images=frames[1:],
        duration=SECONDS * 1000,
        loop=0,
        quality=78,
        method=6,
    )
    RECORD.write_text(json.dumps(digests(), indent=1) + "\n", encoding="utf-8")
    size = TOUR.stat().st_size
    sys.stdout.write(f"{TOUR}: {size:,} bytes, {SECONDS * len(STOPS)} s\n")
    return int(size > MOST_BYTES)


def picture_of(name: str) -> Path:
    return PICTURES / f"{name}-light.png"


def digests() -> dict[str, str]:
    """Return the SHA-256 of each picture that the tour shows, by file name."""
    paths = [picture_of(name) for name, _ in STOPS]
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


def frame(path: Path, words: str) -> Image.Image:
    """Return one picture, smaller, above its caption."""
    from PIL import Image, ImageDraw, ImageFont

    with Image.open(path) as opened:
        picture = opened.convert("RGB")
    height = picture.height * WIDTH // picture.width
    made = Image.new("RGB", (WIDTH, height + CAPTION), "#14181d")
    made.paste(picture.resize((WIDTH, height), Image.Resampling.LANCZOS))
    font = ImageFont.load_default(18)
    ImageDraw.Draw(made).text((14, height + 6), words, fill="#ffffff", font=font)
    return made


if __name__ == "__main__":
    raise SystemExit(main())
