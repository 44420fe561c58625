"""What a recipe says of the steps after its training: measure, judge, export, register, report.

    [evaluate]
    texts = ["parallel/"]               # without it: the beginnings of the training sources
    baselines = ["cl100k_base"]         # files, runs, registered or published tokenizers
    metrics = ["premium", "fertility"]  # columns of the report
    reference = "eng"
    [require]                           # see engine/evaluation/requirements.py
    round_trips = true
    premium = "<= 2.5"
    bytes_per_token = ">= 0.9 * cl100k_base"  # relative to a baseline
    [require.eng]
    bytes_per_token = ">= 3.5"
    [[export]]
    format = "tokenizer.json"
    out = "exported/"
    [register]
    name = "multilingual"
    metadata = { ticket = "TOK-12" }

Before these tables `results = "results.json"` and `report = "report.html"` name files. All paths
are relative to the recipe.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import ConfigError, ExportError
from workbench.store import StoreError
from workbench.work.recipe import Recipe, RecipeError, beside, check_kind, read_recipe
from workbench.work.recipe_values import RecipeTraining, corpus_of, training_of
from workbench.work.sentences import say
from workbench.work.tokenizer_export import STEM, ExportWish
from workbench.work.training_settings import READING_SETTINGS

if TYPE_CHECKING:
    from engine.corpus import Corpus
    from engine.evaluation import Requirement

_TEXTS = (list, str)
_EVALUATE: Mapping[str, tuple[type, ...]] = {
    "texts": _TEXTS,
    "labels": (dict,),
    "baselines": _TEXTS,
    "metrics": _TEXTS,
    "reference": (str,),
    **{key: setting.kinds for key, setting in READING_SETTINGS.items()},
}
_EXPORT_OPTIONS: Mapping[str, tuple[type, ...]] = {
    "layout": (str,),
    "merges": (str,),
    "chat_template": (str,),
    "renumber": (bool,),
    "pre": (str,),
    "add_bos": (bool,),
}
_EXPORT: Mapping[str, tuple[type, ...]] = {
    "format": (str,),
    "out": (str,),
    "name": (str,),
    "vocab_size": (int,),
    "verify": (bool,),
    "time_limit": (int, float),
    **_EXPORT_OPTIONS,
}
_IN_LIBRARY = ("hf-unigram", "hf-wordpiece", "sp-unigram")
"""Trainers whose tokenizers only their library can run, so that none is exported from here."""
_REGISTER: Mapping[str, tuple[type, ...]] = {"name": (str,), "metadata": (dict,)}


@dataclass(frozen=True)
class EvaluateStep:
    """What is measured. paths: the texts, () for the beginnings of the training sources.

    metrics: keys of the columns of the report, () for the usual ones.
    """

    paths: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    baselines: tuple[str, ...] = ()
    metrics: tuple[str, ...] = ()
    reference: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    def corpus(self) -> tuple[Corpus, tuple[str, ...]]:
        """The texts and remarks on their folders. Raises CorpusError."""
        from engine.evaluation import evaluation_texts

        return evaluation_texts(self.paths, labels=dict(self.labels.items()), **self.options)


@dataclass(frozen=True)
class ExportStep:
    """One export. size: of a smaller tokenizer, None for the whole."""

    wish: ExportWish
    size: int | None = None


@dataclass(frozen=True)
class RegisterStep:
    """Under which name the run is frozen."""

    name: str
    metadata: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Pipeline:
    """A recipe with everything that follows its training."""

    file: Path
    recipe: Recipe
    training: RecipeTraining
    evaluate: EvaluateStep = EvaluateStep()
    requirements: tuple[Requirement, ...] = ()
    exports: tuple[ExportStep, ...] = ()
    register: RegisterStep | None = None
    results: Path | None = None
    report: Path | None = None

    @property
    def name(self) -> str:
        """What its runs are called."""
        return self.training.settings.name or self.file.stem


def read_pipeline(path: Path) -> Pipeline:
    """Read and check a recipe with its steps. Raises RecipeError, CorpusError for its paths."""
    recipe = read_recipe(path)
    if not recipe.paths:
        raise RecipeError(say("pipeline_no_paths", path=path))
    tables = recipe.pipeline
    evaluate = _evaluate(path, tables.get("evaluate", {}))
    requirements: tuple[Requirement, ...] = ()
    if "require" in tables:
        named = tables.get("evaluate", {}).get("baselines", [])
        requirements = _requirements(path, tables["require"], list(_strings(path, "", named)))
    exports = _exports(path, tables.get("export", []))
    register = _register(path, tables["register"]) if "register" in tables else None
    results, report = (_file(path, tables.get(key)) for key in ("results", "report"))
    _check_files(path, results, report)
    training = training_of(recipe)
    if (out := recipe.settings.get("out")) is not None:
        exports = (ExportStep(ExportWish("workbench", out, verifies=False)), *exports)
    _check_places(path, exports)
    trainer = training.settings.trainer
    if trainer is not None and trainer.name in _IN_LIBRARY and (exports or register):
        raise RecipeError(say("pipeline_trainer", path=path, trainer=trainer.name))
    pipeline = Pipeline(
        path, recipe, training, evaluate, requirements, exports, register, results, report
    )
    check_texts(pipeline)
    return pipeline


def check_texts(pipeline: Pipeline) -> None:
    """Raise RecipeError for labels and a reference that no text has, CorpusError for the texts."""
    from engine.evaluation import all_evaluation_steps, check_labels

    corpus: Corpus | None
    if pipeline.evaluate.paths:
        corpus, _ = pipeline.evaluate.corpus()
    else:
        corpus = corpus_of(pipeline.recipe)
    assert corpus is not None
    try:
        all_evaluation_steps((), corpus, reference=pipeline.evaluate.reference).close()
    except ConfigError as error:
        raise _refused(pipeline.file, "evaluate", error) from None
    try:
        check_labels(pipeline.requirements, [source.label for source in corpus.sources])
    except ConfigError as error:
        raise _refused(pipeline.file, "require", error) from None


def _evaluate(path: Path, table: Mapping[str, Any]) -> EvaluateStep:
    from engine.evaluation import METRICS

    _check_keys(path, "evaluate", table, _EVALUATE)
    lists = {
        key: tuple(_strings(path, f"evaluate.{key}", table.get(key, [])))
        for key in ("texts", "baselines", "metrics")
    }
    if "texts" not in table:
        for key in table:
            if key != "metrics":
                raise RecipeError(say("pipeline_no_texts", path=path, key=f"evaluate.{key}"))
    for metric in lists["metrics"]:
        if metric not in METRICS:
            known = ", ".join(METRICS)
            raise RecipeError(say("pipeline_no_metric", path=path, metric=metric, known=known))
    labels = table.get("labels", {})
    list(_strings(path, "evaluate.labels", list(labels.values())))
    return EvaluateStep(
        tuple(beside(path, text) for text in lists["texts"]),
        {beside(path, source): label for source, label in labels.items()},
        tuple(_baseline(path, name) for name in lists["baselines"]),
        lists["metrics"],
        table.get("reference"),
        {key: table[key] for key in READING_SETTINGS if key in table},
    )


def _baseline(path: Path, name: str) -> str:
    """A file or folder beside the recipe by its path, any other name as it is."""
    file = path.parent / Path(name).expanduser()
    return str(file) if file.exists() else name


def _requirements(
    path: Path, table: Mapping[str, Any], baselines: Sequence[str]
) -> tuple[Requirement, ...]:
    """The requirements. baselines: as [evaluate] names them."""
    from engine.evaluation import check_baselines, read_requirements

    try:
        found = read_requirements(table)
        check_baselines(found, baselines)
    except ConfigError as error:
        raise _refused(path, "require", error) from None
    return tuple(
        replace(each, threshold=replace(each.threshold, baseline=_baseline(path, name)))
        if (name := each.threshold.baseline)
        else each
        for each in found
    )


def _exports(path: Path, tables: Sequence[Any] | Mapping[str, Any]) -> tuple[ExportStep, ...]:
    listed = [tables] if isinstance(tables, Mapping) else tables
    steps = []
    for number, table in enumerate(listed, 1):
        name = "export" if len(listed) == 1 else f"export {number}"
        check_kind(path, name, table, (dict,))
        steps.append(_export(path, name, table))
    return tuple(steps)


def _export(path: Path, name: str, table: Mapping[str, Any]) -> ExportStep:
    from engine.formats import ExportOptions, export_format

    _check_keys(path, name, table, _EXPORT, needed=("format", "out"))
    options = {key: table[key] for key in _EXPORT_OPTIONS if key in table}
    try:
        written = export_format(table["format"])
        chosen = ExportOptions(**options)
    except ExportError as error:
        raise _refused(path, name, error) from None
    ignored = [key for key in options if key not in written.options]
    ignored += ["name"] if "name" in table and not written.names_files else []
    for key in ignored:
        raise RecipeError(
            say("pipeline_no_option", path=path, key=f"{name}.{key}", format=table["format"])
        )
    return ExportStep(
        ExportWish(
            table["format"],
            Path(beside(path, table["out"])),
            name=table.get("name", STEM),
            options=chosen,
            verifies=table.get("verify", True),
            time_limit=table.get("time_limit"),
        ),
        table.get("vocab_size"),
    )


def _register(path: Path, table: Mapping[str, Any]) -> RegisterStep:
    from workbench.store.registry import checked_metadata, checked_registry_name

    _check_keys(path, "register", table, _REGISTER, needed=("name",))
    metadata = table.get("metadata", {})
    list(_strings(path, "register.metadata", list(metadata.values())))
    try:
        return RegisterStep(checked_registry_name(table["name"]), checked_metadata(metadata))
    except StoreError as error:
        raise _refused(path, "register", error) from None


def _file(path: Path, name: str | None) -> Path | None:
    return None if name is None else Path(beside(path, name))


def _check_files(path: Path, results: Path | None, report: Path | None) -> None:
    """Raise RecipeError where a file that is written is the recipe, or the other one."""
    places = [("results", results), ("report", report)]
    taken = {path.resolve()}
    for key, file in places:
        if file is None:
            continue
        if file.resolve() in taken:
            raise RecipeError(say("pipeline_ambiguous_file", path=path, key=key, file=file))
        taken.add(file.resolve())


def _check_places(path: Path, exports: Sequence[ExportStep]) -> None:
    from engine.formats import known_format

    places: set[tuple[str, Path, str]] = set()
    for step in exports:
        wish = step.wish
        place = (known_format(wish.format), wish.directory.resolve(), wish.name)
        if place in places:
            raise RecipeError(
                say("pipeline_same_export", path=path, format=wish.format, folder=wish.directory)
            )
        places.add(place)


def _check_keys(
    path: Path,
    name: str,
    table: Mapping[str, Any],
    kinds: Mapping[str, tuple[type, ...]],
    needed: Sequence[str] = (),
) -> None:
    for key, value in table.items():
        if key not in kinds:
            known = ", ".join(kinds)
            raise RecipeError(
                say("pipeline_unknown_key", path=path, key=repr(key), table=name, known=known)
            )
        check_kind(path, f"{name}.{key}", value, kinds[key])
    for key in needed:
        if key not in table:
            raise RecipeError(say("pipeline_key_missing", path=path, key=f"{name}.{key}"))


def _strings(path: Path, key: str, value: str | list[Any]) -> Iterator[str]:
    for item in [value] if isinstance(value, str) else value:
        if not isinstance(item, str):
            raise RecipeError(say("pipeline_no_strings", path=path, key=key, value=repr(value)))
        yield item


def _refused(path: Path, table: str, error: Exception) -> RecipeError:
    return RecipeError(say("recipe_table_refused", path=path, table=table, reason=error))
