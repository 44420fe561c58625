"""Bytes of tokens, exact inside of characters, and the factor between two tokenizers' losses."""

from __future__ import annotations

import json

import numpy as np
import pytest

from engine import ConfigError, Corpus, CorpusError, Source, Tokenizer, TrainingConfig
from engine import train_tokenizer as train
from engine.evaluation.loss_table import loss_scale_steps
from engine.formats.writing.nanochat import (
    bytes_per_token,
    save_token_bytes,
    saved_tensor,
    token_bytes,
)
from engine.machine import result_of

TEXT = "Zug fährt 今日は 👩‍🚀 ราคา " * 3


@pytest.fixture(scope="module")
def tokenizer():
    config = TrainingConfig(275, special_tokens=("<|bos|>", "<|end|>"))
    return train(Corpus.from_texts([TEXT]), config)


def test_every_byte_alone_has_one_byte():
    assert token_bytes(Tokenizer([])).tolist() == [1] * 256


def test_they_add_up_to_the_text_wherever_characters_are_cut(tokenizer):
    sizes = token_bytes(tokenizer)
    ids = tokenizer.encode_to_array(TEXT)
    assert sizes[ids].sum() == len(TEXT.encode())
    decoded = [len(tokenizer.decode([each]).encode()) for each in ids]
    assert sum(decoded) > sizes[ids].sum()  # what U+FFFD makes of halves of characters


def test_special_tokens_have_none_unless_asked_for(tokenizer):
    special = list(tokenizer.special_tokens.values())
    assert token_bytes(tokenizer)[special].tolist() == [0, 0]
    assert token_bytes(tokenizer, "text")[special].tolist() == [7, 7]
    assert np.array_equal(token_bytes(tokenizer), bytes_per_token(tokenizer))
    with pytest.raises(ConfigError, match="'none'"):
        token_bytes(tokenizer, "none")


def test_files(tokenizer, tmp_path):
    sizes = token_bytes(tokenizer)
    array = np.load(save_token_bytes(sizes, tmp_path / "bytes.npy"))
    assert array.dtype == np.int32 and np.array_equal(array, sizes)
    assert json.loads(save_token_bytes(sizes, tmp_path / "b.json").read_text()) == sizes.tolist()
    tensor = save_token_bytes(sizes, tmp_path / "token_bytes.pt").read_bytes()
    assert tensor == saved_tensor(bytes_per_token(tokenizer))
    with pytest.raises(ConfigError, match=r"\.npy, \.json, \.pt"):
        save_token_bytes(sizes, tmp_path / "bytes.txt")


def test_the_factor_of_the_article():
    """A fifth fewer tokens: 3.19 per token of the first is 3.98 per token of the second."""
    plain = Tokenizer([(97, 98)], pattern="none")
    longer = Tokenizer([(97, 98), (256, 99)], pattern="none")
    corpus = Corpus([Source("a", texts=("abc" + "abd" * 3 + "xx",)), Source("b", texts=("x",))])
    scale = result_of(loss_scale_steps(plain, longer, corpus))
    assert (scale.rows[0].tokens_one, scale.rows[0].tokens_other) == (10, 9)
    assert scale.total.factor == 11 / 10
    assert scale.total.scaled_loss(2.0) == pytest.approx(2.2)
    assert scale.total.factor == pytest.approx(
        scale.total.bytes_per_token_other / scale.total.bytes_per_token_one
    )
    assert scale.rows[1].factor == 1
    # the loss of the whole text is the same, whichever way it is written
    loss = 3.0
    one = loss * scale.total.tokens_one
    assert scale.total.scaled_loss(loss) * scale.total.tokens_other == pytest.approx(one)


def test_the_factor_of_nothing():
    with pytest.raises(CorpusError, match="no text"):
        result_of(loss_scale_steps(Tokenizer([]), Tokenizer([]), Corpus.from_texts([""])))
