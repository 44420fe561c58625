from __future__ import annotations

import io

import numpy as np
import pytest

from engine import Tokenizer
from tests.cli.conftest import run_program
from tests.texts import some_texts

TEXT = "low lower <|im_start|> Größe \r\n\0\t" + "".join(some_texts(100))


def test_a_file_comes_back_through_an_array(cli, trained, tmp_path):
    (tmp_path / "in.txt").write_bytes(TEXT.encode())
    encoded = cli("encode", trained, "in.txt", "--out", "ids.npy")
    assert (encoded.status, encoded.out) == (0, "")
    ids = np.load(tmp_path / "ids.npy", allow_pickle=False)
    assert ids.dtype == np.uint32
    assert ids.tolist() == Tokenizer.load(trained).encode(TEXT)
    decoded = run_program("decode", trained, tmp_path / "ids.npy")
    assert decoded.out == TEXT


@pytest.mark.slow
def test_standard_input_to_one_line_and_back(cli, trained):
    line = cli("encode", "small", stdin=TEXT.encode()).out
    assert line.count("\n") == 1
    assert [int(word) for word in line.split()] == Tokenizer.load(trained).encode(TEXT)
    assert run_program("decode", "small", stdin=line.encode()).out == TEXT


@pytest.mark.slow
def test_bytes_that_are_no_text_survive(trained):
    data = b"low \xff\xfe\x80 \xc3"
    ids = run_program("encode", trained, stdin=data).out
    assert run_program("decode", trained, stdin=ids.encode()).raw == data


def test_ids_are_read_in_the_forms_people_have(cli, trained, tmp_path):
    content = io.BytesIO()
    np.save(content, np.array([108, 111, 119], np.int64))
    (tmp_path / "ids.npy").write_bytes(content.getvalue())
    for stdin in (b"108 111 119", b"[108, 111, 119]\n", b"108\n111\n119\n", content.getvalue()):
        assert cli("decode", trained, stdin=stdin).out == "low"
    assert cli("decode", trained, "ids.npy").out == "low"


def test_special_tokens_are_text_parsed_or_refused(cli, trained):
    data = b"a<|im_start|>b"
    special = Tokenizer.load(trained).special_tokens["<|im_start|>"]
    assert str(special) not in cli("encode", trained, stdin=data).out.split()
    assert cli("encode", trained, "--special", "parse", stdin=data).out == f"97 {special} 98\n"
    refused = cli("encode", trained, "--special", "reject", stdin=data)
    assert refused.status == 1
    assert "'<|im_start|>' at byte 1" in refused.sentence


def test_json_holds_the_ids(cli, trained):
    document = cli("encode", trained, "--json", stdin=b"low").document
    assert document["bytes"] == 3
    assert len(document["ids"]) == document["tokens"]


@pytest.mark.parametrize(
    ("stdin", "sentence"),
    [
        (b"108 abc", "standard input: 'abc', value 2, is not a token id"),
        (b"108 999999", "The id 999999 is not in the vocabulary"),
        (b"-1", "The id -1"),
        (b"99999999999999999999", "value 1, is not a token id"),
        (b"\xff\xff", "neither text nor a .npy file"),
        (b"\x93NUMPY\x01\x00", "damaged"),
    ],
)
def test_what_cannot_be_decoded(stdin, sentence, cli, trained):
    outcome = cli("decode", trained, stdin=stdin)
    assert (outcome.status, outcome.out) == (1, "")
    assert sentence in outcome.sentence


def test_an_array_of_the_wrong_kind(cli, trained, tmp_path):
    np.save(tmp_path / "real.npy", np.array([1.5]))
    outcome = cli("decode", trained, "real.npy")
    assert outcome.status == 1
    assert "real.npy contains float64 of shape (1,)" in outcome.sentence


def test_a_file_that_is_not_there(cli, trained):
    outcome = cli("encode", trained, "gone.txt")
    assert outcome.status == 1
    assert "gone.txt was not found; check the path" in outcome.sentence
    assert outcome.sentence.endswith("or give the text itself on standard input.")


def test_a_directory_is_a_tokenizer_too(cli, trained):
    assert (
        cli("encode", trained.parent, stdin=b"low").out == cli("encode", "small", stdin=b"low").out
    )


@pytest.mark.parametrize(
    ("out", "sentence"), [(".", "is a directory"), ("file/i.npy", "is a file")]
)
def test_ids_that_cannot_be_written_there(out, sentence, cli, trained, tmp_path):
    (tmp_path / "file").write_text("x")
    outcome = cli("encode", trained, "--out", out, stdin=b"low")
    assert outcome.status == 1
    assert sentence in outcome.sentence
    assert "space" not in outcome.sentence


def test_dropout_gives_the_ids_of_the_library(cli, trained):
    text = "low lower lowest " * 5
    expected = Tokenizer.load(trained).encode(text, dropout=0.4, seed=3)
    options = ("--dropout", "0.4", "--seed", "3", "--json")
    document = cli("encode", trained, *options, stdin=text.encode()).document
    assert (document["dropout"], document["seed"], document["ids"]) == (0.4, 3, expected)
    assert [span["id"] for span in document["spans"]] == expected


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--dropout", "2"], "--dropout must be from 0 to 1, not 2."),
        (["--dropout", "-0.5"], "--dropout must be from 0 to 1"),
        (["--dropout", "nan"], "--dropout must be from 0 to 1, not nan."),
        (["--dropout", "0.1", "--seed", "-1"], "--seed must be from 0 to"),
        (["--seed", "1"], "give --dropout 0.1 as well"),
        (["--dropout", "0.1", "--compare", "x"], "leave --dropout away"),
    ],
)
def test_bad_dropout_is_a_sentence(options, sentence, cli, trained):
    result = cli("encode", trained, *options, stdin=b"low")
    assert result.status == 2
    assert sentence in result.err
