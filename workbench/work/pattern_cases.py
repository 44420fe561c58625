"""Cases of a split pattern: short texts, each with the pre-tokens that it must become.

One case is one line. A case file may name its pattern in its first line:

    pattern: gpt2
    # what must not change
    " world" stays one
    "don't" → don|'t
    "a|b\\n" -> "a" | "|b" | "\\n"

The text is quoted as in JSON. The pieces follow → or ->, with | between them, bare or quoted like
the text; bare ones may leave out the white space at both ends of the text. A recipe has the same
lines in `pattern_cases`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import EngineError, reason_of
from engine.machine import check_regular
from workbench.work.sentences import say

MOST_CASES = 200
MOST_CHARACTERS = 1_000
"""Of the text of one case."""
_MOST_FILE_BYTES = 2_000_000
_STAYS = "stays one"
_ARROWS = ("→", "->")
_PATTERN = "pattern:"
_DECODER = json.JSONDecoder(strict=False)


class CaseError(EngineError):
    """A case, or a case file, that cannot be used."""


@dataclass(frozen=True, slots=True)
class PatternCase:
    """A text and its pre-tokens, which joined are the text. Raises CaseError."""

    text: str
    pieces: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.text:
            raise CaseError(say("case_empty"))
        if len(self.text) > MOST_CHARACTERS:
            raise CaseError(say("case_too_long", n=len(self.text), most=MOST_CHARACTERS))
        if any("\ud800" <= character <= "\udfff" for character in self.text):
            raise CaseError(say("case_half_character"))
        if not all(self.pieces) or "".join(self.pieces) != self.text:
            shown = pieces_words(self.pieces, quoted=True)
            raise CaseError(say("case_other_text", pieces=shown, text=_quoted(self.text)))

    @property
    def stays_one(self) -> bool:
        """Whether the text must be one pre-token."""
        return len(self.pieces) == 1

    @property
    def line(self) -> str:
        """The case as `read_case` takes it."""
        expected = _STAYS if self.stays_one else f"→ {pieces_words(self.pieces)}"
        return f"{_quoted(self.text)} {expected}"


@dataclass(frozen=True, slots=True)
class CaseResult:
    """What a pattern makes of a case."""

    case: PatternCase
    pieces: tuple[str, ...]

    @property
    def passes(self) -> bool:
        return self.pieces == self.case.pieces


@dataclass(frozen=True, slots=True)
class CaseFile:
    """Cases with the pattern that their file names, None for none, and the line of each, from 1.

    lines: in a recipe, the place of each in its list.
    """

    pattern: str | None
    cases: tuple[PatternCase, ...]
    lines: tuple[int, ...]


def read_case(line: str) -> PatternCase:
    """Return the case of one line. Raises CaseError."""
    line = line.strip()
    try:
        text, end = _DECODER.raw_decode(line)
    except ValueError:
        text, end = None, 0
    if not isinstance(text, str):
        raise CaseError(say("case_no_text"))
    expected = line[end:].strip()
    if expected == _STAYS:
        return PatternCase(text, (text,))
    for arrow in _ARROWS:
        if expected.startswith(arrow):
            return PatternCase(text, _pieces(text, expected.removeprefix(arrow).strip()))
    raise CaseError(say("case_no_pieces"))


def check_number(n_cases: int) -> None:
    """Raise CaseError for more cases than are run."""
    if n_cases > MOST_CASES:
        raise CaseError(say("cases_too_many", n=n_cases, most=MOST_CASES))


def read_case_file(path: Path) -> CaseFile:
    """Return the cases of a text file. Raises CaseError."""
    pattern: str | None = None
    cases_of_lines: dict[int, PatternCase] = {}
    for number, line in enumerate(_text(path).splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if line.startswith(_PATTERN) and pattern is None and not cases_of_lines:
            pattern = line.removeprefix(_PATTERN).removeprefix(" ")
            continue
        try:
            cases_of_lines[number] = read_case(line)
            check_number(len(cases_of_lines))
        except CaseError as error:
            raise CaseError(say("case_line", path=path, line=number, reason=error)) from None
    return CaseFile(pattern, tuple(cases_of_lines.values()), tuple(cases_of_lines))


def run_cases(
    cases: Sequence[PatternCase], split: Callable[[str], Sequence[str]]
) -> tuple[CaseResult, ...]:
    """Split the text of each case. Example: `run_cases(cases, Splitter("gpt2").split)`."""
    return tuple(CaseResult(case, tuple(split(case.text))) for case in cases)


def pieces_words(pieces: Sequence[str], *, quoted: bool = False) -> str:
    """Return pieces with | between them; quoted where bare ones could be misread."""
    if not quoted:
        bare = "|".join(pieces)
        if all(_is_plain(piece) for piece in pieces) and bare == bare.strip():
            return bare
    return " | ".join(map(_quoted, pieces))


def _is_plain(piece: str) -> bool:
    return piece.isprintable() and not any(sign in piece for sign in '|"\\')


def _quoted(text: str) -> str:
    shown = json.dumps(text, ensure_ascii=False)
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in shown)


def _pieces(text: str, written: str) -> tuple[str, ...]:
    """The pieces of a text as they are written behind the arrow."""
    pieces = _quoted_pieces(written)
    if pieces is not None:
        return pieces
    pieces = tuple(written.split("|"))
    if "".join(pieces) != text and written.replace("|", "").strip() == text.strip():
        start = text[: len(text) - len(text.lstrip())]
        end = text[len(text.rstrip()) :]
        pieces = (*pieces[:-1], pieces[-1] + end)
        pieces = (start + pieces[0], *pieces[1:])
    return pieces


def _quoted_pieces(written: str) -> tuple[str, ...] | None:
    """Pieces that are all quoted, None for others."""
    pieces: list[str] = []
    rest = written
    while rest.startswith('"'):
        try:
            piece, end = _DECODER.raw_decode(rest)
        except ValueError:
            return None
        pieces.append(piece)
        rest = rest[end:].strip()
        if not rest:
            return tuple(pieces)
        if not rest.startswith("|"):
            return None
        rest = rest[1:].strip()
    return None


def _text(path: Path) -> str:
    try:
        check_regular(path)
        if path.stat().st_size > _MOST_FILE_BYTES:
            raise CaseError(say("cases_too_large", path=path, most=_MOST_FILE_BYTES))
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise CaseError(say("cases_not_there", path=path)) from None
    except OSError as error:
        raise CaseError(say("cases_not_readable", path=path, reason=reason_of(error))) from None
    except UnicodeDecodeError as error:
        raise CaseError(say("cases_no_utf8", path=path, byte=error.start)) from None
