"""Contrast of every pair of colours in use, by WCAG 2.2: words 4.5:1, edges and marks 3:1."""

from __future__ import annotations

import itertools
import math
import re
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFrame

from workbench.text.languages import _table
from workbench.ui.spans.span_text import SpanText
from workbench.ui.spans.span_view import SpanView
from workbench.ui.theme import colours
from workbench.ui.theme.colours import SCHEMES, contrast_ratio, language_style
from workbench.ui.theme.diverging import DivergingGround
from workbench.ui.theme.theme import Theme
from workbench.ui.widgets.message_bar import MessageBar

TEXT, EDGE = 4.5, 3.0
GROUNDS = ("window", "surface", "raised", "hover")
RULE = re.compile(r"([^{}]+)\{([^}]*)\}")
QSS = Path(colours.__file__).with_name("stylesheet.qss").read_text("utf-8")


def rules() -> list[tuple[str, dict[str, str]]]:
    """Selector and declarations of every rule of the style sheet."""
    plain = re.sub(r"/\*.*?\*/", "", QSS, flags=re.DOTALL)
    found = []
    for selector, body in RULE.findall(plain):
        parts = (part.partition(":") for part in body.split(";") if ":" in part)
        found.append((selector.strip(), {name.strip(): value.strip() for name, _, value in parts}))
    return found


def role_of(value: str | None) -> str | None:
    found = re.search(r"\$(\w+)", value or "")
    return found[1] if found and found[1] in colours.scheme("light").roles else None


@pytest.mark.parametrize("name", SCHEMES)
def test_words_of_every_rule_can_be_read_on_its_ground(name):
    roles = colours.scheme(name).roles
    n_checked = 0
    for selector, body in rules():
        words, ground = role_of(body.get("color")), role_of(body.get("background"))
        if words is None or "disabled" in selector:
            continue
        for each in [ground] if ground else GROUNDS:
            if words.startswith(("selection", "accent_text")) and ground is None:
                continue  # stands with the ground of its own rule only
            assert contrast_ratio(roles[words], roles[each]) >= TEXT, (selector, words, each)
            n_checked += 1
    assert n_checked > 60


@pytest.mark.parametrize("name", SCHEMES)
def test_edges_that_say_where_a_control_is_can_be_seen(name):
    roles = colours.scheme(name).roles
    edges = {role_of(body.get("border")) for _, body in rules()}
    assert "control_edge" in edges
    for ground in ("window", "surface", "raised"):
        assert contrast_ratio(roles["control_edge"], roles[ground]) >= EDGE, ground
        assert contrast_ratio(roles["focus"], roles[ground]) >= EDGE, ground
        assert contrast_ratio(roles["muted_text"], roles[ground]) >= EDGE, ground
    assert contrast_ratio(roles["disabled_text"], roles["surface"]) >= 2.5


@pytest.mark.parametrize("name", SCHEMES)
def test_the_edges_of_a_notice_can_be_seen_over_what_it_covers(qtbot, theme, name):
    theme.set_preference(name)
    ground = QFrame()
    ground.setProperty("role", "surface")
    qtbot.addWidget(ground)
    bar = MessageBar(ground)
    ground.setStyleSheet(theme.stylesheet())
    bar.setGeometry(10, 10, 200, 40)
    ground.resize(220, 60)
    bar.show_note("Saved.")
    ground.show()
    image = ground.grab().toImage()
    for x, y in ((110, 10), (110, 49), (209, 30)):
        edge = image.pixelColor(x, y)
        assert contrast_ratio(edge, theme.colour("surface")) >= EDGE, (x, y)
        assert contrast_ratio(edge, theme.colour("raised")) >= EDGE, (x, y)


@pytest.mark.parametrize("name", SCHEMES)
def test_high_contrast_earns_its_name(name):
    roles = colours.scheme(name).roles
    wanted = 7.0 if name.endswith("contrast") else TEXT
    for words in ("text", "muted_text", "negative", "warning", "positive"):
        assert contrast_ratio(roles[words], roles["surface"]) >= wanted, words
    if name.endswith("contrast"):
        assert contrast_ratio(roles["hairline"], roles["surface"]) >= EDGE


@pytest.mark.parametrize("name", SCHEMES)
def test_marks_of_data_can_be_seen_on_their_grounds(name):
    scheme = colours.scheme(name)
    surface, text = scheme.roles["surface"], scheme.roles["text"]
    for hue in scheme.tokens:
        assert contrast_ratio(hue.text, hue.background) >= TEXT, hue.name
        assert contrast_ratio(hue.boundary, hue.background) >= EDGE, hue.name
    for ground in (scheme.supervised, scheme.unsupervised):
        assert contrast_ratio(text, ground) >= TEXT
    for label in _table()["languages"]:
        assert contrast_ratio(language_style(name, label).colour, surface) >= EDGE, label


@pytest.mark.parametrize("name", SCHEMES)
def test_words_can_be_read_on_every_shade_of_better_and_worse(qapp, name):
    theme = Theme(name)
    ground = DivergingGround(theme)
    for shade in (-1.0, -0.5, 0.0, 0.5, 1.0):
        assert contrast_ratio(theme.colour("text"), ground.colour(shade)) >= TEXT, shade


def lab(colour):
    """OKLab: lightness, and two axes of colour; distances are as people see them."""
    red, green, blue = (
        v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in colour.getRgbF()[:3]
    )
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    medium = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


@pytest.mark.parametrize("name", SCHEMES)
def test_better_and_worse_are_equally_strong_in_every_theme_and_neutral_is_grey(qapp, name):
    ground = DivergingGround(Theme(name))
    neutral, better, worse = (ground.colour(shade) for shade in (0.0, 1.0, -1.0))
    assert neutral.red() == neutral.green() == neutral.blue()
    for end in (better, worse):
        assert math.dist(lab(end), lab(neutral)) == pytest.approx(0.216, abs=0.01)
    assert math.dist(lab(better), lab(worse)) > 0.2
    # Five percent more and five percent less are two colours, neither of them neutral.
    slight = math.log(1.05) / math.log(1.5)
    little_better, little_worse = ground.colour(slight), ground.colour(-slight)
    assert math.dist(lab(little_better), lab(little_worse)) > 0.02
    assert little_better.blue() > little_better.red()
    assert little_worse.red() > little_worse.blue()


@pytest.mark.parametrize("name", SCHEMES)
def test_a_print_in_grey_still_shows_where_tokens_end(qtbot, name):
    """Each token stands on a line of its own; between two of them the line is interrupted."""
    view = SpanView("tokens", Theme(name), str)
    qtbot.addWidget(view)
    view.resize(400, 60)
    data = b"aaaabbbbccccddddeeee"
    view.set_text(SpanText(data, np.arange(0, 21, 4)))
    view.show()
    picture = view.viewport().grab().toImage()
    grey = picture.convertToFormat(QImage.Format.Format_Grayscale8)
    rects = [view.span_rects(span)[0] for span in range(5)]
    foot = round(rects[0].bottom() - 1)
    for one, other in itertools.pairwise(rects):
        line = grey.pixelColor(round(one.center().x()), foot)
        between = range(round(one.center().x()), round(other.center().x()))
        gaps = [x for x in between if contrast_ratio(grey.pixelColor(x, foot), line) >= EDGE]
        assert gaps, (one, other)
