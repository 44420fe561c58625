"""A small measure of this machine: a start, training and encoding on the sample corpus."""

from __future__ import annotations

import json
import time
from typing import Any

from engine import Corpus, EngineError, TrainingConfig, train_tokenizer
from engine.machine import child_command, finished
from engine.warm_up import warm_up
from resources import sample_corpus_folder

_VOCAB_SIZE = 2048
_REPEATS = 5
_TIMEOUT_S = 120


def measure_speed() -> tuple[dict[str, Any], list[str]]:
    """Seconds and MB/s, and sentences if the engine fails."""
    try:
        began = time.perf_counter()
        warm_up()
        warm = time.perf_counter() - began
        start = {"import_to_first_encode_s": _start_seconds()}
        return {"kernels_ready_s": round(warm, 2), **start, **_measured()}, []
    except (EngineError, OSError) as error:
        return {}, [f"The engine does not work: {error}"]


def _start_seconds() -> float | None:
    """Seconds from the import of the engine to the first encoded text, in a process of its own.

    None where no such process can be started.
    """
    try:
        ending = finished(child_command("engine.first_encode"), seconds=_TIMEOUT_S)
        seconds: float = json.loads(ending.output)["total_s"]
    except (OSError, ValueError):
        return None
    return seconds


def _measured() -> dict[str, Any]:
    corpus = Corpus.from_paths(sample_corpus_folder())
    began = time.perf_counter()
    tokenizer = train_tokenizer(corpus, TrainingConfig(_VOCAB_SIZE))
    trained = time.perf_counter() - began
    documents = [text.encode() for source in corpus.sources for text in corpus.documents(source)]
    began = time.perf_counter()
    for _ in range(_REPEATS):
        for document in documents:
            tokenizer.encode_to_array(document)
    encoded = (time.perf_counter() - began) / _REPEATS
    n_bytes = sum(map(len, documents))
    return {
        "text_bytes": n_bytes,
        "train_s": round(trained, 3),
        "train_mb_per_s": round(n_bytes / trained / 1e6, 2),
        "encode_mb_per_s": round(n_bytes / encoded / 1e6, 2),
    }
