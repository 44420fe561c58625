"""The worked example and the pictures of engine/README.md, and how long the paths in it are."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Callable
from itertools import accumulate
from pathlib import Path
from types import FrameType

from engine.corpus.corpus import Corpus
from engine.counting import count_pretokens
from engine.machine import result_of
from engine.settings.config import TIE_BREAKS, TrainingConfig
from engine.splitting import Splitter, presets
from engine.splitting._lane_kernels import BEFORE_PREVIOUS, CUT, END_COLUMN, MARK
from engine.splitting.automaton import compile_automaton
from engine.splitting.automaton_cutter import lane_table
from engine.training._pair_kernels import NO_TOKEN
from engine.training.merge_loop import MergeLoop
from engine.training.training import train_tokenizer
from tests.engine.splitting.test_mask_tables import begins_alone, compiled

README = Path(__file__).parents[2] / "engine" / "README.md"
SLOT_WIDTH = 5
MOST_MODULES_OF_A_TRAINING, MOST_MODULES_OF_AN_ENCODE = 37, 10
FLAGS = {"-": 0, "C": CUT, "B": BEFORE_PREVIOUS, "M": MARK}
ROW = re.compile(r"\| (\d+) \| `(.+?)` `(.+?)` \| (\d+) \|")


def test_the_worked_example():
    rows = [
        (left.encode(), right.encode(), int(count))
        for _, left, right, count in ROW.findall(README.read_text(encoding="utf-8"))
    ]
    corpus = Corpus.from_texts(["low"] * 5 + [" low"] * 2 + ["lower"])
    tokenizer = train_tokenizer(corpus, TrainingConfig(256 + len(rows)))
    vocabulary = tokenizer.vocabulary
    assert len(rows) == 4
    assert rows == [
        (vocabulary[left], vocabulary[right], count)
        for (left, right), count in zip(
            tokenizer.merges.tolist(), tokenizer.training.counts.tolist(), strict=True
        )
    ]


def test_the_table_has_every_tie_break():
    _, _, section = README.read_text("utf-8").partition("## Tie-breaks")
    assert tuple(re.findall(r"^\| `([a-z0-9-]+)` ", section, re.MULTILINE)) == TIE_BREAKS


def drawn(label: str) -> str:
    """The row of a picture that begins with a label, without the label."""
    [row] = re.findall(rf"^{label}(  .*)$", README.read_text(encoding="utf-8"), re.MULTILINE)
    return row


def test_the_arena_is_drawn_as_it_is():
    corpus = Corpus.from_texts(["low"] * 5 + [" low"] * 2 + ["lower"])
    pretokens = result_of(count_pretokens(corpus, Splitter("gpt2")))
    loop = MergeLoop(pretokens, TrainingConfig(260))
    loop.count_pairs()
    for label in ("laid out", "merge 0", "merge 1", "merge 2", "merge 3"):
        if label != "laid out":
            loop.run_slice(1, 10**9)
        row = drawn(label)[len("laid out") - len(label) :]
        cells = [row[i * SLOT_WIDTH :][:SLOT_WIDTH].strip() for i in range(16)]
        for cell, symbol in zip(cells, loop._arena.symbols.tolist(), strict=True):
            if cell == "·":
                assert symbol == NO_TOKEN
            elif cell != "?":
                assert symbol == (int(cell) if cell.isdigit() else ord(cell or " "))


def test_the_flags_of_a_lane_are_drawn_as_they_are():
    table, _ = lane_table(compile_automaton(presets()["gpt2"].pattern))
    row, flags = 0, []
    for column in (*b"a  b", END_COLUMN):
        entry = int(table[row + column])
        row = entry >> 8
        flags.append(entry & 0xFF)
    assert flags == [sum(FLAGS[each] for each in cell) for cell in drawn("flags, gpt2").split()[:5]]


def test_the_windows_of_the_masks_are_drawn_as_they_are():
    automaton, verdicts, _ = compiled(presets()["gpt2"].pattern)
    text = drawn("bytes").split()[:12]
    following = [*automaton.class_of[[ord(each.replace("␣", " ")) for each in text]].tolist()]
    begins = begins_alone(automaton, following)
    following.append(automaton.n_classes)
    settled, cells = 1, ["C"]
    for at in range(1, len(text)):
        if at < settled:
            cells.append("·")
            continue
        window = tuple(following[at - 1 : at + 2])
        cells.append("-C?"[verdicts.table[int(at - 1 in begins)][window]])
        if cells[-1] == "?":
            settled = 1 + next(cut for cut in begins if cut >= at)
    assert drawn("windows, gpt2").split()[: len(text)] == cells
    pieces = drawn("split, gpt2").partition("to the next cut")[0].split("|")
    assert [0, *accumulate(len(piece.split()) for piece in pieces)] == begins


def modules_passed(work: Callable[[], object]) -> set[str]:
    """The modules of the engine in which functions are called, in any thread."""
    found = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_name not in {"<module>", "__getattr__"}:
            found.add(frame.f_code.co_filename)

    known = sys.getprofile()
    threading.setprofile(note)
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(known)
        threading.setprofile(None)
    return {name for name in found if Path(name).is_relative_to(README.parent)}


def test_a_training_and_an_encode_pass_through_few_modules(tmp_path):
    path = tmp_path / "eng.txt"
    path.write_text("low lower lowest naïve 12 " * 50, "utf-8")

    def trained():
        return train_tokenizer(Corpus.from_paths(path), TrainingConfig(280))

    tokenizer = trained()
    tokenizer.encode("low")
    assert 20 < len(modules_passed(trained)) <= MOST_MODULES_OF_A_TRAINING
    assert 5 < len(modules_passed(lambda: tokenizer.encode("low 7"))) <= MOST_MODULES_OF_AN_ENCODE
