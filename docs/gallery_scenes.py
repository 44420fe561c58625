"""The scenes of the gallery: what is done in the window before it is grabbed.

Each scene brings what it needs, so that one can be made alone.
"""

from __future__ import annotations

from dataclasses import replace

from gallery_stage import Stage
from PySide6.QtGui import QKeySequence

from engine import Corpus, Mixture, TrainingConfig, train_tokenizer
from engine.corpus import open_file
from engine.settings import SPECIAL_TOKEN_SETS
from workbench.chat.chat_flow import TOO_LONG
from workbench.corpus.corpus_pane import MIXTURE, SOURCES
from workbench.explore.explore_view import PARALLEL, SLICES
from workbench.runs.run_comparison_view import DIVERGENCE, FACTS, LANGUAGES
from workbench.vocabulary.token_detail import CONTEXTS
from workbench.work.comparison import Baseline

LABELS = ("eng", "ara", "hin", "tha", "jpn", "zho", "kor", "ell", "heb", "tam", "amh", "kat")
EMOJI = "👩‍💻 👨‍👩‍👧‍👦 🏳️‍🌈 🇮🇳 👍🏽 1️⃣  naïve café\tπ ≈ 3.14159, 1,234,567\n"
TOKEN = " использ"
DESIGNED_SETS = ("llama3", "nanochat")
EXPORTED = ("bundle", "gguf", "tiktoken", "tokenizer.json")
TRAINED_LABELS = tuple(label for label in (*LABELS, "rus") if label != "amh")  # no text of it
TWELVE = "twelve-scripts"
REGISTERED_WITH = "licence: CC0-1.0\nmodel: base 1B"
CHAT_LABELS = ("eng", "zho")
MID_MERGE = 4_000
EXPLORE_PATIENCE_S = 900.0
TRAININGS = (
    ("alpha-0.3", "gpt2", 0.3),
    ("llama3-32k", "llama3", None),
    ("o200k-32k", "o200k", None),
    ("scientific-32k", "scientific", None),
)
"""One for each variant: the name, the split pattern and the mixture's temperature."""


def multilingual_text(stage: Stage) -> str:
    """The same sentence of the parallel texts in twelve scripts, and what is hard to cut."""
    lines = []
    for label in LABELS:
        with open_file(stage.material.corpus / "eval" / f"{label}.txt.zst") as texts:
            lines.append(texts.read(4096).split(b"\n")[1].decode("utf-8"))
    return "\n".join([lines[0], EMOJI.strip(), *lines[1:]]) + "\n"


def first_start(stage: Stage) -> None:
    """The tour over the sample corpus."""
    stage.show("corpus")
    stage.workbench.tour_guide.begin()
    stage.shoot("tour")
    stage.workbench.tour_guide.tour.leave()


def corpus(stage: Stage) -> None:
    """The sources of the training corpus; then how they are weighed."""
    bench, pane = stage.workbench, stage.workbench.corpus_pane
    stage.load_corpus()
    stage.show("corpus")
    pane.show_view(SOURCES)
    pane.part.choose("hin")
    stage.settle()
    stage.shoot("sources")
    bench.state.set_mixture(Mixture(alpha=0.3))
    pane.show_view(MIXTURE)
    stage.settle()
    bench.mixture.count_now()
    stage.settle()
    stage.shoot("corpus")
    bench.state.set_mixture(None)
    stage.settle()


def pattern(stage: Stage) -> None:
    """One pattern beside another, and what other engines make of it."""
    pane = stage.workbench.pattern_pane
    stage.show("pattern")
    pane.desk.choose_preset("gpt2")
    pane.preview.set_text(multilingual_text(stage))
    stage.settle()
    pane.desk.choose_preset("scientific")
    stage.settle()
    pane.results.show_view(0)
    pane.view.set_current(40)
    stage.settle()
    stage.shoot("pattern-cut")
    pane.results.show_view(1)
    stage.settle()
    pane.results.go_on()
    stage.shoot("pattern")


def train(stage: Stage) -> None:
    """A training of the whole corpus for each variant, grabbed in the middle and at the end."""
    bench, pane = stage.workbench, stage.workbench.training_pane
    stage.load_corpus()
    stage.show("train")
    for variant, (name, preset, alpha) in zip(stage.variants("train"), TRAININGS, strict=False):
        bench.state.set_pattern(preset)
        bench.state.set_mixture(None if alpha is None else Mixture(alpha=alpha))
        pane.form.set_vocab_size(32_768)
        pane.form.set_run_name(name)
        stage.settle()
        pane.request_training()
        stage.wait_for_merges(MID_MERGE)
        stage.grab("train", variant)
        stage.settle()
    if stage.wants("train"):
        pane.form.set_run_name("")
        stage.shoot("trained")


def special_tokens(stage: Stage) -> None:
    """Special tokens of the next training with roles, reserved slots and padding."""
    pane = stage.workbench.training_pane
    stage.load_corpus()
    stage.show("train")
    stage.workbench.state.set_pattern("llama3")
    pane.form.set_vocab_size(32_700)
    before = pane.form.settings()
    pane.show_designer()
    pane.designer.choose_row(0)
    pane.designer.remove_token()
    for name in DESIGNED_SETS:
        pane.designer.add_set(name)
    pane.designer.form.edit(reserved_slots=16, multiple="128")
    pane.designer.choose_row(2)
    stage.settle()
    stage.shoot("special-tokens")
    pane.form.take(before)
    pane.hide_designer()


def files(stage: Stage) -> None:
    """What is found in the file of a published tokenizer before it is used."""
    bench = stage.workbench
    stage.show("tokens")
    bench.imports.read_paths([stage.copied("gpt2") / "tokenizer.json"])
    stage.settle()
    stage.shoot("tokenizer-files")
    stage.window.pages.leave()


def compression(stage: Stage) -> None:
    """128 parallel languages, the open run beside three others: as a table, map and dots."""
    bench, pane = stage.workbench, stage.workbench.compression_pane
    stage.open_run(stage.material.run)
    stage.show("compression")
    bench.evaluation.choose_texts([stage.material.corpus / "eval"])
    bench.evaluation.add_baseline_run(stage.run_id(stage.material.beside))
    bench.evaluation.add_baseline_paths(stage.material.tokenizers)
    stage.settle()
    bench.evaluation.evaluate()
    stage.settle()
    pane.choose("tha")
    stage.shoot("compression", high_contrast=True)
    pane.view.show_view("heat map")
    stage.shoot("compression-map")
    pane.view.show_view("dots")
    stage.shoot("compression-dots")
    pane.view.show_view("table")


def sizes(stage: Stage) -> None:
    """Every size that the run holds, with the marker in the middle."""
    stage.open_run(stage.material.run)
    stage.show("sizes")
    stage.workbench.sizes_pane.view.move_marker(20_000)
    stage.shoot("sizes")


def explore(stage: Stage) -> None:
    """Forty trials over the corpus, judged on parallel texts, with the knee selected."""
    bench, pane = stage.workbench, stage.workbench.explore_pane
    stage.open_run(stage.material.run)
    stage.load_corpus()
    bench.evaluation.choose_texts([stage.material.corpus / "eval"])
    stage.show("explore")
    pane.form.take_draft(replace(pane.form.draft, trials="40", minutes="10", seeds="0"))
    pane.primary_action().trigger()
    stage.wait(lambda: pane.activity == "idle", EXPLORE_PATIENCE_S)
    stage.settle()
    knee = pane.view.landscape.knee
    pane.view.choose(None if knee is None else knee.key)
    stage.shoot("explore")
    pane.view.show_side(SLICES)
    pane.view.show_below(PARALLEL)
    stage.shoot("explore-linked")


def tokens(stage: Stage) -> None:
    """One text: alone, then as four tokenizers cut it."""
    bench, pane = stage.workbench, stage.workbench.tokens_pane
    stage.open_run(stage.material.run)
    stage.show("tokens")
    pane.set_text(multilingual_text(stage))
    stage.settle()
    pane.view.set_current(30)
    stage.shoot("tokens", high_contrast=True)
    bench.token_columns.add_paths(stage.material.tokenizers)
    beside = stage.material.beside
    bench.token_columns.add(Baseline(beside, run_id=stage.run_id(beside)))
    stage.settle()
    pane.view.set_current(0)
    for _ in range(2):
        pane.columns.show_next_difference()
    stage.shoot("tokens-beside")
    for _ in range(3):
        bench.token_columns.remove(0)
    stage.settle()
    bench.token_columns.add_paths(stage.material.published)
    stage.settle()
    pane.columns.show_next_difference()
    stage.shoot("tokens-libraries")
    for _ in stage.material.published:
        bench.token_columns.remove(0)
    stage.settle()


def vocabulary(stage: Stage) -> None:
    """A token with its tree and contexts; then the timeline and the report."""
    bench, pane = stage.workbench, stage.workbench.vocabulary_pane
    stage.load_corpus()
    stage.open_run(stage.material.run)
    stage.show("vocabulary")
    tokenizer = bench.state.tokenizer
    if tokenizer is None:
        return
    pane.select_token(tokenizer.encode(TOKEN)[-1])
    stage.settle()
    stage.shoot("vocabulary-tree")
    pane.detail.show_part(CONTEXTS)
    stage.do("vocabulary.find_contexts")
    stage.settle()
    stage.shoot("vocabulary")
    pane.side.show_timeline()
    pane.side.timeline.set_text(multilingual_text(stage).replace(EMOJI, ""))
    stage.settle()
    pane.side.timeline.go_to(8_000)
    stage.shoot("timeline")
    pane.side.show_report()
    stage.settle()
    stage.shoot("report")
    pane.side.show_token()


def chat(stage: Stage) -> None:
    """The sample by nanochat's rules; then a file of calls of tools, checked with a limit."""
    bench, pane = stage.workbench, stage.workbench.chat_pane
    texts = [stage.material.corpus / "train" / f"{label}.txt.zst" for label in CHAT_LABELS]
    tokens = (*SPECIAL_TOKEN_SETS["nanochat"], *SPECIAL_TOKEN_SETS["chatml"])
    config = TrainingConfig(8_192, pattern="nanochat", special_tokens=tokens)
    tokenizer = train_tokenizer(Corpus.from_paths(texts), config)
    bench.state.open_run(None, tokenizer, None, name="chat-8k")
    stage.show("chat")
    pane.results.views.tokens.set_current(60)
    stage.settle()
    stage.shoot("chat")
    pane.options.set_template("named", "qwen")
    pane.open_file(stage.material.corpus / "chat" / "glaive_toolcall_zh.jsonl.zst")
    stage.settle()
    pane.options.set_max_tokens(700)
    stage.settle()
    pane.desk.files.set_filter(TOO_LONG)
    stage.do("chat.next_conversation")
    stage.settle()
    pane.results.show_lint(0)
    stage.shoot("chat-file")


def runs(stage: Stage) -> None:
    """The table of runs with tags; then three of them side by side."""
    bench, pane = stage.workbench, stage.workbench.runs_pane
    names = [stage.material.run, stage.material.beside]
    labels = f"{stage.n_files('train')} labels"
    tags = {names[0]: ("reference", labels), names[1]: ("small",)}
    other = {"alpha-0.3": ("mixture",), "scientific-32k": ("pattern", "draft")}
    known = {run.name: run.run_id for run in bench.runs.runs if run.status == "finished"}
    tagged = {**tags, **{name: given for name, given in other.items() if name in known}}
    bench.runs.set_tags([(known[name], given) for name, given in tagged.items()])
    bench.runs.set_note((known[names[0]], "Every language of the training corpus as it is."))
    third = [name for name in ("alpha-0.3", *known) if name in known and name not in names][:1]
    stage.open_run(names[0])
    stage.show("runs")
    pane.choose(known[names[0]])
    stage.shoot("runs")
    wanted = [names[0], *third, names[1]]
    pane.compare_requested.emit(tuple(Baseline(name, run_id=known[name]) for name in wanted))
    stage.settle()
    pane.comparison.languages.measure_requested.emit()
    stage.settle()
    for view, picture in (
        (FACTS, "runs-compared"),
        (DIVERGENCE, "first-difference"),
        (LANGUAGES, "runs-languages"),
    ):
        pane.comparison.show_view(view)
        pane.comparison.focus_view()
        stage.shoot(picture)
    pane.close_comparison()


def exports(stage: Stage) -> None:
    """A run of twelve scripts in four formats, each loaded in its library; then frozen."""
    bench, pane = stage.workbench, stage.workbench.runs_pane
    bench.state.set_pattern("gpt2")
    bench.state.set_mixture(None)
    stage.load_texts(TRAINED_LABELS)
    bench.training_pane.form.set_vocab_size(16_384)
    bench.training_pane.form.set_run_name(TWELVE)
    bench.training_pane.request_training()
    stage.settle()
    bench.training_pane.form.set_run_name("")
    stage.open_run(TWELVE)
    stage.show("runs")
    for name in EXPORTED:
        pane.export_requested.emit((stage.run_id(TWELVE), name))
        pane.export.form.set_folder(str(stage.scratch / TWELVE))
        pane.views.verify.trigger()
        stage.settle()
    stage.shoot("export")
    for name in (stage.material.beside, TWELVE):
        pane.register_requested.emit(stage.run_id(name))
        pane.registry.form.fill(name, REGISTERED_WITH)
        pane.registry.form.register()
        stage.settle()
    pane.bar.clear()
    stage.settle()
    stage.shoot("registry")
    pane.close_comparison()


def frame(stage: Stage) -> None:
    """What belongs to no workspace: layouts, palette, pages, settings."""
    bench, window = stage.workbench, stage.window
    stage.open_run(stage.material.run)
    stage.show("tokens")
    for variant in stage.variants("layout"):
        window.layouts.apply("compare")
        stage.settle()
        stage.grab("layout", variant)
    stage.show("sizes")
    for variant in stage.variants("palette"):
        window.popups.show_commands()
        stage.settle()
        stage.grab("palette", variant)
        window.popups.palette.hide()
    bench.pages.show_shortcuts()
    bench.pages.shortcuts.choose("window.inspector")
    bench.pages.shortcuts.press(QKeySequence("Ctrl+T"))
    stage.shoot("shortcuts")
    bench.pages.show_guide()
    stage.shoot("guide")
    window.pages.leave()
    bench.settings.show_dialog()
    stage.shoot("settings")
    bench.settings.dialog.close()


def tasks(stage: Stage) -> None:
    """The list of tasks while a training runs and an evaluation waits."""
    bench, window = stage.workbench, stage.window
    stage.load_corpus()
    stage.open_run(stage.material.run)
    stage.show("train")
    window.show_tasks(True)
    for variant in stage.variants("tasks"):
        bench.training_pane.form.set_vocab_size(131_072)
        bench.training_pane.request_training()
        bench.evaluation.evaluate()
        stage.wait_for_merges(MID_MERGE)
        stage.grab("tasks", variant)
        bench.jobs.cancel_all()
        stage.settle()
    window.show_tasks(False)
