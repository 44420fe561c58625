"""What TOKENIZER means on the command line, in this order:

1. a path that exists: a file of any format that is read, or a directory with one;
2. NAME@VERSION or NAME@HASH (eight or more hex digits): a registered tokenizer;
3. a run of the store: its id, its name, or the beginning of its id;
4. NAME: the newest version of a registered tokenizer;
5. a published tokenizer: cl100k_base, hub:owner/name.

Where a name means a run and a registered tokenizer with other ids, nothing is guessed.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Generic, Literal, TypeVar, overload

from engine.errors import InexactTokenizerError
from workbench.cli.errors import CommandError, UsageError
from workbench.cli.inputs import open_existing_store
from workbench.cli.output import print_note

if TYPE_CHECKING:
    from engine.encoding import Tokenizer
    from engine.library import AnyTokenizer, LibraryTokenizer
    from workbench.store import RegisteredTokenizer, RunStore, RunSummary


Found = TypeVar("Found", Tokenizer, "AnyTokenizer")


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
    return f"{name} runs through {tokenizer.library}, because {tokenizer.reason}."


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
            return FoundTokenizer(store.tokenizer(run.run_id), run_id=run.run_id)
        if registered is not None:
            reference = registered.reference
            _refuse_pattern(f"The registered tokenizer {reference}", pattern)
            return FoundTokenizer(store.registered_tokenizer(reference), registered=registered)
    if is_published_name(argument):
        _refuse_pattern(f"The published tokenizer {argument}", pattern)
        published = load_published(argument)
        if exact:
            return FoundTokenizer(_exact(argument, published))
        return FoundTokenizer["AnyTokenizer"](published)
    raise CommandError(
        deleted
        or f"{argument} is neither a file nor a directory nor a run, and no registered or "
        "published tokenizer has that name; `runs list` and `registry list` say what there is."
    )


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
            f"{what} has its own split pattern; --pattern is for tokenizer files that hold none."
        )


def _exact(argument: str, tokenizer: object) -> Tokenizer:
    """The tokenizer, unless another library runs it."""
    from engine.encoding import Tokenizer

    if not isinstance(tokenizer, Tokenizer):
        raise CommandError(
            f"{argument} runs through {getattr(tokenizer, 'library', 'another library')}; this "
            "command needs a tokenizer that is read exactly."
        )
    return tokenizer
