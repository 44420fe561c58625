"""Loading a tokenizer from any file or directory that is understood, or from memory.

IMPORTERS is the table of formats: each says which files and directories it knows, and reads them.
The first that recognises a path reads it. A new format is one more line. `tokenizer_from_ranks` and
`tokenizer_from_merges` take what other libraries have in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from engine.argument_types import checked_path, checked_texts, described
from engine.encoding import FILE_NAME, Tokenizer, load_tokenizer_file
from engine.errors import (
    ArgumentError,
    ConfigError,
    InexactTokenizerError,
    PatternError,
    TokenizerFileError,
)
from engine.formats.findings import Findings, TooManyFaultsError, UnusableError
from engine.formats.pattern_dialects import read_tiktoken_pattern
from engine.formats.reading.contents import (
    Contents,
    UnreadContents,
    check_token,
    companions_beside,
    lacking_bytes,
    missing_bytes,
    ranked_tokenizer,
)
from engine.formats.reading.json_merges import bpe_of_json
from engine.formats.reading.merge_files import PAIRS, merge_files_of, read_merge_files
from engine.formats.reading.minbpe import is_minbpe, read_minbpe
from engine.formats.reading.nanochat import is_nanochat, read_nanochat
from engine.formats.reading.sentencepiece import read_sentencepiece
from engine.formats.reading.tiktoken import is_tekken, looks_like_ranks, read_rank_file, read_tekken
from engine.formats.reading.tokenizer_json import is_tokenizer_json, read_tokenizer_json
from engine.library import LibraryTokenizer
from engine.machine import beginning, paused_collection, read_bytes, refusal, refuse_pattern
from engine.sentences import say
from engine.settings import MAX_VOCAB_SIZE
from engine.splitting import presets

_ZIP = b"PK"
_SENTENCEPIECE_SUFFIXES = frozenset({".model", ".spm"})
_SENTENCEPIECE_NAMES = ("tokenizer.model", "sentencepiece.bpe.model", "spiece.model", "spm.model")


class Importer(NamedTuple):
    """One format.

    recognises: whether a file or a directory is, or holds, one of this format; it reads no more
        than the beginning of a file, and is False for a missing path.
    read: what is in it, given the split pattern where the caller has one. Raises
        TokenizerFileError where nothing can be read; ConfigError for a pattern where the file
        holds its own.
    """

    name: str
    recognises: Callable[[Path], bool]
    read: Callable[[Path, str | None], Contents]


def load_tokenizer(path: str | Path, pattern: str | None = None) -> Tokenizer:
    """The tokenizer in a file or directory. Raises TokenizerFileError.

    pattern: the split pattern where the files do not hold one; ConfigError where they do.
    """
    path = checked_path(path, "The path of a tokenizer")
    with paused_collection():
        return read_contents(path, pattern).tokenizer()


def read_contents(path: Path, pattern: str | None) -> Contents:
    """What a file or directory holds and all that is wrong with it.

    Raises TokenizerFileError for a file that cannot be opened; ConfigError as `load_tokenizer`.
    """
    try:
        if not path.exists():
            raise TokenizerFileError(say("file_not_there", path=path), path=path)
        importer = importer_of(path)
        if importer is not None:
            return importer.read(path, pattern)
        _refuse_unknown(path, pattern)
        return OwnContents(path)
    except TokenizerFileError as error:
        return UnreadContents(path, error)
    except TooManyFaultsError as error:
        return UnreadContents(path, error.found)


def importer_of(path: Path) -> Importer | None:
    """The format of a file or directory, None if it is unknown."""
    return next((each for each in IMPORTERS if each.recognises(path)), None)


def _refuse_unknown(path: Path, pattern: str | None) -> None:
    """Raise TokenizerFileError for what cannot be a file of our own either."""
    if path.is_dir():
        _refuse_half_pair(path)
        raise TokenizerFileError(
            say("no_tokenizer_in", path=path, accepted=say("accepted")), path=path
        )
    if path.suffix == ".json":
        raise refusal(path, say("no_known_json", accepted=say("accepted")))
    refuse_pattern(path, pattern)
    if path.is_file() and beginning(path)[:2] != _ZIP:
        raise refusal(path, say("no_known_file", accepted=say("accepted")))


def load_any_tokenizer(
    path: str | Path, pattern: str | None = None
) -> Tokenizer | LibraryTokenizer:
    """As `load_tokenizer`; what cannot be represented exactly runs through its own library.

    Raises LibraryError as well, where that library is missing or refuses the file.
    """
    path = checked_path(path, "The path of a tokenizer")
    with paused_collection():
        return any_tokenizer(read_contents(path, pattern))


def any_tokenizer(contents: Contents) -> Tokenizer | LibraryTokenizer:
    """As `load_any_tokenizer`, of what was read."""
    try:
        return contents.tokenizer()
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


class OwnContents(Contents):
    """A .twb file, which is read whole or not at all."""

    def build(self) -> Tokenizer:
        return load_tokenizer_file(self.path)


def _read_own(path: Path, pattern: str | None) -> Contents:
    file = path / FILE_NAME if path.is_dir() else path
    refuse_pattern(file, pattern)
    return OwnContents(file)


# ---- merges and ids ------------------------------------------------------------------------------


def _is_pair(path: Path) -> bool:
    return merge_files_of(path) is not None


def _refuse_half_pair(folder: Path) -> None:
    """Raise TokenizerFileError, with the name of the missing file, for one file of a pair."""
    for pair in PAIRS:
        there = [name for name in pair if (folder / name).is_file()]
        if there:
            missing = next(name for name in pair if name not in there)
            raise TokenizerFileError(
                say("half_pair", folder=folder, one=there[0], other=missing), path=folder
            )


# ---- rank files ----------------------------------------------------------------------------------


def _is_ranks(path: Path) -> bool:
    if path.is_dir():
        return any(path.glob("*.tiktoken"))
    return path.suffix == ".tiktoken" or (path.is_file() and looks_like_ranks(beginning(path)))


# ---- SentencePiece -------------------------------------------------------------------------------


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


def _read_sentencepiece(path: Path, pattern: str | None) -> Contents:
    file = _sentencepiece_file(path)
    assert file is not None
    return read_sentencepiece(file, pattern)


IMPORTERS: tuple[Importer, ...] = (
    Importer("Tokenizer Workbench", _is_own, _read_own),
    Importer("minbpe", is_minbpe, read_minbpe),
    Importer("nanochat", is_nanochat, read_nanochat),
    Importer("tekken.json", is_tekken, read_tekken),
    Importer("tokenizer.json", is_tokenizer_json, read_tokenizer_json),
    Importer("merges and ids", _is_pair, read_merge_files),
    Importer("rank file", _is_ranks, read_rank_file),
    Importer("SentencePiece", _is_sentencepiece, _read_sentencepiece),
)
"""In the order in which a path is offered to them."""


def tokenizer_from_ranks(
    ranks: Mapping[bytes, int],
    pattern: str,
    special_tokens: Mapping[str, int] | None,
    vocab_size: int | None,
) -> Tokenizer:
    """See Tokenizer.from_ranks."""
    _check_ranks(ranks)
    try:
        return ranked_tokenizer(
            ranks,
            pattern=_pattern(pattern),
            special_tokens=special_tokens or {},
            vocab_size=vocab_size,
        )
    except UnusableError as error:
        raise _unusable_ranks(str(error)) from None


def tokenizer_from_merges(
    vocabulary: Mapping[str, int],
    merges: Iterable[str | Sequence[str]],
    pattern: str,
    special_tokens: Mapping[str, int] | Iterable[str],
    ignore_merges: bool,
) -> Tokenizer:
    """See Tokenizer.from_merges."""
    _check_ids(vocabulary)
    special = _special_ids(special_tokens, vocabulary)
    listed: list[Any] = [each if isinstance(each, str) else list(each) for each in merges]
    model = {"merges": listed, "ignore_merges": ignore_merges}
    found, bpe = Findings(Path()), None
    with suppress(TooManyFaultsError):
        bpe = bpe_of_json(model, vocabulary, frozenset(special), found)
    if bpe is None or found.first is not None:
        raise ConfigError(say("merges_no_tokenizer", reason=found.reason), setting="merges")
    return Tokenizer(bpe.merges, pattern=pattern, special_tokens=special, numbering=bpe.numbering)


def _pattern(pattern: str) -> str:
    if pattern in presets():
        return pattern
    try:
        return read_tiktoken_pattern(pattern)
    except PatternError as error:
        sentence = say("pattern_of_ranks", sentence=error)
        raise PatternError(sentence, pattern=pattern, position=error.position) from None


def _check_ranks(ranks: Mapping[bytes, int]) -> None:
    if not isinstance(ranks, Mapping):
        raise ArgumentError(say("ranks_no_mapping", given=described(ranks)))
    for token, rank in ranks.items():
        if not isinstance(token, bytes) or type(rank) is not int:
            raise ArgumentError(say("ranks_entry", token=repr(token), rank=repr(rank)))
        if reason := check_token(token, rank):
            raise _unusable_ranks(reason)
    if missing := missing_bytes(ranks):
        raise _unusable_ranks(lacking_bytes("byte_unranked", missing))
    _refuse_doubled(ranks, "tokens_of_same_rank")


def _check_ids(vocabulary: Mapping[str, int]) -> None:
    if not isinstance(vocabulary, Mapping):
        raise ArgumentError(say("vocabulary_no_mapping", given=described(vocabulary)))
    for token, token_id in vocabulary.items():
        if not isinstance(token, str) or type(token_id) is not int:
            raise ArgumentError(say("vocabulary_entry", token=repr(token), id=repr(token_id)))
        if not 0 <= token_id < MAX_VOCAB_SIZE:
            highest = MAX_VOCAB_SIZE - 1
            raise ConfigError(
                say("vocabulary_id_outside", token=repr(token), id=token_id, highest=highest),
                setting="vocabulary",
            )
    _refuse_doubled(vocabulary, "tokens_of_same_id")


def _refuse_doubled(numbers: Mapping[Any, int], code: str) -> None:
    seen: dict[int, Any] = {}
    for token, number in numbers.items():
        other = seen.setdefault(number, token)
        if other != token:
            sentence = say(code, one=repr(other), other=repr(token), number=number)
            raise ConfigError(sentence, setting="vocabulary")


def _special_ids(
    special_tokens: Mapping[str, int] | Iterable[str], vocabulary: Mapping[str, int]
) -> dict[str, int]:
    if isinstance(special_tokens, Mapping):
        return dict(special_tokens)
    if isinstance(special_tokens, str):
        raise ArgumentError(say("special_no_list", given=described(special_tokens)))
    names = checked_texts(special_tokens, "special_tokens")
    unknown = [name for name in names if name not in vocabulary]
    if unknown:
        raise ConfigError(
            say("special_unknown", token=repr(unknown[0]), example="{'<|end|>': 300}"),
            setting="special_tokens",
        )
    return {name: vocabulary[name] for name in names}


def _unusable_ranks(reason: str) -> ConfigError:
    return ConfigError(say("ranks_no_tokenizer", reason=reason), setting="ranks")
