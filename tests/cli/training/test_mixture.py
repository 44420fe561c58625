"""Mixtures on the command line: `train`, recipes, the command `mixture`, kept counts."""

from __future__ import annotations

import pytest

from engine import Corpus, TrainingConfig
from engine.settings.sources import Mixture
from engine.training.training import train_tokenizer
from workbench.store import RunStore


def table(out: str) -> dict[str, list[str]]:
    """The lines of a table by their first word."""
    return {line.split()[0]: line.split() for line in out.splitlines() if line.strip()}


def test_vocabulary_says_that_counts_of_a_token_are_weighted(cli, corpus):
    for name, alpha in (("plain", 1), ("mixed", 0.3)):
        cli("train", corpus, "--vocab-size", 300, "--alpha", alpha, "--name", name, "--quiet")
        lines = cli("vocabulary", name, "--token", 256).out.splitlines()
        count, applied = (line for line in lines if line.startswith(("count", "applied")))
        assert (", as mixed " in count) == (", as mixed " in applied) == (name == "mixed")


def test_train_takes_alpha_and_says_what_it_came_to(cli, corpus):
    outcome = cli("train", corpus, "--vocab-size", 300, "--alpha", 0.3, "--name", "mixed", "--json")
    report = outcome.document
    expected = train_tokenizer(
        Corpus.from_paths(corpus), TrainingConfig(300), mixture=Mixture(alpha=0.3)
    )
    assert report["semantic_hash"] == expected.semantic_hash
    assert report["mixture"]["kind"] == "alpha"
    assert report["mixture"]["alpha"] == 0.3
    rows = {row["label"]: row for row in report["labels"]}
    sizes = {label: rows[label]["bytes"] for label in rows}
    parts = {label: size**0.3 for label, size in sizes.items()}
    for label, row in rows.items():
        share = parts[label] / sum(parts.values())
        assert row["share"] == pytest.approx(share)
        assert row["natural_share"] == pytest.approx(sizes[label] / sum(sizes.values()))
        assert row["repetition"] == pytest.approx(share / row["natural_share"])
    with RunStore.open() as store:
        record = store.run("mixed")
    assert record.mixture == Mixture(alpha=0.3)
    assert record.training.counts.tolist() == expected.training.counts.tolist()
    assert record.training.weight_scale == expected.training.weight_scale


def test_the_table_has_shares_only_where_something_is_weighed(cli, corpus):
    weighed = cli("train", corpus, "--vocab-size", 300, "--weight", "deu=3", "--weight", "eng=1")
    assert weighed.status == 0
    lines = weighed.out.splitlines()
    assert lines[0].split()[-4:] == ["natural", "share", "share", "repetition"]
    assert table(weighed.out)["deu"][-2] == "75.00%"
    assert len({len(line) for line in lines[:3]}) == 1
    plain = cli("train", corpus, "--vocab-size", 300)
    assert "repetition" not in plain.out


def test_runs_show_tells_the_mixture(cli, corpus):
    cli("train", corpus, "--vocab-size", 300, "--alpha", 0, "--name", "even", "--quiet")
    shown = cli("runs", "show", "even")
    assert "mixture         alpha 0.0" in shown.out
    document = cli("runs", "show", "even", "--json").document
    assert document["mixture"]["kind"] == "alpha"
    assert [source["share"] for source in document["sources"]] == [0.5, 0.5]
    assert all(source["natural_bytes"] == source["bytes"] for source in document["sources"])


def test_a_recipe_file_of_settings_may_have_a_mixture(cli, corpus, tmp_path):
    recipe = tmp_path / "recipe.toml"
    head = f'paths = ["{corpus.name}"]\nvocab_size = 300\n'
    hashes = []
    for settings in ("alpha = 0.3", "[weights]\ndeu = 3\neng = 1", 'mixture = "groups.toml"'):
        (tmp_path / "groups.toml").write_text(
            '[[groups]]\nshare = 3\nlabels = ["deu"]\n[[groups]]\nshare = 1\nlabels = ["*"]\n'
        )
        recipe.write_text(head + settings)
        outcome = cli("train", "--recipe", recipe, "--json")
        assert outcome.status == 0, outcome.err
        hashes.append(outcome.document["semantic_hash"])
    assert hashes[1] == hashes[2] != hashes[0]
    recipe.write_text(head + "alpha = 0.3")
    own = cli("train", "--recipe", recipe, "--weight", "deu=3", "--weight", "eng=1", "--json")
    assert own.document["semantic_hash"] == hashes[1]
    assert own.document["mixture"]["kind"] == "shares"


def test_a_target_samples_documents_and_the_seed_decides_which(cli, tmp_path):
    folder = tmp_path / "texts"
    folder.mkdir()
    for label, n in (("deu", 400), ("eng", 4000)):
        lines = "\n".join(f"{label} line number {i} {i * i}" for i in range(n))
        (folder / f"{label}.txt").write_text(lines)
    options = ["train", folder, "--vocab-size", 300, "--document-separator", r"\n", "--json"]
    first = cli(*options, "--target-bytes", "20KB", "--seed", 1).document
    again = cli(*options, "--target-bytes", "20,000", "--seed", 1).document
    other = cli(*options, "--target-bytes", "0.02MB", "--seed", 2).document
    assert first["semantic_hash"] == again["semantic_hash"]
    assert first["bytes"] == again["bytes"] != other["bytes"]
    assert 15_000 < first["bytes"] < 25_000
    with RunStore.open() as store:
        sources = store.run(first["run_id"]).sources
    assert [source.reading.sample.seed for source in sources] == [1, 1]
    assert all(source.natural_bytes > source.bytes for source in sources)


@pytest.mark.parametrize("separator", [[], ["--document-separator", r"\n"]])
def test_the_command_mixture_and_train_agree_on_samples(separator, cli, tmp_path):
    (tmp_path / "deu.txt").write_text("\n".join(f"Zeile {i}" for i in range(900)))
    (tmp_path / "eng.txt").write_text("\n".join(f"line {i}" for i in range(300)))
    options = [tmp_path / "deu.txt", tmp_path / "eng.txt", *separator, "--alpha", 0]
    options += ["--target-bytes", 9000, "--seed", 3, "--json"]
    foreseen = cli("mixture", *options).document["sources"]
    trained = cli("train", *options, "--vocab-size", 290).document["labels"]
    assert len(foreseen) == 2
    for row in foreseen:
        (other,) = (each for each in trained if each["label"] == row["label"])
        assert row["repetition"] == pytest.approx(other["repetition"])
        assert row["read_bytes"] == other["bytes"]
    printed = table(cli("mixture", *options[:-1]).out)
    assert (printed["deu"][-1] == "all") == (not separator)


def test_a_mixture_file_given_as_settings_says_where_it_belongs(cli, tmp_path):
    (tmp_path / "mine.toml").write_text('[[groups]]\nshare = 1\nlabels = ["deu"]')
    outcome = cli("train", "--recipe", "mine.toml")
    assert outcome.status == 1
    assert "mine.toml is a mixture file" in outcome.sentence
    assert "--mixture" in outcome.sentence


def test_much_repetition_is_warned_of(cli, corpus):
    options = [corpus, "--alpha", 0, "--target-bytes", "40kB"]
    remark = "Oversampled more than ×10; their rare words will look common: deu ×"
    document = cli("mixture", *options, "--json").document
    assert document["sources"][0]["repetition"] > 10
    assert document["remarks"][0].startswith(remark)
    assert remark in cli("mixture", *options).err
    outcome = cli("train", *options, "--vocab-size", 300, "--json")
    assert outcome.document["problems"][0].startswith(remark)
    assert "Sampled" not in cli("mixture", corpus, "--alpha", 0).err


def test_damaged_counts_are_not_told_as_kept(cli, corpus, home):
    cli("train", corpus, "--vocab-size", 300, "--quiet")
    for path in (home / "cache/counts").iterdir():
        path.write_bytes(b"garbage")
    document = cli("mixture", corpus, "--json").document
    assert [row["is_kept"] for row in document["sources"]] == [False, False]


def test_a_folder_that_cannot_hold_counts_is_told(cli, corpus, tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("TOKENIZER_WORKBENCH_COUNTS_CACHE", str(tmp_path / "file" / "counts"))
    outcome = cli("train", corpus, "--vocab-size", 300, "--quiet")
    assert outcome.status == 0
    assert f"Counts cannot be kept in {tmp_path / 'file' / 'counts'}" in outcome.err


def test_a_smaller_limit_holds_at_once(cli, corpus, home, monkeypatch):
    cli("train", corpus, "--vocab-size", 300, "--quiet")
    assert len(list((home / "cache/counts").iterdir())) == 2
    monkeypatch.setenv("TOKENIZER_WORKBENCH_COUNTS_CACHE_BYTES", "1")
    assert cli("mixture", corpus, "--json").document["bytes_to_read"] > 0
    assert list((home / "cache/counts").iterdir()) == []


def test_named_recipes_tell_what_they_miss(cli, corpus):
    outcome = cli("train", corpus, "--vocab-size", 300, "--mixture", "english_focused", "--json")
    assert outcome.status == 0
    assert any("nothing for Python and JavaScript" in each for each in outcome.document["problems"])
    assert any("excluded: deu" in sentence for sentence in outcome.document["problems"])
    assert "Note: In no group of the mixture, so excluded: deu." in outcome.err
    assert {row["label"]: row["bytes_per_token"] for row in outcome.document["labels"]}[
        "deu"
    ] is None


def test_the_command_mixture_tells_the_table_without_training(cli, corpus):
    outcome = cli("mixture", corpus, "--alpha", 0.3, "--json")
    assert outcome.status == 0
    rows = outcome.document["sources"]
    assert [row["label"] for row in rows] == ["deu", "eng"]
    assert [row["is_kept"] for row in rows] == [False, False]
    assert outcome.document["bytes_to_read"] == sum(p.stat().st_size for p in corpus.iterdir())
    assert sum(row["share"] for row in rows) == pytest.approx(1)
    scale = outcome.document["weight_scale"]
    assert [row["weight"] / scale for row in rows] == pytest.approx([r["repetition"] for r in rows])
    cli("train", corpus, "--vocab-size", 300, "--quiet")
    kept = cli("mixture", corpus, "--alpha", 0.3, "--json").document
    assert [row["is_kept"] for row in kept["sources"]] == [True, True]
    assert kept["bytes_to_read"] == 0
    printed = cli("mixture", corpus)
    assert "2 of 2 sources counted." in printed.out
    assert table(printed.out)["deu"][1:3] == ["German", "kept"]
    with RunStore.open() as store:
        assert len(store.list_runs()) == 1


def test_the_command_mixture_tells_groups_and_what_is_in_none(cli, corpus):
    document = cli("mixture", corpus, "--mixture", "english-focused", "--json").document
    assert document["empty_groups"] == [
        "Python and JavaScript",
        "English books",
        "English academic",
    ]
    assert document["in_no_group"] == document["left_out"] == ["deu"]
    assert document["groups"][0] == {
        "name": "English web", "asked": pytest.approx(0.6), "share": 1.0, "labels": ["eng"],
    }  # fmt: skip
    printed = cli("mixture", corpus, "--mixture", "english-focused")
    assert "excluded: deu" in printed.err


@pytest.mark.slow
def test_kept_counts_can_be_declined_reported_and_cleared(cli, corpus, home):
    cli("train", corpus, "--vocab-size", 300, "--no-kept-counts", "--quiet")
    assert cli("doctor", "--json").document["counts"]["sources"] == 0
    cli("train", corpus, "--vocab-size", 300, "--quiet")
    counts = cli("doctor", "--json").document["counts"]
    assert (counts["sources"], counts["limit"]) == (2, 4_000_000_000)
    assert counts["bytes"] == sum(p.stat().st_size for p in (home / "cache/counts").iterdir()) > 0
    cleared = cli("doctor", "--clear-counts", "--json")
    assert cleared.document["counts"]["sources"] == 0
    assert "were removed" in cleared.err


@pytest.mark.parametrize(
    ("options", "status", "words"),
    [
        (["--alpha", "1.5"], 2, "alpha must lie between 0"),
        (["--alpha", "nan"], 2, "alpha must lie between 0"),
        (["--alpha", "x"], 2, "'x' is not a number"),
        (["--weight", "fra=1"], 2, "names fra, which the corpus does not have"),
        (["--weight", "deu=0"], 2, "All weights of the mixture are 0"),
        (["--weight", "deu=-1"], 2, "weight of deu is negative"),
        (["--weight", "deu=nan"], 2, "weight of deu must be a number"),
        (["--weight", "deu"], 2, "not of the form LABEL=SHARE"),
        (["--weight", "deu=1", "--weight", "deu=2"], 2, "gives the same label twice"),
        (["--weight", "deu=1", "--alpha", "0.5"], 2, "exclude each other"),
        (["--mixture", "llama3-style", "--alpha", "0.5"], 2, "exclude each other"),
        (["--mixture", "llama9"], 2, "There is no mixture 'llama9'"),
        (["--target-bytes", "much"], 2, "is not a size such as 500MB"),
        (["--target-bytes", "0"], 2, "target_bytes must be"),
        (["--target-bytes", "1"], 2, "too small"),
        (["--seed", "1"], 2, "has no meaning without"),
        (["--weight", "eng=1000000", "--weight", "deu=1"], 2, "The share of the source deu"),
    ],
)
def test_wrong_mixtures_are_sentences(cli, corpus, options, status, words):
    for command in (["train", corpus, "--vocab-size", 300], ["mixture", corpus]):
        outcome = cli(*command, *options)
        assert words in outcome.sentence
        assert outcome.status == status


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ("alpha = 3", "alpha must lie between"),
        ("alpha = true", "it must be a whole number or a number"),
        ("weights = 3", "must be a table"),
        ("[weights]\nfra = 1", "names fra"),
        ("[sources.fra]\nmax_chars = 9", "reading options for 'fra', but no such source"),
        ('[weights]\ndeu = "much"', "weight of deu must be a number"),
        ("alpha = 0.3\n[weights]\ndeu = 1", "which exclude each other"),
        ('target_bytes = "much"', "is not a size"),
        ('mixture = "gone.toml"', "cannot be read"),
    ],
)
def test_wrong_mixtures_of_a_recipe_name_the_recipe(refused_recipe, corpus, settings, words):
    head = f'paths = ["{corpus.name}"]\nvocab_size = 300\n'
    assert words in refused_recipe(head + settings)


def test_a_mixture_file_that_is_wrong_is_no_wrong_use(cli, corpus, tmp_path):
    """As with every file: 1 if its content is wrong, 2 if it does not exist."""
    (tmp_path / "mine.toml").write_text('[[groups]]\nshare = nan\nlabels = ["deu"]')
    outcome = cli("mixture", corpus, "--mixture", "mine.toml")
    assert (outcome.status, outcome.out) == (1, "")
    assert "mine.toml needs a share of at least 0 for the group group 1" in outcome.sentence
    assert cli("mixture", corpus, "--mixture", "gone.toml").status == 2
