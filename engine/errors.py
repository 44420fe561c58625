"""Known failures of the engine, each with a sentence a person can act on.

    EngineError
    ├── CorpusError            a file that cannot be read or holds no text (`path`, `line`)
    ├── ConfigError            a training setting that cannot work (`setting`)
    ├── ArgumentError          an argument of another type; also a TypeError
    │   └── ArgumentValueError     a value that it cannot have (`setting`); also a ValueError
    ├── PatternError           a split pattern that does not compile (`pattern`, `position`)
    ├── TokenizerFileError     a tokenizer file that cannot be used (`path`)
    │   └── InexactTokenizerError  one that only its own library can run (`reason`)
    ├── PublishedTokenizerError  a published tokenizer that cannot be fetched (engine.formats)
    ├── ModelConfigError       a model's config.json that cannot be used (`path`; engine.analysis)
    ├── ClusterError           a cluster cannot be reached or cannot do the work
    ├── ModelFileError         a file of a model's tensors that cannot be used (`path`)
    ├── LibraryError           the library that runs a tokenizer failed or is not installed
    ├── CheckpointError        an interrupted training that cannot go on (`path`)
    ├── SpecialTokenError      text with a special token where none is allowed; also a ValueError
    ├── TokenIdError           an id that is not in the vocabulary
    ├── ExportError            an export that cannot be written, or that a format cannot hold
    └── ChatError              a conversation that cannot become ids (`line`, `message`)
        └── ConversationError      a record of a file that is no conversation

Everything else that leaves the engine is a defect of ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from engine.sentences import Plain, Sentence, say


class NamedPath(Protocol):
    """Where a file lies: a path of this machine or an address; `str` of it is what people read."""

    @property
    def name(self) -> str: ...


class EngineError(Exception):
    """Base of the known failures; `str(error)` is the sentence to show, in English.

    setting: the argument or field with which the caller can mend it, None where there is none.
    """

    setting: str | None = None

    @property
    def code(self) -> str:
        """What failed, in snake_case and the same in every version; "" where it has no code."""
        sentence = str(self)
        return sentence.code if isinstance(sentence, Sentence) else ""

    @property
    def data(self) -> Mapping[str, Plain]:
        """The values that the sentence was made from, by their names."""
        sentence = str(self)
        return sentence.data if isinstance(sentence, Sentence) else {}


class CorpusError(EngineError):
    """A corpus file cannot be used. `line` counts from 1, None where lines do not matter."""

    def __init__(
        self,
        sentence: str,
        *,
        path: NamedPath | None = None,
        line: int | None = None,
        setting: str | None = None,
    ) -> None:
        super().__init__(sentence)
        self.path = path
        self.line = line
        self.setting = setting


class ConfigError(EngineError):
    """A training setting is impossible; `setting` is the field's name."""

    setting: str

    def __init__(self, sentence: str, *, setting: str) -> None:
        super().__init__(sentence)
        self.setting = setting


class ArgumentError(EngineError, TypeError):
    """An argument is of another type than it must be, or has a value that it cannot have."""


class ArgumentValueError(ArgumentError, ConfigError, ValueError):
    """An argument has a value that it cannot have; `setting` is its name.

    Also a ConfigError, which earlier versions raised.
    """


class PatternError(EngineError):
    """A split pattern does not compile; `position` counts characters from 0, None if unknown."""

    def __init__(self, sentence: str, *, pattern: str, position: int | None = None) -> None:
        super().__init__(sentence)
        self.pattern = pattern
        self.position = position


class TokenizerFileError(EngineError):
    """A tokenizer file is missing, damaged or of a kind that cannot be read."""

    def __init__(self, sentence: str, *, path: Path, setting: str | None = None) -> None:
        super().__init__(sentence)
        self.path = path
        self.setting = setting


class InexactTokenizerError(TokenizerFileError):
    """A tokenizer that byte-level BPE cannot represent exactly; `reason` says what in it.

    reason: the end of a sentence without its full stop, such as "its model is WordPiece".
    library: the library that runs it, the name under which it is installed. content: what that
    library reads, None for the file itself.
    """

    def __init__(
        self, reason: str, *, path: Path, library: str, content: bytes | None = None
    ) -> None:
        super().__init__(
            say("inexact_tokenizer", path=path, reason=reason, library=library), path=path
        )
        self.reason = reason
        self.library = library
        self.content = content


class ClusterError(EngineError):
    """A cluster cannot be reached, or its machines cannot do the work as this one would."""


class ModelFileError(EngineError):
    """The files of a model's tensors are missing, damaged, incomplete or of another vocabulary."""

    def __init__(self, sentence: str, *, path: Path) -> None:
        super().__init__(sentence)
        self.path = path


class LibraryError(EngineError):
    """The library that a tokenizer runs through is not installed, failed or gave no answer."""


class CheckpointError(EngineError):
    """A training cannot go on where it was: its files or settings are other ones than then."""

    def __init__(self, sentence: str, *, path: NamedPath | None = None) -> None:
        super().__init__(sentence)
        self.path = path


class SpecialTokenError(EngineError, ValueError):
    """Text contains a special token that is not allowed; a ValueError as in tiktoken.

    token: the special token. offset: of its first byte in the UTF-8 form of the text, also where
    the text is a string. character: index of its first character in the string; None where bytes
    before it are not UTF-8.
    """

    def __init__(
        self, sentence: str, *, token: str, offset: int, character: int | None = None
    ) -> None:
        super().__init__(sentence)
        self.token = token
        self.offset = offset
        self.character = character


class TokenIdError(EngineError):
    """An id to decode lies outside the vocabulary."""


class ExportError(EngineError):
    """An export that cannot be written, or that a format cannot hold.

    `path` is the file that failed, None where the format itself is the obstacle.
    """

    def __init__(
        self, sentence: str, *, path: Path | None = None, setting: str | None = None
    ) -> None:
        super().__init__(sentence)
        self.path = path
        self.setting = setting


def reason_of(error: BaseException) -> str:
    """Why something failed, as the end of a sentence: one line, without a full stop.

    A `Sentence` stays one, for those who translate it.
    Example: IsADirectoryError(21, "Is a directory", "texts") -> "is a directory"
    """
    words = str(getattr(error, "strerror", None) or "")
    if words[1:2].islower():
        words = words[0].lower() + words[1:]
    words = words or str(error)
    if isinstance(words, Sentence):
        return words
    return (words.strip() or type(error).__name__).partition("\n")[0].rstrip(".")
