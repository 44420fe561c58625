"""What a command is given: files, folders, stores, names, corpora and tokenizers."""

from __future__ import annotations

import os.path
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, overload

from engine.corpus import merged_folders, open_file, repeated_files, source_path
from engine.errors import ConfigError, InexactTokenizerError, PatternError
from engine.machine import make_directory
from workbench.cli.shared.errors import CommandError, UsageError
from workbench.cli.shared.options import READING_KEYS
from workbench.cli.shared.output import counted, print_note, result_with_line
from workbench.work.counts_folders import adopted, rules_in
from workbench.work.recipe import Recipe, read_recipe
from workbench.work.recipe_values import check_path_labels

if TYPE_CHECKING:
    from engine.corpus import Corpus
    from engine.encoding import Tokenizer
    from engine.evaluation import EvaluationTexts
    from engine.library import AnyTokenizer, LibraryTokenizer
    from workbench.store import RegisteredTokenizer, RunId, RunRecord, RunStore, RunSummary

OWN = "tokenizer"

_MOST_NAMED = 8
_ESCAPES = {r"\n": "\n", r"\t": "\t", r"\r": "\r", r"\\": "\\"}


def check_directory(directory: Path) -> None:
    """Raise CommandError if a file lies where `directory` or one of its parents must be."""
    for place in (directory, *directory.parents):
        if place.is_dir():
            return
        if place.exists():
            raise CommandError(
                f"{directory} cannot be written: {place} is a file, not a directory. Choose "
                "another directory."
            )


@contextmanager
def filled_directory(directory: Path) -> Iterator[None]:
    """Make a directory before the work that fills it; it is removed again if it stays empty.

    Raises ExportError now and not after the work.
    """
    is_new = not directory.exists()
    make_directory(directory)
    try:
        yield
    finally:
        if is_new:
            with suppress(OSError):
                directory.rmdir()


def read_input(file: str | None) -> bytes:
    """All bytes of `file`, or of standard input for None and "-".

    A file that ends in .gz, .zst or .xz is decompressed, as `train` does it.
    A text in place of a path is a common mistake: the sentence says where text goes.
    Raises CommandError, CorpusError.
    """
    if file is None or file == "-":
        return sys.stdin.buffer.read()
    path = source_path(file)
    if isinstance(path, Path) and not path.exists():
        raise CommandError(
            f"{path} was not found; check the path, or give the text itself on standard input."
        )
    with open_file(path) as stream:
        return stream.read()


def input_name(file: str | None) -> str:
    """How messages call the input."""
    return "standard input" if file is None or file == "-" else file


def check_template(option: str, value: str | None) -> None:
    """Raise UsageError for a value that is no template, no file and no text of a template."""
    from engine.chat import NANOCHAT, template_names

    names = (NANOCHAT, OWN, *template_names())
    if value is None or value in names or "{{" in value or "{%" in value:
        return
    if not os.path.exists(value):  # noqa: PTH110  False for what cannot be a path
        raise UsageError(
            f"There is no chat template and no file named {value!r} for {option}; the templates "
            f"are {', '.join(names)}."
        )


def open_existing_store(database: Path | None) -> RunStore:
    """The store of `--db`, which must be there, or that of the user's data folder.

    Only a training may make a store elsewhere. Raises CommandError, StoreError.
    """
    from workbench.store import RunStore

    if database is not None and not database.exists():
        raise CommandError(
            f"There is no run store {database}; check the path of --db. `train --db {database}` "
            "would make one."
        )
    return RunStore.open(database)


def note_shared_name(store: RunStore, run_id: RunId) -> None:
    """Tell on standard error that another live run has the name of this one too."""
    name = store.run(run_id).summary.name
    sharing = [run.run_id for run in store.list_runs() if run.name == name]
    if len(sharing) > 1:
        print_note(
            f'{len(sharing)} runs are now called "{name}", so the name alone is ambiguous; refer '
            f"to this one by its id, {run_id}."
        )


def given_reading(arguments: Namespace) -> dict[str, Any]:
    """The reading options that were really given on the command line."""
    given = {
        key: getattr(arguments, key)
        for key in READING_KEYS
        if getattr(arguments, key, None) is not None
    }
    if "document_separator" in given:
        given["document_separator"] = unescaped(given["document_separator"])
    return given


def given_recipe(arguments: Namespace) -> Recipe:
    """The recipe of a command line, an empty one if none is given. Raises RecipeError."""
    return read_recipe(arguments.recipe) if arguments.recipe else Recipe()


def chosen_corpus(arguments: Namespace, recipe: Recipe | None = None) -> Corpus:
    """The corpus of a command line, with what its recipe says where it says nothing itself.

    Raises UsageError and ConfigError for what the command line asks for in vain, CommandError for
    what the recipe does, and CorpusError.
    """
    from engine.corpus import Corpus

    recipe = recipe or Recipe()
    paths = [*arguments.paths, *_counts_folders(arguments, recipe)] or recipe.paths
    check_paths(paths, or_recipe=hasattr(arguments, "recipe"))
    own_labels = dict(getattr(arguments, "label", None) or ())
    labels = {**recipe.labels, **own_labels}
    given = {**recipe.settings, **given_reading(arguments)}
    options = {key: given[key] for key in READING_KEYS if key in given}
    with blaming_recipe(arguments):
        corpus = Corpus.from_paths(paths, labels=labels, reading=recipe.reading, **options)
    if hasattr(arguments, "counts"):
        corpus = _with_floor(corpus, arguments.min_count)
    check_path_labels(corpus, paths, recipe.labels, CommandError)
    check_path_labels(corpus, paths, own_labels, UsageError)
    for repeated in [path for path, times in Counter(map(str, paths)).items() if times > 1]:
        print_note(f"{repeated} is given more than once and counted once.")
    for source in corpus.sources:
        if remark := merged_folders(source.label, source.paths):
            print_note(remark)
    for one, other in repeated_files(path for source in corpus.sources for path in source.paths):
        print_note(f"{one} and {other} contain the same text, and both are counted.")
    return corpus


def counted_with(arguments: Namespace, recipe: Recipe, given: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that counts were made with, where no others are given. Raises CorpusError."""
    own = [*arguments.paths, *(arguments.counts or ())]
    rules = rules_in(own or recipe.paths)
    if rules is None:
        return {}
    counted_by = {
        "pattern": rules.pattern_name or rules.pattern,
        "normalization": rules.normalization,
    }
    return {key: value for key, value in counted_by.items() if key not in given and value}


def _counts_folders(arguments: Namespace, recipe: Recipe) -> list[str]:
    """The folders of --counts; those without manifest as they are adopted."""
    folders = getattr(arguments, "counts", None) or ()
    if not folders:
        return []
    from engine.counting import CountsRules

    pattern = arguments.pattern or recipe.settings.get("pattern")
    normalization = arguments.normalization or recipe.settings.get("normalization")
    rules = None if pattern is None else CountsRules.for_pattern(pattern, normalization)
    found = []
    for folder in folders:
        steps = adopted(Path(folder), rules)
        place, warnings = result_with_line(steps, lambda step: f"Check {step.fraction or 0:4.0%}")
        for warning in warnings:
            print_note(warning)
        found.append(str(place))
    return found


def _with_floor(corpus: Corpus, least: int | None) -> Corpus:
    """The corpus with a floor of its counts. Raises UsageError where it has none."""
    if least is None or least == 1:
        return corpus
    if not any(source.is_counts for source in corpus.sources):
        raise UsageError("--min-count belongs to counts: give --counts DIR.")
    return corpus.with_sources(
        replace(source, reading=replace(source.reading, min_count=least))
        if source.is_counts
        else source
        for source in corpus.sources
    )


def cap_remark(corpus: Corpus, sizes: Sequence[int]) -> str:
    """A sentence on the sources that max_chars leaves without text; "" where there are none.

    sizes: bytes that were read of each source.
    """
    from engine.sentences import some_of

    beyond: list[str] = []
    for source, size in zip(reversed(corpus.sources), reversed(sizes), strict=True):
        if size:
            break
        beyond.append(source.label)
    if corpus.max_chars is None or not beyond or len(beyond) == len(sizes):
        return ""
    return (
        f"The corpus ends after {counted(corpus.max_chars, 'character')} (max_chars), before any "
        f"text of {counted(len(beyond), 'source')}: {some_of(beyond[::-1], _MOST_NAMED)}."
    )


def chosen_texts(arguments: Namespace) -> EvaluationTexts:
    """The texts of a command line to evaluate on; a folder may be one of parallel texts.

    Raises UsageError and ConfigError for what the command line asks for in vain, and CorpusError.
    """
    from engine.evaluation import evaluation_texts

    check_paths(arguments.paths)
    labels = dict(arguments.label or ())
    texts = evaluation_texts(arguments.paths, labels=labels, **given_reading(arguments))
    check_path_labels(texts.corpus, arguments.paths, labels, UsageError)
    return texts


def training_text(record: RunRecord, name: str) -> Corpus:
    """The text that a run was trained on. Raises CommandError where it is missing or changed."""
    from workbench.work.runs.corpus import corpus_of_run

    found = corpus_of_run(record)
    if found.corpus is None or not found.is_whole:
        missing = ", ".join((*found.missing, *found.in_memory, *found.changed)[:3])
        raise CommandError(f"The text of {name} is missing or changed ({missing}); give PATH.")
    return found.corpus


def check_paths(paths: Sequence[str], *, or_recipe: bool = False) -> None:
    """Raise UsageError where no path is given, or an empty one."""
    if not paths or "" in paths:
        recipe = ", or a recipe with paths" if or_recipe else ""
        raise UsageError(f"No corpus: give at least one PATH{recipe}.")


@contextmanager
def blaming_recipe(arguments: Namespace) -> Iterator[None]:
    """Turn errors about what the recipe sets, and no option, into CommandError."""
    try:
        yield
    except (ConfigError, PatternError) as error:
        setting = error.setting if isinstance(error, ConfigError) else "pattern"
        recipe = getattr(arguments, "recipe", None)
        if recipe and getattr(arguments, setting, None) is None:
            raise CommandError(f"The recipe {recipe}: {error}") from None
        raise


def unescaped(text: str) -> str:
    r"""A separator as it is meant. Example: \n in two characters -> a line feed."""
    for written, meant in _ESCAPES.items():
        text = text.replace(written, meant)
    return text


Found = TypeVar("Found", "Tokenizer", "AnyTokenizer")


@dataclass(frozen=True)
class FoundTokenizer(Generic[Found]):
    """A tokenizer with what named it: one of run, registered, path; none if it is published."""

    tokenizer: Found
    run_id: str | None = None
    registered: RegisteredTokenizer | None = None
    path: Path | None = None


def load_tokenizer(argument: str, database: Path | None, pattern: str | None = None) -> Tokenizer:
    """The tokenizer that `argument` names.

    `pattern` is for files that hold no split pattern. Raises CommandError, TokenizerFileError,
    StoreError; UsageError, ConfigError and PatternError for a pattern that cannot be or cannot be
    given.
    """
    return find_tokenizer(argument, database, pattern).tokenizer


def load_any_tokenizer(
    argument: str, database: Path | None, pattern: str | None = None
) -> AnyTokenizer:
    """As `load_tokenizer`; what cannot be represented exactly runs through its own library.

    Raises LibraryError as well, where the library is missing or refuses the file.
    """
    from engine.formats import library_tokenizer

    try:
        return find_tokenizer(argument, database, pattern, exact=False).tokenizer
    except InexactTokenizerError as inexact:
        return library_tokenizer(inexact)


def note_library(name: str, tokenizer: AnyTokenizer) -> None:
    """Say on standard error where a tokenizer runs through its library, and why."""
    from engine.library import LibraryTokenizer

    if isinstance(tokenizer, LibraryTokenizer):
        print_note(library_words(name, tokenizer))


def library_words(name: str, tokenizer: LibraryTokenizer) -> str:
    """A sentence on what runs a tokenizer, and why."""
    return f"{name} runs in {tokenizer.library}, because {tokenizer.reason}."


@overload
def find_tokenizer(
    argument: str, database: Path | None, pattern: str | None = None, *, exact: Literal[True] = True
) -> FoundTokenizer[Tokenizer]: ...


@overload
def find_tokenizer(
    argument: str, database: Path | None, pattern: str | None = None, *, exact: Literal[False]
) -> FoundTokenizer[AnyTokenizer]: ...


def find_tokenizer(
    argument: str, database: Path | None, pattern: str | None = None, *, exact: bool = True
) -> FoundTokenizer[Tokenizer] | FoundTokenizer[AnyTokenizer]:
    """The same with what named it. Raises as `load_tokenizer`.

    exact: refuse a published tokenizer that runs through its library.
    """
    from engine.encoding import Tokenizer
    from engine.formats import is_published_name, load_published
    from engine.splitting import Splitter

    if pattern is not None:
        Splitter(pattern)  # whether it can be is no matter of the file
    path = Path(argument)
    if path.exists():
        return FoundTokenizer(Tokenizer.load(path, pattern=pattern), path=path)
    with open_existing_store(database) as store:
        run, deleted = _run(store, argument)
        registered = _registered(store, argument)
        if run is not None and registered is not None:
            _check_same(argument, run, registered)
        if run is not None:
            _refuse_pattern(f"The run {argument}", pattern)
            if exact:
                return FoundTokenizer(store.tokenizer(run.run_id), run_id=run.run_id)
            found = store.any_tokenizer(run.run_id)
            return FoundTokenizer["AnyTokenizer"](found, run_id=run.run_id)
        if registered is not None:
            reference = registered.reference
            _refuse_pattern(f"The registered tokenizer {reference}", pattern)
            return FoundTokenizer(store.registered_tokenizer(reference), registered=registered)
        similar = _similar_name(store, argument)
    if is_published_name(argument):
        _refuse_pattern(f"The published tokenizer {argument}", pattern)
        published = load_published(argument)
        if exact:
            return FoundTokenizer(_exact(argument, published))
        return FoundTokenizer["AnyTokenizer"](published)
    raise CommandError(
        deleted
        or f"{argument} is neither a file nor a directory nor a run, and no registered or "
        f"published tokenizer has that name; {similar}`runs list` and `registry list` say what "
        "there is."
    )


def _similar_name(store: RunStore, argument: str) -> str:
    """The question after a mistyped name, with a space after it; "" if no name is near."""
    names = {run.name for run in store.list_runs() if run.name}
    names |= {registered.name for registered in store.registered()}
    near = get_close_matches(argument, sorted(names), n=1)
    return f"did you mean {near[0]}? " if near else ""


def _run(store: RunStore, argument: str) -> tuple[RunSummary | None, str | None]:
    """The run that an argument names; None and what is said where it is deleted.

    Raises AmbiguousRunError.
    """
    from workbench.store import UnknownRunError

    try:
        return store.run(argument).summary, None
    except UnknownRunError as error:
        return None, str(error) if error.is_deleted else None


def _registered(store: RunStore, argument: str) -> RegisteredTokenizer | None:
    """The registered tokenizer that an argument names; None if its name is unknown.

    Raises UnknownTokenizerError for a version that a known name does not have.
    """
    from workbench.store import UnknownTokenizerError

    name, at, _ = argument.rpartition("@")
    if at and any(each.name == name for each in store.registered()):
        return store.find_registered(argument)
    with suppress(UnknownTokenizerError):
        return None if at else store.find_registered(argument)
    return None


def _check_same(argument: str, run: RunSummary, registered: RegisteredTokenizer) -> None:
    """Raise CommandError where a run and a registered tokenizer of one name give other ids."""
    if run.semantic_hash != registered.semantic_hash:
        raise CommandError(
            f'"{argument}" is a run and a registered tokenizer, and they give other ids. Write '
            f"{run.run_id} for the run, {registered.name}@{registered.version} for the other."
        )


def _refuse_pattern(what: str, pattern: str | None) -> None:
    if pattern is not None:
        raise UsageError(
            f"{what} has its own split pattern; --pattern is for tokenizer files without one."
        )


def _exact(argument: str, tokenizer: object) -> Tokenizer:
    """The tokenizer, unless another library runs it."""
    from engine.encoding import Tokenizer

    if not isinstance(tokenizer, Tokenizer):
        raise CommandError(
            f"{argument} runs in {getattr(tokenizer, 'library', 'another library')}; this "
            "command needs a tokenizer that is read exactly."
        )
    return tokenizer
