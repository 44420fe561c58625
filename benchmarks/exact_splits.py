"""Spans compared with those of `regex`: `python -m benchmarks.exact_splits`.

Every preset splits every file of the corpus and a million random strings, some of them invalid
UTF-8, and so does the `regex` module; other patterns split a tenth of them. Spans are compared in
bytes, for each way of splitting that a pattern has: by masks, in lanes, by the automaton alone, and
all texts joined to one. Then child processes repeat the strings with kernels for lesser processors
(`LEVELS`), whose spans must be the same. One line a pattern, and for the first difference the text
around it. Exit status 1 if there is one.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import regex

from benchmarks import PROJECT
from benchmarks.exact_texts import PATTERNS, later_characters, strings
from benchmarks.texts import DEFAULT_CORPUS
from engine.compiled import vector_level
from engine.corpus import open_file
from engine.errors import PatternError
from engine.splitting import Splitter, preset_names, preset_pattern
from engine.text import code_points

LEVELS = {"vbmi": (), "avx2": ("avx512", "avx10"), "plain": ("avx512", "avx10", "avx2", "crc32")}
"""Levels of `engine.compiled`, with the features that a processor is said not to have."""

_CHUNK_CHARS = 1 << 20
_SHARE_OF_OTHERS = 10
_JOINED_BATCHES = 4
"""Every how many batches `regex` splits the joined text, too."""
_SHOWN = 15
_NO_MEANING = 0xFDD0, 0x1FFFE
_TABLES = ("tables", "_tables")
"""Where the cutters of automata have the tables that kernels are given."""


Ends = npt.NDArray[np.int64]


@dataclass
class Compared:
    """One pattern: what was compared so far.

    refused: batches with a text that the pattern would read again and again. digests: of all ends
    by way of splitting. difference: the first one, as text.
    """

    pattern: str
    expressions: list[regex.Pattern[str]]
    splitter: Splitter
    n_texts: int = 0
    n_bytes: int = 0
    n_spans: int = 0
    n_batches: int = 0
    refused: int = 0
    digests: dict[str, Any] = field(default_factory=dict)
    difference: str | None = None

    @classmethod
    def of(cls, pattern: str) -> Compared:
        """A preset by name, or an expression."""
        return cls(pattern, expressions_of(pattern), Splitter(pattern))

    def split(self, documents: Sequence[bytes], *, with_regex: bool) -> None:
        """Split some documents in every way, and with `regex`."""
        data = b"".join(documents)
        bounds = np.cumsum([0, *map(len, documents)])
        try:
            ways = dict(ends_by_way(self.splitter, data, bounds))
        except PatternError:  # a long run of characters that this pattern would read many times
            self.refused += 1
            return
        self.n_texts += len(documents)
        self.n_bytes += len(data)
        self.n_spans += len(next(iter(ways.values())))
        expected: dict[str, Ends] = {}
        if with_regex:
            expected["documents"] = ends_of_regex(self.expressions, documents)
            if len(documents) == 1:
                expected["joined"] = expected["documents"]
            elif self.n_batches % _JOINED_BATCHES == 0:
                expected["joined"] = ends_of_regex(self.expressions, [data])
        self.n_batches += 1
        for way, ends in ways.items():
            self.digests.setdefault(way, sha256()).update(ends.tobytes())
            wanted = expected.get(way.split()[0])
            if wanted is not None and self.difference is None and not np.array_equal(ends, wanted):
                self.difference = f"{way}: {difference(data, ends, wanted)}"

    def as_row(self) -> dict[str, Any]:
        """What is printed, and what children report."""
        return {
            "pattern": self.pattern,
            "kind": self.splitter.kind,
            "texts": self.n_texts,
            "bytes": self.n_bytes,
            "spans": self.n_spans,
            "refused": self.refused,
            "digests": {way: digest.hexdigest()[:16] for way, digest in self.digests.items()},
            "difference": self.difference,
        }


def main() -> int:
    """Compare and print; the exit status."""
    options = _parser().parse_args()
    if options.digests:
        rows = [row.as_row() for row in _compared_strings(options, with_regex=False)]
        sys.stdout.write(json.dumps({"level": _level(), "rows": rows}))
        return 0
    is_equal = True
    for compared in _compared_corpus(options):
        is_equal &= _print_row("corpus", compared.as_row())
    rows = [row.as_row() for row in _compared_strings(options, with_regex=True)]
    for row in rows:
        is_equal &= _print_row("strings", row)
    for level in options.levels:
        is_equal &= _same_at_level(level, rows, options)
    return 0 if is_equal else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.exact_splits", description=__doc__)
    parser.add_argument("--corpus", type=Path, default=DEFAULT_CORPUS)
    parser.add_argument("--no-corpus", action="store_true", help="random strings only")
    parser.add_argument("--strings", type=int, default=1_000_000, help="random strings a preset")
    parser.add_argument("--preset", action="append", choices=preset_names(), help="these only")
    parser.add_argument("--pattern", action="append", help="these instead of the listed ones")
    parser.add_argument("--levels", nargs="*", choices=LEVELS, default=list(LEVELS))
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--digests", action="store_true", help=argparse.SUPPRESS)
    return parser


def _compared_corpus(options: argparse.Namespace) -> Iterator[Compared]:
    if options.no_corpus or not options.corpus.is_dir():
        return
    for name in options.preset or preset_names():
        compared = Compared.of(name)
        for folder in ("eval", "train"):
            for path in sorted((options.corpus / folder).glob("*.txt.zst")):
                for part in _parts(path):
                    compared.split([part], with_regex=True)
        yield compared


def _parts(path: Path) -> Iterator[bytes]:
    """A file in documents of about a million bytes, cut between characters."""
    with open_file(path) as stream:
        rest = b""
        while block := stream.read(_CHUNK_CHARS):
            data = rest + block
            end = len(data)
            while end > len(data) - 4 and data[end - 1] & 0xC0 == 0x80:
                end -= 1
            end -= end > 0 and data[end - 1] >= 0xC0
            yield data[:end]
            rest = data[end:]
        if rest:
            yield rest


def _compared_strings(options: argparse.Namespace, *, with_regex: bool) -> list[Compared]:
    presets = [Compared.of(name) for name in options.preset or preset_names()]
    others = [Compared.of(pattern) for pattern in options.pattern or PATTERNS]
    done = 0
    for number, batch in enumerate(strings(options.strings, options.seed)):
        some = batch[number % _SHARE_OF_OTHERS :: _SHARE_OF_OTHERS]
        for compared in presets:
            compared.split(batch, with_regex=with_regex)
        for compared in others:
            compared.split(some, with_regex=with_regex)
        done += len(batch)
        different = sum(compared.difference is not None for compared in (*presets, *others))
        said = f", {different} patterns differ" if with_regex else " split again"
        sys.stderr.write(f"{done:,} strings{said}\n")
    return [*presets, *others]


def ends_by_way(splitter: Splitter, data: bytes, bounds: Ends) -> Iterator[tuple[str, Ends]]:
    """Names of ways to split, and where all spans end, in bytes."""
    automata = [
        (each, name) for each in _cutters(splitter) for name in _TABLES if hasattr(each, name)
    ]
    known = [getattr(*each) for each in automata]
    ways = [("documents", True, True)]
    if any(tables.has_masks for tables in known):
        ways.append(("documents in lanes", False, True))
    if any(tables.has_lanes for tables in known):
        ways.append(("documents by the automaton", False, False))
    for way, has_masks, has_lanes in ways:
        for (cutter, name), tables in zip(automata, known, strict=True):
            masks, lanes = tables.has_masks and has_masks, tables.has_lanes and has_lanes
            setattr(cutter, name, tables._replace(has_masks=masks, has_lanes=lanes))
        yield way, _joined([block.spans for block in splitter.span_blocks(data, bounds)])
    for (cutter, name), tables in zip(automata, known, strict=True):
        setattr(cutter, name, tables)
    yield "joined", _joined([splitter.spans(data)])


def _cutters(splitter: Splitter) -> list[Any]:
    return getattr(splitter._cutter, "_cutters", [splitter._cutter])


def _joined(spans: list[Ends]) -> Ends:
    return np.concatenate([np.empty(0, np.int64), *(each[:, 1] for each in spans)])


def expressions_of(pattern: str) -> list[regex.Pattern[str]]:
    """A preset by name, or an expression, compiled: one for each stage."""
    whole = preset_pattern(pattern) if pattern in preset_names() else pattern
    return [regex.compile(each) for each in whole.split("(?#then)")]


def ends_of_regex(expressions: Sequence[regex.Pattern[str]], documents: Sequence[bytes]) -> Ends:
    """Where all spans end, in bytes; bytes that are no characters are searched as surrogates."""
    texts = [document.decode("utf-8", "surrogateescape") for document in documents]
    points = code_points("".join(texts)).astype(np.int64)
    is_byte = (points >= 0xDC80) & (points < 0xDD00)
    widths = 1 + (points >= 0x80) + (points >= 0x800) + (points >= 0x10000)
    pieces = _searched(texts, points)
    for expression in expressions:
        pieces = list(chain.from_iterable(_pieces(expression, piece) for piece in pieces))
    lengths = np.fromiter(map(len, pieces), np.int64, len(pieces))
    return np.cumsum(np.where(is_byte, 1, widths))[np.cumsum(lengths) - 1]


def _searched(texts: list[str], points: Ends) -> list[str]:
    """The texts without what newer releases of `regex` know, and Unicode 16 does not assign.

    Each such character becomes one that will never be assigned, in the same plane or the first.
    """
    is_later = later_characters()[points]
    if not is_later.any():
        return texts
    points = np.where(is_later, np.where(points < 0x10000, *_NO_MEANING), points)
    whole = points.astype(np.uint32).tobytes().decode("utf-32-le", "surrogatepass")
    ends = np.cumsum([0, *map(len, texts)]).tolist()
    return [whole[start:end] for start, end in pairwise(ends)]


def _pieces(expression: regex.Pattern[str], text: str) -> list[str]:
    """`text` split by one expression, with what it does not match."""
    matches: list[str] = expression.findall(text) if not expression.groups else []
    if matches and sum(map(len, matches)) == len(text):
        return [match for match in matches if match]
    pieces, reached = [], 0
    for match in expression.finditer(text):
        start, end = match.span()
        pieces += [text[reached:start], text[start:end]]
        reached = end
    return [piece for piece in (*pieces, text[reached:]) if piece]


def difference(data: bytes, found: Ends, wanted: Ends) -> str:
    """The first place where two lists of ends differ, with the text around it."""
    first = min(set(found.tolist()) ^ set(wanted.tolist()))
    start, end = max(0, first - _SHOWN), first + _SHOWN
    here, there = ([at for at in ends.tolist() if start <= at < end] for ends in (found, wanted))
    return f"at byte {first:,} of {data[start:end]!r} from {start:,}: {here}, regex {there}"


def _print_row(title: str, row: dict[str, Any]) -> bool:
    ways = len(row["digests"])
    sys.stdout.write(
        f"{title}: {row['pattern']} ({row['kind']}): {row['bytes']:,} bytes, {row['texts']:,} "
        f"texts, {row['spans']:,} spans, {ways} ways, "
        f"{row['refused']} batches refused: "
        f"{'DIFFERS ' + row['difference'] if row['difference'] else 'equal'}\n"
    )
    sys.stdout.flush()
    return row["difference"] is None


def _level() -> str:
    from numba.core.registry import cpu_target

    return vector_level(cpu_target.target_context)


def _environment(level: str) -> dict[str, str]:
    """The environment of a process whose kernels are for a lesser processor than this one."""
    from numba.core.registry import cpu_target

    _, name, features = cpu_target.target_context.codegen().magic_tuple()
    kept = [
        feature if not feature[1:].startswith(LEVELS[level]) else f"-{feature[1:]}"
        for feature in features.split(",")
    ]
    return dict(os.environ, NUMBA_CPU_NAME=name, NUMBA_CPU_FEATURES=",".join(kept))


def _same_at_level(level: str, rows: list[dict[str, Any]], options: argparse.Namespace) -> bool:
    """Whether kernels of another level give the same spans in every way."""
    if list(LEVELS).index(level) <= list(LEVELS).index(_level()):
        return True
    command = [sys.executable, "-m", "benchmarks.exact_splits", "--digests"]
    command += ["--strings", str(options.strings), "--seed", str(options.seed)]
    command += [f"--preset={name}" for name in options.preset or ()]
    command += [f"--pattern={pattern}" for pattern in options.pattern or ()]
    child = subprocess.run(
        command, cwd=PROJECT, env=_environment(level), check=True, stdout=subprocess.PIPE
    )
    report = json.loads(child.stdout)
    different = [
        f"{row['pattern']}: {way}"
        for row, other in zip(rows, report["rows"], strict=True)
        for way in row["digests"]
        if row["digests"][way] != other["digests"].get(way)
    ]
    is_right = report["level"] == level and not different
    said = "the same spans" if is_right else f"OTHER SPANS: {different}"
    sys.stdout.write(f"kernels for {report['level']}: {len(rows)} patterns, {said}\n")
    sys.stdout.flush()
    return is_right


if __name__ == "__main__":
    raise SystemExit(main())
