"""Writing pictures of the window as small PNG files, with at most 256 colours."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QImage

MOST_COLOURS = 256
EXACT_COLOURS, FREQUENT = 128, 1 / 2000
"""At most EXACT_COLOURS colours, each of at least this share of the pixels, are kept exactly, such
as the tints of spans: smooth drawings such as emoji have many colours and would fill it all."""
SMALLEST_FILE = 0  # Qt's quality of a PNG: 0 compresses most

Colours = npt.NDArray[np.float64]
"""float64[n, 3], channels 0 to 255."""


def save_picture(image: QImage, file: Path) -> None:
    """Write an image with a palette. Raises OSError."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    width, height = image.width(), image.height()
    pixels = np.frombuffer(image.constBits(), dtype="<u4").reshape(height, -1)[:, :width]
    found, places, counts = np.unique(pixels & 0xFFFFFF, return_inverse=True, return_counts=True)
    colours = np.stack([found >> shift & 0xFF for shift in (16, 8, 0)], axis=1).astype(np.float64)
    palette, nearest = _palette(colours, np.sqrt(counts))
    rows = np.zeros((height, -(-width // 4) * 4), dtype=np.uint8)  # QImage wants whole words
    rows[:, :width] = nearest[places].reshape(height, width)
    small = QImage(rows.tobytes(), width, height, rows.shape[1], QImage.Format.Format_Indexed8)
    entries = palette.round().astype(np.uint32)
    packed = 0xFF000000 | entries[:, 0] << 16 | entries[:, 1] << 8 | entries[:, 2]
    small.setColorTable(packed.tolist())
    # PySide's stubs want bytes for the format, and the method takes str.
    if not small.save(str(file), "PNG", SMALLEST_FILE):  # type: ignore[call-overload]
        raise OSError(f"The picture {file} cannot be written.")


def _palette(
    colours: Colours, weights: npt.NDArray[np.float64]
) -> tuple[Colours, npt.NDArray[np.uint8]]:
    """Return at most 256 colours and, for every colour, the number of the one it becomes.

    Boxes of colours are halved, always the one in which colours differ most, and each becomes
    its mean (Heckbert 1982, "Color image quantization for frame buffer display"). Weights are
    the roots of counts, so that few pixels of an own colour, such as a mark, keep it.
    """
    by_weight = np.argsort(-weights, kind="stable")
    n_frequent = int(np.count_nonzero(weights**2 >= FREQUENT * (weights**2).sum()))
    exact, others = np.split(by_weight, [min(n_frequent, EXACT_COLOURS)])
    boxes = [*exact[:, None], *([others] if len(others) else [])]
    errors = [_error(colours[box], weights[box]) for box in boxes]
    while len(boxes) < min(MOST_COLOURS, len(colours)):
        worst = int(np.argmax(errors))
        box = boxes[worst]
        channel = int(np.argmax(np.ptp(colours[box], axis=0)))
        box = box[np.argsort(colours[box, channel], kind="stable")]
        middle = np.searchsorted(np.cumsum(weights[box]), weights[box].sum() / 2)
        cut = min(max(int(middle), 1), len(box) - 1)
        halves = box[:cut], box[cut:]
        boxes[worst : worst + 1] = halves
        errors[worst : worst + 1] = [_error(colours[half], weights[half]) for half in halves]
    palette = np.array([np.average(colours[box], axis=0, weights=weights[box]) for box in boxes])
    nearest = np.zeros(len(colours), dtype=np.uint8)
    for number, box in enumerate(boxes):
        nearest[box] = number
    return palette, nearest


def _error(colours: Colours, weights: npt.NDArray[np.float64]) -> float:
    """Weighted sum of the squared distances to the mean."""
    mean = np.average(colours, axis=0, weights=weights)
    return float((weights[:, None] * (colours - mean) ** 2).sum())
