"""Are the presets' spans those of `regex`? `python -m benchmarks.exact_splits`.

Every preset cuts every file of the corpus and a million random strings, and so does the `regex`
module, in the same process; spans are compared in bytes. One line a preset, and for the first
difference the text around it. Exit status 1 where there is one.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import numpy as np
import numpy.typing as npt
import regex

from benchmarks.texts import DEFAULT_CORPUS
from engine.corpus import open_file
from engine.splitting import Splitter, preset_names, preset_pattern

_CHUNK_CHARS = 1 << 20
_BATCH_STRINGS = 20_000
_LONGEST = 14
ALPHABETS = (
    (
        "aAzZsSſtTdDmMlLvVeErRkKK'’09٣½Ⅷ \t\n\r\x0b\x85\u00a0\u2028\u3000.,!-_/éßẞ"
        "\u0301\u200d👩🚀你の한कि\x00\U0001f1e9ǅ"
    ),
    " \t\n\r\x0b\x0c\x1c\x85\u00a0\u2028\u3000ab1.",
    "0123456789,._eE+-−%‰٪٫٬²³½⁻₂٣४ a\ufe0f\u20e3",
    "'’sSdDmMtTlLvVeErRſKkaé\u0301 n",
    (
        "👩👨👧❤🏳🏴🏻🏽🏿\u200d\ufe0f\u20e3\u200c\U0001f1e9\U0001f1ea\U0001f1eb\U000e0067"
        "\U000e007f1#*ℹ©‼a !\u0301\u0903"
    ),
    "aAbBǅʰ你の漢ァー・゛\u0301\u094dकि/[]{}|~^\r\n 1",
    "abc ABC 123 .,;:!?()\n",
)
"""Characters of which random strings are made: all kinds, and more of a kind in each."""

Ends = npt.NDArray[np.int64]


def main() -> int:
    """Compare and print; the exit status."""
    options = _parser().parse_args()
    sound = True
    for name in options.preset or preset_names():
        for title, texts in _inputs(options):
            sound &= _compare(name, title, texts)
    return 0 if sound else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.exact_splits", description=__doc__)
    parser.add_argument("--corpus", type=Path, default=DEFAULT_CORPUS)
    parser.add_argument("--strings", type=int, default=1_000_000, help="random strings a preset")
    parser.add_argument("--preset", action="append", choices=preset_names())
    parser.add_argument("--seed", type=int, default=3)
    return parser


def _inputs(options: argparse.Namespace) -> Iterator[tuple[str, Iterator[list[str]]]]:
    """Titles and batches of documents."""
    if options.corpus.is_dir():
        for folder in ("eval", "train"):
            yield folder, _files(sorted((options.corpus / folder).glob("*.txt.zst")))
    yield f"{options.strings:,} strings", _strings(options.strings, options.seed)


def _files(paths: list[Path]) -> Iterator[list[str]]:
    """Each file in parts of a million characters, every part a document."""
    for path in paths:
        with open_file(path) as stream:
            rest = b""
            while block := stream.read(_CHUNK_CHARS):
                text = (rest + block).decode("utf-8", "surrogateescape")
                whole = text.rstrip("".join(map(chr, range(0xDC80, 0xDD00))))
                rest = text[len(whole) :].encode("utf-8", "surrogateescape")
                yield [whole]
            if rest:
                yield [rest.decode("utf-8", "replace")]


def _strings(count: int, seed: int) -> Iterator[list[str]]:
    chance = random.Random(seed)
    made = 0
    while made < count:
        size = min(_BATCH_STRINGS, count - made)
        alphabet = ALPHABETS[made // _BATCH_STRINGS % len(ALPHABETS)]
        lengths = chance.choices(range(1, _LONGEST + 1), k=size)
        yield ["".join(chance.choices(alphabet, k=length)) for length in lengths]
        made += size


def _compare(name: str, title: str, batches: Iterator[list[str]]) -> bool:
    splitter = Splitter(name)
    expressions = [regex.compile(each) for each in preset_pattern(name).split("(?#then)")]
    n_bytes = n_spans = n_texts = 0
    ours_s = theirs_s = 0.0
    for texts in batches:
        began = time.perf_counter()
        wanted = _ends_of_regex(expressions, texts)
        turned = time.perf_counter()
        data = "".join(texts).encode()
        found = _ends_of_ours(splitter, data, texts)
        theirs_s += turned - began
        ours_s += time.perf_counter() - turned
        if not np.array_equal(found, wanted):
            _show(name, title, data, found, wanted)
            return False
        n_bytes += len(data)
        n_spans += len(found)
        n_texts += len(texts)
    sys.stdout.write(
        f"{name}: {title}: {n_bytes:,} bytes, {n_texts:,} texts, {n_spans:,} spans equal; "
        f"{ours_s:.1f} s here, {theirs_s:.1f} s in regex\n"
    )
    sys.stdout.flush()
    return True


def _ends_of_ours(splitter: Splitter, data: bytes, texts: list[str]) -> Ends:
    """Where spans end, in characters of all texts together."""
    if len(texts) == 1:
        bounds = np.array([0, len(data)], np.int64)
    else:
        bounds = np.cumsum([0, *(len(text.encode()) for text in texts)], dtype=np.int64)
    blocks = [block.spans[:, 1] for block in splitter.span_blocks(data, bounds)]
    ends = np.concatenate(blocks) if blocks else np.empty(0, np.int64)
    characters = np.cumsum((np.frombuffer(data, np.uint8) & 0xC0) != 0x80)
    return np.asarray(characters[ends - 1], np.int64)


def _ends_of_regex(expressions: list[regex.Pattern[str]], texts: list[str]) -> Ends:
    pieces = texts
    for expression in expressions:
        pieces = list(chain.from_iterable(_pieces(expression, piece) for piece in pieces))
    return np.cumsum(np.fromiter(map(len, pieces), np.int64, len(pieces)))


def _pieces(expression: regex.Pattern[str], text: str) -> list[str]:
    """`text` cut by one expression, with what it does not match."""
    matches: list[str] = expression.findall(text)
    if sum(map(len, matches)) == len(text):
        return [match for match in matches if match]
    pieces, reached = [], 0
    for match in expression.finditer(text):
        start, end = match.span()
        pieces += [text[reached:start], text[start:end]]
        reached = end
    return [piece for piece in (*pieces, text[reached:]) if piece]


def _show(name: str, title: str, data: bytes, found: Ends, wanted: Ends) -> None:
    text = data.decode()
    first = min(set(found.tolist()) ^ set(wanted.tolist()))
    around = range(max(0, first - 15), min(len(text), first + 15))
    sys.stdout.write(
        f"{name}: {title}: DIFFERS at character {first:,}: {text[around.start : around.stop]!r}\n"
        f"  here {[end for end in found.tolist() if end in around]}, "
        f"regex {[end for end in wanted.tolist() if end in around]}\n"
    )
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
