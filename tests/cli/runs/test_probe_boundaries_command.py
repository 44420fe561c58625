"""`evaluate --choices`: answers that merge into their prompt, for several tokenizers."""

from __future__ import annotations

import json

from engine import Corpus, TrainingConfig, train_tokenizer


def test_a_command_measures_a_file_for_several_tokenizers(cli, tmp_path):
    texts = ["the cat sat on the mat", "the rat sat on the cat"] * 4
    tokenizer = train_tokenizer(Corpus.from_texts(texts), TrainingConfig(290))
    path, file = tmp_path / "a.twb", tmp_path / "questions.jsonl"
    tokenizer.save(path)
    question = {"prompt": "on the ", "choices": ["mat", "cat"], "answer": 0}
    file.write_text(json.dumps(question), "utf-8")
    given = ("evaluate", path, "--choices", file, "--baseline", path)
    document = json.loads(cli(*given, "--json").out)
    assert [each["rows"][0]["merged_share"] for each in document["tokenizers"]] == [1.0, 1.0]
    printed = cli(*given)
    assert printed.status == 0 and "merges into 'on the '" in printed.out
    refused = cli("evaluate", path, tmp_path, "--choices", file)
    assert (refused.status, refused.err.count("\n")) == (2, 1)
    missing = cli("evaluate", path, "--choices", tmp_path / "none")
    assert missing.status != 0 and "none cannot be read" in missing.err
