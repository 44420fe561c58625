"""How sources are weighed: the fields, the table, undo, and what is said of bad values."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QComboBox, QLabel, QWidget

from engine.errors import ConfigError
from engine.settings.sources import Mixture
from tests.workbench.named import choose, named, write
from workbench.corpus.mixture_draft import (
    MixtureDraft,
    MixturePreview,
    PremiumChange,
    draft_of,
    read_size,
)
from workbench.corpus.mixture_part import MixturePart
from workbench.corpus.mixture_table import (
    GIVEN,
    LABEL,
    PREMIUM,
    MixtureLine,
    MixtureTable,
    mark_places,
    share_scale,
)
from workbench.ui.tables.headed_table import RankedRows
from workbench.ui.words.corpus_words import mixture_words

SIZES = {"eng": 900_000, "deu": 90_000, "tha": 10_000}


@pytest.fixture
def part(qtbot, theme):
    made = MixturePart(theme)
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.set_sources(list(SIZES), list(SIZES.values()))
    made.show()
    return made


def shares(part) -> dict[str, float]:
    return {line.label: line.share for line in part.table.rows.lines}


def repetitions(part) -> dict[str, float]:
    return {line.label: line.repetition for line in part.table.rows.lines}


def give(part, label: str, text: str) -> bool:
    """Write into the row of a label; False if it is refused."""
    rows = part.table.rows
    row = [line.label for line in rows.lines].index(label)
    return rows.setData(rows.index(row, GIVEN), text)


def shown_labels(part) -> list[str]:
    """The labels in the order of the rows."""
    rows = part.table.model()
    return [rows.index(row, LABEL).data() for row in range(rows.rowCount())]


def last(edited) -> Mixture | None:
    return edited.args[0]


def test_at_first_every_source_counts_as_it_is(part):
    assert shares(part) == pytest.approx({"eng": 0.9, "deu": 0.09, "tha": 0.01})
    assert set(repetitions(part).values()) == {1.0}
    assert part.warnings == ""
    assert part.form.errors() == {}


@pytest.mark.parametrize("alpha", [0.0, 0.3, 0.5, 1.0])
def test_the_slider_gives_shares_by_the_power_of_the_sizes(qtbot, part, alpha):
    choose(named(part, "weighting"), "temperature")
    named(part, "temperature_slider").setValue(round(100 * alpha))
    powers = {label: size**alpha for label, size in SIZES.items()}
    total = sum(powers.values())
    assert shares(part) == pytest.approx({label: p / total for label, p in powers.items()})
    assert part.form.alpha.text == f"{alpha:g}"


def test_a_mixture_is_told_once_and_the_natural_one_as_none(qtbot, part):
    choose(named(part, "weighting"), "temperature")
    with qtbot.waitSignal(part.mixture_edited) as edited:
        named(part, "temperature_slider").setValue(50)
    assert last(edited) == Mixture(alpha=0.5)
    with qtbot.assertNotEmitted(part.mixture_edited):
        write(named(part, "temperature"), "0.50")
    with qtbot.waitSignal(part.mixture_edited) as edited:
        write(named(part, "temperature"), "1")
    assert last(edited) is None


@pytest.mark.parametrize("text", ["1.5", "-0.1", "nan", "", "many"])
def test_a_wrong_temperature_is_said_at_its_field_and_the_last_one_holds(qtbot, part, text):
    choose(named(part, "weighting"), "temperature")
    write(named(part, "temperature"), "0.5")
    held = shares(part)
    with qtbot.assertNotEmitted(part.mixture_edited):
        write(named(part, "temperature"), text)
    assert list(part.form.errors()) == ["temperature"]
    assert part.form.alpha.text == text
    assert shares(part) == held
    write(named(part, "temperature"), "0,5")
    assert part.form.errors() == {}


def test_shares_are_written_into_the_table_and_need_not_add_up(qtbot, part):
    choose(named(part, "weighting"), "shares")
    assert give(part, "eng", "50 %")
    assert give(part, "deu", "30")
    assert give(part, "tha", "0")
    assert shares(part) == pytest.approx({"eng": 0.625, "deu": 0.375, "tha": 0.0})
    assert "Excluded from training: Thai." in part.warnings


@pytest.mark.parametrize("text", ["-3", "many", "nan", "inf"])
def test_a_share_that_is_none_is_refused_in_words(part, text):
    choose(named(part, "weighting"), "shares")
    before = shares(part)
    assert not give(part, "deu", text)
    assert "German" in part.form.errors()["shares"]
    assert shares(part) == before


def test_all_shares_zero_is_said_and_the_last_mixture_holds(qtbot, part):
    choose(named(part, "weighting"), "shares")
    give(part, "eng", "0")
    give(part, "deu", "0")
    with qtbot.assertNotEmitted(part.mixture_edited):
        give(part, "tha", "0")
    assert "All weights of the mixture are 0" in part.form.errors()["shares"]
    assert [line.given for line in part.table.rows.lines] == [0, 0, 0]
    give(part, "tha", "1")
    assert part.form.errors() == {}
    assert shares(part) == {"eng": 0.0, "deu": 0.0, "tha": 1.0}


def test_bytes_are_written_as_people_write_them(qtbot, part):
    choose(named(part, "weighting"), "bytes")
    assert give(part, "eng", "300 kB")
    assert give(part, "tha", "110 000")
    assert repetitions(part) == pytest.approx({"eng": 1 / 3, "deu": 1.0, "tha": 11.0})
    assert "Thai ×11.0" in part.warnings
    assert not give(part, "tha", "much")


def test_equal_and_natural_fill_in_all_rows(part):
    choose(named(part, "weighting"), "shares")
    part.form.equal_requested.emit()
    assert shares(part) == pytest.approx(dict.fromkeys(SIZES, 1 / 3))
    part.form.natural_requested.emit()
    assert shares(part) == pytest.approx({"eng": 0.9, "deu": 0.09, "tha": 0.01})


def test_a_recipe_says_what_the_corpus_lacks(part):
    for value in ("recipe", "llama3-style"):
        [box] = [each for each in part.form.findChildren(QComboBox) if each.findData(value) >= 0]
        box.setCurrentIndex(box.findData(value))
        box.activated.emit(box.currentIndex())
    assert shares(part)["eng"] == pytest.approx(0.4 / 0.65)
    assert shares(part)["deu"] > shares(part)["tha"]
    assert "The corpus has nothing for Code" in part.form.report


def test_a_recipe_of_a_file_and_one_that_is_none(part, tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(
        'name = "own"\n[[groups]]\nname = "a"\nshare = 3\nlabels = ["deu"]\n'
        '[[groups]]\nname = "b"\nshare = 1\nlabels = ["tha"]\n'
    )
    part.take_recipe(str(path))
    assert shares(part) == pytest.approx({"eng": 0.0, "deu": 0.75, "tha": 0.25})
    assert "eng" in part.form.report
    path.write_text("groups = 3")
    part.take_recipe(str(path))
    assert "no [[groups]]" in part.form.errors()["recipe"]
    part.take_recipe(str(tmp_path / "gone.toml"))
    assert "gone.toml" in part.form.errors()["recipe"]
    assert shares(part)["deu"] == pytest.approx(0.75)


def test_a_full_disk_leaves_the_old_recipe(qtbot, part, tmp_path, full_disk):
    path = tmp_path / "mine.toml"
    path.write_bytes(b"old")
    with full_disk(), qtbot.waitSignal(part.save_failed) as failed:
        part.save_recipe(path)
    assert "no space" in failed.args[0]
    assert [each.read_bytes() for each in tmp_path.iterdir()] == [b"old"]


def test_a_mixture_is_saved_as_a_recipe_and_comes_back(qtbot, part, tmp_path):
    choose(named(part, "weighting"), "temperature")
    named(part, "temperature_slider").setValue(30)
    before = shares(part)
    with qtbot.waitSignal(part.recipe_saved) as saved:
        part.save_recipe(tmp_path / "mine.toml")
    assert "mine.toml" in saved.args[0]
    choose(named(part, "weighting"), "natural")
    part.take_recipe(str(tmp_path / "mine.toml"))
    assert shares(part) == pytest.approx(before)
    with qtbot.waitSignal(part.save_failed) as failed:
        part.save_recipe(tmp_path / "no" / "mine.toml")
    assert "mine.toml" in failed.args[0]


def test_a_size_is_reached_by_sampling_and_said_in_words(qtbot, part):
    with qtbot.waitSignal(part.mixture_edited) as edited:
        write(named(part, "target_size"), "500 kB")
    assert last(edited) == Mixture(target_bytes=500_000)
    with qtbot.waitSignal(part.mixture_edited) as edited:
        write(named(part, "seed"), "7")
    assert last(edited) == Mixture(target_bytes=500_000, seed=7)
    assert repetitions(part) == pytest.approx(dict.fromkeys(SIZES, 0.5))
    write(named(part, "target_size"), "much")
    assert "not a size" in part.form.errors()["target"]
    write(named(part, "target_size"), "500 kB")
    write(named(part, "seed"), "-1")
    assert list(part.form.errors()) == ["seed"]


def test_an_older_draft_is_put_back_as_far_as_the_sources_allow(qtbot, part):
    choose(named(part, "weighting"), "shares")
    give(part, "tha", "90")
    given = part.draft
    with qtbot.waitSignal(part.draft_changed):
        choose(named(part, "weighting"), "natural")
    part.take_draft(given)
    assert shares(part)["tha"] == max(shares(part).values())
    with qtbot.waitSignal(part.draft_fitted):
        part.set_sources(["eng", "deu"], [100, 100])
    part.take_draft(given)
    assert "tha" not in part.draft.shares


def test_sources_that_leave_are_forgotten_and_new_ones_are_left_out_in_words(part):
    choose(named(part, "weighting"), "shares")
    part.set_sources(["eng", "fra"], [100, 100])
    assert shares(part) == {"eng": 1.0, "fra": 0.0}
    assert "French" in part.warnings
    part.set_sources([], [])
    assert part.table.rows.lines == ()
    assert part.resolved is None


def test_a_recipe_is_applied_again_to_other_sources(part):
    choose(named(part, "weighting"), "recipe")
    choose(named(part, "recipe"), "english-focused")
    part.set_sources(["eng", "code_python"], [100, 100])
    assert sum(shares(part).values()) == pytest.approx(1.0)
    assert shares(part)["eng"] == pytest.approx(0.75)


def test_a_mixture_from_elsewhere_is_shown_without_being_told_again(qtbot, part):
    with qtbot.waitSignal(part.mixture_edited) as edited:
        part.show_mixture(Mixture(shares={"eng": 1.0, "tha": 3.0}))
    assert last(edited) == Mixture(shares={"eng": 1.0, "tha": 3.0})
    assert shares(part) == {"eng": 0.25, "deu": 0.0, "tha": 0.75}
    with qtbot.assertNotEmitted(part.mixture_edited):
        part.show_mixture(Mixture(shares={"eng": 1.0, "tha": 3.0}))


def preview_of(now: dict[str, float], natural: dict[str, float]) -> MixturePreview:
    return MixturePreview(4096, now, natural, 3.0, 2.5, 0.4, is_natural=False)


def test_a_preview_is_shown_at_every_source_and_overall(part):
    now, natural = {"eng": 4.0, "deu": 3.0, "tha": 2.0}, {"eng": 5.0, "deu": 3.0, "tha": 1.0}
    part.show_preview(preview_of(now, natural))
    changes = {line.label: line.change for line in part.table.rows.lines}
    assert changes == pytest.approx({"eng": -0.2, "deu": 0.0, "tha": 1.0})
    assert part.preview.figures == ("3.00", "+20.0 %", "Thai +100 %", "English −20.0 %")
    assert part.preview.status == "Trained at 4\u202f096 tokens in 0.4 s, not stored"
    part.show_preview(None)
    assert {line.change for line in part.table.rows.lines} == {None}
    assert set(part.preview.figures) == {"–"}


def test_premiums_are_shown_beside_bytes_per_token_where_sources_are_parallel(part):
    now, natural = {"eng": 4.0, "deu": 3.0, "tha": 2.0}, {"eng": 5.0, "deu": 3.0, "tha": 1.0}
    table = part.table
    part.show_preview(preview_of(now, natural))
    assert table.isColumnHidden(PREMIUM)
    premiums = {"eng": PremiumChange(1.0, 1.0), "tha": PremiumChange(4.0, 1.6)}
    parallel = replace(preview_of(now, natural), premiums=premiums)
    part.show_preview(parallel)
    assert not table.isColumnHidden(PREMIUM)
    shown = {line.label: table.rows.index(row, PREMIUM).data()
             for row, line in enumerate(table.rows.lines)}  # fmt: skip
    assert shown == {"eng": "1.00", "deu": "–", "tha": "4.00 → 1.60"}
    assert part.preview.figures[:2] == ("Thai 1.60", "+20.0 %")
    words = [each.text() for each in part.preview.findChildren(QLabel)]
    assert "highest premium, preview" in words
    part.show_preview(preview_of(now, natural))
    assert part.preview.figures[0] == "3.00"


def test_a_label_that_gains_is_not_said_to_lose(part):
    now, natural = dict.fromkeys(SIZES, 3.0), {"eng": 2.0, "deu": 2.5, "tha": 2.0}
    part.show_preview(preview_of(now, natural))
    assert part.preview.figures[2:] == ("English +50.0 %", "–")
    part.show_preview(preview_of(natural, now))
    assert part.preview.figures[2:] == ("–", "English −33.3 %")


def test_a_source_that_is_left_out_has_no_preview(part):
    nan = float("nan")
    part.show_preview(preview_of({"eng": 4.0, "deu": 3.0, "tha": nan}, {"eng": 4.0, "deu": 2.0}))
    assert [line.bytes_per_token for line in part.table.rows.lines] == [4.0, 3.0, None]


def test_rows_stay_where_they_are_while_the_mixture_changes(part):
    order = shown_labels(part)
    assert order == ["eng", "deu", "tha"]
    choose(named(part, "weighting"), "shares")
    give(part, "tha", "99")
    assert shown_labels(part) == order


def test_nothing_moves_when_the_preview_speaks(part):
    top = part.table.mapTo(part, QPoint(0, 0))
    part.show_preview(preview_of(dict.fromkeys(SIZES, 2.0), dict.fromkeys(SIZES, 1.0)))
    assert part.table.mapTo(part, QPoint(0, 0)) == top


def test_the_keyboard_reaches_every_control_in_reading_order(qtbot, part):
    choose(named(part, "weighting"), "temperature")
    part.activateWindow()
    chain, widget = [], part.form.nextInFocusChain()
    while widget is not part.form and len(chain) < 500:
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisibleTo(part):
            chain.append(widget)
        widget = widget.nextInFocusChain()
    inside = [each for each in chain if part.isAncestorOf(each)]
    places = [each.mapTo(part, QPoint(0, 0)) for each in inside]
    left = [place.y() for place in places if place.x() < 284]
    assert left == sorted(left)
    assert part.table in inside
    assert all(name_of(each) for each in inside)


def name_of(widget: QWidget) -> str:
    text = getattr(widget, "text", None)
    return widget.accessibleName() or (text() if callable(text) else "")


def test_arrow_keys_move_the_slider(qtbot, part):
    choose(named(part, "weighting"), "temperature")
    slider = named(part, "temperature_slider")
    assert slider.accessibleName()
    qtbot.keyClick(slider, Qt.Key.Key_Right)
    assert part.form.alpha.text == "0.31"
    qtbot.keyClick(slider, Qt.Key.Key_End)
    assert part.form.alpha.text == "1"


def test_a_press_on_a_mark_goes_to_its_value(qtbot, part):
    choose(named(part, "weighting"), "temperature")
    named(part, "temperature_slider").setValue(90)
    slider = named(part, "temperature_slider")
    place = QPoint(10 + round(0.5 * (slider.width() - 20)), slider.height() - 6)
    qtbot.mouseClick(slider, Qt.MouseButton.LeftButton, pos=place)
    assert part.form.alpha.text == "0.5"


@pytest.mark.parametrize("text", ["x", "12 qB", "-5 MB", "nan", "1e400"])
def test_what_is_no_size_is_said(text):
    with pytest.raises(ConfigError, match="not a size"):
        read_size(text)


MIXTURES = [
    (None, "natural"),
    (Mixture(alpha=0.3), "temperature 0.3"),
    (Mixture(shares={"eng": 1.0, "deu": 0.0}), "share of 1 source"),
    (Mixture(bytes={"eng": 5, "deu": 1}), "bytes of 2 sources"),
    (Mixture(alpha=0.5, target_bytes=10**8), "temperature 0.5, 100 MB in total"),
    (Mixture(target_bytes=500), "natural, 500 B in total"),
]


@pytest.mark.parametrize(("mixture", "words"), MIXTURES)
def test_a_mixture_in_a_few_words(mixture, words):
    assert mixture_words(mixture) == words


@pytest.mark.parametrize("mixture", [mixture for mixture, _ in MIXTURES[1:]])
def test_a_draft_of_a_mixture_gives_that_mixture(mixture):
    assert draft_of(mixture, MixtureDraft()).mixture() == mixture


def test_the_change_of_every_source_is_in_sight_of_the_largest_too():
    """English falls from 60 to 14 %, a small source rises tenfold: both marks move."""
    shares = [(0.6, 0.138), *[(0.4 / 84, 0.862 / 84)] * 83, (0.00002, 0.0002)]
    scale = share_scale([natural for natural, _ in shares])
    cell = QRect(0, 0, 120, 24)
    for natural, share in shares:
        line = MixtureLine("eng", 1, natural, share, share / natural)
        ring, disc = mark_places(cell, line, scale)
        assert cell.contains(ring.toPoint()) and cell.contains(disc.toPoint())
        assert abs(disc.x() - ring.x()) > 5
        assert (disc.x() > ring.x()) == (share > natural)
    left_out = MixtureLine("eng", 1, 0.5, 0.0, 0.0)
    assert mark_places(cell, left_out, scale)[1].x() < mark_places(cell, left_out, scale)[0].x()
    assert share_scale([1.0]).place(1.0) == 1.0
    assert share_scale([]).place(0.0) == share_scale([0.0, 0.0]).place(0.0) == 0.0


def test_the_model_is_sound(qtmodeltester):
    model = MixtureTable()
    model.set_rows(Mixture().resolve(["a", "b"], [3, 1]).rows, {}, gives_bytes=False)
    qtmodeltester.check(model)


def test_everything_in_the_table_is_painted(part, theme):
    part.show_preview(preview_of(dict.fromkeys(SIZES, 2.0), dict.fromkeys(SIZES, 1.0)))
    part.table.choose("deu")
    light = part.grab().toImage()
    theme.set_preference("dark")
    assert part.grab().toImage() != light
    theme.set_preference("light")


def test_rows_that_are_out_of_sight_are_sorted_when_they_are_shown(part, monkeypatch):
    sorted_by = []
    sort = RankedRows.sort

    def noted(rows, column, *order):
        sorted_by.append(column)
        sort(rows, column, *order)

    monkeypatch.setattr(RankedRows, "sort", noted)
    part.hide()
    part.set_sources(["one", "two", "three"], [1, 3, 2])
    assert set(sorted_by) <= {-1}  # a reset puts the rows into the order of the sources
    sorted_by.clear()
    part.show()
    assert len(sorted_by) == 1
    assert shown_labels(part) == ["two", "three", "one"]
