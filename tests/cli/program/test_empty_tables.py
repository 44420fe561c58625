"""A table without rows says what was looked for and what to try, not only the heads of columns."""

from __future__ import annotations

import shlex

import pytest


@pytest.fixture
def sample(trained, tmp_path):
    """A tokenizer, its run `small`, a text without the letter l, and an empty text."""
    (tmp_path / "other.txt").write_text("größer", "utf-8")
    (tmp_path / "empty.txt").touch()
    return trained


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("vocabulary small --find zzz", ['"zzz" as text', "/zzz/i"]),
        ("vocabulary small --find Ġzzz", ['"Ġzzz" as text', '" zzz" in GPT-2\'s notation']),
        ("vocabulary small --find ·zzz", ['" zzz" with a space for ·', '"·zzz" as text']),
        ("vocabulary small --find length:>900", ["No token", "length:>900", "vocabulary --help"]),
        ("vocabulary small --find 'l length:>99'", ["alone they match: l ", ", length:>99 0"]),
        ("vocabulary small --token l --contexts other.txt", ["no encoding of other.txt"]),
        ("vocabulary small --at-merge 3 --text=", ["text is empty", "--text TEXT"]),
        ("vocabulary small --superwords", ["no superwords", "--superwords-from"]),
        ("runs list --search zzz", ["No run matches zzz", "`runs list`"]),
        ("runs list --deleted --search zzz", ["No run matches zzz", "`runs list --deleted`"]),
        ("encode small empty.txt --compare small", ["text is empty"]),
    ],
)
def test_an_empty_table_says_why(arguments, words, cli):
    outcome = cli(*shlex.split(arguments))
    assert outcome.status == 0, outcome.err
    assert all(each in outcome.out + outcome.err for each in words), outcome.out + outcome.err


@pytest.mark.parametrize("how", ["csv", "markdown"])
def test_documents_without_rows_have_their_heads_and_a_note(how, sample, cli):
    outcome = cli("vocabulary", sample, "--find", "zzz", "--format", how)
    assert "rank" in outcome.out.splitlines()[0]
    assert "No token" not in outcome.out
    assert "No token" in outcome.err


def test_a_table_without_rows_has_no_heads(sample, cli):
    outcome = cli("vocabulary", sample, "--find", "zzz")
    assert outcome.out.startswith("No token of the 300 ids matches zzz.")
    assert len(outcome.out.splitlines()) == 1
