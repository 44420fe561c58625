"""Reaching a cluster, and asking each worker whether it would give what this machine gives."""

from __future__ import annotations

import os
import platform
import secrets
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import Any

from engine.cluster.waiting import WORKER_SECONDS, NoAnswerError, Waiting, Watch, cluster_address
from engine.corpus import Corpus
from engine.counting import COUNTING_VERSION
from engine.errors import ClusterError, ConfigError, reason_of
from engine.machine import cannot_write, how_to_install, make_directory, n_cores
from engine.sentences import say
from engine.settings import ENGINE_VERSION
from engine.text import UNICODE_VERSION, normalization_version

LOCAL = "local"
_CONNECT_SECONDS = 15
_START_SECONDS = 120
"""A process of a local cluster that needs longer, a second of work, hangs."""
_CLOSE_SECONDS = 60
_KEEP_UP_SECONDS = 1.0
_LOOKED_AT = 100
_SCHEMES = ("tcp://", "tls://", "ucx://", "ws://", "wss://", "inproc://")

Versions = dict[str, str]


def versions() -> Versions:
    """What of this process decides its results, or whether it understands ours."""
    return {
        "Python": ".".join(platform.python_version_tuple()[:2]),
        "Tokenizer Workbench": ENGINE_VERSION,
        "counting": str(COUNTING_VERSION),
        "Unicode tables": UNICODE_VERSION,
        "normalization tables": str(normalization_version("nfc")),
        "numba": metadata.version("numba"),
        "dask": metadata.version("dask"),
    }


def check_versions(expected: Versions, found: Versions, worker: str) -> None:
    """Raise ClusterError for the first version of a worker that differs."""
    for name, version in expected.items():
        own = found.get(name, "none")
        if own != version:
            raise ClusterError(
                say("cluster_versions", worker=worker, name=name, own=own, here=version)
            )


def dask_library() -> Any:
    """The module distributed. Raises ClusterError where Dask is missing."""
    try:
        import dask.dataframe  # noqa: F401  (its shuffle is there once imported)
        import distributed
    except ImportError:
        raise ClusterError(say("cluster_needs_dask", advice=how_to_install(["dask"]))) from None
    return distributed


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """A Dask client of "tcp://host:port", or of a cluster of processes on this machine.

    address: "local" for as many processes as cores, "local:4" for four. Raises ClusterError.
    """
    name, _, number = address.partition(":")
    is_local = name == LOCAL
    if is_local and number and (not number.isdecimal() or not int(number)):
        raise ConfigError(say("cluster_address", address=address), setting="cluster")
    if not is_local and not address.startswith(_SCHEMES):
        raise ConfigError(say("cluster_address", address=address), setting="cluster")
    distributed = dask_library()
    if not is_local:
        with _client(distributed, address, address) as client:
            yield client
        return
    n_workers = int(number) if number else n_cores()
    with (
        _processes(distributed, n_workers, address) as cluster,
        _client(distributed, cluster, address) as client,
    ):
        yield client


@contextmanager
def _processes(distributed: Any, n_workers: int, address: str) -> Iterator[Any]:
    """A cluster of processes on this machine; one that ends is started again."""
    import dask

    with dask.config.set({"distributed.deploy.lost-worker-timeout": WORKER_SECONDS}):
        try:
            cluster = distributed.LocalCluster(
                n_workers=n_workers, threads_per_worker=1, dashboard_address=":0",
                silence_logs="CRITICAL", death_timeout=_START_SECONDS,
            )  # fmt: skip
        except (OSError, RuntimeError, TimeoutError) as error:
            reason = reason_of(error.__cause__ or error)
            raise ClusterError(
                say("cluster_not_started", address=address, reason=reason)
            ) from error
        try:
            with _kept_up(cluster, n_workers):
                yield cluster
        finally:
            with suppress(TimeoutError):
                cluster.close(timeout=_CLOSE_SECONDS)


@contextmanager
def _kept_up(cluster: Any, n_workers: int) -> Iterator[None]:
    """Have a local cluster replace the watchers of its workers, Dask's nannies, that gave up.

    A nanny starts its worker again, but ends when that fails, and the cluster ends one whose worker
    is not back after `lost-worker-timeout`; it starts no other in its place.
    """
    from distributed import Status
    from tornado.ioloop import PeriodicCallback

    def look() -> None:
        for name, nanny in list(cluster.workers.items()):
            if nanny.status in {Status.closed, Status.failed}:
                del cluster.workers[name]
        if len(cluster.workers) < n_workers and cluster.status == Status.running:
            cluster.scale(n_workers)

    callback = PeriodicCallback(look, _KEEP_UP_SECONDS * 1000)
    cluster.loop.add_callback(callback.start)
    try:
        yield
    finally:
        cluster.loop.add_callback(callback.stop)


@contextmanager
def _client(distributed: Any, cluster: Any, address: str) -> Iterator[Any]:
    try:
        client = distributed.Client(cluster, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, TimeoutError) as error:
        raise ClusterError(
            say("cluster_unreachable", address=address, reason=reason_of(error))
        ) from None
    except ValueError as error:
        raise ConfigError(say("cluster_address", address=address), setting="cluster") from error
    try:
        yield client
    finally:
        with suppress(Exception):
            client.close()


def checking_workers(
    client: Any, folder: Path | None, corpus: Corpus
) -> Generator[Waiting, None, None]:
    """Raise ClusterError unless there are workers, like this process, that see the same files.

    folder: to which results are written; it is made. corpus: of which each first file is looked at.
    """
    files = [source.paths[0] for source in corpus.sources if source.paths]
    local = [path for path in files if isinstance(path, Path)][:_LOOKED_AT]
    with _probe(folder) as (probe, content):
        answers: dict[str, Any] = {}
        try:
            while not answers:
                watch = Watch(client)
                yield from watch.until_worker()
                call = partial(
                    client.run, _seen, probe, local, on_error="return", asynchronous=True
                )
                answers = yield from watch.answer(call)
        except (OSError, NoAnswerError) as error:
            raise ClusterError(
                say("cluster_unreachable", address=cluster_address(client), reason=reason_of(error))
            ) from None
    here = versions()
    for worker, answer in answers.items():
        if isinstance(answer, BaseException):
            raise ClusterError(
                say("cluster_worker_without_engine", worker=worker, reason=reason_of(answer))
            )
        found, seen, missing = answer
        check_versions(here, found, worker)
        if seen != content:
            raise ClusterError(say("cluster_no_shared_folder", worker=worker, folder=folder))
        if missing:
            raise ClusterError(say("cluster_no_shared_file", worker=worker, path=missing[0]))


@contextmanager
def _probe(folder: Path | None) -> Iterator[tuple[Path | None, str]]:
    """A file in a folder that workers should see, and its content."""
    if folder is None:
        yield None, ""
        return
    make_directory(folder)
    probe = folder / f"probe-{os.getpid()}"
    content = secrets.token_hex(16)
    try:
        probe.write_text(content, encoding="utf-8")
    except OSError as error:
        raise cannot_write(probe, error) from None
    try:
        yield probe, content
    finally:
        with suppress(OSError):
            probe.unlink()


def _seen(probe: Path | None, files: Sequence[Path]) -> tuple[Versions, str, list[Path]]:
    """Of a worker: its versions, what it reads in a file, and the files that it does not see."""
    content = ""
    if probe is not None:
        with suppress(OSError):
            content = probe.read_text(encoding="utf-8")
    return versions(), content, [path for path in files if not path.exists()]
