"""EstimateLog: what was estimated on the way, and how far off that was in the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

SHARES = (0.10, 0.25, 0.50)
"""Of the whole time: the moments at which an estimate is judged."""
_LEAST_STEP_S = 0.005


@dataclass(frozen=True, slots=True)
class EstimateError:
    """One moment of a task that is over.

    share: of the whole time that had passed, 0 to 1. estimated_s: the whole time, as it was
    estimated then; None where there was no estimate yet. actual_s: the whole time.
    """

    share: float
    estimated_s: float | None
    actual_s: float

    @property
    def error(self) -> float | None:
        """Estimate against truth, as a share of the truth: 0.2 is a fifth too long."""
        if self.estimated_s is None or self.actual_s <= 0:
            return None
        return self.estimated_s / self.actual_s - 1


class EstimateLog:
    """Collects estimates of the whole time while a task runs."""

    def __init__(self) -> None:
        self._seen: list[tuple[float, float | None]] = []

    def add(self, elapsed_s: float, remaining_s: float | None) -> None:
        """Note what was said at a moment; moments ascend."""
        if not self._seen or elapsed_s - self._seen[-1][0] >= _LEAST_STEP_S:
            whole = None if remaining_s is None else elapsed_s + remaining_s
            self._seen.append((elapsed_s, whole))

    def errors(
        self, actual_s: float, shares: Sequence[float] = SHARES
    ) -> tuple[EstimateError, ...]:
        """What stood on the screen when these shares of the time had passed, against the truth."""
        found = []
        for share in shares:
            said = [whole for at, whole in self._seen if at <= share * actual_s]
            found.append(EstimateError(share, said[-1] if said else None, actual_s))
        return tuple(found)
