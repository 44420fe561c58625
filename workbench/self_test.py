"""`--self-test`: whether this installation works, from a training to a picture of the window.

Trains on the sample corpus, stores, reopens, encodes, exports and reads the exports back, opens a
store of the oldest version, tries a split pattern in a process of its own, draws the window and a
chart without a display, and searches and draws the front. Everything but compiled kernels goes
into a folder that is removed. The report is one JSON document; packaging/smoke_test.py asks the
packaged application for it.
"""

from __future__ import annotations

import json
import platform
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine import Corpus, Tokenizer, TrainingConfig, train_tokenizer
from engine.compiled import import_kernels, is_compiled, kernel_cache_folder, registered_kernels
from engine.formats import EXPORT_FORMATS, ExportOptions, export_tokenizer, verify_export
from engine.machine import child_command, finished, is_packaged, result_of
from engine.settings import SPECIAL_TOKEN_SETS, Pieces
from resources import resource_path, sample_corpus_folder
from workbench import __version__
from workbench.store import RunStore
from workbench.work.runs.recording import record_training

if TYPE_CHECKING:
    from PySide6.QtGui import QColor, QImage

    from engine.explore import Exploration
    from workbench.explore.front_chart import FrontChart
    from workbench.ui.charts.curves_chart import CurvesChart
    from workbench.ui.theme.theme import Theme

OLDEST_STORE = "self-test/version-1.sqlite"
OLD_RUN = "released"
VOCAB_SIZE = 1024
TEXTS = ("low lower lowest", "naïve Größe 漢字 🙂\n  indented\t1234567", "")
EXPLORE_SIZES = [300, 1024]
EXPLORE_QUESTION = {
    "objective": [{"metric": "bytes_per_token", "goal": "maximise"},
                  {"metric": "embedding_parameters", "goal": "minimise"}],
    "variables": {"vocab_size": EXPLORE_SIZES},
    "trials": 3, "seeds": 0, "workers": 1, "sampler": "random",
}  # fmt: skip
LEAST_COLOURS = 12
"""In a picture of the window, looked at in every ninth place; an empty one has one or two."""
CHILD_TIMEOUT_S = 900
"""Compiling all kernels takes half a minute, on a machine that has nothing else to do."""


class SelfTestError(Exception):
    """What was made is not what it should be; `str(error)` says what."""


class SelfTest:
    """The steps in their order; each takes up what the one before made.

    folder: for everything that is made, empty.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._run_id = ""
        self._tokenizer: Tokenizer | None = None
        self._missing_kernels = 0

    def run(self) -> dict[str, Any]:
        """The report: what each step found and how long it took; ends at the first that fails."""
        steps: dict[str, Callable[[], dict[str, Any]]] = {
            "kernels": self._prepare_kernels,
            "formats": self._read_formats,
            "training": self._train_and_store,
            "reopening": self._reopen,
            "exports": self._export_all,
            "migration": self._migrate,
            "pattern": self._try_pattern,
            "window": self._draw_window,
            "chart": draw_chart,
            "explore": self._explore,
        }
        report: dict[str, Any] = {**_circumstances(), "ok": True, "steps": {}}
        began = time.perf_counter()
        for name, step in steps.items():
            step_began = time.perf_counter()
            try:
                found = step()
            except Exception as error:  # noqa: BLE001  whatever it is, it is the answer
                report["ok"] = False
                found = {"problem": f"{type(error).__name__}: {error}"}
            found["seconds"] = round(time.perf_counter() - step_began, 2)
            report["steps"][name] = found
            if not report["ok"]:
                break
        misses = sum(sum(each.stats.cache_misses.values()) for each in registered_kernels())
        report["kernels_compiled"] = self._missing_kernels + misses
        report["seconds"] = round(time.perf_counter() - began, 2)
        return report

    def _prepare_kernels(self) -> dict[str, Any]:
        """As the window does at its first start: in a process of its own."""
        import_kernels()
        self._missing_kernels = sum(not is_compiled(each) for each in registered_kernels())
        if self._missing_kernels:
            _ask_child(child_command("engine.warm_up", "--json"))
        missing = [each.__name__ for each in registered_kernels() if not is_compiled(each)]
        _check(not missing, f"these kernels are still not compiled: {', '.join(missing)}")
        return {"folder": str(kernel_cache_folder()), "kernels": len(registered_kernels())}

    def _read_formats(self) -> dict[str, Any]:
        """Texts from a Zstandard and, where its library is there, a Parquet file."""
        files = [self._folder / "text.txt.zst"]
        files[0].write_bytes(_compressed(TEXTS[1].encode()))
        if find_spec("pyarrow") is not None:
            from pyarrow import Table, parquet

            files.append(self._folder / "text.parquet")
            parquet.write_table(Table.from_pydict({"text": [TEXTS[1]]}), files[-1])
        for file in files:
            corpus = Corpus.from_paths([file])
            texts = [text for source in corpus.sources for text in corpus.documents(source)]
            _check(texts == [TEXTS[1]], f"{file.name} came back as {texts!r}")
        return {"read": [file.name for file in files]}

    def _train_and_store(self) -> dict[str, Any]:
        corpus = Corpus.from_paths(sample_corpus_folder())
        with RunStore.open(self._store) as store:
            steps = record_training(store, corpus, TrainingConfig(VOCAB_SIZE), name="self-test")
            self._run_id = result_of(steps).run_id
            merges = store.tokenizer(self._run_id).merges
        names = b" ".join(b"%d+%d" % (int(left), int(right)) for left, right in merges)
        return {"merges": len(merges), "merges_sha256": sha256(names).hexdigest()}

    def _reopen(self) -> dict[str, Any]:
        with RunStore.open(self._store) as store:
            status = store.run(self._run_id).summary.status
            self._tokenizer = store.tokenizer(self._run_id)
        _check(status == "finished", f"the stored run is {status}")
        for text in TEXTS:
            back = self._tokenizer.decode(self._tokenizer.encode(text))
            _check(back == text, f"{text!r} came back as {back!r}")
        return {"vocabulary": self._tokenizer.vocab_size}

    def _export_all(self) -> dict[str, Any]:
        assert self._tokenizer is not None
        options = ExportOptions(renumber=True)
        verdicts = {}
        for name in EXPORT_FORMATS:
            folder = self._folder / "exports" / name
            folder.mkdir(parents=True)
            tokenizer = exportable(self._tokenizer, name)
            export_tokenizer(tokenizer, name, folder, options=options)
            verdict = verify_export(tokenizer, name, folder, TEXTS, options=options)
            _check(verdict.status in {"equal", "not installed"}, f"{name}: {verdict}")
            verdicts[name] = str(verdict)
        return {"verdicts": verdicts}

    def _migrate(self) -> dict[str, Any]:
        """A copy of a store of the first version opens whole in this one."""
        copy = self._folder / "old.sqlite"
        shutil.copyfile(resource_path(OLDEST_STORE), copy)
        with RunStore.open(copy) as store:
            record = store.run(OLD_RUN)
            same = store.tokenizer(OLD_RUN).semantic_hash == record.summary.semantic_hash
        _check(same, "the tokenizer of an old store is not the one that was stored")
        return {"runs": 1}

    def _try_pattern(self) -> dict[str, Any]:
        request = json.dumps({"number": 1, "pattern": r"\w+|\W", "text": "YSBiCg=="})
        lines = _ask_child(
            child_command("workbench.pattern.pattern_trial"), request + "\n"
        ).splitlines()
        last = json.loads(lines[-1])
        _check(last.get("distinct") == 4, f"the pattern's process said {last}")
        return {"distinct": last["distinct"]}

    def _draw_window(self) -> dict[str, Any]:
        from PySide6.QtGui import QImage

        from workbench.screenshots import render_window

        files = render_window(
            self._folder / "window", database=self._store, run_id=self._run_id, schemes=("light",)
        )
        colours = {file.stem: _colours(QImage(str(file))) for file in files}
        blank = [name for name, seen in colours.items() if seen < LEAST_COLOURS]
        _check(bool(files) and not blank, f"blank pictures of the window: {', '.join(blank)}")
        return {"pictures": len(files), "colours": colours}

    def _explore(self) -> dict[str, Any]:
        """A search of three trials, whose front is drawn point by point."""
        from engine.evaluation import evaluation_texts
        from engine.explore import TrialStorage, explore, read_question

        texts = self._folder / "explore" / "eng.txt"
        texts.parent.mkdir()
        texts.write_text(
            "".join(f"{n} people and their children went into the house.\n" for n in range(80)),
            "utf-8",
        )
        question = read_question(EXPLORE_QUESTION, TrainingConfig(EXPLORE_SIZES[1]))
        steps = explore(
            question, Corpus.from_paths(sample_corpus_folder()),
            evaluation_texts([texts.parent]).corpus,
            storage=TrialStorage(self._folder / "explorations.sqlite"),
        )  # fmt: skip
        found = result_of(steps)
        _check(len(found.front.points) > 1, f"the front has {len(found.front.points)} points")
        return {"trials": len(found.trials), **draw_front(found)}

    @property
    def _store(self) -> Path:
        return self._folder / "runs.sqlite"


def draw_chart() -> dict[str, Any]:
    """Paint a chart that is not shown: its curve is seen at each point, or SelfTestError.

    pyqtgraph, which nothing else of the self-test needs, is imported for it.
    """
    import numpy as np
    from PySide6.QtWidgets import QApplication

    from workbench.ui.charts.curve import ChartText, Curve
    from workbench.ui.charts.curves_chart import CurvesChart
    from workbench.ui.theme.theme import Theme

    assert QApplication.instance() is not None  # the window was drawn
    theme = Theme("light")
    text = ChartText("Self-test", "vocabulary size", "bytes per token", lambda x, y: f"{x}: {y}")
    chart = CurvesChart(text, theme)
    chart.resize(480, 320)
    x, colour = np.linspace(256.0, 1024.0, 25), theme.colour("accent")
    chart.set_curves([Curve("curve", "curve", x, np.sqrt(x), colour=colour, is_emphasised=True)])
    image = _painted(chart, theme)
    places = [chart.place_of("curve", at).toPoint() for at in x]
    seen = sum(_is_near(image, place.x(), place.y(), colour) for place in places)
    chart.deleteLater()
    _check(seen == len(places), f"{seen} of {len(places)} points of the curve are drawn")
    return {"points": seen}


def draw_front(found: Exploration) -> dict[str, Any]:
    """Paint the front of a search: all of its points are seen, or SelfTestError."""
    from workbench.explore.exploration_landscape import landscape_of
    from workbench.explore.front_chart import FrontChart
    from workbench.ui.theme.theme import Theme

    theme = Theme("light")
    chart = FrontChart("Self-test", theme)
    chart.resize(480, 320)
    landscape = landscape_of(found.question, found.trials, found.front)
    chart.set_landscape(landscape)
    chart.set_axes(landscape.objectives[0], landscape.objectives[1])
    image = _painted(chart, theme)
    places = [place.toPoint() for spot in landscape.front if (place := chart.place_of(spot))]
    colour = theme.colour("text")
    seen = sum(_is_near(image, place.x(), place.y(), colour) for place in places)
    chart.deleteLater()
    _check(seen == len(landscape.front), f"{seen} of {len(landscape.front)} points are drawn")
    return {"points": seen}


def exportable(tokenizer: Tokenizer, format_name: str) -> Tokenizer:
    """The tokenizer, or one like it that a format takes: sentencepiece has characters alone."""
    if format_name == "sentencepiece":
        corpus = Corpus.from_texts(TEXTS)
        return train_tokenizer(corpus, TrainingConfig(VOCAB_SIZE, pieces=Pieces()))
    return _with_nanochat_tokens(tokenizer)  # nanochat loads no other


def _with_nanochat_tokens(tokenizer: Tokenizer) -> Tokenizer:
    """The same merges and pattern with nanochat's special tokens behind them."""
    first = tokenizer.vocab_size
    names = SPECIAL_TOKEN_SETS["nanochat"]
    return Tokenizer(
        tokenizer.merges,
        pattern=tokenizer.pattern,
        special_tokens={name: first + place for place, name in enumerate(names)},
    )


def self_test() -> int:
    """Run it, print the report as JSON; 0 if everything is as it should be."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        report = SelfTest(Path(scratch)).run()
    sys.stdout.write(json.dumps(report, indent=1, ensure_ascii=False) + "\n")
    for name, found in report["steps"].items():
        if problem := found.get("problem"):
            seconds = found["seconds"]
            sys.stderr.write(f"self-test: the step {name} failed after {seconds} s: {problem}\n")
    return 0 if report["ok"] else 1


def _circumstances() -> dict[str, Any]:
    from workbench.cli.doctor import installed_packages

    return {
        "program": __version__,
        "packaged": is_packaged(),
        "python": platform.python_version(),
        "platform": platform.platform(),
        "folder": str(Path.cwd()),
        "packages": installed_packages(),
    }


def _compressed(data: bytes) -> bytes:
    if sys.version_info >= (3, 14):
        from compression.zstd import compress
    else:
        from backports.zstd import compress
    return bytes(compress(data))


def _ask_child(command: list[str], request: str = "") -> str:
    ending = finished(command, request.encode(), seconds=CHILD_TIMEOUT_S)
    _check(ending.status == 0, f"{' '.join(command)}: {ending.last_line}")
    return ending.output.decode()


def _colours(image: Any) -> int:
    places = ((x, y) for x in range(0, image.width(), 9) for y in range(0, image.height(), 9))
    return len({image.pixel(x, y) for x, y in places})


def _painted(chart: CurvesChart | FrontChart, theme: Theme) -> QImage:
    from PySide6.QtGui import QImage, QPainter

    image = QImage(chart.size(), QImage.Format.Format_RGB32)
    image.fill(theme.colour("surface"))
    painter = QPainter(image)
    try:
        chart.paint_on(painter, chart.size().toSizeF())
    finally:  # a picture that is destroyed while it is painted ends the process
        painter.end()
    return image


def _is_near(image: QImage, x: int, y: int, colour: QColor) -> bool:
    """Whether a pixel of about this colour lies within two pixels of a place."""
    red, green, blue = colour.red(), colour.green(), colour.blue()
    seen = (image.pixelColor(x + dx, y + dy) for dx in range(-2, 3) for dy in range(-2, 3))
    return any(
        abs(each.red() - red) + abs(each.green() - green) + abs(each.blue() - blue) < 120
        for each in seen
    )


def _check(holds: bool, sentence: str) -> None:
    if not holds:
        raise SelfTestError(sentence)
