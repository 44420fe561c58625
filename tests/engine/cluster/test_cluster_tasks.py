"""What tasks do and how their results are waited for, by plain calls without a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from engine.cluster import connected, counting_steps, encoding_steps
from engine.cluster.connection import check_versions, versions
from engine.cluster.pieces import Piece, planned_pieces
from engine.cluster.tasks import Refusal, digest_of_text, results_of
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
    """Is done at once, with what a function returns or raises."""

    def __init__(self, outcome: Callable[[], Any]) -> None:
        self.result = outcome

    def done(self) -> bool:
        return True


class _Client:
    """As much of a client as waiting for results needs. cancelled: the futures it was told of."""

    def __init__(self) -> None:
        self.status = "running"
        self.scheduler = type("Scheduler", (), {"address": "tcp://a:1"})
        self.cancelled: list[Any] = []

    @contextmanager
    def as_current(self) -> Iterator[None]:
        yield

    def cancel(self, futures: list[Any], force: bool) -> None:
        assert force
        self.cancelled += futures


def _raising(error: BaseException) -> Callable[[], Any]:
    def outcome() -> Any:
        raise error

    return outcome


def _died(n_times: int) -> Callable[[str, int], _Future]:
    from distributed import KilledWorker

    worker = type("Worker", (), {"address": "tcp://b:2"})()
    death = KilledWorker("key", worker, 3)
    return lambda key, turn: _Future(_raising(death) if turn < n_times else lambda: key * 2)


def test_a_task_whose_worker_died_is_given_to_another() -> None:
    assert list(results_of(_Client(), _died(2), {"a": "A"})) == [("a", "aa")]


def test_a_task_whose_workers_always_die_is_told() -> None:
    with pytest.raises(ClusterError, match=r"Workers died again and again at A.* tcp://b:2"):
        list(results_of(_Client(), _died(3), {"a": "A"}))


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
def test_what_a_task_raises_is_told(error: Callable[[], BaseException], words: str) -> None:
    client = _Client()
    outcomes = {"a": _raising(error()), "b": lambda: 1}
    with pytest.raises(ClusterError, match=words):
        list(results_of(client, lambda key, _: _Future(outcomes[key]), {"a": "A", "b": "B"}))
    assert len(client.cancelled) == 1


def test_a_client_without_connection_is_told() -> None:
    client = _Client()
    client.status = "closed"
    with pytest.raises(ClusterError, match=r"connection to the cluster .* was lost \(closed\)"):
        list(results_of(client, lambda _key, _turn: _Future(lambda: 1), {"a": "A", "b": "B"}))


@pytest.mark.parametrize("address", ["", "local:0", "local:none", "localhost", "http://a"])
def test_an_address_that_is_none_is_told(address: str) -> None:
    with pytest.raises(ConfigError, match="is no address of a cluster"), connected(address):
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
