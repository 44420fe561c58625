"""Adversarial texts through training and encoding: round trip, and time against size.

Seconds are processor time of a child. A fault is a text that does not come back as it was, time
that grows faster than SIZE ** MOST_EXPONENT between two sizes, or one that is more than MOST_TIMES
that of prose of the same size. Times below LEAST_S are noise and not judged; the short form judges
no time at all.
"""

from __future__ import annotations

import math
from typing import Any

from benchmarks.reliability.adversarial_texts import KINDS, PROSE, text_of
from benchmarks.reliability.attempts import Attempts
from benchmarks.reliability.nursery import Nursery

SIZES, SHORT_SIZES = (250_000, 1_000_000, 4_000_000), (5_000, 20_000)
MOST_EXPONENT, MOST_TIMES, LEAST_S = 1.5, 50.0, 0.05
PATTERNS, SHORT_PATTERNS = ("gpt2", "cl100k", "none"), ("gpt2",)
STEPS = ("train", "encode", "decode")
_WORK = "benchmarks.reliability.texts:measured"
_LIMIT_S = 600.0


def run(attempts: Attempts) -> None:
    """One kind of text in each attempt."""
    home = attempts.scratch / "home"
    home.mkdir()
    kinds = list(KINDS)
    sizes = SHORT_SIZES if attempts.is_short else SIZES
    patterns = SHORT_PATTERNS if attempts.is_short else PATTERNS
    attempts.figures |= {
        "sizes": list(sizes), "most exponent": MOST_EXPONENT, "most times prose": MOST_TIMES,
        "kinds": len(kinds),
    }  # fmt: skip
    nursery = attempts.equipment.nursery()
    prose = _rows(nursery, home, PROSE, attempts.seed, sizes, patterns)
    worst: dict[str, tuple[float, str]] = {}
    for number in attempts.numbers():
        kind = kinds[number % len(kinds)]
        rows = _rows(nursery, home, kind, attempts.seed, sizes, patterns)
        least_s = math.inf if attempts.is_short else LEAST_S
        faults, figures = judged(kind, rows, prose, sizes, patterns, least_s=least_s)
        for fault in faults:
            attempts.fault(number, fault)
        for name, value in figures.items():
            worst[name] = max(worst.get(name, (0.0, "")), value)
    attempts.figures |= {f"worst {name}": f"{v:.2f} ({of})" for name, (v, of) in worst.items()}


Rows = dict[tuple[str, int], dict[str, Any]]


def _rows(
    nursery: Nursery, home: Any, kind: str, seed: int, sizes: tuple[int, ...],
    patterns: tuple[str, ...],
) -> Rows:  # fmt: skip
    rows: Rows = {}
    for pattern in patterns:
        for size in sizes:
            answer = nursery.call(_WORK, [kind, size, pattern, seed], home, limit_s=_LIMIT_S)
            if answer.hung:
                rows[pattern, size] = {"fault": f"no end within {_LIMIT_S:.0f} s"}
            elif answer.status:
                rows[pattern, size] = {"fault": f"status {answer.status}: {answer.err[-300:]}"}
            else:
                rows[pattern, size] = answer.value
    return rows


def judged(
    kind: str,
    rows: Rows,
    prose: Rows,
    sizes: tuple[int, ...],
    patterns: tuple[str, ...],
    *,
    least_s: float = LEAST_S,
) -> tuple[list[str], dict[str, tuple[float, str]]]:
    """Faults of one kind, and its largest figures with what they are of."""
    faults: list[str] = []
    figures = {"exponent": (0.0, ""), "times prose": (0.0, "")}
    for pattern in patterns:
        mine = [rows[pattern, size] for size in sizes]
        broken = [f"{kind} with {pattern}: {row['fault']}" for row in mine if "fault" in row]
        faults += broken
        for step in () if broken else STEPS:
            what = f"{kind}, {pattern}, {step}"
            seconds = [row[step] for row in mine]
            bytes_ = [row["bytes"] for row in mine]
            if seconds[-1] < least_s:
                continue
            power = exponent(bytes_, [max(each, LEAST_S / 10) for each in seconds])
            usual = prose[pattern, sizes[-1]]
            times = seconds[-1] / bytes_[-1] / max(usual[step], LEAST_S / 10) * usual["bytes"]
            figures["exponent"] = max(figures["exponent"], (power, what))
            figures["times prose"] = max(figures["times prose"], (times, what))
            if power > MOST_EXPONENT:
                faults.append(
                    f"{what}: time grows as size^{power:.2f}, {seconds[-1]:.2f} s at last"
                )
            if times > MOST_TIMES:
                faults.append(f"{what}: {times:.0f} times the time of prose ({seconds[-1]:.2f} s)")
    return faults, figures


def exponent(sizes: list[int], seconds: list[float]) -> float:
    """The slope of a straight line through the logarithms."""
    xs, ys = [math.log(size) for size in sizes], [math.log(each) for each in seconds]
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    spread = sum((x - mean_x) ** 2 for x in xs)
    return sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True)) / spread


def measured(kind: str, size: int, pattern: str, seed: int) -> dict[str, Any]:
    """Train on the text, encode and decode it; processor seconds of each step."""
    import random
    import time

    from engine import Corpus, TrainingConfig, train_tokenizer

    data = text_of(kind, size, random.Random(f"{seed}-{kind}"))
    text = data.decode("utf-8", "replace")
    config = TrainingConfig(400, pattern=pattern)
    warm = train_tokenizer(Corpus.from_texts(["a few words"]), config)
    # Kernels for long pre-tokens and odd bytes are loaded when they are first needed.
    warm.decode_bytes(warm.encode_to_array(data[:40_000]))
    began = time.process_time()
    tokenizer = train_tokenizer(Corpus.from_texts([text]), config)
    trained = time.process_time()
    ids = tokenizer.encode_to_array(data)
    encoded = time.process_time()
    back = tokenizer.decode_bytes(ids)
    decoded = time.process_time()
    if back != data:
        return {"fault": "the bytes do not come back as they were"}
    if tokenizer.decode_bytes(tokenizer.encode(text)) != text.encode():
        return {"fault": "the text does not come back as it was"}
    return {
        "bytes": len(data), "train": trained - began, "encode": encoded - trained,
        "decode": decoded - encoded,
    }  # fmt: skip
