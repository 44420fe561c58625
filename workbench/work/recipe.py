"""Recipes: the settings of a training in a TOML file.

    paths = ["news/", "code/*.py"]          # relative to this file
    vocab_size = 32768
    pattern = "o200k"
    pattern_cases = ['" world" stays one']  # run by split --cases, see pattern_cases.py
    special_tokens = "chatml"               # a set, a file, or a list of tokens
    roles = { pad = "<|endoftext|>" }       # beside those of the set
    trainer = "workbench"                   # or sp-unigram, hf-bpe ..., with their options:
    # character_coverage = 0.9995           # pattern and other settings that they lack go then
    [labels]
    "news/" = "deu"
    [weights]                               # or alpha = 0.3, or mixture = "llama3-style"
    deu = 0.25                              # target_bytes = "2GB" and seed = 1 with any of them
    [superword_rules]                       # with superwords_from = 0.8; or the name of a preset
    preset = "official"                     # or of a file
    most_words = 3
    [sources.deu]                           # how one source is read, by its label
    text_field = "body"
    [merge_rules]                           # tokens that no merge may make
    blocked = [" the", "..."]               # or a file with one on each line
    blocked_pattern = "[0-9]{4}"
    [pieces]                                # characters as in SentencePiece; may be empty
    coverage = 0.9995
    [parity]                                # languages choose the merges, by parallel texts
    texts = ["dev/"]                        # line n says the same in every language
    global_share = 0.5                      # of the merges, chosen by the whole corpus first
    window = 100                            # with alpha = 2.0: no language chooses all the time
    [require]                               # what comes after the training: pipeline_recipe.py
    premium = "<= 2.5"
    [explore]                               # a search, by `explore`: engine/explore/reading.py
    texts = ["parallel/"]

Keys are the long options of `train` with underscores. What the command line gives comes first;
the window opens a recipe whole. Which keys there are and of what kind says training_settings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.corpus import is_address
from engine.errors import ConfigError, EngineError, TokenizerFileError, reason_of
from engine.machine import check_regular, toml_document
from engine.sentences import either
from engine.settings import (
    SUPERWORD_PRESETS,
    DocumentSample,
    MergeRules,
    Parity,
    Pieces,
    ReadingOptions,
    SuperwordRules,
    blocked_in,
    blocked_in_values,
    superword_rules,
)
from workbench.work.pattern_cases import CaseError, PatternCase, check_number, read_case
from workbench.work.sentences import say
from workbench.work.training_settings import SETTINGS, SOURCE_KINDS

if TYPE_CHECKING:
    from engine.settings import SpecialTokenDesign

_KINDS = {
    list: say("recipe_list"),
    str: say("recipe_string"),
    dict: say("recipe_table"),
    int: say("recipe_integer"),
    float: say("recipe_number"),
    bool: say("recipe_boolean"),
}
_RULES = ("blocked", "blocked_pattern")
PIPELINE_KINDS: Mapping[str, tuple[type, ...]] = {
    "evaluate": (dict,),
    "require": (dict,),
    "export": (list, dict),
    "register": (dict,),
    "results": (str,),
    "report": (str,),
    "explore": (dict,),
}
"""What a recipe may say of the steps after its training, which `pipeline` does; `explore` reads
the last one alone."""


class RecipeError(EngineError):
    """A recipe that cannot be used or written; `str(error)` names the file and what is wrong."""


@dataclass(frozen=True)
class Recipe:
    """A recipe that was read: paths and labels are resolved, settings are as written.

    reading: how single sources are read, by label. file: where it was read, None for none.
    pipeline: the keys of PIPELINE_KINDS as they are written; `pipeline_recipe` reads them.
    """

    paths: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    reading: Mapping[str, ReadingOptions] = field(default_factory=dict)
    file: Path | None = None
    pipeline: Mapping[str, Any] = field(default_factory=dict)


def read_recipe(path: Path) -> Recipe:
    """The recipe in `path`. Raises RecipeError with the file and the key or line at fault."""
    document = _parse(path)
    for key, value in document.items():
        _check(path, key, value)
    paths = document.pop("paths", [])
    labels = document.pop("labels", {})
    sources = document.pop("sources", {})
    pipeline = {key: document.pop(key) for key in PIPELINE_KINDS if key in document}
    if not all(isinstance(item, str) for item in (*paths, *labels.values())):
        raise RecipeError(say("recipe_no_strings", path=path))
    if "special_tokens" in document:
        document["special_tokens"] = _special_tokens(path, document["special_tokens"])
    if "pattern_cases" in document:
        document["pattern_cases"] = _cases(path, document["pattern_cases"])
    if "merge_rules" in document:
        document["merge_rules"] = read_merge_rules(path, document["merge_rules"])
    if "parity" in document:
        document["parity"] = read_parity(path, document["parity"])
    if "pieces" in document:
        document["pieces"] = read_pieces(path, document["pieces"])
    if "superword_rules" in document:
        document["superword_rules"] = recipe_rules(path, document["superword_rules"])
    if "out" in document:
        document["out"] = Path(beside(path, document["out"]))
    return Recipe(
        paths=tuple(beside(path, p) for p in ([paths] if isinstance(paths, str) else paths)),
        labels={beside(path, source): label for source, label in labels.items()},
        settings=document,
        reading={label: _reading(path, label, table) for label, table in sources.items()},
        file=path,
        pipeline=pipeline,
    )


def _parse(path: Path) -> dict[str, Any]:
    try:
        check_regular(path)
        return toml_document(path.read_bytes().decode("utf-8-sig"))
    except FileNotFoundError:
        raise RecipeError(say("recipe_not_there", path=path)) from None
    except OSError as error:
        raise RecipeError(say("recipe_not_readable", path=path, reason=reason_of(error))) from None
    except UnicodeDecodeError as error:
        raise RecipeError(say("recipe_no_utf8", path=path, byte=error.start)) from None
    except ValueError as error:
        raise RecipeError(say("recipe_not_toml", path=path, reason=error)) from None


def _check(path: Path, key: str, value: object) -> None:
    if key == "groups":
        raise RecipeError(say("recipe_is_mixture", path=path))
    if key not in SETTINGS and key not in PIPELINE_KINDS:
        known = ", ".join((*SETTINGS, *PIPELINE_KINDS))
        raise RecipeError(say("recipe_no_setting", path=path, key=repr(key), known=known))
    kinds = SETTINGS[key].kinds if key in SETTINGS else PIPELINE_KINDS[key]
    check_kind(path, key, value, kinds)


def check_kind(path: Path, key: str, value: object, kinds: tuple[type, ...]) -> None:
    """Raise RecipeError for a value of another kind; yes and no are no numbers."""
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        raise _wrong_kind(path, key, value, either(_KINDS[kind] for kind in kinds))


def _wrong_kind(path: Path, key: str, value: object, expected: str) -> RecipeError:
    sentence = say("recipe_wrong_kind", path=path, key=key, value=repr(value), expected=expected)
    return RecipeError(sentence)


def _reading(path: Path, label: str, table: object) -> ReadingOptions:
    """The reading options of one source. Raises RecipeError."""
    if not isinstance(table, dict):
        expected = say("recipe_table_with", keys=", ".join(SOURCE_KINDS))
        raise _wrong_kind(path, f"sources.{label}", table, expected)
    for key, value in table.items():
        if key not in SOURCE_KINDS:
            known = ", ".join(SOURCE_KINDS)
            name = f"sources.{label}.{key}"
            raise RecipeError(say("recipe_unknown_option", path=path, key=name, known=known))
        if not isinstance(value, SOURCE_KINDS[key]) or isinstance(value, bool):
            expected = _KINDS[SOURCE_KINDS[key][-1]]
            raise _wrong_kind(path, f"sources.{label}.{key}", value, expected)
    options = dict(table)
    share, seed = options.pop("sample_share", None), options.pop("sample_seed", None)
    try:
        if share is None and seed is not None:
            key = f"sources.{label}.sample_seed"
            raise RecipeError(say("recipe_seed_alone", path=path, key=key))
        sample = None if share is None else DocumentSample(float(share), seed or 0)
        return ReadingOptions(**options, sample=sample)
    except ConfigError as error:
        raise _refused(path, f"sources.{label}", error) from None


def _refused(path: Path, table: str, error: EngineError) -> RecipeError:
    return RecipeError(say("recipe_table_refused", path=path, table=table, reason=error))


def _special_tokens(path: Path, value: str | list[Any]) -> SpecialTokenDesign:
    from engine.settings import SPECIAL_TOKEN_SETS, SpecialTokenDesign, special_token_design

    if isinstance(value, list):
        return SpecialTokenDesign(tuple(value))
    if all(name in SPECIAL_TOKEN_SETS for name in value.split("+")):
        return special_token_design(value)
    return special_token_design(beside(path, value))


def _cases(path: Path, lines: list[Any]) -> tuple[PatternCase, ...]:
    cases: list[PatternCase] = []
    for number, line in enumerate(lines, start=1):
        try:
            cases.append(read_case(line if isinstance(line, str) else repr(line)))
            check_number(number)
        except CaseError as error:
            reason = say("recipe_case", path=path, number=number, reason=error)
            raise RecipeError(reason) from None
    return tuple(cases)


def beside(recipe: Path, path: str) -> str:
    """A path of a recipe, which is relative to its folder; an address as it is."""
    if is_address(path) or path.lower().startswith("file://"):
        return path
    return str(recipe.parent / Path(path).expanduser())


def read_merge_rules(path: Path, table: Mapping[str, Any]) -> dict[str, Any]:
    """The table `merge_rules` of the recipe in `path`, whose file names are beside it.

    Raises RecipeError.
    """
    for key in table:
        if key not in _RULES:
            known, name = ", ".join(_RULES), f"merge_rules.{key}"
            raise RecipeError(say("recipe_unknown_rule", path=path, key=name, known=known))
    rules = dict(table)
    blocked = rules.get("blocked", [])
    try:
        if isinstance(blocked, str):
            rules["blocked"] = blocked_in([str(path.parent / Path(blocked).expanduser())])
        elif isinstance(blocked, list):
            rules["blocked"] = blocked_in_values(blocked)
        else:
            raise _wrong_kind(path, "merge_rules.blocked", blocked, say("recipe_blocked"))
        MergeRules(**rules)
    except (ConfigError, TokenizerFileError) as error:
        raise _refused(path, "merge_rules", error) from None
    return rules


def read_pieces(path: Path, table: Mapping[str, Any]) -> dict[str, Any]:
    """The table `pieces` of the recipe in `path`. Raises RecipeError."""
    known = Pieces().document()
    for key in table:
        if key not in known:
            name = f"pieces.{key}"
            raise RecipeError(
                say("recipe_unknown_rule", path=path, key=name, known=", ".join(known))
            )
    try:
        Pieces.of_document(table)
    except ConfigError as error:
        raise _refused(path, "pieces", error) from None
    return dict(table)


def read_parity(path: Path, table: Mapping[str, Any]) -> dict[str, Any]:
    """The table `parity` of the recipe in `path`, whose texts are beside it. Raises RecipeError."""
    texts = table.get("texts", [])
    texts = [texts] if isinstance(texts, str) else texts
    if not isinstance(texts, list) or not all(isinstance(each, str) for each in texts):
        raise _wrong_kind(path, "parity.texts", texts, say("recipe_list"))
    settings = {**table, "texts": [beside(path, each) for each in texts]}
    if not texts:
        del settings["texts"]
    try:
        Parity.of_document(settings)
    except ConfigError as error:
        raise _refused(path, "parity", error) from None
    return settings


def recipe_rules(recipe: Path, value: str | Mapping[str, Any]) -> SuperwordRules:
    """The rules that a recipe names, or has in a table. Raises RecipeError."""
    try:
        if isinstance(value, str):
            file = recipe.parent / Path(value).expanduser()
            return superword_rules(value if value in SUPERWORD_PRESETS else file)
        table = dict(value)
        preset = table.pop("preset", None)
        if preset is not None and preset not in SUPERWORD_PRESETS:
            presets = ", ".join(SUPERWORD_PRESETS)
            sentence = say("recipe_no_preset", preset=repr(preset), presets=presets)
            raise ConfigError(sentence, setting="superwords")
        base = {} if preset is None else superword_rules(preset).document()
        return SuperwordRules.of_document({**base, "name": "own", **table})
    except ConfigError as error:
        raise _refused(recipe, "superword_rules", error) from None
