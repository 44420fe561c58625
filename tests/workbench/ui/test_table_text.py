"""Tables as CSV, Markdown and LaTeX: read back, escaped, numbers at the right."""

from __future__ import annotations

import csv

import pytest

from workbench.text.table_text import SUFFIXES, TABLE_FORMATS, table_text

HEADERS = ["label", "100 % & more", "tokens_n"]
ROWS = [
    ["eng_GB", "1,234.50", "+3.1 %"],
    ["a|b {x} \\ ~^$#", "-", "−2.0 %"],
    ['say "hi", all', "12\u202f345", "7"],
]


def test_csv_is_read_back_with_numbers_as_programs_write_them():
    lines = table_text(HEADERS, ROWS, "csv", n_words=1).splitlines()
    assert list(csv.reader(lines)) == [
        HEADERS,
        ["eng_GB", "1234.50", "3.1%"],
        ["a|b {x} \\ ~^$#", "", "-2.0%"],
        ['say "hi", all', "12345", "7"],
    ]


def test_markdown_escapes_and_aligns():
    lines = table_text(HEADERS, ROWS, "markdown", n_words=1).splitlines()
    assert lines[1] == "| :--- | ---: | ---: |"
    assert lines[2] == "| eng\\_GB | 1,234.50 | +3.1 % |"
    assert lines[3].startswith("| a\\|b {x} \\\\ \\~^$\\# | - |")


def test_latex_escapes_and_has_rules():
    text = table_text(HEADERS, ROWS, "latex", n_words=1)
    lines = text.splitlines()
    assert lines[0] == r"\begin{tabular}{lrr}"
    assert lines[1:4] == [r"\toprule", r"label & 100 \% \& more & tokens\_n \\", r"\midrule"]
    assert lines[4] == r"eng\_GB & 1,234.50 & +3.1 \% \\"
    assert lines[5].startswith(
        r"a\textbar{}b \{x\} \textbackslash{} \textasciitilde{}\textasciicircum{}\$\# & - & $-$2.0"
    )
    assert lines[-2:] == [r"\bottomrule", r"\end{tabular}"]


def test_a_row_that_begins_with_a_bracket_is_no_argument_of_the_row_before():
    assert "{}[x" in table_text(["a"], [["[x]"]], "latex")


@pytest.mark.parametrize("how", TABLE_FORMATS)
def test_line_breaks_in_cells_become_spaces(how):
    text = table_text(["a\nb"], [["c\r\nd"], ["\te"]], how)
    assert "a b" in text
    assert "c d" in text
    assert set(SUFFIXES) == set(TABLE_FORMATS)


def test_columns_of_numbers_are_found_by_themselves():
    text = table_text(["word", "n", "mixed"], [["a", "1.5 ▲", "1"], ["b", "-", "x"]], "markdown")
    assert text.splitlines()[1] == "| :--- | ---: | :--- |"


def test_a_table_without_rows():
    assert table_text(["a", "b"], [], "csv") == "a,b\n"
    assert table_text(["a"], [], "markdown") == "| a |\n| :--- |\n"
