"""Parity-aware training beside mixtures by temperature, at equal size, on 30 languages.

`python -m benchmarks.parity [--corpus DIR] [--vocab-size N] [--max-chars N]`. Languages choose by
the first half of the parallel news sentences of corpus/eval; compression, premiums and Gini are
measured on the second half, which no training has seen; the processor's time is that of merging and
the record, after counting. Ratios are the bytes of each language in
the first half over those of English. Prints a Markdown table.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.texts import DEFAULT_CORPUS
from engine import Corpus, CountedCorpus, Mixture, Parity, Tokenizer, TrainingConfig, evaluate
from engine.corpus import open_file
from engine.machine import result_of
from engine.settings import ReadingOptions

LANGUAGES = (
    "ara", "ben", "ces", "deu", "ell", "eng", "est", "fas", "fin", "fra", "guj", "heb", "hin",
    "hun", "hye", "ind", "jpn", "kan", "kat", "khm", "kor", "lao", "mal", "pol", "rus", "swa",
    "tam", "tha", "tur", "zho",
)  # fmt: skip
ALPHAS = (1.0, 0.3, 0.0)
PATTERN = "o200k"
HEADERS = (
    "training", "bytes per token, corpus", "bytes per token, mean", "highest premium",
    "median premium", "Gini", "processor",
)  # fmt: skip


def divided_texts(corpus: Path, folder: Path) -> tuple[Path, Path]:
    """Folders with the first and with the second half of the lines of every language."""
    halves = folder / "choosing", folder / "measuring"
    for half in halves:
        half.mkdir()
    for language in LANGUAGES:
        with open_file(corpus / "eval" / f"{language}.txt.zst") as stream:
            lines = stream.read().decode().splitlines()
        middle = len(lines) // 2
        for half, part in zip(halves, (lines[:middle], lines[middle:]), strict=True):
            (half / f"{language}.txt").write_text("\n".join(part) + "\n", "utf-8")
    return halves


def trainings(choosing: Path) -> list[tuple[str, Parity | None, Mixture | None]]:
    """What is compared."""
    texts = (str(choosing),)
    sizes = {path.stem: path.stat().st_size for path in choosing.glob("*.txt")}
    ratios = {label: size / sizes["eng"] for label, size in sizes.items()}
    mixtures = [(f"temperature α = {alpha:g}", None, Mixture(alpha=alpha)) for alpha in ALPHAS]
    return [
        *mixtures,
        ("parity", Parity(texts), None),
        ("parity, window 100", Parity(texts, window=100), None),
        ("parity, global share 0.5", Parity(texts, global_share=0.5), None),
        ("parity by ratios", Parity(ratios=ratios), None),
    ]


def row_of(name: str, tokenizer: Tokenizer, texts: Corpus, processor_s: float) -> tuple[str, ...]:
    """The figures of one tokenizer on texts that it has not seen."""
    found = evaluate(tokenizer, texts)
    fairness, training = found.fairness, tokenizer.training
    assert fairness is not None
    assert training is not None
    mean = statistics.mean(row.bytes / row.tokens for row in found.rows)
    return (
        name,
        f"{training.bytes_per_token():.2f}",
        f"{mean:.2f}",
        f"{fairness.worst_premium:.2f} ({fairness.worst_label})",
        f"{fairness.median_premium:.2f}",
        f"{fairness.gini:.3f}",
        f"{processor_s:.1f} s",
    )


def main() -> None:
    """Train and measure all."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.parity")
    parser.add_argument("--corpus", type=Path, default=DEFAULT_CORPUS)
    parser.add_argument("--vocab-size", type=int, default=32_768)
    parser.add_argument("--max-chars", type=int, default=0, help="characters of each language")
    options = parser.parse_args()
    paths = [options.corpus / "train" / f"{language}.txt.zst" for language in LANGUAGES]
    limit = ReadingOptions(max_chars=options.max_chars or None)
    corpus = Corpus.from_paths(paths, reading=dict.fromkeys(LANGUAGES, limit))
    sys.stdout.write(f"| {' | '.join(HEADERS)} |\n|{'---|' * len(HEADERS)}\n")
    with tempfile.TemporaryDirectory() as folder:
        choosing, measuring = divided_texts(options.corpus, Path(folder))
        counted, texts = CountedCorpus(corpus), Corpus.from_paths(measuring)
        for _, parity, mixture in trainings(choosing)[-2:]:  # counts, and compiles kernels
            result_of(counted.train(TrainingConfig(300, pattern=PATTERN, parity=parity), mixture))
        for name, parity, mixture in trainings(choosing):
            config = TrainingConfig(options.vocab_size, pattern=PATTERN, parity=parity)
            began = time.process_time()
            tokenizer = result_of(counted.train(config, mixture))
            row = row_of(name, tokenizer, texts, time.process_time() - began)
            sys.stdout.write(f"| {' | '.join(row)} |\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
