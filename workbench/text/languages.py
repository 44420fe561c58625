"""Names and scripts of language and domain labels: `deu` is German, `code_python` is Python."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from engine.text import is_code, language_code, word_rule_of_script

_translation: dict[str, Callable[[str], str]] = {"words_of": str}


@dataclass(frozen=True, slots=True)
class Language:
    """What a label stands for.

    label: the label as the corpus has it (`zho_Hant`).
    name: words for it (`Chinese, traditional`), English unless `set_translation` gave others; the
        label itself where it is not known.
    script: group of scripts that decides the hue (`Hani`, `Latn`, `code`, ...; `other` if unknown).
    order: place among the languages of its script, from 0; decides shade and marker.
    """

    label: str
    name: str
    script: str
    order: int


@cache
def language(label: str) -> Language:
    """Return what `label` stands for; never raises."""
    table = _table()
    known = _known(label)
    if known is not None:
        return known
    head, _, tail = label.partition("_")
    parent, subtag = _known(head), table["subtags"].get(tail)
    if parent is not None and subtag is not None:
        words, script = subtag
        script = script or parent.script
        order = parent.order + 1 + list(table["subtags"]).index(tail)
        return Language(label, f"{parent.name}, {_words(words)}", script, order)
    name = label.removeprefix("code_").replace("_", " ").strip() or label
    return Language(label, name, "code" if label.startswith("code_") else "other", _stable(label))


def language_name(label: str) -> str:
    """Return the English words for a label.

    >>> language_name("deu"), language_name("code_python"), language_name("klingon")
    ('German', 'Python', 'klingon')
    """
    return language(label).name


def set_translation(words_of: Callable[[str], str]) -> None:
    """Give languages other names from now on: `words_of` gets the English ones."""
    _translation["words_of"] = words_of
    language.cache_clear()


def is_spaced(label: str) -> bool:
    """Return whether words stand apart, by the word rule of the label's script.

    >>> is_spaced("deu"), is_spaced("tha"), is_spaced("zho_Hant"), is_spaced("klingon")
    (True, False, False, True)
    """
    code = None if is_code(label) else language_code(label)
    return code is None or word_rule_of_script(code.expected_script) == "white-space"


def _words(english: str) -> str:
    return _translation["words_of"](english)


def _known(label: str) -> Language | None:
    table = _table()
    code = table["aliases"].get(label, label)
    entry = table["languages"].get(code)
    if entry is None:
        return None
    name, script = entry
    return Language(label, _words(name), script, _orders()[code])


@cache
def _table() -> dict[str, Any]:
    text = files("resources").joinpath("languages.json").read_text(encoding="utf-8")
    table: dict[str, Any] = json.loads(text)
    return table


@cache
def _orders() -> dict[str, int]:
    """Return each code's place within its script, in the order of the file."""
    seen: dict[str, int] = {}
    orders = {}
    for code, (_, script) in _table()["languages"].items():
        orders[code] = seen.get(script, 0)
        seen[script] = orders[code] + 1
    return orders


def _stable(label: str) -> int:
    """Return a small number that is the same for a label in every process."""
    return sum(label.encode()) % 35
