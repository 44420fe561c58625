"""How long an evaluation takes: the parallel texts against three baselines, and by part.

Every run is a fresh process, because the first evaluation of a process fills the encoders' caches
with the texts; the second one finds them filled.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks import PROJECT
from benchmarks.machine import describe_machine

CHECKED = ("eng", "deu", "zho", "hin", "tha", "ara", "code_python")
"""Labels whose tokens are counted by tiktoken as well."""

_OWN_SIZE, _BASELINE_SIZE = 32_768, 131_072
_LINES_OF_128 = 1_997


def measure_evaluation(corpus: Path, runs: int) -> dict[str, Any]:
    """Train two tokenizers on corpus/train, then evaluate in fresh processes."""
    with tempfile.TemporaryDirectory() as scratch:
        files = [str(file) for file in _tokenizers(corpus, Path(scratch))]
        command = [sys.executable, "-m", "benchmarks.encoding.evaluation", str(corpus), *files]
        answers = []
        for _ in range(runs):
            child = subprocess.run(
                command, cwd=PROJECT, check=True, stdout=subprocess.PIPE, text=True
            )
            answers.append(json.loads(child.stdout))
    best = min(answers, key=lambda answer: answer["seconds"]["first evaluation"])
    every = [answer["seconds"]["first evaluation"] for answer in answers]
    return {"benchmark": "evaluation", "machine": describe_machine(), "every_run": every, **best}


def _tokenizers(corpus: Path, scratch: Path) -> list[Path]:
    """One of our own; as baselines one with another pattern, GPT-2's and cl100k."""
    from engine import Corpus, TrainingConfig, train_tokenizer

    made = []
    texts = Corpus.from_paths(sorted((corpus / "train").glob("*.txt.zst")))
    for size, pattern in ((_OWN_SIZE, "gpt2"), (_BASELINE_SIZE, "o200k")):
        config = TrainingConfig(size, pattern=pattern)
        folder = scratch / pattern
        folder.mkdir()
        made.append(train_tokenizer(texts, config).save(folder))
    published = corpus / "tokenizers"
    return [*made, published / "gpt2", published / "tiktoken" / "cl100k_base.tiktoken"]


def _measured(corpus_folder: Path, files: list[Path]) -> dict[str, Any]:
    """One fresh process: the parts by themselves after the whole, which must be the first."""
    import numpy as np

    from engine import Corpus, Tokenizer
    from engine.evaluation import evaluate_all
    from engine.text import detected_script, text_facts, word_rule
    from engine.warm_up import warm_up

    warm_up()  # loads the compiled kernels
    seconds: dict[str, float] = {}
    tokenizers = _timed(seconds, "load tokenizers", lambda: [Tokenizer.load(f) for f in files])
    texts = Corpus.from_paths(corpus_folder / "eval")
    seconds["first evaluation"], gap = _stepwise(tokenizers, texts)
    evaluations = _timed(seconds, "again, caches warm", lambda: evaluate_all(tokenizers, texts))
    documents = _timed(seconds, "read texts", lambda: list(texts.labelled_documents()))

    def facts() -> None:
        for source, document in documents:
            rule = word_rule(texts.sources[source].label, detected_script(document))
            text_facts(document, np.array([0, len(document)], np.int64), rule)

    def encode() -> None:
        for tokenizer in tokenizers:
            tokenizer.encode_batch([document for _, document in documents])

    _timed(seconds, "text facts, one thread", facts)
    _timed(seconds, "encode with all, caches warm", encode)
    fairness = evaluations[0].fairness
    return {
        "bytes": evaluations[0].total.bytes,
        "tokenizers": [tokenizer.vocab_size for tokenizer in tokenizers],
        "languages": len(fairness.labels) if fairness else 0,
        "lines_as_expected": bool(fairness and fairness.lines == _LINES_OF_128),
        "seconds": {name: round(value, 3) for name, value in seconds.items()},
        "longest_step_s": round(gap, 3),
        "tiktoken": _compared(
            files[-1], tokenizers[-1], dict(_labelled(texts, documents)), evaluations[-1]
        ),
    }


def _stepwise(tokenizers: list[Any], texts: Any) -> tuple[float, float]:
    """Seconds of an evaluation, and the longest time between two of its steps."""
    from engine.evaluation import all_evaluation_steps

    began = last = time.perf_counter()
    gap = 0.0
    for _ in all_evaluation_steps(tokenizers, texts):
        now = time.perf_counter()
        gap, last = max(gap, now - last), now
    now = time.perf_counter()
    return now - began, max(gap, now - last)


def _labelled(texts: Any, documents: list[tuple[int, bytes]]) -> list[tuple[str, bytes]]:
    return [(texts.sources[source].label, document) for source, document in documents]


def _compared(
    ranks: Path, tokenizer: Any, documents: dict[str, bytes], evaluation: Any
) -> list[dict[str, Any]]:
    """Tokens and fertility of some labels beside what tiktoken and str.split count."""
    try:
        import tiktoken
        from tiktoken.load import load_tiktoken_bpe
    except ImportError:
        return []
    from engine.formats import tiktoken_pattern

    encoding = tiktoken.Encoding(
        "cl100k",
        pat_str=tiktoken_pattern(tokenizer),
        mergeable_ranks=load_tiktoken_bpe(str(ranks)),
        special_tokens={},
    )
    rows = {row.label: row for row in evaluation.rows}
    compared = []
    for label in CHECKED:
        text = documents[label].decode()
        tokens = sum(map(len, encoding.encode_ordinary_batch([text])))
        row = rows[label]
        compared.append(
            {
                "label": label,
                "tokens": row.tokens,
                "tiktoken_tokens": tokens,
                "bytes_per_token": round(row.bytes_per_token, 4),
                "tiktoken_bytes_per_token": round(len(documents[label]) / tokens, 4),
                "word_rule": row.word_rule,
                "fertility": round(row.fertility or 0.0, 4),
                "tiktoken_per_white_space_word": round(tokens / len(text.split()), 4),
            }
        )
    return compared


def _timed(seconds: dict[str, float], name: str, work: Callable[[], Any]) -> Any:
    began = time.perf_counter()
    result = work()
    seconds[name] = time.perf_counter() - began
    return result


if __name__ == "__main__":
    folder, *names = map(Path, sys.argv[1:])
    sys.stdout.write(json.dumps(_measured(folder, names)))
