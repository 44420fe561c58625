"""`explore`: a recipe searched, its front printed and written, a point kept as a run."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine import Corpus, evaluate
from engine.explore import ExploreProgress
from engine.explore.texts import divided_texts
from workbench.__main__ import main
from workbench.cli.training import explore
from workbench.explore.studies import read_studies, study_of
from workbench.store import RunStore
from workbench.work.explore_records import FOLDER, SEARCH_ENDING, read_records, read_trials

OPTIONS = """
paths = ["texts/"]
vocab_size = 330
[explore]
texts = ["parallel/"]
trials = 4
seeds = 2
[[explore.objective]]
metric = "worst_premium"
[[explore.objective]]
metric = "bytes_per_token"
[explore.variables]
temperature = [0, 1]
vocab_size = { sizes = [300, 330] }
"""
WORDS = {
    "eng": "the cat sat on the mat and slept",
    "deu": "die Katze saß auf der Matte und schlief",
    "ell": "η γάτα κάθισε στο χαλί και κοιμήθηκε",
}


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    for i, (label, line) in enumerate(WORDS.items(), 1):
        for folder, n_lines in (("texts", 20 * i), ("parallel", 40)):
            lines = [" ".join(line.split()[n % 3 :]) for n in range(n_lines)]
            path = tmp_path / folder / f"{label}.txt"
            path.parent.mkdir(exist_ok=True)
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    file = tmp_path / "even.toml"
    file.write_text(OPTIONS, encoding="utf-8")
    return file


def run(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    status = main([str(each) for each in arguments])
    said = capsys.readouterr()
    return status, said.out, said.err


def test_a_front_is_found_written_and_kept(
    recipe: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    terminal: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, database = tmp_path / "front.csv", tmp_path / "own" / "runs.sqlite"
    options = ("--db", database, "--quiet")
    status, out, _ = run(capsys, "explore", recipe, "--out", table, "--json", *options)
    assert status == 0
    document = json.loads(out)
    assert len(document["trials"]) == 4
    with table.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [int(row["trial"]) for row in rows] == [each["trial"] for each in document["front"]]
    assert (tmp_path / "own" / "explorations.sqlite").is_file()

    with monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", terminal)
        status, out, _ = run(capsys, "explore", recipe, "--keep", "1", "--db", database)
    assert status == 0
    assert "4 trials: 4 complete." in out
    assert terminal.shown("Count texts")
    assert terminal.shown(r"Measure spread  \d/\d")
    n_points = len({(row["trial"], row["vocab_size"]) for row in rows})
    assert terminal.shown(r"Search  4/4 trials  \d+ points?( .* left)?")[-1].startswith(
        f"Search  4/4 trials  {n_points} point"
    )
    run_id = out.rsplit("run ", 1)[1].strip(".\n")
    status, out, _ = run(capsys, "runs", "show", run_id, "--json", "--db", database)
    kept, best = json.loads(out), document["front"][0]
    assert kept["vocab_size"] == best["vocab_size"]
    assert kept["tags"] == ["explore"]
    assert f"Trial {best['trial']} of 4 of the search in {recipe}." in kept["notes"]

    with RunStore.open(str(database)) as store:
        tokenizer = store.tokenizer(run_id)
    texts = divided_texts(Corpus.from_paths(tmp_path / "parallel")).search
    fairness = evaluate(tokenizer, texts).fairness
    assert fairness is not None
    assert fairness.worst_premium == pytest.approx(best["figures"]["worst_premium"])


def test_points_are_counted_also_while_no_line_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []

    class Line:
        """Shows every second state."""

        n_states = 0

        def __init__(self, _stream: object) -> None: ...

        def show(self, text_of: Callable[[], str]) -> None:
            self.n_states += 1
            if self.n_states % 2 == 0:
                lines.append(text_of())

        def clear(self) -> None: ...

    def start(_stop: object) -> Iterator[ExploreProgress]:
        for n_points in (1, None, 3, None):
            front: Any = n_points and SimpleNamespace(points=("point",) * n_points)
            yield ExploreProgress("search", front=front, n_done=n_points or 0, seconds_left=90.0)

    monkeypatch.setattr(explore, "TerminalProgress", Line)
    explore._explored(start, quiet=False)
    assert lines == [
        "Search  0 trials  1 point  1 min 30 s left",
        "Search  0 trials  3 points  1 min 30 s left",
    ]


def test_a_question_without_variables_has_the_usual_ones(
    recipe: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recipe.write_text(OPTIONS.split("[explore.variables]", maxsplit=1)[0], encoding="utf-8")
    database = tmp_path / "own" / "runs.sqlite"
    status, out, _ = run(capsys, "explore", recipe, "--json", "--db", database, "--quiet")
    assert status == 0
    document = json.loads(out)
    assert document["variables"] == ["temperature", "parity_share"]
    assert {trial["state"] for trial in document["trials"]} == {"complete"}
    assert document["trials"][3]["values"]["parity_share"] == 1.0

    [record] = read_records(tmp_path / "own" / FOLDER)
    assert (record.title, record.n_trials, record.is_whole) == ("even", 4, True)
    [folder] = record.settings["parity"]["texts"]
    assert {path.name for path in Path(folder).iterdir()} == {f"{label}.txt" for label in WORDS}
    trials = read_trials(tmp_path / "own" / FOLDER, record.name)
    assert [trial.number for trial in trials] == [0, 1, 2, 3]
    question = study_of(record).question
    assert [each.name for each in question.variables] == document["variables"]
    damaged = tmp_path / "own" / FOLDER / f"other{SEARCH_ENDING}"
    damaged.write_text('{"version": 1, "name": 3}', encoding="utf-8")
    assert [each.name for each in read_studies(tmp_path / "own" / FOLDER)] == [record.name]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("[explore]", "[explored]"), "explored"),
        (("[0, 1]", "[1, 1]"), "temperature has one value"),
        (('"worst_premium"', '"worst"'), "is no metric"),
        (('"parallel/"', '"nowhere/"'), "nowhere"),
        (('["parallel/"]', "[]"), "names no explore.texts"),
        (('"parallel/"', '"texts/"'), "among the training texts and the test texts"),
    ],
)
def test_recipes_that_cannot_be_searched(
    recipe: Path, capsys: pytest.CaptureFixture[str], change: tuple[str, str], said: str
) -> None:
    recipe.write_text(recipe.read_text(encoding="utf-8").replace(*change), encoding="utf-8")
    status, out, err = run(capsys, "explore", recipe, "--quiet", "--db", recipe.parent / "runs")
    assert (status, out) == (1, "")
    assert said in err


def test_wrong_options(recipe: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for options, said in (
        (("--out", "front.pdf"), ".html or .csv"),
        (("--keep", "best"), "neither a number nor knee"),
        (("--time", "soon"), "duration"),
    ):
        try:
            status, _, err = run(capsys, "explore", recipe, *options)
        except SystemExit as end:
            status, err = end.code, capsys.readouterr().err
        assert status != 0
        assert said in err
