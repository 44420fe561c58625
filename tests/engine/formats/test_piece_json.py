"""tokenizer.json of characters with byte fallback, as of Llama 2 and Gemma: ids of tokenizers."""

from __future__ import annotations

import json
import random
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import tokenizers

from engine import Corpus, Tokenizer, TrainingConfig, train_tokenizer
from engine.errors import TokenizerFileError
from engine.formats import export_tokenizer, load_any_tokenizer, load_tokenizer, validate_tokenizer
from engine.library import LibraryTokenizer
from engine.settings import Pieces
from tests.engine.training.test_pieces import some_lines, strange_texts

REPLACE = {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}
SPLIT = {
    "type": "Split", "pattern": {"String": " "}, "behavior": "MergedWithPrevious", "invert": False,
}  # fmt: skip
METASPACE = {"type": "Metaspace", "replacement": "▁", "split": False}
FIRST = METASPACE | {"prepend_scheme": "first"}


@cache
def trained(split: str = "white-space") -> Tokenizer:
    pieces = Pieces(coverage=0.98, split=split)
    return train_tokenizer(Corpus.from_texts(some_lines(4)), TrainingConfig(360, pieces=pieces))


@cache
def _exported(folder: Path, split: str) -> str:
    export_tokenizer(trained(split), "tokenizer.json", folder)
    return (folder / "tokenizer.json").read_text("utf-8")


@pytest.fixture
def document(tmp_path_factory) -> dict[str, Any]:
    return json.loads(_exported(tmp_path_factory.getbasetemp(), "white-space"))


def written(document: dict[str, Any], folder: Path) -> Path:
    path = folder / "tokenizer.json"
    path.write_text(json.dumps(document), "utf-8")
    return path


def all_ways(document: dict[str, Any]) -> None:
    """List the merges as converters of SentencePiece's models do: every way to each token."""
    vocabulary = document["model"]["vocab"]
    ranks = {"".join(pair): rank for rank, pair in enumerate(document["model"]["merges"])}
    ways = [
        (ranks[token], token[:cut], token[cut:])
        for token in ranks
        for cut in range(1, len(token))
        if token[:cut] in vocabulary and token[cut:] in vocabulary
    ]
    document["model"]["merges"] = [[left, right] for _, left, right in sorted(ways)]


def differing(path: Path) -> list[str]:
    """Texts of which the ids or the decoded text are not those of tokenizers."""
    ours, theirs = load_tokenizer(path), tokenizers.Tokenizer.from_file(str(path))
    texts = strange_texts(150)
    for seed in range(8):
        chance = random.Random(seed)
        texts.append("".join(chance.choices(["<s>", "</s>", "low", " ", "  new", "☃"], k=6)))
    found = []
    for text in texts:
        expected = theirs.encode(text, add_special_tokens=False).ids
        if ours.encode(text, special="parse") != expected:
            found.append(text)
    return found


def test_our_export_comes_back(document, tmp_path):
    tokenizer, path = trained(), written(document, tmp_path)
    assert not differing(path)
    back = load_tokenizer(path)
    assert back.special_tokens == tokenizer.special_tokens
    assert back.vocabulary == tokenizer.vocabulary
    assert back.pieces is not None
    assert not validate_tokenizer(path).of("error")
    export_tokenizer(back, "tokenizer.json", tmp_path / "again")
    again = json.loads((tmp_path / "again" / "tokenizer.json").read_text("utf-8"))
    assert again["model"] == document["model"]


@pytest.mark.parametrize(
    "form", ["llama 2", "gemma", "metaspace", "lines", "a token that nothing makes"]
)
def test_ids_are_those_of_tokenizers(form, document, tmp_path):
    model = document["model"]
    if form == "llama 2":
        all_ways(document)
    elif form == "gemma":
        document |= {"normalizer": REPLACE, "pre_tokenizer": SPLIT}
        all_ways(document)
    elif form == "metaspace":
        document |= {
            "normalizer": None,
            "pre_tokenizer": METASPACE | {"prepend_scheme": "never"},
        }
    elif form == "lines":
        model["merges"] = [" ".join(pair) for pair in model["merges"]]
    else:
        model["vocab"] |= {"wxyzq": len(model["vocab"]), "▁☃": len(model["vocab"]) + 1}
    path = written(document, tmp_path)
    assert not differing(path)


def test_tokens_across_words(tmp_path):
    export_tokenizer(trained("none"), "tokenizer.json", tmp_path)
    assert not differing(tmp_path / "tokenizer.json")


def test_ways_that_are_never_taken_are_told(document, tmp_path):
    all_ways(document)
    report = validate_tokenizer(written(document, tmp_path))
    assert report.is_usable
    assert any("never taken" in each.sentence for each in report.findings)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"normalizer": {"type": "NFKC"}}, "normalizer is NFKC"),
        ({"normalizer": None}, "does not write ▁"),
        ({"normalizer": None, "pre_tokenizer": FIRST}, "only before"),
        ({"pre_tokenizer": METASPACE | {"prepend_scheme": "never"}}, "kind Metaspace"),
        ({"model": {"ignore_merges": True}}, "whole texts"),
    ],
)  # fmt: skip
def test_other_forms_run_in_their_library(change, reason, document, tmp_path):
    changed = deepcopy(document)
    for key, value in change.items():
        changed[key] = changed[key] | value if key == "model" else value
    tokenizer = load_any_tokenizer(written(changed, tmp_path))
    assert isinstance(tokenizer, LibraryTokenizer)
    assert reason in tokenizer.reason
    tokenizer.close()


def test_bad_files_get_a_sentence(document, tmp_path):
    lacking = deepcopy(document)
    del lacking["model"]["vocab"]["<0x41>"]
    with pytest.raises(TokenizerFileError, match="no token for the byte 0x41"):
        load_tokenizer(written(lacking, tmp_path))
    unknown = deepcopy(document)
    unknown["model"]["merges"].append(["low", "☃☃"])
    with pytest.raises(TokenizerFileError, match="not in the vocabulary"):
        load_tokenizer(written(unknown, tmp_path))
    bytes_joined = deepcopy(document)
    bytes_joined["model"]["vocab"]["<0x41>l"] = 999
    bytes_joined["model"]["merges"].append(["<0x41>", "l"])
    with pytest.raises(TokenizerFileError, match="<0x41>"):
        load_tokenizer(written(bytes_joined, tmp_path))
    late = deepcopy(document)
    late["model"]["merges"].reverse()
    assert isinstance(load_any_tokenizer(written(late, tmp_path)), Tokenizer | LibraryTokenizer)
