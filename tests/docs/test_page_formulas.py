"""Formulas of the guide: each has a plain form for the window, and stays LaTeX for the site."""

from __future__ import annotations

import re

import pytest

from workbench.frame.formulas import FormulaError, plain_formula, with_plain_formulas
from workbench.frame.guide_pages import DOCS, GuidePages

pytestmark = pytest.mark.static

PAGES = GuidePages()
FORMULA = re.compile(r"^```math\n(.*?)\n```$", re.DOTALL | re.MULTILINE)
FORMULAS = [(name, latex) for name in PAGES.names for latex in FORMULA.findall(PAGES.source(name))]


@pytest.mark.parametrize(
    ("latex", "plain"),
    [
        (r"\frac{a + b}{c \cdot d} - 1", "(a + b) ÷ (c · d) − 1"),
        (r"\frac{f(V + 1)}{f(V - 1)}", "f(V + 1) ÷ f(V − 1)"),
        (r"\sum_i \sum_j \lvert c_i - c_j\rvert", "Σᵢ Σⱼ |cᵢ − cⱼ|"),
        (r"n^2 \cdot \bar{c}", "n² · c\u0304"),
        (r"\text{ab  cd}(x_{big})", "ab cd(x_big)"),
        (r"x_w^{qq}", "x_w^qq"),
        (r"\sqrt{a \cdot b}", "√(a · b)"),
        (r"\log_2 V", "log₂ V"),
    ],
)
def test_a_formula_in_plain_characters(latex, plain):
    assert plain_formula(latex) == plain


def test_a_command_without_plain_form_is_refused():
    with pytest.raises(FormulaError, match=r"\\oint has no plain form"):
        plain_formula(r"\oint x")


def test_blocks_become_indented_lines_and_other_blocks_stay():
    page = "a\n\n```math\nx_1\n```\n\n```sh\n```math\n```\n"
    assert with_plain_formulas(page) == "a\n\n    x₁\n\n```sh\n```math\n```\n"
    page = "```math\nx_1\n```\n\n```math\nx_2\n```\n\nb\n"
    assert with_plain_formulas(page) == "    x₁\n    x₂\n\nb\n"


def test_concepts_have_formulas():
    with_formulas = {name for name, _ in FORMULAS}
    concepts = {"byte-pair-encoding", "fairness", "vocabulary-size", "measures", "loss", "parity"}
    assert {f"concepts/{name}.md" for name in concepts} <= with_formulas


def test_no_page_of_the_window_has_latex():
    for name, latex in FORMULAS:
        plain = plain_formula(latex)
        assert "\\" not in plain and "{" not in plain, name
        assert f"    {plain}\n" in PAGES.text(name)
        assert "```math" not in PAGES.text(name)
        assert len(plain) < 120, name


def test_formulas_are_no_part_of_a_list():
    text = "\n".join((DOCS / name).read_text("utf-8") for name in PAGES.names)
    assert re.findall(r"^[ >]+```math", text, re.MULTILINE) == []
