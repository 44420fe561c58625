"""The rows that an extension adds to a model's embeddings, and what they may begin as.

Every new token was a run of old tokens before; the usual beginning of its row is the mean of
their rows (Gee et al. 2022, "Fast Vocabulary Transfer for Language Model Compression", EMNLP
Industry Track).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.extension_measure import whole_piece_encoder
from engine.formats.atomic_files import write_files
from engine.tokenizer import Tokenizer

ROWS_FILE = "embedding_rows.jsonl"


@dataclass(frozen=True, slots=True)
class EmbeddingRow:
    """One new id.

    token: its bytes; those of a special token are its name in UTF-8. parts: the ids that the old
    tokenizer gives for these bytes, in order, one of them as often as it stands there.
    """

    token_id: int
    token: bytes
    parts: tuple[int, ...]
    is_special: bool = False

    @property
    def weights(self) -> tuple[float, ...]:
        """Of the parts, for their mean: all alike, 1 in sum."""
        return (1 / len(self.parts),) * len(self.parts)

    def document(self) -> dict[str, Any]:
        """As a line of the file has it; `token` is None where the bytes are no text."""
        return {
            "id": self.token_id,
            "token": token_text(self.token),
            "hex": self.token.hex(),
            "special": self.is_special,
            "parts": list(self.parts),
            "weights": list(self.weights),
        }


def embedding_rows(old: Tokenizer, new: Tokenizer) -> Iterator[EmbeddingRow]:
    """A row for every id that `new` has and `old` has not, in ascending order of ids."""
    encoder = whole_piece_encoder(old)
    ids = new.ranked_ids[len(old.ranked_ids) :].tolist()
    tokens = new.ranked_tokens[len(old.ranked_ids) :]
    found = []
    for token_id, token in zip(ids, tokens, strict=True):
        found.append(EmbeddingRow(token_id, token, tuple(encoder.encode(token).tolist())))
    for name, token_id in new.special_tokens.items():
        if name not in old.special_tokens:
            parts = tuple(old.encode(name))
            found.append(EmbeddingRow(token_id, name.encode(), parts, is_special=True))
    yield from sorted(found, key=lambda row: row.token_id)


def write_embedding_rows(rows: Iterable[EmbeddingRow], folder: Path) -> Path:
    """Write `embedding_rows.jsonl`, one JSON object a line; returns the file. Raises OSError."""
    lines = (json.dumps(row.document(), ensure_ascii=False) for row in rows)
    content = "".join(line + "\n" for line in lines).encode()
    return write_files(folder, {ROWS_FILE: content})[0]


def token_text(token: bytes) -> str | None:
    """The text of a token, None where its bytes are not whole characters."""
    try:
        return token.decode()
    except UnicodeDecodeError:
        return None
