"""Trainings in tokenizers and sentencepiece on a mixture; the ids are those of the library."""

from __future__ import annotations

import json
import os
import signal
from contextlib import closing
from pathlib import Path

import pytest
import sentencepiece
import tokenizers

from engine import (
    ConfigError,
    Corpus,
    CorpusError,
    CountsRules,
    LibraryError,
    Mixture,
    TrainingConfig,
    result_of,
    train_with_library,
    write_counts,
)
from engine.machine import Ending, finishing
from engine.settings import LibraryTrainer
from engine.trainers import tokenizer_of_file, training
from engine.trainers.stalls import Stall
from engine.trainers.words_of_libraries import LogReader, failure_of

ENGLISH = [f"The cat number {n} sat on the mat.\nAnd the dog {n % 7} slept.\n" for n in range(60)]
JAPANESE = [f"日本語のテキスト{n % 5}です。{chr(0x5000 + n)}\n" for n in range(20)]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory) -> Corpus:
    folder = tmp_path_factory.mktemp("texts")
    for name, texts in (("eng", ENGLISH), ("jpn", JAPANESE)):
        lines = (json.dumps({"text": text}) for text in texts)
        (folder / f"{name}.jsonl").write_text("\n".join(lines), "utf-8")
    return Corpus.from_paths([folder])


def made_by(corpus, name, size, mixture=None, seen=None, **options):
    trainer = LibraryTrainer(name, **options)
    config = TrainingConfig(
        size, trainer.pattern_for("gpt2"), special_tokens=("<|end|>",), trainer=trainer
    )
    steps = train_with_library(corpus, config, mixture=mixture)
    return result_of(steps, None if seen is None else seen.append)


def test_hf_bpe_is_what_tokenizers_makes_and_becomes_a_tokenizer_of_ours(corpus):
    seen = []
    made = made_by(corpus, "hf-bpe", 330, seen=seen)
    alone = tokenizers.Tokenizer.from_str(made.file.decode())
    again = tokenizers.Tokenizer(tokenizers.models.BPE())
    again.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=330,
        special_tokens=["<|end|>"],
        initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    again.train_from_iterator([*ENGLISH, *JAPANESE], trainer)
    assert alone.get_vocab() == again.get_vocab()
    text = "The cat 7 日本 ü"
    assert made.tokenizer.encode(text) == alone.encode(text).ids
    assert made.tokenizer.decode(made.tokenizer.encode(text)) == text
    assert made.tokenizer.n_merges == 330 - 256 - 1
    assert made.library.startswith("tokenizers ")
    assert set(made.seconds) == {"write", "read", "train", "total"}
    assert made.peak_bytes is None or made.peak_bytes > 1 << 20
    assert {"Write text", "Start library", "Load tokenizer"} <= {step.phase for step in seen}


def test_sp_unigram_reads_the_lines_of_the_mixture(corpus):
    doubled = Mixture(bytes={"eng": 2 * sum(len(text.encode()) for text in ENGLISH), "jpn": 500})
    made = made_by(
        corpus, "sp-unigram", 36, doubled, character_coverage=0.98, max_sentence_length=34,
        model_prefix="small",
    )  # fmt: skip
    assert made.file_name == "small.model"
    repetitions = {each["label"]: each["repetition"] for each in made.manifest["files"]}
    assert repetitions["eng"] == 2
    assert any("skipped" in each and "max_sentence_length" in each for each in made.problems)
    assert any("of the characters are not covered" in each for each in made.problems)
    processor = sentencepiece.SentencePieceProcessor(model_proto=made.file)
    text = "The cat sat on 日本語"
    assert made.tokenizer.encode(text) == processor.encode(text)
    assert len(made.tokenizer.unknown_ids) == 1
    assert processor.is_control(made.tokenizer.special_tokens["<|end|>"])
    assert tokenizer_of_file(made.file_name, made.file).semantic_hash == (
        made.tokenizer.semantic_hash
    )


def test_word_piece_has_its_prefix_and_its_digits_apart(corpus):
    made = made_by(corpus, "hf-wordpiece", 120, piece_prefix="@@", split_digits=True)
    document = json.loads(made.file)
    assert document["model"]["continuing_subword_prefix"] == "@@"
    assert all(len(token.strip("@")) == 1 for token in document["model"]["vocab"]
               if any(sign.isdigit() for sign in token))  # fmt: skip
    assert made.tokenizer.encode("ü") == made.tokenizer.unknown_ids.tolist()


def test_bpe_of_characters_ends_words_with_a_suffix(corpus):
    made = made_by(corpus, "hf-bpe", 200, word_suffix="@", split_digits=True)
    theirs = tokenizers.Tokenizer.from_str(made.file.decode())
    model = json.loads(made.file)["model"]
    assert (model["end_of_word_suffix"], model["unk_token"]) == ("@", "<unk>")
    assert "the@" in model["vocab"] and "<|end|>" in theirs.get_vocab()
    text = "The cat sat 日本 ü"
    assert made.tokenizer.encode(text) == theirs.encode(text).ids
    assert made.tokenizer.decode(made.tokenizer.encode("the cat")).strip() == "the cat"
    assert made.tokenizer.vocabulary[theirs.token_to_id("the@")] == b"the "
    trainer = LibraryTrainer("hf-bpe", word_suffix="</w>")
    with pytest.raises(ConfigError, match="takes no split pattern"):
        TrainingConfig(300, "gpt2", trainer=trainer)


def test_a_size_that_the_text_does_not_give_is_a_sentence(corpus):
    with pytest.raises(LibraryError, match=r"sentencepiece finds at most [\d,]+ tokens"):
        made_by(corpus, "sp-bpe", 5000)


def test_a_trainer_that_runs_out_of_memory_is_a_sentence_and_leaves_nothing(corpus, tmp_path):
    config = TrainingConfig(300, "none", trainer=LibraryTrainer("hf-unigram"))
    steps = train_with_library(corpus, config, folder=tmp_path, memory_bytes=1 << 20)
    with pytest.raises(LibraryError, match=r"hf-unigram (ran out of|crashed .*because) memory"):
        result_of(steps)
    assert list(tmp_path.iterdir()) == []


def test_threads_do_not_reserve_what_a_small_limit_of_memory_leaves(corpus):
    """Each thread of the library would reserve 64 MB, and read for minutes without it.

    Systems without a limit of memory train as ever.
    """
    trainer = LibraryTrainer("hf-wordpiece")
    config = TrainingConfig(120, "none", trainer=trainer)
    made = result_of(train_with_library(corpus, config, memory_bytes=60 << 20))
    assert made.tokenizer.vocab_size == 120


@pytest.mark.parametrize(
    ("words", "status", "stall", "sentence"),
    [
        ("terminate called: std::bad_alloc", -6, None, "sp-bpe ran out of memory in sentencep"),
        ("ThreadPoolBuildError: os error 11", 1, None, "sp-bpe ran out of memory in sentencep"),
        ("I0000 1 2 trainer.cc:1] Loaded", -11, None, "signal 11), most likely because memory"),
        ("", -6, None, "most likely because memory ran out; give it less text (target_bytes, inp"),
        ("what(): no such file", -6, None, "was ended by signal 6"),
        ("", None, Stall("memory", 61.2), "no progress for 61 seconds for lack of memory"),
        ("", None, Stall("idle", 90.0), "it did nothing for 90 seconds. Train again"),
    ],
)
def test_an_ending_by_memory_names_memory_and_what_to_do(words, status, stall, sentence, tmp_path):
    (tmp_path / "log").write_text(f"{words}\n")
    log = LogReader(tmp_path / "log", 300)
    log.read()
    config = TrainingConfig(300, "none", trainer=LibraryTrainer("sp-bpe"))
    assert sentence in failure_of(config, Ending(status, ""), log, stall)


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_a_killed_trainer_is_a_sentence_and_closing_the_generator_ends_one(corpus, tmp_path):
    config = TrainingConfig(300, "none", trainer=LibraryTrainer("sp-bpe"))
    with closing(train_with_library(corpus, config, folder=tmp_path)) as steps:
        assert any(step.phase == "Start library" for step in steps)
    assert list(tmp_path.iterdir()) == []
    log = LogReader(tmp_path / "log", 300)
    (tmp_path / "map").write_text("ImportError: a.so: failed to map segment from shared object\n")
    log_of_map = LogReader(tmp_path / "map", 300)
    log_of_map.read()
    assert failure_of(config, Ending(1, ""), log_of_map).startswith("sp-bpe ran out of memory in")
    killed = failure_of(config, Ending(-signal.SIGKILL, ""), log)
    assert killed.startswith("sp-bpe was ended by signal 9 while it trained in sentencepiece.")


def test_seconds_in_which_the_library_is_held_are_left_out(corpus, monkeypatch):
    def held(*given, note_held, **settings):
        ending = yield from finishing(*given, note_held=note_held, **settings)
        for _ in range(20):
            note_held(-50.0)
            yield
        return ending

    monkeypatch.setattr(training, "finishing", held)
    seconds = made_by(corpus, "sp-bpe", 400, byte_fallback=True).seconds
    assert 1000 < seconds["total"] < 2000
    assert 900 < seconds["read"] + seconds["train"] < seconds["total"]


def test_what_cannot_be_trained_is_told_at_once(corpus, monkeypatch, tmp_path):
    plain = TrainingConfig(300)
    with pytest.raises(ConfigError, match="needs a TrainingConfig with a trainer"):
        train_with_library(corpus, plain)
    config = TrainingConfig(300, "none", trainer=LibraryTrainer("sp-bpe"))
    missing = tmp_path / "missing"
    with pytest.raises(LibraryError, match=r"cannot be written to .*missing"):
        result_of(train_with_library(corpus, config, folder=missing))
    monkeypatch.setattr(
        training, "optional_library", lambda _: type("Absent", (), {"is_installed": False})
    )
    with pytest.raises(LibraryError, match=r"which is not installed. .*sentencepiece"):
        train_with_library(corpus, config)


def test_progress_and_reasons_are_read_from_what_the_libraries_write(tmp_path):
    log, reader = tmp_path / "log", LogReader(tmp_path / "log", 1000)
    reader.read()
    assert (reader.phase, reader.share, reader.reason) == ("", None, "")
    log.write_text("@progress 0.2500 Read text\n")
    reader.read()
    assert (reader.phase, reader.share) == ("Read text", 0.25)
    with log.open("a") as stream:
        stream.write("@progress 0.0000 Train in library\n")
        stream.write("I0000 1 2 unigram_model_trainer.cc:903] EM sub_iter=0 size=4400 obj=1\n")
        stream.write("I0000 1 2 trainer_interface.cc:602] Final character coverage=0.9995\n")
    reader.read()
    assert (reader.phase, reader.share, reader.coverage) == ("Train in library", 0.0, 0.9995)
    with log.open("a") as stream:
        stream.write("I0000 1 2 unigram_model_trainer.cc:903] EM sub_iter=0 size=2200 obj=1\n")
    reader.read()
    assert reader.share == pytest.approx(0.5)
    with log.open("a") as stream:
        stream.write('{"stage":"Compute merges","current":300,"total":400}\n')
        stream.write("I0000 1 2 bpe_model_trainer.cc:421] Merged: freq=3 merges=900 piece=25\n")
        stream.write("\nPanicException: the trie is upside down\n")
    reader.read()
    assert (reader.share, reader.reason) == (0.9, "PanicException: the trie is upside down")
    config = TrainingConfig(1000, "none", trainer=LibraryTrainer("hf-unigram"))
    said = failure_of(config, Ending(1, ""), reader)
    assert said == "hf-unigram failed in tokenizers: PanicException: the trie is upside down."


def test_counts_have_no_text_to_train_on(tmp_path):
    result_of(write_counts(Corpus.from_texts(ENGLISH), tmp_path / "counts", CountsRules("gpt2")))
    config = TrainingConfig(300, "none", trainer=LibraryTrainer("sp-bpe"))
    with pytest.raises(CorpusError, match="is a folder of counts without it"):
        train_with_library(Corpus.from_paths([Path(tmp_path / "counts")]), config)
