"""What commands say of their progress at a terminal, every state being shown."""

from __future__ import annotations

import io
import json
import re
import sys
from itertools import pairwise

import pytest

from engine.counting import counts_of_corpus as source_sizes
from engine.machine import Progress
from workbench.cli.shared import output


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True

    @property
    def lines(self):
        """Everything that was ever painted, in order."""
        return [line for line in re.split(r"\r|\n|\x1b\[K", self.getvalue()) if line]


@pytest.fixture
def terminal(monkeypatch):
    monkeypatch.setattr(output, "_REPAINT_S", -1.0)
    monkeypatch.setattr(source_sizes, "_STEP_SECONDS", 0.0)
    monkeypatch.setenv("COLUMNS", "200")
    return Terminal()


@pytest.fixture
def chats(tmp_path):
    turns = [{"role": "user", "content": "q"}, {"role": "assistant", "content": "a"}]
    path = tmp_path / "chats.jsonl"
    path.write_text(f"{json.dumps(turns)}\n" * 3, "utf-8")
    return path


@pytest.fixture
def texts(tmp_path):
    lines = [json.dumps({"text": f"low lower {i % 17} {i}"}) for i in range(120)]
    path = tmp_path / "eng.jsonl"
    path.write_text("\n".join(lines), "utf-8")
    return path


SIZE = r"[\d.]+ (?:bytes?|B|kB|MB)"
COMMANDS = {
    "chat": (["chat", "$trained", "$chats", "--template", "chatml", "--out", "$out"],
             r"Conversations: [\d,]+  tokens: [\d,]+"),
    "corpus": (["corpus", "$corpus"], rf"Read +\d+%  {SIZE}"),
    "mixture": (["mixture", "$texts"], rf"Read +\d+%  {SIZE}"),
    "vocabulary": (["vocabulary", "$trained", "$corpus"],
                   rf"Encode +\d+%  {SIZE} of {SIZE}"),
    "contexts": (["vocabulary", "$trained", "--token", 256, "--contexts", "$corpus"],
                 rf"Look through {SIZE} of {SIZE}"),
    "extend": (["extend", "$trained", "$corpus", "--add", 3, "--out", "$out"],
               r"[A-Z][a-z ]+ +\d+%.*"),
    "encode": (["encode", "$trained", "$corpus", "--out", "$out"],
               rf"Encode +\d+%  {SIZE} of {SIZE}  documents: \d+  tokens: [\d,]+"),
    "ngrams": (["loss", "ngram", "$trained", "$texts", "--held-out", "30%"], r"\S+: [\w ]+ \d+%"),
}  # fmt: skip


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_says_how_far_it_is(
    name, cli, trained, corpus, chats, texts, tmp_path, terminal, monkeypatch
):
    monkeypatch.setattr(sys, "stderr", terminal)  # here: between the phases pytest sets its own
    places = {"$trained": trained, "$corpus": corpus, "$chats": chats, "$texts": texts}
    places["$out"] = tmp_path / "out"
    words, said = COMMANDS[name]
    outcome = cli(*(places.get(word, word) for word in words))
    assert outcome.status == 0, terminal.getvalue()
    shown = [line for line in terminal.lines if re.fullmatch(said, line)]
    assert shown, terminal.lines
    shares = [int(share) for line in shown for share in re.findall(r"(\d+)%", line)]
    assert all(share <= 100 for share in shares)
    if name not in {"extend", "ngrams"}:  # their progress starts again with each step
        assert all(before <= after for before, after in pairwise(shares))


def test_the_first_start_says_how_far_the_engine_is(terminal, monkeypatch):
    def prepare(report, _groups):
        report(Progress.of_share(0.4, remaining_s=4.1))
        report(Progress.of_share(1.0))

    monkeypatch.setattr(output, "is_prepared", lambda _groups: False)
    monkeypatch.setattr(output, "keeping_problem", lambda: "")
    monkeypatch.setattr(output, "prepare", prepare)
    monkeypatch.setattr(sys, "stderr", terminal)
    output.prepare_engine(quiet=False)
    assert terminal.lines == [
        "Preparing the engine (once on this machine) ...",
        "Preparing the engine: 40 %, 4.1 s left",
        "Preparing the engine: 100 %",
    ]
