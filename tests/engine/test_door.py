"""What people bring from tiktoken and tokenizers means the same here, with identical ids."""

from __future__ import annotations

import copy
import doctest
import inspect
import itertools
import pickle

import numpy as np
import pytest
import tiktoken
import tokenizers
from tokenizers import models, pre_tokenizers

import engine
import engine.errors
import workbench
from engine.corpus.corpus import Corpus
from engine.counting import count_pretokens
from engine.datasets.dataset_settings import DatasetSettings
from engine.encoding.token_table import to_byte_alphabet
from engine.encoding.tokenizer import Tokenizer
from engine.errors import (
    ArgumentError,
    ConfigError,
    PatternError,
    SpecialTokenError,
    TokenIdError,
)
from engine.settings.config import TrainingConfig
from engine.splitting.preset_patterns import preset_pattern
from engine.training.superword_stage import SuperwordOptions
from engine.training.training import train_tokenizer
from tests.texts import many_texts, some_texts

PATTERN = preset_pattern("gpt2")
END, BEGIN = "<|end|>", "<|begin|>"
MIXED = f"low{END}er 你好 naïve{BEGIN}{END} 🙂🙂 12345 <|end|\n"


@pytest.fixture(scope="module")
def trained():
    return train_tokenizer(Corpus.from_texts(many_texts()), TrainingConfig(600))


@pytest.fixture(scope="module")
def ranks(trained):
    return {token: rank for rank, token in enumerate(trained.vocabulary)}


@pytest.fixture(scope="module")
def encoding(ranks):
    special = {END: 600, BEGIN: 605}
    return tiktoken.Encoding("ours", pat_str=PATTERN, mergeable_ranks=ranks, special_tokens=special)


@pytest.fixture(scope="module")
def ours(ranks):
    return Tokenizer.from_ranks(ranks, pattern=PATTERN, special_tokens={END: 600, BEGIN: 605})


@pytest.fixture(scope="module")
def vocabulary(trained):
    return {to_byte_alphabet(token): i for i, token in enumerate(trained.vocabulary)}


@pytest.fixture(scope="module")
def merges(trained):
    spelled = [to_byte_alphabet(token) for token in trained.vocabulary]
    return [(spelled[left], spelled[right]) for left, right in trained.merges.tolist()]


@pytest.fixture(scope="module")
def theirs(vocabulary, merges):
    made = tokenizers.Tokenizer(models.BPE(vocabulary, merges))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.add_special_tokens([END])
    return made


def test_ranks_give_the_ids_of_tiktoken(ours, encoding):
    for text in [*some_texts(), MIXED]:
        assert ours.encode(text) == encoding.encode_ordinary(text)
        assert ours.decode(ours.encode(text)) == text
    assert ours.vocab_size == encoding.n_vocab
    assert ours.special_tokens == {END: 600, BEGIN: 605}


CHOICES = (None, "all", (), {END}, {BEGIN}, {END, BEGIN}, {"unknown"}, {END, "low"})


@pytest.mark.filterwarnings("ignore:allowed_special names")
@pytest.mark.parametrize(("allowed", "disallowed"), [*itertools.product(CHOICES, CHOICES[1:])])
def test_special_tokens_are_allowed_as_in_tiktoken(ours, encoding, allowed, disallowed):
    chosen = {"allowed_special": set() if allowed is None or allowed == () else allowed}
    for text in (MIXED, "low", f"{END}", f"low{BEGIN}"):
        try:
            expected = encoding.encode(text, **chosen, disallowed_special=disallowed)
        except ValueError:
            with pytest.raises(ValueError, match="contains the special token"):
                ours.encode(text, allowed_special=allowed, disallowed_special=disallowed)
            continue
        found = ours.encode(text, allowed_special=allowed, disallowed_special=disallowed)
        assert found == expected
        assert (
            ours.encode_batch(
                [text, "low"], allowed_special=allowed, disallowed_special=disallowed
            )[0].tolist()
            == expected
        )


def test_one_choice_leaves_the_other_as_tiktoken_has_it(ours):
    assert ours.encode(END, allowed_special="all") == [600]
    with pytest.raises(SpecialTokenError, match="begin"):
        ours.encode(END + BEGIN, allowed_special={END})
    assert ours.encode(END, disallowed_special=()) == ours.encode(END)
    with pytest.raises(ArgumentError, match="exclude each other"):
        ours.encode(END, special="parse", allowed_special={END})
    with pytest.raises(ArgumentError, match="allowed_special must be"):
        ours.encode(END, allowed_special=END)


def test_a_refused_token_is_told_with_its_place_and_the_way_it_was_refused(ours):
    with pytest.raises(SpecialTokenError, match='encode it as text with special="text"') as raised:
        ours.encode(f"naïve{END}", special="reject")
    assert (raised.value.offset, raised.value.character) == (6, 5)
    with pytest.raises(
        SpecialTokenError, match=r"add it to allowed_special .* disallowed_special=\(\)"
    ) as raised:
        ours.encode(f"naïve{END}{BEGIN}", allowed_special={END})
    assert raised.value.character == len(f"naïve{END}")
    with pytest.raises(SpecialTokenError) as raised:
        ours.encode_to_array(b"\xff" + END.encode(), special="reject")
    assert (raised.value.offset, raised.value.character) == (1, None)


def test_an_allowed_token_that_is_unknown_is_named(ours):
    for name in ("encode", "encode_to_array", "encode_batch", "encode_with_offsets"):
        made = copy.deepcopy(ours)  # a tokenizer warns once of a choice
        text = ["<|foo|>"] if name == "encode_batch" else "<|foo|>"
        with pytest.warns(UserWarning, match=r"names '<\|foo\|>', which is not a sp") as warned:
            getattr(made, name)(text, allowed_special={"<|foo|>", END})
        assert [each.filename for each in warned] == [__file__]
    assert made.encode("<|foo|>", allowed_special={"<|foo|>", END}) == ours.encode("<|foo|>")


def test_a_choice_that_is_none_is_an_error_of_the_argument_and_still_of_a_setting(ours):
    for call in (
        lambda: ours.encode("low", special="loud"),
        lambda: ours.decode([1], errors="loud"),
    ):
        with pytest.raises(ArgumentError, match="must be one of") as raised:
            call()
        assert isinstance(raised.value, ConfigError)
        assert isinstance(raised.value, ValueError)


@pytest.mark.parametrize("n_threads", [-3, 0, "x", 1.5, True])
def test_a_number_of_threads_is_at_least_one(ours, n_threads):
    for call in (
        lambda: ours.encode_batch(["a"], n_threads=n_threads),
        lambda: ours.encode_lazily(["a"], n_threads=n_threads),
        lambda: DatasetSettings(n_threads=n_threads),
        lambda: SuperwordOptions(n_threads=n_threads),
        lambda: next(count_pretokens(Corpus.from_texts(["a"]), ours.splitter, n_threads=n_threads)),
    ):
        with pytest.raises(ArgumentError, match="n_threads must be a whole number of at least 1"):
            call()


def test_ids_that_are_none_are_shown(ours):
    with pytest.raises(TokenIdError, match=r"whole numbers, not a list \[1\.0\]\."):
        ours.decode([1.0])
    with pytest.raises(TokenIdError, match=r"whole numbers, not a str 'low'\."):
        ours.decode("low")
    with pytest.raises(TokenIdError, match=r"not a ndarray array\(\[\[1\], \[2\]\]\)\."):
        ours.decode(np.array([[1], [2]]))


def test_vocabulary_and_merges_give_the_ids_of_tokenizers(vocabulary, merges, theirs):
    pairs = Tokenizer.from_merges(vocabulary, merges)
    lines = Tokenizer.from_merges(
        {**vocabulary, END: 600}, (" ".join(pair) for pair in merges), special_tokens=[END]
    )
    for text in [*some_texts(), "low lower 你好 🙂"]:
        expected = theirs.encode(text).ids
        assert pairs.encode(text) == lines.encode(text, special="parse") == expected
    assert lines.encode(MIXED, special="parse") == theirs.encode(MIXED).ids
    assert lines.special_tokens == {END: 600}


def test_offsets_are_characters_as_in_tokenizers_and_tiktoken(ours, vocabulary, merges, theirs):
    same = Tokenizer.from_merges(vocabulary, merges, special_tokens={END: 600})
    for text in [*some_texts(), MIXED, "", "🙂é" * 3]:
        found = same.encode_with_offsets(text, special="parse")
        expected = theirs.encode(text)
        assert found.ids.tolist() == expected.ids
        assert [tuple(pair) for pair in found.offsets.tolist()] == expected.offsets


def test_offsets_start_where_tiktoken_says(ours, encoding):
    for text in [*some_texts(), MIXED]:
        found = ours.encode_with_offsets(text, allowed_special="all")
        ids = encoding.encode(text, allowed_special="all")
        assert found.ids.tolist() == ids
        assert found.offsets[:, 0].tolist() == encoding.decode_with_offsets(ids)[1]


def test_ids_and_tokens_are_found(ours, encoding, theirs):
    for token_id, token in enumerate(ours.vocabulary):
        if not token:
            assert ours.id_to_token(token_id) is None
            continue
        assert ours.id_to_token(token_id) == encoding.decode_single_token_bytes(token_id)
        assert ours.token_to_id(token) == encoding.encode_single_token(token) == token_id
    assert ours.token_to_id(END) == theirs.token_to_id(END) == 600
    assert ours.token_to_id("no such token") is theirs.token_to_id("no such token") is None
    assert ours.id_to_token(10_000) is ours.id_to_token(-1) is None
    with pytest.raises(ArgumentError, match="a string or bytes"):
        ours.token_to_id(3)


def test_a_name_that_is_also_text_means_the_special_token_as_string():
    made = Tokenizer([(108, 111)], special_tokens={"lo": 257})
    assert (made.token_to_id("lo"), made.token_to_id(b"lo")) == (257, 256)


def test_decoding_is_strict_where_asked(ours, encoding):
    ids = [0xE4]  # the first byte of a longer character
    assert ours.decode(ids) == encoding.decode(ids) == "\ufffd"
    assert ours.decode(ids, errors="ignore") == encoding.decode(ids, errors="ignore") == ""
    with pytest.raises(UnicodeDecodeError):
        ours.decode(ids, errors="strict")
    with pytest.raises(ArgumentError, match="errors must be one of"):
        ours.decode(ids, errors="loud")
    with pytest.raises(TokenIdError):
        ours.decode([601], errors="strict")


def test_a_stream_is_encoded_in_order_and_read_only_a_little_ahead(ours):
    read = 0

    def endless():
        nonlocal read
        for number in itertools.count():
            read += 1
            yield f"number {number} " * 4000

    found = ours.encode_lazily(endless(), n_threads=2)
    first = [next(found) for _ in range(5)]
    found.close()
    expected = [ours.encode(f"number {number} " * 4000) for number in range(5)]
    assert [ids.tolist() for ids in first] == expected
    assert read < 2000


def test_a_stream_has_the_ids_of_a_batch(ours):
    texts = [*some_texts(), MIXED, b"\xff low", "low " * 300_000, "", "end"]
    found = ours.encode_lazily(iter(texts), special="parse")
    expected = ours.encode_batch(texts, special="parse")
    assert [ids.tolist() for ids in found] == [ids.tolist() for ids in expected]
    assert [ids.dtype for ids in ours.encode_lazily(texts[:3])] == [np.uint32] * 3
    with pytest.raises(ArgumentError, match="Several texts"):
        ours.encode_lazily("one text")


def test_special_tokens_are_added_behind_or_where_asked(trained):
    made = trained.with_special_tokens([END, BEGIN])
    assert made.special_tokens == {END: 600, BEGIN: 601}
    assert made.encode(f"low{END}", special="parse") == [*trained.encode("low"), 600]
    again = made.with_special_tokens([BEGIN, "<|pad|>"])
    assert again.special_tokens == {END: 600, BEGIN: 601, "<|pad|>": 602}
    assert trained.with_special_tokens({END: 700}).vocab_size == 701
    assert trained.special_tokens == {}
    with pytest.raises(ConfigError, match="has the id 600 already"):
        made.with_special_tokens({END: 650})
    with pytest.raises(ConfigError, match="must differ"):
        made.with_special_tokens({"<|pad|>": 600})
    with pytest.raises(ArgumentError, match="must be a list"):
        made.with_special_tokens(END)


def test_tokenizers_are_equal_where_they_give_the_same_ids(trained, ours, tmp_path):
    loaded = Tokenizer.load(trained.save(tmp_path))
    assert loaded == trained
    assert len({loaded, trained, ours}) == 2
    bare = Tokenizer(trained.merges)
    assert bare == trained  # without its training record
    assert trained.truncated(500) != trained
    assert trained.with_special_tokens([END]) != trained
    assert trained != "a tokenizer"
    assert (len(trained), len(ours)) == (trained.vocab_size, ours.vocab_size)


def test_names_of_tiktoken_are_there(ours, encoding):
    texts = [*some_texts(), MIXED]
    for text in texts:
        assert ours.encode_ordinary(text) == encoding.encode_ordinary(text)
    batch = [encoding.encode_ordinary(text) for text in texts]
    assert ours.decode_batch(batch) == encoding.decode_batch(batch) == texts
    with pytest.raises(UnicodeDecodeError):
        ours.decode_batch([[0xE4]], errors="strict")


@pytest.mark.parametrize("documented", [engine, Tokenizer])
def test_the_first_lines_of_the_help_run_as_they_stand(documented):
    lines = doctest.DocTestParser().get_doctest(
        inspect.getdoc(documented), {"Tokenizer": Tokenizer}, "help", None, 0
    )
    assert len(lines.examples) == 3
    assert doctest.DocTestRunner().run(lines).failed == 0


def test_every_known_failure_is_at_the_top_and_in_the_tree():
    tree = inspect.getdoc(engine.errors).split()
    for name in engine.__all__:  # loads every package that defines failures
        getattr(engine, name)
    failures, found = [engine.EngineError], []
    while failures:
        failure = failures.pop()
        found.append(failure.__name__)
        failures += [
            each for each in failure.__subclasses__() if each.__module__.startswith("engine.")
        ]
    for name in found:
        assert getattr(engine, name).__name__ == name
        assert name in tree
    assert {"ArgumentValueError", "ChatError", "ConversationError", "ExportError"} < set(found)
    assert {"ModelConfigError", "PublishedTokenizerError"} < set(found)


def test_there_is_one_version():
    assert engine.__version__ == workbench.__version__


def test_special_tokens_are_added_to_what_was_imported(ours, encoding):
    assert ours.with_special_tokens(["<|pad|>"]).special_tokens["<|pad|>"] == encoding.n_vocab
    assert ours.with_special_tokens({"<|pad|>": 602}).encode("<|pad|>", special="parse") == [602]


def pickled(made):
    return pickle.loads(pickle.dumps(made))  # noqa: S301  our own


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, pickled])
def test_what_was_made_here_is_copied(ours, way):
    expected = ours.encode(MIXED, allowed_special="all")
    made = way(ours)
    assert made.encode(MIXED, allowed_special="all") == expected
    assert made.token_to_id(END) == 600


def test_ranks_that_make_no_tokenizer_are_refused(ranks):
    for wrong, words in (
        ({b"lo": 0}, "the byte 0x00 has no rank, and 255 others"),
        ({**ranks, b"zzz": 3}, "have the same rank, 3"),
        ({**ranks, b"": 700}, "a token of 0 bytes"),
    ):
        with pytest.raises(ConfigError, match=words):
            Tokenizer.from_ranks(wrong, pattern="gpt2")
    with pytest.raises(ArgumentError, match="whole numbers by bytes"):
        Tokenizer.from_ranks({"a": 0}, pattern="gpt2")
    with pytest.raises(PatternError, match=r"The split pattern .* may leave text unmatched"):
        Tokenizer.from_ranks(ranks, pattern=r"\p{L}+")


def test_merges_that_make_no_tokenizer_are_refused(vocabulary, merges):
    for ids, pairs, words in (
        ({"a": 0}, [], "no token for the byte"),
        (vocabulary, [("a", "no such token")], "not in the vocabulary"),
        (vocabulary, ["a b c"], "is not two tokens"),
        ({**vocabulary, "zzz": 3}, merges, "have the same id, 3"),
        ({**vocabulary, "zzz": -3}, merges, "ids lie from 0"),
    ):
        with pytest.raises(ConfigError, match=words):
            Tokenizer.from_merges(ids, pairs)
    with pytest.raises(ConfigError, match=r"'<.end.>' is not in the vocabulary"):
        Tokenizer.from_merges(vocabulary, merges, special_tokens=[END])
    with pytest.raises(ArgumentError, match="ids by token"):
        Tokenizer.from_merges({"a": "b"}, merges)
