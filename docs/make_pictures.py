"""Make the pictures of the guide: `PYTHONPATH=. python docs/make_pictures.py RUN`.

RUN is a stored run over text in many scripts. Every workspace is drawn without a display, in both
schemes, with the sample corpus as the open corpus, and goes to docs/pictures.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from workbench.screenshots import render_window

PICTURES = Path(__file__).parent / "pictures"
SIZE = (1280, 800)


def main() -> None:
    """Render, and keep the pictures under the names that the guide uses: train-light.png."""
    with tempfile.TemporaryDirectory() as scratch:
        for file in render_window(Path(scratch), run_id=sys.argv[1], sizes=(SIZE,)):
            scheme, _size, _number, workspace = file.stem.split("-")
            file.replace(PICTURES / f"{workspace}-{scheme}.png")


if __name__ == "__main__":
    main()
