"""SecondStage: what the training of superwords found and did, beside the merges themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class SecondStage:
    """The circumstances of stage two of a training.

    n_first: merges that stage one made, which may be fewer than were asked for.
    source_bytes, source_tokens: by source, the UTF-8 bytes that took part in stage two and the
        tokens they had when it began, cut by its pattern, each text counted once.
    first_tokens: by source, the tokens that the same bytes had at the end of stage one; differs
        from source_tokens because the two patterns cut differently. Empty where unknown.
    floor: count below which pairs were left out, in units of 1 / weight_scale; every merge of
        stage two had at least that many. tries: how often it was lowered, and once more.
    n_runs, n_distinct_runs: runs of tokens that could be merged, in the corpus and distinct.
    n_refused: pairs that the rules refused when they were the most frequent ones.
    seconds: wall time by step.
    """

    n_first: int
    source_bytes: tuple[int, ...]
    source_tokens: tuple[int, ...]
    first_tokens: tuple[int, ...] = ()
    floor: int = 1
    tries: int = 1
    n_runs: int = 0
    n_distinct_runs: int = 0
    n_refused: int = 0
    seconds: Mapping[str, float] = field(default_factory=dict)

    def document(self) -> dict[str, Any]:
        """As JSON has it."""
        return asdict(self)

    @classmethod
    def of_document(cls, document: Mapping[str, Any]) -> SecondStage:
        """The stage of a document. Raises TypeError and KeyError for what is none."""
        values = dict(document)
        for name in ("source_bytes", "source_tokens", "first_tokens"):
            values[name] = tuple(map(int, values.get(name, ())))
        return cls(**values)
