"""What tasks do and how their results are waited for, by plain calls without a cluster."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pytest

from engine.cluster import connected, counting_steps, encoding_steps
from engine.cluster.connection import check_versions, checking_workers, versions
from engine.cluster.pieces import Piece, planned_pieces
from engine.cluster.tasks import Refusal, digest_of_text, results_of
from engine.cluster.waiting import WORKER_SECONDS, Waiting
from engine.cluster.worker import (
    Job,
    PieceFacts,
    count_piece,
    counted_before,
    loaded,
    written,
    written_before,
)
from engine.corpus import Corpus
from engine.counting import CountsRules, WrittenPart
from engine.datasets import DatasetSettings
from engine.encoding import Tokenizer
from engine.errors import ClusterError, ConfigError, CorpusError
from engine.splitting import Splitter

RULES = CountsRules.for_pattern("gpt2")
TEXT = "zwei und zwei sind vier, " * 400


@pytest.fixture
def piece(tmp_path: Path) -> Piece:
    (tmp_path / "deu.txt").write_text(TEXT, encoding="utf-8")
    corpus = Corpus.from_paths([tmp_path / "deu.txt"])
    (piece,) = planned_pieces(corpus, Splitter(RULES.pattern), None)
    return piece


def test_a_piece_that_is_counted_twice_is_there_once(piece: Piece, tmp_path: Path) -> None:
    job, file = Job(RULES, versions()), tmp_path / "piece.arrow"
    first = count_piece(piece, job, str(file))
    content = file.read_bytes()
    assert isinstance(first, PieceFacts)
    assert count_piece(piece, job, str(file)) == first == counted_before(piece, file)
    assert file.read_bytes() == content


def test_a_part_that_is_written_twice_is_there_once(piece: Piece, tmp_path: Path) -> None:
    """Rows of two pieces are summed up; a second writing leaves the same file and facts."""
    job, file, place = Job(RULES, versions(), 2), tmp_path / "piece.arrow", tmp_path / "parts"
    place.mkdir()
    count_piece(piece, job, str(file))
    frames = [loaded(str(file), {"deu": begin}, "a") for begin in (0, len(TEXT))]
    tables = [pa.Table.from_pandas(frame, preserve_index=False) for frame in frames]
    both = pa.concat_tables(tables).to_pandas(types_mapper=_arrow_type)
    part = written(both, 0, job, str(place))
    assert isinstance(part, WrittenPart)
    assert part.labels["deu"].bytes == 2 * len(TEXT)
    content = (place / part.file.name).read_bytes()
    again = written(both, 0, job, str(place))
    assert isinstance(again, WrittenPart)
    assert again.file == part.file
    assert (place / part.file.name).read_bytes() == content
    kept = written_before(0, place)
    assert kept is not None
    assert (kept.file, kept.labels) == (part.file, part.labels)
    assert [path.name for path in place.iterdir()] == [part.file.name]
    (place / part.file.name).write_bytes(content[:-1])
    assert written_before(0, place) is None


def _arrow_type(kind: Any) -> Any:
    import pandas as pd

    return pd.ArrowDtype(kind)


def test_a_half_written_piece_is_counted_again(piece: Piece, tmp_path: Path) -> None:
    file = tmp_path / "piece.arrow"
    count_piece(piece, Job(RULES, versions()), str(file))
    file.write_bytes(file.read_bytes()[:-20])
    assert counted_before(piece, file) is None
    assert counted_before(piece, tmp_path / "other.arrow") is None


def test_a_worker_of_other_versions_or_a_changed_file_is_refused(
    piece: Piece, tmp_path: Path
) -> None:
    job = Job(RULES, versions() | {"numba": "0.0"})
    refusal = count_piece(piece, job, str(tmp_path / "piece.arrow"))
    assert isinstance(refusal, Refusal)
    assert isinstance(refusal.error(), ClusterError)
    assert "has another version of numba" in refusal.sentence
    (tmp_path / "deu.txt").write_text("more " + TEXT, encoding="utf-8")
    changed = count_piece(piece, Job(RULES, versions()), str(tmp_path / "piece.arrow"))
    assert isinstance(changed, Refusal)
    assert isinstance(changed.error(), CorpusError)
    assert not (tmp_path / "piece.arrow").exists()


def test_a_name_that_is_not_utf8_gives_a_key() -> None:
    assert digest_of_text("caf\udce9.txt") != digest_of_text("cafe.txt")


def test_a_version_that_a_worker_lacks_is_told() -> None:
    here = versions()
    check_versions(here, here, "a:1")
    with pytest.raises(ClusterError, match=r"a:1 has another version of dask \(none, here"):
        check_versions(here, {name: here[name] for name in here if name != "dask"}, "a:1")


class _Future:
    """Is done with what a function returns or raises; never, without a function."""

    def __init__(self, outcome: Callable[[], Any] | None) -> None:
        self.outcome = outcome
        self.status = "error"


class _Client:
    """As much of a client as waiting for results needs. cancelled: the futures it was told of.

    workers: of what the scheduler says when it is asked; an error is raised. Without, it is silent.
    """

    def __init__(self) -> None:
        self.status = "running"
        self.scheduler = type("Scheduler", (), {"address": "tcp://a:1"})
        self.cancelled: list[Any] = []
        self.loop = _Loop()
        self.workers: Callable[[], dict[str, int]] | None = lambda: {"tcp://b:2": 1}

    async def gather(self, future: _Future, asynchronous: bool) -> Any:
        assert asynchronous
        return await self._answer(future.outcome)

    async def nthreads(self, asynchronous: bool) -> Any:
        assert asynchronous
        return await self._answer(self.workers)

    async def _answer(self, given: Callable[[], Any] | None) -> Any:
        if given is None:
            await asyncio.sleep(0)
        return given and given()

    def cancel(self, futures: list[Any], force: bool) -> None:
        assert force
        self.cancelled += futures


class _Loop:
    """Does at once what it can do. waiting: calls that wait, which never go on."""

    def __init__(self) -> None:
        self.waiting: list[Coroutine[Any, Any, None]] = []

    def add_callback(self, function: Callable[..., Coroutine[Any, Any, None]], call: Any) -> None:
        running = function(call)
        try:
            running.send(None)
        except StopIteration:
            return
        self.waiting.append(running)


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> _Client:
    """A client for whose answers there is no need to wait."""
    monkeypatch.setattr("engine.cluster.waiting._LOOK_SECONDS", 0)
    return _Client()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look at the time is half a second after the one before."""
    times = itertools.count(step=0.5)
    passing = SimpleNamespace(monotonic=lambda: next(times))
    monkeypatch.setattr("engine.cluster.waiting.time", passing)


def _raising(error: BaseException) -> Callable[[], Any]:
    def outcome() -> Any:
        raise error

    return outcome


def _died(n_times: int) -> Callable[[str, int], _Future]:
    from distributed import KilledWorker

    worker = type("Worker", (), {"address": "tcp://b:2"})()
    death = KilledWorker("key", worker, 3)
    return lambda key, turn: _Future(_raising(death) if turn < n_times else lambda: key * 2)


def test_a_task_whose_worker_died_is_given_to_another(client: _Client) -> None:
    found = results_of(client, _died(2), {"a": "A"})
    assert [step for step in found if not isinstance(step, Waiting)] == [("a", "aa")]


def test_a_task_whose_workers_always_die_is_told(client: _Client) -> None:
    with pytest.raises(ClusterError, match=r"Workers died again and again at A.* tcp://b:2"):
        list(results_of(client, _died(3), {"a": "A"}))


def _restarted() -> BaseException:
    from distributed.client import FutureCancelledError

    return FutureCancelledError("a", "scheduler-restart")


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (MemoryError, "no memory left at A"),
        (lambda: OSError(5, "Input/output error"), "A task failed at A: input/output error"),
        (lambda: OSError(28, "Full", "/tmp/a"), "A task failed at A: /tmp/a: full"),
        (_restarted, "connection to the cluster at tcp://a:1"),
    ],
    ids=["memory", "disk", "file", "restarted"],
)
def test_what_a_task_raises_is_told(
    error: Callable[[], BaseException], words: str, client: _Client
) -> None:
    outcomes = {"a": _raising(error()), "b": None}
    with pytest.raises(ClusterError, match=words):
        list(results_of(client, lambda key, _: _Future(outcomes[key]), {"a": "A", "b": "B"}))
    assert len(client.cancelled) == 1


def test_a_client_without_connection_is_told(client: _Client) -> None:
    client.status = "closed"
    with pytest.raises(ClusterError, match=r"connection to the cluster .* was lost \(closed\)"):
        list(results_of(client, lambda _key, _turn: _Future(lambda: 1), {"a": "A", "b": "B"}))


def test_a_result_that_cannot_be_fetched_is_no_failure_of_its_task(client: _Client) -> None:
    lost = _Future(_raising(OSError("Timed out trying to connect")))
    lost.status = "finished"
    with pytest.raises(ClusterError, match=r"cluster at tcp://a:1 was lost \(Timed"):
        list(results_of(client, lambda _key, _turn: lost, {"a": "A"}))


def _never(_key: str, _turn: int) -> _Future:
    return _Future(None)


@pytest.mark.usefixtures("clock")
def test_a_cluster_that_has_lost_its_workers_is_waited_for_and_told(client: _Client) -> None:
    client.workers = dict
    seconds: list[float] = []
    with pytest.raises(ClusterError) as told:
        seconds.extend(step.seconds for step in results_of(client, _never, {"a": "A"}))
    assert str(told.value) == (
        "The cluster at tcp://a:1 has had no worker for 300 seconds. Start workers and run it "
        "again; what was done is kept."
    )
    assert seconds == sorted(seconds)
    assert seconds[0] == 0
    assert 3 <= next(filter(None, seconds)) < 4
    assert 299 < seconds[-1] <= WORKER_SECONDS
    assert len(client.cancelled) == 1


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("workers", [None, _raising(OSError("refused"))], ids=["none", "error"])
def test_a_scheduler_that_does_not_answer_is_told(client: _Client, workers: Any) -> None:
    client.workers = workers
    with pytest.raises(ClusterError, match=r"tcp://a:1 has not answered for 300 seconds\. Check"):
        list(results_of(client, _never, {"a": "A"}))


@pytest.mark.usefixtures("clock")
def test_a_worker_that_comes_back_ends_the_waiting(client: _Client) -> None:
    answers = itertools.chain([{}] * 20, itertools.repeat({"tcp://b:2": 1}))
    client.workers = lambda: next(answers)
    steps = results_of(client, _never, {"a": "A"})
    assert next(step for step in steps if step.seconds)
    assert next(step for step in steps if not step.seconds)
    assert {next(steps).seconds for _ in range(9)} == {0}
    steps.close()
    assert len(client.cancelled) == 1


@pytest.mark.usefixtures("clock")
def test_a_paused_caller_does_not_count_as_waiting(
    client: _Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.workers = dict
    steps = results_of(client, _never, {"a": "A"})
    before = next(step for step in steps if step.seconds)
    monkeypatch.setattr("engine.cluster.waiting.time.monotonic", lambda: 1e6)
    assert next(steps).seconds <= before.seconds + 1
    steps.close()


@pytest.mark.usefixtures("clock")
def test_workers_that_do_not_answer_are_told(client: _Client) -> None:
    client.run = lambda *_given, **_options: client.gather(_Future(None), asynchronous=True)
    with pytest.raises(ClusterError, match=r"tcp://a:1 has not answered for 300 seconds"):
        list(checking_workers(client, None, Corpus.from_texts(["a"])))


@pytest.mark.usefixtures("clock")
def test_the_first_worker_is_waited_for(client: _Client) -> None:
    """Also where it ends before it is asked what it sees."""
    answers = itertools.chain([{}] * 5, itertools.repeat({"tcp://b:2": 1}))
    seen = iter([{}, {"tcp://b:2": (versions(), "", [])}])
    client.workers = lambda: next(answers)
    client.run = lambda *_given, **_options: client.gather(
        _Future(lambda: next(seen)), asynchronous=True
    )
    steps = list(checking_workers(client, None, Corpus.from_texts(["a"])))
    assert any(step.seconds for step in steps)
    assert not list(seen)


@pytest.mark.parametrize("address", ["", "local:0", "local:none", "localhost", "http://a"])
def test_an_address_that_is_none_is_told(address: str) -> None:
    with pytest.raises(ConfigError, match="is no address of a cluster"), connected(address):
        pass


def test_processes_that_do_not_start_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(**_options: object) -> None:
        raise RuntimeError("Nanny failed to start.") from MemoryError("Cannot allocate memory")

    monkeypatch.setattr("distributed.LocalCluster", start)
    words = r"cluster local:2 could not be started \(Cannot allocate memory\)"
    with pytest.raises(ClusterError, match=words), connected("local:2"):
        pass


def test_what_no_worker_can_read_is_told(tmp_path: Path) -> None:
    once = Corpus.from_iterator(lambda: iter(["a text"]), label="eng")
    with pytest.raises(ClusterError, match=r"source eng is an iterator"):
        counting_steps(once, RULES, None, out=tmp_path / "counts")
    with pytest.raises(ClusterError, match=r"partitions must be .* at least 1, not 0"):
        counting_steps(Corpus.from_texts(["a"]), RULES, None, out=tmp_path / "c", partitions=0)


def test_a_dataset_with_dropout_is_refused(tmp_path: Path) -> None:
    settings, texts = DatasetSettings(dropout=0.1), Corpus.from_texts(["a"])
    with pytest.raises(ClusterError, match="Dropout draws by the position of a text"):
        encoding_steps(Tokenizer([]), texts, None, out=tmp_path / "ids", settings=settings)
