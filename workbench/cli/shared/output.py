"""What a command prints: tables, notes, JSON, and progress."""

from __future__ import annotations

import json
import shutil
import sys
import time
import unicodedata
from argparse import Namespace
from collections.abc import Callable, Collection, Generator, Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Literal, TextIO, TypeVar

from engine.compiled import GROUPS, keeping_problem
from engine.machine import result_of
from engine.warm_up import is_prepared, prepare
from workbench.cli.shared.errors import UsageError
from workbench.text.languages import language_name
from workbench.text.numbers import byte_size, duration
from workbench.text.visible_text import harmless, harmless_lines

if TYPE_CHECKING:
    from engine.corpus import Corpus
    from engine.evaluation import LabelEvaluation
    from engine.machine import Progress
    from workbench.text.table_text import TableFormat

Step = TypeVar("Step")
Result = TypeVar("Result")
_REPAINT_S = 0.1
_LINE_S = 5.0
_NO_COLUMN = frozenset({"Mn", "Me", "Cf"})


def print_json(document: Any) -> None:
    """Print one JSON document; characters beyond ASCII are escaped where they cannot be shown."""
    print(as_json(document, indent=2))


def as_json(document: Any, indent: int | None = None) -> str:
    """JSON for standard output, in ASCII where its encoding is not UTF-8."""
    encoding = (sys.stdout.encoding or "ascii").lower().replace("-", "")
    return json.dumps(
        document, ensure_ascii=encoding != "utf8", indent=indent, allow_nan=False, default=str
    )


def check_format(arguments: Namespace) -> None:
    """Raise UsageError where both --json and a --format are asked for."""
    if arguments.json and arguments.format != "table":
        raise UsageError("--json and --format exclude each other: --json prints one document.")


def print_note(sentence: str) -> None:
    """Print a note on standard error; a closed stream is not a failure."""
    with suppress(OSError):
        print(f"Note: {harmless_lines(sentence)}", file=sys.stderr)


def print_table(headers: Sequence[str], rows: Iterable[Sequence[str]], *, n_words: int = 1) -> None:
    """Print rows under headers; the first `n_words` columns are words, the others numbers."""
    table = [list(headers), *([harmless(cell) for cell in row] for row in rows)]
    widths = [max(display_width(row[i]) for row in table) for i in range(len(headers))]
    for row in table:
        print("  ".join(_cell(row[i], widths[i], i < n_words) for i in range(len(row))).rstrip())


def print_rows(
    headers: Sequence[str],
    rows: Sequence[Sequence[str]],
    how: TableFormat | Literal["table"] = "table",
    *,
    n_words: int | None = 1,
    empty: str = "",
) -> None:
    """Print rows in a format of --format; `empty` says why there are none.

    n_words: how many columns, from the left, are words; None decides by their cells, in a table all
    are. A table without rows is `empty` alone. Documents keep their heads and standard output:
    `empty` is a note on standard error.
    """
    from workbench.text.table_text import table_text

    if how == "table":
        if empty and not rows:
            print(harmless_lines(empty))
        else:
            print_table(headers, rows, n_words=len(headers) if n_words is None else n_words)
        return
    sys.stdout.write(table_text(headers, rows, how, n_words=n_words))
    if empty and not rows:
        print_note(empty)


def print_fact(word: str, fact: object) -> None:
    """Print a property and its value, which may have several lines, in two columns."""
    for line in str(fact).split("\n"):
        print(f"{harmless(word):<15} {harmless(line)}")
        word = ""


def display_width(text: str) -> int:
    """Terminal columns of `text`: East Asian wide characters take two, marks and joiners none."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(character: str) -> int:
    # Vowels and finals of Hangul are drawn into the syllable's first letter.
    if unicodedata.category(character) in _NO_COLUMN or "\u1160" <= character <= "\u11ff":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _cell(text: str, width: int, is_word: bool) -> str:
    padding = " " * (width - display_width(text))
    return text + padding if is_word else padding + text


def count(number: int | None) -> str:
    """A whole number with commas, or a dash. Example: 1234567 -> "1,234,567"."""
    return "-" if number is None else f"{number:,}"


def counted(number: int | None, word: str) -> str:
    """A number with its word in the right form. Example: (1, "document") -> "1 document"."""
    return f"{count(number)} {word if number == 1 else word + 's'}"


def decimal(number: float | None, places: int = 2) -> str:
    """A number with fixed places, a dash for none and for not-a-number."""
    return "-" if number is None or number != number else f"{number:,.{places}f}"


def difference(number: float | None) -> str:
    """A share as signed percent. Examples: -0.1234 -> "-12.3 %", -0.0001 -> "0.0 %"."""
    if number is None or number != number:
        return "-"
    percent = f"{number * 100:+.1f}"
    return "0.0 %" if percent in ("+0.0", "-0.0") else f"{percent} %"


def finite(number: float | None) -> float | None:
    """The number for JSON, which knows no NaN."""
    return None if number is None or number != number else float(number)


def known_language(label: str) -> str | None:
    """English words for a label, None where there are none."""
    name = language_name(label)
    return None if name in {label, label.replace("_", " ").strip()} else name


def measured_texts(name: str) -> str:
    """What a stored evaluation was measured on, by the name of its texts."""
    from workbench.work.comparison import TRAINING_SAMPLE

    return "the beginning of each training source" if name == TRAINING_SAMPLE else name


def short_name(name: str, width: int) -> str:
    """Shorten a path to its file name, then keep the last `width` characters."""
    if len(name) > width:
        name = PurePath(name).name.removesuffix(".twb").removesuffix(".tiktoken")
    return name if len(name) <= width else "…" + name[1 - width :]


class TerminalProgress:
    """Shows texts: ten times a second on a terminal, every five seconds in a log or a pipe."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._clock = clock
        self._is_terminal = stream.isatty()
        self._shown_at = clock()

    def show(self, text_of: Callable[[], str]) -> None:
        """Show what `text_of` gives, if it is time to."""
        now = self._clock()
        if now - self._shown_at < (_REPAINT_S if self._is_terminal else _LINE_S):
            return
        self._shown_at = now
        if self._is_terminal:
            columns = shutil.get_terminal_size().columns
            self._put(f"\r{text_of()[: columns - 1]}\x1b[K")
        else:
            self._put(text_of() + "\n")

    def clear(self) -> None:
        """Take the line away, where it can be taken away."""
        if self._is_terminal:
            self._put("\r\x1b[K")

    def _put(self, text: str) -> None:
        with suppress(OSError):  # the work goes on when the stream is closed
            self._stream.write(text)
            self._stream.flush()


def result_with_line(
    steps: Generator[Step, None, Result],
    text_of: Callable[[Step], str],
    stream: TextIO | None = None,
) -> Result:
    """Run steps to their end with a line of progress, on standard error by default."""
    line = TerminalProgress(sys.stderr if stream is None else stream)
    try:
        return result_of(steps, lambda step: line.show(partial(text_of, step)))
    finally:
        line.clear()


def prepare_engine(groups: Collection[str] = GROUPS, *, quiet: bool = False) -> None:
    """Compile the kernels of some groups where that was not done yet; else return at once.

    quiet: say nothing on standard error. Where compiled kernels cannot be kept they are compiled by
    whoever calls them, and only those: all of them would take longer every time.
    """
    if is_prepared(groups):
        return
    if problem := keeping_problem():
        _say(problem, quiet=quiet)
        return
    _say("Preparing the engine (once on this machine) ...", quiet=quiet)
    if quiet or sys.stderr is None:
        prepare(None, groups)
        return
    line = TerminalProgress(sys.stderr)
    prepare(lambda progress: line.show(lambda: _words(progress)), groups)
    line.clear()


def _words(progress: Progress) -> str:
    """Example: "Preparing the engine: 40 %, 4.1 s left"."""
    left = "" if progress.remaining_s is None else f", {duration(progress.remaining_s)} left"
    return f"Preparing the engine: {progress.fraction or 0.0:.0%}".replace("%", " %") + left


def _say(sentence: str, *, quiet: bool) -> None:
    if not quiet and sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(sentence + "\n")
            sys.stderr.flush()


class EvaluationProgress:
    """How far an evaluation is, in words; texts weigh as much as their files are large."""

    def __init__(self, corpus: Corpus) -> None:
        sizes = [max(1, source.n_bytes_on_disk) for source in corpus.sources]
        self._total = max(1, sum(sizes))
        self._sizes = {source.label: n for source, n in zip(corpus.sources, sizes, strict=True)}
        self._before: dict[str, int] = {}
        before = 0
        for label, n in self._sizes.items():
            self._before[label] = before
            before += n
        self._number = {label: number for number, label in enumerate(self._sizes, 1)}

    def text(self, row: LabelEvaluation) -> str:
        """Share, number of the text, its label and how much of it is measured."""
        # Compressed files hold more than they are large: no text counts as more than whole.
        done = self._before[row.label] + min(row.bytes, self._sizes[row.label])
        return (
            f"Evaluate {done / self._total:4.0%}  text {self._number[row.label]:,} of "
            f"{len(self._number):,}: {row.label}, {byte_size(row.bytes)}"
        )
