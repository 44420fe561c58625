"""Waiting for a cluster, never without end: answers as they come, and how long it had no worker.

What a client waits for runs on the loop of the client; the caller looks at it some ten times a
second, so that it can report, be cancelled, and give up when the cluster has lost its workers.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from engine.errors import ClusterError
from engine.sentences import say

_LOOK_SECONDS = 0.1
WORKER_SECONDS = 300.0
"""How long a cluster may have no worker: a batch system starts one within minutes, a nanny within
seconds, so that after five minutes someone must intervene. What is done by then is kept."""
_LOST_SECONDS = 30.0
"""How long the client may try to connect to its scheduler again."""
_ASK_SECONDS = 1.0
_REPORTED_SECONDS = 3.0
"""Without a worker; less is not reported, because a worker that ends is soon replaced."""
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Waiting:
    """No result yet. seconds: since when the cluster has no worker, or none answers; else 0."""

    seconds: float = 0.0


class NoAnswerError(Exception):
    """A call ended without an answer, because the client or the cluster did."""


class Call(Generic[Answer]):
    """A call of a client that runs on the client's loop. is_done: whether it has an answer.

    news: set once it is done. done: takes it then.
    """

    def __init__(
        self,
        client: Any,
        call: Callable[[], Awaitable[Answer]],
        news: threading.Event,
        done: deque[Call[Answer]] | None = None,
    ) -> None:
        self._answers: list[Answer] = []
        self._error: Exception = NoAnswerError("cancelled")
        self._news, self._done = news, done
        self.is_done = False
        client.loop.add_callback(self._run, call)

    def answer(self) -> Answer:
        """What it returned, once it is done. Raises its error."""
        if not self._answers:
            raise self._error
        return self._answers[0]

    async def _run(self, call: Callable[[], Awaitable[Answer]]) -> None:
        try:
            self._answers.append(await call())
        except Exception as error:  # noqa: BLE001  raised again in the caller's thread
            self._error = error
        finally:
            self.is_done = True
            if self._done is not None:
                self._done.append(self)
            self._news.set()


class _Stopwatch:
    """Seconds between looks; a caller that does not look for longer was paused."""

    def __init__(self, seconds: float = 0.0) -> None:
        self._looked_at = time.monotonic()
        self._seconds = seconds

    def look(self) -> float:
        now = time.monotonic()
        self._seconds += min(now - self._looked_at, _ASK_SECONDS)
        self._looked_at = now
        return self._seconds


class Watch:
    """Asks the scheduler of a client about once a second for its workers.

    news: set when a call is done that was begun with it. has_workers: whether there were some at
    the last answer; None before the first one.
    """

    def __init__(self, client: Any) -> None:
        self._client = client
        self._asked: Call[Any] | None = None
        self._since_answer = _Stopwatch(_ASK_SECONDS)
        self._without_workers, self._without_connection = _Stopwatch(), _Stopwatch()
        self.news = threading.Event()
        self.has_workers: bool | None = None

    def rest(self) -> None:
        """Wait for news, a tenth of a second at most."""
        self.news.wait(_LOOK_SECONDS)
        self.news.clear()

    def look(self) -> Waiting:
        """How it is now. Raises ClusterError if it is lost or was without workers for too long."""
        self._check_connection()
        self._ask()
        seconds = self._without_workers.look()
        if seconds > WORKER_SECONDS:
            code = "cluster_no_worker" if self.has_workers is False else "cluster_silent"
            raise self._error(code)
        return Waiting(seconds if seconds >= _REPORTED_SECONDS else 0.0)

    def until_worker(self) -> Generator[Waiting, None, None]:
        """Wait for the first worker."""
        while not self.has_workers:
            yield self.look()
            self.rest()

    def answer(self, call: Callable[[], Awaitable[Answer]]) -> Generator[Waiting, None, Answer]:
        """What a call of the client returns. Raises its error, and ClusterError as `look`."""
        asked, since = Call(self._client, call, self.news), _Stopwatch()
        while not asked.is_done:
            seconds = max(self.look().seconds, since.look())
            if seconds > WORKER_SECONDS:
                raise self._error("cluster_silent")
            yield Waiting(seconds if seconds >= _REPORTED_SECONDS else 0.0)
            self.rest()
        return asked.answer()

    def _error(self, code: str) -> ClusterError:
        address = cluster_address(self._client)
        return ClusterError(say(code, address=address, seconds=round(WORKER_SECONDS)))

    def _check_connection(self) -> None:
        client = self._client
        if client.status == "running":
            self._without_connection = _Stopwatch()
        elif self._without_connection.look() > _LOST_SECONDS or client.status == "closed":
            address = cluster_address(client)
            raise ClusterError(say("cluster_lost", address=address, reason=client.status))

    def _ask(self) -> None:
        """Take the answer of the scheduler if it is there; ask again when it is a second old."""
        if self._asked is None:
            if self._since_answer.look() >= _ASK_SECONDS:
                call = partial(self._client.nthreads, asynchronous=True)
                self._asked = Call(self._client, call, self.news)
            return
        if not self._asked.is_done:
            return
        try:
            self.has_workers = bool(self._asked.answer())
        except Exception:  # noqa: BLE001  whatever breaks a connection: it is asked again
            self.has_workers = None
        self._asked, self._since_answer = None, _Stopwatch()
        if self.has_workers:
            self._without_workers = _Stopwatch()


def cluster_address(client: Any) -> str:
    """Where the scheduler of a client listens, "?" if it is unknown."""
    scheduler = getattr(client, "scheduler", None)
    return str(getattr(scheduler, "address", None) or "?")
