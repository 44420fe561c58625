"""`compare`: two to four tokenizers side by side; `runs tag`, `note` and `list --search`."""

from __future__ import annotations

import csv
import io
import shutil
from itertools import chain

import pytest

from engine.encoding.tokenizer import Tokenizer
from tests.cli.conftest import TEXT
from workbench.__main__ import main


@pytest.fixture(scope="module")
def two_trained(tmp_path_factory):
    """A data folder with the runs "plain" and "other", of another size and pattern."""
    folder = tmp_path_factory.mktemp("two")
    (folder / "eng.txt").write_text(TEXT, "utf-8")
    (folder / "deu.txt").write_text("Größe und Grösse, Straße und Strasse. " * 15, "utf-8")
    paths = [str(folder / name) for name in ("eng.txt", "deu.txt")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TOKENIZER_WORKBENCH_HOME", str(folder / "home"))
        for name, options in (
            ("plain", ("--vocab-size", "300")),
            ("other", ("--vocab-size", "310", "--pattern", "cl100k", "--special-tokens", "base")),
        ):
            assert main(["train", *paths, *options, "--name", name, "--quiet"]) == 0
    return folder / "home"


@pytest.fixture
def two(home, two_trained):
    shutil.copytree(two_trained, home)
    return "plain", "other"


def facts(document):
    return {fact["name"]: fact for fact in document["facts"]}


def test_two_runs_side_by_side(cli, two):
    document = cli("compare", *two, "--json").document
    found = facts(document)
    assert found["settings.vocab_size"]["values"] == {"plain": 300, "other": 310}
    assert found["settings.vocab_size"]["differs"]
    assert not found["settings.tie_break"]["differs"]
    assert found["settings.pattern"]["values"] == {"plain": "gpt2", "other": "cl100k"}
    assert found["sources.eng.bytes"]["differs"] is False
    assert document["evaluated_on"] == "training"
    assert found["metrics.bytes_per_token"]["differs"]
    [pair] = document["pairs"]
    from workbench.store import RunStore

    with RunStore.open(None) as store:
        ours, theirs = (store.tokenizer(name) for name in two)
    tokens = [set(each.ranked_tokens) for each in (ours, theirs)]
    assert pair["vocabulary"]["in_both"] == len(tokens[0] & tokens[1])
    assert pair["vocabulary"]["only_first"] == len(tokens[0] - tokens[1])
    assert pair["vocabulary"]["only_second"] == len(tokens[1] - tokens[0])
    rank = pair["first_divergence"]["rank"]
    assert ours.merges[:rank].tolist() == theirs.merges[:rank].tolist()
    assert ours.n_merges == rank or ours.merges[rank].tolist() != theirs.merges[rank].tolist()


def test_differences_from_the_first_and_what_changed(cli, two):
    document = cli("compare", *two, "--json").document
    found, [first, second] = facts(document), document["tokenizers"]
    assert document["baseline"] == "plain"
    assert found["settings.vocab_size"]["differences"] == {
        "other": {"absolute": 10, "share": pytest.approx(1 / 30), "is_better": None}
    }
    measured = found["metrics.bytes_per_token"]
    before, after = (measured["values"][name] for name in two)
    difference = measured["differences"]["other"]
    assert difference["share"] == pytest.approx(after / before - 1)
    assert difference["is_better"] is (after > before)
    assert second["tokens_difference"] == pytest.approx(before / after - 1)
    assert first["changed"] is None
    changed = {each["name"]: (each["before"], each["after"]) for each in second["changed"]}
    assert changed["settings.vocab_size"] == (300, 310)
    assert changed["settings.pattern"] == ("gpt2", "cl100k")
    assert "settings.pattern_expression" not in changed  # the pattern's name says it
    out = cli("compare", *two).out
    assert first["highest_premium"] is None  # the texts are not parallel: no column for it
    assert out.splitlines()[0].split() == ["bytes/token", "tokens", "vocabulary", "size"]
    measured = "Measured on the beginning of each training source, all texts together."
    assert out.splitlines()[3] == measured
    assert "What changed in other: split pattern gpt2 → cl100k; vocabulary 300 → 310; " in out
    sign = "▲" if after > before else "▼"
    assert f"{100 * (after / before - 1):+.1f} % {sign}".replace("-", "−") in out


def test_what_follows_comes_before_the_rows_that_differ(cli, two):
    """Conclusion, then the rows that differ by at least 1 %; --all has every row."""
    document = cli("compare", *two, "--json").document
    lines = cli("compare", *two).out.splitlines()
    names = [line.split()[1] for line in lines if line.startswith("*  ")]
    marks = [at for at, line in enumerate(lines) if line.startswith(("What changed", "Tokens for"))]
    assert marks[0] < marks[1] < lines.index(next(each for each in lines if "property" in each))
    assert "settings.vocab_size" in names
    for fact in document["facts"]:
        values = list(fact["values"].values())
        is_measured = fact["name"].startswith("metrics.") and isinstance(values[0], float)
        if is_measured and values[0]:
            assert (fact["name"] in names) is (abs(values[1] / values[0] - 1) >= 0.01), fact
    assert not [name for name in names if name.startswith("sources.")]
    assert "differ by less than 1 %, are shown by --all" in lines[-1]
    whole = cli("compare", *two, "--all").out
    assert all(f" {fact['name']} " in whole for fact in document["facts"])
    assert cli("compare", *two, "--all", "--differences-only").status == 2


def test_languages_are_better_worse_or_equal(cli, two):
    [pair] = cli("compare", *two, "--json").document["pairs"]
    found = pair["languages"]
    assert found["figure"] == "tokens"  # the texts are not parallel
    labels = {
        name: [each["label"] for each in found[name]] for name in ("better", "worse", "equal")
    }
    assert sorted(chain.from_iterable(labels.values())) == ["deu", "eng"]
    for each in found["better"]:
        assert each["second"] <= 0.99 * each["first"]
    for each in found["worse"]:
        assert each["second"] >= 1.01 * each["first"]
    out = cli("compare", *two).out
    assert "Tokens for the same text by label, other against plain:" in out
    assert f"better in {len(labels['better'])} of 2" in out
    assert f"worse in {len(labels['worse'])} of 2" in out


def test_premiums_by_language_where_texts_are_parallel(cli, tmp_path):
    for name, words in (("eng", " the low one"), ("deu", " das niedrige hier")):
        lines = "".join(f"{words * (1 + i % 7)}\n" for i in range(60))
        (tmp_path / f"{name}.txt").write_text(lines, "utf-8")
    for name, size in (("small", 262), ("large", 275)):
        cli("train", "eng.txt", "deu.txt", "--vocab-size", size, "--name", name, "--quiet")
    [pair] = cli("compare", "small", "large", "--json").document["pairs"]
    found = pair["languages"]
    assert found["figure"] == "premium"
    (german,) = (*found["better"], *found["worse"], *found["equal"])
    assert german["label"] == "deu"  # English is the reference
    out = cli("compare", "small", "large").out
    assert "Premium by language, large against small:" in out
    assert f"German {german['first']:.2f} → {german['second']:.2f}" in out


def test_rows_that_nothing_is_left_of(cli, two):
    out = cli("compare", two[0], two[0]).out
    assert out.endswith("All rows are equal or differ by less than 1 %; --all shows them.\n")
    out = cli("compare", *two, "--filter", "zzz").out
    assert "No row has a name that fits --filter 'zzz'" in out
    assert "property" not in out


def test_only_differences_and_only_some_rows(cli, two):
    found = facts(cli("compare", *two, "--json", "--differences-only").document)
    assert all(fact["differs"] for fact in found.values())
    assert "settings.tie_break" not in found
    found = facts(cli("compare", *two, "--json", "--filter", r"settings\.(vocab|tie)").document)
    assert list(found) == ["settings.vocab_size", "settings.tie_break"]
    refused = cli("compare", *two, "--filter", "(")
    assert (refused.status, "no regular expression" in refused.sentence) == (2, True)


def test_a_file_has_no_settings_of_a_training(cli, two, tmp_path):
    made = cli("export", "plain", "--format", "workbench", "--out", tmp_path / "out")
    assert made.status == 0
    [file] = (tmp_path / "out").iterdir()
    outcome = cli("compare", "plain", file, "--json")
    found = facts(outcome.document)
    assert list(found["settings.tie_break"]["values"]) == ["plain"]
    assert found["settings.tie_break"]["differs"]
    assert outcome.document["pairs"][0]["first_divergence"] is None
    assert outcome.document["pairs"][0]["vocabulary"]["share_in_both"] == 1.0


def test_two_files_are_no_runs_and_have_short_names(cli, two, tmp_path):
    """Their merges are compared; no record could say why they differ, and nothing is measured."""
    files = []
    for name in two:
        folder = tmp_path / "a-folder-with-a-long-name" / name
        assert cli("export", name, "--format", "tokenizer.json", "--out", folder).status == 0
        files.append(folder / "tokenizer.json")
    out = cli("compare", *files).out
    assert "plain and other: The merges differ from merge" in out
    assert "Files without a record of their training do not say why." in out
    assert "uns diverge" not in out
    assert "bytes/token" not in out.splitlines()[0]
    commands = [line for line in out.splitlines() if "tokenizer-workbench evaluate" in line]
    assert [line for line in out.splitlines() if str(tmp_path) in line] == commands
    named = cli("compare", *files, "--json").document["tokenizers"]
    assert [each["name"] for each in named] == [str(file) for file in files]


def test_the_table_says_where_they_part(cli, two):
    out = cli("compare", *two, two[0]).out
    assert "*  settings.vocab_size" in out
    assert "plain (1) and other:" in out  # the same run twice is told apart by its place
    assert "plain (1) and plain (3):" in out
    assert "All merges are identical." in out
    assert "the runs diverge at rank" in out


@pytest.mark.parametrize(("how", "sign"), [("markdown", "| :---"), ("latex", r"\toprule")])
def test_other_formats(cli, two, how, sign):
    assert cli("compare", *two, "--format", how).out.count(sign) >= 3


def test_csv_has_whole_values(cli, two):
    out = cli("compare", *two, "--format", "csv").out
    rows = list(csv.reader(io.StringIO(out.split("\n\n")[0])))
    assert rows[0] == ["property", "plain", "other", "Δ other"]
    values = {row[0]: row[1:] for row in rows}
    assert values["settings.pattern_expression"][1] == Tokenizer([], pattern="cl100k").pattern
    assert values["settings.vocab_size"] == ["300", "310", "+10"]


def test_too_few_too_many_and_unknown(cli, two):
    assert cli("compare", "plain").status == 2
    assert cli("compare", *["plain"] * 5).status == 2
    unknown = cli("compare", "plain", "nowhere")
    assert (unknown.status, "nowhere" in unknown.sentence) == (1, True)
    assert cli("compare", *two, "--json", "--format", "csv").status == 2


def test_tags_are_added_taken_away_and_found(cli, two):
    both = cli("runs", "tag", *two, "--add", "to keep", "--add", "paper", "--json").document
    assert [run["tags"] for run in both["runs"]] == [["to keep", "paper"]] * 2
    assert cli("runs", "tag", "other", "--remove", "paper").out.rstrip().endswith(": to keep")
    names = [
        [run["name"] for run in cli("runs", "list", f"--search={words}", "--json").document["runs"]]
        for words in ('tag:"to keep"', "tag:paper", "pattern:cl100k", "-pattern:cl100k", "nothing")
    ]
    assert names == [["other", "plain"], ["plain"], ["other"], ["plain"], []]
    assert "to keep" in cli("runs").out
    assert cli("runs", "list", "--search", "zzz").out.startswith("No run matches ")
    assert cli("runs", "tag", "plain").status == 2
    missing = cli("runs", "tag", "plain", "nowhere", "--add", "x")
    assert missing.status == 1
    assert "x" not in cli("runs", "show", "plain", "--json").document["tags"]


def test_a_note_is_written_read_and_taken_away(cli, trained):
    assert cli("runs", "note", "small").out == "No note.\n"
    assert cli("runs", "note", "small", " for the paper ").status == 0
    assert cli("runs", "note", "small").out == "for the paper\n"
    assert cli("runs", "note", "small", "-", stdin="größer\n".encode()).status == 0
    assert cli("runs", "note", "small", "--json").document["note"] == "größer"
    assert "no note now" in cli("runs", "note", "small", "").out
    assert cli("runs", "show", "small", "--json").document["notes"] == ""


def test_a_comma_separates_tags_and_none_is_empty(cli, two):
    added = cli("runs", "tag", "plain", "--add", "draft, very big,", "--json").document
    assert added["runs"][0]["tags"] == ["draft", "very big"]
    left = cli("runs", "tag", "plain", "--remove", "draft,nothing", "--json").document
    assert left["runs"][0]["tags"] == ["very big"]
    for option in ("--add", "--remove"):
        empty = cli("runs", "tag", "plain", option, " , ")
        assert empty.status == 2
        assert "an empty one" in empty.sentence


def test_a_search_that_cannot_be_meant_is_refused(cli, two):
    for words, sentence in (
        ('"plain', "a quote is open"),
        ("foo:bar", 'no "foo:"'),
        ("plain -Kind:x", 'no "Kind:"'),
    ):
        refused = cli("runs", "list", f"--search={words}")
        assert refused.status == 2
        assert sentence in refused.sentence
    assert cli("runs", "list", "--search", '"foo:bar"').out.startswith("No run matches ")
    assert cli("runs", "list", "--search", 'STATUS:finished "plain"', "--json").document["runs"]


def test_without_a_common_measurement_the_scorecard_says_what_to_do(cli, two, tmp_path):
    cli("export", "plain", "--format", "workbench", "--out", tmp_path / "out")
    [file] = (tmp_path / "out").iterdir()
    out = cli("compare", "plain", file).out
    command = next(line for line in out.splitlines() if line.startswith("No common measurement"))
    assert "tokenizer-workbench evaluate" in command
    assert command.endswith(f"TEXTS --baseline {file}")
