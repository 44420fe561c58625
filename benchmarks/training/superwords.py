"""Superword training beside plain training of the same size, and the tokens it saves.

Every training is a process of its own that reads the files again and keeps no counts; plain and
superword trainings take turns. Tokens are counted on corpus/eval, every file by itself.
"""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks import PROJECT
from benchmarks.machine import describe_machine
from benchmarks.texts import corpus_folder

PLAIN = "plain"
REACH_SECONDS = 15.0
REACH_TIMES_PLAIN = 4.0
_LABELS_IN_TEXT = 12
_SAMPLED_BYTES = 2_000_000


@dataclass(frozen=True)
class Setting:
    """One way to train, as RULES:START[:PATTERN], or "plain"."""

    rules: str
    start: float = 0.0
    pattern: str = "superbpe-stage2"

    @classmethod
    def of(cls, text: str) -> Setting:
        """The setting that is written like this."""
        if text == PLAIN:
            return cls(PLAIN)
        rules, start, *pattern = text.split(":", 2)
        return cls(rules, float(start), *pattern)

    @property
    def name(self) -> str:
        if self.rules == PLAIN:
            return PLAIN
        pattern = "" if self.pattern == "superbpe-stage2" else f":{self.pattern}"
        return f"{self.rules}:{self.start:g}{pattern}"


def measure_superwords(
    corpus: Path, texts: Sequence[str], settings: Sequence[str], vocab_size: int, runs: int
) -> dict[str, Any]:
    """Medians of every setting on every text with the single runs, and tokens saved by label.

    settings: as `Setting.of` reads them; the plain training is always among them. The same
    setting must give the same merges in every run.
    """
    wanted = [Setting(PLAIN), *(Setting.of(text) for text in settings)]
    rows = []
    with tempfile.TemporaryDirectory() as scratch:
        for text in texts:
            folder = corpus_folder(corpus, text, Path(scratch))
            rows.append(_measured_text(text, folder, wanted, vocab_size, runs, corpus / "eval"))
    return {
        "benchmark": "superwords",
        "machine": describe_machine(),
        "vocab_size": vocab_size,
        "reach": {"100mb_s": REACH_SECONDS, "all_times_plain": REACH_TIMES_PLAIN},
        "texts": rows,
    }


def _measured_text(
    text: str,
    folder: Path,
    settings: Sequence[Setting],
    vocab_size: int,
    runs: int,
    evaluated: Path,
) -> dict[str, Any]:
    answers: dict[str, list[dict[str, Any]]] = {setting.name: [] for setting in settings}
    with tempfile.TemporaryDirectory() as out:
        for run in range(runs):
            for number, setting in enumerate(settings):
                file = Path(out) / f"{number}.twb"
                answer = _trained(folder, setting, vocab_size, file)
                answers[setting.name].append(answer)
                said = f"{text}, run {run + 1}: {setting.name}: {answer['total_s']:.2f} s"
                sys.stderr.write(said + "\n")
        files = [Path(out) / f"{number}.twb" for number in range(len(settings))]
        tokens = _tokens_by_label(files, _evaluation_texts(evaluated))
        sampled = _tokens_by_label(files, _training_sample(folder))
    plain = statistics.median(answer["total_s"] for answer in answers[PLAIN])
    rows = [
        _row(setting.name, answers[setting.name], plain)
        | {"saved_percent": _savings_of(tokens[0], tokens[number])}
        | {"saved_percent_of_training": _savings_of(sampled[0], sampled[number])}
        for number, setting in enumerate(settings)
    ]
    return {"text": text, "settings": rows}


def _row(name: str, answers: list[dict[str, Any]], plain_s: float) -> dict[str, Any]:
    digests = {answer["digest"] for answer in answers}
    total = statistics.median(answer["total_s"] for answer in answers)
    middle = min(answers, key=lambda answer: abs(answer["total_s"] - total))
    return {
        "setting": name,
        **{key: middle[key] for key in ("bytes", "seconds", "second_stage", "merges")},
        "total_s": round(total, 3),
        "user_s": round(statistics.median(answer["user_s"] for answer in answers), 3),
        "peak_mb": round(statistics.median(answer["peak_mb"] for answer in answers)),
        "times_plain": round(total / plain_s, 3),
        "total_s_of_runs": [answer["total_s"] for answer in answers],
        "same_merges_in_all_runs": len(digests) == 1,
        "digest": min(digests),
    }


def _savings_of(plain: dict[str, int], tokens: dict[str, int]) -> dict[str, float]:
    """Percent of tokens saved by label, and under "all" of all labels together."""
    saved = {label: _saved(plain[label], count) for label, count in tokens.items()}
    return {"all": _saved(sum(plain.values()), sum(tokens.values())), **saved}


def _saved(plain: int, tokens: int) -> float:
    return round(100 * (1 - tokens / max(1, plain)), 2)


def _trained(folder: Path, setting: Setting, vocab_size: int, out: Path) -> dict[str, Any]:
    given = [folder, vocab_size, setting.rules, setting.start, setting.pattern, out]
    command = [sys.executable, "-m", "benchmarks.training.superwords", *map(str, given)]
    done = subprocess.run(command, cwd=PROJECT, check=True, stdout=subprocess.PIPE, text=True)
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


def _tokens_by_label(
    files: Sequence[Path], texts: Iterator[tuple[str, str]]
) -> list[dict[str, int]]:
    """Tokens of every text, by each of the tokenizers."""
    from engine.encoding import Tokenizer

    tokenizers = [Tokenizer.load(file) for file in files]
    counted: list[dict[str, int]] = [{} for _ in tokenizers]
    for label, text in texts:
        for tokenizer, counts in zip(tokenizers, counted, strict=True):
            counts[label] = len(tokenizer.encode_to_array(text))
    return counted


def _evaluation_texts(folder: Path) -> Iterator[tuple[str, str]]:
    from engine.corpus import open_file

    for file in sorted(folder.glob("*.txt.zst")):
        with open_file(file) as stream:
            yield file.name.removesuffix(".txt.zst"), stream.read().decode("utf-8", "replace")


def _training_sample(folder: Path) -> Iterator[tuple[str, str]]:
    """The beginning of every file that was trained on."""
    from engine.corpus import open_file

    for file in sorted(folder.iterdir()):
        with open_file(file) as stream:
            text = stream.read(_SAMPLED_BYTES).decode("utf-8", "ignore")
        yield file.name.removesuffix(".zst").removesuffix(".txt"), text


# ---- the report ------------------------------------------------------------------------------


def as_text(report: dict[str, Any]) -> str:
    """Tables for a terminal, in Markdown."""
    parts = [f"{report['vocab_size']:,} tokens, {report['machine']['cores']} cores"]
    for text in report["texts"]:
        parts += [f"\n**{text['text']}**\n", *_speed(text), "", *_savings(text)]
    return "\n".join(parts) + "\n"


def _speed(text: dict[str, Any]) -> list[str]:
    lines = ["| setting | total s | user s | MB at most | × plain | stage two by step, s |"]
    lines.append("|---|---:|---:|---:|---:|---|")
    for row in text["settings"]:
        steps = ", ".join(f"{name} {value:.2f}" for name, value in row["second_stage"].items())
        same = "" if row["same_merges_in_all_runs"] else " (merges differ between runs!)"
        lines.append(
            f"| {row['setting']}{same} | {row['total_s']:.2f} | {row['user_s']:.2f} "
            f"| {row['peak_mb']:,} | {row['times_plain']:.2f} | {steps} |"
        )
    return lines


def _savings(text: dict[str, Any]) -> list[str]:
    """Tokens saved in percent, on the evaluation files and on what was trained on."""
    super_rows = [row for row in text["settings"] if row["setting"] != PLAIN]
    if not super_rows:
        return []
    lines = ["| tokens saved, % | " + " | ".join(row["setting"] for row in super_rows) + " |"]
    lines.append("|---|" + "---:|" * len(super_rows))
    for key, said in (("saved_percent", "{}"), ("saved_percent_of_training", "training text: {}")):
        for label in _shown(super_rows[0][key]):
            figures = " | ".join(f"{row[key][label]:.1f}" for row in super_rows)
            lines.append(f"| {said.format(label)} | {figures} |")
    return lines


def _shown(saved: dict[str, float]) -> dict[str, None]:
    """All, English, and the labels that save most and least."""
    ranked = sorted(saved, key=lambda label: -saved[label])
    half = _LABELS_IN_TEXT // 2
    shown = [*ranked[:half], *ranked[-half:]] if len(ranked) > _LABELS_IN_TEXT else ranked
    return dict.fromkeys([label for label in ("all", "eng") if label in saved] + shown)


# ---- one training ----------------------------------------------------------------------------


def main(arguments: Sequence[str]) -> None:
    """In a new process: FOLDER VOCAB_SIZE RULES START PATTERN OUT; prints one line of JSON."""
    from benchmarks.memory import forget_peak, peak_mb
    from engine import Corpus, TrainingConfig, train_tokenizer
    from engine.settings import Superwords, superword_rules

    folder, vocab_size, rules, start, pattern, out = arguments

    def config(size: int) -> TrainingConfig:
        if rules == PLAIN:
            return TrainingConfig(size, pattern="superbpe-stage1")
        superwords = Superwords(float(start), pattern, superword_rules(rules))
        return TrainingConfig(size, pattern="superbpe-stage1", superwords=superwords)

    train_tokenizer(Corpus.from_texts(["warm the kernels up, warm them up " * 50]), config(4000))
    forget_peak()
    before, began = resource.getrusage(resource.RUSAGE_SELF), time.perf_counter()
    tokenizer = train_tokenizer(Corpus.from_paths(folder), config(int(vocab_size)))
    total, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_SELF)
    record = tokenizer.training
    assert record is not None
    tokenizer.save(out)
    second = record.second_stage
    answer = {
        "bytes": record.bytes,
        "merges": tokenizer.n_merges,
        "seconds": record.seconds,
        "second_stage": {} if second is None else dict(second.seconds),
        "total_s": round(total, 3),
        "user_s": round(after.ru_utime - before.ru_utime, 3),
        "peak_mb": peak_mb(),
        "digest": tokenizer.semantic_hash[:16],
    }
    sys.stdout.write("\n" + json.dumps(answer) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
