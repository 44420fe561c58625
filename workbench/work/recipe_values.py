"""What the keys of a recipe, or of a command line, mean together: values that the engine takes.

`write_recipe` does the reverse: it writes a whole training as a recipe, which `read_recipe` and
`train --recipe` take back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.corpus import RemotePath, is_inside, source_path
from engine.errors import ConfigError, PatternError
from engine.machine import write_whole
from engine.settings import (
    OWN_TRAINER,
    SECOND_PATTERN,
    SPECIAL_TOKEN_SETS,
    SUPERWORD_PRESETS,
    TRAINER_OPTIONS,
    LibraryTrainer,
    MergeRules,
    Mixture,
    Parity,
    Pieces,
    ReadingOptions,
    SpecialTokenDesign,
    SuperwordRules,
    Superwords,
    guessed_roles,
    library_trainers,
    special_token_design,
    superword_rules,
)
from workbench.work.byte_sizes import bytes_of
from workbench.work.recipe import Recipe, RecipeError
from workbench.work.sentences import say
from workbench.work.trainer_settings import beside_names
from workbench.work.training_settings import (
    DEFAULT_PATTERN,
    MIXTURE_SETTINGS,
    PLAIN_SETTINGS,
    READING_SETTINGS,
    SETTINGS,
    SOURCE_KINDS,
    SUPERWORD_SETTINGS,
    TrainingSettings,
    default_of,
)

if TYPE_CHECKING:
    from engine import Corpus, Source
    from engine.corpus import SourcePath
    from engine.settings import AppliedRecipe, MixtureMaker, MixtureRecipe
    from engine.training import SuperwordOptions
    from workbench.work.pattern_cases import PatternCase


MIXTURE_WAYS = ("mixture", "alpha", "weights", "bytes")
_GIGABYTE = 10**9


def joined_merge_rules(recipe: Mapping[str, Any], given: Mapping[str, Any]) -> MergeRules | None:
    """The rules of a training; what the command line says of a key replaces what the recipe says.

    recipe: its settings.
    """
    rules = MergeRules(**{**recipe.get("merge_rules", {}), **given})
    return None if rules.is_empty else rules


def joined_parity(recipe: Mapping[str, Any], given: Mapping[str, Any]) -> Parity | None:
    """The parity of a training; what the command line says of a key replaces what the recipe says.

    recipe: its settings. Raises ConfigError, such as for settings without texts.
    """
    kept = dict(recipe.get("parity", {}))
    if "texts" in given or "ratios" in given:  # one of them replaces the other
        kept = {key: value for key, value in kept.items() if key not in ("texts", "ratios")}
    table = {**kept, **given}
    return Parity.of_document(table) if table else None


def joined_pieces(recipe: Mapping[str, Any], given: Mapping[str, Any]) -> Pieces | None:
    """The characters of a training, as SentencePiece's; None for bytes.

    recipe: its settings, whose keys those that are given replace. Raises ConfigError.
    """
    if "pieces" not in recipe and not given:
        return None
    return Pieces.of_document({**recipe.get("pieces", {}), **given})


def joined_design(recipe: Mapping[str, Any], given: Mapping[str, Any]) -> SpecialTokenDesign:
    """The design of a training: command line first, then recipe, then what a set or file says.

    The roles of a recipe go with its tokens: other tokens leave them out. Raises ConfigError.
    """
    design: SpecialTokenDesign = given.get("special_tokens") or recipe.get(
        "special_tokens", SpecialTokenDesign()
    )
    roles = dict(given.get("roles", {}))
    if "special_tokens" not in given:
        roles = {**recipe.get("roles", {}), **roles}
    numbers = {
        key: each[key]
        for each in (recipe, given)
        for key in ("reserved_slots", "pad_vocab_to")
        if key in each
    }
    design = replace(design, **numbers)
    if not roles:
        return design
    before = guessed_roles(design.tokens) if design.roles is None else design.roles
    wanted = {role: token for role, token in {**before, **roles}.items() if token != ""}
    return replace(design, roles=wanted)


def trainers_of(
    given: Mapping[str, Any],
) -> tuple[LibraryTrainer | None, tuple[LibraryTrainer, ...]]:
    """The trainer of the settings by name, None for that of this program, and those beside it.

    Raises ConfigError.
    """
    options = {key: given[key] for key in TRAINER_OPTIONS if given.get(key) is not None}
    name = given.get("trainer") or OWN_TRAINER
    return library_trainers(name, beside_names(given.get("beside") or (), name), options)


def superwords_of(given: Mapping[str, Any]) -> Superwords | None:
    """The superwords of the settings by name; None where there are none.

    Raises ConfigError, PatternError.
    """
    from engine.splitting import Splitter

    start = given.get("superwords_from")
    if start is None:
        for key in tuple(SUPERWORD_SETTINGS)[1:]:
            if given.get(key) is not None:
                option = f"--{key.replace('_', '-')}"
                raise ConfigError(
                    say("superword_option_alone", option=option, key=key), setting=key
                )
        return None
    pattern = given.get("superword_pattern") or SECOND_PATTERN
    Splitter(pattern)  # an invalid pattern ends here
    wanted = given.get("superword_rules") or "official"
    with _as_setting("superword_rules"):
        rules = wanted if isinstance(wanted, SuperwordRules) else superword_rules(wanted)
    with blaming_transition():
        return Superwords(start, pattern, rules)


def blaming_transition() -> AbstractContextManager[None]:
    """Say of errors about superwords that they are about --superwords-from."""
    return _as_setting("superwords_from")


@contextmanager
def _as_setting(setting: str) -> Iterator[None]:
    try:
        yield
    except ConfigError as error:
        if error.setting == "superwords":
            raise ConfigError(str(error), setting=setting) from None
        raise


def options_of(given: Mapping[str, Any]) -> SuperwordOptions:
    """How stage two works, by the settings."""
    from engine.training import SuperwordOptions

    memory = given.get("superword_memory")
    return SuperwordOptions(memory_bytes=None if memory is None else int(memory * _GIGABYTE))


@dataclass(frozen=True)
class WantedMixture:
    """What is asked for: a mixture, or a mixture file, which waits for the sizes."""

    mixture: Mixture | None = None
    recipe: MixtureRecipe | None = None

    @property
    def is_given(self) -> bool:
        """Whether anything else than all as it is was asked for."""
        return self.recipe is not None or self.mixture is not None

    @property
    def maker(self) -> MixtureMaker | None:
        """What a training takes; None for everything as it is."""
        return self.recipe or self.mixture

    def applied(self, labels: Sequence[str], source_bytes: Sequence[int]) -> AppliedRecipe | None:
        """The mixture file on sources of these sizes, if there is one."""
        return None if self.recipe is None else self.recipe.applied(labels, source_bytes)


def checked_mixture(settings: Mapping[str, Any], recipe: Path) -> dict[str, Any]:
    """The keys of a mixture in the settings of a recipe: sizes as numbers, files beside it.

    Raises RecipeError.
    """
    settings = {key: settings[key] for key in MIXTURE_SETTINGS if key in settings}
    if len(ways := [key for key in MIXTURE_WAYS if key in settings]) > 1:
        one, other, *_ = ways
        raise RecipeError(say("recipe_exclusive", path=recipe, one=one, other=other))
    if isinstance(target := settings.get("target_bytes"), str):
        try:
            settings["target_bytes"] = bytes_of(target)
        except ValueError as error:
            raise RecipeError(say("recipe_target_bytes", path=recipe, reason=error)) from None
    if "mixture" in settings:
        beside = recipe.parent / Path(settings["mixture"]).expanduser()
        settings["mixture"] = str(beside) if beside.is_file() else settings["mixture"]
    return settings


def mixture_of(given: Mapping[str, Any]) -> WantedMixture:
    """What checked keys of a mixture ask for. Raises ConfigError and RecipeError."""
    from engine.settings import Mixture

    target, seed = given.get("target_bytes"), given.get("seed")
    if "mixture" in given:
        recipe = _found_recipe(given["mixture"])
        target = recipe.target_bytes if target is None else target
        seed = recipe.seed if seed is None else seed
        Mixture(target_bytes=target, seed=seed)
        return WantedMixture(recipe=replace(recipe, target_bytes=target, seed=seed))
    if not given:
        return WantedMixture()
    return WantedMixture(
        Mixture(
            shares=given.get("weights"),
            bytes=given.get("bytes"),
            alpha=given.get("alpha"),
            target_bytes=target,
            seed=seed or 0,
        )
    )


def _found_recipe(name_or_file: str) -> MixtureRecipe:
    """The built-in mixture or the file; what stands in it is no fault of the command line."""
    from engine.settings import find_recipe

    try:
        return find_recipe(name_or_file)
    except ConfigError as error:
        if Path(name_or_file).is_file():
            raise RecipeError(str(error)) from None
        raise


def check_labels(wanted: WantedMixture, corpus: Corpus) -> None:
    """Raise ConfigError for labels that no source has, before anything is read."""
    from engine.settings import Mixture

    labels = [source.label for source in corpus.sources]
    given = wanted.mixture and (wanted.mixture.shares or wanted.mixture.bytes)
    if given:
        known = dict.fromkeys(labels, 1)
        named = {label: share for label, share in given.items() if share}
        Mixture(shares=named).resolve(list(known), [1 << 40] * len(known))


@dataclass(frozen=True)
class RecipeTraining:
    """What a recipe trains, as the window takes it.

    corpus: None if the recipe names no paths. mixture_name: the mixture file or built-in mixture
    that it names, "" for none. unused: keys that only the command line follows. pattern_cases: ()
    if it has none. steps: keys of what follows the training.
    """

    settings: TrainingSettings
    pattern: str
    corpus: Corpus | None
    mixture: WantedMixture
    mixture_name: str
    unused: tuple[str, ...]
    pattern_cases: tuple[PatternCase, ...] = ()
    steps: tuple[str, ...] = ()


def training_of(recipe: Recipe) -> RecipeTraining:
    """Check a whole recipe. Raises RecipeError, and CorpusError for its paths."""
    from engine.splitting import Splitter

    file, given = recipe.file or Path(), recipe.settings
    if "vocab_size" not in given:
        raise RecipeError(say("recipe_no_vocab_size", path=file))
    try:
        check_token_limit(given)
        trainer, beside = trainers_of(given)
        pattern = given.get("pattern", DEFAULT_PATTERN)
        settings = TrainingSettings(
            vocab_size=given["vocab_size"],
            superwords=superwords_of(given),
            merge_rules=joined_merge_rules(given, {}),
            trainer=trainer,
            beside=beside,
            parity=joined_parity(given, {}),
            pieces=joined_pieces(given, {}),
            name=given.get("name", ""),
            **{key: given[key] for key in PLAIN_SETTINGS if key in given},
        ).with_design(joined_design(given, {}))
        settings.config(pattern)
        Splitter(pattern)  # an invalid pattern ends here
        corpus = corpus_of(recipe)
        keys = checked_mixture(given, file)
        mixture = mixture_of(keys)
        if corpus is not None:
            check_labels(mixture, corpus)
    except (ConfigError, PatternError) as error:
        raise RecipeError(say("recipe_refused", path=file, reason=error)) from None
    unused = [key for key in ("superword_memory", "out") if key in given]
    if corpus is None:
        unused += [key for key in READING_SETTINGS if key in given]
        unused += ["labels"] * bool(recipe.labels) + ["sources"] * bool(recipe.reading)
    name = str(keys.get("mixture", ""))
    cases = given.get("pattern_cases", ())
    steps = tuple(recipe.pipeline)
    return RecipeTraining(settings, pattern, corpus, mixture, name, tuple(unused), cases, steps)


def corpus_of(recipe: Recipe) -> Corpus | None:
    """The corpus of a recipe, None if it names no paths. Raises CorpusError, RecipeError."""
    from engine import Corpus

    if not recipe.paths:
        return None
    options = {key: recipe.settings[key] for key in READING_SETTINGS if key in recipe.settings}
    corpus = Corpus.from_paths(
        recipe.paths, labels=dict(recipe.labels.items()), reading=recipe.reading, **options
    )
    check_path_labels(corpus, recipe.paths, recipe.labels, RecipeError)
    return corpus


def check_path_labels(
    corpus: Corpus,
    paths: Sequence[str],
    labels: Mapping[str, str],
    error: type[Exception],
) -> None:
    """Raise the error for a label of a path that is none of the given ones."""
    known = {source_path(path) for path in paths}
    files = [path for source in corpus.sources for path in source.paths]
    for path, label in labels.items():
        if source_path(path) not in known and not any(is_inside(file, path) for file in files):
            raise error(say("label_of_no_path", label=repr(label), path=path))


def check_token_limit(given: Mapping[str, Any]) -> None:
    """Raise ConfigError for a meaning of a limit without the limit."""
    if "token_limit" in given and "max_token_bytes" not in given:
        raise ConfigError(say("token_limit_alone"), setting="token_limit")


_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True)
class WholeTraining:
    """Everything that a training is made of; corpus None where none was chosen yet."""

    settings: TrainingSettings
    pattern: str
    corpus: Corpus | None = None
    mixture: Mixture | None = None
    pattern_cases: tuple[PatternCase, ...] = ()


def write_recipe(path: Path, training: WholeTraining) -> None:
    """Write a training as a recipe. Raises RecipeError for what no recipe can say, and OSError."""
    path = path.resolve()
    document = recipe_document(training, path.parent)
    try:
        content = toml_text(document).encode()
    except UnicodeEncodeError as error:
        broken = repr(error.object[error.start : error.end])
        raise RecipeError(say("recipe_not_unicode", path=path, character=broken)) from None
    write_whole(path, content)


def recipe_document(training: WholeTraining, folder: Path) -> dict[str, Any]:
    """The keys of a recipe in `folder` for a training. Raises RecipeError."""
    settings, given = training.settings, _of_settings(training.settings)
    if settings.pieces is not None:
        usual = Pieces().document()
        table = settings.pieces.document()
        changed = {key: table[key] for key in table if table[key] != usual[key]}
        given["pieces"] = {"coverage": table["coverage"], **changed}
        given.pop("normalization", None)
    elif settings.trainer is None or settings.trainer.has_setting("pattern"):
        given["pattern"] = training.pattern
    if training.pattern_cases:
        given["pattern_cases"] = [case.line for case in training.pattern_cases]
    if settings.merge_rules is not None:
        given["merge_rules"] = _of_merge_rules(settings.merge_rules)
    if settings.parity is not None:
        given["parity"] = _of_parity(settings.parity, folder)
    if settings.superwords is not None:
        given |= _of_superwords(settings.superwords)
    if training.corpus is not None:
        given |= _of_corpus(training.corpus, folder)
    if training.mixture is not None:
        given |= _of_mixture(training.mixture)
    return {key: given[key] for key in SETTINGS if key in given}


def toml_text(document: Mapping[str, Any]) -> str:
    """A document of scalars, lists and tables as TOML; tables of the first level come last."""
    lines = [
        f"{_key(key)} = {_value(value)}"
        for key, value in document.items()
        if not isinstance(value, Mapping)
    ]
    for name, table in document.items():
        if isinstance(table, Mapping):
            lines += ["", f"[{_key(name)}]"]
            lines += [f"{_key(key)} = {_value(value)}" for key, value in table.items()]
    return "\n".join([*lines, ""])


def _of_settings(settings: TrainingSettings) -> dict[str, Any]:
    given: dict[str, Any] = {
        key: value
        for key in ("name", "reserved_slots", "pad_vocab_to", *PLAIN_SETTINGS)
        if (value := getattr(settings, key)) != default_of(key)
    }
    if settings.max_token_bytes is None:
        given.pop("token_limit", None)  # it has no meaning then
    given["vocab_size"] = settings.vocab_size
    if settings.trainer is not None:
        given |= {"trainer": settings.trainer.name, **settings.trainer.given()}
    if settings.beside:
        given["beside"] = [each.name for each in settings.beside]
        for other in settings.beside:
            given = {**other.given(), **given}
    tokens = settings.special_tokens
    if not tokens:
        return given
    roles = None if settings.roles is None else dict(settings.roles)
    for name in SPECIAL_TOKEN_SETS:
        design = special_token_design(name)
        if (design.tokens, design.roles) == (tokens, roles):
            return given | {"special_tokens": name}
    given["special_tokens"] = list(tokens)
    if roles is not None:  # those that would be guessed are taken away
        given["roles"] = {**dict.fromkeys(guessed_roles(tokens), ""), **roles}
    return given


def _of_superwords(superwords: Superwords) -> dict[str, Any]:
    rules = superwords.stage_two_rules
    name = rules.name
    is_preset = name in SUPERWORD_PRESETS and superword_rules(name) == rules
    table = {rule: value for rule, value in rules.document().items() if value is not None}
    return {
        "superwords_from": superwords.start,
        "superword_pattern": superwords.pattern,
        "superword_rules": name if is_preset else table,
    }


def _of_merge_rules(rules: MergeRules) -> dict[str, Any]:
    table: dict[str, Any] = {"blocked": [_of_token(token) for token in rules.blocked]}
    if rules.blocked_pattern is not None:
        table["blocked_pattern"] = rules.blocked_pattern
    return table


def _of_parity(parity: Parity, folder: Path) -> dict[str, Any]:
    usual = Parity(parity.texts, ratios=parity.ratios).document()
    table = {key: value for key, value in parity.document().items() if value != usual[key]}
    if parity.ratios:
        return {**table, "ratios": dict(parity.ratios)}
    return {"texts": [_path_text(source_path(path), folder) for path in parity.texts], **table}


def _of_token(token: bytes) -> str | dict[str, str]:
    try:
        return token.decode()
    except UnicodeDecodeError:
        return {"hex": token.hex()}


def _of_corpus(corpus: Corpus, folder: Path) -> dict[str, Any]:
    """Every file by name, with its label, so that another guess changes nothing."""
    labels: dict[str, str] = {}
    sources: dict[str, dict[str, Any]] = {}
    for source in corpus.sources:
        if source.texts is not None:
            raise RecipeError(say("recipe_source_in_memory", label=source.label))
        labels |= {_path_text(path, folder): source.label for path in source.paths}
        if table := _of_reading(source):
            sources[source.label] = table
    general = {**corpus.reading.flat(), "max_chars": corpus.max_chars}
    usual = ReadingOptions().flat()
    given: dict[str, Any] = {
        key: general[key] for key in READING_SETTINGS if general[key] != usual[key]
    }
    given |= {"paths": list(labels), "labels": labels}
    return given | ({"sources": sources} if sources else {})


def _of_reading(source: Source) -> dict[str, Any]:
    own, usual = source.reading.flat(), ReadingOptions().flat()
    return {key: own[key] for key in SOURCE_KINDS if own[key] != usual[key]}


def _path_text(path: SourcePath, folder: Path) -> str:
    if isinstance(path, RemotePath):
        return path.url
    whole = Path(path).absolute()
    if not whole.is_relative_to(folder):
        return str(whole)
    inside = whole.relative_to(folder).as_posix()
    return f"./{inside}" if inside.startswith("~") else inside


def _of_mixture(mixture: Mixture) -> dict[str, Any]:
    given = mixture.given()
    if "shares" in given:
        given["weights"] = given.pop("shares")
    if not given.get("seed"):
        given.pop("seed", None)
    return given


def _key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else _value(name)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_value, value)) + "]"
    return repr(value)
