"""Extension by given tokens: lists of them, chains of merges, and what cannot be added."""

from __future__ import annotations

import json
from itertools import pairwise

import numpy as np
import pytest

from engine.analysis.sizes import ModelCost
from engine.corpus.corpus import Corpus
from engine.encoding.tokenizer import Tokenizer
from engine.errors import ConfigError, TokenizerFileError
from engine.extension import given_tokens
from engine.extension.extension import ExtensionSettings, extend_with_tokens
from engine.extension.given_tokens import tokens_of_other
from engine.extension.report import DOMAIN as DOMAIN_TEXT
from engine.extension.report import GENERAL, report_steps, write_embedding_rows, write_report
from engine.formats import export_tokenizer
from engine.library.tokenizer import LibraryTokenizer
from engine.machine import result_of
from engine.settings.token_lists import read_token_list, token_list
from tests import reference_bpe
from tests.extension_cases import (
    DOMAIN,
    TEXTS,
    normalizing,
    taken_apart,
    trained,
    with_whole_tokens,
)

WANTED = (" kubelet", "kubelets", "ქართული", " ქართული", "ababab", "1234567", "\t\t\t\t\t", " :=:")


def extended(old: Tokenizer, tokens=WANTED, **settings):
    steps = extend_with_tokens(old, token_list(tokens), settings=ExtensionSettings(**settings))
    return result_of(steps)


def reason_of(old: Tokenizer, token: str | bytes) -> tuple[str, str]:
    """Kind and sentence of one refused token; another one is added."""
    (refused,) = extended(old, (token, " kubelet")).refused
    assert refused.token == (token if isinstance(token, bytes) else token.encode())
    return refused.reason, refused.sentence


def test_each_token_is_reached_alone_by_the_slow_reference():
    """Of the merges alone: none of the engine's encoding takes part."""
    old = trained(700, "gpt2", ("<|end|>",))
    extension = extended(old)
    new = extension.tokenizer
    merges = [tuple(pair) for pair in new.ranked_merges.tolist()]
    for token in WANTED:
        (position,) = reference_bpe.encode(token.encode(), merges)
        assert new.ranked_tokens[position] == token.encode()
        assert new.encode(token) == [int(new.ranked_ids[position])]
    wanted = {
        token for token, w in zip(extension.new_tokens, extension.is_wanted, strict=True) if w
    }
    assert wanted == {token.encode() for token in WANTED}


def test_every_intermediate_is_a_part_of_a_token_and_none_is_a_twin():
    old = trained(700)
    extension = extended(old)
    assert not extension.is_wanted.all()
    every = list(old.ranked_tokens) + list(extension.new_tokens)
    assert len(set(every)) == len(every)
    for token, wanted in zip(extension.new_tokens, extension.is_wanted, strict=True):
        assert any(token in each.encode() for each in WANTED)
        assert wanted == (token.decode("utf-8", "replace") in WANTED)


def test_tokens_share_what_is_made_on_the_way():
    old = trained(500)
    both = extended(old, ("quxquuxzzy", "quuxzzy", " quuxzzy"))
    alone = sum(extended(old, (token,)).n_new for token in ("quxquuxzzy", "quuxzzy", " quuxzzy"))
    assert both.n_new < alone


def test_old_texts_change_only_where_new_tokens_stand():
    old = trained(700, "gpt2", ("<|end|>",))
    new = extended(old).tokenizer
    for text in (*TEXTS, *WANTED, "xkubelets 12345678 abababab"):
        assert taken_apart(old, new, new.encode(text)) == old.encode(text)


def test_tokenizers_loads_the_export(tmp_path):
    import tokenizers

    new = extended(trained(700, "gpt2", ("<|end|>",)), special_tokens=("<|new|>",)).tokenizer
    export_tokenizer(new, "tokenizer.json", tmp_path)
    library = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    for text in (*TEXTS, " ".join(WANTED)):
        assert library.encode(text, add_special_tokens=False).ids == new.encode(
            text, special="parse"
        )


def test_what_cannot_be_added_is_a_sentence_and_the_rest_goes_on():
    old = trained(700, "gpt2", ("<|end|>",))
    there = next(t for t in old.ranked_tokens[300:] if t.isalpha()).decode()
    number = old.encode(there)[0]
    assert reason_of(old, there) == ("exists", f"{there!r} is there already, with the id {number}.")
    assert reason_of(old, "x") == ("exists", "'x' is there already, with the id 120.")
    assert reason_of(old, "<|end|>")[0] == "special token"
    kind, sentence = reason_of(old, "foo bar")
    assert kind == "cut by the pattern"
    assert "the split pattern splits it into 'foo' and ' bar'" in sentence
    assert reason_of(normalizing(), "e\u0301")[0] == "normalized away"
    whole = extended(with_whole_tokens(), ("unmade", "kubelets")).refused
    assert [each.reason for each in whole] == ["exists"]


def test_a_token_that_is_there_but_never_made_is_told_apart():
    base = trained(500)
    from engine.encoding.token_table import Numbering

    ids = np.arange(len(base.ranked_ids), dtype=np.uint32)
    old = Tokenizer(
        base.merges, pattern=base.pattern, numbering=Numbering(ids, {b"qqqq": len(ids)})
    )
    kind, sentence = reason_of(old, "qqqq")
    assert kind == "exists unreached"
    assert "no text is encoded to it" in sentence


def test_what_has_no_way_is_refused():
    """`qqq` has to be made of `q` and `q` first, and `qq` is a token that no merge makes."""
    from engine.encoding.token_table import Numbering

    base = trained(500)
    ids = np.arange(len(base.ranked_ids), dtype=np.uint32)
    old = Tokenizer(base.merges, pattern=base.pattern, numbering=Numbering(ids, {b"qq": len(ids)}))
    assert reason_of(old, "qqq")[0] == "no way"


def test_strict_refuses_everything():
    with pytest.raises(ConfigError, match="Not every token can be added: 'foo bar' cannot"):
        extended(trained(500), (" kubelet", "foo bar"), strict=True)
    with pytest.raises(ConfigError, match="None of the tokens can be added"):
        extended(trained(500), ("foo bar", "x"))


def test_where_an_earlier_merge_takes_a_part_away():
    """`ab` is merged first, so that of `abcd` no `bcd` is left."""
    old = Tokenizer([[ord("a"), ord("b")]], pattern="gpt2")
    extension = extended(old, ("bcd",))
    (reach,) = extension.reaches
    assert reach.n_alone
    assert reach.n_missed == 0
    assert 0 < reach.n_taken < reach.n_inside
    assert b"".join(reach.example).startswith(b"abcd")
    assert reach.example[0] == b"ab"
    assert "'bcd' is not reached in" in reach.sentence
    (free,) = extended(old, ("bcd", "abcd")).reaches[1:]
    assert free.n_taken == 0
    assert free.sentence is None


def test_bytes_that_are_no_text_are_tokens_too():
    old = trained(500)
    new = extended(old, (b"\xff\xfe\xfd", b"\xe1\x83\xa5\xe1")).tokenizer
    assert (
        new.encode_to_array(b"\xff\xfe\xfd").tolist()
        != old.encode_to_array(b"\xff\xfe\xfd").tolist()
    )
    assert {b"\xff\xfe\xfd", b"\xe1\x83\xa5\xe1"} <= set(new.vocabulary)


# ---- lists of tokens ----------------------------------------------------------------------------


def test_a_text_file_has_a_token_a_line(tmp_path):
    file = tmp_path / "tokens.txt"
    file.write_bytes(
        "\ufeff kubelet \r\n\r\n\\n\\t\\s\\\\\nhex: e2 82 ac\n\\x41\\u00e9\\U0001F642\n".encode()
    )
    tokens = [each.token for each in read_token_list(file).tokens]
    assert tokens == [b" kubelet ", b"\n\t \\", "€".encode(), "Aé🙂".encode()]


def test_a_json_file_is_a_list_of_strings_and_hex(tmp_path):
    file = tmp_path / "tokens.json"
    file.write_text(json.dumps([" a\\n", {"hex": "ff"}, "é\n"]), encoding="utf-8")
    assert [each.token for each in read_token_list(file).tokens] == [
        b" a\\n",
        b"\xff",
        "é\n".encode(),
    ]


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.txt", b"good\n\\q", "line 2: the escape '\\\\q' is none that is known"),
        ("a.txt", b"good\nhex:abc", "line 2: 'abc' is not pairs of hex digits"),
        ("a.txt", b"good\n\\ud800", "line 2: the escape '\\\\ud800' is no character"),
        ("a.txt", b"good\n x\n\ngood", "line 4: 'good' is listed twice (first: "),
        ("a.txt", b"good\n" + b"y" * 10_001, "line 2: the token of 10,001 bytes"),
        ("a.json", b'["good", 5]', "entry 2: 5 is neither a string nor"),
        ("a.json", b'["good", ""]', "entry 2: an empty token is none"),
        ("a.json", b'["good", "\\ud800"]', "entry 2: '\\ud800' contains a lone surrogate"),
    ],
)
def test_a_bad_entry_is_told_with_its_place(tmp_path, name, content, words):
    file = tmp_path / name
    file.write_bytes(content)
    found = read_token_list(file)
    assert found.tokens[0].token == b"good"
    (refused,) = found.refused
    assert str(file) in refused.sentence
    assert words in refused.sentence


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.txt", b"\n\n", "names no token"),
        ("a.txt", b"good\n\xff", "line 2 cannot be used: it is not UTF-8"),
        ("a.json", b'{"a": 1}', "it is no list of tokens but a JSON dict"),
        ("a.json", b"[", "not valid JSON"),
    ],
)
def test_a_bad_file_is_a_sentence(tmp_path, name, content, words):
    file = tmp_path / name
    file.write_bytes(content)
    with pytest.raises(TokenizerFileError, match=words.replace("(", r"\(")):
        read_token_list(file)


def test_tokens_of_another_tokenizer_and_another_pattern():
    """What its pattern lets cross a border that ours cuts is refused; the rest is taken over."""
    old, other = trained(500, "gpt2"), trained(600, "superbpe-stage2")
    wanted = tokens_of_other(old, other)
    expected = [token for token in other.ranked_tokens if token not in set(old.ranked_tokens)]
    assert [each.token for each in wanted.tokens] == expected
    extension = result_of(extend_with_tokens(old, wanted))
    cut = {each.token for each in extension.refused}
    assert cut
    assert {each.reason for each in extension.refused} == {"cut by the pattern"}
    added = {t for t, w in zip(extension.new_tokens, extension.is_wanted, strict=True) if w}
    assert added | cut == set(expected)
    assert all(b" " in token[1:] or not token.isalpha() for token in cut)
    same = tokens_of_other(old, old)
    assert same.tokens == ()
    with pytest.raises(ConfigError, match="nothing was given"):
        result_of(extend_with_tokens(old, same))


def test_a_tokenizer_of_a_library_is_refused():
    class Foreign(LibraryTokenizer):
        def __init__(self) -> None:
            self.library, self.reason = "sentencepiece", "its model is Unigram"

    with pytest.raises(ConfigError, match="runs in sentencepiece"):
        tokens_of_other(trained(500), Foreign())
    with pytest.raises(ConfigError, match="its model is Unigram"):
        result_of(extend_with_tokens(Foreign(), token_list([" a"])))


# ---- report and rows ----------------------------------------------------------------------------


def test_the_report_counts_by_encoding(tmp_path):
    old = trained(700, "gpt2", ("<|end|>",))
    extension = extended(old, special_tokens=("<|new|>",))
    domain = Corpus.from_texts([DOMAIN, "kubelets 1234567"], label="ops")
    general = Corpus.from_texts(TEXTS[1:], label="any")
    report = result_of(
        report_steps(extension, domain=domain, general=general, cost=ModelCost(64, is_tied=False))
    )
    new = extension.tokenizer
    for name, texts in ((DOMAIN_TEXT, [DOMAIN, "kubelets 1234567"]), (GENERAL, TEXTS[1:])):
        measured = report.text(name)
        assert measured.before.tolist() == [sum(len(old.encode(text)) for text in texts)]
        assert measured.after.tolist() == [sum(len(new.encode(text)) for text in texts)]
        uses = np.bincount(
            [i for text in texts for i in new.encode(text)], minlength=new.vocab_size
        )
        assert measured.new_uses.tolist() == uses.tolist()
    assert report.new_parameters == 2 * 64 * (extension.n_new + 1)
    assert 0 < report.text(DOMAIN_TEXT).saved < 1
    document = json.loads(write_report(report, tmp_path).read_text(encoding="utf-8"))
    assert document["new"]["vocab_size"] == new.vocab_size
    assert document["new_tokens"][0]["id"] == old.vocab_size
    assert document["new_special_tokens"] == {"<|new|>": new.vocab_size - 1}
    assert document["embedding"]["new_rows"] == extension.n_new + 1


def test_merges_that_never_fire_are_those_that_no_encoding_applies():
    old = trained(700)
    report = result_of(report_steps(extended(old), domain=Corpus.from_texts([DOMAIN])))
    merges = [tuple(pair) for pair in old.ranked_merges.tolist()]
    fired = set()
    for word in set(reference_bpe.pretokens_of(DOMAIN, old.pattern)):
        ids = list(word)
        while True:
            pairs = [p for p in pairwise(ids) if p in merges]
            if not pairs:
                break
            rank = min(map(merges.index, pairs))
            fired.add(rank)
            ids = reference_bpe.merge(ids, merges[rank], 256 + rank)
    assert set(report.never_fired.tolist()) == set(range(old.n_merges)) - fired
    unused = set(range(old.vocab_size)) - set(report.extension.tokenizer.encode(DOMAIN))
    assert set(report.unused_old.tolist()) == unused


def test_embedding_rows_are_the_means_of_their_parts(tmp_path):
    """The snippet of the guide, with numpy, on the file."""
    old = trained(700, "gpt2", ("<|end|>",))
    extension = extended(old, special_tokens=("<|new|>",))
    report = result_of(report_steps(extension))
    file = write_embedding_rows(report.rows, tmp_path)
    embedding = np.random.default_rng(5).normal(size=(old.vocab_size, 8))

    with file.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    grown = np.zeros((max(row["id"] for row in rows) + 1, embedding.shape[1]))
    grown[: len(embedding)] = embedding
    for row in rows:
        grown[row["id"]] = np.average(embedding[row["parts"]], axis=0, weights=row["weights"])

    new = extension.tokenizer
    assert len(grown) == new.vocab_size
    assert [row["id"] for row in rows] == list(range(old.vocab_size, new.vocab_size))
    for row in rows:
        token = bytes.fromhex(row["hex"])
        assert token == new.vocabulary[row["id"]]
        assert b"".join(old.vocabulary[part] for part in row["parts"]) == token
        assert row["token"] is None or row["token"].encode() == token
        expected = np.mean([embedding[part] for part in row["parts"]], axis=0)
        np.testing.assert_allclose(grown[row["id"]], expected)
    of_text = next(row for row in rows if row["token"] == " kubelet")
    assert of_text["parts"] == old.encode(" kubelet")
    assert rows[-1]["special"]
    assert rows[-1]["parts"] == old.encode("<|new|>")


def test_many_tokens_tell_how_many_are_whole(monkeypatch):
    monkeypatch.setattr(given_tokens, "_STEP", 1)
    shares = list(given_tokens.chain_steps(trained(), token_list(WANTED)))
    assert shares == sorted(shares)
    assert shares[0] == 0 < shares[-1] <= 1
    assert len(set(shares)) > 2
