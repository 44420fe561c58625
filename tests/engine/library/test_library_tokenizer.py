"""Tokenizers that run through their own library: its ids, exact places, and what it may not do."""

from __future__ import annotations

import inspect
import io
import json
import pickle
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import sentencepiece
import tokenizers

from engine import Corpus, Tokenizer
from engine.analysis.differences import (
    NO_MERGE,
    UnknownMerges,
    merge_comparison,
    vocabulary_difference,
)
from engine.corpus.corpus import Source
from engine.encoding import batch
from engine.errors import (
    ArgumentError,
    ConfigError,
    InexactTokenizerError,
    LibraryError,
    SpecialTokenError,
    TokenIdError,
    TokenizerFileError,
)
from engine.evaluation.evaluation import evaluate_all
from engine.evaluation.metrics import METRICS
from engine.evaluation.service import red_flag
from engine.formats.reading.loading import load_any_tokenizer, load_tokenizer
from engine.formats.validation import validate_tokenizer
from engine.library import child as library_child
from engine.library import tokenizer as library_module
from engine.library.tokenizer import LibraryTokenizer
from engine.machine import children
from engine.machine.children import read_frame, write_frame
from tests.texts import some_texts
from tests.tokenizer_json_files import added, document_of, trained, written

pytestmark = pytest.mark.slow

TEXTS = (
    "Hello  wörld 你好 🎉ﬁ\n\tx </s> <unk> ", "", " ", "   ", "\n", "naïve e\u0301\ufb01", "a\x00b",
    "\u2581x ▁", "[X] y [X][X]", "don't <s>", "日本語テキスト", "\u1112\u1161\u11ab", "Ａ１",
)  # fmt: skip


@cache
def model(kind: str) -> bytes:
    """A small model of sentencepiece: "bpe" with byte pieces, "unigram" with symbols of its own."""
    sentences = [text for text in some_texts(1) if text.strip() and max(text) < "\u0180"]
    made = io.BytesIO()
    options: dict[str, Any] = {"byte_fallback": True} if kind == "bpe" else {}
    options |= {"user_defined_symbols": ["[X]"], "control_symbols": ["<sep>"]}
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(sentences), model_writer=made, model_type=kind, vocab_size=520,
        hard_vocab_limit=False, character_coverage=0.99, num_threads=1, minloglevel=3, **options,
    )  # fmt: skip
    return made.getvalue()


@cache
def opened(kind: str) -> LibraryTokenizer:
    return LibraryTokenizer("sentencepiece", model(kind), reason="it is a model")


def json_tokenizer(kind: str) -> str:
    """tokenizer.json of a kind that is no byte-level BPE."""
    texts = [text for text in some_texts(8) if text.strip()]
    if kind == "words":
        made = tokenizers.Tokenizer(tokenizers.models.WordPiece(unk_token="[UNK]"))
        made.normalizer = tokenizers.normalizers.BertNormalizer()
        made.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
        made.decoder = tokenizers.decoders.WordPiece()
        trainer = tokenizers.trainers.WordPieceTrainer(
            vocab_size=400, special_tokens=["[UNK]", "[CLS]"], show_progress=False
        )
        made.train_from_iterator(texts, trainer)
        return made.to_str()
    if kind in ("word ends", "bytes with word ends"):
        return json_with_word_ends(texts, is_of_bytes=kind != "word ends")
    vocabulary = {f"<0x{byte:02X}>": byte for byte in range(256)}
    vocabulary |= {token: 256 + i for i, token in enumerate(["▁", "a", "b", "▁a", "ab", "▁ab"])}
    merges = [("▁", "a"), ("a", "b"), ("▁a", "b")]
    bpe = tokenizers.models.BPE(vocabulary, merges, byte_fallback=True, ignore_merges=True)
    made = tokenizers.Tokenizer(bpe)
    if kind == "first":  # before the first word alone, unless a blank is there
        made.pre_tokenizer = tokenizers.pre_tokenizers.Metaspace("▁", "first", split=False)
    else:
        made.normalizer = tokenizers.normalizers.Replace(" ", "▁")
    steps = [tokenizers.decoders.Replace("▁", " "), tokenizers.decoders.ByteFallback()]
    made.decoder = tokenizers.decoders.Sequence([*steps, tokenizers.decoders.Fuse()])
    return made.to_str()


def json_with_word_ends(texts: list[str], *, is_of_bytes: bool) -> str:
    """tokenizer.json whose words end with a suffix, of characters, or of bytes as CLIP's."""
    model = tokenizers.models.BPE(unk_token="<unk>", end_of_word_suffix="</w>")
    made = tokenizers.Tokenizer(model)
    special, alphabet = ["<unk>"], []
    if is_of_bytes:
        made.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
        made.decoder = tokenizers.decoders.ByteLevel()
        alphabet = tokenizers.pre_tokenizers.ByteLevel.alphabet()
    else:
        made.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
        made.decoder = tokenizers.decoders.BPEDecoder(suffix="</w>")
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=900, special_tokens=special, initial_alphabet=alphabet,
        end_of_word_suffix="</w>", show_progress=False,
    )  # fmt: skip
    made.train_from_iterator(texts, trainer)
    return made.to_str()


# ---- sentencepiece -------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["bpe", "unigram"])
def test_ids_are_those_of_sentencepiece(kind):
    ours, theirs = opened(kind), sentencepiece.SentencePieceProcessor(model_proto=model(kind))
    texts = [*TEXTS, *some_texts(20)]
    found = ours.encode_batch(texts)
    for text, ids in zip(texts, found, strict=True):
        assert ids.tolist() == theirs.encode(text), repr(text)
        assert ours.decode(ids) == theirs.decode(ids.tolist())
    assert ours.encode(TEXTS[0]) == theirs.encode(TEXTS[0])
    assert ours.vocab_size == theirs.vocab_size()
    assert repr(ours) == f"LibraryTokenizer(sentencepiece, {ours.vocab_size} ids)"
    assert ours.library == f"sentencepiece {sentencepiece.__version__}"
    assert ours.special_tokens["<sep>"] == theirs.piece_to_id("<sep>")
    assert ours.vocabulary[theirs.piece_to_id("[X]")] == b"[X]"


@pytest.mark.parametrize("kind", ["bpe", "unigram"])
def test_places_tile_the_text(kind):
    for text in (*TEXTS, *some_texts(20)):
        data = text.encode()
        spans = opened(kind).token_spans(text)
        if not len(spans.ids):
            assert spans.starts.tolist() == [0]
            continue
        assert spans.starts[0] == 0
        assert spans.starts[-1] == len(data)
        assert (np.diff(spans.starts) >= 0).all()


def test_a_copy_has_a_process_of_its_own():
    tokenizer = opened("bpe")
    ids = tokenizer.encode("Hello world")
    made = pickle.loads(pickle.dumps(tokenizer))  # noqa: S301  our own
    assert made.encode("Hello world") == ids
    assert made.encode_batch(["Hello world"])[0].tolist() == ids
    assert made._encoder.process is not tokenizer._encoder.process
    assert made.batch_encoder.encoders(1) == [made._encoder]


def test_byte_pieces_have_a_byte_each():
    spans = opened("bpe").token_spans("a 🏴 b")
    bytes_of = [opened("bpe").vocabulary[i] for i in spans.ids.tolist()]
    at = bytes_of.index(b"\xf0")
    assert bytes_of[at : at + 4] == [b"\xf0", b"\x9f", b"\x8f", b"\xb4"]
    assert np.diff(spans.starts)[at : at + 4].tolist() == [1, 1, 1, 1]


def test_bytes_that_are_no_text_are_replaced_there_and_keep_their_places():
    spans = opened("bpe").token_spans(b"ab \xff\xe4 b")
    assert spans.starts[-1] == 7
    assert opened("bpe").encode_to_array(b"ab \xff b").tolist() == opened("bpe").encode("ab � b")


def test_files_of_sentencepiece_run_through_it_and_say_so(tmp_path):
    path = tmp_path / "spiece.model"
    path.write_bytes(model("unigram"))
    for place in (path, tmp_path):
        with pytest.raises(InexactTokenizerError, match="Unigram model of SentencePiece") as found:
            load_tokenizer(place)
        assert found.value.library == "sentencepiece"
    (name,) = validate_tokenizer(tmp_path).facts["files"]
    assert name == "spiece.model"
    loaded = load_any_tokenizer(str(tmp_path))
    assert isinstance(loaded, LibraryTokenizer)
    assert loaded.semantic_hash == opened("unigram").semantic_hash
    assert loaded.semantic_hash != opened("bpe").semantic_hash
    assert "runs in sentencepiece" in loaded.sentence
    assert loaded.remarks[0].code == "shown_with_spaces"
    path.write_bytes(model("unigram")[:-200])
    with pytest.raises(LibraryError, match="sentencepiece refuses it"):
        load_any_tokenizer(path)


# ---- tokenizers ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["words", "bytes", "first", "word ends", "bytes with word ends"])
def test_ids_are_those_of_tokenizers(kind, tmp_path):
    path = tmp_path / "tokenizer.json"
    path.write_text(json_tokenizer(kind), "utf-8")
    ours = load_any_tokenizer(path)
    assert isinstance(ours, LibraryTokenizer)
    theirs = tokenizers.Tokenizer.from_file(str(path))
    texts = [*TEXTS, *some_texts(20), "a ab b abab"]
    for text, ids in zip(texts, ours.encode_batch(texts, special="parse"), strict=True):
        assert ids.tolist() == theirs.encode(text, add_special_tokens=False).ids, repr(text)
    spans = ours.token_spans("a ab 🏴 b")
    assert spans.starts[-1] == len("a ab 🏴 b".encode())
    assert ours.decode(spans.ids) == theirs.decode(spans.ids.tolist(), skip_special_tokens=False)
    if kind == "bytes":
        data = "a ab 🏴 b".encode()
        pieces = [data[start:end] for start, end in pairwise(spans.starts.tolist())]
        assert pieces == [b"a", b" ab", b" ", b"\xf0", b"\x9f", b"\x8f", b"\xb4", b" ", b"b"]


@pytest.mark.parametrize("kind", ["word ends", "bytes with word ends"])
def test_what_ends_a_word_is_shown_as_a_space(kind, tmp_path):
    path = tmp_path / "tokenizer.json"
    path.write_text(json_tokenizer(kind), "utf-8")
    ours = load_any_tokenizer(path)
    assert isinstance(ours, LibraryTokenizer)
    assert "end_of_word_suffix" in ours.reason
    assert any("end of a word" in each for each in ours.remarks)
    theirs = tokenizers.Tokenizer.from_file(str(path))
    ended = next(t for t in theirs.get_vocab() if t.endswith("</w>") and t[:-4].isalpha())
    assert ours.vocabulary[theirs.token_to_id(ended)].endswith(b" ")
    assert not any(b"</w>" in token for token in ours.vocabulary)


def test_a_file_that_could_be_exact_gives_the_same_there(tmp_path):
    document = document_of(trained())
    document["added_tokens"] = [added("<|end|>", 1400)]
    exact = load_tokenizer(written(document, tmp_path))
    through = LibraryTokenizer("tokenizers", json.dumps(document).encode(), reason="asked for")
    for text in (*TEXTS, "a<|end|>b"):
        for special in ("text", "parse"):
            one, other = (t.token_spans(text, special=special) for t in (exact, through))
            assert one.ids.tolist() == other.ids.tolist()
            assert one.starts.tolist() == other.starts.tolist()
            assert one.special.tolist() == other.special.tolist()
    assert list(exact.vocabulary) == list(through.vocabulary)
    with pytest.raises(SpecialTokenError):
        through.encode("a<|end|>b", special="reject")
    with pytest.raises(TokenIdError, match="1401"):
        through.decode([1401])
    corpus = Corpus.from_texts(list(some_texts(10)))
    here, there = evaluate_all([exact, through], corpus)
    assert here.total.pretokens
    unknown_there = dict.fromkeys(("pretokens", "mark_splits"))  # a library does not say
    assert there.total == replace(here.total, **unknown_there)


def test_flags_of_added_tokens_are_heeded_there(tmp_path):
    document = document_of(trained(), added_tokens=[added("<m>", 1400, lstrip=True)])
    path = written(document, tmp_path)
    ours = load_any_tokenizer(path)
    theirs = tokenizers.Tokenizer.from_file(str(path))
    assert ours.encode("a  <m>", special="parse") == theirs.encode("a  <m>").ids
    assert 1400 not in ours.encode("a  <m>")


# ---- the calls of Tokenizer ----------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["bpe", "unigram"])
def test_tokens_of_sentencepiece_are_found_by_id_and_by_text(kind):
    ours, theirs = opened(kind), sentencepiece.SentencePieceProcessor(model_proto=model(kind))
    vocabulary = list(ours.vocabulary)
    for i in range(theirs.vocab_size()):
        assert ours.id_to_token(i) == vocabulary[i]
        if vocabulary.count(vocabulary[i]) == 1:
            assert ours.token_to_id(vocabulary[i]) == i
        assert ours.token_to_id(theirs.id_to_piece(i)) == i
    assert ours.token_to_id(" the") == theirs.piece_to_id("▁the") != theirs.unk_id()
    assert ours.token_to_id("<sep>") == theirs.piece_to_id("<sep>")
    assert ours.token_to_id("no such token") is None
    assert ours.id_to_token(ours.vocab_size) is None


@pytest.mark.parametrize("kind", ["words", "bytes"])
def test_ids_of_tokens_are_those_of_tokenizers(kind):
    file = json_tokenizer(kind)
    ours = LibraryTokenizer("tokenizers", file.encode(), reason="asked for")
    theirs = tokenizers.Tokenizer.from_str(file)
    for token, token_id in theirs.get_vocab().items():
        assert ours.token_to_id(token) == token_id
    for token in ("no such token", "\ud800"):
        assert ours.token_to_id(token) is theirs.token_to_id("no such token") is None
    with pytest.raises(ArgumentError, match="A token must be a string or bytes"):
        ours.token_to_id(5)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["words", "bytes"])
def test_offsets_end_where_those_of_tokenizers_end(kind):
    file = json_tokenizer(kind)
    ours = LibraryTokenizer("tokenizers", file.encode(), reason="asked for")
    theirs = tokenizers.Tokenizer.from_str(file)
    for text in (*TEXTS, "a ab 🏴 b"):
        ids, offsets = ours.encode_with_offsets(text, special="parse")
        expected = theirs.encode(text, add_special_tokens=False)
        assert ids.tolist() == expected.ids
        ends = [end for _, end in expected.offsets]
        assert offsets[:-1, 1].tolist() == ends[:-1], repr(text)
        starts = [start for start, _ in expected.offsets]
        # A blank that tokenizers leaves out belongs to the token after it here.
        assert all(a <= b for a, b in zip(offsets[:, 0].tolist(), starts, strict=True))


@pytest.mark.parametrize("kind", ["bpe", "unigram"])
def test_a_stream_is_encoded_lazily_in_groups(kind):
    ours, theirs = opened(kind), sentencepiece.SentencePieceProcessor(model_proto=model(kind))
    read = []

    def endless():
        while True:
            read.append("low lower lowest " * 2000)
            yield read[-1]

    ids = next(ours.encode_lazily(endless()))
    assert ids.tolist() == theirs.encode(read[0])
    assert len(read) < 100
    assert [one.tolist() for one in ours.encode_lazily(TEXTS)] == theirs.encode(list(TEXTS))


def test_special_tokens_are_chosen_as_for_tiktoken():
    file = json_tokenizer("words")
    ours = LibraryTokenizer("tokenizers", file.encode(), reason="asked for")
    theirs = tokenizers.Tokenizer.from_str(file)
    text = "low [CLS] lower"
    read = theirs.encode(text, add_special_tokens=False).ids
    plain = ours.encode(text)
    cls = ours.special_tokens["[CLS]"]
    assert cls in read
    assert cls not in plain
    assert ours.encode(text, allowed_special="all") == read
    assert ours.encode(text, allowed_special=ours.special_tokens) == read
    assert ours.encode(text, allowed_special=(), disallowed_special=()) == plain
    assert ours.encode(text, disallowed_special={"[UNK]"}) == plain
    for call in (ours.encode, ours.encode_with_offsets, ours.token_spans):
        with pytest.raises(SpecialTokenError, match=r"\[CLS\]' at byte 4"):
            call(text, disallowed_special="all")
    with pytest.raises(SpecialTokenError, match="at byte 4"):
        ours.encode_batch(["first", text], disallowed_special={"[CLS]"})
    assert ours.encode(text, allowed_special={"[CLS]"}, disallowed_special=()) == read


def test_some_special_tokens_are_read_without_the_others():
    document = json.loads(json_tokenizer("words"))
    names = ["<a>", "<b>", "<bb>", "<b"]
    highest = max(document["model"]["vocab"].values())
    listed = [added(name, highest + 1 + i) for i, name in enumerate(names)]
    for each in listed:
        each["special"] = True
    document["added_tokens"] += listed
    ours = LibraryTokenizer("tokenizers", json.dumps(document).encode(), reason="asked for")
    ids, text = ours.special_tokens, "low<a> lower <bb>low"
    parts = {
        frozenset(): [],
        frozenset({"<a>"}): [ids["<a>"]],
        frozenset({"<a>", *names}): [ids["<a>"], ids["<bb>"]],
    }
    for read, expected in parts.items():
        found = ours.encode(text, allowed_special=read, disallowed_special=())
        assert [i for i in found if i in {ids[name] for name in names}] == expected
    assert ours.encode(text, allowed_special={"<a>"}, disallowed_special=()) == [
        *ours.encode("low"), ids["<a>"], *ours.encode(" lower <bb>low"),
    ]  # fmt: skip
    for read in ({"<b>"}, {"<bb>"}):
        with pytest.raises(ConfigError, match="without '<b', which can overlap it"):
            ours.encode(text, allowed_special=read, disallowed_special=())


def test_sentencepiece_reads_all_special_tokens_or_none():
    ours = opened("bpe")
    with pytest.raises(ConfigError, match="reads all special tokens in a text or none"):
        ours.encode("low", allowed_special={next(iter(ours.special_tokens))})


def test_special_tokens_across_the_border_of_two_documents_are_none():
    ours = LibraryTokenizer("tokenizers", json_tokenizer("words").encode(), reason="asked for")
    first, second = ours.encode_batch(["low [C", "LS] lower"], special="reject")
    assert [first.tolist(), second.tolist()] == [ours.encode("low [C"), ours.encode("LS] lower")]


def test_the_calls_of_both_tokenizers_have_the_same_arguments():
    for name in (
        "encode", "encode_to_array", "encode_batch", "encode_lazily", "encode_with_offsets",
        "token_spans", "decode", "token_to_id", "id_to_token",
    ):  # fmt: skip
        ours, theirs = getattr(LibraryTokenizer, name), getattr(Tokenizer, name)
        assert inspect.signature(ours) == inspect.signature(theirs)
    with pytest.raises(ConfigError, match="errors must be one of replace, strict, ignore"):
        opened("bpe").decode([1], errors="loose")  # type: ignore[arg-type]


# ---- comparing -----------------------------------------------------------------------------------


def test_it_is_measured_and_compared_but_has_no_merges():
    ours, other = trained(), opened("unigram")
    corpus = Corpus.from_texts(["Hello world, 你好 ﬁ\n"] * 3)
    exact, through = evaluate_all([ours, other], corpus)
    assert exact.total.round_trips
    assert not through.total.round_trips
    assert through.total.tokens == 3 * len(other.encode("Hello world, 你好 ﬁ\n"))
    difference = vocabulary_difference(ours, other)
    assert b"(" in difference.tokens[difference.both]
    only = difference.ranks[difference.only_second, 1]
    assert len(only) > 0
    assert (only == NO_MERGE).all()
    assert merge_comparison(ours, other) == UnknownMerges(1, other.library, other.reason)
    assert merge_comparison(ours, ours) is None


def test_its_library_drops_no_merges():
    other = opened("unigram")
    for use in (
        lambda: other.encode("Hello", dropout=0.1),
        lambda: other.encode_batch(["Hello"], dropout=0.1, seed=1),
        lambda: other.with_dropout(0.1),
    ):
        with pytest.raises(ConfigError, match="merges") as caught:
            use()
        assert caught.value.setting == "dropout"
    assert other.encode("Hello", dropout=None) == other.encode("Hello")


def test_a_tokenizer_that_loses_text_wins_nothing():
    """German and Chinese of the same meaning; the model has no Chinese character."""
    model = opened("unigram")
    texts = {"eng": "the cat\n" * 3, "deu": "die Katze\n" * 3, "zho": "猫在这里\n" * 3}
    corpus = Corpus([Source(label, texts=(text,)) for label, text in texts.items()])
    [found] = evaluate_all([model], corpus)
    english, german, chinese = found.rows
    assert chinese.unknown_characters == 12
    assert chinese.unknown_share == 12 / 15
    assert english.unknown_characters == german.unknown_characters == 0
    assert not any(row.round_trips for row in found.rows)  # line feeds become blanks
    assert found.fairness is not None
    assert found.fairness.labels == ()
    assert found.fairness.gini is found.fairness.worst_premium is None
    assert "without premium and not in the Gini coefficient: eng, deu, zho" in found.remarks[-1]
    assert "eng is the reference" in found.remarks[-1]
    assert METRICS["premium"].value(found, chinese) is None
    assert METRICS["unknown_share"].value(found, chinese) == 12 / 15
    assert not METRICS["bytes_per_token"].judges(chinese)
    assert red_flag(chinese).kind == "loss"


def test_unknown_tokens_of_tokenizers_are_counted():
    through = LibraryTokenizer("tokenizers", json_tokenizer("words").encode(), reason="words")
    [found] = evaluate_all([through], Corpus.from_texts(["a 猫𐀀  ☃ b"]))
    unknown = through.special_tokens["[UNK]"]
    tokens = through.encode("a 猫𐀀  ☃ b")
    assert unknown in tokens
    assert 0 < found.total.unknown_characters <= 3


# ---- a library that fails ------------------------------------------------------------------------


def in_its_place(tmp_path, monkeypatch, code: str) -> bytes:
    """Let the child find another sentencepiece; returns a file for it."""
    (tmp_path / "sentencepiece.py").write_text(code, "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return model("bpe")


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("import os; os._exit(3)", "ended its process (exit status 3)"),
        ("import os; os.abort()", "ended its process"),
        (
            "raise ModuleNotFoundError(\"No module named 'sentencepiece'\")",
            "-m pip install 'sentencepiece>=0.2'",
        ),
        ("import sys; sys.stdout.write('noise'); raise ValueError('odd')", "refuses it: odd."),
    ],
)
def test_a_library_that_ends_its_process_is_a_sentence(code, sentence, tmp_path, monkeypatch):
    file = in_its_place(tmp_path, monkeypatch, code)
    with pytest.raises(LibraryError) as found:
        LibraryTokenizer("sentencepiece", file, reason="it is a model")
    assert sentence in str(found.value)


def test_a_library_that_never_answers_is_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr(library_module, "_OPENING_SECONDS", 1.0)
    file = in_its_place(tmp_path, monkeypatch, "while True: pass")
    with pytest.raises(LibraryError, match="gave no answer within 1 seconds"):
        LibraryTokenizer("sentencepiece", file, reason="it is a model")


def test_the_clock_of_a_question_stops_with_its_answer_also_where_it_is_a_failure(monkeypatch):
    said: list[str] = []
    monkeypatch.setattr(
        children.faulthandler, "dump_traceback_later", lambda *_, **__: said.append("runs")
    )
    monkeypatch.setattr(
        children.faulthandler, "cancel_dump_traceback_later", lambda: said.append("stops")
    )
    requests, answers = io.BytesIO(), io.BytesIO()
    write_frame(requests, {"do": "encode", "seconds": 60})  # nothing was opened
    requests.seek(0)
    library_child._serve(requests, answers)
    answers.seek(0)
    answer = read_frame(answers)
    assert answer is not None
    assert answer.document["error"] == "AssertionError"
    assert said == ["runs", "stops"]


def test_ids_far_beyond_the_vocabulary_are_refused(tmp_path):
    document = json.loads(json_tokenizer("words"))
    document["model"]["vocab"]["far"] = 1_000_000_000
    (tmp_path / "tokenizer.json").write_text(json.dumps(document), "utf-8")
    with pytest.raises(LibraryError, match=r"highest id is 1,000,000,000; ids are below 2,000,000"):
        load_any_tokenizer(tmp_path)


def test_roles_are_those_whose_token_the_library_has():
    roles = {"bos": "<s>", "pad": "<nowhere>"}
    ours = LibraryTokenizer("sentencepiece", model("bpe"), reason="it is a model", roles=roles)
    assert ours.roles == {"bos": "<s>"}
    with pytest.raises(ConfigError, match="Unknown role"):
        LibraryTokenizer("sentencepiece", model("bpe"), reason="it is", roles={"x": "<s>"})


def test_after_a_crash_the_next_question_starts_it_again():
    ours = LibraryTokenizer("sentencepiece", model("bpe"), reason="it is a model")
    expected = ours.encode("again")
    child = ours._encoder.process._child.process
    assert child is not None
    child.kill()
    child.wait()
    with pytest.raises(LibraryError, match="ended its process"):
        ours.encode("again")
    assert ours.encode("again") == expected
    ours.close()
    assert ours.encode("again") == expected


def test_an_unreadable_file_is_no_library_matter(tmp_path):
    with pytest.raises(TokenizerFileError, match="was not found"):
        load_any_tokenizer(tmp_path / "gone" / "tokenizer.json")


def test_large_texts_are_measured_in_several_threads(monkeypatch):
    other = opened("unigram")
    corpus = Corpus.from_texts(list(some_texts(30)))
    (alone,) = evaluate_all([other], corpus)
    monkeypatch.setattr(batch, "_WORTH_THREADS", 1)
    monkeypatch.setattr(batch, "n_cores", lambda: 3)
    (together,) = evaluate_all([other], corpus)
    assert together.total == alone.total
