"""Draw the figures of the concepts into docs/figures, from trainings on the sample corpus.

    python docs/draw_figures.py [--check]

With --check nothing is written; the exit status is 1 if a figure is missing or not current.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path

DOCS = Path(__file__).resolve().parent
sys.path.insert(0, str(DOCS.parent))

from engine import (  # noqa: E402
    Corpus,
    SizeCurves,
    Splitter,
    Tokenizer,
    TrainingConfig,
    evaluate_all,
    text_size_curves,
    train_tokenizer,
)

FIGURES = DOCS / "figures"
SAMPLE = DOCS.parent / "resources" / "corpus"
VOCAB_SIZE = 4096
PATTERNS = ("gpt2", "o200k")
COLOURS = ("#a8500b", "#1261a0")
LANGUAGES = 12
TEXT = "Don't pay 12345 € for தமிழ் camelCase"
WIDTH, ROW, MARGIN, LEFT = 760, 28, 18, 90
INK, FAINT, CARD = "#1d2329", "#c4ccd3", "#ffffff"
PARTS = ("#dbe9f6", "#f7e3d0")
IN_DARK = {
    INK: "#dfe5ea", FAINT: "#4a545c", CARD: "#14181b",
    COLOURS[0]: "#e08a45", COLOURS[1]: "#5aa9e6", PARTS[0]: "#1f3c57", PARTS[1]: "#56391c",
}  # fmt: skip
"""The colours of a dark page by those of a light one."""


def main(arguments: list[str]) -> int:
    figures = drawn_figures()
    if "--check" in arguments:
        paths = {FIGURES / name: text for name, text in figures.items()}
        return int(any(not p.is_file() or p.read_text("utf-8") != t for p, t in paths.items()))
    FIGURES.mkdir(exist_ok=True)
    for name, text in figures.items():
        (FIGURES / name).write_text(text, encoding="utf-8")
    return 0


def drawn_figures() -> dict[str, str]:
    """Return the figures by their file names."""
    corpus = Corpus.from_paths([SAMPLE])
    tokenizers = [
        train_tokenizer(corpus, TrainingConfig(VOCAB_SIZE, pattern=name)) for name in PATTERNS
    ]
    figures = {
        "split-patterns": split_figure(),
        "premiums": premium_figure(tokenizers, corpus),
        "sizes": size_figure(text_size_curves(tokenizers[1], corpus)),
    }
    light = {f"{name}-light.svg": drawing for name, drawing in figures.items()}
    return light | {f"{name}-dark.svg": darkened(drawing) for name, drawing in figures.items()}


def darkened(drawing: str) -> str:
    """Return a figure in the colours of dark pages."""
    return re.sub("|".join(IN_DARK), lambda found: IN_DARK[found[0]], drawing)


def picture(height: float, words: str, parts: Iterable[str]) -> str:
    """Return an SVG document on a card of its own."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height:.0f}" '
        f'viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{escape(words)}" '
        'font-family="sans-serif" font-size="13">'
    )
    card = rectangle(0, 0, WIDTH, height, CARD)
    return "\n".join([head, f"<title>{escape(words)}</title>", card, *parts, "</svg>"]) + "\n"


def rectangle(x: float, y: float, width: float, height: float, colour: str) -> str:
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{colour}"/>'
    )


def text(x: float, y: float, words: str, anchor: str = "start", colour: str = INK) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}" '
        f'xml:space="preserve">{escape(words)}</text>'
    )


def line(x1: float, y1: float, x2: float, y2: float, colour: str = FAINT) -> str:
    return f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{colour}" fill="none"/>'


def curve(points: Sequence[tuple[float, float]], colour: str) -> str:
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return f'<path d="M{path}" stroke="{colour}" stroke-width="2" fill="none"/>'


def split_figure() -> str:
    """One text, split by several patterns: a box for each pre-token."""
    names = ("gpt2", "cl100k", "qwen2", "o200k")

    def parts() -> Iterator[str]:
        for row, name in enumerate(names):
            y = MARGIN + row * (ROW + 14)
            yield text(MARGIN, y + 19, name)
            x = float(LEFT)
            for number, piece in enumerate(Splitter(name).split(TEXT)):
                shown = piece.replace(" ", "·")
                shown = f"◌{shown}" if unicodedata.category(shown[0])[0] == "M" else shown
                width = 12 + 9 * len(shown)
                yield rectangle(x, y, width, ROW, PARTS[number % 2])
                yield text(x + width / 2, y + 18, shown, "middle")
                x += width + 3

    height = MARGIN + len(names) * (ROW + 14)
    return picture(height, f"{TEXT}, split by {', '.join(names)}", parts())


def premium_figure(tokenizers: Sequence[Tokenizer], corpus: Corpus) -> str:
    """The highest premiums of the first tokenizer, next to those of the second."""
    fairness = [each.fairness for each in evaluate_all(tokenizers, corpus, reference="eng")]
    found = [
        {row.label: row.premium for row in each.labels if row.premium} for each in fairness if each
    ]
    labels = sorted(found[0], key=lambda label: -found[0][label])[:LANGUAGES]
    scale = (WIDTH - LEFT - 90) / max(found[0][label] for label in labels)

    def parts() -> Iterator[str]:
        for number, name in enumerate(PATTERNS):
            x = LEFT + 110 * number
            yield rectangle(x, MARGIN - 8, 12, 12, COLOURS[number])
            yield text(x + 18, MARGIN + 3, name)
        for row, label in enumerate(labels):
            y = 2 * MARGIN + row * ROW
            yield text(LEFT - 10, y + 15, label, "end")
            for number, premiums in enumerate(found):
                width = premiums[label] * scale
                yield rectangle(LEFT, y + 12 * number, width, 11, COLOURS[number])
                yield text(LEFT + width + 5, y + 10 + 12 * number, f"{premiums[label]:.2f}")
        one = LEFT + scale
        yield line(one, 2 * MARGIN - 6, one, 2 * MARGIN + len(labels) * ROW, INK)

    height = 3 * MARGIN + len(labels) * ROW
    return picture(height, "Premiums of languages with the patterns gpt2 and o200k", parts())


def size_figure(curves: SizeCurves) -> str:
    """Bytes per token and gain over the vocabulary size."""
    sizes = list(range(curves.smallest_size, curves.largest_size + 1, 64))
    merges = [curves.merges_at(size) for size in sizes]
    compression = [curves.bytes_per_token(None, size) for size in sizes]
    gains = curves.gain(None)[merges].tolist()

    def panel(y: float, values: Sequence[float], title: str, colour: str) -> Iterator[str]:
        height, width = 150, WIDTH - LEFT - MARGIN
        top = max(values)
        yield text(LEFT, y - 6, title)
        for share in (0.0, 0.5, 1.0):
            level = y + height * (1 - share)
            yield line(LEFT, level, WIDTH - MARGIN, level)
            shown = f"{top * share:.1f}" if top > 1 else f"{top * share:.0%}"
            yield text(LEFT - 8, level + 4, shown, "end")
        points = [
            (LEFT + width * (size - sizes[0]) / (sizes[-1] - sizes[0]), y + height * (1 - v / top))
            for size, v in zip(sizes, values, strict=True)
        ]
        yield curve(points, colour)

    def parts() -> Iterator[str]:
        yield from panel(2 * MARGIN, compression, "bytes per token", COLOURS[1])
        yield from panel(2 * MARGIN + 200, gains, "tokens saved by 1000 more ids", COLOURS[0])
        for size in (sizes[0], 1024, 2048, sizes[-1]):
            x = LEFT + (WIDTH - LEFT - MARGIN) * (size - sizes[0]) / (sizes[-1] - sizes[0])
            yield text(x, 2 * MARGIN + 370, f"{size:,}", "end" if size == sizes[-1] else "middle")

    words = "Bytes per token and gain at every vocabulary size of the sample corpus"
    return picture(2 * MARGIN + 385, words, parts())


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
