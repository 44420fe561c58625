"""The corpus of a command: its paths, labels and reading options."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from engine.corpus import is_inside, merged_folders, repeated_files, source_path
from engine.errors import ConfigError, PatternError
from workbench.cli.errors import CommandError, UsageError
from workbench.cli.options import READING_KEYS
from workbench.cli.output import counted, print_note
from workbench.cli.recipe import Recipe

if TYPE_CHECKING:
    from engine.corpus import Corpus
    from engine.evaluation import EvaluationTexts

_MOST_NAMED = 8
_ESCAPES = {r"\n": "\n", r"\t": "\t", r"\r": "\r", r"\\": "\\"}


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


def chosen_corpus(arguments: Namespace, recipe: Recipe | None = None) -> Corpus:
    """The corpus of a command line, with what its recipe says where it says nothing itself.

    Raises UsageError and ConfigError for what the command line asks for in vain, CommandError for
    what the recipe does, and CorpusError.
    """
    from engine.corpus import Corpus

    recipe = recipe or Recipe()
    paths = arguments.paths or recipe.paths
    check_paths(paths, or_recipe=hasattr(arguments, "recipe"))
    own_labels = dict(getattr(arguments, "label", None) or ())
    labels = {**recipe.labels, **own_labels}
    given = {**recipe.settings, **given_reading(arguments)}
    options = {key: given[key] for key in READING_KEYS if key in given}
    with blaming_recipe(arguments):
        corpus = Corpus.from_paths(paths, labels=labels, reading=recipe.reading, **options)
    check_labels(corpus, paths, recipe.labels, CommandError)
    check_labels(corpus, paths, own_labels, UsageError)
    for repeated in [path for path, times in Counter(map(str, paths)).items() if times > 1]:
        print_note(f"{repeated} is given more than once and counted once.")
    for source in corpus.sources:
        if remark := merged_folders(source.label, source.paths):
            print_note(remark)
    for one, other in repeated_files(path for source in corpus.sources for path in source.paths):
        print_note(f"{one} and {other} hold the same text, and both are counted.")
    return corpus


def cap_remark(corpus: Corpus, sizes: Sequence[int]) -> str:
    """A sentence on the sources that max_chars leaves without text; "" where there are none.

    sizes: bytes that were read of each source.
    """
    from engine.settings import listed

    beyond: list[str] = []
    for source, size in zip(reversed(corpus.sources), reversed(sizes), strict=True):
        if size:
            break
        beyond.append(source.label)
    if corpus.max_chars is None or not beyond or len(beyond) == len(sizes):
        return ""
    return (
        f"The corpus ends after {counted(corpus.max_chars, 'character')} (max_chars), before any "
        f"text of {counted(len(beyond), 'source')}: {listed(beyond[::-1], _MOST_NAMED)}."
    )


def chosen_texts(arguments: Namespace) -> EvaluationTexts:
    """The texts of a command line to evaluate on; a folder may be one of parallel texts.

    Raises UsageError and ConfigError for what the command line asks for in vain, and CorpusError.
    """
    from engine.evaluation import evaluation_texts

    check_paths(arguments.paths)
    labels = dict(arguments.label or ())
    texts = evaluation_texts(arguments.paths, labels=labels, **given_reading(arguments))
    check_labels(texts.corpus, arguments.paths, labels, UsageError)
    return texts


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


def check_labels(
    corpus: Corpus,
    paths: Sequence[str],
    labels: Mapping[str, str],
    error: type[CommandError],
) -> None:
    """Raise the error for a label of a path that is none of the given ones."""
    known = {source_path(path) for path in paths}
    files = [path for source in corpus.sources for path in source.paths]
    for path, label in labels.items():
        if source_path(path) not in known and not any(is_inside(file, path) for file in files):
            raise error(
                f"The label {label!r} is for {path}, which is none of the given paths and lies "
                "below none of them."
            )


def unescaped(text: str) -> str:
    r"""A separator as it is meant. Example: \n in two characters -> a line feed."""
    for written, meant in _ESCAPES.items():
        text = text.replace(written, meant)
    return text
