"""The scenes of superwords, of loss, and of trainings and tokenizers that go on."""

from __future__ import annotations

from gallery_stage import Stage

TRAINED = ("eng", "deu", "fra", "spa", "rus", "ara", "hin", "tha", "jpn", "zho", "kor", "tur")
MEASURED = (*TRAINED, "ell", "heb", "fin", "pol", "vie")
NAMES = ("superwords-32k", "superwords-again")
SIZE, SHOWN = 32_768, 29_000
N_NEW = 2_000
DOMAIN = "latex"


def _trained(stage: Stage) -> str:
    """The name of a run with superwords; it is trained where there is none yet."""
    known = {run.name for run in stage.workbench.runs.runs if run.status == "finished"}
    name = next((name for name in NAMES if name in known), NAMES[0])
    if name not in known:
        _ask(stage, name)
        stage.settle()
    stage.open_run(name)
    return name


def _ask(stage: Stage, name: str) -> None:
    """Begin a training with superwords by the official rules."""
    bench, form = stage.workbench, stage.workbench.training_pane.form
    bench.state.set_mixture(None)
    bench.state.set_pattern("gpt2")
    stage.load_texts(TRAINED)
    form.superwords.choose("official")
    form.set_vocab_size(SIZE)
    form.set_run_name(name)
    stage.settle()
    bench.training_pane.request_training()


def superwords(stage: Stage) -> None:
    """A training in two stages; its superwords; then the same size without them."""
    bench, pane = stage.workbench, stage.workbench.training_pane
    stage.show("train")
    before = pane.form.settings()
    for variant, name in zip(stage.variants("superword-training"), NAMES, strict=False):
        _ask(stage, name)
        stage.wait_for_merges(SHOWN)
        stage.grab("superword-training", variant)
        stage.settle()
    _trained(stage)
    stage.show("vocabulary")
    part = bench.vocabulary_pane.side.superwords
    bench.vocabulary_pane.side.show_superwords()
    part.condition_chosen.emit("is:superword")
    stage.settle()
    stage.shoot("superwords")
    if stage.wants("superwords-compared"):
        part.take_step()
        stage.settle()
        stage.settle()
        stage.shoot("superwords-compared")
        bench.runs_pane.close_comparison()
    bench.vocabulary_pane.side.show_token()
    pane.form.take(before)
    pane.form.set_run_name("")


def loss(stage: Stage) -> None:
    """N-grams of three tokenizers on the same texts, language by language."""
    bench = stage.workbench
    stage.open_run(stage.material.run)
    stage.show("compression")
    folder = stage.material.corpus / "train"
    bench.evaluation.choose_texts([folder / f"{label}.txt.zst" for label in MEASURED])
    bench.evaluation.add_baseline_run(stage.run_id(stage.material.beside))
    bench.evaluation.add_baseline_paths(stage.material.tokenizers[1:])
    stage.settle()
    bench.compression_pane.tabs.measure_ngrams()
    stage.settle()
    stage.shoot("loss")
    bench.compression_pane.tabs.show_tab(0)


def extend(stage: Stage) -> None:
    """Two thousand tokens for LaTeX."""
    stage.open_run(stage.material.run)
    stage.show("runs")
    stage.workbench.extensions.extend_open()
    page = stage.workbench.extensions.page
    page.form.set_way(1)
    page.form.set_paths((stage.material.corpus / "train" / f"{DOMAIN}.txt.zst",))
    page.form.set_number(N_NEW)
    page.form.start()
    stage.wait(lambda: page.finished is not None)
    stage.settle()
    page.bar.clear()
    stage.shoot("extend")
    stage.window.pages.leave()


def resume(stage: Stage) -> None:
    """A training that was cancelled in the middle of its merges, and the ways to go on."""
    bench = stage.workbench
    stage.load_corpus()
    stage.open_run(stage.material.run)
    stage.show("train")
    bench.training_pane.form.set_vocab_size(131_072)
    bench.training_pane.form.set_run_name("night-128k")
    bench.training_pane.request_training()
    stage.wait_for_merges(SIZE)
    bench.jobs.cancel_all()
    stage.settle()
    bench.training_pane.form.set_run_name("")
    stage.show("runs")
    stopped = [run for run in bench.runs.runs if run.name == "night-128k"]
    assert bench.resuming is not None  # the window is open
    bench.resuming.offer(stopped[:1])
    bench.runs_pane.choose(stopped[0].run_id)
    stage.settle()
    stage.shoot("resume")
    stage.window.bar.dismiss()
