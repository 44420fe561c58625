from __future__ import annotations

import errno
import json
import os
import sys
from functools import cache
from pathlib import Path

import pytest

from engine import Corpus, TrainingConfig, train_tokenizer
from engine.encoding.tokenizer import Tokenizer
from engine.errors import ExportError
from engine.formats import (
    EXPORT_FORMATS,
    ExportOptions,
    ExportVerdict,
    export_tokenizer,
    verify_export,
)
from engine.machine.files import cannot_write, write_files
from engine.settings import Pieces
from tests.texts import some_texts

pytestmark = pytest.mark.slow

TEXTS = (*some_texts(40), "it'ſ", "a<|bos|>b <|x|>")
N_LONG_S = sum("'ſ" in text for text in TEXTS)
"""Texts that llama.cpp cuts otherwise; they are left out for it."""


@cache
def trained(*, of_characters: bool = False) -> Tokenizer:
    corpus = Corpus.from_texts(["low lower lowest newer newest wider " * 3, "12 345 <|bos|>"])
    config = TrainingConfig(320, pattern="cl100k", special_tokens=("<|bos|>", "<|x|>"))
    if of_characters:
        config = TrainingConfig(320, pieces=Pieces())
    return train_tokenizer(corpus, config)


def test_every_format_has_one_sentence():
    assert {"tokenizer.json", "tiktoken", "workbench"} < set(EXPORT_FORMATS)
    assert all(text.endswith(".") for text in EXPORT_FORMATS.values())


@pytest.mark.parametrize("name", EXPORT_FORMATS)
def test_an_export_is_verified(name, tmp_path):
    options = ExportOptions(renumber=True)
    tokenizer = trained(of_characters=name == "sentencepiece")
    export_tokenizer(tokenizer, name, tmp_path, options=options)
    verdict = verify_export(tokenizer, name, tmp_path, TEXTS, options=options)
    assert verdict.is_equal, str(verdict)
    assert verdict.n_texts == len(TEXTS) - (name == "gguf") * N_LONG_S
    assert f"Identical ids on {verdict.n_texts} texts" in str(verdict)
    assert ExportVerdict.of_document(json.loads(json.dumps(verdict.document()))) == verdict


def test_a_changed_pattern_is_told_with_both_cuts_and_the_cause(tmp_path):
    export_tokenizer(trained(), "vocab.json", tmp_path)
    path = tmp_path / "merges.txt.json"
    document = json.loads(path.read_text("utf-8"))
    document["patterns_for_oniguruma"] = [r"\p{L}"]
    path.write_text(json.dumps(document), "utf-8")
    verdict = verify_export(trained(), "vocab.json", tmp_path, ["ab", "a lower b"])
    assert verdict.status == "different"
    difference = verdict.difference
    assert difference.text == "a lower b"
    assert b"".join(difference.ours_cut) == b"".join(difference.theirs_cut) == b"a lower b"
    assert len(difference.ours) < len(difference.theirs)
    assert "splits more finely" in difference.cause
    assert "tokenizers 0." in str(verdict)
    assert "at token 2" in str(verdict)
    assert ExportVerdict.of_document(json.loads(json.dumps(verdict.document()))) == verdict
    for words in ("text: 'a lower b'", "first different token: 2", "tokenizers 0.", "cause: the"):
        assert words in verdict.report()


def test_a_changed_special_id_is_told(tmp_path):
    export_tokenizer(trained(), "tiktoken", tmp_path)
    path = tmp_path / "tokenizer.tiktoken.json"
    text = path.read_text("utf-8")
    path.write_text(text.replace(str(trained().special_tokens["<|x|>"]), "999"), "utf-8")
    verdict = verify_export(trained(), "tiktoken", tmp_path, ["plain"])
    assert verdict.status == "failed"
    assert "tiktoken" in verdict.reason


def test_a_file_the_library_cannot_read_is_told(tmp_path):
    export_tokenizer(trained(), "vocab.json", tmp_path)
    (tmp_path / "vocab.json").write_text("{", "utf-8")
    verdict = verify_export(trained(), "vocab.json", tmp_path, TEXTS)
    assert verdict.status == "failed"
    assert str(verdict).startswith("The export cannot be verified: tokenizers 0.")


@pytest.mark.parametrize(
    ("template", "status", "words"),
    [
        ("{{ messages[9].content.nothing }}", "failed", "fails on a user's question"),
        (
            "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}",
            "failed",
            "no end within 0.5 seconds",
        ),
        ("{{ raise_exception('A system message first.') }}", "equal", "A system message first."),
    ],
)
def test_an_own_template_that_fails_is_no_equal_export(
    template, status, words, tmp_path, monkeypatch
):
    monkeypatch.setattr("engine.formats.verification.TEMPLATE_LIMIT_S", 0.5)
    tokenizer = trained().with_companions(chat_template=template)
    export_tokenizer(tokenizer, "tokenizer.json", tmp_path)
    verdict = verify_export(tokenizer, "tokenizer.json", tmp_path, ["plain"])
    assert (verdict.status, words in str(verdict)) == (status, True), str(verdict)


def test_libraries_that_are_not_installed_are_named(tmp_path, monkeypatch):
    without = (
        "import sys; from engine.formats import verification_reader as reader; "
        "reader.find_spec = lambda name: None; sys.exit(reader.main())"
    )
    command = [sys.executable, "-c", without]
    monkeypatch.setattr("engine.formats.verification.reader_command", lambda: command)
    export_tokenizer(trained(), "tokenizer.json", tmp_path)
    verdict = verify_export(trained(), "tokenizer.json", tmp_path, TEXTS)
    assert verdict.status == "not installed"
    assert str(verdict) == "Not verified: tokenizers and transformers not installed."


@pytest.mark.parametrize(
    ("program", "sentence"),
    [
        ("print('stack overflow', file=sys.stderr); os._exit(3)", "its process (stack overflow)"),
        ("print('no document')", "gave an unreadable answer"),
        ("sys.stdin.read(); import threading; threading.Event().wait()", "within 0.3 seconds"),
    ],
)
def test_a_library_that_gives_no_answer_is_told(program, sentence, tmp_path, monkeypatch):
    command = [sys.executable, "-c", f"import os, sys; {program}"]
    monkeypatch.setattr("engine.formats.verification.reader_command", lambda: command)
    limit = 0.3 if "0.3" in sentence else 60
    verdict = verify_export(trained(), "tiktoken", tmp_path, TEXTS, time_limit=limit)
    assert verdict.status == "failed"
    assert sentence in str(verdict)


def test_a_folder_named_as_a_library_is_none(tmp_path, monkeypatch):
    (tmp_path / "tiktoken").mkdir()
    (tmp_path / "tiktoken/__init__.py").write_text("raise SystemExit('not the library')")
    export_tokenizer(trained(), "tiktoken", tmp_path)
    monkeypatch.chdir(tmp_path)
    assert verify_export(trained(), "tiktoken", tmp_path, TEXTS).is_equal


def test_a_damaged_own_file_is_told(tmp_path):
    path = export_tokenizer(trained(), "workbench", tmp_path)[0]
    path.write_bytes(path.read_bytes()[:100])
    verdict = verify_export(trained(), "workbench", tmp_path, TEXTS)
    assert verdict.status == "failed"
    assert "tokenizer.twb" in str(verdict)


def test_an_unknown_format_names_the_known_ones(tmp_path):
    with pytest.raises(ExportError, match=r"no export format 'onnx'; choose .*: tokenizer\.json"):
        export_tokenizer(trained(), "onnx", tmp_path)


# ---- writing -------------------------------------------------------------------------------------


def test_files_are_replaced_together_or_not_at_all(tmp_path):
    write_files(tmp_path / "new", {"a": b"old", "b": b"old"})
    (tmp_path / "new/c").mkdir()
    (tmp_path / "new/c/in the way").touch()
    with pytest.raises(ExportError, match=r"new/c cannot be written: a directory"):
        write_files(tmp_path / "new", {"c": b"new", "a": b"new"})
    assert (tmp_path / "new/a").read_bytes() == b"old"
    assert sorted(p.name for p in (tmp_path / "new").iterdir()) == ["a", "b", "c"]


def test_a_full_disk_leaves_the_old_export(tmp_path):
    export_tokenizer(trained(), "tiktoken", tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.fsync", _full_disk)
        with pytest.raises(
            ExportError, match=r"tokenizer\.tiktoken cannot be written: the disk is full"
        ):
            export_tokenizer(trained(), "tiktoken", tmp_path)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def _full_disk(descriptor: int) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize(
    ("number", "advice"),
    [
        (errno.ENOSPC, "Free some space or choose another directory."),
        (errno.EACCES, "Choose a directory that you may write to."),
        (errno.EROFS, "Choose a directory that you may write to."),
        (errno.ENOENT, "Choose another directory."),
        (errno.ENAMETOOLONG, "Choose a shorter name."),
        (errno.EIO, "Choose another directory."),
    ],
)
def test_the_advice_fits_the_reason(number, advice):
    sentence = str(cannot_write(Path("out/a.npy"), OSError(number, os.strerror(number))))
    assert sentence.startswith("out/a.npy cannot be written: ")
    assert sentence.endswith(f". {advice}")
    assert sentence.count("Choose") + sentence.count("Free") == 1


def test_a_directory_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(ExportError, match=r"file/out cannot be written: a part of the path"):
        export_tokenizer(trained(), "tokenizer.json", tmp_path / "file/out")
