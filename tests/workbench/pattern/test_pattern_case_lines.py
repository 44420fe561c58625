"""Cases of a split pattern as lines of text: read and written alike, errors name the line."""

from __future__ import annotations

import pytest

from engine.splitting import Splitter
from workbench.work.pattern_cases import (
    MOST_CASES,
    MOST_CHARACTERS,
    CaseError,
    PatternCase,
    read_case,
    read_case_file,
    run_cases,
)


@pytest.mark.parametrize(
    ("line", "pieces"),
    [
        ('"3.14" stays one', ("3.14",)),
        ("\"don't\" → don|'t", ("don", "'t")),
        ("  \"don't\" -> don|'t  ", ("don", "'t")),
        ('" a b " → a| b', (" a", " b ")),
        ('"a|b" → "a" | "|b"', ("a", "|b")),
        ('"a\\n\\tb" → "a" | "\\n" | "\\tb"', ("a", "\n", "\tb")),
        ('"say \\"so\\"" → "say" | " \\"" | "so\\""', ("say", ' "', 'so"')),
        ('"é\u00a0𝒳" → "é" | "\\u00a0𝒳"', ("é", "\u00a0𝒳")),
        ('"→" stays one', ("→",)),
    ],
)
def test_a_line_is_read_and_written_alike(line, pieces):
    case = read_case(line)
    assert case == PatternCase("".join(pieces), pieces)
    assert read_case(case.line) == case
    assert case.line.isprintable()


def test_a_case_is_written_as_a_person_writes_it():
    assert PatternCase("3.14", ("3.14",)).line == '"3.14" stays one'
    assert PatternCase("don't", ("don", "'t")).line == "\"don't\" → don|'t"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("3.14 stays one", "text in double quotes"),
        ('"3.14 stays one', "text in double quotes"),
        ("7", "text in double quotes"),
        ('"3.14"', "stays one"),
        ('"3.14" stays two', "stays one"),
        ('"" stays one', "empty"),
        ('"ab" → a|c', 'pieces "a" | "c" joined are not the text "ab"'),
        ('"ab" → a||b', "joined"),
        ('"ab" →', "joined"),
        ('"\\ud800" stays one', "half of a character"),
        (f'"{"a" * (MOST_CHARACTERS + 1)}" stays one', "at most 1,000"),
    ],
)
def test_what_is_no_case_is_refused_with_its_reason(line, reason):
    with pytest.raises(CaseError, match=reason.replace("|", r"\|")):
        read_case(line)


def test_a_file_names_its_pattern_and_keeps_the_numbers_of_lines(tmp_path):
    path = tmp_path / "cases.txt"
    path.write_text('# numbers\npattern:  ?\\d+|x\n\n"12" stays one\n"x1" → x|1\n', "utf-8")
    found = read_case_file(path)
    assert found.pattern == r" ?\d+|x"
    assert found.lines == (4, 5)
    assert [case.pieces for case in found.cases] == [("12",), ("x", "1")]


def test_a_bad_line_is_named_with_its_number(tmp_path):
    path = tmp_path / "cases.txt"
    path.write_text('"1" stays one\n\n"ab" → a|c\n', "utf-8")
    with pytest.raises(CaseError, match=r"cases\.txt, line 3: the pieces"):
        read_case_file(path)
    path.write_text('"1" stays one\n' * (MOST_CASES + 1), "utf-8")
    with pytest.raises(CaseError, match=r"line 201: there are 201 cases; at most 200"):
        read_case_file(path)


@pytest.mark.parametrize(("data", "reason"), [(b"\xff", "not UTF-8"), (None, "was not found")])
def test_a_file_that_cannot_be_read_is_a_sentence(tmp_path, data, reason):
    path = tmp_path / "cases.txt"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(CaseError, match=reason):
        read_case_file(path)


def test_cases_pass_and_fail():
    cases = [read_case('"3.14" stays one'), read_case("\"don't\" → don|'t")]
    kept, failed = run_cases(cases, Splitter(r"[\d.]+|\w").split)
    assert kept.passes
    assert not failed.passes
    assert failed.pieces == ("d", "o", "n", "'", "t")
