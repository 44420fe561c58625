"""What the engine and the store say, in the language of the person who reads it.

`set_translation` gives the words of a language; without it they are the engine's own English,
which is what the command line prints. Sentences that have no code stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine.sentences import Filling, Form, Sentence
from workbench.text.numbers import grouped

_translation: dict[str, Callable[[Form, int], str]] = {}


def set_translation(words_of: Callable[[Form, int], str] | None) -> None:
    """Take a language: a function from an English form and its number to words with `{name}`."""
    _translation.clear()
    if words_of is not None:
        _translation["words_of"] = words_of


def sentence_words(sentence: str, **instead: str) -> str:
    """Return a sentence of an error or a finding in the language of the program.

    Sentences among its data are translated too. instead: data to show in place of its own.
    """
    if not isinstance(sentence, Sentence):
        return sentence
    data = {**sentence.data, **instead}
    words_of = _translation.get("words_of")
    if words_of is None:
        return Sentence(sentence.code, sentence.form, data)
    data |= {name: sentence_words(each) for name, each in data.items() if isinstance(each, str)}
    words = words_of(sentence.form, sentence.form.number(sentence.data))
    return _Filling().vformat(words, (), data)


def error_words(error: BaseException) -> str:
    """Return what a known error says, in the language of the program."""
    return sentence_words(str(error))


class _Filling(Filling):
    """Writes numbers in groups of three as everywhere in the window."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "," and isinstance(value, int):
            return grouped(value)
        return super().format_field(value, format_spec)


CERTIFICATE = "floor_certificate"
"""The code of the sentence on what a floor of counts cannot change."""


def certificates(sentences: Iterable[str]) -> tuple[Sentence, ...]:
    """Those of some sentences that say how many merges a floor of counts cannot change."""
    return tuple(
        each for each in sentences if isinstance(each, Sentence) and each.code == CERTIFICATE
    )
