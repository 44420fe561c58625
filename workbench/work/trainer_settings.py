"""The settings of the trainers of other libraries, for the table of all settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.settings import OWN_TRAINER, TRAINER_OPTIONS, TRAINERS
from workbench.work.setting import Setting

_DEFAULTS = {key: option.default for key, option in TRAINER_OPTIONS.items()}
_SWITCH = {None: "Default", True: "Yes", False: "No"}
TRAINER_SETTINGS: Mapping[str, Setting] = {
    "trainer": Setting(
        "trainer",
        (str,),
        "what trains: workbench (default), or another library on the same text: tokenizers' BPE, "
        "Unigram or WordPiece, sentencepiece's BPE or Unigram",
        choices={
            OWN_TRAINER: "Workbench",
            "hf-bpe": "tokenizers: BPE",
            "hf-unigram": "tokenizers: Unigram",
            "hf-wordpiece": "tokenizers: WordPiece",
            "sp-bpe": "sentencepiece: BPE",
            "sp-unigram": "sentencepiece: Unigram",
        },
        label="Trainer",
        hint="Other libraries train in a process of their own, to compare with.",
    ),
    "character_coverage": Setting(
        "trainer",
        (int, float),
        "sp-*: share of the characters that get a token; the rarest become the unknown token "
        f"(default {_DEFAULTS['character_coverage']})",
        "SHARE",
        label="Character coverage",
        hint="The rarest characters become the unknown token, or bytes.",
        placeholder=str(_DEFAULTS["character_coverage"]),
        is_narrow=True,
    ),
    "byte_fallback": Setting(
        "trainer",
        (bool,),
        "sp-*: write characters without a token as bytes",
        label="Byte fallback",
        hint="Writes characters without a token as bytes.",
        choices=_SWITCH,
        is_narrow=True,
    ),
    "split_digits": Setting(
        "trainer",
        (bool,),
        "every digit is a token of its own",
        label="Split digits",
        hint="Every digit is a token of its own.",
        choices=_SWITCH,
        is_narrow=True,
    ),
    "word_prefix": Setting(
        "trainer",
        (bool,),
        "sp-*, hf-unigram: put a space before each text (default)",
        label="Space before text",
        hint="A first word is then the same token as inside the text.",
        choices=_SWITCH,
        is_narrow=True,
    ),
    "word_suffix": Setting(
        "trainer",
        (str,),
        "hf-bpe: what the last piece of a word ends with, such as </w>; characters and words "
        "instead of bytes and a split pattern (default: none)",
        "TEXT",
        label="Suffix of words",
        hint="Such as </w>: characters and words instead of bytes and a split pattern.",
        placeholder="None",
        is_narrow=True,
    ),
    "piece_prefix": Setting(
        "trainer",
        (str,),
        "hf-wordpiece: what a piece inside a word begins with (default ##)",
        "TEXT",
        label="Prefix of pieces",
        hint="What a piece inside a word begins with.",
        placeholder=_DEFAULTS["piece_prefix"],
        is_narrow=True,
    ),
    "model_prefix": Setting(
        "trainer",
        (str,),
        "sp-*: name of the model file without .model (default tokenizer)",
        "NAME",
        label="Model prefix",
        hint="Name of the model file without .model.",
        placeholder=_DEFAULTS["model_prefix"],
        is_narrow=True,
    ),
    "input_sentence_size": Setting(
        "trainer",
        (int,),
        "sp-*: train on that many lines, drawn at random (default: all)",
        "N",
        label="Lines to draw",
        hint="Number of lines to train on, drawn at random.",
        placeholder="All",
        is_narrow=True,
    ),
    "max_sentence_length": Setting(
        "trainer",
        (int,),
        f"sp-*: skip lines of more bytes (default {_DEFAULTS['max_sentence_length']})",
        "N",
        label="Longest line, bytes",
        hint="Longer lines are skipped.",
        placeholder=str(_DEFAULTS["max_sentence_length"]),
        is_narrow=True,
    ),
}
"""Which library trains, and the options of those that are not this program."""

BESIDE_SETTING = Setting(
    "trainer",
    (list, str),
    "trainers that make runs of the same mixture after this one, for a table of all: "
    f"{', '.join(TRAINERS)}, joined by commas, or all",
    "TRAINER,...",
    label="Train beside it",
    hint="Other libraries train on the same text afterwards, each as a run of its own.",
)
ALL_TRAINERS = "all"


def beside_names(value: str | Sequence[str], trainer: str = OWN_TRAINER) -> tuple[str, ...]:
    """The trainers that a text or list names; "all" is every one but `trainer`."""
    names = value.split(",") if isinstance(value, str) else value
    named = [each.strip() for each in map(str, names) if each.strip()]
    if named == [ALL_TRAINERS]:
        return tuple(each for each in TRAINERS if each != trainer)
    return tuple(named)
