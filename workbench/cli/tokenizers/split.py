"""`split`: split text into pre-tokens by a pattern.

Prints one pre-token a line; --alternatives, --compare and --engines print another view, --cases
whether the pattern does what a case file says. Exit status 2 for an invalid pattern or case file,
1 for a case that fails.
"""

from __future__ import annotations

import json
import shutil
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, Any

from engine.machine import how_to_install
from workbench.cli.shared.errors import CommandError, UsageError
from workbench.cli.shared.inputs import read_input
from workbench.cli.shared.options import CommandParser
from workbench.cli.shared.output import (
    as_json,
    counted,
    prepare_engine,
    print_json,
    print_note,
    print_table,
)

if TYPE_CHECKING:
    from engine.splitting import Splitter
    from workbench.work.engine_verdicts import EngineVerdict
    from workbench.work.pattern_cases import CaseFile, CaseResult

_TEXT_FILE_HELP = "text, decompressed if it ends in .gz, .zst or .xz; standard input without it"
_KEPT_IN_MEMORY = 8 << 20
"""Bytes of a document; a longer one waits in a file until it is whole."""
_SHOWN_PLACES = 20
_MOST_ENGINE_BYTES = 1 << 20


def add_split_options(split: CommandParser) -> None:
    """Add the options of `split`."""
    split.add_argument(
        "--pattern",
        metavar="P",
        help="name of a split pattern, or an expression; by default the pattern in the "
        "file of --cases",
    )
    split.add_argument("file", metavar="FILE", nargs="?", help=_TEXT_FILE_HELP)
    views = split.add_mutually_exclusive_group()
    views.add_argument(
        "--alternatives",
        action="store_true",
        help="print which alternative of the pattern made each pre-token",
    )
    views.add_argument(
        "--compare", metavar="P", help="print where this other pattern splits differently"
    )
    views.add_argument(
        "--engines",
        action="store_true",
        help="print whether tiktoken, tokenizers and regex split identically",
    )
    views.add_argument(
        "--cases",
        metavar="FILE",
        type=Path,
        help='run the cases of a text file or a recipe, one per line: " world" stays one, or '
        '"don\'t" → don|\'t; the first line may name the pattern: "pattern: gpt2"; exit status 1 '
        "if a case fails, 2 if a line cannot be read",
    )


def split_command(arguments: Namespace) -> int:
    """Print one pre-token per line as a JSON string, or all with their places as JSON.

    Written as the text is cut, so that the memory does not grow with the number of pre-tokens.
    """
    from engine.splitting import Splitter

    if arguments.cases is not None:
        return _run_cases(arguments)
    if arguments.pattern is None:
        raise UsageError(
            "The split pattern is missing: give --pattern P (see tokenizer-workbench split --help)."
        )
    splitter = Splitter(arguments.pattern)
    prepare_engine()
    data = read_input(arguments.file)
    if view := _view(arguments):
        return view(arguments, data)
    unmatched = _print_json(splitter, data) if arguments.json else _print_lines(splitter, data)
    if unmatched and not arguments.json:
        print_note(
            f"The split pattern leaves {counted(unmatched, 'byte')} unmatched, kept as pre-tokens."
        )
    return 0


def _print_lines(splitter: Splitter, data: bytes) -> int:
    """Print the pre-tokens; returns the unmatched bytes."""
    unmatched = 0
    for start, end, matched in _spans(splitter, data):
        unmatched += 0 if matched else end - start
        sys.stdout.write(as_json(_text(data[start:end])) + "\n")
    return unmatched


def _print_json(splitter: Splitter, data: bytes) -> int:
    """Print the document when it is whole, as half of one says nothing; the unmatched bytes."""
    unmatched = 0
    with SpooledTemporaryFile(_KEPT_IN_MEMORY, "w+", encoding="utf-8", newline="") as document:
        head = json.dumps({"pattern": splitter.pattern, "kind": splitter.kind})
        document.write(head.removesuffix("}") + ', "pretokens": [')
        separator = "\n"
        for start, end, matched in _spans(splitter, data):
            unmatched += 0 if matched else end - start
            text = _text(data[start:end])
            fields = {"text": text, "start": start, "end": end, "matched": matched}
            document.write(separator + as_json(fields))
            separator = ",\n"
        document.write(f'\n], "bytes": {len(data)}, "unmatched_bytes": {unmatched}}}\n')
        document.seek(0)
        shutil.copyfileobj(document, sys.stdout)
    return unmatched


def _spans(splitter: Splitter, data: bytes) -> Iterator[tuple[int, int, bool]]:
    for block in splitter.span_blocks(data):
        for (start, end), matched in zip(block.spans.tolist(), block.matched, strict=True):
            yield start, end, bool(matched)


def _view(arguments: Namespace) -> Callable[[Namespace, bytes], int] | None:
    """What to print instead of the pre-tokens."""
    if not (arguments.alternatives or arguments.engines or arguments.compare is not None):
        return None
    if arguments.alternatives:
        return split_by_alternatives
    return split_by_engines if arguments.engines else split_compared


def _text(data: bytes) -> str:
    r"""The pre-token as text; bytes that are not UTF-8 are written as \xff."""
    return data.decode("utf-8", "backslashreplace")


def split_by_alternatives(arguments: Namespace, data: bytes) -> int:
    """Print the alternative of each pre-token, from 1, before it; - for what nothing matched."""
    import numpy as np

    from engine.splitting import AlternativeFinder, Splitter, top_level_alternatives

    finder = AlternativeFinder(arguments.pattern)
    bounds, matched, made = finder.cut(data)
    pretokens = zip(pairwise(bounds.tolist()), matched.tolist(), made.tolist(), strict=True)
    if not arguments.json:
        for (start, end), _, number in pretokens:
            words = "-" if number < 0 else str(number + 1)
            sys.stdout.write(f"{words}\t{as_json(_text(data[start:end]))}\n")
        return 0
    splitter = Splitter(arguments.pattern)
    lengths = np.diff(bounds)
    print_json(
        {
            "pattern": splitter.pattern,
            "kind": splitter.kind,
            "bytes": len(data),
            "unmatched_bytes": int(lengths[~matched].sum()),
            "alternatives": [
                {
                    "number": index + 1,
                    "text": each.text,
                    "stage": each.stage + 1,
                    "pretokens": int((made == index).sum()),
                    "bytes": int(lengths[made == index].sum()),
                }
                for index, each in enumerate(top_level_alternatives(splitter.pattern))
            ],
            "pretokens": [
                {
                    "text": _text(data[start:end]),
                    "start": start,
                    "end": end,
                    "matched": was_matched,
                    "alternative": None if number < 0 else number + 1,
                }
                for (start, end), was_matched, number in pretokens
            ],
        }
    )
    return 0


def split_compared(arguments: Namespace, data: bytes) -> int:
    """Print the numbers of both patterns, and the first places that they cut differently."""
    from engine.splitting import span_difference

    names = (arguments.pattern, arguments.compare)
    cuts = [_Cut(name, data) for name in names]
    difference = span_difference([cut.bounds for cut in cuts]) if data else None
    places = [] if difference is None else difference.stretches.tolist()
    shown = places if arguments.json else places[:_SHOWN_PLACES]
    rows = [(start, *(cut.pieces(start, end) for cut in cuts)) for start, end in shown]
    if arguments.json:
        print_json(
            {
                "patterns": [cut.facts() for cut in cuts],
                "bytes": len(data),
                "places": [
                    {"start": start, "cuts": [list(one), list(other)]} for start, one, other in rows
                ],
            }
        )
        return 0
    numbers = [cut.facts() for cut in cuts]
    keys = ("pretokens", "distinct", "longest_bytes", "unmatched_bytes")
    print_table(
        ("", "--pattern", "--compare", "difference"),
        [(key.replace("_", " "), *_numbers(numbers[0][key], numbers[1][key])) for key in keys],
    )
    print(f"\nThey split differently at {counted(len(places), 'position')}{':' if places else '.'}")
    for start, one, other in rows:
        print(f"{start:>10,}  {_joined(one)}  →  {_joined(other)}")
    if len(places) > len(shown):
        print(f"  and {len(places) - len(shown):,} more; --json lists all.")
    return 0


def _run_cases(arguments: Namespace) -> int:
    """Print whether each case passes, with its pieces if not; 1 if one fails."""
    from engine.splitting import Splitter
    from workbench.work.pattern_cases import run_cases

    if arguments.file is not None:
        raise UsageError("--cases splits the texts of its own file; leave FILE out.")
    found = _case_file(arguments.cases)
    pattern = arguments.pattern if arguments.pattern is not None else found.pattern
    if pattern is None:
        raise UsageError(
            f"{arguments.cases} names no pattern: give --pattern P, or begin the file with "
            "pattern: P."
        )
    if not found.cases:
        raise CommandError(f'{arguments.cases} has no case; a case is " world" stays one.')
    splitter = Splitter(pattern)
    prepare_engine()
    results = run_cases(found.cases, splitter.split)
    failed = sum(not result.passes for result in results)
    if arguments.json:
        print_json(
            {
                "pattern": splitter.pattern,
                "kind": splitter.kind,
                "passed": len(results) - failed,
                "failed": failed,
                "cases": [_case(*each) for each in zip(found.lines, results, strict=True)],
            }
        )
    else:
        for result in results:
            print(_case_words(result))
        print(f"{len(results) - failed} of {counted(len(results), 'case')} passed.")
    return 1 if failed else 0


def _case_file(path: Path) -> CaseFile:
    """The cases of a text file or of a recipe."""
    from workbench.work.pattern_cases import CaseFile, read_case_file

    if path.suffix.lower() != ".toml":
        return read_case_file(path)
    from workbench.work.recipe import read_recipe

    given = read_recipe(path).settings
    cases = given.get("pattern_cases", ())
    return CaseFile(given.get("pattern"), cases, tuple(range(1, len(cases) + 1)))


def _case(line: int, result: CaseResult) -> dict[str, Any]:
    return {
        "line": line,
        "text": result.case.text,
        "expected": list(result.case.pieces),
        "pieces": list(result.pieces),
        "passed": result.passes,
    }


def _case_words(result: CaseResult) -> str:
    if result.passes:
        return f"pass  {result.case.line}"
    return f"FAIL  {result.case.line}, but split as {_joined(result.pieces)}"


def split_by_engines(arguments: Namespace, data: bytes) -> int:
    """Print what the real engines of other libraries make of the pattern on this text."""
    import numpy as np

    from engine.splitting import Splitter
    from workbench.work.engine_verdicts import OwnCut, ask_engines

    if len(data) > _MOST_ENGINE_BYTES:
        data = _whole_characters(data[:_MOST_ENGINE_BYTES])
        print_note("The engines are asked about the first MiB of the text.")
    try:
        data.decode()
    except UnicodeDecodeError as error:
        raise CommandError(
            f"The engines read UTF-8 only, and the input is none at byte {error.start}."
        ) from None
    splitter = Splitter(arguments.pattern)
    spans, matched = splitter.spans_with_flags(data)
    bounds = np.concatenate((np.zeros(1, np.int64), spans[:, 1]))
    verdicts = ask_engines(OwnCut(splitter.pattern, data, bounds, matched))
    if arguments.json:
        print_json({"pattern": splitter.pattern, "engines": [_verdict(each) for each in verdicts]})
        return 0
    for verdict in verdicts:
        print(_sentence(verdict))
    return 0


def _whole_characters(data: bytes) -> bytes:
    """Without the bytes of a character that the end cuts through."""
    for n_cut in range(1, min(4, len(data) + 1)):
        if data[-n_cut] >= 0xC0:  # the first byte of a character, which has more
            try:
                data[-n_cut:].decode()
            except UnicodeDecodeError:
                return data[:-n_cut]
    return data


class _Cut:
    """A text cut by one pattern."""

    def __init__(self, pattern: str, data: bytes) -> None:
        import numpy as np

        from engine.splitting import Splitter

        self._splitter = Splitter(pattern)
        spans, self._matched = self._splitter.spans_with_flags(data)
        self._data = data
        self.bounds = np.concatenate((np.zeros(1, np.int64), spans[:, 1]))

    def pieces(self, start: int, end: int) -> tuple[str, ...]:
        """The pre-tokens of a stretch that begins and ends at cuts."""
        import numpy as np

        first, last = np.searchsorted(self.bounds, (start, end))
        inside = self.bounds[first : last + 1].tolist()
        return tuple(_text(self._data[a:b]) for a, b in pairwise(inside))

    def facts(self) -> dict[str, Any]:
        import numpy as np

        lengths = np.diff(self.bounds)
        pieces = {self._data[a:b] for a, b in pairwise(self.bounds.tolist())}
        return {
            "pattern": self._splitter.pattern,
            "pretokens": len(lengths),
            "distinct": len(pieces),
            "longest_bytes": int(lengths.max()) if len(lengths) else 0,
            "unmatched_bytes": int(lengths[~self._matched].sum()),
        }


def _numbers(one: int, other: int) -> tuple[str, str, str]:
    return f"{one:,}", f"{other:,}", f"{other - one:+,}" if other != one else "0"


def _joined(pieces: tuple[str, ...]) -> str:
    return " ".join(as_json(piece) for piece in pieces)


def _verdict(verdict: EngineVerdict) -> dict[str, Any]:
    found: dict[str, Any] = {
        "engine": verdict.engine,
        "version": verdict.version,
        "status": verdict.status,
        "message": verdict.message,
        "dropped_bytes": verdict.dropped,
        "places": verdict.n_places,
    }
    if verdict.status == "different":
        found |= {
            "first": verdict.place,
            "ours": [_text(piece) for piece in verdict.ours],
            "theirs": [_text(piece) for piece in verdict.theirs],
        }
    return found | {"as_exported": verdict.rewritten}


def _sentence(verdict: EngineVerdict) -> str:
    name = f"{verdict.engine} {verdict.version}".strip()
    outcome = {
        "same": "identical matches" if verdict.dropped else "identical pre-tokens",
        "refused": f"rejects the pattern: {verdict.message}",
        "died": f"crashes: {verdict.message or 'its process ended without a message'}",
        "slow": "too slow, stopped",
        "missing": f"not installed. {how_to_install([verdict.engine])}",
    }.get(verdict.status, "")
    if verdict.status == "different":
        ours = _joined(tuple(map(_text, verdict.ours)))
        theirs = _joined(tuple(map(_text, verdict.theirs)))
        positions = counted(verdict.n_places, "position")
        outcome = f"splits differently at {positions}, first at byte {verdict.place:,}: "
        outcome += f"here {ours}, there {theirs}"
    if verdict.dropped:
        outcome += f"; drops {counted(verdict.dropped, 'byte')} that no alternative matches"
    if verdict.rewritten is not None and verdict.status != "same":
        is_same = verdict.rewritten == "same"
        outcome += f"; as an export writes it: {'the same' if is_same else verdict.rewritten}"
    return f"{name}: {outcome}"
