"""Names and options of formats, and what each format refuses."""

from __future__ import annotations

import json

import numpy as np
import pytest

from engine.chat.templates import template_text
from engine.encoding.token_table import Numbering
from engine.encoding.tokenizer import Tokenizer
from engine.errors import ExportError, TokenizerFileError
from engine.formats import (
    EXPORT_FORMATS,
    ExportOptions,
    export_format,
    export_notes,
    export_tokenizer,
    known_format,
)
from engine.formats.reading.loading import load_tokenizer
from engine.formats.verification import corpus_sample, verification_texts
from engine.formats.writing.export import export_files
from engine.formats.writing.export_formats import chat_template_text
from engine.splitting.preset_patterns import preset_pattern
from engine.splitting.splitter import Splitter

END = "<|im_end|>"
SPECIAL = {"<|bos|>": 300, "<|x|>": 301}


def small(**more) -> Tokenizer:
    merges = [(116, 104), (256, 101), (32, 257)]
    return Tokenizer(merges, **({"special_tokens": SPECIAL} | more))


def test_every_alias_means_one_format():
    aliases = [alias for name in EXPORT_FORMATS for alias in (name, *export_format(name).aliases)]
    assert len(set(aliases)) == len(aliases)
    for name in EXPORT_FORMATS:
        assert {known_format(alias.upper()) for alias in export_format(name).aliases} == {name}


def test_unknown_formats_name_all_and_sentencepiece_says_why():
    with pytest.raises(ExportError, match=r"merges\.txt.*\.tiktoken.*tokenizer\.pkl.*\.gguf"):
        known_format("onnx")
    for name in ("sentencepiece", "spm", "tokenizer.model"):
        with pytest.raises(ExportError, match="end in the middle of a character"):
            export_files(small(), known_format(name))


def test_the_options_of_a_format_are_those_of_export_options():
    for name in EXPORT_FORMATS:
        assert set(export_format(name).options) <= set(ExportOptions.__dataclass_fields__)
    assert export_format("transformers").options == ("layout", "merges", "chat_template")
    for wrong in ({"layout": "v6"}, {"merges": "lines"}):
        with pytest.raises(ExportError, match="is one of"):
            ExportOptions(**wrong)


def test_what_a_format_has_no_place_for_is_told():
    roles = small().with_companions(roles={"eos": "<|x|>"})
    both = roles.with_companions(chat_template="{{ messages }}")
    for name in EXPORT_FORMATS:
        options = ExportOptions(pre="gpt-2")
        told = [note for note in export_notes(both, name, options) if "cannot store" in note]
        if name in ("tekken", "minbpe", "nanochat", "sentencepiece"):
            (sentence,) = told
            assert "the roles of special tokens and the chat template; workbench" in sentence
            (alone,) = (note for note in export_notes(roles, name) if "cannot store" in note)
            assert "template" not in alone
            assert not any("cannot store" in note for note in export_notes(small(), name))
        else:
            assert told == []


def test_a_chat_template_is_found_as_chats_find_it(tmp_path):
    own = small().with_companions(chat_template="{{ own }}")
    named = tmp_path / "tokenizer_config.json"
    both = [{"name": "tool_use", "template": "{{ 1 }}"}, {"name": "default", "template": "{{ 2 }}"}]
    named.write_text(json.dumps({"chat_template": both}), "utf-8")
    assert chat_template_text("tokenizer", own) == chat_template_text(None, own) == "{{ own }}"
    assert (
        chat_template_text(str(named), own) == chat_template_text(str(tmp_path), own) == "{{ 2 }}"
    )
    assert chat_template_text("{{ text }}", own) == "{{ text }}"
    assert chat_template_text("chatml", own) == template_text("chatml")
    named.write_text("{}", "utf-8")
    for wanted, sentence in (
        (str(named), "contains no chat_template"),
        ("nosuch", "no chat template and no file named 'nosuch'"),
        ("nanochat", "no Jinja text"),
    ):
        with pytest.raises(ExportError, match=sentence):
            chat_template_text(wanted, own)


def test_a_template_that_fails_is_in_no_file(tmp_path):
    for text, reason in (
        ("{% for m in messages %}{{ m.content", "line 1: it is no template"),
        ("{% include 'x' %}", "imports or includes"),
    ):
        for name in ("tokenizer.json", "workbench"):
            with pytest.raises(ExportError, match=f"fails on a question of the user.*{reason}"):
                export_tokenizer(
                    small(), name, tmp_path / "out", options=ExportOptions(chat_template=text)
                )
    assert not (tmp_path / "out").exists()
    # One without blocks that rewrites what stood before has no mask here, and works elsewhere.
    last = "{{ messages[-1].content }}"
    export_tokenizer(small(), "hf", tmp_path, options=ExportOptions(chat_template=last))
    # What would be read as the template of the next export.
    with pytest.raises(ExportError, match=r"contains a chat_template\.jinja of an earlier export"):
        export_tokenizer(small(), "hf", tmp_path)
    export_tokenizer(small().with_companions(chat_template=last), "hf", tmp_path)


@pytest.mark.parametrize("pattern", ["gpt2", "cl100k"])
@pytest.mark.parametrize("name", ["vocab.json", "tiktoken"])
def test_roles_and_template_come_back(name, pattern, tmp_path):
    made = small(pattern=preset_pattern(pattern)).with_companions(
        roles={"eos": "<|x|>", "pad": "<|bos|>"}, chat_template="{{ messages }} ß"
    )
    export_tokenizer(made, name, tmp_path)
    back = load_tokenizer(tmp_path)
    assert back.semantic_hash == made.semantic_hash
    assert (back.roles, back.chat_template) == (made.roles, made.chat_template)
    sidecar = next(tmp_path.glob("*.t*.json"))
    document = json.loads(sidecar.read_text("utf-8"))
    for damage in ({"roles": {"eos": ["<|x|>"]}}, {"roles": {"nobody": "<|x|>"}}):
        sidecar.write_text(json.dumps(document | damage), "utf-8")
        with pytest.raises(TokenizerFileError, match=r"damaged|Unknown role 'nobody'"):
            load_tokenizer(tmp_path)
    # Written by an older program, without roles.
    for field in ("roles", "chat_template"):
        del document[field]
    sidecar.write_text(json.dumps(document), "utf-8")
    if name == "tiktoken":
        assert load_tokenizer(tmp_path).roles == small().roles


@pytest.mark.parametrize("name", ["a/b", "", "..", "a\\b", 'a"""; import os #', "a\nb", "C:x"])
def test_a_name_that_leads_elsewhere_is_refused(name, tmp_path):
    with pytest.raises(ExportError, match="name of a file"):
        export_tokenizer(small(), "gguf", tmp_path, name=name)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["vocab.json", "tiktoken", "tekken", "minbpe", "nanochat", "gguf"])
def test_a_normalizer_is_refused_where_there_is_none(name):
    with pytest.raises(ExportError, match="into the form NFKC"):
        export_files(small(normalization="nfkc"), name, options=ExportOptions(renumber=True))


@pytest.mark.parametrize("name", ["vocab.json", "tiktoken", "tekken", "nanochat", "gguf"])
def test_equal_tokens_are_refused_where_they_have_one_name(name):
    doubled = small(special_tokens={"<|bos|>": 300})
    doubled = Tokenizer([*doubled.merges.tolist(), (104, 101), (116, 259)], special_tokens=SPECIAL)
    with pytest.raises(ExportError, match="same bytes b'the'"):
        export_files(doubled, name, options=ExportOptions(renumber=True))


@pytest.mark.parametrize("name", ["tiktoken", "tekken", "minbpe", "nanochat"])
def test_a_sequence_of_splits_is_refused_where_there_is_one(name):
    with pytest.raises(ExportError, match="sequence of 2 splits"):
        export_files(small(pattern="starcoder"), name, options=ExportOptions(renumber=True))


def foreign() -> Tokenizer:
    """Bytes in another order, and a token that is given out whole."""
    ids = np.array([*range(10, 266), 1, 2, 3], np.int64)
    numbering = Numbering(ids, {b"xyz": 4}, ignore_merges=True)
    return Tokenizer(
        [(126, 114), (1, 111), (42, 2)], numbering=numbering, special_tokens={"<s>": 0}
    )


def test_ids_and_tokens_that_a_format_cannot_hold_are_refused():
    for name, words in (
        ("minbpe", "numbered in another way"),
        ("vocab.json", "gives out b'xyz'"),
        ("nanochat", r"<\|bos\|>"),
    ):
        with pytest.raises(ExportError, match=words):
            export_files(foreign(), name)


def test_special_tokens_with_blanks_and_doubled_merges_are_refused_for_minbpe():
    with pytest.raises(ExportError, match="'<a b>' contains white space"):
        export_files(small(special_tokens={"<a b>": 300}), "minbpe")
    with pytest.raises(ExportError, match="occurs in the tokenizer twice"):
        export_files(Tokenizer([(97, 98), (99, 100), (97, 98)]), "minbpe")


def test_notes_name_what_is_lost():
    tokenizer = small(pattern="llama3", vocab_size=310)
    for name in EXPORT_FORMATS:
        for note in export_notes(tokenizer, name):
            assert note.endswith((".", '"')), note
    assert any("is not GPT-2's" in note for note in export_notes(tokenizer, "vocab.json"))
    assert not any("is not GPT-2's" in note for note in export_notes(small(), "vocab.json"))
    assert any("Attention" in note for note in export_notes(tokenizer, "tekken"))
    assert any("not for chats" in note for note in export_notes(tokenizer, "nanochat"))
    assert any("chkhsh" in note for note in export_notes(tokenizer, "gguf"))


def test_the_sample_takes_as_much_of_each_label_and_stays_small(tmp_path):
    (tmp_path / "eng.txt").write_text("one two three four " * 5_000, "utf-8")
    (tmp_path / "deu.txt").write_text("eins zwei drei\n" * 5_000, "utf-8")
    for pattern in ("gpt2", "none"):
        texts = corpus_sample([tmp_path], Splitter(pattern), 2_000)
        assert max(map(len, texts)) <= 2_000
        assert sum("one" in text for text in texts) <= 5
        assert any("one" in text for text in texts) and any("eins" in text for text in texts)
        assert sum(map(len, texts)) < 40_000


def test_the_torture_set_has_what_breaks_tools():
    texts = verification_texts(["<|bos|>"])
    every = "".join(texts)
    assert len(texts) > 1_000 and "" in texts
    for run in ("a" * 100_000, "^" * 100_000):
        assert run in texts
    for part in (
        "\r\n", "\u00a0", "\u200d", "\ufeff", "\u0301", "\u1112\u1161", "\u202e", " " * 40, "'S",
        "'ll", "123456789012", "<|endoftext|>", "before<|bos|>after", "👩\u200d👩\u200d👧\u200d👦",
    ):  # fmt: skip
        assert part in every, part
    assert verification_texts(["<|bos|>"], ["mine"])[-3] == "mine"


def test_notes_on_chat_tokens_name_the_template_and_the_end_of_a_turn():
    chat = small().with_special_tokens(["<|im_start|>", "<|im_end|>"])
    without, ends = "No chat template is written", "turns end with <|im_end|>"

    def told(tokenizer, **options):
        return " ".join(export_notes(tokenizer, "tokenizer.json", ExportOptions(**options)))

    assert (
        f"{without}: the tokenizer has none. It has the special tokens of the templates chatml"
        in told(chat)
    )
    assert without not in told(chat, chat_template="chatml")
    assert without not in told(chat.with_companions(chat_template="{{ messages }}"))
    assert without not in told(Tokenizer([])) and "turns end" not in told(Tokenizer([]))
    assert f"No eos_token is written, and {ends}" in told(chat.with_companions(roles={"eot": END}))
    both = chat.with_special_tokens(["<|endoftext|>"])
    assert f"eos_token is <|endoftext|>, but {ends}" in told(both)
    assert "turns end" not in told(both.with_companions(roles={"eos": END, "eot": END}))
