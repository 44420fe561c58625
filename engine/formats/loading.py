"""Loading a tokenizer from any file or directory that is understood.

    tokenizer.twb                         our own format
    vocab.bpe with encoder.json           GPT-2
    merges.txt with vocab.json            the same under other names
    *.tiktoken, tokenizer.model           rank files
"""

from __future__ import annotations

from pathlib import Path

from engine.errors import ConfigError, TokenizerFileError
from engine.formats.file_reading import refusal
from engine.formats.merge_files import PAIRS, load_merge_files, merge_files_in
from engine.formats.rank_file import load_rank_file, looks_like_ranks
from engine.tokenizer import Tokenizer
from engine.tokenizer_file import FILE_NAME, load_tokenizer_file

_JSON_NAME = "tokenizer.json"
_ACCEPTED = (
    "a tokenizer is a .twb file, vocab.bpe with encoder.json, merges.txt with vocab.json, or a "
    ".tiktoken rank file"
)


def load_tokenizer(path: Path, pattern: str | None = None) -> Tokenizer:
    """The tokenizer in a file or directory. Raises TokenizerFileError.

    pattern: the split pattern where the files do not hold one; ConfigError where they do.
    """
    if path.is_dir():
        return _load_directory(path, pattern)
    names = {name: pair for pair in PAIRS for name in pair}
    if path.name in names:
        merges, ids = (path.with_name(name) for name in names[path.name])
        return load_merge_files(merges, ids, pattern)
    if path.suffix == ".tiktoken" or (path.is_file() and looks_like_ranks(_beginning(path))):
        return load_rank_file(path, pattern)
    if path.suffix == ".json":
        raise refusal(path, f"tokenizer.json files are not read yet; {_ACCEPTED}")
    _refuse_pattern(path, pattern)
    return load_tokenizer_file(path)


def _load_directory(folder: Path, pattern: str | None) -> Tokenizer:
    if (folder / FILE_NAME).exists():
        _refuse_pattern(folder / FILE_NAME, pattern)
        return load_tokenizer_file(folder / FILE_NAME)
    if pair := merge_files_in(folder):
        return load_merge_files(*pair, pattern)
    rank_files = sorted(folder.glob("*.tiktoken"))
    if len(rank_files) > 1:
        listed = ", ".join(file.name for file in rank_files)
        raise refusal(folder, f"it holds {len(rank_files)} rank files; name one of {listed}")
    if rank_files:
        return load_rank_file(rank_files[0], pattern)
    if (folder / _JSON_NAME).exists():
        return load_tokenizer(folder / _JSON_NAME, pattern)
    _refuse_half_pair(folder)
    raise TokenizerFileError(f"{folder} holds no tokenizer: {_ACCEPTED}.", path=folder)


def _refuse_half_pair(folder: Path) -> None:
    """Raise TokenizerFileError, with the name of the missing file, for one file of a pair."""
    for pair in PAIRS:
        there = [name for name in pair if (folder / name).is_file()]
        if there:
            missing = next(name for name in pair if name not in there)
            raise TokenizerFileError(
                f"{folder} holds {there[0]} without {missing}, which belongs to it; put the two "
                "beside each other.",
                path=folder,
            )


def _beginning(path: Path) -> bytes:
    """As much of a file as shows what it is."""
    try:
        with path.open("rb") as stream:
            return stream.read(1 << 16)
    except OSError as error:
        raise TokenizerFileError(
            f"{path} cannot be read: {error.strerror or error}.", path=path
        ) from None


def _refuse_pattern(path: Path, pattern: str | None) -> None:
    if pattern is not None:
        raise ConfigError(
            f"{path} holds its own split pattern, so none can be given for it.", setting="pattern"
        )
