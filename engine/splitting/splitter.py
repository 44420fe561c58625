"""Splitter: text -> pre-tokens, by a split pattern. What the pattern leaves out is kept.

Other libraries drop text that no match covers (tiktoken, rustbpe) or keep it (tokenizers,
"isolated"). Here every byte belongs to exactly one span: an unmatched stretch between two matches
is one span of its own, and `spans_with_flags` tells which those are.

Bytes that are not UTF-8 go through the pattern as lone surrogates, one per byte, which are
neither letters nor digits nor white space, and come back as the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from itertools import takewhile
from typing import Literal

import numpy as np

from engine.argument_types import checked_bytes
from engine.compiled import Bools, Int64s
from engine.errors import PatternError
from engine.splitting.automaton_cutter import AutomatonCutter, ScanTables, SpanBlock
from engine.splitting.large_patterns import try_large_pattern
from engine.splitting.presets import full_pattern, pattern_stages, preset_name_of, presets
from engine.splitting.sentences import say
from engine.splitting.sequence_cutter import Cutter, SequenceCutter, cutter_of
from engine.text import utf8_of

_HALF = re.compile("[\ud800-\udfff]")
_BARE_WORD = re.compile(r"[A-Za-z][\w.-]{2,}")


class Splitter:
    """Cuts text at the boundaries of a split pattern.

    `pattern` is the name of a preset or a regular expression, or several joined by `(?#then)`,
    each of which cuts what the one before left. Raises PatternError, with the position of the
    fault where it is known, for what cannot be used.
    """

    def __init__(self, pattern: str) -> None:
        if pattern not in presets():
            _refuse_misspelled(pattern)
        self._pattern = full_pattern(pattern)
        stages = pattern_stages(self._pattern)
        try_large_pattern(self._pattern)
        made = [cutter_of(stage) for stage in stages]
        self._fallback_reason = _first_reason([reason for _, reason in made])
        self._cutter: Cutter | SequenceCutter = made[0][0]
        if len(stages) > 1:
            cutters = [cutter for cutter, _ in made]
            plain = takewhile(lambda cutter: isinstance(cutter, AutomatonCutter), cutters)
            automata = tuple(stage.expression for stage, _ in zip(stages, plain, strict=False))
            self._cutter = SequenceCutter(cutters, self._pattern, automata)

    def __reduce__(self) -> tuple[type[Splitter], tuple[str]]:
        """A copy has the pattern, whose tables every process keeps."""
        return Splitter, (self._pattern,)

    @property
    def pattern(self) -> str:
        """The regular expression, also where a preset was named."""
        return self._pattern

    @property
    def preset_name(self) -> str | None:
        """Name of the preset with this expression, None for one's own."""
        return preset_name_of(self._pattern)

    @property
    def kind(self) -> Literal["automaton", "regex"]:
        """How text is cut: by a compiled automaton or by the slower `regex` module."""
        return "automaton" if self._fallback_reason is None else "regex"

    @property
    def fallback_reason(self) -> str | None:
        """What in the pattern has no automaton, such as "the anchor ^"; None for an automaton.

        In a sequence of splits the part is named: "the anchor ^ in part 2".
        """
        return self._fallback_reason

    @property
    def leaves_nothing(self) -> bool:
        """Whether matches are known to cover every text, so that none is left unmatched."""
        return self._cutter.leaves_nothing

    @property
    def scan_tables(self) -> ScanTables | None:
        """What kernels cut text with by themselves; None where there is no single automaton."""
        return self._cutter.tables if isinstance(self._cutter, AutomatonCutter) else None

    def spans(self, data: bytes) -> Int64s:
        """Byte spans int64[n, 2] that tile `data`: each starts where the one before ends."""
        return self.spans_with_flags(data)[0]

    def spans_with_flags(self, data: bytes) -> tuple[Int64s, Bools]:
        """The spans of `spans`, and bool[n]: True where the pattern matched."""
        blocks = list(self.span_blocks(data))
        if not blocks:
            return np.empty((0, 2), np.int64), np.empty(0, np.bool_)
        return (
            np.concatenate([block.spans for block in blocks]),
            np.concatenate([block.matched for block in blocks]),
        )

    def split(self, text: str) -> list[str]:
        """The pre-tokens of `text`, unmatched stretches included: "".join gives `text` again."""
        data = utf8_of(text)
        return [
            data[start:end].decode()
            for block in self.span_blocks(data)
            for start, end in block.spans.tolist()
        ]

    def sure_cut(self, data: bytes, at: int) -> int:
        """The first place from `at` on where a pre-token ends whatever comes before or after.

        len(data) where there is none. Cutting there changes no span on either side.
        """
        return self._cutter.sure_cut(checked_bytes(data), at)

    def span_blocks(self, data: bytes, bounds: Int64s | None = None) -> Iterator[SpanBlock]:
        """The spans of `data` in blocks of some thousands, so that a caller can pause between.

        bounds: int64[n + 1] where `data` holds n documents one after another, document i at
        data[bounds[i]:bounds[i + 1]]; each is cut by itself.
        """
        data = checked_bytes(data)
        if bounds is None:
            bounds = np.array([0, len(data)], np.int64)
        return self._cutter.span_blocks(data, bounds)


def _first_reason(reasons: list[str | None]) -> str | None:
    """The first reason that is one, with the number of its part where there are several."""
    for number, reason in enumerate(reasons, 1):
        if reason is not None:
            return say("in_part", reason=reason, number=number) if len(reasons) > 1 else reason
    return None


def _refuse_misspelled(pattern: str) -> None:
    """Refuse what is no text; a bare word that nearly is a preset's name was hardly meant."""
    if not isinstance(pattern, str) or not pattern:
        raise PatternError(
            say("pattern_no_string", pattern=repr(pattern)),
            pattern=str(pattern),
        )
    if (half := _HALF.search(pattern)) is not None:
        raise PatternError(
            say("pattern_half_character", number=f"{ord(half[0]):04X}"),
            pattern=pattern,
            position=half.start(),
        )
    if _BARE_WORD.fullmatch(pattern):
        similar = get_close_matches(pattern, presets(), n=1, cutoff=0.7)
        if similar:
            raise PatternError(
                say(
                    "pattern_misspelled",
                    pattern=repr(pattern),
                    similar=repr(similar[0]),
                    known=", ".join(presets()),
                    letters=pattern,
                ),
                pattern=pattern,
            )
