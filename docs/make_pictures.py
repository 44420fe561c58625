"""Make the pictures of the guide and the gallery, and the gallery's page.

    python docs/make_pictures.py CORPUS RUN BESIDE [--only NAME ...] [--out FOLDER]

CORPUS is a folder with `train` (files to train on), `eval` (parallel text, one file for each
language) and `tokenizers` (`tiktoken/cl100k_base.tiktoken` and `gpt2/`). RUN and BESIDE name
finished runs of the store; the first one is open in the pictures. The store is copied, so that
the trainings of the pictures leave nothing behind. The build that each picture shows is noted in
pictures.json; a test refuses pictures of several builds, as `--only` may leave them. Needs no
display; on one, --platform xcb uses it. Takes eight minutes on two idle cores, thirteen on busy
ones.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from picture_manifest import build_mark, write_manifest

DOCS = Path(__file__).resolve().parent
MOST_BYTES_OF_ALL = 12_000_000
MOST_BYTES = 300_000


def main() -> int:
    """Play the scenes; the exit status is 1 where a picture or all of them are too large."""
    arguments = _arguments()
    os.environ["QT_QPA_PLATFORM"] = arguments.platform
    os.environ.setdefault("QT_LOGGING_RULES", "*=false")
    sys.path.insert(0, str(DOCS.parent))
    with tempfile.TemporaryDirectory(prefix="tokenizers-") as scratch:
        os.environ["TOKENIZER_WORKBENCH_COUNTS_CACHE"] = str(Path(scratch) / "counts")
        _copy_store(Path(scratch))
        build = build_mark(DOCS.parent)  # of the sources that are loaded, not of later ones
        shot = _played(arguments, Path(scratch))
    write_manifest(arguments.out, shot, build)
    too_large = [file.name for file in shot if file.stat().st_size > MOST_BYTES]
    whole = sum(file.stat().st_size for file in arguments.out.glob("*.png"))
    _say(f"{len(shot)} pictures; the folder has {whole / 1e6:.1f} MB; too large: {too_large}")
    return int(bool(too_large) or whole > MOST_BYTES_OF_ALL)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Make the pictures of guide and gallery.")
    parser.add_argument("corpus", type=Path)
    parser.add_argument("run")
    parser.add_argument("beside")
    parser.add_argument("--only", nargs="*", default=[], help="names of pictures")
    parser.add_argument("--out", type=Path, default=DOCS / "pictures")
    parser.add_argument("--platform", default="offscreen")
    return parser.parse_args()


def _say(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def _copy_store(scratch: Path) -> None:
    from workbench.store.places import data_folder

    shutil.copy(data_folder() / "runs.sqlite", scratch)


def _played(arguments: argparse.Namespace, scratch: Path) -> list[Path]:
    """Play the scenes that are wanted, and write the page if all of them are."""
    from gallery_page import SCENES, page_texts
    from gallery_stage import Material, Stage
    from PySide6.QtWidgets import QApplication

    application = QApplication(["make_pictures"])
    material = Material(arguments.corpus.resolve(), arguments.run, arguments.beside)
    stage = Stage(application, scratch, material)
    stage.open(arguments.out, arguments.only)
    for scene in SCENES:
        if arguments.only and not scene.names & set(arguments.only):
            continue
        began = time.monotonic()
        scene.play(stage)
        _say(f"{scene.play.__name__}: {time.monotonic() - began:.0f} s")
    if not arguments.only:
        pages = page_texts(stage.n_files("train"), stage.n_files("eval"))
        for name, page in pages.items():
            (DOCS / name).write_text(page, encoding="utf-8")
    stage.close()
    return stage.shot


if __name__ == "__main__":
    raise SystemExit(main())
