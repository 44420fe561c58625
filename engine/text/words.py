"""Words and other facts of a text before any tokenizer sees it, and the words of tokens.

A token may have several words, by two rules. Spaces: the pieces that are not empty when the bytes
are split at U+0020, as the published SuperBPE trainer counts them (`token.split("Ġ")` in
alisawuffles/tokenizers-superbpe) for its limit of four words; " of the" has 2, "," 1 and " " none.
Runs: stretches of letters and numbers (Unicode L and N) with the marks on them, where one
apostrophe between two of them does not end a stretch. Runs need no spaces, so they also recognise
tokens of several words that a full stop, a line end or the signs of scripts without spaces
separate: "是的，我" has 2. Inside a stretch of such a script words are not separated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple, get_args

import numpy as np

from engine.compiled import Bools, Int64s, UInt8s, UInt32s, run_kernel
from engine.text import _text_kernels as kernels
from engine.text.languages import (
    WordRule,
    is_code,
    language_code,
    script_names,
    word_rule_of_script,
)
from engine.text.unicode_sets import (
    N_POINTS,
    category,
    points,
    script_table,
    white_space,
    without_script,
)
from engine.text.utf8 import first_characters

BLANK, RANGE = kernels.BLANK, kernels.RANGE
_RULES = get_args(WordRule)
_JUDGED_CHARACTERS = 16_384
"""The script of a text is that of this many characters at its beginning."""
_KANA_SHARE = 0.05
"""Share of kana from which text with Chinese characters is Japanese."""

SPACE = 0x20
_APOSTROPHES = (0x27, 0x2019)


@dataclass(frozen=True)
class Lines:
    """The lines of a text, without their line breaks.

    starts, ends: int64[n], first byte of each and the one after its last.
    text_starts: int64[n], first byte after white space at the beginning.
    flags: uint8[n], 0, BLANK for white space only, RANGE for `<range>`.
    """

    starts: Int64s
    ends: Int64s
    text_starts: Int64s
    flags: UInt8s

    @cached_property
    def is_indented(self) -> Bools:
        """bool[n]: which lines begin with white space and have more."""
        indented: Bools = (self.text_starts > self.starts) & (self.flags != BLANK)
        return indented


@dataclass(frozen=True)
class Numbers:
    """Runs of decimal digits.

    starts, ends: int64[n], first byte of each and the one after its last.
    n_cuts: int64[n], number of ideal boundaries of each.
    ideal: int64[m], bytes of these boundaries: before every third digit from the right.
    """

    starts: Int64s
    ends: Int64s
    n_cuts: Int64s
    ideal: Int64s


@dataclass(frozen=True)
class TextFacts:
    """Facts of documents, one after another, that do not depend on a tokenizer.

    characters: number of code points. stretches: number of pieces between white space.
    multibyte: number of code points of more than one byte.
    word_starts, word_ends: int64[w], first byte of each word and the one after its last.
    inner_starts, inner_ends: int64[w], the same without the punctuation at their ends.
    """

    characters: int
    stretches: int
    multibyte: int
    word_starts: Int64s
    word_ends: Int64s
    inner_starts: Int64s
    inner_ends: Int64s
    numbers: Numbers
    lines: Lines


class _WordPlaces(NamedTuple):
    """Words as find_words writes them.

    starts, ends: int64[n], first byte of each and the one after its last.
    inner_starts, inner_ends: int64[n], the same without signs at its ends that no word begins with.
    """

    starts: Int64s
    ends: Int64s
    inner_starts: Int64s
    inner_ends: Int64s


class _DigitRuns(NamedTuple):
    """Runs of digits as find_words writes them.

    starts, ends: int64[n], first byte of each and the one after its last.
    widths: int64[n], bytes of each of its digits.
    """

    starts: Int64s
    ends: Int64s
    widths: Int64s


def text_facts(data: bytes, bounds: Int64s, rule: WordRule) -> TextFacts:
    """The facts of a text. data: valid UTF-8; document i is data[bounds[i]:bounds[i + 1]]."""
    view = np.frombuffer(data, np.uint8)
    totals = np.zeros(5, np.int64)
    words = _WordPlaces(*(np.empty(len(data), np.int64) for _ in range(4)))
    runs = _DigitRuns(*(np.empty(len(data), np.int64) for _ in range(3)))
    run_kernel(kernels.find_words, view, bounds, _kinds(), _RULES.index(rule), words, runs, totals)
    n_words, n_runs = totals[3:].tolist()
    word_starts, word_ends, inner_starts, inner_ends = (array[:n_words].copy() for array in words)
    return TextFacts(
        characters=int(totals[0]),
        stretches=int(totals[1]),
        multibyte=int(totals[2]),
        word_starts=word_starts,
        word_ends=word_ends,
        inner_starts=inner_starts,
        inner_ends=inner_ends,
        numbers=_numbers(_DigitRuns(*(array[:n_runs].copy() for array in runs))),
        lines=_lines(view, bounds),
    )


def _numbers(found: _DigitRuns) -> Numbers:
    starts, ends, widths = found
    n_cuts = ((ends - starts) // widths - 1) // 3
    run = np.repeat(np.arange(len(starts)), n_cuts)
    before = np.cumsum(n_cuts) - n_cuts
    order = np.arange(len(run)) - before[run] + 1
    ideal = ends[run] - 3 * order * widths[run]
    return Numbers(starts, ends, n_cuts, ideal)


def _lines(view: UInt8s, bounds: Int64s) -> Lines:
    most = int(np.count_nonzero(view == ord("\n"))) + len(bounds) - 1
    places = [np.empty(most, np.int64) for _ in range(3)]
    flags = np.empty(most, np.uint8)
    n_lines = int(run_kernel(kernels.find_lines, view, bounds, _kinds(), *places, flags))
    starts, ends, text_starts = (array[:n_lines].copy() for array in places)
    return Lines(starts, ends, text_starts, flags[:n_lines].copy())


@cache
def _kinds() -> UInt8s:
    """Bits of every code point for the kernels."""
    kinds = np.zeros(N_POINTS, np.uint8)
    tsheg_and_shad = points((0x0F0B, 0x0F11))
    members = {
        kernels.SPACE: white_space(),
        kernels.SYLLABLE_END: tsheg_and_shad,
        kernels.WORD_SIGN: category("L") | category("M") | category("N"),
        kernels.DIGIT: category("Nd"),
    }
    for bit, point_set in members.items():
        kinds[point_set] |= bit
    return kinds


def detected_script(data: bytes, declared: str | None = None) -> str | None:
    """The ISO 15924 script of most letters at the beginning of a text; None without letters.

    declared: returned if it is written in that Unicode script, as Hans and Hant are both in
    Han. Kana make it Japanese.
    """
    text = first_characters(data, _JUDGED_CHARACTERS).decode("utf-8", "ignore")
    signs = np.frombuffer(text.encode("utf-32-le"), np.uint32)
    numbers = script_table().by_name
    counts = np.bincount(script_table().numbers[signs], minlength=256)
    counts[list(without_script())] = 0
    if not counts.any():
        return None
    most = int(counts.argmax())
    kana = counts[numbers["HIRAGANA"]] + counts[numbers["KATAKANA"]]
    if kana > _KANA_SHARE * counts.sum():
        return "Jpan"
    if declared is not None and most in _numbers_of(declared) and declared != "Jpan":
        return declared
    candidates = (code for code in script_names() if _numbers_of(code)[0] == most)
    return min(candidates, key=lambda code: len(_numbers_of(code)), default=None)


def word_rule(label: str, script: str | None) -> WordRule:
    """The word rule of a text: by its detected script, else by its label."""
    if is_code(label):
        return "white-space"
    code = language_code(label)
    return word_rule_of_script(script or (code.expected_script if code else None))


@cache
def _numbers_of(code: str) -> tuple[int, ...]:
    numbers = script_table().by_name
    return tuple(numbers[name.replace("_", "").upper()] for name in script_names()[code])


def words_between_spaces(vocabulary: Sequence[bytes]) -> Int64s:
    """int64[n]: the pieces between spaces of each token."""
    lengths = np.fromiter(map(len, vocabulary), np.int64, len(vocabulary))
    data = np.frombuffer(b"".join(vocabulary), np.uint8)
    starts = np.cumsum(lengths) - lengths
    begins = data != SPACE
    after_piece = np.zeros(len(data), np.bool_)
    after_piece[1:] = begins[:-1]
    after_piece[starts[lengths > 0]] = False  # the byte before it is another token's
    begins &= ~after_piece
    return np.bincount(np.repeat(np.arange(len(lengths)), lengths)[begins], minlength=len(lengths))


def word_runs(points: UInt32s, owners: Int64s, n: int) -> Int64s:
    """int64[n]: runs of letters and numbers of each text.

    points: uint32[m], the code points of all texts one after the other. owners: int64[m], the text
    that each belongs to, ascending.
    """
    letters, marks, numbers = (category(name) for name in ("L", "M", "N"))
    kept = ~marks[points]  # a mark neither begins a word nor ends it
    points, owners = points[kept], owners[kept]
    in_word = (letters | numbers)[points]
    goes_on = np.zeros(len(points) + 1, np.bool_)  # in the text of the one before
    np.equal(owners[1:], owners[:-1], out=goes_on[1:-1])
    inner = np.isin(points, _APOSTROPHES)
    inner[1:-1] &= in_word[:-2] & in_word[2:] & goes_on[1:-2] & goes_on[2:-1]
    inner[:1] = inner[-1:] = False
    in_word = in_word | inner
    begins = in_word.copy()
    begins[1:] &= ~(in_word[:-1] & goes_on[1:-1])
    return np.bincount(owners[begins], minlength=n)
