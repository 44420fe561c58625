"""What the engine says of errors and findings: one English sentence for each code, and its data.

The tables are the modules of this package, by subject; they load with the first sentence:

    raise CorpusError(say("file_not_there", path=path), path=path)

A `Sentence` is a str for all who read it. Programs that speak another language take its
`form` and `data` and make their own.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass
from functools import cached_property
from numbers import Integral, Real
from typing import Any, TypeAlias

Plain: TypeAlias = "str | int | float | bool | None"
"""What data consist of; a str may be a `Sentence` again."""


@dataclass(frozen=True, slots=True)
class Form:
    """The English of a code, with `{name}`, `{name:,}` and the shapes of `Filling` as data.

    many: the sentence; one: the same where the value of `count` is 1, "" where it has no plural.
    """

    many: str
    one: str = ""
    count: str = ""

    def number(self, data: Mapping[str, Plain]) -> int:
        """The number that decides between `one` and `many`; 0 where none does."""
        value = data[self.count] if self.count else 0
        return value if isinstance(value, int) else 0

    def fields(self) -> frozenset[str]:
        """The names of the data that the sentence uses."""
        return frozenset(
            name
            for text in (self.one, self.many)
            for _, name, _, _ in string.Formatter().parse(text)
            if name is not None
        )


Words: TypeAlias = "str | Form"
"""The English of a code; a str has no plural."""

_SHAPES: Mapping[str, Callable[[str], str]] = {
    ".": lambda sentence: sentence.rstrip("."),
    "v.": lambda sentence: sentence[:1].lower() + sentence[1:].rstrip("."),
    "^": lambda sentence: sentence[:1].upper() + sentence[1:],
}
_SHAPED = re.compile(r":(?:v?\.|\^)\}")


class Filling(string.Formatter):
    """Puts data into the words of a form.

    `{name:.}` is a sentence without its full stop, `{name:v.}` also begins it with a small letter,
    and `{name:^}` with a capital one.
    """

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec in _SHAPES:
            return _SHAPES[format_spec](str(value))
        return str(super().format_field(value, format_spec))


_FILLING = Filling()


def filled(text: str, data: Mapping[str, Plain]) -> str:
    """Return the words of a form with the data in their places."""
    if _SHAPED.search(text):
        return _FILLING.vformat(text, (), data)
    return text.format_map(data)  # ten times as fast, and files may have many problems


class Sentence(str):
    """An English sentence with its code (unique in the engine) and the data it was made from."""

    code: str
    data: Mapping[str, Plain]
    form: Form

    def __new__(cls, code: str, form: Form, data: Mapping[str, Plain]) -> Sentence:  # noqa: PYI034  Self needs 3.11
        text = form.one if form.one and form.number(data) == 1 else form.many
        sentence = super().__new__(cls, filled(text, data))
        sentence.code, sentence.form, sentence.data = code, form, data
        return sentence

    def __str__(self) -> str:
        return self  # so that the text of an exception keeps its code and data

    def __reduce__(self) -> tuple[Callable[..., Sentence], tuple[Any, ...]]:
        return Sentence, (self.code, self.form, dict(self.data))


class Sentences:
    """Sentences by their codes; called with a code and data it makes one.

    forms: the English of each code, or a function that is called for it with the first sentence.
    """

    def __init__(self, forms: Mapping[str, Words] | Callable[[], Mapping[str, Words]]) -> None:
        self._given = forms

    @cached_property
    def forms(self) -> dict[str, Form]:
        given = self._given if isinstance(self._given, Mapping) else self._given()
        return {code: Form(form) if isinstance(form, str) else form for code, form in given.items()}

    @staticmethod
    def packed(sentence: str | None) -> Any:
        """Return a sentence as JSON, for another process or a file; of any package."""
        if not isinstance(sentence, Sentence):
            return sentence
        data = {
            name: Sentences.packed(value) if isinstance(value, str) else value
            for name, value in sentence.data.items()
        }
        return {"code": sentence.code, "form": astuple(sentence.form), "data": data}

    @staticmethod
    def unpacked(document: Any) -> str:
        """Return the sentence of a document that `packed` made; a str as it is."""
        if not isinstance(document, dict):
            return str(document)
        data = {
            name: Sentences.unpacked(value) if isinstance(value, dict) else value
            for name, value in document["data"].items()
        }
        return Sentence(document["code"], Form(*document["form"]), data)

    def __call__(self, code: str, /, **data: object) -> Sentence:
        """Return the sentence of a code. Errors among the data give their own sentence."""
        plain = {name: _plain(value) for name, value in data.items()}
        return Sentence(code, self.forms[code], plain)


def _plain(value: object) -> Plain:
    if isinstance(value, BaseException) and value.args and isinstance(value.args[0], Sentence):
        return value.args[0]
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, Integral):  # NumPy's
        return int(value)
    return float(value) if isinstance(value, Real) else str(value)


def _tables() -> dict[str, Words]:
    from engine.sentences import (
        chat,
        cluster,
        corpus,
        counts,
        evaluation,
        explore,
        models,
        probes,
        reading,
        trainers,
        training,
        writing,
    )

    subjects = (
        corpus,
        counts,
        cluster,
        training,
        trainers,
        reading,
        writing,
        chat,
        evaluation,
        explore,
        models,
        probes,
    )
    return {code: form for subject in subjects for code, form in subject.FORMS.items()}


say = Sentences(_tables)
"""The sentences of the engine."""


def either(items: Iterable[object]) -> str:
    """Return one item, or "a, b or c"."""
    *several, last = map(str, items)
    first = several[0] if len(several) == 1 else ", ".join(several)  # a Sentence stays one
    return say("either", several=first, last=last) if several else last


def all_of(items: Iterable[object]) -> str:
    """Return one item, or "a, b and c"."""
    *several, last = map(str, items)
    return say("all_of", several=_listed(several), last=last) if several else last


def _listed(items: Sequence[str]) -> str:
    """Items with commas; sentences among them keep their codes."""
    if len(items) == 1:
        return items[0]
    if not any(isinstance(each, Sentence) for each in items):
        return ", ".join(items)
    return say("listed", first=items[0], rest=_listed(items[1:]))


def some_of(items: Iterable[object], most: int = 3) -> str:
    """Return the first items, and how many more there are."""
    shown = list(map(str, items))
    first = ", ".join(shown[:most])
    return say("some_of", first=first, rest=len(shown) - most) if len(shown) > most else first


def counted(number: int, thing: str) -> str:
    """A number with its noun, whose plural takes an s.

    >>> counted(1, "document"), counted(2000, "merge")
    ('1 document', '2,000 merges')
    """
    return f"{number:,} {thing if number == 1 else thing + 's'}"
