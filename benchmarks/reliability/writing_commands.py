"""Every command that writes, on a small home: what the parts kill and take the disk from."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.reliability.nursery import Answer, Nursery

LOOK = "benchmarks.reliability.looking:look"
_SYLLABLES = ("ka", "to", "mi", "ren", "sol", "ви", "да", "ос", "天", "気", "ä", "ß", "qu", "x1")


@dataclass(frozen=True)
class Place:
    """A home with its store, the folder beside it that commands write into, and what they read."""

    home: Path
    out: Path
    given: Path

    def filled(self, words: tuple[str, ...]) -> list[str]:
        """The words of a command with the paths in them."""
        names = {"out": self.out, "given": self.given}
        return [word.format(**names) for word in words]


@dataclass(frozen=True)
class WritingCommand:
    """words: of the command line; {out} and {given} are folders. trains: it makes a run."""

    name: str
    words: tuple[str, ...]
    trains: bool = False


_SMALL = ("--vocab-size", "900", "--quiet")
COMMANDS = (
    WritingCommand(
        "train", ("train", "{given}/texts", *_SMALL, "--name", "new", "--out", "{out}"), trains=True
    ),
    WritingCommand(
        "train superwords",
        ("train", "{given}/texts", *_SMALL, "--name", "new", "--superwords-from", "0.8", "--out",
         "{out}", "--no-kept-counts"), trains=True,
    ),
    WritingCommand(
        "resume", ("resume", "kept", "--vocab-size", "950", "--name", "longer", "--out", "{out}",
                   "--quiet"), trains=True,
    ),
    WritingCommand(
        "extend", ("extend", "kept", "{given}/texts/b.txt", "--add", "40", "--out", "{out}/more"),
    ),
    WritingCommand("import", ("import", "{given}/json", "--name", "taken", "--out", "{out}")),
    WritingCommand("register", ("register", "kept", "--name", "frozen")),
    WritingCommand(
        "export json", ("export", "kept", "--format", "tokenizer.json", "--out", "{out}")
    ),
    WritingCommand("export bundle", ("export", "kept", "--format", "bundle", "--out", "{out}")),
    WritingCommand("export twb", ("export", "kept", "--format", "workbench", "--out", "{out}")),
    WritingCommand(
        "registry export",
        ("registry", "export", "first", "--format", "tiktoken", "--no-verify", "--out", "{out}"),
    ),
    WritingCommand(
        "encode array", ("encode", "kept", "{given}/texts/a.txt", "--out", "{out}/i.npy")
    ),
    WritingCommand(
        "encode dataset",
        ("encode", "kept", "{given}/texts", "--shard-tokens", "9000", "--out", "{out}/set"),
    ),
    WritingCommand("chat", ("chat", "kept", "{given}/chat.jsonl", "--out", "{out}/chats")),
    WritingCommand("mixture", ("mixture", "{given}/texts", "--alpha", "0.5")),
    WritingCommand("runs rename", ("runs", "rename", "kept", "other")),
    WritingCommand("runs tag", ("runs", "tag", "kept", "--add", "blue")),
    WritingCommand("runs note", ("runs", "note", "kept", "a few words")),
    WritingCommand("runs delete", ("runs", "delete", "kept")),
    WritingCommand("runs restore", ("runs", "restore", "gone")),
    WritingCommand("runs purge", ("runs", "purge", "--yes")),
)  # fmt: skip


@dataclass(frozen=True)
class Undisturbed:
    """What a command does when nothing disturbs it.

    look: the home afterwards. again: the exit status of the same command after that. stable: the
    files that two runs of it write alike. stable_again: those of them that it writes alike once
    more in the same home (a bundle tells of the exports before it).
    """

    answer: Answer
    look: Mapping[str, Any]
    again: int
    stable: Mapping[str, str]
    stable_again: Mapping[str, str]


class Stage:
    """A prepared home that is copied for each attempt, and the nursery that runs commands in it."""

    def __init__(self, nursery: Nursery, folder: Path, seed: int, n_words: int) -> None:
        self.nursery, self._folder = nursery, folder
        self._known: dict[str, Undisturbed] = {}
        self._number = 0
        first = Place(folder / "first", folder / "first-out", folder / "given")
        first.home.mkdir(parents=True)
        write_texts(first.given, seed, n_words)
        texts = str(first.given / "texts")
        for words in (
            ("train", texts, *_SMALL, "--special-tokens", "nanochat", "--name", "kept"),
            ("train", texts, "--vocab-size", "400", "--quiet", "--name", "gone"),
            ("runs", "delete", "gone"),
            ("register", "kept", "--name", "first"),
            ("export", "kept", "--format", "tokenizer.json", "--out", str(first.given / "json")),
        ):
            _succeeded(nursery.run(words, first.home))
        self.first = first

    def copy(self) -> Place:
        """A fresh copy of the prepared home; `given` is shared, since commands only read it."""
        self._number += 1
        folder = self._folder / f"copy-{self._number}"
        shutil.copytree(self.first.home, folder / "home")
        (folder / "out").mkdir()
        return Place(folder / "home", folder / "out", self.first.given)

    def remove(self, place: Place) -> None:
        shutil.rmtree(place.home.parent, ignore_errors=True)

    def run(self, command: WritingCommand, place: Place, **limits: Any) -> Answer:
        """Run the command. limits: those of `Nursery.run`."""
        return self.nursery.run(place.filled(command.words), place.home, **limits)

    def look(self, place: Place) -> dict[str, Any]:
        """See `looking.look`. Raises ChildError where even that does not end well."""
        value = self.nursery.call(LOOK, [str(place.home), str(place.out)], place.home).value
        assert isinstance(value, dict)
        return value

    def undisturbed(self, command: WritingCommand) -> Undisturbed:
        """What the command does undisturbed; found once."""
        if command.name not in self._known:
            one, two = self.copy(), self.copy()
            answer = _succeeded(self.run(command, one))
            look = self.look(one)
            _succeeded(self.run(command, two))
            files = self.look(two)["files"]
            stable = {name: value for name, value in look["files"].items() if files[name] == value}
            again = self.run(command, two).status
            later = self.look(two)["files"]
            stable_again = {
                name: value for name, value in stable.items() if later.get(name) == value
            }
            self.remove(one)
            self.remove(two)
            self._known[command.name] = Undisturbed(answer, look, again, stable, stable_again)
        return self._known[command.name]


def _succeeded(answer: Answer) -> Answer:
    if answer.status != 0:
        raise SystemExit(f"An undisturbed command failed: {answer.err[-800:]}")
    return answer


def write_texts(folder: Path, seed: int, n_words: int) -> None:
    """Two small sources, and a file of conversations."""
    chance = random.Random(f"texts-{seed}")
    (folder / "texts").mkdir(parents=True)
    for name in ("a", "b"):
        words = (
            "".join(chance.choices(_SYLLABLES, k=min(1 + int(chance.expovariate(0.5)), 9)))
            for _ in range(n_words)
        )
        text = " ".join(words)
        (folder / "texts" / f"{name}.txt").write_text(text.replace("x1 ", "x1\n"), "utf-8")
    with (folder / "chat.jsonl").open("w", encoding="utf-8") as stream:
        for number in range(60):
            messages = [
                {"role": "user", "content": f"question {number}"},
                {"role": "assistant", "content": "answer " * (number % 7 + 1)},
            ]
            stream.write(json.dumps({"messages": messages}) + "\n")


_SENTENCE, _PROBLEM = "tokenizer-workbench: ", "Problem: "
"""How the sentence of a command begins, and those of `doctor`, which may have several."""


def sentence_faults(answer: Answer, command: str) -> list[str]:
    """What is wrong with the way a command failed: it has to end in one sentence.

    Warnings and progress may come before it; the sentence is the last line.
    """
    if answer.hung:
        return [f"{command} hangs"]
    if answer.status < 0:
        return [f"{command} died by signal {-answer.status}: {answer.err[-200:]}"]
    faults = []
    if "Traceback" in answer.err:
        faults.append(f"{command} prints a traceback: {answer.err[-300:]}")
    if "mistake" in answer.err or "traceback" in answer.err.split("Traceback")[0]:
        faults.append(f"{command} calls it a mistake of the program: {answer.err[-300:]}")
    lines = [line for line in answer.err.splitlines() if line.strip()]
    said = [line for line in lines if line.startswith(_SENTENCE)]
    is_report = bool(lines) and lines[-1].startswith(_PROBLEM)
    if answer.status not in {0, 1, 2}:
        faults.append(f"{command} ends with status {answer.status}: {answer.err[-200:]}")
    elif answer.status and not is_report and (len(said) != 1 or said[0] != lines[-1]):
        faults.append(f"{command} fails without one sentence at the end: {answer.err[-300:]!r}")
    return faults
