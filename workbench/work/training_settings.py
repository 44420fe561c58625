"""TrainingSettings: what the form of a training says, as a value to be kept and compared.

Its fields carry the records of their settings, so that type, default and words of a setting are in
one place. From the records come the options of the command line with their help, the keys of a
recipe and what they may be, the fields of the form with their tool tips, the document of a run and
the labels of its fact tables. A new setting is a field here and one of the same name in
`engine.TrainingConfig`; a plain one needs no other place but a column of the store.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any

from engine.settings import (
    ENCODING_ERRORS,
    OWN_TRAINER,
    ROLES,
    SECOND_PATTERN,
    SPECIAL_TOKEN_SETS,
    SUPERWORD_PRESETS,
    LibraryTrainer,
    MergeRules,
    Parity,
    Pieces,
    SpecialTokenDesign,
    Superwords,
)
from engine.text import Normalization
from workbench.work.setting import Setting
from workbench.work.trainer_settings import BESIDE_SETTING, TRAINER_SETTINGS

if TYPE_CHECKING:
    from engine.settings import SpecialText, TieBreak, TokenLimit, TrainingConfig

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
    "min_count": (int,),
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


DEFAULT_VOCAB_SIZE = 4096
DEFAULT_PATTERN = "gpt2"
_TIE_BREAKS: Mapping[TieBreak, tuple[str, str]] = {
    "smallest-ids": ("Smallest ids", "rustbpe"),
    "gpt2-order": ("GPT-2 order", "tokenizers"),
    "greatest-bytes": ("Greatest bytes", "CS336"),
    "first-seen": ("First seen", "minbpe"),
}
"""Each rule with its words, and the library or course that has it."""


@dataclass(frozen=True, slots=True)
class TrainingSettings:
    """Everything that a person sets for a training but corpus, mixture and split pattern.

    Two are equal where the same training would follow, under the same name. The fields are those
    of `engine.TrainingConfig`, and besides:
    roles: pairs of role and token, None if none are given.
    pad_vocab_to: the vocabulary is rounded up to a multiple of this (SpecialTokenDesign).
    trainer: of another library, None for that of this program.
    beside: trainers that train the same afterwards, each for a run of its own.
    name: of the run, "" where the store shall give one.

    A value need not make sense: `config` says whether it does.
    """

    vocab_size: int = field(
        default=DEFAULT_VOCAB_SIZE,
        metadata={
            "setting": Setting(
                "size",
                (int,),
                "bytes, merges and special tokens",
                "N",
                label="Vocabulary size",
            )
        },
    )
    special_tokens: tuple[str, ...] = field(
        default=(),
        metadata={
            "setting": Setting(
                "special tokens",
                (str, list),
                f"{', '.join(SPECIAL_TOKEN_SETS)}, several joined by +, or a file: one token per "
                "line, a JSON list, or a JSON object with tokens and roles",
                "SET|FILE",
                label="Special tokens",
            )
        },
    )
    reserved_slots: int = field(
        default=0,
        metadata={
            "setting": Setting(
                "special tokens",
                (int,),
                "ids kept free at the end",
                "N",
                label="Reserved slots",
                is_narrow=True,
                hint="Ids reserved for later special tokens.",
            )
        },
    )
    tie_break: TieBreak = field(
        default="smallest-ids",
        metadata={
            "setting": Setting(
                "merging",
                (str,),
                "which of several pairs with the same count is merged first: "
                + ", ".join(f"{key} as {user}" for key, (_, user) in _TIE_BREAKS.items()),
                label="Tie-break",
                choices={key: f"{words} ({user})" for key, (words, user) in _TIE_BREAKS.items()},
                is_plain=True,
            )
        },
    )
    min_frequency: int = field(
        default=1,
        metadata={
            "setting": Setting(
                "merging",
                (int,),
                "least count of a merged pair, as weighted",
                "N",
                label="Minimum count",
                is_plain=True,
                is_narrow=True,
            )
        },
    )
    max_token_bytes: int | None = field(
        default=None,
        metadata={
            "setting": Setting(
                "merging",
                (int,),
                "longest token in bytes, read as --token-limit says",
                "N",
                label="Longest token, bytes",
                fact="Longest token allowed",
                placeholder="No limit",
                is_plain=True,
                is_narrow=True,
            )
        },
    )
    token_limit: TokenLimit = field(
        default="inclusive",
        metadata={
            "setting": Setting(
                "merging",
                (str,),
                "how --max-token-bytes is read: inclusive (default), or one byte less as "
                "tokenizers and bpeasy do; only with --max-token-bytes",
                label="Length limit",
                hint="tokenizers and bpeasy read their limit as one byte less.",
                choices={"inclusive": "Inclusive", "tokenizers": "Exclusive"},
                is_plain=True,
                is_narrow=True,
            )
        },
    )
    normalization: Normalization | None = field(
        default=None,
        metadata={
            "setting": Setting(
                "merging",
                (str,),
                "rewrite all text in this Unicode form first; lossy, the original does not come "
                "back",
                label="Unicode normalization",
                fact="Normalization",
                choices={
                    None: "None",
                    "nfc": "NFC: composed characters",
                    "nfkc": "NFKC: composed, plainer characters",
                },
                is_plain=True,
            )
        },
    )
    roles: tuple[tuple[str, str], ...] | None = field(
        default=None,
        metadata={
            "setting": Setting("special tokens", (dict,), ROLES_HELP, "ROLE=TOKEN", option="--role")
        },
    )
    special_text: SpecialText = field(
        default="ordinary",
        metadata={
            "setting": Setting(
                "special tokens",
                (str,),
                "special tokens in the corpus: ordinary text (default), or cut: documents end "
                "there, and the tokens are removed",
                label="If found in the corpus",
                fact="Special tokens in the corpus",
                hint="As ordinary text they may become merges; otherwise they are removed from "
                "the text.",
                choices={"ordinary": "Ordinary text", "cut": "Cut documents there"},
                is_plain=True,
                in_form=False,
            )
        },
    )
    pad_vocab_to: int | None = field(
        default=None,
        metadata={
            "setting": Setting(
                "special tokens",
                (int,),
                "round the vocabulary up to a multiple, such as 64, by more reserved slots at the "
                "end; the merges stay those of --vocab-size",
                "MULTIPLE",
                label="Pad vocabulary to a multiple of",
                hint="Adds reserved slots at the end; the number of merges stays.",
            )
        },
    )
    superwords: Superwords | None = None
    merge_rules: MergeRules | None = field(
        default=None, metadata={"setting": Setting("merge rules", (dict,))}
    )
    trainer: LibraryTrainer | None = None
    beside: tuple[LibraryTrainer, ...] = field(default=(), metadata={"setting": BESIDE_SETTING})
    parity: Parity | None = field(default=None, metadata={"setting": Setting("parity", (dict,))})
    pieces: Pieces | None = field(default=None, metadata={"setting": Setting("pieces", (dict,))})
    name: str = field(
        default="",
        metadata={
            "setting": Setting(
                "run",
                (str,),
                "name of the run",
                label="Run name",
                placeholder="Named by date and time if empty",
            )
        },
    )

    @classmethod
    def of_document(cls, document: Mapping[str, Any]) -> TrainingSettings:
        """The settings of what `document` gave. Raises TypeError, ValueError and ConfigError."""
        found = dict(document)
        found["special_tokens"] = tuple(found.get("special_tokens", ()))
        if (roles := found.get("roles")) is not None:
            found["roles"] = tuple((str(role), str(token)) for role, token in roles)
        if (superwords := found.get("superwords")) is not None:
            found["superwords"] = Superwords.of_document(superwords)
        if (merge_rules := found.get("merge_rules")) is not None:
            found["merge_rules"] = MergeRules.of_document(merge_rules)
        if (trainer := found.get("trainer")) is not None:
            found["trainer"] = LibraryTrainer.of_document(trainer)
        found["beside"] = tuple(map(LibraryTrainer.of_document, found.get("beside", ())))
        if (parity := found.get("parity")) is not None:
            found["parity"] = Parity.of_document(parity)
        if (pieces := found.get("pieces")) is not None:
            found["pieces"] = Pieces.of_document(pieces)
        return cls(**found)

    def document(self) -> dict[str, Any]:
        """The settings as JSON has them."""
        rules = {
            "superwords": None if self.superwords is None else self.superwords.document(),
            "merge_rules": None if self.merge_rules is None else self.merge_rules.document(),
            "trainer": None if self.trainer is None else self.trainer.document(),
            "beside": [each.document() for each in self.beside],
            "parity": None if self.parity is None else self.parity.document(),
            "pieces": None if self.pieces is None else self.pieces.document(),
        }
        return {**asdict(self), **rules}

    @classmethod
    def of(cls, config: TrainingConfig, *, name: str = "") -> TrainingSettings:
        """The settings that a stored run was trained with; its pattern is `config.pattern`."""
        plain = plain_values(config)
        if config.pieces is not None:
            plain["normalization"] = None  # they decide it
        return cls(
            vocab_size=config.vocab_size,
            special_tokens=tuple(config.special_tokens),
            reserved_slots=config.reserved_slots,
            roles=None if config.roles is None else tuple(config.roles.items()),
            superwords=config.superwords,
            merge_rules=config.merge_rules,
            trainer=config.trainer,
            parity=config.parity,
            pieces=config.pieces,
            name=name,
            **plain,
        )

    @property
    def design(self) -> SpecialTokenDesign:
        """The special tokens with everything about them. Raises ConfigError."""
        roles = None if self.roles is None else dict(self.roles)
        return SpecialTokenDesign(
            self.special_tokens, self.reserved_slots, self.pad_vocab_to, roles
        )

    def with_design(self, design: SpecialTokenDesign) -> TrainingSettings:
        """The same settings with other special tokens."""
        return replace(
            self,
            special_tokens=design.tokens,
            reserved_slots=design.reserved_slots,
            pad_vocab_to=design.pad_vocab_to,
            roles=None if design.roles is None else tuple(design.roles.items()),
        )

    def for_trainer(self, trainer: LibraryTrainer | None) -> TrainingSettings:
        """The same settings with a trainer; without those that it lacks, which no form shows."""
        if trainer is None:
            return self
        kept = {key: getattr(self, key) for key in PLAIN_SETTINGS if trainer.has_setting(key)}
        tokens, roles = self.special_tokens, self.roles
        return TrainingSettings(
            self.vocab_size,
            tokens,
            roles=roles,
            name=self.name,
            trainer=trainer,
            beside=self.beside,
            **kept,
        )

    def config(self, pattern: str) -> TrainingConfig:
        """The settings of a training with this pattern; without one if its trainer has none.

        Raises ConfigError, whose `setting` names the field that is wrong.
        """
        from engine.settings import TrainingConfig  # late: help needs none

        return TrainingConfig(
            **self.design.settings(self.vocab_size),
            pattern=self._pattern_for(pattern),
            superwords=self.superwords,
            merge_rules=self.merge_rules,
            trainer=self.trainer,
            parity=self.parity,
            pieces=self.pieces,
            **plain_values(self),
        )

    def _pattern_for(self, pattern: str) -> str:
        if self.pieces is not None:
            return self.pieces.pattern
        return pattern if self.trainer is None else self.trainer.pattern_for(pattern)

    def differences(self, other: TrainingSettings) -> Mapping[str, tuple[object, object]]:
        """The fields in which two differ, each with both values."""
        names = self.__slots__
        pairs = {name: (getattr(self, name), getattr(other, name)) for name in names}
        return {name: (a, b) for name, (a, b) in pairs.items() if a != b}


_OWN: Mapping[str, Setting] = {
    each.name: each.metadata["setting"]
    for each in fields(TrainingSettings)
    if "setting" in each.metadata
}
SETTINGS: Mapping[str, Setting] = {
    "paths": Setting("run", (list, str)),
    "labels": Setting("reading", (dict,)),
    "vocab_size": _OWN["vocab_size"],
    "pattern": PATTERN_SETTING,
    "pattern_cases": CASES_SETTING,
    **SUPERWORD_SETTINGS,
    **_OWN,
    **READING_SETTINGS,
    "sources": Setting("reading", (dict,)),
    **MIXTURE_SETTINGS,
    **TRAINER_SETTINGS,
    "out": Setting("run", (str,)),
}
"""Every setting of a training by its key in a recipe, in the order of the command line's help."""

PLAIN_SETTINGS: Mapping[str, Setting] = {
    key: setting for key, setting in _OWN.items() if setting.is_plain
}


def plain_values(settings: TrainingSettings | TrainingConfig) -> dict[str, Any]:
    """The values of the plain settings, by key."""
    return {key: getattr(settings, key) for key in PLAIN_SETTINGS}


def default_of(key: str) -> Any:
    """The value that a setting has if nothing else is said."""
    if key in TRAINER_SETTINGS:
        return OWN_TRAINER if key == "trainer" else None
    return TrainingSettings.__dataclass_fields__[key].default
