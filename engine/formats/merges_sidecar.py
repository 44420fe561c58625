"""What our export puts beside merges.txt: the split pattern, and which tokens are special."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.formats.companions import Companions, companions_of_sidecar
from engine.formats.file_reading import read_bytes, read_json, refusal

SIDECAR_KIND = "tokenizer-workbench merges sidecar"


@dataclass(frozen=True, slots=True)
class MergesSidecar:
    """pattern: the split pattern; special_tokens: ids by string; vocab_size: all ids.

    companions: roles and chat template.
    """

    pattern: str
    special_tokens: Mapping[str, int]
    vocab_size: int
    companions: Companions = field(default_factory=Companions)

    def without_fillers(self, others: Mapping[str, int]) -> dict[str, int]:
        """Of the tokens that are neither bytes nor merges those that are none of our fillers."""
        return {
            name: token_id
            for name, token_id in others.items()
            if name in self.special_tokens or not name.startswith(f"<|unused_{token_id}|>")
        }


def read_merges_sidecar(merges_path: Path) -> MergesSidecar | None:
    """The description beside a merges.txt, None where there is none.

    Raises TokenizerFileError for one that is damaged or describes other merges.
    """
    path = merges_path.with_name(merges_path.name + ".json")
    if not path.exists():
        return None
    document: Any = read_json(path)
    if not isinstance(document, dict) or document.get("kind") != SIDECAR_KIND:
        raise refusal(path, "it is not the description of these merges; move it away")
    if document.get("sha256") != hashlib.sha256(read_bytes(merges_path)).hexdigest():
        raise refusal(path, "it describes other merges than those beside it")
    try:
        special = {str(name): int(i) for name, i in dict(document["special_tokens"]).items()}
        return MergesSidecar(
            str(document["pattern_in_workbench"]),
            special,
            int(document["vocab_size"]),
            companions_of_sidecar(document),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise refusal(path, f"it is damaged ({error!r})") from None
