"""Reading minbpe's `.model` files: a split pattern, special tokens and merges as pairs of ids.

    minbpe v1
    the split pattern, empty for the basic tokenizer, which does not split at all
    n, and n lines `name id` of special tokens
    lines `left right`, merges in order; the first makes id 256, the next 257, ...

The id of a byte is its value. GPT4Tokenizer shuffles its bytes, and that permutation is in no
file: minbpe itself refuses to save one.
"""

from __future__ import annotations

from pathlib import Path

from engine.encoding import Numbering, Tokenizer
from engine.errors import ArgumentError, ConfigError, PatternError
from engine.formats.patterns.reading import minbpe_pattern
from engine.machine import beginning, read_text, refusal, refuse_pattern
from engine.settings import LONGEST_TOKEN, MAX_VOCAB_SIZE, N_BYTES
from engine.splitting import preset_pattern

FIRST_LINE = "minbpe v1"
UNSPLIT = "none"
"""The preset of a tokenizer that does not split."""

_MOST_DIGITS = 9


def is_minbpe(path: Path) -> bool:
    """Whether a file begins as minbpe's do."""
    return path.is_file() and beginning(path).lstrip(b"\xef\xbb\xbf").startswith(b"minbpe v")


def load_minbpe(path: Path, pattern: str | None = None) -> Tokenizer:
    """The tokenizer in a minbpe file. Raises TokenizerFileError."""
    refuse_pattern(path, pattern)
    lines = read_text(path).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if lines[0].strip() != FIRST_LINE:
        raise refusal(path, f"{lines[0][:40]!r} is not {FIRST_LINE!r}", 1)
    special_tokens, first_merge = _special_tokens(path, lines)
    merges = _merges(path, lines, first_merge)
    written = lines[1].strip()
    pattern = minbpe_pattern(path, written) if written else preset_pattern(UNSPLIT)
    try:
        return Tokenizer(
            merges,
            pattern=pattern,
            special_tokens=special_tokens,
            numbering=_numbering(len(merges), special_tokens),
        )
    except (ArgumentError, ConfigError, PatternError) as error:
        raise refusal(path, str(error).removesuffix(".")) from None


def _numbering(n_merges: int, special_tokens: dict[str, int]) -> Numbering | None:
    """None where the special tokens follow the merges, as everywhere here."""
    import numpy as np

    lowest = min(special_tokens.values(), default=N_BYTES + n_merges)
    if lowest >= N_BYTES + n_merges:
        return None
    return Numbering(np.arange(N_BYTES + n_merges, dtype=np.uint32))


def _special_tokens(path: Path, lines: list[str]) -> tuple[dict[str, int], int]:
    """Ids of the special tokens, and the index of the line behind them."""
    count = lines[2].strip() if len(lines) > 2 else ""
    if (n_special := _id(count)) is None:
        raise refusal(path, f"{count[:40]!r} is not the number of special tokens", 3)
    end = 3 + n_special
    if end > len(lines):
        raise refusal(path, f"its {count} special tokens are not all there; is it cut short?")
    ids: dict[str, int] = {}
    for number, line in enumerate(lines[3:end], 4):
        words = line.split()
        if len(words) != 2 or (token_id := _id(words[1])) is None:
            raise refusal(path, f"{line[:60]!r} is not a special token and its id", number)
        if words[0] in ids:
            raise refusal(path, f"the special token {words[0]!r} stands in it twice", number)
        ids[words[0]] = token_id
    return ids, end


def _merges(path: Path, lines: list[str], first: int) -> list[tuple[int, int]]:
    merges: list[tuple[int, int]] = []
    lengths = [1] * N_BYTES
    known: set[tuple[int, int]] = set()
    for number, line in enumerate(lines[first:], first + 1):
        words = line.split()
        if not line and number == len(lines):
            break
        left, right = map(_id, words) if len(words) == 2 else (None, None)
        if left is None or right is None:
            raise refusal(path, f"{line[:60]!r} is not a pair of ids", number)
        pair = left, right
        if max(pair) >= len(lengths):
            raise refusal(path, f"it joins the id {max(pair)}, which no line before makes", number)
        if pair in known:
            raise refusal(path, f"the merge {pair[0]} {pair[1]} stands in it twice", number)
        if lengths[pair[0]] + lengths[pair[1]] > LONGEST_TOKEN:
            raise refusal(path, f"no tokenizer has a token of over {LONGEST_TOKEN:,} bytes", number)
        known.add(pair)
        merges.append(pair)
        lengths.append(lengths[pair[0]] + lengths[pair[1]])
    return merges


def _id(word: str) -> int | None:
    """A whole number that can be an id, or None."""
    if not word.isdecimal() or len(word) > _MOST_DIGITS or int(word) >= MAX_VOCAB_SIZE:
        return None
    return int(word)
