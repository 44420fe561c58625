"""The gallery's files, the writing of its pictures, and what was mended after looking at them."""

from __future__ import annotations

import importlib.util
import re

from PySide6.QtGui import QColor, QImage, QStandardItemModel
from PySide6.QtWidgets import QLabel

from workbench.frame.guide_pages import DOCS
from workbench.frame.inspector import Inspector
from workbench.state import Inspection, WorkbenchState
from workbench.ui.languages.dot_plot import DotPlot
from workbench.ui.languages.language_chart import ChartCell, ChartRow
from workbench.ui.tables.data_table import DataTable
from workbench.ui.theme.theme import Theme

MOST_BYTES, MOST_BYTES_OF_ALL = 300_000, 14_000_000


def module_of_docs(name):
    spec = importlib.util.spec_from_file_location(name, DOCS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def picture_writer():
    return module_of_docs("picture_files")


def test_every_picture_of_guide_and_gallery_is_there_and_small():
    named = set()
    for page in DOCS.rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        named |= {DOCS / name for name in re.findall(r"\((?:\.\./)?(pictures/[^)]+)\)", text)}
    assert len(named) > 100
    assert {file for file in named if not file.is_file()} == set()
    kept = set((DOCS / "pictures").iterdir())
    assert kept == named, "pictures that no page shows"
    assert {file.name for file in kept if file.stat().st_size > MOST_BYTES} == set()
    assert sum(file.stat().st_size for file in kept) <= MOST_BYTES_OF_ALL


def test_all_pictures_are_of_one_build():
    manifest = module_of_docs("picture_manifest")
    folder = DOCS / "pictures"
    advice = "make all pictures again with docs/make_pictures.py"
    assert manifest.faults(folder, manifest.read_manifest(folder)) == [], advice


def test_pictures_of_two_builds_and_changed_pictures_are_refused(tmp_path):
    manifest = module_of_docs("picture_manifest")
    folder = tmp_path / "pictures"
    folder.mkdir()
    files = [folder / name for name in ("a.png", "b.png", "c.png")]

    def faults():
        return manifest.faults(folder, manifest.read_manifest(folder))

    for file in files:
        file.write_bytes(file.name.encode())
    assert faults()[0] == "a.png is not in pictures.json"
    manifest.write_manifest(folder, files, "first")
    assert faults() == []
    manifest.write_manifest(folder, files[:1], "first")  # one more picture of the same build
    assert faults() == []
    manifest.write_manifest(folder, files[:1], "second")
    assert faults() == ["2 builds: a.png are of another than the rest"]
    manifest.write_manifest(folder, files, "second")
    files[1].write_bytes(b"by hand")
    assert faults() == ["b.png is not the picture that was made"]
    files[1].unlink()
    assert faults() == ["b.png is missing"]
    manifest.write_manifest(folder, (), "second")
    assert faults() == []


def test_a_build_is_marked_by_its_sources(tmp_path):
    build_mark = module_of_docs("picture_manifest").build_mark
    source = tmp_path / "workbench" / "ui" / "a.py"
    source.parent.mkdir(parents=True)
    source.write_text("a = 1")
    mark = build_mark(tmp_path)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "b.py").write_text("b = 1")
    assert build_mark(tmp_path) == mark
    source.write_text("a = 2")
    assert build_mark(tmp_path) != mark


def test_a_picture_of_few_colours_is_kept_exactly(tmp_path):
    image = QImage(21, 8, QImage.Format.Format_RGB32)
    for x in range(21):
        for y in range(8):
            image.setPixelColor(x, y, QColor(12 * x, 30 * y, 200))
    picture_writer().save_picture(image, tmp_path / "few.png")
    assert QImage(str(tmp_path / "few.png")).convertToFormat(image.format()) == image


def test_a_picture_of_many_colours_is_kept_nearly(tmp_path):
    image = QImage(64, 64, QImage.Format.Format_RGB32)
    for x in range(64):
        for y in range(64):
            image.setPixelColor(x, y, QColor(4 * x, 4 * y, 128))
    picture_writer().save_picture(image, tmp_path / "many.png")
    kept = QImage(str(tmp_path / "many.png"))
    assert kept.colorCount() <= 256
    wrong = [
        abs(one - other)
        for x in range(64)
        for y in range(64)
        for one, other in zip(
            image.pixelColor(x, y).getRgb(), kept.pixelColor(x, y).getRgb(), strict=True
        )
    ]
    assert max(wrong) <= 20


def test_two_like_tints_stay_two_beside_a_smooth_drawing(tmp_path):
    tints = QColor("#f5e4aa"), QColor("#f5deb3")
    image = QImage(300, 100, QImage.Format.Format_RGB32)
    for x in range(300):
        for y in range(100):
            at = x // 100
            smooth = QColor((7 * x + 3 * y) % 256, (5 * x * y) % 256, (x * x + 11 * y) % 256)
            image.setPixelColor(x, y, tints[at] if at < 2 else smooth)
    picture_writer().save_picture(image, tmp_path / "tints.png")
    kept = QImage(str(tmp_path / "tints.png"))
    assert (kept.pixelColor(50, 50), kept.pixelColor(150, 50)) == tints


def test_the_inspector_keeps_its_faces_when_the_scheme_changes(qapp, qtbot):
    theme, state = Theme("light"), WorkbenchState()
    theme.apply(qapp)
    inspector = Inspector(state, theme)
    qtbot.addWidget(inspector)
    state.inspect(Inspection("Token", "·the", text="[a-z]+", mono_title=True, mono_text=True))
    inspector.show()
    theme.set_preference("dark")
    inspector.grab()
    faces = {part.text(): part.font().family() for part in inspector.findChildren(QLabel)}
    mono = theme.mono_font().families()[0]
    assert faces["·the"] == mono
    assert faces["[a-z]+"] == mono


def test_the_whole_row_under_the_pointer_is_shaded(qapp, qtbot):
    theme = Theme("light")
    theme.apply(qapp)
    model = QStandardItemModel(3, 2)
    table = DataTable("Rows", theme)
    qtbot.addWidget(table)
    table.setModel(model)
    table.resize(400, 200)
    table.show()
    cells = [[table.visualRect(model.index(row, column)) for column in (0, 1)] for row in (0, 1)]
    for row in cells:
        qtbot.mouseMove(table.viewport(), row[0].center())
    picture = table.viewport().grab().toImage()
    shades = [[picture.pixelColor(cell.center()).name() for cell in row] for row in cells]
    hover, surface = (theme.colour(name).name() for name in ("hover", "surface"))
    assert shades == [[surface, surface], [hover, hover]]


def test_a_tokenizer_that_was_not_measured_leaves_its_marker_free(qapp, qtbot):
    chart = DotPlot("Compared", Theme("light"))
    qtbot.addWidget(chart)
    cells = (ChartCell(2.0, "2.00", "one"), ChartCell(3.0, "3.00", "other"))
    chart.set_dots(("second", "third"), [ChartRow("eng", "English", cells)], "x", marks=(1, 2))
    assert chart.mark_of(0) == chart.marker(1)
    assert chart.mark_of(1) == chart.marker(2)
    assert chart.marker(1) != chart.marker(2)
