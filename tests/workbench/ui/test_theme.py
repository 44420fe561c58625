"""The theme: contrasts, hues that colour-blind people tell apart, following the system."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QPixmap, QPixmapCache
from PySide6.QtWidgets import QLineEdit, QWidget

from tests.workbench.colour_vision import (
    DEUTERANOPIA,
    PROTANOPIA,
    colour_distance,
    seen_by,
)
from workbench.text.languages import language, language_name
from workbench.ui.theme import colours, fonts, icons
from workbench.ui.theme.colours import SCHEMES, contrast_ratio
from workbench.ui.theme.fonts import mono_font, set_text_scale
from workbench.ui.theme.icons import icon
from workbench.ui.theme.theme import (
    CONTROL_HEIGHT,
    MEASURES,
    ROW_HEIGHT,
    TEXT_BIG,
    TEXT_BODY,
    TEXT_CAPTION,
    TEXT_PROSE,
    Theme,
)
from workbench.ui.widgets import labels
from workbench.work.preferences import TEXT_SIZE

GROUNDS = ("window", "surface", "raised", "hover")


def test_joined_scripts_have_their_own_face_before_one_of_equal_widths(monkeypatch):
    monkeypatch.setattr(fonts, "_installed", list)
    chosen = fonts._mono_families.__wrapped__()
    assert chosen.index("Noto Sans Mono") < chosen.index("Noto Sans Arabic")
    assert chosen.index("Noto Sans Arabic") < chosen.index("DejaVu Sans Mono")


def test_faces_that_qt_looks_into_for_many_scripts_come_before_the_large_ones(monkeypatch):
    monkeypatch.setattr(fonts, "_installed", list)
    for families in (fonts._mono_families, fonts._interface_families):
        chosen = families.__wrapped__()
        large = min(place for place, family in enumerate(chosen) if "CJK" in family)
        for family in ("Noto Sans Devanagari", "Noto Sans Tamil", "Noto Sans Khmer"):
            assert chosen.index(family) < large


@pytest.mark.parametrize("name", SCHEMES)
@pytest.mark.parametrize("ground", GROUNDS)
def test_words_can_be_read_on_every_ground(name, ground):
    roles = colours.scheme(name).roles
    for words in ("text", "accent", "positive", "negative", "warning"):
        assert contrast_ratio(roles[words], roles[ground]) >= 4.5, words
    assert contrast_ratio(roles["muted_text"], roles[ground]) >= 4.5
    assert contrast_ratio(roles["focus"], roles[ground]) >= 3


@pytest.mark.parametrize("name", SCHEMES)
def test_words_can_be_read_on_accent_and_selection(name):
    roles = colours.scheme(name).roles
    assert contrast_ratio(roles["accent_text"], roles["accent"]) >= 4.5
    assert contrast_ratio(roles["accent_text"], roles["accent_hover"]) >= 4.5
    assert contrast_ratio(roles["selection_text"], roles["selection"]) >= 4.5


@pytest.mark.parametrize("name", SCHEMES)
def test_tokens_can_be_read_and_their_boundaries_seen(name):
    for hue in colours.scheme(name).tokens:
        assert contrast_ratio(hue.text, hue.background) >= 4.5, hue.name
        assert contrast_ratio(hue.boundary, hue.background) >= 3, hue.name


@pytest.mark.parametrize("name", SCHEMES)
@pytest.mark.parametrize("matrix", [PROTANOPIA, DEUTERANOPIA], ids=["protan", "deutan"])
def test_neighbouring_tokens_differ_for_colour_blind_people(name, matrix):
    hues = colours.scheme(name).tokens
    assert len(hues) == 8
    for one, other in itertools.pairwise((*hues, hues[0])):
        grounds = (seen_by(hue.background, matrix) for hue in (one, other))
        distance = colour_distance(*grounds)
        assert distance >= 4, (one.name, other.name, distance)


def test_schemes_name_the_same_roles():
    names = {frozenset(colours.scheme(name).roles) for name in SCHEMES}
    assert len(names) == 1


def test_neighbours_in_a_row_of_tokens_differ(theme):
    row = theme.token_colours(20)
    assert len(row) == 20
    assert all(one.name != other.name for one, other in itertools.pairwise(row))


@pytest.mark.parametrize("name", SCHEMES)
def test_languages_stand_out_from_the_surface(name):
    surface = colours.scheme(name).roles["surface"]
    for label in ("eng", "deu", "rus", "zho_Hant", "hin", "code_python", "klingon"):
        assert contrast_ratio(colours.language_style(name, label).colour, surface) >= 2.2, label


def test_languages_of_a_script_share_their_hue_and_differ_in_marker_or_shade(theme):
    german, english = theme.language_style("deu"), theme.language_style("eng")
    assert abs(german.colour.hsvHue() - english.colour.hsvHue()) < 30
    assert (german.colour, german.marker) != (english.colour, english.marker)
    assert abs(german.colour.hsvHue() - theme.language_style("hin").colour.hsvHue()) > 60
    assert theme.language_style("deu") == theme.language_style("deu")


def test_diverging_scale_is_neutral_at_zero(theme):
    assert theme.diverging(0) == colours.scheme("light").neutral
    assert theme.diverging(1) == colours.scheme("light").better
    assert theme.diverging(-1) == colours.scheme("light").worse


class System(QObject):
    """What the system says of its colours; the offscreen platform cannot say it."""

    colorSchemeChanged = Signal()  # noqa: N815
    contrastPreferenceChanged = Signal()  # noqa: N815

    def __init__(self):
        super().__init__()
        self.scheme = Qt.ColorScheme.Light
        self.contrast = Qt.ContrastPreference.NoPreference

    def colorScheme(self):
        return self.scheme

    def accessibility(self):
        return self

    def contrastPreference(self):
        return self.contrast


def test_the_theme_follows_the_system_and_obeys_the_person(qtbot, qapp):
    system = System()
    theme = Theme("system", hints=system)
    theme.apply(qapp)
    assert theme.scheme == "light"
    system.scheme = Qt.ColorScheme.Dark
    with qtbot.waitSignal(theme.changed):
        system.colorSchemeChanged.emit()
    assert theme.scheme == "dark"
    assert theme.colour("surface").name() in qapp.styleSheet()
    system.contrast = Qt.ContrastPreference.HighContrast
    with qtbot.waitSignal(theme.changed):
        system.contrastPreferenceChanged.emit()
    assert theme.scheme == "dark-contrast"
    with qtbot.waitSignal(theme.changed):
        theme.set_preference("light")
    assert theme.scheme == "light-contrast"
    system.scheme = Qt.ColorScheme.Light
    with qtbot.assertNotEmitted(theme.changed):
        system.colorSchemeChanged.emit()
    with pytest.raises(ValueError, match="purple"):
        theme.set_preference("purple")


class Restyled(QObject):
    """Counts how often any widget gets another style."""

    count = 0

    def eventFilter(self, _watched, event):
        self.count += event.type() is QEvent.Type.StyleChange
        return False


def test_another_scheme_restyles_no_more_than_the_first(qtbot, qapp):
    qapp.setStyleSheet("")
    window = QWidget()
    qtbot.addWidget(window)
    form = window
    for _ in range(20):
        form = QWidget(form)
        for _ in range(20):
            QLineEdit(form)
    window.show()
    theme, restyled = Theme("light"), Restyled()
    qapp.installEventFilter(restyled)
    theme.apply(qapp)
    first = restyled.count
    theme.set_preference("dark")
    qapp.removeEventFilter(restyled)
    assert first > 400
    assert restyled.count <= 2 * first  # replaced at once, a style sheet takes six times as many


def test_another_scheme_keeps_no_pictures_of_the_last_one(qapp):
    theme = Theme("light")
    theme.apply(qapp)
    assert QPixmapCache.insert("icon of the light scheme", QPixmap(8, 8))
    theme.set_preference("dark")
    assert not QPixmapCache.find("icon of the light scheme", QPixmap())


def test_tokens_are_set_in_a_monospaced_face_with_a_chain_of_fallbacks(qapp):
    families = mono_font(TEXT_BODY).families()
    assert "Mono" in families[0]
    assert len(families) > 1 or families[0] == mono_font(TEXT_BODY).family()


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("deu", "German"), ("de", "German"), ("code_python", "Python"), ("klingon", "klingon"),
        ("zho_Hant", "Chinese, traditional"), ("eng_GB", "English, United Kingdom"),
        ("srp_Latn", "Serbian, Latin script"), ("code_zig", "zig"),
    ],
)  # fmt: skip
def test_labels_have_names(label, name):
    assert language_name(label) == name


def test_a_subtag_can_change_the_script():
    assert language("srp").script == "Cyrl"
    assert language("srp_Latn").script == "Latn"


def test_the_type_scale_and_the_grid_are_kept():
    """The measures themselves, and a style sheet without sizes of its own."""
    sizes = {name: value for name, value in MEASURES.items() if name.startswith("TEXT_")}
    assert sorted(sizes.values()) == [11, 12, 13, 16, 22]
    spaces = [value for name, value in MEASURES.items() if name.startswith("SPACE_")]
    assert all(value % 4 == 0 for value in (*spaces, ROW_HEIGHT, CONTROL_HEIGHT))
    sheet = Path(colours.__file__).with_name("stylesheet.qss").read_text("utf-8")
    assert re.findall(r"font-size:\s*\d", sheet) == []
    literal = re.findall(r"(?:padding|margin|spacing)[a-z-]*:\s*[^;]*?\b([3-9]|\d\d+)px", sheet)
    assert literal == []


def test_words_grow_with_the_text_size_and_keep_their_ratios(qapp, theme):
    before = theme.font().pixelSize(), theme.font(TEXT_BIG).pixelSize()
    told = []
    theme.changed.connect(lambda: told.append(1))
    theme.set_text_size(115)
    try:
        assert theme.font().pixelSize() == round(1.15 * before[0])
        assert theme.font(TEXT_BIG).pixelSize() == round(1.15 * before[1])
        assert "font-size: 15px" in theme.stylesheet()
        assert told == [1]
    finally:
        set_text_scale(100)


@pytest.mark.parametrize("percent", TEXT_SIZE.choices)
def test_no_words_are_smaller_than_eleven_pixels(qapp, theme, percent):
    sizes = [value for name, value in MEASURES.items() if name.startswith("TEXT_")]
    theme.set_text_size(percent)
    try:
        painted = [theme.font(size).pixelSize() for size in sizes]
        painted += [theme.mono_font(size).pixelSize() for size in sizes]
        styled = re.findall(r"font-size: (\d+)px", theme.stylesheet())
        assert min(painted + [int(size) for size in styled]) >= 11
    finally:
        set_text_scale(100)


def test_captions_that_are_sentences_are_larger(qtbot, qapp, theme):
    qapp.setStyleSheet(theme.stylesheet())
    try:
        sizes = []
        for wrap in (False, True):
            caption = labels.label("A caption", "caption", wrap=wrap)
            qtbot.addWidget(caption)
            caption.ensurePolished()
            sizes.append(caption.font().pixelSize())
        assert sizes == [TEXT_CAPTION, TEXT_PROSE]
    finally:
        qapp.setStyleSheet("")


def test_all_fonts_come_from_the_theme():
    """No part of the window sets sizes of its own, which the least size would not know."""
    own = re.compile(r"setP(?:oint|ixel)Size|font-size|_font\(\d|\.font\(\d")
    sources = Path(colours.__file__).parents[2].rglob("*.py")
    found = {path.stem for path in sources if own.search(path.read_text("utf-8"))}
    assert found == {"fonts"}


def test_reduced_motion_stills_the_cursor(qapp, theme):
    theme.set_motion(False)
    assert qapp.cursorFlashTime() == 0
    theme.set_motion(True)
    assert qapp.cursorFlashTime() > 0


@pytest.mark.parametrize("name", SCHEMES)
def test_every_scheme_can_be_chosen(qapp, name):
    theme = Theme(name)
    assert theme.scheme == theme.preference == name


def test_an_icon_is_drawn_once_in_each_colour(theme, monkeypatch):
    icon("corpus", theme)
    drawn = []
    monkeypatch.setattr(icons, "QSvgRenderer", drawn.append)
    assert not icon("corpus", theme).pixmap(16, 16).isNull()
    assert drawn == []
