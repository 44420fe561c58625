"""What an import finds, in the words of the window: by its code and the engine's sentence."""

from __future__ import annotations

import pytest

from engine.encoding.sentences import say as of_own_files
from engine.formats import Finding, validate_tokenizer
from engine.machine.sentences import say as of_files
from workbench.import_words import FORMS, finding_words


def found(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(content)
    return {each.code: each for each in validate_tokenizer(path).findings}


def test_english_stays_as_the_engine_says_it(tmp_path):
    for each in found(tmp_path, "a.tiktoken", b"YQ== 0\n?\n").values():
        assert finding_words(each) == each.sentence


@pytest.mark.usefixtures("german")
def test_counts_items_and_others_take_their_places(tmp_path):
    findings = found(tmp_path, "a.tiktoken", b"YQ== 0\n?\n")
    lines, missing = (finding_words(findings[code]) for code in ("line-invalid", "byte-missing"))
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
    said = [finding_words(each) for each in validate_tokenizer(path).findings]
    assert any(words in each for each in said), said


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("code", "sentence", "words"),
    [
        ("merge-twice", "1,234 merges stand there twice: 'a' 'b'.", "1\u202f234 Merges stehen"),
        ("model-larger", "The model has 64 more embeddings than the tokenizer has ids.", "64 Embe"),
        ("refused", "a.json cannot be used: it is odd.", "a.json kann nicht verwendet werden: it"),
        ("merge-twice", "Something else.", "Something else."),
        ("no-such-code", "Something else.", "Something else."),
    ],
)
def test_a_sentence_that_fits_no_form_of_its_code_stays_english(code, sentence, words):
    assert words in finding_words(Finding("error", code, sentence))


def test_forms_of_refusals_are_those_of_the_engine():
    forms = {form.many for form in FORMS["refused"]}
    names = ("tokenizer_unusable", "tokenizer_unreadable")
    assert {of_files.forms[name].many for name in names} <= forms
    assert of_own_files.forms["twb_damaged"].many in forms
