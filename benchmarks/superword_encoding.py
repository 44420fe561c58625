"""Encoding with a superword tokenizer, beside tokenizers and tiktoken: same ids, MB a second.

    python -m benchmarks.superword_encoding [--corpus FOLDER] [--text 10mb mix ...] [--threads 2]

A tokenizer is trained with superwords, exported and loaded by the other libraries; all get the
same documents and give arrays. "slow" is this engine without levels: every pre-token by itself,
from its bytes. "subwords" are the merges of the first stage with the first pattern: what ordinary
encoding takes on the same text. Best of several rounds, the libraries in turn within each.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.texts import DEFAULT_CORPUS, documents
from engine import Corpus, Tokenizer, TrainingConfig, train_tokenizer
from engine.encoding import PLAIN, BatchEncoder, Encoder
from engine.formats import export_tokenizer
from engine.settings import Superwords

Encode = Callable[[Sequence[str]], Any]
_TRAINED_ON = "10mb"


def main() -> int:
    """Measure, print a table or JSON; 1 if a library gave other ids."""
    options = _options()
    report = measure(
        options.corpus, options.text, options.vocab_size, options.threads, options.runs
    )
    text = json.dumps(report, indent=1) if options.json else as_text(report)
    sys.stdout.write(text + "\n")
    return 0 if all(row["same_ids"] for row in report["rows"]) else 1


def measure(
    corpus: Path, texts: Sequence[str], vocab_size: int, n_threads: int, runs: int
) -> dict[str, Any]:
    """Rows of MB a second for every text and library, and whether the ids are those of ours."""
    config = TrainingConfig(vocab_size, pattern="superbpe-stage1", superwords=Superwords(0.8))
    tokenizer = train_tokenizer(Corpus.from_texts(documents(corpus, _TRAINED_ON)), config)
    with tempfile.TemporaryDirectory() as scratch:
        candidates = _candidates(tokenizer, Path(scratch), n_threads)
        rows = [row for text in texts for row in _rows(corpus, text, candidates, runs)]
    return {"vocab_size": vocab_size, "threads": n_threads, "rows": rows}


def as_text(report: dict[str, Any]) -> str:
    """The rows as a table; ratios are ours to theirs."""
    lines = [f"{report['vocab_size']:,} ids, {report['threads']} thread(s)"]
    for row in report["rows"]:
        same = {True: "same ids", False: "OTHER IDS"}[row["same_ids"]]
        lines.append(
            f"{row['text']:8} {row['library']:12} {row['mb_s']:8.1f} MB/s  x{row['ratio']:<6.2f} "
            f"{row['tokens']:>10,} tokens  {same}"
        )
    return "\n".join(lines)


def _rows(
    corpus: Path, text: str, candidates: dict[str, Encode], runs: int
) -> list[dict[str, Any]]:
    chosen = documents(corpus, text)
    n_bytes = sum(len(document.encode()) for document in chosen)
    best = dict.fromkeys(candidates, float("inf"))
    ids: dict[str, list[npt.NDArray[np.uint32]]] = {}
    for _ in range(runs):
        for name, encode in candidates.items():
            began = time.perf_counter()
            found = encode(chosen)
            best[name] = min(best[name], time.perf_counter() - began)
            ids[name] = [np.asarray(each, np.uint32) for each in found]
    expected = np.concatenate(ids["ours"])
    return [
        {
            "text": text, "library": name, "mb_s": n_bytes / seconds / 1e6,
            "ratio": seconds / best["ours"], "tokens": sum(map(len, ids[name])),
            "same_ids": name == "subwords" or np.array_equal(np.concatenate(ids[name]), expected),
        }
        for name, seconds in best.items()
    ]  # fmt: skip


def _candidates(tokenizer: Tokenizer, scratch: Path, n_threads: int) -> dict[str, Encode]:
    plain = Encoder(tokenizer.merges, tokenizer.splitter, n_first_level=tokenizer.n_merges)
    plain._levels = plain._levels._replace(mode=PLAIN)
    slow = BatchEncoder(plain, tokenizer.splitter)
    assert tokenizer.superwords is not None
    subwords = tokenizer.truncated(256 + tokenizer.superwords.n_first_merges)
    return {
        "ours": lambda texts: tokenizer.encode_batch(texts, n_threads=n_threads),
        "slow": lambda texts: list(
            slow.encode((text.encode() for text in texts), n_threads=n_threads)
        ),
        "subwords": lambda texts: subwords.encode_batch(texts, n_threads=n_threads),
        "tokenizers": _tokenizers(tokenizer, scratch),
        "tiktoken": _tiktoken(tokenizer, scratch, n_threads),
    }


def _tokenizers(tokenizer: Tokenizer, scratch: Path) -> Encode:
    from tokenizers import Tokenizer as Theirs

    theirs = Theirs.from_file(str(export_tokenizer(tokenizer, "tokenizer.json", scratch)[0]))
    return lambda texts: [
        np.array(each.ids, np.uint32) for each in theirs.encode_batch_fast(list(texts))
    ]


def _tiktoken(tokenizer: Tokenizer, scratch: Path, n_threads: int) -> Encode:
    import tiktoken
    from tiktoken.load import load_tiktoken_bpe

    files = export_tokenizer(tokenizer, "tiktoken", scratch)
    facts = json.loads(files[1].read_text("utf-8"))
    encoding = tiktoken.Encoding(
        "superwords", pat_str=facts["pattern"],
        mergeable_ranks=load_tiktoken_bpe(str(files[0])), special_tokens={},
    )  # fmt: skip

    def encode(texts: Sequence[str]) -> list[Any]:
        if n_threads == 1:
            return [encoding.encode_to_numpy(text) for text in texts]
        with ThreadPoolExecutor(n_threads) as pool:
            return list(pool.map(encoding.encode_to_numpy, texts))

    return encode


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--corpus", type=Path, default=DEFAULT_CORPUS)
    parser.add_argument("--text", nargs="+", default=["1mb", "eng", "six"])
    parser.add_argument("--vocab-size", type=int, default=50_000)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
