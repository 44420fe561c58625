"""Language codes in labels and file names: ISO 639-1 and 639-3, ISO 15924 scripts, regions."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

WordRule = Literal["white-space", "characters", "syllables"]
WORD_RULES: dict[WordRule, str] = {
    "white-space": "stretches between white space",
    "characters": "characters other than white space",
    "syllables": "stretches between tsheg, shad or white space",
}
"""What counts as a word for fertility, as text beside the number."""

_SCRIPT = re.compile(r"[A-Z][a-z]{3}")
_REGION = re.compile(r"[A-Z]{2}|[0-9]{3}")
_LANGUAGE = re.compile(r"[a-z]{2,3}")
_CHARACTER_SCRIPTS = frozenset(
    {"Hani", "Hans", "Hant", "Jpan", "Thai", "Laoo", "Khmr", "Mymr", "Bopo", "Hira", "Kana"}
)
_NO_LANGUAGES = frozenset({"code", "markup", "other"})


@dataclass(frozen=True, slots=True)
class LanguageCode:
    """What a code says.

    language: ISO 639-3, individual languages under the code in common use: `arb` is `ara`.
    script: ISO 15924 as written, None if the code names none. region: ISO 3166 or UN M.49.
    variant: what else follows, such as "Zawgyi".
    """

    language: str
    script: str | None = None
    region: str | None = None
    variant: str | None = None

    @property
    def label(self) -> str:
        """The code in one spelling: `cmn-Hans` -> "zho_Hans", `en` -> "eng"."""
        parts = (self.language, self.script, self.region, self.variant)
        return "_".join(part for part in parts if part)

    @property
    def expected_script(self) -> str | None:
        """The script that is written or, failing that, the usual one; None if not known."""
        return self.script or usual_script(self.language)


@cache
def language_code(text: str) -> LanguageCode | None:
    """Read a code or label; None for what is not one.

    A language that the table does not know counts if a script follows it.

    Examples: "deu", "eng_GB", "aze-Latn", "zh-Hant-TW", "arb_Arab", "mya_Zawgyi".
    """
    head, *tail = re.split(r"[_-]", text)
    if not _LANGUAGE.fullmatch(head):
        return None
    language = _table()["aliases"].get(head, head)
    script, region, rest = None, None, []
    for part in tail:
        if script is None and _SCRIPT.fullmatch(part) and part in script_names():
            script = part
        elif region is None and _REGION.fullmatch(part):
            region = part
        else:
            rest.append(part)
    entry = _table()["languages"].get(language)
    if entry is None and (script is None or len(language) != 3):
        return None
    if entry is not None and (entry[1] in _NO_LANGUAGES and usual_script(language) is None):
        return None
    return LanguageCode(language, script, region, "_".join(rest) or None)


def usual_script(language: str) -> str | None:
    """The ISO 15924 code of the script that a language is mostly written in; None if not known."""
    table = _table()
    if language in table["scripts"]:
        return str(table["scripts"][language])
    entry = table["languages"].get(language)
    return entry[1] if entry is not None and entry[1] in script_names() else None


@cache
def script_names() -> dict[str, tuple[str, ...]]:
    """ISO 15924 codes with the Unicode scripts that they are written in.

    Example: "Jpan" -> ("Han", "Hiragana", "Katakana").
    """
    return {code: tuple(names) for code, names in _table()["script_names"].items()}


def word_rule_of_script(script: str | None) -> WordRule:
    """The word rule of a script for fertility; white space if it is unknown."""
    if script == "Tibt":
        return "syllables"
    return "characters" if script in _CHARACTER_SCRIPTS else "white-space"


def is_code(label: str) -> bool:
    """Whether a label is program text or markup, not a language."""
    entry = _table()["languages"].get(_table()["aliases"].get(label, label))
    return label.startswith("code_") or (entry is not None and entry[1] in {"code", "markup"})


@cache
def _table() -> dict[str, Any]:
    text = files("resources").joinpath("languages.json").read_text(encoding="utf-8")
    table: dict[str, Any] = json.loads(text)
    return table
