"""CheckpointPace: when checkpoints of a training are written, so that they cost next to nothing."""

from __future__ import annotations

import os
from dataclasses import dataclass

from engine.errors import ConfigError

PACE_VARIABLE = "TOKENIZER_WORKBENCH_CHECKPOINT_SECONDS"
OFF = "off"


@dataclass(frozen=True, slots=True)
class CheckpointPace:
    """Seconds between what is written.

    begin_after_s: of work, before anything at all is written; a training that is over by then
        leaves nothing and costs nothing.
    part_every_s: at least, between two parts of a counting, since what takes less is soon counted
        again; cost_factor: and this multiple of what the last part took.
    write_every_s: at least, between two records of merges, which the system has then.
    sync_every_s: at least, between two moments at which the disk has them.
    """

    begin_after_s: float = 3.0
    part_every_s: float = 20.0
    cost_factor: float = 50.0
    write_every_s: float = 0.2
    sync_every_s: float = 2.0

    @classmethod
    def chosen(cls) -> CheckpointPace | None:
        """The usual pace, or TOKENIZER_WORKBENCH_CHECKPOINT_SECONDS: that often from then on.

        None where the variable is "off". Raises ConfigError.
        """
        given = os.environ.get(PACE_VARIABLE)
        if not given:
            return cls()
        if given == OFF:
            return None
        try:
            return cls.every(float(given))
        except ValueError:
            raise ConfigError(
                f"{PACE_VARIABLE} must be a number of seconds or {OFF!r}, not {given!r}.",
                setting=PACE_VARIABLE,
            ) from None

    @classmethod
    def every(cls, seconds: float) -> CheckpointPace:
        """Begin after this number of seconds and write as often, whatever it costs."""
        if not 0 <= seconds < float("inf"):
            raise ValueError("a pace is a number of seconds")
        return cls(seconds, seconds, 0.0, seconds, seconds)
