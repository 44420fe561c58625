"""What the console shows of a tokenizer and a corpus: one line with the facts that matter."""

from __future__ import annotations

from engine import Corpus, Source, Tokenizer, TrainingConfig, train_tokenizer


def test_a_tokenizer_is_told_by_its_size_and_its_pattern():
    config = TrainingConfig(258, special_tokens=("<|end|>",))
    tokenizer = train_tokenizer(Corpus.from_texts(["low low low"]), config)
    assert repr(tokenizer) == "Tokenizer(258 ids, 1 merge, 1 special token, pattern gpt2)"
    own = Tokenizer([(97, 98)], pattern="x" * 60)
    words = f"Tokenizer(257 ids, 1 merge, 0 special tokens, pattern {'x' * 39}…)"
    assert repr(own) == words


def test_a_corpus_is_told_by_its_labels_and_its_size(tmp_path):
    (tmp_path / "eng.txt").write_text("low lower", "utf-8")
    files = Corpus.from_paths([tmp_path / "eng.txt"])
    assert repr(files) == "Corpus(1 source: eng; 1 file; about 9 bytes)"
    many = Corpus([Source(f"s{i}", texts=("low",)) for i in range(7)])
    assert repr(many) == "Corpus(7 sources: s0, s1, s2, s3, s4, …; 0 files; about 21 bytes)"
