"""Loading a tokenizer from any file or directory that is understood.

IMPORTERS is the table of them: each says which files and directories it knows, and loads them.
The first that recognises a path loads it. A new format is one more line.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from engine.argument_types import checked_path
from engine.encoding import FILE_NAME, Tokenizer, load_tokenizer_file
from engine.errors import InexactTokenizerError, TokenizerFileError
from engine.formats.reading.companions import companions_beside
from engine.formats.reading.merge_files import PAIRS, load_merge_files, merge_files_in
from engine.formats.reading.minbpe import is_minbpe, load_minbpe
from engine.formats.reading.nanochat import is_nanochat, load_nanochat
from engine.formats.reading.ranks import load_rank_file, looks_like_ranks
from engine.formats.reading.tekken import is_tekken, load_tekken
from engine.formats.reading.tokenizer_json import is_tokenizer_json, load_tokenizer_json
from engine.library import LibraryTokenizer
from engine.machine import beginning, read_bytes, refusal, refuse_pattern

_ZIP = b"PK"
_ACCEPTED = (
    "a tokenizer is a .twb file, tokenizer.json, vocab.bpe with encoder.json, merges.txt with "
    "vocab.json, a .tiktoken rank file, tekken.json, a .model of minbpe or SentencePiece, or a "
    "nanochat directory"
)


class Importer(NamedTuple):
    """One format.

    recognises: whether a file or a directory is, or holds, one of this format; it reads no more
        than the beginning of a file, and says no to what is not there.
    load: the tokenizer in it, given the split pattern where the caller has one. Raises
        TokenizerFileError; ConfigError for a pattern where the file holds its own.
    """

    name: str
    recognises: Callable[[Path], bool]
    load: Callable[[Path, str | None], Tokenizer]


def load_tokenizer(path: str | Path, pattern: str | None = None) -> Tokenizer:
    """The tokenizer in a file or directory. Raises TokenizerFileError.

    pattern: the split pattern where the files do not hold one; ConfigError where they do.
    """
    path = checked_path(path, "The path of a tokenizer")
    for importer in IMPORTERS:
        if importer.recognises(path):
            return importer.load(path, pattern)
    if path.is_dir():
        _refuse_half_pair(path)
        raise TokenizerFileError(f"{path} holds no tokenizer: {_ACCEPTED}.", path=path)
    if path.suffix == ".json":
        raise refusal(path, f"it is none of the .json files that are understood; {_ACCEPTED}")
    refuse_pattern(path, pattern)
    if path.is_file() and beginning(path)[:2] != _ZIP:
        raise refusal(path, f"it is none of the files that are understood; {_ACCEPTED}")
    return load_tokenizer_file(path)


def load_any_tokenizer(
    path: str | Path, pattern: str | None = None
) -> Tokenizer | LibraryTokenizer:
    """As `load_tokenizer`; what cannot be represented exactly runs through its own library.

    Raises LibraryError as well, where that library is missing or refuses the file.
    """
    try:
        return load_tokenizer(path, pattern)
    except InexactTokenizerError as inexact:
        return library_tokenizer(inexact)


def library_tokenizer(inexact: InexactTokenizerError) -> LibraryTokenizer:
    """The tokenizer that could not be represented, in its own library. Raises LibraryError."""
    path = inexact.path
    beside = companions_beside(path.parent)
    return LibraryTokenizer(
        inexact.library,
        read_bytes(path) if inexact.content is None else inexact.content,
        reason=inexact.reason,
        path=path,
        roles=beside.roles,
        chat_template=beside.chat_template,
    )


# ---- our own files -------------------------------------------------------------------------------


def _is_own(path: Path) -> bool:
    return (path / FILE_NAME).exists() if path.is_dir() else path.suffix == ".twb"


def _load_own(path: Path, pattern: str | None) -> Tokenizer:
    file = path / FILE_NAME if path.is_dir() else path
    refuse_pattern(file, pattern)
    return load_tokenizer_file(file)


# ---- merges and ids ------------------------------------------------------------------------------


def _pair_of(path: Path) -> tuple[Path, Path] | None:
    if path.is_dir():
        return merge_files_in(path)
    for merges, ids in PAIRS:
        if path.name in (merges, ids):
            return path.with_name(merges), path.with_name(ids)
    return None


def _is_pair(path: Path) -> bool:
    return _pair_of(path) is not None


def _load_pair(path: Path, pattern: str | None) -> Tokenizer:
    pair = _pair_of(path)
    assert pair is not None
    return load_merge_files(*pair, pattern)


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


# ---- rank files ----------------------------------------------------------------------------------


def _is_ranks(path: Path) -> bool:
    if path.is_dir():
        return any(path.glob("*.tiktoken"))
    return path.suffix == ".tiktoken" or (path.is_file() and looks_like_ranks(beginning(path)))


def _load_ranks(path: Path, pattern: str | None) -> Tokenizer:
    if not path.is_dir():
        return load_rank_file(path, pattern)
    rank_files = sorted(path.glob("*.tiktoken"))
    if len(rank_files) > 1:
        listed = ", ".join(file.name for file in rank_files)
        raise refusal(path, f"it holds {len(rank_files)} rank files; name one of {listed}")
    return load_rank_file(rank_files[0], pattern)


# ---- SentencePiece -------------------------------------------------------------------------------

_SENTENCEPIECE_SUFFIXES = frozenset({".model", ".spm"})
_SENTENCEPIECE_NAMES = ("tokenizer.model", "sentencepiece.bpe.model", "spiece.model", "spm.model")


def _is_sentencepiece(path: Path) -> bool:
    """Whether it begins as a SentencePiece model does: a message that holds pieces."""
    file = _sentencepiece_file(path)
    return file is not None and beginning(file)[:1] == b"\n"


def _sentencepiece_file(path: Path) -> Path | None:
    if path.is_dir():
        files = [file for name in _SENTENCEPIECE_NAMES if (file := path / name).is_file()]
        files = files or [file for file in path.iterdir() if file.suffix in _SENTENCEPIECE_SUFFIXES]
        is_known = bool(files) and (len(files) == 1 or files[0].name in _SENTENCEPIECE_NAMES)
        return files[0] if is_known else None
    is_named = path.suffix in _SENTENCEPIECE_SUFFIXES
    return path if is_named and path.is_file() else None


def _load_sentencepiece(path: Path, pattern: str | None) -> Tokenizer:
    file = _sentencepiece_file(path)
    assert file is not None
    refuse_pattern(file, pattern)
    raise InexactTokenizerError(
        "it is a SentencePiece model, whose tokens are characters with ▁ for blanks",
        path=file,
        library="sentencepiece",
    )


IMPORTERS: tuple[Importer, ...] = (
    Importer("Tokenizer Workbench", _is_own, _load_own),
    Importer("minbpe", is_minbpe, load_minbpe),
    Importer("nanochat", is_nanochat, load_nanochat),
    Importer("tekken.json", is_tekken, load_tekken),
    Importer("tokenizer.json", is_tokenizer_json, load_tokenizer_json),
    Importer("merges and ids", _is_pair, _load_pair),
    Importer("rank file", _is_ranks, _load_ranks),
    Importer("SentencePiece", _is_sentencepiece, _load_sentencepiece),
)
"""In the order in which a path is offered to them."""
