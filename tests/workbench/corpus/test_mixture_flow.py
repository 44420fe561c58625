"""What will be read again, and previews in the background that never stand in the way."""

from __future__ import annotations

import itertools

import pytest

from engine import Corpus, Source, TrainingConfig, counting, train_tokenizer
from engine.errors import CorpusError
from engine.evaluation import evaluate
from engine.settings.sources import Mixture
from workbench.corpus.mixture_draft import PreviewWish
from workbench.corpus.mixture_flow import READ_UNASKED_BYTES, MixtureFlow
from workbench.work.jobs import Job, StepProgress
from workbench.work.kept_counts import KeptCounts

CONFIG = TrainingConfig(400)


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("TOKENIZER_WORKBENCH_HOME", str(tmp_path / "home"))


@pytest.fixture
def corpus(tmp_path):
    folder = tmp_path / "texts"
    folder.mkdir()
    words = {"deu": "die Katze saß auf der Matte ", "eng": "the cat sat on the mat "}
    for number, (label, text) in enumerate(words.items(), start=1):
        (folder / f"{label}.txt").write_text(text * 60 * number, encoding="utf-8")
    return Corpus.from_paths([folder])


@pytest.fixture
def flow(state, jobs, engine_jobs):
    made = MixtureFlow(state, jobs, engine_jobs, KeptCounts())
    made.set_config(CONFIG)
    yield made
    jobs.cancel_all()
    made.deleteLater()


@pytest.fixture
def told(flow):
    """The previews and the words of the flow, in their order."""
    previews, words = [], []
    flow.preview_changed.connect(previews.append)
    flow.status_changed.connect(words.append)
    return previews, words


def idle(qtbot, flow, jobs) -> None:
    qtbot.waitUntil(lambda: not flow.is_previewing and not jobs.jobs)


def trained(corpus, mixture) -> dict[str, float]:
    record = train_tokenizer(corpus, CONFIG, mixture=mixture).training
    return dict(zip(record.source_labels, record.source_bytes_per_token().tolist(), strict=True))


def test_the_plan_says_what_is_read_and_then_that_nothing_is(qtbot, flow, state, jobs, corpus):
    state.set_corpus(corpus)
    idle(qtbot, flow, jobs)
    assert [plan.is_kept for plan in flow.plan.sources] == [False, False]
    assert flow.plan.n_bytes == sum(source.n_bytes_on_disk for source in corpus.sources)
    flow.set_wish(PreviewWish())
    qtbot.waitUntil(lambda: flow.plan is not None and flow.plan.is_in_memory)
    assert flow.plan.to_read == ()
    state.set_corpus(Corpus(corpus.sources, max_document_chars=100))
    idle(qtbot, flow, jobs)
    state.set_corpus(Corpus(corpus.sources))
    qtbot.waitUntil(lambda: flow.plan is not None)
    assert [plan.is_kept for plan in flow.plan.sources] == [True, True]


def test_another_pattern_is_another_plan(qtbot, flow, state, jobs, corpus):
    state.set_corpus(corpus)
    flow.set_wish(PreviewWish())
    qtbot.waitUntil(lambda: flow.plan is not None and flow.plan.is_in_memory)
    flow.set_wish(PreviewWish(is_on=False))
    flow.set_config(TrainingConfig(400, pattern="cl100k"))
    qtbot.waitUntil(lambda: not flow.plan.is_in_memory)
    assert [plan.is_kept for plan in flow.plan.sources] == [False, False]


@pytest.mark.parametrize(
    "mixture", [None, Mixture(alpha=0.0), Mixture(shares={"deu": 9, "eng": 1})]
)
def test_a_preview_is_what_a_training_would_give(qtbot, flow, told, state, jobs, corpus, mixture):
    state.set_corpus(corpus)
    state.set_mixture(mixture)
    flow.set_wish(PreviewWish())
    qtbot.waitUntil(lambda: any(told[0]))
    preview = told[0][-1]
    assert dict(preview.now) == pytest.approx(trained(corpus, mixture))
    assert dict(preview.natural) == pytest.approx(trained(corpus, None))
    assert preview.is_natural == (mixture is None)
    assert preview.vocab_size == 400


def test_parallel_sources_have_premiums_as_a_training_would_give(
    qtbot, flow, told, state, tmp_path
):
    """Lines of several lengths, the same in each language: what is found parallel by itself."""
    folder = tmp_path / "parallel"
    folder.mkdir()
    for label, word in {"deu": "Katze ", "eng": "cat ", "tha": "แมว "}.items():
        lines = "".join(f"{word * (1 + 7 * line % 11)}\n" for line in range(40))
        (folder / f"{label}.txt").write_text(lines, encoding="utf-8")
    corpus = Corpus.from_paths([folder])
    mixture = Mixture(shares={"deu": 1, "eng": 1, "tha": 98})
    state.set_corpus(corpus)
    state.set_mixture(mixture)
    flow.set_wish(PreviewWish(vocab_size=262))
    qtbot.waitUntil(lambda: any(told[0]))
    preview = told[0][-1]

    def premiums(chosen):
        tokenizer = train_tokenizer(corpus, TrainingConfig(262), mixture=chosen)
        found = evaluate(tokenizer, corpus).fairness
        return {each.label: each.premium for each in found.labels}

    changes = preview.premiums
    natural = {label: change.natural for label, change in changes.items()}
    now = {label: change.now for label, change in changes.items()}
    assert natural == pytest.approx(premiums(None))
    assert now == pytest.approx(premiums(mixture))
    assert now["tha"] < natural["tha"]


def test_a_preview_has_a_size_of_its_own(qtbot, flow, told, state, corpus):
    state.set_corpus(corpus)
    flow.set_wish(PreviewWish(vocab_size=300))
    qtbot.waitUntil(lambda: any(told[0]))
    assert told[0][-1].vocab_size == 300


def test_no_preview_is_made_while_it_is_hidden(qtbot, flow, told, state, jobs, corpus):
    flow.set_wish(PreviewWish(is_on=False))
    state.set_corpus(corpus)
    state.set_mixture(Mixture(alpha=0.5))
    idle(qtbot, flow, jobs)
    assert not any(told[0])


def test_only_the_last_of_many_edits_is_previewed(qtbot, flow, told, state, corpus):
    state.set_corpus(corpus)
    flow.set_wish(PreviewWish())
    qtbot.waitUntil(lambda: any(told[0]))
    before = len(told[0])
    for step in range(20):
        state.set_mixture(Mixture(alpha=step / 20))
    qtbot.waitUntil(lambda: len(told[0]) > before)
    assert dict(told[0][-1].now) == pytest.approx(trained(corpus, Mixture(alpha=19 / 20)))
    assert len(told[0]) == before + 1


def test_a_size_to_sample_to_does_not_make_the_preview_read(
    qtbot, flow, told, state, corpus, sources_read
):
    state.set_corpus(corpus)
    flow.set_wish(PreviewWish())
    qtbot.waitUntil(lambda: any(told[0]))
    expected = trained(corpus, Mixture(alpha=0.0))
    assert sources_read
    sources_read.clear()
    state.set_mixture(Mixture(alpha=0.0, target_bytes=1000))
    qtbot.waitUntil(lambda: not told[0][-1].is_natural)
    assert sources_read == []
    assert dict(told[0][-1].now) == pytest.approx(expected)


def test_much_text_is_read_for_a_preview_only_when_asked(qtbot, flow, told, state, jobs, tmp_path):
    words = ("".join(letters) for letters in itertools.product("abcdefghij", repeat=6))
    path = tmp_path / "eng.txt"
    path.write_text(" ".join(itertools.islice(words, READ_UNASKED_BYTES // 7 + 1)))
    state.set_corpus(Corpus.from_paths([path]))
    flow.set_wish(PreviewWish())
    idle(qtbot, flow, jobs)
    assert not any(told[0])
    assert told[1][-1].can_count
    flow.count_now()
    qtbot.waitUntil(lambda: any(told[0]))
    qtbot.waitUntil(lambda: flow.plan is not None and not flow.plan.to_read)


def endless():
    while True:
        yield StepProgress("Something")


def test_any_other_long_job_goes_before_the_preview(qtbot, flow, told, state, jobs, corpus):
    state.set_corpus(corpus)
    idle(qtbot, flow, jobs)
    other = Job(endless(), title="Other")
    jobs.start(other)
    flow.set_wish(PreviewWish())
    qtbot.waitUntil(lambda: any("Other" in each.words for each in told[1]))
    assert not any(told[0])
    other.cancel()
    qtbot.waitUntil(lambda: any(told[0]))


def test_a_preview_under_way_makes_way(qtbot, flow, told, state, jobs):
    words = ("".join(letters) for letters in itertools.product("abcdefghijklmnop", repeat=4))
    state.set_corpus(Corpus([Source("eng", texts=(" ".join(words),))]))
    flow.set_config(TrainingConfig(60_000))
    flow.set_wish(PreviewWish())
    running = [job for job in jobs.jobs if job.title == "Preview mixture"]
    qtbot.waitUntil(
        lambda: bool([job for job in jobs.jobs if job.title == "Preview mixture"]),
    )
    running = [job for job in jobs.jobs if job.title == "Preview mixture"]
    other = Job(endless(), title="Other")
    steps = []
    other.progressed.connect(steps.append)
    jobs.start(other)
    qtbot.waitUntil(lambda: bool(steps))
    assert all(job.is_over for job in running)
    assert not any(told[0])
    flow.set_wish(PreviewWish(is_on=False))
    other.cancel()


def test_wrong_settings_are_said_instead_of_a_preview(qtbot, flow, told, state, jobs, corpus):
    state.set_corpus(corpus)
    flow.set_config(None)
    flow.set_wish(PreviewWish())
    idle(qtbot, flow, jobs)
    assert "Train" in told[1][-1].words


def test_a_preview_that_fails_says_why(qtbot, flow, told, state, corpus):
    state.set_corpus(corpus)
    state.set_mixture(Mixture(shares={"tlh": 1.0}))
    flow.set_wish(PreviewWish())
    qtbot.waitUntil(lambda: "tlh" in told[1][-1].words)


def test_without_a_corpus_there_is_nothing_to_say(qtbot, flow, told, state, jobs, corpus):
    state.set_corpus(corpus)
    flow.set_wish(PreviewWish())
    state.set_corpus(None)
    idle(qtbot, flow, jobs)
    assert flow.plan is None
    assert told[0][-1] is None
    assert told[1][-1].words == ""


def test_a_file_that_changes_is_to_be_read_again(qtbot, flow, state, jobs, corpus):
    state.set_corpus(corpus)
    flow.set_wish(PreviewWish())
    qtbot.waitUntil(lambda: flow.plan is not None and flow.plan.is_in_memory)
    idle(qtbot, flow, jobs)
    [changed, kept] = [source.paths[0] for source in corpus.sources]
    changed.write_text("other words altogether " * 50, encoding="utf-8")
    flow.look_again()
    qtbot.waitUntil(lambda: not flow.plan.is_in_memory)
    assert [plan.label for plan in flow.plan.to_read] == [changed.stem]
    assert kept.stem not in {plan.label for plan in flow.plan.to_read}


def test_a_plan_that_fails_leaves_nothing_to_say(qtbot, flow, state, jobs, corpus, monkeypatch):
    plans = []
    flow.plan_changed.connect(plans.append)
    state.set_corpus(corpus)
    idle(qtbot, flow, jobs)
    assert plans[-1] is not None

    def gone(*_arguments):
        raise CorpusError("deu.txt is missing.")

    monkeypatch.setattr(counting, "reading_plan", gone)
    flow.set_config(TrainingConfig(401))
    state.set_corpus(Corpus(corpus.sources[:1]))
    idle(qtbot, flow, jobs)
    assert plans[-1] is None
