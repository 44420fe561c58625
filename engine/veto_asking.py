"""AskedVeto: a merge loop's questions to a veto, and what came of them."""

from __future__ import annotations

from engine import _pair_kernels as kernels
from engine.config import N_BYTES
from engine.merge_veto import MergeVeto
from engine.training_arrays import Heap, Int64s, PairTable, Results

REFUSAL_WORK = 64
"""What a refusal counts as, in postings, so that slices end where nothing is merged."""


class AskedVeto:
    """Answers for the pair on top of the heap, in the bytes of its token."""

    def __init__(self, veto: MergeVeto) -> None:
        self._veto = veto
        self._tokens = [bytes([byte]) for byte in range(N_BYTES)]
        self._refused: set[int] = set()

    @property
    def n_refused(self) -> int:
        """Pairs that were not allowed."""
        return len(self._refused)

    def answer(self, table: PairTable, heap: Heap, results: Results, cursor: Int64s) -> None:
        """Allow the pair to be merged next, or take all its count away, for good."""
        pair = int(heap.pairs[0])
        key = int(table.entries[pair, kernels.KEY])
        if key not in self._refused and self._veto.allows(self._token(key, results, cursor)):
            cursor[kernels.ALLOWED] = pair
            return
        self._refused.add(key)
        table.entries[pair, kernels.COUNT] = 0
        cursor[kernels.WORK] += REFUSAL_WORK

    def _token(self, key: int, results: Results, cursor: Int64s) -> bytes:
        """The bytes of the token that a pair would become."""
        tokens = self._tokens
        made = results.merges[len(tokens) - N_BYTES : int(cursor[kernels.N_MERGES])]
        for left, right in made.tolist():
            tokens.append(tokens[left] + tokens[right])
        return tokens[key >> 32] + tokens[key & kernels.LOW_32]
