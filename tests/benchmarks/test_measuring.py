"""The measurements compare results first, and no peer's failure is theirs."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path

import numpy as np
import pytest

from benchmarks.comparison import measuring, tables
from benchmarks.comparison.child import KINDS, candidates_of
from benchmarks.comparison.peers import Peers
from benchmarks.comparison.reports import (
    as_page,
    as_pages,
    as_text,
    read_report,
    report_of,
    with_figures,
    write_report,
)
from benchmarks.comparison.results import describe_difference, save_result
from benchmarks.comparison.task import Candidate, Phases, Task
from benchmarks.texts import ADVERSARIAL, documents

pytestmark = pytest.mark.slow

PROJECT = Path(__file__).parents[2]


@pytest.fixture
def corpus(tmp_path) -> Path:
    """A corpus folder in miniature: plain files under the names of the real ones."""
    from backports.zstd import compress

    english = "The quick brown fox doesn't jump over 1234 lazy dogs.\n\n" * 400
    for folder, name, text in (
        ("train", "eng", english),
        ("train", "code_python", "def f(x):\n    return x + 1\n\n\n" * 300),
        ("train", "code_c", "int main(void) { return 0; }\n\n" * 300),
        ("eval", "hin", "नमस्ते दुनिया, यह परीक्षण है।\n" * 300),
        ("eval", "zho", "你好世界这是一个测试\n" * 300),
    ):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / f"{name}.txt.zst").write_bytes(compress(text.encode()))
    return tmp_path


def never(task: Task, texts: object) -> Phases:
    raise AssertionError("measured in a child only")


def test_results_are_equal_where_their_digests_are(tmp_path):
    a, b = tmp_path / "a", tmp_path / "b"
    ids = np.array([1, 2, 3], np.uint32)
    assert save_result(ids, a) == save_result(ids.astype(np.int64), b)
    assert save_result(np.array([1, 9, 3]), b) != save_result(ids, a)
    assert describe_difference(a, b) == "3 values instead of 3; other from number 1 on"
    save_result(ids[:2], b)
    assert describe_difference(a, b) == "2 values instead of 3; other from number 2 on"


def test_a_difference_between_merges_names_the_first(tmp_path):
    a, b = tmp_path / "a", tmp_path / "b"
    save_result([b"th", b"e ", b"in"], a)
    save_result([b"th", b"in"], b)
    said = describe_difference(a, b)
    assert said == "2 instead of 3, 2 in common; other from 1 on: b'in' instead of b'e '"
    save_result([b"th", b"e "], b)
    assert describe_difference(a, b) == "2 instead of 3, 2 in common; other from 2 on"


def test_a_missing_library_is_left_out_with_a_sentence(monkeypatch):
    candidates = {
        "ours": Candidate(None, never),
        "there": Candidate("regex", never),
        "gone": Candidate("no-such-library", never),
    }
    peers = Peers()
    assert list(peers.present(candidates)) == ["ours", "there"]
    (sentence,) = peers.missing(candidates.values())
    assert sentence.startswith("no-such-library is not installed and left out")
    assert '".[benchmarks]"' in sentence
    assert "no-such-library" not in peers.versions(candidates.values())


def test_every_peer_is_named_by_the_extra():
    import tomllib

    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    extra = set(project["optional-dependencies"]["benchmarks"])
    libraries = {c.library for kind in KINDS for c in candidates_of(kind).values() if c.library}
    assert libraries - {"regex"} == extra


def test_the_splitters_agree_in_children_of_their_own(corpus):
    task = Task("split", "", "hin", str(corpus), threads=1, pattern="gpt2")
    table = tables.measured_table(task, runs=2, only=("regex", "tokenizers"))
    rows = {row["name"]: row for row in table["rows"]}
    assert list(rows) == ["ours", "regex", "tokenizers"]
    assert rows["regex"]["same"] is rows["tokenizers"]["same"] is True
    assert all(row["failure"] is None for row in rows.values())
    assert len(rows["ours"]["split"]["runs"]) == 2
    assert rows["regex"]["split"]["ratio"] > 0
    assert rows["ours"]["peak_mb"] > 0
    assert table["bytes"] == len("नमस्ते दुनिया, यह परीक्षण है।\n".encode()) * 300
    assert "identical" in as_text(report_of([table]))


def test_merges_that_differ_mark_the_row(corpus):
    """rustbpe drops what the pattern leaves out; the table must not hide it."""
    task = Task(
        "train", "", "4mb", str(corpus), threads=1, pattern="superbpe-stage2", vocab_size=280
    )
    table = tables.measured_table(task, runs=1, only=("rustbpe", "tokenizers"))
    rows = {row["name"]: row for row in table["rows"]}
    assert rows["tokenizers"]["same"] is True
    assert rows["rustbpe"]["same"] is False
    assert "instead of" in rows["rustbpe"]["difference"]
    assert "differs: " in as_page(report_of([table]))


def use_child(project: Path, monkeypatch, program: str) -> None:
    """Let measurements start `program` instead of their child process."""
    folder = project / "benchmarks" / "comparison"
    folder.mkdir(parents=True)
    for package in (folder.parent, folder):  # the project itself is found first without them
        (package / "__init__.py").write_text("")
    (folder / "child.py").write_text(program)
    monkeypatch.setattr(measuring, "PROJECT", project)


@pytest.mark.parametrize(
    ("program", "timeout_s", "said"),
    [
        ("raise ValueError('no cut')", 60, "failed with status 1: ValueError: no cut"),
        ("import os; os._exit(3)", 60, "failed with status 3: no message"),
        ("while True: pass", 1, "gave up after 1 s"),
    ],
)
def test_a_peer_that_fails_is_a_row_and_no_crash(tmp_path, monkeypatch, program, timeout_s, said):
    use_child(tmp_path, monkeypatch, program)
    candidates = {"ours": Candidate(None, never), "theirs": Candidate("regex", never)}
    measured = measuring.measure(candidates, Task("split", "", "hin", ""), 3, timeout_s)
    assert [each.failure for each in measured] == [said, said]
    assert measured[0].median("split") is None


def test_one_core_means_one_core(tmp_path, monkeypatch):
    program = """
        import json, os, sys
        names = ("RAYON_NUM_THREADS", "TOKENIZERS_PARALLELISM")
        print(json.dumps([os.environ.get(name) for name in names]))
    """
    use_child(tmp_path, monkeypatch, textwrap.dedent(program))
    for name in ("RAYON_NUM_THREADS", "TOKENIZERS_PARALLELISM"):
        monkeypatch.delenv(name, raising=False)
    assert measuring.run_child(Task("split", "", "", "", threads=1), 60)[0] == ["1", "false"]
    assert measuring.run_child(Task("split", "", "", ""), 60)[0] == [None, "true"]


def test_adversarial_texts_are_a_megabyte_each(corpus):
    for name in ADVERSARIAL:
        (text,) = documents(corpus, name)
        assert 990_000 <= len(text.encode()) <= 1_000_000
        assert "\n" not in text


def test_an_unknown_text_is_refused(corpus):
    with pytest.raises(SystemExit, match="Unknown text 'xyz'"):
        documents(corpus, "xyz")


def encoding_table(text: str, seconds: float) -> dict[str, object]:
    measured = measuring.Measurement("ours", {"cold": [seconds]}, 100.0, 90.0, 1_000_000)
    row = tables._row(Candidate(None, never), measured, {"ours": measured}, 1_000_000)
    return {
        "kind": "encode", "text": text, "title": text, "bytes": 1_000_000, "pattern": "gpt2",
        "vocab_size": None, "tokenizer": "gpt2", "threads": 1, "runs": 1, "rows": [row],
    }  # fmt: skip


def test_adversarial_speed_is_given_relative_to_prose(tmp_path):
    made = [encoding_table("1mb", 0.01), encoding_table("letters", 0.04)]
    assert tables.adversarial_table(made) == [["", "1 MB of one letter"], ["ours", "0.25"]]
    assert tables.adversarial_table(made[1:]) == []
    file = tmp_path / "report.json"
    write_report(report_of(made), file)
    assert read_report(file) == json.loads(json.dumps(report_of(made)))
    assert "| ours | 0.25 |" in as_page(read_report(file))
    fast = encoding_table("1mb", 0.0006)
    assert tables.cells(fast)[1][2] == "1,667"
    assert "relative to prose" not in as_text(report_of(made[1:]))


def test_the_page_is_made_from_the_latest_report():
    latest = read_report(PROJECT / "benchmarks" / "latest.json")
    pages = as_pages(latest)
    assert list(pages) == ["benchmarks.md", "benchmarks-encoding.md"]
    for name, text in pages.items():
        page = (PROJECT / "docs" / name).read_text("utf-8")
        assert page == text, "run: python -m benchmarks page"
        assert latest["machine"]["processor"] in page
    assert "## Encode\n" not in pages["benchmarks.md"]
    readme = (PROJECT / "README.md").read_text("utf-8")
    assert readme == with_figures(readme, latest), "run: python -m benchmarks page"


def test_the_child_is_a_module_of_this_python():
    answer, failure = measuring.run_child(Task("no such kind", "ours", "letters", ""), 60)
    assert answer is None
    assert "Unknown measurement 'no such kind'." in failure
