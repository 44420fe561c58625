"""Every format, every kind of tokenizer, in the real libraries: `python -m benchmarks.exports`.

    python -m benchmarks.exports --corpus FOLDER [--pretokens N] [--formats NAME ...]

FOLDER holds eval/, train/ and tokenizers/. Tokenizers are trained here with split patterns of every
kind, with special tokens, and read from published files. Each is written in each format and asked
for its ids in the library on the torture set and on N pre-tokens of eval; what a format
refuses is listed with the reason. Also reports whether GPT-2's files give the hash by which the
converter of llama.cpp knows GPT-2.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.texts import DEFAULT_CORPUS
from engine import Corpus, TrainingConfig, train_tokenizer
from engine.encoding import Tokenizer
from engine.errors import EngineError
from engine.formats import (
    EXPORT_FORMATS,
    ExportOptions,
    check_hash,
    corpus_sample,
    export_tokenizer,
    load_tokenizer,
    verification_texts,
    verify_export,
)
from engine.settings import SPECIAL_TOKEN_SETS

PATTERNS = (
    "gpt2", "cl100k", "cl100k-tiktoken", "llama3", "o200k", "qwen3.5", "tekken", "deepseek-v3",
    "starcoder", "nanochat", "superbpe-stage2", "scientific", "none",
)  # fmt: skip
GPT2_HASH = "3ce83efda5659b07b1ad37ca97ca5797ea4285d9b9ab0dc679e4a720c9da7454"
"""What convert_hf_to_gguf.py has for GPT-2."""
VOCAB_SIZE = 8_000
TRAINED_CHARACTERS = 2_000_000


def main() -> int:
    """Export and verify, print a line for each, and return 1 if any id differs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpus", type=Path, default=DEFAULT_CORPUS)
    parser.add_argument("--pretokens", type=int, default=100_000)
    parser.add_argument("--formats", nargs="+", choices=list(EXPORT_FORMATS), default=[])
    parser.add_argument("--only", nargs="+", default=[], help="tokenizers with these names")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as scratch:
        for name, tokenizer in _tokenizers(options.corpus, options.only):
            sample = corpus_sample([options.corpus / "eval"], tokenizer.splitter, options.pretokens)
            for format_name in options.formats or EXPORT_FORMATS:
                row = _measured(tokenizer, format_name, Path(scratch) / name / format_name, sample)
                rows.append({"tokenizer": name, **row})
                if not options.json:
                    sys.stdout.write(_line(rows[-1]) + "\n")
    recognised = check_hash(_gpt2(options.corpus)) == GPT2_HASH
    if options.json:
        document = {"exports": rows, "gpt2_is_recognised": recognised}
        sys.stdout.write(json.dumps(document, indent=1) + "\n")
    else:
        sys.stdout.write(f"the converter's hash of GPT-2: {'equal' if recognised else 'OTHER'}\n")
    return 1 if any(row["status"] in {"different", "failed"} for row in rows) else 0


def _tokenizers(corpus: Path, only: list[str]) -> Iterator[tuple[str, Tokenizer]]:
    for name, make in _makers(corpus):
        if not only or name in only:
            yield name, make()


def _makers(corpus: Path) -> Iterator[tuple[str, Callable[[], Tokenizer]]]:
    special = SPECIAL_TOKEN_SETS["nanochat"]
    text = Corpus.from_paths(corpus / "train", max_chars=TRAINED_CHARACTERS)
    for pattern in PATTERNS:
        config = TrainingConfig(VOCAB_SIZE, pattern=pattern, special_tokens=special)
        yield f"trained {pattern}", partial(train_tokenizer, text, config)
    yield "gpt2", partial(_gpt2, corpus)
    for path in sorted((corpus / "tokenizers").glob("*.json")):
        yield path.stem, partial(load_tokenizer, path)
    ranks = corpus / "tokenizers/tiktoken/cl100k_base.tiktoken"
    yield "cl100k_base", partial(load_tokenizer, ranks)


def _gpt2(corpus: Path) -> Tokenizer:
    return load_tokenizer(corpus / "tokenizers/gpt2/vocab.bpe")


def _measured(
    tokenizer: Tokenizer, format_name: str, folder: Path, sample: list[str]
) -> dict[str, Any]:
    began = time.perf_counter()
    options = ExportOptions(renumber=True)
    try:
        paths = export_tokenizer(tokenizer, format_name, folder, options=options)
    except EngineError as error:
        return {"format": format_name, "status": "refused", "sentence": str(error)}
    written = time.perf_counter()
    texts = verification_texts(tuple(tokenizer.special_tokens), sample)
    verdict = verify_export(tokenizer, format_name, folder, texts, options=options)
    return {
        "format": format_name,
        "status": verdict.status,
        "sentence": str(verdict),
        "texts": verdict.n_texts,
        "bytes": sum(path.stat().st_size for path in paths),
        "seconds_writing": round(written - began, 3),
        "seconds_verifying": round(time.perf_counter() - written, 1),
    }


def _line(row: dict[str, Any]) -> str:
    times = (
        f"{row['seconds_writing']:6.2f} s  {row['seconds_verifying']:5.1f} s"
        if "texts" in row
        else " " * 17
    )
    return (
        f"{row['tokenizer']:<24} {row['format']:<15} {row['status']:<10} {times}  "
        f"{row['sentence'][:400]}"
    )


if __name__ == "__main__":
    sys.exit(main())
