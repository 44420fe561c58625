r"""The filter of the vocabulary: the typed conditions, and the ids that match them all.

`filter_mask` applies them to a `VocabularyIndex`, the arrays of a vocabulary that are made once.
Conditions are separated by spaces:
    the         tokens with this text in them; "·" and "␣" mean a space, quotes keep spaces.
                So does a word: one space parts it from the condition before, others are its own
    /^ ?\p{Lu}/  tokens in which this regular expression is found; /the/i in any case
    hex:e2 96   tokens with these bytes in them (up to the next condition)
    id:512      one id             length:>8   in bytes, also length:3 length:<=2 length:2..4
    chars:3     in characters      uses:0   uses:>=100, in the text that was measured
    rank:0..99  the first merges   count:>=50   applied:<10, when the pair was merged
    from:512    tokens whose tree contains the token 512
    words:>=2   pieces between spaces; is:superword  the same by letters and numbers, too
    script:Cyrillic                also script:Cyrl, script:none, script:mixed
    covers:50   the fewest tokens that cover half of the measured text
    is:special  and all other names of engine.analysis.report; `not:` turns one around
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

import numpy as np
import numpy.typing as npt
import regex

from engine.analysis import (
    RECORD_NAMES,
    SUPERWORD,
    TokenTwins,
    VocabularyFacts,
    VocabularyReport,
    report_without_reach,
    twin_steps,
    vocabulary_facts,
)
from engine.compiled import Bools, Int64s, UInt8s
from engine.machine import relayed
from engine.settings import N_BYTES
from workbench.vocabulary.token_lines import TokenLines, TooSlowError, line_steps

if TYPE_CHECKING:
    from engine import Tokenizer

Result = TypeVar("Result")

_SORTED_BYTES = 24

_CONDITION = re.compile(
    r"hex:(?P<hex>[0-9a-fA-F]*(?: [0-9a-fA-F]{2}(?!\S))*)"
    r"|(?P<key>length|len|chars|words|uses|covers|script|id|is|not|rank|count|applied|from):(?P<value>\S*)"
    r"|/(?P<regex>(?:[^/\\]|\\.)+)(?:/(?P<any_case>i?)(?!\S)|/?$)"
    r'|"(?P<quoted>[^"]*)"?|(?P<word>\S+)'
)
_RANGE = re.compile(r"(?P<sign><=|>=|<|>|=)?(?P<low>\d+)(?:\.\.(?P<high>\d+))?")


@dataclass(frozen=True, eq=False)
class VocabularyIndex:
    """A vocabulary as arrays for filtering and sorting, one entry per token id.

    vocabulary: the bytes of each id. report: what is known of them so far. ranks, lefts, rights:
    int64[n], -1 if no merge made the token. counts, applied: int64[n], -1 if unknown. text_order:
    int64[n], the position of each token in the order of its bytes. joined: uint8[bytes], all tokens
    one after the other; starts: int64[n + 1] in it. lines: the texts, for regular expressions.
    twins: tokens of the same letters.
    """

    vocabulary: tuple[bytes, ...]
    report: VocabularyReport
    ranks: Int64s
    lefts: Int64s
    rights: Int64s
    counts: Int64s
    applied: Int64s
    text_order: Int64s
    joined: UInt8s
    starts: Int64s
    lines: TokenLines
    twins: TokenTwins

    @property
    def n_tokens(self) -> int:
        return len(self.vocabulary)

    @property
    def lengths(self) -> Int64s:
        """int64[n], bytes; 0 for unused ids."""
        return self.report.facts.lengths

    @property
    def flags(self) -> npt.NDArray[np.uint16]:
        """uint16[n], see engine.analysis.vocabulary."""
        return self.report.facts.flags

    @cached_property
    def parent_counts(self) -> Int64s:
        """int64[n]: how many tokens a merge made directly from each."""
        is_merge = self.ranks >= 0
        left, right = self.lefts[is_merge], self.rights[is_merge]
        made = np.concatenate([left, right[left != right]])
        return np.bincount(made, minlength=self.n_tokens)

    @cached_property
    def part_counts(self) -> Int64s:
        """int64[n]: how many tokens of one word each token of several is made of; 1 for others."""
        counts = np.ones(self.n_tokens, np.int64)
        several = np.flatnonzero(self.report.facts.has(SUPERWORD) & (self.ranks >= 0))
        for token_id in several[np.argsort(self.ranks[several])].tolist():
            counts[token_id] = counts[self.lefts[token_id]] + counts[self.rights[token_id]]
        return counts

    @cached_property
    def byte_counts(self) -> Int64s:
        """int64[256]: how often each byte occurs in all tokens together."""
        return np.bincount(self.joined, minlength=256)

    def parents(self, token_id: int) -> Int64s:
        """Return the ids of the tokens that a merge made directly from this one."""
        return np.flatnonzero((self.lefts == token_id) | (self.rights == token_id))

    def parts(self, token_id: int) -> tuple[int, ...]:
        """Return the ids of the tokens of one word that a token is made of, from the left."""
        parts, rest = [], [token_id]
        while rest:
            each = rest.pop()
            if self.flags[each] & SUPERWORD and self.ranks[each] >= 0:
                rest += (int(self.rights[each]), int(self.lefts[each]))
            else:
                parts.append(each)
        return tuple(parts)

    def containing(self, token_id: int) -> Int64s:
        """Return the ids of all tokens whose tree contains this one, without itself."""
        members = np.zeros(self.n_tokens + 1, np.bool_)  # the last entry is for no token: id -1
        members[token_id] = True
        n_members = 1
        while True:
            fresh = members[self.lefts] | members[self.rights]
            members[:-1] |= fresh
            n_now = int(np.count_nonzero(members))
            if n_now == n_members:
                break
            n_members = n_now
        members[token_id] = False
        return np.flatnonzero(members[:-1])


def index_vocabulary(tokenizer: Tokenizer) -> Iterator[float | VocabularyIndex]:
    """Yield the share that is done, and last the index."""
    facts: VocabularyFacts = yield from _shared(vocabulary_facts(tokenizer), 0.0, 0.5)
    vocabulary = tuple(tokenizer.vocabulary)
    lines: TokenLines = yield from _shared(line_steps(vocabulary, facts), 0.5, 0.6)
    twins: TokenTwins = yield from _shared(twin_steps(vocabulary, facts), 0.6, 0.9)
    n_tokens, n_merges = len(vocabulary), tokenizer.n_merges
    merged = tokenizer.ranked_ids[N_BYTES:]
    ranks, lefts, rights, counts, applied = (np.full(n_tokens, -1, np.int64) for _ in range(5))
    ranks[merged] = np.arange(n_merges)
    lefts[merged] = tokenizer.merges[:, 0]
    rights[merged] = tokenizer.merges[:, 1]
    if tokenizer.training is not None:
        counts[merged] = tokenizer.training.occurrences[:n_merges]
        applied[merged] = tokenizer.training.mixed_applied[:n_merges]
    yield 0.95
    # numpy lets other threads run while it sorts; the first bytes are enough for an order.
    order = np.argsort(np.array(vocabulary, f"S{_SORTED_BYTES}"), kind="stable")
    text_order = np.empty(n_tokens, np.int64)
    text_order[order] = np.arange(n_tokens)
    starts = np.concatenate(([0], np.cumsum(facts.lengths)))
    joined = np.frombuffer(b"".join(vocabulary), np.uint8)
    yield 1.0
    yield VocabularyIndex(
        vocabulary, report_without_reach(tokenizer, facts), ranks, lefts, rights, counts, applied,
        text_order, joined, starts, lines, twins,
    )  # fmt: skip


def _shared(
    steps: Generator[float, None, Result], start: float, end: float
) -> Generator[float, None, Result]:
    """Run steps that yield the share of their own work, as a part of more; return their result."""
    return relayed(steps, lambda share: start + (end - start) * share)


class FilterError(ValueError):
    """An invalid condition; `str(error)` is the sentence to show."""


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition. words: as a person would type it, with all quotes closed."""

    key: str
    value: str
    words: str


def filter_mask(index: VocabularyIndex, text: str, report: VocabularyReport | None = None) -> Bools:
    """Return bool[n]: whether each id fulfils every condition. Raises FilterError.

    report: what is known of the tokens by now; by default what the index knows.
    """
    report = report or index.report
    kept = np.ones(index.n_tokens, np.bool_)
    for condition in conditions_of(text):
        kept &= _holds(index, report, condition)
    return kept


def conditions_of(text: str) -> tuple[Condition, ...]:
    """Return the conditions that a text holds, from the left."""
    found = []
    end = 0
    for match in _CONDITION.finditer(text):
        words = match[0].strip()
        spaces = text[end : match.start()].count(" ") - (end > 0)
        end = match.end()
        if match["hex"] is not None:
            found.append(Condition("hex", match["hex"], words))
        elif match["key"]:
            found.append(Condition(match["key"], match["value"], words))
        elif match["regex"] is not None:
            key = "regex-i" if match["any_case"] else "regex"
            close = "/i" if match["any_case"] else "/"
            found.append(Condition(key, match["regex"], f"/{match['regex']}{close}"))
        elif match["quoted"] is not None:
            if match["quoted"]:
                found.append(Condition("text", match["quoted"], f'"{match["quoted"]}"'))
        elif spaces > 0 and '"' not in words:
            value = " " * spaces + match["word"]
            found.append(Condition("text", value, f'"{value}"'))
        else:
            found.append(Condition("text", match["word"], words))
    return tuple(found)


def has_open_expression(text: str) -> bool:
    """Return whether the last condition is a regular expression without its closing slash."""
    found = list(_CONDITION.finditer(text))
    return bool(found) and found[-1]["regex"] is not None and not re.search("/i?$", found[-1][0])


def _holds(index: VocabularyIndex, report: VocabularyReport, condition: Condition) -> Bools:
    key, value = condition.key, condition.value
    match key:
        case "text":
            return _containing(index, _with_spaces(value).encode("utf-8", "replace"))
        case "regex" | "regex-i":
            return _matching(index, value, any_case=key == "regex-i")
        case "hex":
            return _containing(index, _bytes_of(value))
        case "id":
            return _with_id(index, value)
        case "from":
            return _from_token(index, value)
        case "uses":
            return _with_uses(report, value)
        case "covers":
            return _covering(report, value)
        case "script":
            return _of_script(report, value)
        case "is" | "not":
            holds = _named(report, value)
            return ~holds if key == "not" else holds
    numbers = _numbers(index, report, key)
    return _in_range(key, value, numbers) & (numbers >= 0)


def _numbers(index: VocabularyIndex, report: VocabularyReport, key: str) -> Int64s:
    """The numbers that a range is compared with, -1 if there are none."""
    match key:
        case "chars":
            return report.facts.characters
        case "words":
            return np.where(report.facts.words > 0, report.facts.words, -1)
        case "rank":
            return index.ranks
        case "count" | "applied":
            numbers = index.counts if key == "count" else index.applied
            if not (numbers >= 0).any():
                raise FilterError(f"{key}: needs a tokenizer that was trained here.")
            return numbers
    return index.lengths


def _matching(index: VocabularyIndex, pattern: str, *, any_case: bool) -> Bools:
    try:
        return index.lines.matching(pattern.replace("\\/", "/"), any_case=any_case)
    except regex.error as error:
        place = "" if error.pos is None else f" at character {error.pos + 1}"
        raise FilterError(f"The regular expression cannot be read: {error.msg}{place}.") from None
    except TooSlowError:
        raise FilterError(
            "The regular expression takes too long and was given up; repetitions inside of "
            "repetitions are the usual reason."
        ) from None


def _with_spaces(text: str) -> str:
    return text.replace("·", " ").replace("␣", " ")


def _containing(index: VocabularyIndex, needle: bytes) -> Bools:
    """Return which tokens hold `needle`: compared byte by byte over all tokens at once."""
    joined, starts = index.joined, index.starts
    # The rarest byte first, so that the others are looked for in few places.
    first = min(range(len(needle)), key=lambda at: index.byte_counts[needle[at]])
    places = np.flatnonzero(joined == needle[first]) - first
    places = places[(places >= 0) & (places + len(needle) <= len(joined))]
    for offset, byte in enumerate(needle):
        if offset != first:
            places = places[joined[places + offset] == byte]
    tokens = np.searchsorted(starts, places, "right") - 1
    holds = np.zeros(index.n_tokens, np.bool_)
    holds[tokens[places + len(needle) <= starts[tokens + 1]]] = True
    return holds


def _bytes_of(value: str) -> bytes:
    digits = value.replace(" ", "")
    if not digits:
        raise FilterError("hex: needs bytes in hexadecimal digits, such as hex:e2 96.")
    if len(digits) % 2:
        raise FilterError(f"hex:{value} has an odd number of digits; a byte has two.")
    return bytes.fromhex(digits)


def _with_id(index: VocabularyIndex, value: str) -> Bools:
    if not value.isdecimal():
        raise FilterError("id: needs a number, such as id:512.")
    chosen: Bools = np.arange(index.n_tokens) == int(value)
    return chosen


def _from_token(index: VocabularyIndex, value: str) -> Bools:
    if not value.isdecimal() or int(value) >= index.n_tokens:
        raise FilterError(f"from: needs an id from 0 to {index.n_tokens - 1}, such as from:512.")
    holds = np.zeros(index.n_tokens, np.bool_)
    holds[index.containing(int(value))] = True
    return holds


def _in_range(key: str, value: str, numbers: Int64s) -> Bools:
    match = _RANGE.fullmatch(value)
    if match is None:
        raise FilterError(f"{key}: needs a number, such as {key}:3, {key}:>8 or {key}:2..4.")
    low = int(match["low"])
    if match["high"]:
        if int(match["high"]) < low:
            raise FilterError(f"{key}:{value} is empty; the smaller number comes first.")
        return (numbers >= low) & (numbers <= int(match["high"]))
    compare: dict[str, Bools] = {
        "<": numbers < low, "<=": numbers <= low, ">": numbers > low, ">=": numbers >= low,
    }  # fmt: skip
    chosen: Bools = numbers == low
    return compare.get(match["sign"] or "=", chosen)


def _with_uses(report: VocabularyReport, value: str) -> Bools:
    if report.uses is None:
        raise FilterError("uses: needs a text; count the uses in the report first.")
    return _in_range("uses", value, report.uses) & (report.uses >= 0)


def _covering(report: VocabularyReport, value: str) -> Bools:
    percent = value.removesuffix("%")
    if not percent.isdecimal() or not 0 < int(percent) <= 100:
        raise FilterError("covers: needs a share from 1 to 100, such as covers:50.")
    members = report.covering(int(percent))
    if members is None:
        raise FilterError("covers: needs a text; count the uses in the report first.")
    return members


def _of_script(report: VocabularyReport, value: str) -> Bools:
    members = report.of_script(value)
    if members is None:
        example = "write it as in script:Cyrillic, for example"
        raise FilterError(f"script:{value} is not known; {example}.")
    return members


def _named(report: VocabularyReport, value: str) -> Bools:
    if value not in report.names:
        raise FilterError(f"is:{value} is not known; there are {', '.join(report.names)}.")
    members = report.named(value)
    if members is not None:
        return members
    if value == "unused-in-corpus":
        raise FilterError("is:unused-in-corpus needs a text; count the uses in the report first.")
    if value in RECORD_NAMES:
        raise FilterError(f"is:{value} needs a tokenizer that was trained here.")
    raise FilterError(f"is:{value} is not known yet; open the report first.")
