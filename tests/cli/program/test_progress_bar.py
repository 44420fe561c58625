from __future__ import annotations

import io
from dataclasses import replace

import pytest

from engine import Phase, TrainingProgress
from workbench.cli.shared.recorded_training import ProgressBar, progress_line


@pytest.fixture(autouse=True)
def width_of_terminal(monkeypatch):
    """Not that of the terminal in which the tests run."""
    monkeypatch.setenv("COLUMNS", "100")


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def progress(phase: Phase, merges: int = 0, remaining: float | None = 12.0) -> TrainingProgress:
    return TrainingProgress(
        phase=phase,
        elapsed_s=1.0,
        remaining_s=remaining,
        documents=3,
        done=500_000,
        total=1_000_000,
        pretokens=10,
        unique_pretokens=1234,
        unmatched_bytes=0,
        merges_done=merges,
        merges_total=2000,
        last_merges=(),
        corpus_tokens=10,
        bytes_per_token=2.5,
        source_labels=("eng",),
        source_bytes_per_token=(2.5,),
    )


def test_the_line_has_phase_bar_numbers_and_estimate():
    line = progress_line(progress(Phase.COMPUTE_MERGES, 500), bar="##..")
    assert line == "Compute merges ##..  25%  500 of 2,000 merges  2.50 bytes per token  12 s left"
    assert "per token" not in progress_line(progress(Phase.COMPUTE_MERGES, 0), bar="")
    line = progress_line(progress(Phase.PRETOKENIZE, remaining=None), bar="##")
    assert line == "Pre-tokenize   ##  50%  500 kB of about 1.00 MB  documents: 3"
    assert "1,234" in progress_line(progress(Phase.COUNT_PAIRS), bar="")


def test_a_terminal_line_is_repainted_and_stays_at_the_end_of_a_phase():
    terminal, clock = Terminal(), Clock()
    bar = ProgressBar(terminal, clock)
    bar.show(progress(Phase.PRETOKENIZE))
    bar.show(progress(Phase.COMPUTE_MERGES, 1))
    bar.show(progress(Phase.COMPUTE_MERGES, 2))  # too soon
    clock.now += 1
    bar.show(progress(Phase.COMPUTE_MERGES, 1000))
    bar.show(progress(Phase.COMPUTE_MERGES, 2000))  # too soon, but the last state of the phase
    bar.show(progress(Phase.EVALUATE, 2000))
    bar.finish()
    text = terminal.getvalue()
    assert " 2 of" not in text
    assert "1,000 of 2,000" in text
    assert "\r" in text
    assert "━━━━" in text
    standing = [line.rpartition("\r")[2] for line in text.split("\n")]
    assert standing[0].startswith("Pre-tokenize")
    assert "100%  500 kB of 500 kB" in standing[0]
    assert "2,000 of 2,000 merges" in standing[1]
    assert standing[2] == "\x1b[K"


def test_elsewhere_lines_come_every_few_seconds():
    stream, clock = io.StringIO(), Clock()
    bar = ProgressBar(stream, clock)
    for merges in range(1, 101):
        clock.now += 0.1
        bar.show(progress(Phase.COMPUTE_MERGES, merges))
    bar.finish()
    lines = stream.getvalue().splitlines()
    assert 3 <= len(lines) <= 4
    assert "\r" not in stream.getvalue()
    assert "100 of 2,000" in lines[-1]
    bar.finish()
    assert stream.getvalue().splitlines() == lines


def test_a_stream_without_the_characters_gets_others():
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    bar = ProgressBar(stream, Clock())
    bar.show(progress(Phase.COMPUTE_MERGES, 1000))
    stream.flush()
    assert b"############............" in stream.buffer.getvalue()


class ClosedPipe(io.StringIO):
    attempts = 0

    def write(self, text: str) -> int:
        self.attempts += 1
        raise BrokenPipeError


def test_a_training_goes_on_after_its_watcher_ends():
    stream = ClosedPipe()
    bar = ProgressBar(stream, Clock())
    bar.show(progress(Phase.COMPUTE_MERGES, 1000))
    bar.show(progress(Phase.EVALUATE))
    bar.finish()
    assert stream.attempts >= 2


def seconds(elapsed: float, phase: Phase = Phase.COMPUTE_MERGES, merges: int = 0):
    return replace(progress(phase, merges), elapsed_s=elapsed)


def shown(*states: TrainingProgress, bar_of=io.StringIO) -> list[str]:
    stream, clock = bar_of(), Clock()
    bar = ProgressBar(stream, clock)
    for state in states:
        clock.now += 10
        bar.show(state)
    bar.finish()
    return stream.getvalue().split("\n")[:-1]


def test_pairs_that_run_out_end_the_line_at_what_was_reached():
    lines = shown(seconds(1), seconds(3, merges=10), seconds(4, Phase.EVALUATE))
    assert lines[1].endswith("12 s left")
    assert "10 of 2,000 merges, stopped: no pair left" in lines[2]
    terminal = shown(seconds(1), seconds(3, merges=10), seconds(4, Phase.EVALUATE), bar_of=Terminal)
    assert "stopped: no pair left" in terminal[0].rpartition("\r")[2]


def test_a_cancelled_or_finished_training_does_not_say_so_and_nothing_is_left():
    cancelled = shown(seconds(1), seconds(3, merges=10))
    assert "stopped" not in "".join(cancelled)
    assert "left" not in cancelled[-1]
    assert "stopped" not in "".join(shown(seconds(1, merges=2000), seconds(4, Phase.EVALUATE)))


def test_the_estimate_comes_after_half_a_second_of_its_phase():
    states = (seconds(0.1, Phase.PRETOKENIZE), seconds(0.4, Phase.PRETOKENIZE),
              seconds(0.7, Phase.PRETOKENIZE), seconds(0.8), seconds(1.2, merges=5),
              seconds(1.4, merges=6))  # fmt: skip
    with_estimate = [line.endswith("left") for line in shown(*states)]
    assert with_estimate == [False, True, False, False, False, True, False]


def test_merges_that_a_person_stopped_did_not_run_out_of_pairs():
    for is_stopped, reason in ((True, "kept"), (False, "no pair left")):
        stream = io.StringIO()
        bar = ProgressBar(stream, Clock())
        bar.show(progress(Phase.COMPUTE_MERGES, 500))
        if is_stopped:
            bar.note_stopped()
        bar.show(progress(Phase.EVALUATE, 500))
        assert f"500 of 2,000 merges, stopped: {reason}  2.50" in stream.getvalue()
