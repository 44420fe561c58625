"""What commands say of their progress at a terminal, every state being shown."""

from __future__ import annotations

import json
import re
import sys
from contextlib import nullcontext
from itertools import pairwise

import pytest

from engine import cluster
from engine.counting import CountingProgress
from engine.evaluation import evaluate_all
from engine.machine import Progress
from workbench.cli.runs import evaluate
from workbench.cli.shared import output
from workbench.cli.training.count import _progress_text as count_words


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
    "count": (["count", "$texts", "--pattern", "gpt2", "--out", "$out"],
              rf"Count +\d+%  {SIZE}, [\d,]+ documents?(, [\d.]+ m?s left)?"),
    "write": (["mixture", "$texts", "--alpha", 0.3, "--out", "$out"],
              rf"(Measure|Write) eng  +\d+%  written: {SIZE}  documents: [\d,]+"),
    "encode": (["encode", "$trained", "$corpus", "--out", "$out"],
               rf"Encode +\d+%  {SIZE} of {SIZE}  documents: \d+  tokens: [\d,]+"),
    "ngrams": (["loss", "ngram", "$trained", "$texts", "--held-out", "30%"], r"\S+: [\w ]+ \d+%"),
}  # fmt: skip


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_says_how_far_it_is(
    name, cli, trained, corpus, chats, texts, tmp_path, terminal, monkeypatch
):
    monkeypatch.setattr(sys, "stderr", terminal)
    places = {"$trained": trained, "$corpus": corpus, "$chats": chats, "$texts": texts}
    places["$out"] = tmp_path / "out"
    words, said = COMMANDS[name]
    outcome = cli(*(places.get(word, word) for word in words))
    assert outcome.status == 0, terminal.getvalue()
    shares = [int(share) for line in terminal.shown(said) for share in re.findall(r"(\d+)%", line)]
    assert all(share <= 100 for share in shares)
    if name not in {"extend", "ngrams", "write"}:  # their progress starts again with each step
        assert all(before <= after for before, after in pairwise(shares))


def test_an_evaluation_on_a_cluster_says_how_far_it_is(cli, trained, texts, terminal, monkeypatch):
    def steps(tokenizers, corpus, client, *, reference):
        assert client == "client"
        yield Progress(30, 80)
        yield Progress(30, 80, waiting_s=4.2)
        yield Progress(80, 80)
        return evaluate_all(tokenizers, corpus, reference=reference)

    monkeypatch.setattr(cluster, "evaluating_steps", steps)
    monkeypatch.setattr(evaluate, "chosen_cluster", lambda _: nullcontext("client"))
    monkeypatch.setattr(sys, "stderr", terminal)
    outcome = cli("evaluate", trained, texts, "--cluster", "local", "--json")
    assert outcome.document["total"]["documents"] == 120
    assert terminal.shown("(Evaluate|Waiting) .*") == [
        "Evaluate  38%  30 B of 80 B",
        "Waiting for a worker of the cluster, 4 s",
        "Evaluate 100%  80 B of 80 B",
    ]


def test_counting_on_a_cluster_ends_by_joining_parts():
    words = count_words(CountingProgress(3, 8, "join", documents=70))
    assert words == "Bring together  38%  3 of 8 parts"


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
