"""What a search tries first, and shares that follow the premiums of a trial before."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import Corpus
from engine.corpus import Source
from engine.explore import (
    Budget,
    LabelShare,
    LongestToken,
    Objective,
    ParityShare,
    PatternChoice,
    Question,
    SuperwordTransition,
    Temperature,
    Trial,
    TrialStorage,
    Variable,
    VocabSize,
    divided_texts,
    explore,
    parity_texts,
    study_name,
    usual_variables,
)
from engine.explore.starting import first_values, near_values
from engine.machine import result_of
from engine.settings import Mixture, Parity, ReadingOptions, Superwords, TrainingConfig
from tests.engine.explore.test_search import corpus, question, texts

LABELS, SIZES = ("eng", "deu", "ell"), (800, 150, 50)
SHARES = (LabelShare(0.01, 0.6, ("eng",)), LabelShare(0.01, 0.6, ("deu", "ell"), "rest"))


def asked(*variables: Variable, fixed: TrainingConfig | None = None) -> Question:
    objectives = (Objective("worst_premium"), Objective("bytes_per_token", goal="maximise"))
    return Question(objectives, variables, Budget(9), fixed or TrainingConfig(400))


def test_natural_tempered_and_equal_shares_come_first() -> None:
    known = first_values(asked(Temperature(0, 1), *SHARES), None, LABELS, SIZES)
    assert [each["temperature"] for each in known] == [1.0, 0.3, 0.0]
    assert known[0]["share.eng"] == 0.6  # 0.8, but for the bounds
    assert known[0]["share.rest"] == pytest.approx(0.2)
    assert known[2]["share.eng"] == pytest.approx(1 / 3)
    assert known[2]["share.rest"] == 0.6


def test_parity_is_tried_wholly_and_in_part() -> None:
    fixed = TrainingConfig(400, parity=Parity(("dev",)))
    known = first_values(
        asked(Temperature(0, 1), ParityShare(0, 0.8), fixed=fixed), None, LABELS, SIZES
    )
    assert [each["parity_share"] for each in known] == pytest.approx([0, 0, 0, 0.8, 0.4, 0.6, 0.2])


def test_other_variables_begin_as_the_settings_have_them() -> None:
    fixed = TrainingConfig(400, pattern="gpt2", superwords=Superwords(0.9), max_token_bytes=99)
    variables = (
        PatternChoice(("o200k", "gpt2")), VocabSize.of([300, 400]), SuperwordTransition(0.5, 0.8),
        LongestToken(8, 32), *SHARES,
    )  # fmt: skip
    known = first_values(asked(*variables, fixed=fixed), Mixture(alpha=0.0), LABELS, SIZES)
    assert [each["pattern"] for each in known] == ["gpt2", "o200k"]
    for each in known:
        assert (each["vocab_size"], each["superword_transition"]) == (400, 0.8)
        assert each["longest_token"] == 32
        assert each["share.eng"] == pytest.approx(1 / 3)


def test_shares_move_to_those_that_pay() -> None:
    wanted = asked(Temperature(0, 1), *SHARES)
    values = {"temperature": 0.3, "share.eng": 0.3, "share.rest": 0.2}
    figures = {"eng.premium": 1.0, "deu.premium": 1.4, "ell.premium": 2.0}
    trial = Trial(4, values, "complete", 400, figures)
    moved = [near_values(wanted, [trial], seed) for seed in range(40)]
    assert moved[1] == near_values(wanted, [trial], seed=1)
    kept = [each for each in moved if each is not None]
    english = [float(each["share.eng"]) for each in kept]
    rest = [float(each["share.rest"]) for each in kept]
    temperatures = {float(each["temperature"]) for each in kept}
    assert sum(english) / len(english) < 0.3
    assert sum(rest) / len(rest) > 0.2
    assert 0.01 <= min(english) <= max(rest) <= 0.6
    assert len(temperatures) > 2
    assert all(0 <= each <= 1 for each in temperatures)
    assert near_values(wanted, [], seed=1) is None


def test_without_premiums_shares_stay_about_where_they_are() -> None:
    values = {"temperature": 0.3, "share.eng": 0.3, "share.rest": 0.2}
    trial = Trial(4, values, "complete", 400)
    near = [near_values(asked(Temperature(0, 1), *SHARES), [trial], seed) for seed in range(40)]
    english = [float(each["share.eng"]) for each in near if each is not None]
    assert sum(english) / len(english) == pytest.approx(0.3, rel=0.2)


def test_first_values_that_were_not_tried_are_tried_by_the_next_session(tmp_path: Path) -> None:
    variables = (Temperature(0, 1), LabelShare(0.1, 0.7, ("eng",)))
    storage = TrialStorage(tmp_path / "trials.sqlite")
    for n_trials in (2, 4):
        steps = explore(question(variables=variables, trials=n_trials, workers=1), corpus(),
                        texts(), storage=storage)  # fmt: skip
        made = result_of(steps)
    assert [each.values["temperature"] for each in made.trials[:3]] == [1.0, 0.3, 0.0]


def test_usual_variables_are_those_that_the_texts_allow() -> None:
    assert usual_variables(["eng"], texts()) == {}
    assert set(usual_variables(LABELS, texts())) == {"temperature", "parity_share"}
    uneven = Corpus([Source("eng", texts=("a\n" * 40,)), Source("deu", texts=("a\n" * 50,))])
    assert set(usual_variables(LABELS, uneven)) == {"temperature"}


def test_languages_choose_by_what_the_search_sees(tmp_path: Path) -> None:
    parity = parity_texts(texts(), tmp_path / "own")
    assert parity.texts == (str(tmp_path / "own"),)
    for source in divided_texts(texts()).search.sources:
        assert source.texts is not None
        assert (tmp_path / "own" / f"{source.label}.txt").read_text("utf-8") == source.texts[0]


def test_a_study_is_of_the_content_of_its_files(tmp_path: Path) -> None:
    first, second = tmp_path / "one" / "deu.txt", tmp_path / "two" / "deu.txt"
    for path in (first, second):
        path.parent.mkdir()
        path.write_text("eins zwei\n", encoding="utf-8")
    wanted = asked(Temperature(0, 1))

    def name(path: Path, **options: ReadingOptions) -> str:
        reading = {"deu": options["reading"]} if options else None
        return study_name(wanted, Corpus.from_paths([path], reading=reading), texts())

    known = name(first)
    assert name(second) == known
    assert name(first, reading=ReadingOptions(max_chars=4)) != known
    assert study_name(wanted, Corpus.from_paths([first]), texts(), Mixture(alpha=0.3)) != known
    second.write_text("eins drei\n", encoding="utf-8")  # as many bytes
    assert name(second) != known
    folders = [
        asked(Temperature(0, 1), fixed=TrainingConfig(400, parity=Parity((str(path.parent),))))
        for path in (first, second)
    ]
    assert len({study_name(each, corpus(), texts()) for each in folders}) == 2
    second.write_text("eins zwei\n", encoding="utf-8")
    assert len({study_name(each, corpus(), texts()) for each in folders}) == 1
