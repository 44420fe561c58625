"""Makes the icon files that installers want out of resources/icons/app.svg.

    python packaging/make_app_icons.py      writes packaging/icons/app.ico, app.icns and app.png

Both containers hold PNG pictures: Windows reads them from Vista on, macOS from 10.7 on.
"""

from __future__ import annotations

import os
import struct
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "resources" / "icons" / "app.svg"
FOLDER = ROOT / "packaging" / "icons"
ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
ICNS_TYPES = {16: b"icp4", 32: b"icp5", 64: b"icp6", 128: b"ic07", 256: b"ic08", 512: b"ic09"}
PNG_SIZE = 256


def picture(size: int) -> bytes:
    """Return the icon as PNG of `size` pixels."""
    from PySide6.QtCore import QBuffer, QIODevice, QRectF
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    QSvgRenderer(str(SOURCE)).render(painter, QRectF(0, 0, size, size))
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stub wants bytes, the call str
    return bytes(buffer.data().data())


def ico(pictures: dict[int, bytes]) -> bytes:
    """Return pictures by size as an .ico file."""
    head = struct.pack("<HHH", 0, 1, len(pictures))
    offset = len(head) + 16 * len(pictures)
    entries, data = b"", b""
    for size, png in pictures.items():
        side = size % 256  # 0 stands for 256
        entries += struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, len(png), offset + len(data))
        data += png
    return head + entries + data


def icns(pictures: dict[int, bytes]) -> bytes:
    """Return pictures by size as an .icns file."""
    parts = [
        ICNS_TYPES[size] + struct.pack(">I", len(png) + 8) + png for size, png in pictures.items()
    ]
    data = b"".join(parts)
    return b"icns" + struct.pack(">I", len(data) + 8) + data


def main() -> int:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QGuiApplication

    application = QGuiApplication.instance() or QGuiApplication(sys.argv[:1])
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "app.ico").write_bytes(ico({size: picture(size) for size in ICO_SIZES}))
    (FOLDER / "app.icns").write_bytes(icns({size: picture(size) for size in ICNS_TYPES}))
    (FOLDER / "app.png").write_bytes(picture(PNG_SIZE))
    del application
    return 0


if __name__ == "__main__":
    sys.exit(main())
