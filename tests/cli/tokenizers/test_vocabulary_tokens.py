"""`vocabulary --find`, `--token`, `--contexts`, `--at-merge`."""

from __future__ import annotations

import csv
import io
import re

import numpy as np
import pytest

from engine import Corpus, Tokenizer
from engine.analysis import token_usage, vocabulary_report
from tests.cli.conftest import TEXT


@pytest.fixture
def tokenizer(trained) -> Tokenizer:
    return Tokenizer.load(trained)


def test_a_filter_lists_tokens(cli, trained, tokenizer):
    document = cli("vocabulary", trained, "--find", "/^ ?l/ length:>1", "--json").document
    wanted = [
        i for i, data in enumerate(tokenizer.vocabulary)
        if len(data) > 1 and data.lstrip(b" ")[:1] == b"l" and data[:2] != b"  "
    ]  # fmt: skip
    assert [token["id"] for token in document["tokens"]] == wanted
    assert document["count"] == len(wanted) > 1
    first = document["tokens"][0]
    assert [first["left"], first["right"]] == tokenizer.merges[first["rank"]].tolist()
    assert first["count"] == tokenizer.training.occurrences[first["rank"]]
    assert cli("vocabulary", trained, "--find", "is:unreachable").status == 0


def test_a_filter_in_gpt2_notation(cli, trained, tokenizer):
    document = cli("vocabulary", trained, "--find", "Ġt", "--json").document
    wanted = [i for i, data in enumerate(tokenizer.vocabulary) if b" t" in data]
    assert [token["id"] for token in document["tokens"]] == wanted
    assert all("Ġt" in token["gpt2"] for token in document["tokens"])


def test_a_stranger_s_tokens_are_found_by_their_uses_in_texts(cli, tokenizer, corpus, tmp_path):
    """As the Python of the guide counts them; a token's uses need no training record."""
    Tokenizer(tokenizer.merges.tolist(), pattern=tokenizer.pattern).save(tmp_path / "s.twb")
    text = corpus / "eng.txt"
    found = cli("vocabulary", "s.twb", text, "--find", "is:unused-in-corpus not:byte", "--json")
    stranger = Tokenizer.load(tmp_path / "s.twb")
    counts = token_usage(stranger, Corpus.from_paths(text)).counts
    unused = [i for i in np.flatnonzero(counts == 0).tolist() if i >= 256]
    assert [token["id"] for token in found.document["tokens"]] == unused
    assert unused
    used = cli("vocabulary", "s.twb", text, "--find", "uses:>0 not:byte", "--json").document
    assert all(token["uses"] == counts[token["id"]] for token in used["tokens"])
    table = cli("vocabulary", "s.twb", text, "--find", "id:256").out
    assert table.split()[4] == "uses"
    assert table.split()[-1] == f"{counts[256]:,}"


def test_what_replaces_a_condition_that_a_stranger_s_file_lacks(cli, tokenizer, tmp_path):
    Tokenizer(tokenizer.merges.tolist(), pattern=tokenizer.pattern).save(tmp_path / "s.twb")
    dead = cli("vocabulary", "s.twb", "--find", "is:dead")
    assert dead.status == 2
    assert "count a text and ask for is:unused-in-corpus" in dead.sentence
    unused = cli("vocabulary", "s.twb", "--find", "is:unused-in-corpus not:byte")
    assert "vocabulary s.twb texts/ --find 'is:unused-in-corpus not:byte'" in unused.sentence


def test_the_help_tells_every_name_that_a_filter_takes(cli, tokenizer):
    """An empty answer sends there."""
    helped = re.split(r"[\s,;.`]+", re.sub(r"-\n\s+", "-", cli("vocabulary", "--help").out))
    assert set(vocabulary_report(tokenizer).names) <= set(helped)


def test_a_token_by_its_text_or_its_id(cli, trained, tokenizer):
    token_id = 256
    text = tokenizer.vocabulary[token_id].decode()
    by_id = cli("vocabulary", trained, "--token", str(token_id), "--json").document
    by_text = cli("vocabulary", trained, "--token", text, "--json").document
    assert by_id == by_text
    assert by_id["tree"][0] == [token_id, *tokenizer.merges[0].tolist()]
    made = [256 + k for k, pair in enumerate(tokenizer.merges.tolist()) if token_id in pair]
    assert by_id["merged_into"] == made
    assert set(made) <= set(by_id["in_the_tree_of"])
    assert by_id["contexts"] is None
    assert sum(by_id["uses_by_label"].values()) >= 0
    table = cli("vocabulary", trained, "--token", text)
    assert table.out.splitlines()[0].split() == ["id", "256"]
    assert "merged from" in table.out


def test_a_token_in_the_notations_of_the_filter(cli, trained, tokenizer):
    """--token reads what --find reads: the same token in each notation."""
    token_id = next(
        i for i, data in enumerate(tokenizer.vocabulary) if data[:1] == b" " and len(data) > 1
    )
    data = tokenizer.vocabulary[token_id]
    word = data.decode()[1:]
    notations = (f" {word}", f"Ġ{word}", f"·{word}", f"hex:{data.hex(' ')}", f'" {word}"')
    for text in (*notations, f"id:{token_id}"):
        outcome = cli("vocabulary", trained, "--token", text, "--json")
        assert outcome.status == 0, (text, outcome.err)
        assert outcome.document["id"] == token_id, text
        found = cli("vocabulary", trained, "--find", text, "--json").document["tokens"]
        assert token_id in [each["id"] for each in found], text


def test_a_number_is_an_id_and_the_text_is_noted(cli, trained):
    outcome = cli("vocabulary", trained, "--token", "5", "--json")
    assert outcome.document["id"] == 5
    assert "the text 5 is the id 53" in outcome.err
    assert cli("vocabulary", trained, "--token", '"5"', "--json").document["id"] == 53


def test_an_ambiguous_token_names_both_and_their_notations(cli, tmp_path):
    Tokenizer([(0xC4, 0xA0)], pattern="gpt2").save(tmp_path / "t.twb")  # the token "Ġ"
    outcome = cli("vocabulary", "t.twb", "--token", "Ġ")
    assert outcome.status == 1
    assert "means Ġ (256) as text and · (32) in GPT-2's notation" in outcome.sentence
    assert "--token 256" in outcome.sentence
    assert cli("vocabulary", "t.twb", "--token", '"Ġ"', "--json").document["id"] == 256


def test_a_middle_dot_is_a_space_and_in_quotes_itself(cli, tmp_path):
    Tokenizer([(0xC2, 0xB7)], pattern="gpt2").save(tmp_path / "t.twb")  # the token "·"
    assert cli("vocabulary", "t.twb", "--token", "·", "--json").document["id"] == 32
    for option in ("--token", "--find"):
        document = cli("vocabulary", "t.twb", option, '"·"', "--json").document
        tokens = document["tokens"] if option == "--find" else [document]
        assert [each["id"] for each in tokens] == [256]


def test_an_invalid_byte_of_an_argument_is_no_question_mark(cli, trained):
    for option, words in (("--token", "is no token"), ("--find", "No token")):
        outcome = cli("vocabulary", trained, option, "\udcff")
        assert words in outcome.out + outcome.err


def test_an_unknown_token_names_the_nearest_and_its_encoding(cli, trained, tokenizer):
    outcome = cli("vocabulary", trained, "--token", "ĠLOWE")
    assert outcome.status == 1
    assert """"ĠLOWE" as text and " LOWE" in GPT-2's notation""" in outcome.sentence
    outcome = cli("vocabulary", trained, "--token", "LOW")
    assert f"·low ({tokenizer.vocabulary.index(b' low')})" in outcome.sentence.split("Nearest: ")[1]
    assert "It is encoded as 3 tokens: L (76) + O (79) + W (87)." in outcome.sentence
    assert "no id from 0 to 299" in cli("vocabulary", trained, "--token", "9999").sentence


def test_contexts_of_a_token(cli, trained, tokenizer, corpus):
    ids = tokenizer.encode(TEXT)
    place = next(at for at, token_id in enumerate(ids) if token_id >= 256)
    wanted = str(ids[place])
    arguments = ("vocabulary", trained, "--token", wanted, "--contexts", corpus / "eng.txt")
    document = cli(*arguments, "--json").document
    first = document["contexts"][0]
    before = tokenizer.decode(ids[:place])
    assert before.endswith(first["left"])
    assert tokenizer.decode(ids[place + 1 :]).startswith(first["right"])
    rows = list(csv.reader(io.StringIO(cli(*arguments, "--format", "csv").out)))
    assert rows[0] == ["label", "before", "token", "after"]
    assert len(rows) == 1 + len(document["contexts"])


def test_a_text_as_of_a_merge(cli, trained, tokenizer):
    for k in (0, 5, tokenizer.n_merges):
        asked = ("vocabulary", trained, "--at-merge", str(k), "--text", TEXT)
        document = cli(*asked, "--json").document
        n_special = len(tokenizer.special_tokens)
        assert document["ids"] == tokenizer.truncated(256 + n_special + k).encode(TEXT)
        assert document["bytes_per_token"] == len(TEXT.encode()) / len(document["ids"])
        lines = cli(*asked).out.splitlines()
        assert len(lines) == 1 + len(document["ids"])


def test_bytes_from_standard_input_stay_as_they_are(cli, trained):
    asked = ("vocabulary", trained, "--at-merge", "0", "--json")
    assert cli(*asked, stdin=b"a\r\nb\xff").document["ids"] == list(b"a\r\nb\xff")


def test_repairs_of_the_texts_of_contexts_are_said(cli, trained, tmp_path):
    (tmp_path / "odd.txt").write_bytes(b"low \xff lower")
    outcome = cli("vocabulary", trained, "--token", "l", "--contexts", tmp_path / "odd.txt")
    assert "odd.txt" in outcome.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--find", "length:x"), "length: needs a number"),
        (("--find", "/(/"), "cannot be read"),
        (("--find", "a", "--token", "b"), "exclude each other"),
        (("--contexts", "x"), "needs --token"),
        (("--text", "x"), "needs --at-merge"),
        (("--at-merge", "-1", "--text", "x"), "from 0 to"),
        (("eng.txt", "--token", "a"), "takes no PATH"),
        (("--token", "no such token"), "is no token"),
        (("--token", ""), "is no token"),
        (("--token", "\u0663"), "is no token"),  # an Arabic 3 is no id
    ],
)
def test_what_cannot_be(cli, trained, arguments, words):
    outcome = cli("vocabulary", trained, *arguments)
    assert outcome.status != 0
    assert words in outcome.sentence


def test_a_published_tokenizer_says_what_is_not_known(cli, tmp_path):
    import numpy as np

    from engine.encoding.token_table import Numbering

    numbering = Numbering(np.arange(1, 258), {b"xyz": 290})
    Tokenizer([(98, 99)], pattern="gpt2", numbering=numbering).save(tmp_path / "p.twb")
    document = cli("vocabulary", "p.twb", "--token", "257", "--json").document
    assert (document["left"], document["right"], document["rank"]) == (98, 99, 0)
    assert (document["count"], document["uses_by_label"]) == (None, None)
    table = cli("vocabulary", "p.twb", "--token", "xyz").out
    assert "no merge makes it" in table
    assert "not known" in table
    outcome = cli("vocabulary", "p.twb", "--token", "289")
    assert "not used" in outcome.sentence
    assert cli("vocabulary", "p.twb", "--find", "count:>1").status == 2


def test_one_token_in_the_tree_is_named_in_the_singular(cli, tmp_path):
    Tokenizer([(97, 98), (256, 99)], pattern="none").save(tmp_path / "t.twb")
    table = cli("vocabulary", "t.twb", "--token", "ab").out
    [line] = [each for each in table.splitlines() if each.startswith("in the tree of")]
    assert line.split(maxsplit=4)[-1] == "1 token"
