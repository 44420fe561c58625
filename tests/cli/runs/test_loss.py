"""`loss`: tables, n-grams, the factor between two tokenizers, bytes of tokens."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from engine import Corpus, Tokenizer
from engine.evaluation.loss_table import loss_scale_steps
from engine.evaluation.ngram_bits import ngram_loss
from engine.machine import result_of


@pytest.fixture
def texts(tmp_path):
    """Many short documents of two labels."""
    for label in ("deu", "eng"):
        lines = [{"text": f"low lower größer {label} {i % 17} {i}"} for i in range(120)]
        (tmp_path / f"{label}.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    return [tmp_path / "deu.jsonl", tmp_path / "eng.jsonl"]


@pytest.fixture
def losses(tmp_path):
    path = tmp_path / "losses.csv"
    path.write_text("id,loss,part\n108,2,a\n111,1,b\n119,,a\n400,1,a\n")
    return path


def test_a_table_of_losses(cli, trained, losses):
    outcome = cli("loss", "table", trained, losses, "--label-column", "part", "--json")
    assert outcome.status == 0, outcome.err
    document = outcome.document
    assert document["total"]["bits_per_byte"] == pytest.approx(3 / (2 * math.log(2)))
    assert [row["label"] for row in document["labels"]] == ["a", "b"]
    assert (document["left_out"], document["total"]["without_loss"]) == (1, 1)
    assert document["worst_tokens"][0]["token"] == "l"
    assert f"{losses}, line 5: skipped: the id 400" in outcome.err
    shown = cli("loss", "table", trained, losses, "--unit", "bits", "--worst", "1")
    assert "1.5000" in shown.out and "'l'" in shown.out and "'o'" not in shown.out
    as_csv = cli("loss", "table", trained, losses, "--format", "csv", "--worst", "0").out
    assert as_csv.splitlines()[0].startswith("label,bits/byte") and len(as_csv.splitlines()) == 2


def test_arrays_with_their_ids(cli, trained, tmp_path):
    np.save(tmp_path / "losses.npy", np.ones(3, np.float32))
    np.save(tmp_path / "ids.npy", np.array([108, 111, 119]))
    command = ("loss", "table", trained, "losses.npy", "--json")
    document = cli(*command, "--ids", "ids.npy").document
    assert document["total"]["bits_per_byte"] == pytest.approx(1 / math.log(2))
    outcome = cli(*command)
    assert outcome.status == 2 and "0 files of ids (--ids) for 1 file" in outcome.sentence


def test_ngrams_of_two_tokenizers_on_the_same_passages(cli, trained, texts, tmp_path):
    Tokenizer([]).save(tmp_path / "bytes.twb")
    command = ("loss", "ngram", trained, *texts, "--baseline", "bytes.twb", "--held-out", "30%")
    outcome = cli(*command, "--json")
    assert outcome.status == 0, outcome.err
    document = outcome.document
    expected = ngram_loss(Tokenizer.load(trained), Corpus.from_paths(texts), held_out=0.3)
    ours, of_bytes = document["tokenizers"]
    for n in (1, 2, 3):
        assert ours["total"]["bits_per_byte"][str(n)] == pytest.approx(
            expected.total.bits_per_byte(n), rel=1e-12
        )
    assert ours["vocabulary"] == expected.n_vocabulary
    assert [row["label"] for row in ours["labels"]] == ["deu", "eng"]
    assert of_bytes["total"]["bytes_per_token"] == 1
    assert of_bytes["total"]["held_out_bytes"] == ours["total"]["held_out_bytes"]
    shown = cli(*command, "--order", "2").out
    assert "bits/byte n=2" in shown and "n=3" not in shown and "bytes.twb" in shown


def test_the_factor_between_two_tokenizers(cli, trained, texts, tmp_path):
    Tokenizer([]).save(tmp_path / "bytes.twb")
    command = ("loss", "scale", trained, "bytes.twb", *texts, "--loss", "2")
    document = cli(*command, "--json").document
    both = Tokenizer.load(trained), Tokenizer([])
    expected = result_of(loss_scale_steps(*both, Corpus.from_paths(texts)))
    assert document["total"]["factor"] == expected.total.factor < 1
    assert document["total"]["scaled_loss"] == 2 * expected.total.factor
    assert [row["label"] for row in document["labels"]] == ["deu", "eng"]
    shown = cli(*command).out
    assert f"{2 * expected.total.factor:.4f} of bytes.twb" in shown


def test_bytes_of_tokens(cli, trained, tmp_path):
    outcome = cli("loss", "token-bytes", trained, "--out", "sizes.json", "--json")
    assert outcome.status == 0, outcome.err
    sizes = json.loads((tmp_path / "sizes.json").read_text())
    assert sizes[:256] == [1] * 256
    assert outcome.document["bytes"] == sum(sizes)
    outcome = cli("loss", "token-bytes", trained, "--out", "sizes.txt")
    assert outcome.status == 2 and ".npy, .json, .pt" in outcome.sentence


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("table", "TOKENIZER", "nowhere.csv"), 1, "nowhere.csv was not found"),
        (("table", "TOKENIZER", "text.txt"), 1, "is no table of losses"),
        (("ngram", "TOKENIZER"), 2, "at least one PATH"),
        (("ngram", "TOKENIZER", "text.txt"), 1, "too small for a held-out part"),
        (("ngram", "TOKENIZER", "text.txt", "--order", "4"), 2, "1, 2 or 3, not 4"),
        (("ngram", "TOKENIZER", "text.txt", "--held-out", "1"), 2, "between 0 and 1"),
        (("ngram", "TOKENIZER", "text.txt", "--held-out", "much"), 2, "is not a share"),
        (("scale", "TOKENIZER", "TOKENIZER"), 2, "at least one PATH"),
        ((), 2, "ACTION"),
    ],
)
def test_bad_input_is_one_sentence(cli, trained, tmp_path, arguments, status, words):
    (tmp_path / "text.txt").write_text("low")
    given = [str(trained) if each == "TOKENIZER" else each for each in arguments]
    outcome = cli("loss", *given)
    assert outcome.status == status, outcome.err
    assert words in outcome.sentence
