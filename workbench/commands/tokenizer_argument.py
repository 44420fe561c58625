"""What TOKENIZER means on the command line: a file, a directory, or a run of the store."""

from __future__ import annotations

from pathlib import Path

from engine.tokenizer import Tokenizer
from workbench.commands.command_error import CommandError
from workbench.commands.run_names import open_existing_store
from workbench.store import UnknownRunError


def load_tokenizer(
    argument: str, database: Path | None, pattern: str | None = None
) -> Tokenizer:
    """The tokenizer that `argument` names.

    A path that exists comes first: a file of any format that Tokenizer.load reads, or a directory
    with one. Anything else is the id or the name of a run. `pattern` is for files that hold no
    split pattern. Raises CommandError, TokenizerFileError, StoreError.
    """
    path = Path(argument)
    if path.exists():
        return Tokenizer.load(path, pattern=pattern)
    if pattern is not None:
        raise CommandError(f"{argument} is not there; --pattern is for files without a pattern.")
    with open_existing_store(database) as store:
        try:
            return store.tokenizer(argument)
        except UnknownRunError as error:
            raise CommandError(
                f"{argument} is neither a file nor a directory nor a run. {error}"
            ) from None
