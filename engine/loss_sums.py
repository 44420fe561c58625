"""LabelLosses: the losses of one label, added up without losing digits, and the text under them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from engine.library_tokenizer import AnyTokenizer
from engine.loss_figures import LossFigures
from engine.token_bytes import token_bytes

ALL = "all"
Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
Int64s = npt.NDArray[np.int64]


class LabelLosses:
    """Sums over rows that come in parts.

    The losses of a part are added exactly (fsum) and so are those sums: losses are not negative,
    so the result is within 2 ** -52 of the true sum, relatively, however many there are.
    """

    def __init__(self, tokenizer: AnyTokenizer, label: str) -> None:
        self.label = label
        self.without_loss = 0
        self.ignored = 0
        self._vocabulary = tokenizer.vocabulary
        self._sizes = token_bytes(tokenizer)
        self._nats: list[float] = []
        self._tokens = self._bytes = self._characters = self._words = self._special = 0
        self._unfinished = b""

    def add(self, ids: Int64s, losses: Floats, counts: Bools, is_special: Bools) -> None:
        """Add rows in the order of the text. counts: those that are in the sums."""
        taken = ids[counts]
        self._nats.append(math.fsum(losses[counts].tolist()))
        self._tokens += len(taken)
        self._bytes += int(self._sizes[taken].sum())
        self._special += int(is_special.sum())
        shown = counts | is_special
        # A special token is no text, and words on its two sides are two words.
        pieces = [
            b"\n" if special else self._vocabulary[token_id]
            for token_id, special in zip(
                ids[shown].tolist(), is_special[shown].tolist(), strict=True
            )
        ]
        self._read(b"".join(pieces))
        self._characters -= len(pieces) - len(taken)  # the line feeds

    def figures(self) -> LossFigures:
        """The sums of all rows."""
        return LossFigures(
            self.label, self._tokens, math.fsum(self._nats), self._bytes, self._characters,
            self._words + len(_words(self._unfinished)), self._special, self.without_loss,
            self.ignored,
        )  # fmt: skip

    def _read(self, text: bytes) -> None:
        """Count the characters and words of more text; a word may go on in the next part."""
        array = np.frombuffer(text, np.uint8)
        self._characters += int(np.count_nonzero((array & 0xC0) != 0x80))
        text = self._unfinished + text
        end = max(text.rfind(b" "), text.rfind(b"\n")) + 1
        self._words += len(_words(text[:end]))
        self._unfinished = text[end:]


def total_of(rows: Sequence[LossFigures]) -> LossFigures:
    """The sums of all labels."""
    names = ("tokens", "nats", "bytes", "characters", "words", "special", "without_loss", "ignored")
    sums = {name: [getattr(row, name) for row in rows] for name in names}
    nats = math.fsum(sums.pop("nats"))
    return LossFigures(ALL, nats=nats, **{name: sum(each) for name, each in sums.items()})


def _words(text: bytes) -> list[str]:
    return text.decode("utf-8", "replace").split()
