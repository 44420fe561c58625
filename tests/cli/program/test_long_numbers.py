"""Numbers of more digits than Python reads end in a sentence, wherever people write them."""

from __future__ import annotations

import pytest

LONG = "1" * 5000


@pytest.fixture
def written(tmp_path):
    """Writes a file and returns its path."""

    def write(name: str, text: str):
        path = tmp_path / name
        path.write_text(text, "utf-8")
        return path

    return write


@pytest.mark.parametrize("number", [LONG, f"id:{LONG}", "1" * 30])
def test_a_token_whose_id_is_too_long(cli, trained, number):
    outcome = cli("vocabulary", trained, "--token", number)
    assert outcome.status == 1
    assert "is no id from 0 to 299, and the text of no token." in outcome.sentence
    assert len(outcome.sentence) < 200


@pytest.mark.parametrize(
    "condition",
    ["id:N", "len:N", "len:>N", "rank:N..", "count:N", "len:N..N", "len:>=2 applied:>N"],
)
def test_a_filter_that_no_token_fits(cli, trained, condition):
    text = condition.replace("N..", f"{LONG}..{LONG}") if condition.endswith("..") else condition
    outcome = cli("vocabulary", trained, "--find", text.replace("N", LONG), "--json")
    assert outcome.status == 0, outcome.err
    assert outcome.document["count"] == 0


@pytest.mark.parametrize(
    ("condition", "sentence"),
    [
        ("from:N", "from: needs an id from 0 to 299"),
        ("covers:N", "covers: needs a share from 1 to 100"),
        ("len:N..1", "is empty; the smaller number comes first"),
    ],
)
def test_a_filter_with_a_number_that_is_too_long(cli, trained, condition, sentence):
    outcome = cli("vocabulary", trained, "--find", condition.replace("N", LONG))
    assert outcome.status == 2
    assert sentence in outcome.sentence


def test_ranges_reach_to_any_number(cli, trained):
    command = ("vocabulary", trained, "--json", "--find")
    everything = cli(*command, "len:>=1").document["count"]
    assert everything == cli(*command, f"len:1..{LONG}").document["count"] > 290
    assert everything == cli(*command, f"len:<{LONG}").document["count"]
    assert cli(*command, "id:000000000000000000000000065").document["count"] == 1


@pytest.mark.parametrize(
    "line",
    [
        f"vocab_size = {LONG}", f"vocab_size = 0x{LONG}", f"min_frequency = 0x{LONG}",
        f"[weights]\neng = 0x{LONG}", f"target_bytes = 0x{LONG}", "vocab_size = " + "[" * 100_000,
        f"[sources.eng]\nmax_chars = 0x{LONG}",
    ],
)  # fmt: skip
def test_a_recipe(refused_recipe, line):
    sentence = refused_recipe(f"{line}\n")
    assert "recipe.toml is not valid TOML: " in sentence
    assert sentence.endswith(("has too many digits.", "is nested too deeply."))


def test_a_file_of_superword_rules(cli, corpus, written):
    for line in (f"most_words = {LONG}", "most_words = " + "[" * 100_000):
        rules = written("rules.toml", f"{line}\n")
        outcome = cli(
            "train", corpus, "--vocab-size", 300, "--superwords-from", 0.8,
            "--superword-rules", rules,
        )  # fmt: skip
        assert outcome.status == 2
        assert "rules.toml are no TOML: " in outcome.sentence


def test_a_mixture_file(cli, corpus, written):
    for share in (LONG, f"0x{LONG}", "[" * 100_000):
        groups = f'[[groups]]\nname = "all"\nshare = {share}\nlabels = ["*"]\n'
        outcome = cli("mixture", corpus, "--mixture", written("mixture.toml", groups))
        assert outcome.status == 1
        assert "mixture.toml is not valid TOML: " in outcome.sentence


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        ("--superwords-from", LONG, "is neither a share of the vocabulary"),
        ("--vocab-size", LONG, "is not a whole number"),
        ("--target-bytes", LONG, "is not a size such as 500MB or 2GB"),
        ("--target-bytes", f"{LONG} TB", "is not a size such as 500MB or 2GB"),
    ],
)
def test_an_option(cli, corpus, option, value, sentence):
    outcome = cli("train", corpus, "--vocab-size", 300, option, value)
    assert outcome.status == 2
    assert sentence in outcome.sentence
    assert "sys.set_int" not in outcome.err


def test_the_version_of_a_tekken_file(cli, written):
    config = f'{{"version": "v{LONG}", "default_vocab_size": 300, "default_num_special_tokens": 2}}'
    file = written("tekken.json", f'{{"config": {config}, "vocab": []}}')
    outcome = cli("import", file)
    assert outcome.status == 1
    assert "tekken.json" in outcome.err + outcome.out


def test_a_place_in_a_list_of_a_record(cli, written):
    file = written("records.jsonl", '{"text": ["low lower"]}\n')
    outcome = cli("train", file, "--vocab-size", 270, "--text-field", f"text.{LONG}")
    assert outcome.status == 1
    assert "no line has the field" in outcome.sentence


def test_an_id_in_a_table_of_losses(cli, trained, written):
    table = written("losses.csv", f"token,loss\n{LONG},1.5\n")
    outcome = cli("loss", "table", trained, table)
    assert outcome.status == 1
    assert "sys.set_int" not in outcome.err + outcome.out
