"""What an import finds, in the words of the window: by its code and the engine's sentence."""

from __future__ import annotations

import pytest

from engine.formats import validate_tokenizer
from workbench.text.engine_words import sentence_words


def found(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(content)
    return {each.code: each for each in validate_tokenizer(path).findings}


def test_english_stays_as_the_engine_says_it(tmp_path):
    for each in found(tmp_path, "a.tiktoken", b"YQ== 0\n?\n").values():
        assert sentence_words(each.sentence) == each.sentence


@pytest.mark.usefixtures("german")
def test_counts_items_and_others_take_their_places(tmp_path):
    findings = found(tmp_path, "a.tiktoken", b"YQ== 0\n?\n")
    lines, missing = (
        sentence_words(findings[code].sentence) for code in ("line-invalid", "byte-missing")
    )
    assert lines == "1 Zeile ist kein Token in base64 mit seinem Rang: '?'."
    assert missing.startswith("255 der 256 Bytes haben kein Token; ")
    assert missing.endswith(": 0x00, 0x01, 0x02 und andere.")


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("tokenizer.json", b"{}", "sie ist keine tokenizer.json: es ist kein Modell darin."),
        ("a.model", b"minbpe v1\n\nx\n", "a.model, Zeile 3 kann nicht verwendet werden: 'x' ist "),
        ("tokenizer.json", b'{"model": {"type": "Unigram"}}', "Ihr Modell ist Unigram, nicht BPE."),
        ("a.pkl", b"\x80\x02cos\nsystem\n.", "sie nennt 'os.system', was beim Entpacken laufen"),
    ],
)
def test_the_reason_of_a_refusal_is_in_the_language_of_the_window(tmp_path, name, content, words):
    path = tmp_path / name
    path.write_bytes(content)
    said = [sentence_words(each.sentence) for each in validate_tokenizer(path).findings]
    assert any(words in each for each in said), said
