"""Split patterns as the published tokenizer.json files write them.

tokenizers reads any pattern. Faster loaders know those of published files by their text and refuse
others. So a preset with a published form is exported in it, and a file that has it is read as the
preset. tests/engine/test_published_forms.py compares the cuts of both.
"""

from __future__ import annotations

from typing import Any

from engine.errors import ExportError
from engine.formats.sentences import say
from engine.splitting import pattern_stages, preset_pattern, presets

# Whether a split pattern has matches without a character, which other libraries read otherwise.


_PROBES = ("", "Don't x1234567,89  \t\r\n\n (a-b)_é漢字 한 ไทย\N{COMBINING ACUTE ACCENT}🙂.. ")


def has_empty_matches(pattern: str) -> bool:
    """Whether `pattern` matches without a character somewhere in a short text of every kind.

    Raises PatternError for one that does not come to an end with such a text.
    """
    from engine.splitting import compile_stage, spans_of

    expressions = [compile_stage(stage) for stage in pattern_stages(pattern)]
    return any(
        start == end
        for expression in expressions
        for text in _PROBES
        for start, end in spans_of(expression, text, pattern)
    )


def refuse_empty_matches(pattern: str, library: str, consequence: str) -> None:
    """Raise ExportError for a pattern with empty matches; `consequence` says what they do there."""
    if has_empty_matches(pattern):
        raise ExportError(
            say(
                "pattern_empty_matches",
                pattern=repr(pattern),
                library=library,
                consequence=consequence,
            )
        )


_BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False}
_CL100K = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+"
)
_DEEPSEEK_WORDS = (
    r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+"""
    "|[^\r\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\r\n]*|\\s*[\r\n]+"
    r"|\s+(?!\S)|\s+"
)
"""With line ends as they are, not as escapes."""


def byte_level(*, use_regex: bool) -> dict[str, Any]:
    """The step that writes bytes as characters, after GPT-2's splits where `use_regex`."""
    return {**_BYTE_LEVEL, "use_regex": use_regex}


def split(expression: str) -> dict[str, Any]:
    """A step that cuts at the matches of an expression, and keeps them and the gaps."""
    pattern = {"Regex": expression}
    return {"type": "Split", "pattern": pattern, "behavior": "Isolated", "invert": False}


_STEPS: dict[str, list[dict[str, Any]]] = {
    "gpt2": [byte_level(use_regex=True)],
    "cl100k": [split(_CL100K), byte_level(use_regex=False)],
    "deepseek-v3": [
        split(r"\p{N}{1,3}"),
        split("[一-龥\u3040-ゟ゠-ヿ]+"),
        split(_DEEPSEEK_WORDS),
        byte_level(use_regex=False),
    ],
    "starcoder": [{"type": "Digits", "individual_digits": True}, byte_level(use_regex=True)],
}


def published_steps(pattern: str) -> list[dict[str, Any]] | None:
    """The pre-tokenizer of the published files with this split pattern, None without one."""
    for name, steps in _STEPS.items():
        if presets()[name].pattern == pattern:
            return steps
    return None


def published_pattern(steps: list[dict[str, Any]]) -> str | None:
    """The preset whose published form `steps` are, as its pattern; None for others."""
    for name, known in _STEPS.items():
        if list(map(_cutting, steps)) == list(map(_cutting, known)):
            return preset_pattern(name)
    return None


def _cutting(step: dict[str, Any]) -> dict[str, Any]:
    """What of a step moves cuts; trim_offsets does not, and use_regex is true without a word."""
    kept = {key: value for key, value in step.items() if key != "trim_offsets"}
    return {"use_regex": True, **kept} if step.get("type") == "ByteLevel" else kept
