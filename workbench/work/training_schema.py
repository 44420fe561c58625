"""The record of one training setting, and those that a recipe has beside `TrainingSettings`.

The fields of `training_settings.TrainingSettings` carry their records themselves, so that type,
default and words of a setting are in one place. From the records come the options of the command
line with their help, the keys of a recipe and what they may be, the fields of the form with their
tool tips, the document of a run and the labels of its fact tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

from engine.settings import ENCODING_ERRORS, ROLES, SECOND_PATTERN, SUPERWORD_PRESETS

Group = Literal[
    "size",
    "pattern",
    "superwords",
    "special tokens",
    "merging",
    "merge rules",
    "reading",
    "mixture",
    "run",
]
NOTHING: Mapping[Any, str] = MappingProxyType({})


@dataclass(frozen=True)
class Setting:
    """One setting of a training, in English; the window translates label, choices and hint.

    kinds: types that its value may have in a recipe; empty for what a recipe cannot have.
    help: of the option on the command line; "" if it has no option of its own there.
    metavar: of the option. option: its name if it is not the key's.
    choices: the values that may be chosen, with what the window calls them.
    label, hint: of the field in the window; fact: the label in fact tables, if it is another.
    placeholder: what stands in an empty field, whose value is None then.
    is_plain: its value is the same in a recipe, in the window, in a TrainingConfig and in the
        store, so that nothing but this record need know it.
    is_narrow: its field takes half a row of the form. in_form: False if a designer shows it.
    """

    group: Group
    kinds: tuple[type, ...]
    help: str = ""
    metavar: str | None = None
    option: str = ""
    choices: Mapping[Any, str] = field(default_factory=lambda: NOTHING)
    label: str = ""
    hint: str = ""
    fact: str = ""
    placeholder: str = ""
    is_plain: bool = False
    is_narrow: bool = False
    in_form: bool = True

    @property
    def words(self) -> tuple[str, ...]:
        """Everything that the window shows of it, for translators."""
        if not self.label:
            return ()
        own = (self.label, self.fact, self.hint, self.placeholder, *self.choices.values())
        return tuple(words for words in own if words)

    @property
    def fact_label(self) -> str:
        """What it is called in fact tables."""
        return self.fact or self.label


READING_SETTINGS: Mapping[str, Setting] = {
    "max_document_chars": Setting("reading", (int,), "truncate each document there", "N"),
    "max_chars": Setting("reading", (int,), "end the corpus there", "N"),
    "document_separator": Setting(
        "reading",
        (str,),
        r"where a text file's documents end; \n and \t are read as such",
        "TEXT",
    ),
    "text_field": Setting(
        "reading",
        (str,),
        'field of JSON lines or column of CSV, TSV and parquet with the text (default "text"); '
        "dots lead into objects",
        "NAME",
    ),
    "encoding_errors": Setting(
        "reading",
        (str,),
        "invalid UTF-8: replace it by U+FFFD (default), skip the document, or stop",
        choices={value: value for value in ENCODING_ERRORS},
    ),
}
SOURCE_KINDS: Mapping[str, tuple[type, ...]] = {
    **{key: setting.kinds for key, setting in READING_SETTINGS.items()},
    "sample_share": (int, float),
    "sample_seed": (int,),
}
"""What a recipe's table of one source may have."""

SUPERWORD_SETTINGS: Mapping[str, Setting] = {
    "superwords_from": Setting(
        "superwords",
        (int, float),
        "train superwords from here on: a share of the vocabulary (0.8) or its size (40000)",
        "SHARE|N",
    ),
    "superword_rules": Setting(
        "superwords",
        (str, dict),
        f"what superwords may be: {', '.join(SUPERWORD_PRESETS)}, or a TOML file; official "
        "by default",
        "NAME|FILE",
    ),
    "superword_pattern": Setting(
        "superwords",
        (str,),
        f"split pattern of superwords, which the tokenizer will have: {SECOND_PATTERN} "
        "(default), superbpe-paper, none, another name, or a regular expression",
        "P",
    ),
    "superword_memory": Setting(
        "superwords",
        (int, float),
        "most memory for superwords; by default four fifths of what is free",
        "GB",
    ),
}
MIXTURE_SETTINGS: Mapping[str, Setting] = {
    "mixture": Setting(
        "mixture",
        (str,),
        "llama3-style, english-focused, balanced-multilingual, or a mixture file (TOML)",
        "NAME|FILE",
    ),
    "alpha": Setting(
        "mixture",
        (int, float),
        "share of a source is proportional to bytes^A: 1 as it is, 0 all equal",
        "A",
    ),
    "weights": Setting(
        "mixture",
        (dict,),
        "share of a source, relative to the others named; can be repeated, sources that are not "
        "named are skipped",
        "LABEL=SHARE",
        option="--weight",
    ),
    "bytes": Setting("mixture", (dict,)),
    "target_bytes": Setting(
        "mixture",
        (int, str),
        "size of the mixture, such as 500MB or 2GB: less samples whole documents, more "
        "repeats them",
        "N",
    ),
    "seed": Setting("mixture", (int,), "which documents a sample keeps (default 0)", "N"),
}
PATTERN_SETTING = Setting(
    "pattern", (str,), "name of a split pattern, or a regular expression", "P"
)
CASES_SETTING = Setting("pattern", (list,))
"""Cases of the pattern, as pattern_cases.py reads them; `split --cases` runs them."""
ROLES_HELP = (
    f"what a special token is for, once for each role: {', '.join(ROLES)}; ROLE= takes a role "
    "of the set away"
)
