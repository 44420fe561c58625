"""Contents: what the files of a tokenizer hold, right or wrong, on their way to a Tokenizer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.encoding import Tokenizer
from engine.formats.findings import SETTING_TWICE, TOKEN_TWICE, Findings, UnusableError, short
from engine.formats.reading.companions import Companions, with_companions
from engine.machine import read_json
from engine.settings import MAX_VOCAB_SIZE

if TYPE_CHECKING:
    from engine.errors import TokenizerFileError


@dataclass
class Contents(ABC):
    """What a reader found in a file.

    path: the file. found: everything that is wrong with it. facts: words and values that a report
    tells besides. remarks: sentences on what it says and is not taken over. pattern,
    special_tokens, vocab_size, companions: what a Tokenizer is made with.
    """

    path: Path
    found: Findings = field(init=False)
    facts: dict[str, Any] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    pattern: str = ""
    special_tokens: Mapping[str, int] = field(default_factory=dict)
    vocab_size: int | None = None
    companions: Companions = field(default_factory=Companions)

    def __post_init__(self) -> None:
        self.found = Findings(self.path)

    def tokenizer(self) -> Tokenizer:
        """The tokenizer. Raises TokenizerFileError: the first error that was found."""
        if self.found.first is None:
            made = self.found.attempt(self._built)
            if made is not None:
                return made
        assert self.found.first is not None
        raise self.found.first

    @abstractmethod
    def build(self) -> Tokenizer:
        """The tokenizer of what was read without an error; roles and chat template come later."""

    def _built(self) -> Tokenizer:
        if self.vocab_size is not None and not 0 <= self.vocab_size <= MAX_VOCAB_SIZE:
            raise UnusableError(f"no tokenizer has {self.vocab_size:,} ids")
        return with_companions(self.build(), self.companions)

    def read_json(self, path: Path | None = None) -> dict[str, Any]:
        """The JSON document of a file, by default of this one; {} where it is no object.

        Names that stand twice are noted. Raises TokenizerFileError for what is no JSON.
        """
        doubled: list[tuple[dict[str, Any], str]] = []
        document = read_json(path or self.path, doubled)
        owners = {id(owner): owner for owner, _ in doubled}
        types = {key: set(map(type, owner.values())) for key, owner in owners.items()}
        for owner, name in doubled:
            is_of_ids = int in types[id(owner)] and str not in types[id(owner)]
            self.found.fault(
                TOKEN_TWICE if is_of_ids else SETTING_TWICE,
                short(name, owner[name]),
                f"{name!r} appears twice in it",
                path=path,
            )
        return document if isinstance(document, dict) else {}


class UnreadContents(Contents):
    """A file that its reader gave up on, and why."""

    def __init__(self, path: Path, why: TokenizerFileError | Findings) -> None:
        super().__init__(path)
        if isinstance(why, Findings):
            self.found = why
        else:
            self.found.refused(why)

    def build(self) -> Tokenizer:
        assert self.found.first is not None
        raise self.found.first
