"""Running tasks on a cluster: results as they come, failures as sentences, cancelled at the end.

A task of ours returns its result or a `Refusal`: an error of the engine, which no retry mends. What
else goes wrong (a disk, a network) is tried again; a task whose worker dies again and again is not.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from engine.errors import ClusterError, CorpusError, EngineError, reason_of
from engine.sentences import say

_LOOK_SECONDS = 0.1
_RETRIES = 3
_ROUNDS = 3
"""How often tasks whose workers died are given to the cluster before it is said that they die."""
_LOST_SECONDS = 30.0
Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class Refusal:
    """What a task could not do: the sentence, and the file if one is the reason."""

    sentence: str
    path: Any = None
    is_corpus: bool = False

    @classmethod
    def of(cls, error: EngineError) -> Refusal:
        """For an error of the engine, whose classes do not all travel between processes."""
        path = getattr(error, "path", None)
        return cls(str(error), path, isinstance(error, CorpusError))

    def error(self) -> EngineError:
        if self.is_corpus:
            return CorpusError(self.sentence, path=self.path)
        return ClusterError(self.sentence)


@contextmanager
def cluster_errors(client: Any) -> Iterator[None]:
    """Failures of the cluster itself as ClusterErrors."""
    from distributed.comm.core import CommClosedError

    try:
        yield
    except (CommClosedError, TimeoutError, ConnectionError) as error:
        address = cluster_address(client)
        raise ClusterError(say("cluster_lost", address=address, reason=reason_of(error))) from None


def results_of(
    client: Any,
    submit: Callable[[Key, int], Any],
    keys: Mapping[Key, str],
    rounds: int = _ROUNDS,
) -> Iterator[tuple[Key, Any] | None]:
    """(key, result) of each task as it is done, and None now and then while none is.

    submit: gives a task to the cluster: its future. Called again, with the number of the round, for
    tasks that died with their workers. keys: what each task does, for sentences.

    All that runs is cancelled where the iteration ends early. Raises ClusterError, and CorpusError
    for what a task says of a file.
    """
    from distributed import wait
    from distributed.client import FutureCancelledError

    waiting = dict.fromkeys(keys, 0)
    futures: dict[Any, Key] = {}
    last_seen = time.monotonic()
    try:
        with cluster_errors(client):
            futures = {submit(key, 0): key for key in waiting}
            while futures:
                done = [future for future in futures if future.done()]
                for future in done:
                    key = futures.pop(future)
                    outcome = _outcome(future, keys[key], waiting[key] + 1 < rounds)
                    if outcome is _AGAIN:
                        waiting[key] += 1
                        futures[submit(key, waiting[key])] = key
                        continue
                    yield key, outcome
                if client.status == "running":
                    last_seen = time.monotonic()
                elif time.monotonic() - last_seen > _LOST_SECONDS or client.status == "closed":
                    raise ClusterError(
                        say("cluster_lost", address=cluster_address(client), reason=client.status)
                    )
                if not done:
                    # What ends otherwise is told by its future.
                    with client.as_current(), suppress(TimeoutError, FutureCancelledError):
                        wait(list(futures), _LOOK_SECONDS, "FIRST_COMPLETED")
                    yield None
    finally:
        if futures:
            with suppress(Exception):
                client.cancel(list(futures), force=True)


_AGAIN = object()


def _outcome(future: Any, what: str, may_again: bool) -> Any:
    """The result of a task; `_AGAIN` where its worker died. Raises EngineError."""
    from distributed import KilledWorker
    from distributed.client import FutureCancelledError

    try:
        result = future.result()
    except KilledWorker as error:
        if may_again:
            return _AGAIN
        worker = getattr(getattr(error, "last_worker", None), "address", "?")
        raise ClusterError(say("cluster_worker_died", what=what, worker=worker)) from None
    except FutureCancelledError as error:
        raise ConnectionError(reason_of(error)) from None
    except EngineError:
        raise
    except MemoryError:
        raise ClusterError(say("cluster_memory", what=what)) from None
    except Exception as error:  # noqa: BLE001  whatever a worker met, with its own exceptions
        file = getattr(error, "filename", None)
        reason = f"{file}: {reason_of(error)}" if file else reason_of(error)
        raise ClusterError(say("cluster_task_failed", what=what, reason=reason)) from None
    if isinstance(result, Refusal):
        raise result.error()
    return result


def digest_of_text(text: str) -> str:
    """A short name for what a task or a folder is made of, the same in every call.

    text: may contain a path that is not UTF-8.
    """
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:24]


def submitted(client: Any, function: Callable[..., Any], *given: Any, key: str) -> Any:
    """A task as a future; the same key is the same task."""
    return client.submit(function, *given, key=key, retries=_RETRIES, pure=False)


def cluster_address(client: Any) -> str:
    """Where the scheduler of a client listens, "?" if it is unknown."""
    scheduler = getattr(client, "scheduler", None)
    return str(getattr(scheduler, "address", None) or "?")
