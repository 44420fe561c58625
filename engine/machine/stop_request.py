"""StopRequest: ends a training early and keeps what is merged."""

from __future__ import annotations

from engine.machine.sentences import say


class StopRequest:
    """Hand one to a training and call `keep` from any thread.

    The training ends within one slice of merges, as if only the merges made had been asked for; a
    request that comes before the first merge takes effect after the first slice.
    """

    __slots__ = ("_is_asked",)

    def __init__(self) -> None:
        self._is_asked = False

    def keep(self) -> None:
        """Stop merging soon; what is merged becomes the tokenizer."""
        self._is_asked = True

    @property
    def is_asked(self) -> bool:
        return self._is_asked


def stopped_sentence(n_merges: int, asked: int, vocab_size: int) -> str:
    """What a run's record says of a training that was stopped and kept.

    >>> stopped_sentence(12345, 32000, 12601)
    'Stopped at 12,345 of 32,000 merges and kept: a vocabulary of 12,601 ids.'
    """
    return say("stopped_and_kept", made=n_merges, asked=asked, vocab_size=vocab_size)
