"""A search for tokenizers beside usual mixtures and parity-aware training, on 30 languages.

`python -m benchmarks.explore [--corpus DIR] [--vocab-size N] [--trials N] [--time 10m] [--seeds N]
[--storage FILE]`. The search changes the temperature, the share of every language that pays and of
English, and the part of the merges that languages choose; objectives are the highest premium, the
mean bytes per token of the languages, and the parameters of the embedding, at four sizes. It is
measured on one half of the parallel news sentences of corpus/eval, by which languages choose as
well; the table has the other half, which it never sees. The library's sampler and random values get
the same budget and the same first trials, once for each seed. Prints Markdown.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.parity import LANGUAGES, PATTERN
from benchmarks.texts import DEFAULT_CORPUS
from engine import Corpus, CountedCorpus, Mixture, Parity, Tokenizer, TrainingConfig, evaluate
from engine.explore import (
    Budget,
    Exploration,
    ExploreProgress,
    LabelShare,
    Objective,
    ParityShare,
    Point,
    Question,
    Sampler,
    Temperature,
    TrialStorage,
    VocabSize,
    divided_texts,
    explore,
    hypervolume,
    non_dominated,
    parity_texts,
    seconds_of,
)
from engine.machine import result_of
from engine.settings import ReadingOptions

SHARES = (
    LabelShare(1e-4, 0.3, ("eng",)),
    LabelShare(1e-3, 0.3, ("deu", "fra", "ind"), "near English"),
    LabelShare(0.01, 0.4, ("ces", "est", "fin", "hun", "pol", "swa", "tur"), "other Latin"),
    LabelShare(0.02, 0.3, ("zho", "jpn", "kor"), "cjk"),
    LabelShare(0.05, 0.5, ("ben", "guj", "hin", "kan", "mal", "tam"), "Indic"),
    LabelShare(0.01, 0.3, ("lao",)),
    LabelShare(0.01, 0.3, ("khm",)),
)
"""Of languages that pay most, the reference, and those that share its tokens; the rest of the
languages share what is left by the temperature."""
PREMIUM = Objective("worst_premium")
COMPRESSION = Objective("bytes_per_token", "languages", LANGUAGES, "maximise")
SIZE = Objective("embedding_parameters")
ENGLISH_CHARACTERS = 8_000_000
"""So that all 30 languages have about 50 MB."""


@dataclass(frozen=True)
class Measured:
    """A tokenizer on the validation texts: highest premium and mean bytes per token."""

    name: str
    premium: float
    compression: float


@dataclass(frozen=True)
class Search:
    """What every search of this benchmark has. parity: of the half that the search sees."""

    corpus: Corpus
    texts: Corpus
    budget: Budget
    vocab_size: int
    parity: Parity
    storage: TrialStorage | None = None

    @property
    def sizes(self) -> tuple[int, ...]:
        """A quarter of the greatest size, and up to it in steps of one."""
        return tuple(self.vocab_size * part // 4 for part in range(1, 5))

    def question(self, sampler: Sampler, seed: int) -> Question:
        """What is asked."""
        return Question(
            (PREMIUM, COMPRESSION, SIZE),
            (Temperature(0, 1), ParityShare(0, 1), VocabSize.of(self.sizes), *SHARES),
            self.budget,
            TrainingConfig(self.vocab_size, pattern=PATTERN, parity=self.parity),
            sampler=sampler,
            seed=seed,
            seeds=3 if (sampler, seed) == ("tpe", 0) else 0,
            groups={"languages": LANGUAGES},
        )


def measured(name: str, tokenizer: Tokenizer, texts: Corpus) -> Measured:
    """The figures of a tokenizer on texts."""
    found = evaluate(tokenizer, texts)
    assert found.fairness is not None
    mean = statistics.fmean(row.bytes / row.tokens for row in found.rows)
    return Measured(name, found.fairness.worst_premium or 0.0, mean)


def baselines(search: Search, validation: Corpus) -> Iterable[Measured]:
    """Natural, tempered and equal shares, and training by parity on the half of the search."""
    counted = CountedCorpus(search.corpus)
    for name, mixture, parity in (
        ("natural mixture", None, None),
        ("temperature α = 0.3", Mixture(alpha=0.3), None),
        ("equal shares", Mixture(alpha=0.0), None),
        ("parity-aware", None, search.parity),
    ):
        config = TrainingConfig(search.vocab_size, pattern=PATTERN, parity=parity)
        yield measured(name, result_of(counted.train(config, mixture)), validation)


def say(line: str = "") -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def note(progress: ExploreProgress) -> None:
    """A line now and then on standard error."""
    trial = progress.trial
    if trial is not None and trial.is_over and progress.n_done % 20 == 0:
        sys.stderr.write(f"{progress.n_done} trials, {time.process_time():.0f} s of processor\n")


def searched(search: Search, sampler: Sampler, seed: int) -> Exploration:
    """Run a search and print how long its trials took."""
    began, processor = time.monotonic(), time.process_time()
    asked = search.question(sampler, seed)
    made = result_of(explore(asked, search.corpus, search.texts, storage=search.storage), note)
    seconds, used = time.monotonic() - began, time.process_time() - processor
    over = [trial for trial in made.trials if trial.state != "infeasible"]
    parts = {
        name: statistics.median(getattr(trial.seconds, name) for trial in over)
        for name in ("mix", "merge", "encode", "rest")
    }
    states = {trial.state for trial in made.trials}
    counts = ", ".join(f"{sum(t.state == s for t in made.trials)} {s}" for s in sorted(states))
    say(
        f"{sampler}, seed {seed}: {len(made.trials)} trials ({counts}) in {seconds:.0f} s, "
        f"{used:.0f} s of processor, spread included; median of a trial: "
        + ", ".join(f"{name} {value:.2f} s" for name, value in parts.items())
    )
    return made


def seen(made: Exploration, vocab_size: int) -> list[Measured]:
    """The points of a front at a size on the texts that the search sees."""
    points = [point for point in made.front.points if point.vocab_size == vocab_size]
    return [measures_of(point, point.figures) for point in points]


def on_validation(made: Exploration, vocab_size: int) -> list[Measured]:
    """The points of a front at a size on the validation texts."""
    points = [point for point in made.front.points if point.vocab_size == vocab_size]
    return [measures_of(point, point.validation) for point in points]


def measures_of(point: Point, figures: Mapping[str, float]) -> Measured:
    """The two figures of a point that the table has."""
    return Measured(f"trial {point.trial}", figures[PREMIUM.key], figures[COMPRESSION.key])


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


def print_front(made: Exploration, vocab_size: int) -> None:
    """The points of a size, and the knee, with figures, validation and spread."""
    say("| point | parity share | highest premium | validation | spread | bytes per token, mean "
        "| validation | spread |")  # fmt: skip
    say("|---|---|---|---|---|---|---|---|")
    for number, point in enumerate(made.front.points):
        is_knee = number == made.front.knee
        if point.vocab_size != vocab_size and not is_knee:
            continue
        cells = [f"{float(point.values['parity_share']):.2f}"]
        for key in (PREMIUM.key, COMPRESSION.key):
            cells += [f"{each.get(key, float('nan')):.3f}"
                      for each in (point.figures, point.validation, point.spread)]  # fmt: skip
        knee = f", knee, {point.vocab_size:,} ids" if is_knee else ""
        say(f"| {point.trial}{knee} | {' | '.join(cells)} |")


def volumes(fronts: Sequence[Sequence[Measured]]) -> list[float]:
    """The hypervolume of fronts of one size, between the best and the worst of the joint front."""
    rows = [np.array([[each.premium, -each.compression] for each in front]) for front in fronts]
    every = np.concatenate(rows)
    joint = every[non_dominated(every)]
    return [hypervolume(each, joint.min(axis=0), joint.max(axis=0)) for each in rows]


def print_found(search: Search, seeds: int, others: Sequence[Measured]) -> None:
    """Search with both samplers and print what they find."""
    samplers: tuple[Sampler, ...] = ("tpe", "random")
    found = {
        sampler: [searched(search, sampler, seed) for seed in range(seeds)] for sampler in samplers
    }
    for sampler, explorations in found.items():
        for seed, made in enumerate(explorations):
            n_points = len(made.front.points)
            say(f"\n{sampler}, seed {seed}: {n_points} points at all sizes, validation:\n")
            print_gains(on_validation(made, search.vocab_size), others)
    made = found["tpe"][0]
    say("\nFront of tpe, seed 0:\n")
    print_front(made, search.vocab_size)
    fronts = [seen(each, search.vocab_size) for own in found.values() for each in own]
    ours = volumes(fronts)
    say(f"\nHypervolume at {search.vocab_size:,} ids on the texts of the search:")
    for i, sampler in enumerate(samplers):
        own = ours[i * seeds : (i + 1) * seeds]
        say(f"- {sampler}: {', '.join(f'{each:.3f}' for each in own)}; "
            f"mean {statistics.fmean(own):.3f}")  # fmt: skip
    say(made.front.advice)
    say(made.disagreement or "The validation texts confirm the front.")


def main() -> None:
    """Train the baselines, search, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.explore")
    parser.add_argument("--corpus", type=Path, default=DEFAULT_CORPUS)
    parser.add_argument("--vocab-size", type=int, default=32_768)
    parser.add_argument("--trials", type=int, default=300)
    parser.add_argument("--time", default="10m")
    parser.add_argument("--seeds", type=int, default=3, help="searches with each sampler")
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
    storage = None if options.storage is None else TrialStorage(options.storage)
    with tempfile.TemporaryDirectory() as folder:
        beside = Path(folder) if storage is None else storage.path.parent
        budget = Budget(options.trials, seconds_of(options.time))
        parity = parity_texts(texts, beside / "parity-texts")
        search = Search(corpus, texts, budget, options.vocab_size, parity, storage)
        others = list(baselines(search, divided_texts(texts).validation))
        print_found(search, options.seeds, others)


if __name__ == "__main__":
    main()
