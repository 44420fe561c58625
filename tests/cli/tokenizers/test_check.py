"""`check`: findings, exit status, one JSON document."""

from __future__ import annotations

import json

from engine import Tokenizer


def test_a_configuration_that_fits_and_one_that_does_not(cli, trained, tmp_path):
    tokenizer = Tokenizer.load(trained)
    eos = tokenizer.special_tokens["<|endoftext|>"]
    path = tmp_path / "config.json"
    path.write_text(json.dumps({"vocab_size": tokenizer.vocab_size, "eos_token_id": eos}), "utf-8")
    outcome = cli("check", trained, path)
    assert (outcome.status, "fits" in outcome.out) == (0, True)
    path.write_text(json.dumps({"vocab_size": 100, "eos_token_id": 5}), "utf-8")
    outcome = cli("check", trained, tmp_path, "--json")
    assert outcome.status == 1
    document = outcome.document
    assert document["fits"] is False
    assert [each["code"] for each in document["findings"] if each["severity"] == "error"] == [
        "vocab-too-large",
        "id-ordinary",
    ]
    assert document["vocab_size"] == {"tokenizer": tokenizer.vocab_size, "model": 100}


def test_a_configuration_that_cannot_be_read_is_a_sentence(cli, trained, tmp_path):
    outcome = cli("check", trained, tmp_path / "config.json")
    assert outcome.status == 2
    assert "config.json was not found" in outcome.sentence
    outcome = cli("check", trained, tmp_path)
    assert outcome.status == 2
    assert f"The folder {tmp_path} contains no config.json" in outcome.sentence
    outcome = cli("check", "no-such-run", tmp_path)
    assert outcome.status == 2
    (tmp_path / "config.json").write_text("{", "utf-8")
    outcome = cli("check", trained, tmp_path)
    assert outcome.status == 2
    assert "config.json" in outcome.sentence
