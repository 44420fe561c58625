"""What TOKENIZER means on the command line: a file, a directory, or a run of the store."""

from __future__ import annotations

from pathlib import Path

from engine.splitter import Splitter
from engine.tokenizer import Tokenizer
from workbench.commands.command_error import CommandError, UsageError
from workbench.commands.run_names import open_existing_store
from workbench.store import UnknownRunError


def load_tokenizer(argument: str, database: Path | None, pattern: str | None = None) -> Tokenizer:
    """The tokenizer that `argument` names.

    A path that exists comes first: a file of any format that Tokenizer.load reads, or a directory
    with one. Anything else is the id or the name of a run. `pattern` is for files that hold no
    split pattern. Raises CommandError, TokenizerFileError, StoreError; UsageError, ConfigError and
    PatternError for a pattern that cannot be or cannot be given.
    """
    if pattern is not None:
        Splitter(pattern)  # whether it can be is no matter of the file
    path = Path(argument)
    if path.exists():
        return Tokenizer.load(path, pattern=pattern)
    with open_existing_store(database) as store:
        try:
            if pattern is not None:
                store.run(argument)
                raise UsageError(
                    f"The run {argument} has its own split pattern; --pattern is for tokenizer "
                    "files that hold none."
                )
            return store.tokenizer(argument)
        except UnknownRunError as error:
            raise CommandError(
                f"{argument} is neither a file nor a directory nor a run. {error}"
            ) from None
