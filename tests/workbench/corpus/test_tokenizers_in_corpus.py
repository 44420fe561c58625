"""A file of a tokenizer is no text: it is refused with what to do instead."""

from __future__ import annotations

import base64
import json

from workbench.corpus.source_scan import DocumentOptions, FileFound, PathRefused, find_and_scan


def test_files_of_tokenizers_are_refused_and_texts_are_not(tmp_path):
    ranks = "".join(f"{base64.b64encode(bytes([i])).decode()} {i}\n" for i in range(256))
    tokenizer = {"version": "1.0", "added_tokens": [], "model": {"type": "BPE", "merges": []}}
    record = {"text": "about a model and its merges", "model": "small"}
    for name, text in (
        ("ours.tiktoken", ranks),
        ("tokenizer.json", json.dumps(tokenizer)),
        ("text.json", json.dumps(record)),
        ("eng.txt", "plain text"),
    ):
        (tmp_path / name).write_text(text, "utf-8")
    paths = sorted(tmp_path.iterdir())
    steps = list(find_and_scan(paths, frozenset(), {}, DocumentOptions()))
    told = [step.payload for step in steps]
    refused = [each for each in told if isinstance(each, PathRefused)]
    assert [each.path.name for each in refused] == ["ours.tiktoken", "tokenizer.json"]
    assert all("is a tokenizer, not text" in each.sentence for each in refused)
    found = [each.path.name for each in told if isinstance(each, FileFound)]
    assert found == ["eng.txt", "text.json"]
