"""Devices, pipes and sockets are refused before they are opened: reading one may never end."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from engine import Corpus, TrainingConfig, train_tokenizer
from engine.analysis import read_model_config
from engine.chat import read_conversations, template_source
from engine.corpus import FileProblems, open_file
from engine.corpus.file_search import content_hash
from engine.encoding.tokenizer_file import load_tokenizer_file
from engine.errors import CorpusError, EngineError
from engine.evaluation import LossColumns
from engine.evaluation.loss_reading import loss_parts
from engine.formats import load_any_tokenizer
from engine.machine import check_regular
from engine.settings import find_recipe, read_token_list, special_token_design, superword_rules
from workbench.work.recipe import read_recipe

# A reader that opens it ends at once, so that the test fails and does not hang.
DEVICE = Path(os.devnull)


def opened(path):
    with open_file(path) as stream:
        return stream.read()


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("text.txt", lambda path: Corpus.from_paths([path])),
        ("text.txt.gz", opened),
        ("text.txt", content_hash),
        ("tokenizer.json", load_any_tokenizer),
        ("x.tiktoken", load_any_tokenizer),
        ("tokenizer.twb", load_tokenizer_file),
        ("config.json", read_model_config),
        ("chat.jsonl", lambda path: list(read_conversations(path))),
        ("chat_template.jinja", template_source),
        ("mixture.toml", find_recipe),
        ("rules.toml", superword_rules),
        ("tokens.txt", special_token_design),
        ("added.txt", read_token_list),
        ("losses.csv", lambda path: list(loss_parts(path, LossColumns(), FileProblems(path)))),
        ("recipe.toml", read_recipe),
    ],
)
def test_a_device_is_refused_with_a_sentence(name, read, tmp_path):
    link = tmp_path / name
    link.symlink_to(DEVICE)
    with pytest.raises(EngineError, match="it is a device, not a file") as refusal:
        read(link)
    assert str(link) in str(refusal.value)


def test_a_pipe_and_a_socket_are_refused(tmp_path):
    os.mkfifo(tmp_path / "pipe.txt")
    with pytest.raises(CorpusError, match=r"pipe\.txt cannot be read: it is a pipe, not a file"):
        Corpus.from_paths([tmp_path / "pipe.txt"])
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "s"))
        with pytest.raises(OSError, match="it is a socket, not a file"):
            check_regular(tmp_path / "s")


def test_a_pattern_and_a_folder_pass_a_pipe_over(tmp_path):
    os.mkfifo(tmp_path / "pipe.txt")
    (tmp_path / "text.txt").write_text("low lower lowest", "utf-8")
    for given in (tmp_path, tmp_path / "*.txt"):
        (source,) = Corpus.from_paths([given]).sources
        assert source.paths == (tmp_path / "text.txt",)


def test_a_link_to_a_file_is_read(tmp_path):
    (tmp_path / "text.txt").write_text("low lower lowest", "utf-8")
    (tmp_path / "link.txt").symlink_to(tmp_path / "text.txt")
    tokenizer = train_tokenizer(Corpus.from_paths([tmp_path / "link.txt"]), TrainingConfig(258))
    assert tokenizer.vocab_size == 258
