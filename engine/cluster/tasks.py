"""Running tasks on a cluster: results as they come, failures as sentences, cancelled at the end.

A task of ours returns its result or a `Refusal`: an error of the engine, which no retry mends. What
else goes wrong (a disk, a network) is tried again; a task whose worker dies again and again is not.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, TypeVar

from engine.cluster.waiting import Call, NoAnswerError, Waiting, Watch, cluster_address
from engine.errors import ClusterError, CorpusError, EngineError, reason_of
from engine.sentences import say

_RETRIES = 3
_ROUNDS = 3
"""How often tasks whose workers died are given to the cluster before it is said that they die."""
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
) -> Iterator[tuple[Key, Any] | Waiting]:
    """(key, result) of each task as it is done, and Waiting now and then while none is.

    submit: gives a task to the cluster: its future. Called again, with the number of the round, for
    tasks that died with their workers. keys: what each task does, for sentences.

    All that runs is cancelled where the iteration ends early. Raises ClusterError, also once the
    cluster has had no worker for `WORKER_SECONDS`, and CorpusError for what a task says of a file.
    """
    watch = Watch(client)
    running = _Running(client, submit, watch, dict.fromkeys(keys, 0))
    try:
        with cluster_errors(client):
            for key in keys:
                running.give(key)
            while running.results:
                state = watch.look()
                watch.rest()
                n_done = len(running.done)
                for _ in range(n_done):
                    result = running.done.popleft()
                    key = running.taken(result)
                    outcome = _outcome(result, keys[key], running.turns[key] + 1 < rounds)
                    if outcome is _AGAIN:
                        running.turns[key] += 1
                        running.give(key)
                    else:
                        yield key, outcome
                if not n_done:
                    yield state
    finally:
        running.cancel()


@dataclass(slots=True)
class _Running(Generic[Key]):
    """The tasks that the cluster works on.

    A result is fetched on the client's loop: its worker may die between the end of a task and that,
    and then the result is there only when another worker has done the task again.
    turns: how often each task was given before. futures: of the tasks. results: on their way, done:
    those that are there.
    """

    client: Any
    submit: Callable[[Key, int], Any]
    watch: Watch
    turns: dict[Key, int]
    futures: dict[Key, Any] = field(default_factory=dict)
    results: dict[Call[Any], Key] = field(default_factory=dict)
    done: deque[Call[Any]] = field(default_factory=deque)

    def give(self, key: Key) -> None:
        """Give a task to the cluster."""
        self.futures[key] = future = self.submit(key, self.turns[key])
        call = partial(_fetched, self.client, future)
        self.results[Call(self.client, call, self.watch.news, self.done)] = key

    def taken(self, result: Call[Any]) -> Key:
        """The task of a result, which is no longer waited for."""
        key = self.results.pop(result)
        del self.futures[key]
        return key

    def cancel(self) -> None:
        """End what is still running, which ends the fetching of its results too."""
        if self.futures:
            with suppress(Exception):
                self.client.cancel(list(self.futures.values()), force=True)


async def _fetched(client: Any, future: Any) -> Any:
    """The result of a task. Raises its error, and NoAnswerError where the cluster fails."""
    try:
        return await client.gather(future, asynchronous=True)
    except OSError as error:
        if future.status == "error":
            raise
        raise NoAnswerError(reason_of(error)) from None


_AGAIN = object()


def _outcome(done: Call[Any], what: str, may_again: bool) -> Any:
    """The result of a task that is done; `_AGAIN` where its worker died. Raises EngineError."""
    from distributed import KilledWorker
    from distributed.client import FutureCancelledError

    try:
        result = done.answer()
    except KilledWorker as error:
        if may_again:
            return _AGAIN
        worker = getattr(getattr(error, "last_worker", None), "address", "?")
        raise ClusterError(say("cluster_worker_died", what=what, worker=worker)) from None
    except (FutureCancelledError, NoAnswerError) as error:
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
