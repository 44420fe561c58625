"""`python -m benchmarks all`: parts that are kept, other environments, the page and README."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import __main__ as program
from benchmarks.comparison import everything, measuring, suites
from benchmarks.comparison.child import KINDS, candidates_of
from benchmarks.comparison.everything import Kept, measure_parts
from benchmarks.comparison.peers import Peers
from benchmarks.comparison.reports import as_page, report_of, with_figures
from benchmarks.comparison.suites import PARTS, Part, Step, steps_of
from benchmarks.comparison.tables import measured_table
from benchmarks.comparison.task import Candidate, Phases, Task
from benchmarks.texts import documents, files_bytes, folder_of_files, text_files

pytestmark = pytest.mark.slow

PROJECT = Path(__file__).parents[2]


@pytest.fixture
def corpus(tmp_path) -> Path:
    """A corpus folder in miniature: plain files under the names of the real ones."""
    from backports.zstd import compress

    english = "The quick brown fox doesn't jump over 1234 lazy dogs.\n\n" * 400
    folder = tmp_path / "corpus" / "train"
    folder.mkdir(parents=True)
    for name, text in (
        ("eng", english),
        ("code_python", "def f(x):\n    return x + 1\n\n\n" * 300),
        ("code_c", "int main(void) { return 0; }\n\n" * 300),
    ):
        (folder / f"{name}.txt.zst").write_bytes(compress(text.encode()))
    return folder.parent


def never(task: Task, texts: object) -> Phases:
    raise AssertionError("measured in a child only")


def test_the_parts_have_all_that_the_page_shows():
    steps = {part: list(steps_of(part, "corpus")) for part in PARTS}
    planned = [step for part in steps.values() for step in part]
    assert {step.task.kind for step in planned} == set(KINDS)
    for step in planned:
        assert set(step.without) <= set(candidates_of(step.task.kind))
        assert step.reads_files == step.task.kind.endswith(("_files", "dataset"))
    patterns = {step.task.pattern for step in planned if step.task.kind == "train"}
    assert patterns == {"gpt2", "lines", "superbpe-stage2"}
    assert {step.task.text for step in steps["scripts"]} == set(suites.SIX)
    for kind in ("encode", "train"):
        texts = {step.task.text for step in steps["adversarial"] if step.task.kind == kind}
        assert texts == {suites.PROSE, *suites.ADVERSARIAL}
    assert len({(step.task, step.without) for step in planned}) == len(planned)


def test_every_kind_agrees_with_itself_on_files(corpus, tmp_path):
    """Counts, merges and ids of files, in children; the dataset is whole and leaves nothing."""
    folder = folder_of_files(corpus, "all", tmp_path)
    assert [file.stem for file in text_files(str(folder))] == ["code_c", "code_python", "eng"]
    assert folder_of_files(corpus, "all", tmp_path) == folder
    for kind, size in (("count_files", 0), ("train_files", 300)):
        task = Task(kind, "", "all", str(corpus), vocab_size=size, files=str(folder))
        table = measured_table(task, runs=1, only=("ours", "rustbpe"))
        assert [row["failure"] for row in table["rows"]] == [None] * len(table["rows"])
        assert table["bytes"] == files_bytes(str(folder)) > 30_000
    same = {row["name"]: row["same"] for row in table["rows"]}
    assert same == {"ours": None, "ours, gpt2-order": None, "rustbpe": True}
    file = everything.trained_file(corpus, "all", 300, tmp_path)
    task = Task("dataset", "", "all", str(corpus), tokenizer=str(file), files=str(folder))
    before = sorted(tmp_path.iterdir())
    table = measured_table(task, runs=1, only=("ours",))
    assert [row["failure"] for row in table["rows"]] == [None, None]
    assert table["tokenizer"] == "all 300"
    assert sorted(tmp_path.iterdir()) == before


def test_a_text_in_one_call_is_the_same_text(corpus):
    whole = documents(corpus, "30mb-whole")
    assert whole == ["".join(documents(corpus, "30mb"))]
    assert documents(corpus, "sources") == documents(corpus, "all")[::7]


def use_parts(monkeypatch, *texts: str) -> None:
    """Parts of one table each: splitting of a text."""

    def part(text: str) -> Part:
        return Part(
            text.upper(), "", lambda corpus: [Step(Task("split", "", text, corpus, threads=1))]
        )

    parts = {text: part(text) for text in texts}
    for module in (suites, everything, program, sys.modules[as_page.__module__]):
        monkeypatch.setattr(module, "PARTS", parts)


def test_parts_are_kept_between_calls(corpus, tmp_path, monkeypatch):
    use_parts(monkeypatch, "1mb", "30mb")
    file = tmp_path / "cache" / "kept.json"
    peers = Peers()
    kept = Kept.read(file, 1, ("ours",))
    assert kept.missing == ["1mb", "30mb"]
    measure_parts(kept, ["30mb"], corpus, tmp_path, peers)
    again = Kept.read(file, 1, ("ours",))
    assert again.missing == ["1mb"]
    assert again.tables == kept.tables
    measure_parts(again, ["1mb"], corpus, tmp_path, peers)
    assert not again.missing
    page = as_page(again.report(peers))
    assert page.index("## 1MB") < page.index("## 30MB")
    assert Kept.read(file, 5, ("ours",)).missing == ["1mb", "30mb"]
    assert not Kept.read(file, 1, ()).missing
    content = json.loads(file.read_text("utf-8"))
    content["machine"]["processor"] = "another"
    file.write_text(json.dumps(content), "utf-8")
    assert Kept.read(file, 1, ("ours",)).missing == ["1mb", "30mb"]


def test_the_page_is_written_with_the_last_part(corpus, tmp_path, monkeypatch, capsys):
    use_parts(monkeypatch, "1mb", "30mb")
    for name in ("LATEST", "README", "KEPT", "KEPT_QUICK"):
        monkeypatch.setattr(program, name, tmp_path / name)
    written = tmp_path / "benchmarks.md"
    monkeypatch.setattr(program, "PAGE", written)
    monkeypatch.setattr(program, "PAGE_RUNS", 1)
    monkeypatch.setattr(program, "LEAST_PAGE_RUNS", 1)
    monkeypatch.setattr(program, "_warm_up", lambda: None)
    monkeypatch.setattr(everything, "_names", lambda *_: ("ours",))
    (tmp_path / "README").write_text("no trainings\n")

    def call(*given: str) -> str:
        monkeypatch.setattr(sys, "argv", ["benchmarks", "all", "--corpus", str(corpus), *given])
        program.main()
        return capsys.readouterr().err

    assert "The page needs these parts, too: 30mb." in call("--only", "1mb")
    assert not written.exists()
    assert "from 1 rounds or more" in call("--quick", "--runs", "1")
    assert not written.exists()
    call("--only", "30mb")
    page = written.read_text("utf-8")
    assert "30 MB of English prose and code" in page
    assert "medians of one rounds" in page
    assert str(tmp_path) not in page
    assert (tmp_path / "README").read_text() == "no trainings\n"
    with pytest.raises(SystemExit, match="has no folder train"):
        call("--corpus", str(tmp_path / "nowhere"))


def test_libraries_of_another_environment_run_there(tmp_path):
    """Ours with this Python, others with that of their environment, which names its versions."""
    python = tmp_path / "python"
    python.write_text(
        f'#!/bin/sh\nif [ "$1" = -c ]; then echo \'{{"regex": "1.2"}}\'; exit; fi\n'
        f'exec {sys.executable} "$@"\n'
    )
    python.chmod(0o755)
    peers = Peers(python)
    ours, theirs = Candidate(None, never), Candidate("regex", never)
    assert (peers.python_for(ours), peers.python_for(theirs)) == (sys.executable, str(python))
    assert peers.version("regex") == "1.2"
    assert peers.version("tokenizers") is None
    assert peers.versions([theirs])["numpy"]
    assert peers.missing([ours, theirs]) == []
    with pytest.raises(SystemExit, match="is no Python interpreter"):
        Peers(tmp_path / "nothing").version("regex")


def test_rounds_begin_with_another_one_and_what_is_far_behind_runs_once(monkeypatch):
    order: list[str] = []
    seconds = {"ours": 0.2, "near": 0.9, "far": 2.5}

    def answer(task: Task, timeout_s: int, python: str) -> tuple[dict[str, object], str]:
        order.append(task.candidate)
        return {
            "seconds": {"split": seconds[task.candidate]}, "peak_mb": 1, "text_mb": 1,
            "digest": "d", "bytes": 1,
        }, ""  # fmt: skip

    monkeypatch.setattr(measuring, "run_child", answer)
    candidates = {name: Candidate(None, never) for name in seconds}
    measured = measuring.measure(candidates, Task("split", "", "1mb", ""), 3)
    assert order == ["ours", "near", "far", "near", "ours", "ours", "near"]
    assert [len(each.seconds["split"]) for each in measured] == [3, 3, 1]


def test_a_failure_names_no_folder_of_this_machine():
    said = "Error: /home/someone/corpus/tokenizer.json: 3/4 of a/b at /tmp/x/y.py"
    assert measuring._reason(said) == "Error: tokenizer.json: 3/4 of a/b at y.py"


def trained(text: str, size: int, ours: float, theirs: float) -> dict[str, object]:
    rows = [
        {"name": name, "version": "1", "train": {"seconds": seconds, "ratio": 1.0}}
        for name, seconds in (("ours", ours), ("gigatoken", theirs))
    ]
    return {
        "kind": "train", "text": text, "threads": None, "pattern": "gpt2", "vocab_size": size,
        "rows": rows,
    }  # fmt: skip


def test_the_readme_gets_its_trainings_from_the_report():
    readme = (
        "218 MB train to 32,768 tokens in 9.9 s on two cores.\n<!-- figures -->\nold\n"
        "<!-- end of figures -->\nend\n"
    )
    report = report_of([trained("30mb", 16_384, 0.2, 1.5), trained("96mb", 65_536, 0.5, 6)])
    assert with_figures(readme, report) == readme
    report["tables"].append(trained("all", 32_768, 1.25, 25))
    report["machine"]["cores"] = 16
    made = with_figures(readme, report)
    assert "train to 32,768 tokens in 1.2 s on 16 cores." in made
    assert "| 30 MB, English prose and code | 16,384 | 0.20 s | 1.5 s (7.5×) | - | - |" in made
    assert "| 218 MB, 87 languages and domains | 32,768 | 1.2 s | 25.0 s (20×) | - | - |" in made
    assert made.endswith("<!-- end of figures -->\nend\n")
    assert "old" not in made
    assert with_figures(made, report) == made


def test_the_help_names_the_parts():
    said = subprocess.run(
        [sys.executable, "-m", "benchmarks", "all", "--help"], capture_output=True, text=True,
        check=True, cwd=PROJECT, env=os.environ | {"COLUMNS": "500"},
    ).stdout  # fmt: skip
    for name, part in PARTS.items():
        assert f"{name}: {part.says}" in said
