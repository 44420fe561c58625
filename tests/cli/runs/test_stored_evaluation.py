"""`evaluate RUN` without PATH: what is stored is shown, with its date and text."""

from __future__ import annotations

import pytest

from engine.evaluation import nothing_evaluated
from workbench.store import MeasuredTokenizer, RunStore


@pytest.fixture
def two_stored(cli, trained, corpus):
    """The run `small` with a second stored evaluation, on the texts "german"."""
    with RunStore.open() as store:
        (first,) = store.evaluations("small")
        store.save_evaluation("small", "german", first.rows[:1], measured=first.measured)
    return "small"


def figures(document):
    return [(row["label"], row["tokens"], row["bytes_per_token"]) for row in document["labels"]]


def test_a_run_without_a_path_shows_what_its_training_measured(cli, trained, corpus):
    outcome = cli("evaluate", "small")
    assert outcome.status == 0, outcome.err
    first, *_, last = outcome.out.splitlines()
    with RunStore.open() as store:
        (stored,) = store.evaluations("small")
    assert first.startswith(f"Stored evaluation of {stored.created:%Y-%m-%d %H:%M} UTC on the ")
    assert "the beginning of each training source (2 texts, " in first
    assert "`evaluate small --again`" in last
    assert "`evaluate small PATH...`" in last
    document = cli("evaluate", "small", "--json").document
    assert figures(document) == figures(cli("evaluate", "small", corpus, "--json").document)
    assert document["tokenizer"] == "small"
    assert document["stored"] == {
        "texts": "training", "created": stored.created.isoformat(), "others": [],
    }  # fmt: skip


def test_a_run_is_measured_again_on_its_training_text(cli, trained, corpus):
    outcome = cli("evaluate", "small", "--again", "--json")
    assert outcome.document["stored"]["created"] is None
    assert figures(outcome.document) == figures(cli("evaluate", "small", "--json").document)
    assert cli("evaluate", "small", "--again").out.startswith("Measured now on the beginning of ")
    (corpus / "deu.txt").unlink()
    outcome = cli("evaluate", "small", "--again")
    assert outcome.status == 1
    assert "deu.txt); give PATH" in outcome.sentence


def test_the_newest_is_shown_and_the_others_are_named(cli, two_stored):
    outcome = cli("evaluate", two_stored)
    assert " UTC on german (" in outcome.out
    assert "Also stored: `evaluate small --stored training`." in outcome.out
    chosen = cli("evaluate", two_stored, "--stored", "training", "--json").document["stored"]
    assert (chosen["texts"], chosen["others"]) == ("training", ["german"])


def test_a_run_whose_training_measured_nothing_has_no_evaluation_to_show(cli, trained):
    with RunStore.open() as store:
        nothing = MeasuredTokenizer("", nothing_evaluated())
        store.save_evaluation("small", "training", (), measured=(nothing,))
    outcome = cli("evaluate", "small")
    assert outcome.status == 2
    assert "no evaluation of small is stored. --again measures it" in outcome.sentence


@pytest.mark.parametrize("how", ["csv", "markdown"])
def test_documents_have_the_table_alone(cli, trained, how):
    outcome = cli("evaluate", "small", "--format", how)
    assert "Stored evaluation" not in outcome.out
    assert "Note: Stored evaluation of " in outcome.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["small", "--stored", "ntrex"], 'no stored evaluation called "ntrex"; it has "training".'),
        (["small", "--baseline", "cl100k_base"], "--baseline needs PATH"),
        (["small", "--text-field", "body"], "--text-field needs PATH"),
        (["small", "corpus", "--again"], "are for a run without PATH"),
        (["small", "--again", "--stored", "training"], "not allowed with argument --again"),
        (["corpus/eng.txt"], "corpus/eng.txt is a file, not a run"),
        (["corpus"], "corpus is a directory, not a run"),
        (["no-such-run"], "no-such-run is no run"),
    ],
)
def test_what_a_stored_evaluation_cannot_be_asked(cli, trained, arguments, words):
    outcome = cli("evaluate", *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert words in outcome.sentence
