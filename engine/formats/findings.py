"""Findings: everything that is wrong or odd in a file, gathered while it is read.

A reader goes on after a fault as far as the rest still has a meaning. The first error is what
loading raises; a report on the file lists all of them, those of one kind together.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple, ParamSpec, TypeVar

from engine.errors import (
    ArgumentError,
    ConfigError,
    InexactTokenizerError,
    PatternError,
    TokenizerFileError,
)
from engine.machine import refusal
from engine.sentences import say

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")
LIBRARY = "tokenizers"
"""Runs most of what cannot be represented exactly."""
_SHOWN = 3
_MOST_REFUSALS = 20
MOST_FAULTS = 100_000
"""A file with more of them is not read to its end, which could take hours."""
_Item = TypeVar("_Item")
_Result = TypeVar("_Result")
_Arguments = ParamSpec("_Arguments")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was found.

    severity: "error" not usable; "warning" usable, but likely not what was meant; "note" to know.
    code: stable name, such as "byte-missing". sentence: for a person. where: file, line or entry,
    "" where it is the tokenizer as a whole.
    """

    severity: Severity
    code: str
    sentence: str
    where: str = ""


class Kind(NamedTuple):
    """A kind of fault. sentence: the code of what is said of `n` of them, with `items`."""

    code: str
    sentence: str
    severity: Severity = "error"


ID_INVALID = Kind("id-invalid", "ids_invalid")
ID_TWICE = Kind("id-twice", "ids_twice")
TOKEN_TWICE = Kind("token-twice", "tokens_twice")
SETTING_TWICE = Kind("setting-twice", "settings_twice")
SPECIAL_TWICE = Kind("special-twice", "special_tokens_twice")
BYTE_MISSING = Kind("byte-missing", "bytes_missing")
TOKEN_TOO_LONG = Kind("token-too-long", "tokens_too_long")
MERGE_INVALID = Kind("merge-invalid", "merges_invalid")
MERGE_PART_MISSING = Kind("merge-part-missing", "merge_parts_missing")
MERGE_PRODUCT_MISSING = Kind("merge-product-missing", "merge_products_missing")
MERGE_TWICE = Kind("merge-twice", "merges_twice")
MERGE_TOO_EARLY = Kind("merge-too-early", "merges_too_early")


class UnusableError(Exception):
    """What was read makes no tokenizer; the reason, without a full stop."""


class NotByteLevelError(UnusableError):
    """What was read is another tokenizer than byte-level BPE, which its own library can run."""


class TooManyFaultsError(Exception):
    """A file has more faults than are gathered. found: those until then."""

    def __init__(self, found: Findings) -> None:
        super().__init__()
        self.found = found


@dataclass(slots=True)
class _Group:
    n: int = 0
    items: list[str] = field(default_factory=list)
    places: list[str] = field(default_factory=list)


class Findings:
    """Faults of one file in the order in which they are found.

    first: the error to raise, None where nothing speaks against the file. reason: of that, without
    the name of the file. is_cut_short: whether reading ended before its end.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.first: TokenizerFileError | None = None
        self.reason = ""
        self.is_cut_short = False
        self._errors: list[TokenizerFileError] = []
        self._groups: dict[Kind, _Group] = {}

    def refuse(self, reason: str) -> None:
        """Note an error of its own: why the file cannot be used, the end of a sentence."""
        self.refused(refusal(self.path, reason), reason)

    def inexact(self, reason: str) -> None:
        """Note why the file can be run by its own library alone."""
        self.refused(InexactTokenizerError(reason, path=self.path, library=LIBRARY), reason)

    def refused(self, error: TokenizerFileError, reason: str = "") -> None:
        """Note an error that was raised."""
        if len(self._errors) < _MOST_REFUSALS:
            self._errors.append(error)
        if self.first is None:
            self.first, self.reason = error, reason

    def fault(
        self, kind: Kind, item: str, reason: str = "", *, where: str = "", line: int | None = None,
        path: Path | None = None, is_inexact: bool = False,
    ) -> None:  # fmt: skip
        """Note one fault of a kind. Raises TooManyFaultsError.

        item: what is shown of it. reason: why loading refuses it, where it does. where: its place,
        by default its line.
        """
        if reason and self.first is None:
            if is_inexact:
                self.inexact(reason)
            else:
                self.refused(refusal(path or self.path, reason, line), reason)
        group = self._groups.setdefault(kind, _Group())
        group.n += 1
        if group.n > MOST_FAULTS and self.first is not None:
            self.is_cut_short = True
            raise TooManyFaultsError(self)
        if group.n <= _SHOWN:
            group.items.append(item)
            group.places.append(where or (f"line {line:,}" if line is not None else ""))

    def attempt(
        self,
        step: Callable[_Arguments, _Result],
        *args: _Arguments.args,
        **kwargs: _Arguments.kwargs,
    ) -> _Result | None:
        """The result of a step; None if it refuses the file, which is noted."""
        try:
            return step(*args, **kwargs)
        except TokenizerFileError as error:
            self.refused(error)
        except NotByteLevelError as error:
            self.inexact(str(error))
        except (ArgumentError, ConfigError, PatternError, UnusableError) as error:
            self.refuse(as_reason(error, is_lower=False))
        return None

    def listed(self, *, lacks_pattern: bool = False) -> list[Finding]:
        """All findings, one for each kind of fault. lacks_pattern: whether none was given."""
        found = []
        for error in self._errors:
            is_pattern = lacks_pattern and error.setting == "pattern"
            code, sentence = "pattern-missing" if is_pattern else "refused", str(error)
            if isinstance(error, InexactTokenizerError):
                code, sentence = "inexact", say("inexact", reason=error.reason)
            found.append(Finding("error", code, sentence))
        if self.is_cut_short:
            sentence = say("reading_ended", most=MOST_FAULTS)
            found.append(Finding("note", "more-faults", sentence))
        for kind, group in self._groups.items():
            found.append(_finding(kind, group.n, list(zip(group.items, group.places, strict=True))))
        return found


def note_doubled_ids(found: Findings, ids: Mapping[str, int], *, is_inexact: bool = False) -> None:
    """Note each token whose id another one before has."""
    if found.first is None and len(set(ids.values())) == len(ids):
        return
    seen: dict[int, str] = {}
    for token, token_id in ids.items():
        other = seen.setdefault(token_id, token) if type(token_id) is int else token
        if other != token:
            code = "tokens_of_one_id" if is_inexact else "id_of_two_tokens"
            reason = say(code, id=token_id, one=repr(other), other=repr(token))
            found.fault(ID_TWICE, short(token, token_id), reason, is_inexact=is_inexact)


def note_special_ids(
    found: Findings, special_tokens: Mapping[str, int], ordinary: Container[int]
) -> None:
    """Note each special token whose id an ordinary token or another special one has."""
    seen: set[int] = set()
    for name, token_id in special_tokens.items():
        if type(token_id) is int and (token_id in ordinary or token_id in seen):
            reason = say("special_id_taken", id=token_id, token=repr(name))
            found.fault(ID_TWICE, short(name, token_id), reason)
        seen.add(token_id)


def as_reason(error: Exception, *, is_lower: bool = True) -> str:
    """Return the sentence of an error as a reason: the end of another sentence."""
    return say("small_reason" if is_lower else "reason", sentence=error)


def short(name: str | bytes, token_id: Any = None) -> str:
    """A token as findings show it, with its id if that is a number."""
    text = repr(name)
    shown = text if len(text) <= 40 else text[:37] + "..."
    return f"{shown} (id {token_id:,})" if type(token_id) is int else shown


def gathered(
    items: Iterable[_Item], severity: Severity, code: str, sentence: str,
    shown: Callable[[_Item], tuple[str, str]],
) -> list[Finding]:  # fmt: skip
    """One finding for all items of a kind, with the first of them as examples; none for none.

    sentence: as for `Kind`. shown: words and place of one item.
    """
    each = list(items)
    examples = [shown(item) for item in each[:_SHOWN]]
    return [_finding(Kind(code, sentence, severity), len(each), examples)] if each else []


def _finding(kind: Kind, n: int, examples: list[tuple[str, str]]) -> Finding:
    items = ", ".join(dict.fromkeys(item for item, _ in examples))
    shown = say("and_others", items=items) if n > _SHOWN else items
    places = ", ".join(dict.fromkeys(place for _, place in examples if place))
    return Finding(kind.severity, kind.code, say(kind.sentence, n=n, items=shown), places)
