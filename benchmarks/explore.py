"""A search for tokenizers beside usual mixtures and parity-aware training, on 30 languages.

`python -m benchmarks.explore [--corpus DIR] [--vocab-size N] [--trials N] [--time 10m]
[--storage FILE]`. The search changes the temperature and the shares of the languages that pay most;
objectives are the highest premium and the mean bytes per token of the languages. It is measured on
one half of the parallel news sentences of corpus/eval; the table has the other half, which it never
sees. The library's sampler and random values get the same budget. Prints Markdown.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from benchmarks.parity import LANGUAGES, PATTERN
from benchmarks.texts import DEFAULT_CORPUS
from engine import Corpus, CountedCorpus, Mixture, Parity, Tokenizer, TrainingConfig, evaluate
from engine.explore import (
    Budget,
    DividedTexts,
    Exploration,
    ExploreProgress,
    LabelShare,
    Objective,
    Question,
    Sampler,
    Temperature,
    Trial,
    TrialStorage,
    divided_texts,
    explore,
    hypervolume,
    seconds_of,
)
from engine.machine import result_of
from engine.settings import ReadingOptions

PAYING = ("lao", "khm", "mal", "kan", "guj")
"""The languages with the highest premiums in mixtures by temperature."""
CJK = ("zho", "jpn", "kor")
PREMIUM = Objective("worst_premium")
COMPRESSION = Objective("bytes_per_token", "languages", LANGUAGES, "maximise")
ENGLISH_CHARACTERS = 8_000_000
"""So that all 30 languages have about 50 MB."""


@dataclass(frozen=True)
class Measured:
    """A tokenizer on the validation texts: highest premium and mean bytes per token."""

    name: str
    premium: float
    compression: float


def question(budget: Budget, vocab_size: int, sampler: Sampler) -> Question:
    """What is asked."""
    shares = (
        LabelShare(0.02, 0.3, ("eng",)),
        LabelShare(0.03, 0.3, CJK, "cjk"),
        *(LabelShare(0.005, 0.15, (label,)) for label in PAYING),
    )
    return Question(
        (PREMIUM, COMPRESSION),
        (Temperature(0, 1), *shares),
        budget,
        TrainingConfig(vocab_size, pattern=PATTERN),
        sampler=sampler,
        groups={"languages": LANGUAGES},
    )


def measured(name: str, tokenizer: Tokenizer, texts: Corpus) -> Measured:
    """The figures of a tokenizer on texts."""
    found = evaluate(tokenizer, texts)
    assert found.fairness is not None
    mean = statistics.fmean(row.bytes / row.tokens for row in found.rows)
    return Measured(name, found.fairness.worst_premium or 0.0, mean)


def baselines(
    corpus: Corpus, texts: DividedTexts, folder: Path, vocab_size: int
) -> Iterable[Measured]:
    """Natural, tempered and equal shares, and training by parity on the half of the search."""
    counted = CountedCorpus(corpus)
    for source in texts.search.sources:
        assert source.texts is not None
        (folder / f"{source.label}.txt").write_text(source.texts[0], "utf-8")
    for name, mixture, parity in (
        ("natural mixture", None, None),
        ("temperature α = 0.3", Mixture(alpha=0.3), None),
        ("equal shares", Mixture(alpha=0.0), None),
        ("parity-aware", None, Parity((str(folder),))),
    ):
        config = TrainingConfig(vocab_size, pattern=PATTERN, parity=parity)
        yield measured(name, result_of(counted.train(config, mixture)), texts.validation)


def say(line: str = "") -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def note(progress: ExploreProgress) -> None:
    """A line now and then on standard error."""
    trial = progress.trial
    if trial is not None and trial.is_over and progress.n_done % 20 == 0:
        sys.stderr.write(f"{progress.n_done} trials, {time.process_time():.0f} s of processor\n")


def searched(
    asked: Question, corpus: Corpus, texts: Corpus, storage: TrialStorage | None
) -> Exploration:
    """Run a search and print how long its trials took."""
    began, processor = time.monotonic(), time.process_time()
    made = result_of(explore(asked, corpus, texts, storage=storage), note)
    seconds, used = time.monotonic() - began, time.process_time() - processor
    over = [trial for trial in made.trials if trial.state != "infeasible"]
    parts = {
        name: statistics.median(getattr(trial.seconds, name) for trial in over)
        for name in ("mix", "merge", "encode", "rest")
    }
    states = {trial.state for trial in made.trials}
    counts = ", ".join(f"{sum(t.state == s for t in made.trials)} {s}" for s in sorted(states))
    say(
        f"{asked.sampler}: {len(made.trials)} trials ({counts}) in {seconds:.0f} s, "
        f"{used:.0f} s of processor, spread included; median of a trial: "
        + ", ".join(f"{name} {value:.2f} s" for name, value in parts.items())
    )
    return made


def on_validation(made: Exploration) -> list[Measured]:
    """The points of a front on the validation texts."""
    return [
        Measured(
            f"trial {point.trial}",
            point.validation[PREMIUM.key],
            point.validation[COMPRESSION.key],
        )
        for point in made.front.points
    ]


def print_gains(front: Sequence[Measured], others: Sequence[Measured]) -> None:
    """Beside each baseline the best of the front that is as good in the other objective."""
    say("| training | highest premium | bytes per token, mean | front: lowest premium at equal "
        "compression | front: best compression at equal premium |")  # fmt: skip
    say("|---|---|---|---|---|")
    for other in others:
        premiums = [each.premium for each in front if each.compression >= other.compression]
        means = [each.compression for each in front if each.premium <= other.premium]
        lowest = f"{min(premiums):.3f}" if premiums else "none"
        best = f"{max(means):.3f}" if means else "none"
        say(f"| {other.name} | {other.premium:.3f} | {other.compression:.3f} | {lowest} | {best} |")


def print_front(made: Exploration) -> None:
    """The points with figures, validation and spread."""
    say("| point | highest premium | validation | spread | bytes per token, mean | validation "
        "| spread |")  # fmt: skip
    say("|---|---|---|---|---|---|---|")
    for number, point in enumerate(made.front.points):
        cells = []
        for key in (PREMIUM.key, COMPRESSION.key):
            cells += [f"{each.get(key, float('nan')):.3f}"
                      for each in (point.figures, point.validation, point.spread)]  # fmt: skip
        knee = ", knee" if number == made.front.knee else ""
        say(f"| {point.trial}{knee} | {' | '.join(cells)} |")


def volumes(explorations: Sequence[Exploration]) -> list[float]:
    """The hypervolume of each on the search's texts, between the same bounds."""

    def costs(trials: Iterable[Trial]) -> np.ndarray:
        kept = [trial for trial in trials if trial.state == "complete"]
        return np.array([
            [trial.figures[PREMIUM.key], -trial.figures[COMPRESSION.key]] for trial in kept
        ])  # fmt: skip

    rows = [costs(made.trials) for made in explorations]
    every = np.concatenate(rows)
    return [hypervolume(each, every.min(axis=0), every.max(axis=0)) for each in rows]


def main() -> None:
    """Search twice, train the baselines, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.explore")
    parser.add_argument("--corpus", type=Path, default=DEFAULT_CORPUS)
    parser.add_argument("--vocab-size", type=int, default=32_768)
    parser.add_argument("--trials", type=int, default=300)
    parser.add_argument("--time", default="10m")
    parser.add_argument("--storage", type=Path, help="keep trials here, to go on after a kill")
    parser.add_argument("--max-chars", type=int, default=0, help="characters of each language")
    options = parser.parse_args()
    limits = {
        language: ReadingOptions(max_chars=options.max_chars or None) for language in LANGUAGES
    }
    limits["eng"] = ReadingOptions(max_chars=options.max_chars or ENGLISH_CHARACTERS)
    paths = [options.corpus / "train" / f"{language}.txt.zst" for language in LANGUAGES]
    corpus = Corpus.from_paths(paths, reading=limits)
    texts = Corpus.from_paths(
        [options.corpus / "eval" / f"{language}.txt.zst" for language in LANGUAGES]
    )
    asked = question(Budget(options.trials, seconds_of(options.time)), options.vocab_size, "tpe")
    storage = None if options.storage is None else TrialStorage(options.storage)
    with tempfile.TemporaryDirectory() as folder:
        divided = divided_texts(texts)
        others = list(baselines(corpus, divided, Path(folder), options.vocab_size))
    made = searched(asked, corpus, texts, storage)
    random = searched(replace(asked, sampler="random", seeds=0), corpus, texts, storage)
    say()
    print_gains(on_validation(made), others)
    say("\nThe same against random values with the same budget:\n")
    print_gains(on_validation(random), others)
    say("\nFront:\n")
    print_front(made)
    ours, theirs = volumes([made, random])
    say(f"\nHypervolume on the texts of the search: tpe {ours:.4f}, random {theirs:.4f}.")
    say(made.front.advice)
    say(made.disagreement or "The validation texts confirm the front.")


if __name__ == "__main__":
    main()
