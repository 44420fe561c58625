"""One real tiny search in the worker: live trials, stop, going on, keeping, exporting, storing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import Corpus, Source
from tests.workbench.explore import records
from workbench.explore.explore_flow import ExploreFlow
from workbench.explore.question_draft import draft_of, usual_draft
from workbench.explore.studies import (
    Study,
    exploration_of,
    read_studies,
    write_study,
)
from workbench.work.comparison import EvaluationTexts
from workbench.work.explore_records import read_trials, slim
from workbench.work.training_settings import TrainingSettings

TEXTS = {
    "eng.txt": "the cat sat on the mat and ate the rat\nthe rat ran from the old cat\n" * 8,
    "deu.txt": "die Katze saß auf der Matte und fraß\ndie Ratte lief vor der Katze weg\n" * 8,
}


@pytest.fixture
def flow(qtbot, state, engine_jobs, store, tmp_path, folder_of, tokenizer):
    texts = ("the cat sat on the mat, the cat ate the rat\n" * 60,)
    others = ("die Katze saß auf der Matte und die Katze schlief\n" * 20,)
    state.set_corpus(Corpus([Source("eng", texts=texts), Source("deu", texts=others)]))
    state.set_training_settings(TrainingSettings(vocab_size=300))
    state.set_evaluation_texts(EvaluationTexts.of((folder_of(TEXTS),)))
    state.open_run(None, tokenizer, None, name="earlier")
    made = ExploreFlow(state, engine_jobs, store, tmp_path / "explorations")
    made.problems = []
    made.failed.connect(made.problems.append)
    yield made
    made.deleteLater()


def draft_for(state, **changes):
    draft = usual_draft(state.training_config, has_parallel=True)
    sizes = tuple(replace(each, low="270", high="300") if each.name == "vocab_size" else each
                  for each in draft.variables)  # fmt: skip
    usual = {"trials": "4", "minutes": "", "seeds": "0", "workers": "1"}
    return replace(draft, variables=sizes, **(usual | changes))


def test_a_search_is_live_stored_shown_again_kept_and_exported(qtbot, flow, state, store, tmp_path):
    told, studies = [], []
    flow.searched.connect(told.append)
    flow.studies_changed.connect(studies.append)
    with qtbot.waitSignal(flow.ended):
        flow.explore(draft_for(state))
    assert flow.problems == []
    last = told[-1]
    assert last.landscape.front
    assert [spot.name for spot in last.landscape.baselines] == ["earlier"]
    assert last.standing.n_done == 4
    assert not last.standing.is_running
    [entry] = studies[-1]
    assert entry.is_whole
    spot = last.landscape.front[0]
    pairs = []
    flow.paired.connect(pairs.append)
    flow.choose(spot.key)
    pair, words = pairs[-1]
    assert pair.names[0] == "earlier"
    assert "languages need fewer tokens" in words
    with qtbot.waitSignal(flow.stored) as kept:
        flow.keep((spot.key, False))
    assert kept.args[0][1] is False
    run = store.run(kept.args[0][0])
    assert run.config.vocab_size == spot.key[1]
    assert "bytes_per_token (maximise)" in store.run(run.summary.run_id).summary.notes
    with qtbot.waitSignal(flow.stored) as beside:
        flow.keep((spot.key, True))
    assert beside.args[0][1] is True
    assert store.run(beside.args[0][0]).summary.vocab_size == spot.key[1]
    for name in ("front.csv", "front.html"):
        flow.export(tmp_path / name)
        assert (tmp_path / name).stat().st_size > 100
    flow.show_study(entry.name)
    assert {s.key for s in told[-1].landscape.front} == {s.key for s in last.landscape.front}
    with qtbot.waitSignal(flow.measured) as measured:
        flow.measure((spot.key, "temperature", 0.37))
    point = told[-1].landscape.spot(measured.args[0])
    assert point.values["temperature"] == 0.37
    assert point.values["vocab_size"] == spot.values["vocab_size"]
    assert [spot.name for spot in told[-1].landscape.baselines] == ["earlier"]
    [entry] = studies[-1]
    assert entry.is_whole
    assert flow.n_trials == 5
    assert flow.problems == []
    flow.measure((spot.key, "temperature", 1.5))
    assert "beyond the bounds" in flow.problems.pop()
    other = Corpus([replace(source, texts=("another text\n",)) for source in state.corpus.sources])
    state.set_corpus(other)
    with qtbot.waitSignal(flow.failed):
        flow.keep((spot.key, False))  # labels as before, but not the texts
    assert "have changed" in flow.problems.pop()
    flow.forget(entry.name)
    assert studies[-1] == ()


def test_a_search_that_is_stopped_goes_on_where_it_ended(qtbot, flow, state, tmp_path):
    numbers = []
    flow.searched.connect(lambda shown: numbers.append(shown.standing.n_done))
    with qtbot.waitSignal(flow.ended):
        flow.explore(draft_for(state, minutes="5"))
        qtbot.waitUntil(lambda: flow.n_trials > 0)
        flow.stop()
    [study] = read_studies(tmp_path / "explorations")
    n_before = study.n_trials
    assert n_before >= 1  # all of them, where the request came late
    with qtbot.waitSignal(flow.ended):
        flow.resume(study.name)
    [study] = read_studies(tmp_path / "explorations")
    assert study.is_whole
    assert study.n_trials == 4 >= n_before
    assert [each.number for each in read_trials(tmp_path / "explorations", study.name)] == [
        0,
        1,
        2,
        3,
    ]
    state.set_corpus(Corpus([Source("fra", texts=("le chat\n",))]))
    flow.resume(study.name)
    flow.keep(((0, 300), False))
    assert len(flow.problems) == 2
    assert all("eng, deu" in words for words in flow.problems)


def test_a_search_pauses_goes_on_and_says_what_it_left_out(qtbot, flow, state):
    path = state.evaluation_texts.paths[0] / "deu.txt"
    path.write_bytes(path.read_bytes().replace(b"vor", b"v\xffr", 1))
    paused, noted, phases = [], [], []
    flow.paused_changed.connect(paused.append)
    flow.noted.connect(noted.append)
    flow.searched.connect(lambda shown: phases.append(shown.standing.phase))
    with qtbot.waitSignal(flow.ended):
        flow.explore(draft_for(state, trials="2"))
        with qtbot.waitSignal(flow.paused_changed):
            flow.pause(True)
        assert phases[-1] in ("Paused", "Read texts")
        flow.pause(False)
    assert paused == [True, False]
    assert flow.n_trials == 2
    assert "deu.txt" in noted[0]
    flow.pause(True)  # nothing runs
    assert paused == [True, False]


def test_a_search_that_is_cancelled_among_the_tasks_keeps_its_trials(qtbot, flow, state, jobs):
    told = []
    flow.searched.connect(told.append)
    with qtbot.waitSignal(flow.ended):
        flow.explore(draft_for(state, trials="50"))
        qtbot.waitUntil(lambda: flow.n_trials > 0)
        flow._slot.job.cancel()
    assert not flow.is_running
    assert flow.problems == []
    assert not told[-1].standing.is_running
    with qtbot.waitSignal(flow.ended):  # what was found goes on
        flow.explore(draft_for(state, trials=str(flow.n_trials)))
    assert flow.problems == []


def test_a_question_without_an_answer_is_refused_at_once(flow, state):
    refused = []
    flow.refused.connect(refused.append)
    flow.explore(replace(draft_for(state), objectives=()))
    assert not flow.is_running
    assert "objective" in str(refused[0])


def test_languages_choose_by_the_test_texts_where_train_has_none(qtbot, flow, state):
    draft = draft_for(state, trials="2")
    shares = tuple(replace(each, is_on=each.name in ("parity_share", "vocab_size"))
                   for each in draft.variables)  # fmt: skip
    told = []
    flow.searched.connect(told.append)
    with qtbot.waitSignal(flow.ended):
        flow.explore(replace(draft, variables=shares))
    assert flow.problems == []
    spots = told[-1].landscape.front
    assert {spot.values["parity_share"] for spot in spots} <= {0.0, 1.0}
    assert told[-1].standing.n_done == 2


def test_texts_that_are_not_parallel_are_refused_with_the_reason(qtbot, flow, state, folder_of):
    state.set_evaluation_texts(EvaluationTexts.of((folder_of({"eng.txt": "one line\n"}, "one"),)))
    refused = []
    flow.refused.connect(refused.append)
    with qtbot.waitSignal(flow.ended):
        flow.explore(draft_for(state))
    assert "parallel" in str(refused[0]).lower()


def test_a_study_comes_back_as_it_was_written_and_damage_is_left_out(tmp_path):
    found = records.exploration()
    draft = draft_of(found.question, usual_draft(found.question.fixed, has_parallel=True))
    settings = TrainingSettings(vocab_size=400)
    study = Study(
        "one", "2026-11-23T16:00:00+00:00", draft, settings, "gpt2", (tmp_path,),
        ("eng",), len(found.trials), found.importance, "doubt", None, True,
    )  # fmt: skip
    trials = [slim(each, found.front) for each in found.trials]
    write_study(tmp_path, study, trials)
    (tmp_path / "bad.json").write_text("{", "utf-8")
    assert read_studies(tmp_path) == [study]
    assert list(read_trials(tmp_path, "one")) == trials
    assert read_trials(tmp_path, "bad") == ()
    again = exploration_of(study, trials)
    assert [point.trial for point in again.front.points] == [
        point.trial for point in found.front.points
    ]
