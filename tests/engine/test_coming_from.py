"""docs/coming-from.md: both columns run, and give the same wherever both give a value."""

from __future__ import annotations

import base64
import re
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
import rustbpe
import sentencepiece
import tiktoken
import tiktoken.load
import tokenizers

import engine
from engine.encoding.token_table import BYTE_TO_CHARACTER, to_byte_alphabet

PAGE = Path(__file__).parents[2] / "docs" / "coming-from.md"
TABLE = re.compile(r"^## (\w+)\n(.*?)(?=^## |\Z)", re.DOTALL | re.MULTILINE)
TABLES = dict(TABLE.findall(PAGE.read_text("utf-8")))
TEXT = "The lowest of the low, 12 newer 你好."
SPELLED_OTHERWISE = {"ids after training"}
"""tokenizers spells tokens in the byte alphabet."""
STATEMENTS = {"add special tokens", "train", "write a file"}
"""Calls whose values say something else, or nothing."""
NEED_MORE = {"a rank file", "write a rank file", "positions in the text"}
"""The other side needs libraries that are not among ours: blobfile, protobuf."""


def rows(table):
    for line in TABLES[table].splitlines():
        if line.startswith("| ") and not line.startswith("| ---"):
            task, *cells = (each.strip() for each in re.split(r"(?<!\\)\|", line)[1:-1])
            if task != "Task":
                yield task, *(cell.strip("`").replace("\\|", "|") for cell in cells)


def value(line, names):
    """What an expression gives, as plain values; None for a statement."""
    if re.match(r"\w+(\.\w+)* = ", line):
        exec(line, names)  # noqa: S102  our own page
        return None
    return plain(eval(line, names))  # noqa: S307  our own page


def plain(found):
    if isinstance(found, np.ndarray | np.generic):
        return found.tolist()
    return [plain(each) for each in found] if isinstance(found, list) else found


@pytest.fixture
def names(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    texts = [TEXT, "low lower lowest", "", "newest newer " * 20]
    config = engine.TrainingConfig(271, special_tokens=("<|end|>",))
    made = engine.train_tokenizer(engine.Corpus.from_texts(texts * 3), config)
    ordinary = list(made.vocabulary[:270])
    ranks = {token: rank for rank, token in enumerate(ordinary)}
    (tmp_path / "corpus.txt").write_text("\n".join(texts * 9))
    (tmp_path / "mine.tiktoken").write_bytes(
        b"".join(base64.b64encode(token) + b" %d\n" % rank for token, rank in ranks.items())
    )
    engine.export_tokenizer(made, "tokenizer.json", tmp_path)
    spelled = list(map(to_byte_alphabet, ordinary))
    return {
        **{name: getattr(engine, name) for name in engine.__all__},
        "tiktoken": tiktoken, "tokenizers": tokenizers, "rustbpe": rustbpe,
        "sentencepiece": sentencepiece, "text": TEXT, "marked": f"low<|end|>{TEXT}",
        "texts": texts, "ranks": ranks, "pattern": made.pattern, "ids": made.encode(TEXT),
        "vocab": {token: number for number, token in enumerate(spelled)},
        "merges": [(spelled[left], spelled[right]) for left, right in made.merges.tolist()],
        "trainer": tokenizers.trainers.BpeTrainer(
            vocab_size=270, initial_alphabet=list(BYTE_TO_CHARACTER), show_progress=False
        ),
    }  # fmt: skip


@pytest.mark.parametrize("table", ["tiktoken", "tokenizers", "rustbpe"])
def test_both_columns_give_the_same(names, table):
    assert differing(table, names) == {}


@pytest.mark.slow
def test_sentencepiece_gives_the_same(names):
    model = BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(names["texts"] * 9), model_writer=model, vocab_size=40,
        hard_vocab_limit=False, minloglevel=2,
    )  # fmt: skip
    Path("sp.model").write_bytes(model.getvalue())
    names["text"] = names["texts"][1]
    assert differing("sentencepiece", names) == {}


def differing(table, names):
    """(value there, value here) of each task where both give one and they differ."""
    other = {}
    for task, theirs, ours in rows(table):
        expected = value(theirs, names) if theirs and task not in NEED_MORE else None
        found = value(ours, names)
        if expected is not None and found is not None and expected != found:
            other[task] = (expected, found)
    return {task: other[task] for task in other.keys() - STATEMENTS - SPELLED_OTHERWISE}


def test_the_lines_for_minbpe_run(names):
    names["text"] = TEXT * 5
    for task, theirs, ours in rows("minbpe"):
        assert theirs.startswith("tok"), task
        value(ours, names)
    assert names["tokenizer"].vocabulary[256:]


def test_the_page_names_every_library():
    assert set(TABLES) == {"tiktoken", "tokenizers", "minbpe", "rustbpe", "sentencepiece"}
    assert min(len(list(rows(table))) for table in TABLES) > 5
