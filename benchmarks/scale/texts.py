"""The text that is measured on, written once into a folder, with the facts of its making."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.scale.growth import RealGrowth, fitted, real_growth
from benchmarks.scale.rewriting import Rewriter, write_shards
from benchmarks.scale.sample import Sample, read_documents, sample_of, shuffled
from engine.corpus import Corpus
from engine.counting import count_pretokens
from engine.machine import result_of
from engine.splitting import Splitter

PATTERN = "gpt2"
TEXTS = "all"
"""The folder of the shards, and their label."""
_FACTS = "texts.json"
_OLDEST, _STEPS = 32, 8


@dataclass(frozen=True, slots=True)
class Making:
    """What text to make. shard_bytes: of each file; orders: of the real documents, for the fit."""

    corpus: Path
    n_bytes: int
    shard_bytes: int = 100_000_000
    seed: int = 7
    orders: int = 8
    most_bytes: int | None = None
    """Of every real file, its beginning."""


def made_texts(making: Making, folder: Path) -> dict[str, Any]:
    """Write the shards, unless the folder has them; gives exponents, scale and seconds."""
    facts_file = folder / _FACTS
    if facts_file.is_file():
        known: dict[str, Any] = json.loads(facts_file.read_text("utf-8"))
        if known["n_bytes"] >= making.n_bytes and known["seed"] == making.seed:
            return known
    texts = shuffled(read_documents(making.corpus, making.most_bytes), making.seed)
    sample = sample_of(texts, PATTERN)
    growth = real_growth(sample, _sizes(sample), making.orders, sample.n_bytes * 23 // 100)
    began = time.perf_counter()
    rewriter = Rewriter(sample, growth.exponent, making.seed, making.n_bytes)
    files = write_shards(rewriter, folder / TEXTS, making.n_bytes, making.shard_bytes)
    facts = {
        "n_bytes": making.n_bytes,
        "seed": making.seed,
        "files": len(files),
        "written_bytes": rewriter.n_bytes,
        "seconds": round(time.perf_counter() - began, 1),
        "new_words": rewriter.n_new,
        "scale": rewriter.scale,
        "real_bytes": sample.n_bytes,
        "real_distinct": sample.n_types,
        **_growth_facts(growth),
        "check": checked_growth(making, growth, folder / "check"),
    }
    facts_file.write_text(json.dumps(facts, indent=1) + "\n", "utf-8")
    return facts


def checked_growth(making: Making, growth: RealGrowth, folder: Path) -> dict[str, Any]:
    """Rewrite 23 % of the real texts up to the size of all of them, and compare both."""
    whole = growth.sizes[-1]
    texts = read_documents(making.corpus, making.most_bytes)
    part = sample_of(shuffled(texts, making.seed, whole * 23 // 100), PATTERN)
    rewriter = Rewriter(part, growth.exponent, making.seed, whole)
    files = write_shards(rewriter, folder, whole, max(1, whole // 24))
    sizes, distinct = [], []
    for end in sorted({max(1, round(len(files) * share)) for share in (0.25, 0.35, 0.5, 0.7, 1)}):
        corpus = Corpus.from_paths([str(file) for file in files[:end]])
        counts = result_of(count_pretokens(corpus, Splitter(PATTERN)))
        sizes.append(counts.n_bytes)
        distinct.append(counts.n_unique)
    for file in files:
        file.unlink()
    folder.rmdir()
    law = fitted(sizes, distinct)
    return {
        "from_bytes": part.n_bytes,
        "sizes": sizes,
        "distinct": distinct,
        "exponent": law.exponent,
        "error": law.exponent_error,
    }


def shards_of(folder: Path, n_bytes: int) -> list[Path]:
    """The first shards that reach that size."""
    taken, size = [], 0
    for file in sorted((folder / TEXTS).iterdir()):
        if size >= n_bytes:
            break
        taken.append(file)
        size += file.stat().st_size
    return taken


def _sizes(sample: Sample) -> list[int]:
    """Eight sizes from a thirty-second on, to the whole."""
    n = sample.n_bytes
    shares = [_OLDEST ** (at / (_STEPS - 1)) / _OLDEST for at in range(_STEPS)]
    return [int(n * share) for share in shares]


def _growth_facts(growth: RealGrowth) -> dict[str, Any]:
    n = len(growth.curves)
    return {
        "real_sizes": growth.sizes,
        "real_curve": [round(sum(row) / n) for row in zip(*growth.curves, strict=True)],
        "exponent": growth.exponent,
        "exponent_error": growth.error,
        "local_exponents": growth.local,
    }
