"""Normalization: the same as Python's own tables say, in training, encoding, files and exports."""

from __future__ import annotations

import hashlib
import json
import unicodedata

import numpy as np
import pytest
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.corpus import pieces
from engine.corpus.corpus import Corpus, Source
from engine.encoding.tokenizer import Tokenizer
from engine.errors import ConfigError, ExportError
from engine.evaluation.evaluation import evaluate
from engine.formats import export_tokenizer
from engine.settings.config import TrainingConfig
from engine.splitting.preset_patterns import preset_pattern
from engine.text import normalization
from engine.text.normalization import NORMALIZATIONS, normalized
from engine.training.training import train_tokenizer

ODD = "e\u0301te\u0301 ﬁne Ａ１ ①½ q\u0307\u0323\n\u0308a \u1100\u1161\u11a8 Å ㍿ x² ﷺ "


def trained(form: str | None, text: str = ODD * 20, **settings) -> Tokenizer:
    config = TrainingConfig(400, normalization=form, **settings)
    return train_tokenizer(Corpus.from_texts([text]), config)


@settings(max_examples=300, deadline=None)
@given(
    text=st.text(
        st.characters(categories=("L", "M", "N", "Z", "S")) | st.sampled_from("\n e\u0301")
    ),
    form=st.sampled_from(NORMALIZATIONS),
    piece_bytes=st.integers(1, 50),
)
def test_pieces_give_what_the_whole_gives(text, form, piece_bytes):
    """Compared with Python's `unicodedata` on what its version of Unicode knows."""
    known = "".join(char for char in text if unicodedata.category(char) != "Cn")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(normalization, "_PIECE_BYTES", piece_bytes)
        found = normalized(known.encode(), form)
    assert found.decode() == unicodedata.normalize(form.upper(), known)


def test_bytes_that_are_not_utf8_stay():
    assert normalized(b"\xff\xfee\xcc\x81\xc3", "nfc") == b"\xff\xfe\xc3\xa9\xc3"


def test_the_tables_are_those_of_the_split_patterns():
    assert normalization.unicode_data().unidata_version.startswith("16.")
    assert normalization.normalization_remark() == ()


@pytest.mark.parametrize("form", NORMALIZATIONS)
def test_training_on_any_spelling_gives_the_same_merges(form):
    composed = unicodedata.normalize(form.upper(), ODD)
    one, other = trained(form), trained(form, composed * 20)
    assert one.semantic_hash == other.semantic_hash
    assert one.merges.tolist() == trained(None, composed * 20).merges.tolist()
    assert one.training.bytes == len(composed.encode()) * 20


@pytest.mark.parametrize("form", NORMALIZATIONS)
def test_encoding_normalizes_and_decoding_gives_the_normalized_text(form):
    tokenizer = trained(form)
    expected = unicodedata.normalize(form.upper(), ODD)
    assert tokenizer.decode(tokenizer.encode(ODD)) == expected != ODD
    assert tokenizer.normalized(ODD.encode()) == expected.encode()
    spans = tokenizer.token_spans(ODD)
    assert spans.starts[-1] == len(expected.encode())
    assert [ids.tolist() for ids in tokenizer.encode_batch([ODD, "ab"])] == [
        tokenizer.encode(ODD),
        tokenizer.encode("ab"),
    ]


def test_a_long_text_is_not_cut_where_normalization_joins(monkeypatch):
    """Between a letter and an accent GPT-2's pattern is sure to cut, but NFC joins the two."""
    monkeypatch.setattr(pieces, "GROUP_BYTES", 16)
    tokenizer = trained("nfc")
    text = "e\u0301" * 500
    assert tokenizer.encode_batch([text])[0].tolist() == tokenizer.encode(text)
    assert tokenizer.decode(tokenizer.encode(text)) == "é" * 500


def test_text_around_special_tokens_is_normalized_and_they_are_not():
    tokenizer = trained("nfkc", special_tokens=("<|ﬁn|>",))
    ids = tokenizer.encode("ﬁ<|ﬁn|>e\u0301", special="parse")
    assert tokenizer.decode(ids) == "fi<|ﬁn|>é"
    assert ids.count(tokenizer.special_tokens["<|ﬁn|>"]) == 1


def test_the_hash_knows_the_form_and_nothing_else_changed():
    merges = [[97, 98]]
    hashes = {Tokenizer(merges, normalization=form).semantic_hash for form in (None, "nfc", "nfkc")}
    assert len(hashes) == 3
    before = hashlib.sha256(
        json.dumps(
            {"pattern": preset_pattern("gpt2"), "special_tokens": [], "vocab_size": 257}
        ).encode()
        + np.array(merges, "<u4").tobytes()
    )
    assert Tokenizer(merges).semantic_hash == before.hexdigest()


def test_an_unknown_form_is_refused():
    with pytest.raises(ConfigError, match="Unknown normalization 'nfd'; choose one of nfc, nfkc"):
        Tokenizer([], normalization="nfd")
    with pytest.raises(ConfigError, match="Unknown normalization"):
        TrainingConfig(300, normalization="NFC")


@pytest.mark.parametrize("form", [None, *NORMALIZATIONS])
def test_files_and_smaller_sizes_keep_the_form(form, tmp_path):
    tokenizer = trained(form)
    loaded = Tokenizer.load(tokenizer.save(tmp_path / "tokenizer.twb"))
    assert loaded.normalization == form
    assert loaded.semantic_hash == tokenizer.semantic_hash
    assert loaded.training.config == tokenizer.training.config
    assert loaded.encode(ODD) == tokenizer.encode(ODD)
    assert tokenizer.truncated(300).normalization == form


@pytest.mark.parametrize("form", NORMALIZATIONS)
def test_tokenizers_gives_the_same_ids_on_text_that_changes(form, tmp_path):
    tokenizer = trained(form, special_tokens=("<|end|>",))
    (path, *_) = export_tokenizer(tokenizer, "tokenizer.json", tmp_path)
    peer = tokenizers.Tokenizer.from_file(str(path))
    for text in (ODD, "e\u0301<|end|>ﬁ", "plain", "\u0344 \u2126 ｶﾞ \ufb2c"):
        assert peer.encode(text).ids == tokenizer.encode(text, special="parse")


def test_tiktoken_cannot_normalize_and_says_so(tmp_path):
    with pytest.raises(ExportError, match=r"form NFC first, which tiktoken cannot do"):
        export_tokenizer(trained("nfc"), "tiktoken", tmp_path)


@pytest.mark.parametrize("form", NORMALIZATIONS)
def test_an_evaluation_asks_for_the_normalized_text_back(form):
    corpus = Corpus([Source("odd", texts=(ODD, "e\u0301" * 9))])
    evaluation = evaluate(trained(form), corpus)
    assert evaluation.total.round_trips
    rewritten = unicodedata.normalize(form.upper(), ODD + "e\u0301" * 9)
    assert evaluation.total.bytes == len(rewritten.encode())
