"""Which pre-tokenizer of llama.cpp cuts as a split pattern does.

llama.cpp holds no split pattern: a GGUF file names one of its built-in pre-tokenizers
(`tokenizer.ggml.pre`). Its converter guesses the name from the ids of a test text, which no new
vocabulary has; we look at the pattern instead. First by a table of patterns, then by cutting probe
texts: random mixtures of what patterns tell apart. Their list, with llama.cpp's own expressions,
is resources/llama_cpp_pretokenizers.toml.
"""

from __future__ import annotations

import random
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from engine.errors import PatternError
from engine.sentences import say
from engine.splitting import (
    compile_stage,
    joined_stages,
    pattern_stages,
    preset_names,
    preset_pattern,
    spans_of,
)

_KINDS = (
    "a", "b", "z", "s", "t", "d", "m", "ll", "re", "ve", "S", "T", "LL", "A", "B", "ß", "é", "Ä",
    "Σ", "ǅ", "ʰ", "ª", "漢", "字", "か", "カ", "ー", "한", "ก", "ي", "क", "\u0301", "\u094d",
    "\u0e49", "\u20dd", "1", "2", "12", "345", "٣", "२", "Ⅷ", "½", "²", " ", " ", "  ", "\n",
    "\r\n", "\r", "\t", "\u00a0", "\u3000", "\u2028", "\u0085", "'", "'", "’", '"', ".", ",", "!",
    "?", "/", "(", "-", "_", "*", "#", "+", "$", "=", "|", "`", "…", "。", "，", "、", "।", "؟",
    "€", "🙂", "\u200d", "\ufe0f", "\x00", "\ufeff", "☃",
)  # fmt: skip
LONG_S = "'ſ"
"""What (?i:'s) matches everywhere but in llama.cpp, which writes '[sS]: no reason to refuse."""
_N_PROBES = 1500
_LONGEST = 12
_MANY_DIGITS = 100
"""Patterns that look ahead for groups of digits often stop somewhere."""
_EVERY_FEW = 8
"""Every eighth probe is tried first; these decide which pre-tokenizer is the nearest."""


@dataclass(frozen=True, slots=True)
class PreTokenizer:
    """A pre-tokenizer of llama.cpp.

    patterns: split patterns for which llama.cpp itself uses it. ignore_merges: it gives a
    pre-token that is a token out whole.
    """

    name: str
    expressions: tuple[str, ...]
    patterns: frozenset[str]
    ignore_merges: bool


@dataclass(frozen=True, slots=True)
class PreTokenizerMatch:
    """What was found for a pattern.

    pre: the pre-tokenizer, None where none is meant for the pattern or cuts alike.
    nearest: where none does, the one that cuts most probes alike.
    has_other_long_s: whether `LONG_S` before a letter is cut otherwise there.
    probe, ours, theirs: a text that `pre` or `nearest` cuts otherwise, and both cuts; "" and empty
    where every probe is cut alike.
    """

    pre: PreTokenizer | None
    nearest: PreTokenizer
    has_other_long_s: bool = False
    probe: str = ""
    ours: tuple[str, ...] = ()
    theirs: tuple[str, ...] = ()

    @property
    def is_equal(self) -> bool:
        """Whether there is a pre-tokenizer that cut every probe alike."""
        return self.pre is not None and not self.probe

    def sentence(self) -> str:
        """A sentence on how llama.cpp cuts with the pattern; "" if it cuts alike."""
        if self.is_equal:
            return ""
        cuts = say(
            "llama_cut", probe=repr(self.probe), theirs=_shown(self.theirs), ours=_shown(self.ours)
        )
        if self.pre is not None:
            return say("llama_other_cut", name=repr(self.pre.name), cuts=cuts)
        return say("llama_no_pre", name=repr(self.nearest.name), cuts=cuts)


@cache
def pre_tokenizers() -> dict[str, PreTokenizer]:
    """All that we know of, by name, in the order in which they are tried."""
    text = files("resources").joinpath("llama_cpp_pretokenizers.toml").read_text("utf-8")
    return {
        name: PreTokenizer(
            name,
            tuple(entry["expressions"]),
            frozenset(preset_pattern(preset) for preset in entry["patterns"]),
            entry.get("ignore_merges", False),
        )
        for name, entry in tomllib.loads(text).items()
    }


@cache
def find_pre_tokenizer(pattern: str) -> PreTokenizerMatch:
    """The pre-tokenizer for a split pattern, which may be the name of a preset.

    Raises PatternError for a pattern that does not compile.
    """
    pattern = preset_pattern(pattern) if pattern in preset_names() else pattern
    known = pre_tokenizers().values()
    for pre in known:
        if pattern in pre.patterns:
            return _match(pattern, pre, pre)
    few = probe_texts()[::_EVERY_FEW]
    n_alike = {pre.name: sum(_is_cut_alike(pattern, pre, each) for each in few) for pre in known}
    for pre in known:
        if n_alike[pre.name] == len(few):
            match = _match(pattern, pre, pre)
            if match.is_equal:
                return match
    return _match(pattern, None, max(known, key=lambda pre: n_alike[pre.name]))


def compared_with(pattern: str, name: str) -> PreTokenizerMatch:
    """What the pre-tokenizer of that name makes of the texts that tell patterns apart.

    Raises KeyError for a name that is not known here.
    """
    pre = pre_tokenizers()[name]
    return _match(pattern, pre, pre)


def llama_cpp_note(pattern: str) -> str | None:
    """A sentence to tell before a training: that llama.cpp cannot cut as a novel pattern does.

    None where it has a pre-tokenizer for the pattern, and for a pattern that does not compile.
    """
    try:
        match = find_pre_tokenizer(pattern)
    except PatternError:
        return None
    return match.sentence() if match.pre is None else None


def cut_of(pattern: str, text: str, *, at_empty: bool = False) -> tuple[str, ...]:
    """The pieces of a text; text that no expression matches is a piece too.

    at_empty: whether a match of no character cuts, as in llama.cpp and not here.
    """
    pieces: list[str] = [text] if text else []
    for stage in pattern_stages(pattern):
        expression = compile_stage(stage)
        finer: list[str] = []
        for piece in pieces:
            reached = 0
            for start, end in spans_of(expression, piece, pattern):
                if start == end and not at_empty:
                    continue
                finer += [piece[reached:start], piece[start:end]]
                reached = end
            finer.append(piece[reached:])
        pieces = [piece for piece in finer if piece]
    return tuple(pieces)


def _match(pattern: str, pre: PreTokenizer | None, compared: PreTokenizer) -> PreTokenizerMatch:
    """What the whole set of probes says, the shortest difference first."""
    has_other_long_s = not _is_cut_alike(pattern, compared, f"it{LONG_S}x")
    for probe in sorted(probe_texts(), key=len):
        if not _is_cut_alike(pattern, compared, probe):
            cuts = cut_of(pattern, probe), _cut_there(compared, probe)
            return PreTokenizerMatch(pre, compared, has_other_long_s, probe, *cuts)
    return PreTokenizerMatch(pre, compared, has_other_long_s)


def _is_cut_alike(pattern: str, pre: PreTokenizer, probe: str) -> bool:
    return cut_of(pattern, probe) == _cut_there(pre, probe)


def _cut_there(pre: PreTokenizer, probe: str) -> tuple[str, ...]:
    return cut_of(joined_stages(list(pre.expressions)), probe, at_empty=True)


@cache
def probe_texts() -> tuple[str, ...]:
    """Short texts of what patterns tell apart: every kind alone, two of them in a word, and
    random mixtures, the same in every process.
    """
    chance = random.Random(20261121)
    mixtures = (
        "".join(chance.choice(_KINDS) for _ in range(chance.randrange(3, _LONGEST)))
        for _ in range(_N_PROBES)
    )
    runs = (kind * n for kind in _KINDS for n in (1, 2, 3, 5))
    in_text = (f"x{a}{b}y" for a in _KINDS[::3] for b in _KINDS[::2])
    return tuple(dict.fromkeys([*runs, "7" * _MANY_DIGITS, *in_text, *mixtures]))


def _shown(cut: tuple[str, ...]) -> str:
    return " | ".join(repr(piece)[1:-1] for piece in cut)
