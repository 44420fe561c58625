"""Ids compared with other libraries on real text: `python -m benchmarks.identical_ids`.

    python -m benchmarks.identical_ids --corpus FOLDER [--train-bytes N]

FOLDER holds eval/, train/ and tokenizers/ (gpt2/, tiktoken/cl100k_base.tiktoken, *.json,
sentencepiece/*.model). The torture set, all of eval and at least N bytes of train are
encoded, eight lines at a time, by every tokenizer. Published: gpt2's merges against tiktoken,
every tokenizer.json against tokenizers, cl100k_base against tiktoken, the SentencePiece model
against sentencepiece. Trained here: one tokenizer per tie-break, against both libraries through
its exports. One process, one file at a time.
"""

from __future__ import annotations

import argparse
import base64
import json
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

from engine.corpus import Corpus
from engine.encoding import Tokenizer
from engine.formats import export_tokenizer, load_any_tokenizer, verification_texts
from engine.library import AnyTokenizer
from engine.settings import TieBreak, TrainingConfig
from engine.training import train_tokenizer

_BATCH_LINES = 4096
_LINES_OF_A_TEXT = 8
_TRAINED_CHARACTERS = 4_000_000


@dataclass
class Comparison:
    """One tokenizer beside one library: what was compared, and the texts that differ.

    special: what a special token in the text means; tokenizers always reads it as such.
    """

    name: str
    ours: AnyTokenizer
    theirs: Any
    special: Literal["text", "parse"] = "text"
    texts: int = 0
    bytes: int = 0
    tokens: int = 0
    differences: list[str] = field(default_factory=list)

    def compare(self, texts: Sequence[str], found: Sequence[Any], n_bytes: int) -> None:
        """Encode `texts` there and compare with the ids found here."""
        for text, ids, expected in zip(texts, found, self.theirs(texts), strict=True):
            if ids.tolist() != list(expected):
                self.differences.append(text)
            self.tokens += len(expected)
        self.texts += len(texts)
        self.bytes += n_bytes


def main() -> int:
    """Compare, print a line for each library, and return 1 if any id differs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--train-bytes", type=int, default=100_000_000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as scratch:
        comparisons = [*_published(options.corpus), *_trained(options.corpus, Path(scratch))]
        _compare(comparisons, verification_texts(()))
        for part, most in (("eval", None), ("train", options.train_bytes)):
            _compare_all(comparisons, options.corpus / part, most)
    seconds = time.perf_counter() - began
    _report(comparisons, seconds, as_json=options.json)
    return 1 if any(each.differences for each in comparisons) else 0


def _published(corpus: Path) -> Iterator[Comparison]:
    files = corpus / "tokenizers"
    gpt2 = Tokenizer.load(files / "gpt2" / "vocab.bpe")
    ranks = {token: i for i, token in enumerate(gpt2.vocabulary) if i != 50256}
    pattern = import_module("tiktoken_ext.openai_public").r50k_pat_str
    encoding = _tiktoken(ranks, pattern, gpt2)
    yield Comparison("gpt2, tiktoken", gpt2, encoding)
    for path in (files / "gpt2" / "tokenizer.json", *sorted(files.glob("*.json"))):
        name = f"{path.parent.name}/{path.name}, tokenizers"
        yield Comparison(name, Tokenizer.load(path), _tokenizers(path), special="parse")
    for path in sorted((files / "sentencepiece").glob("*.model")):
        processor = import_module("sentencepiece").SentencePieceProcessor(model_file=str(path))
        name = f"{path.parent.name}/{path.name}, sentencepiece"
        yield Comparison(name, load_any_tokenizer(path), processor.encode)
    path = files / "tiktoken" / "cl100k_base.tiktoken"
    cl100k = Tokenizer.load(path)
    lines = (line.split() for line in path.read_bytes().splitlines())
    ranks = {base64.b64decode(token): int(rank) for token, rank in lines}
    yield Comparison("cl100k_base, tiktoken", cl100k, _tiktoken(ranks, cl100k.pattern, cl100k))


def _trained(corpus: Path, scratch: Path) -> Iterator[Comparison]:
    files = [corpus / "train" / f"{label}.txt.zst" for label in ("deu", "code_go", "jpn", "hin")]
    text = Corpus.from_paths(files, max_chars=_TRAINED_CHARACTERS)
    ways: tuple[tuple[str, TieBreak], ...] = (("o200k", "smallest-ids"), ("gpt2", "gpt2-order"))
    for pattern, tie_break in ways:
        config = TrainingConfig(16_384, pattern=pattern, tie_break=tie_break)
        tokenizer = train_tokenizer(text, config)
        folder = scratch / pattern
        export_tokenizer(tokenizer, "tokenizer.json", folder)
        name = f"trained here ({pattern}, {tie_break})"
        yield Comparison(f"{name}, tokenizers", tokenizer, _tokenizers(folder / "tokenizer.json"))
        ranks = {token: rank for rank, token in enumerate(tokenizer.vocabulary)}
        yield Comparison(
            f"{name}, tiktoken", tokenizer, _tiktoken(ranks, tokenizer.pattern, tokenizer)
        )


def _tiktoken(ranks: dict[bytes, int], pattern: str, tokenizer: Tokenizer) -> Any:
    encoding = import_module("tiktoken").Encoding(
        "compared",
        pat_str=pattern,
        mergeable_ranks=ranks,
        special_tokens=tokenizer.special_tokens,
    )
    return lambda texts: encoding.encode_ordinary_batch(list(texts), num_threads=1)


def _tokenizers(path: Path) -> Any:
    library = import_module("tokenizers").Tokenizer.from_file(str(path))
    return lambda texts: [
        each.ids for each in library.encode_batch_fast(list(texts), add_special_tokens=False)
    ]


def _compare_all(comparisons: Sequence[Comparison], folder: Path, most: int | None) -> None:
    """All lines of the files, the smallest files first, up to about `most` bytes."""
    paths = sorted(folder.glob("*.txt.zst"), key=lambda path: path.stat().st_size)
    done = 0
    for path in paths:
        corpus = Corpus.from_paths(path)
        for document in corpus.documents(corpus.sources[0]):
            lines = document.splitlines(keepends=True)
            for start in range(0, len(lines), _BATCH_LINES):
                batch = lines[start : start + _BATCH_LINES]
                places = range(0, len(batch), _LINES_OF_A_TEXT)
                texts = ["".join(batch[i : i + _LINES_OF_A_TEXT]) for i in places]
                done += _compare(comparisons, texts)
                if most is not None and done >= most:
                    return
        print(f"{folder.name}/{path.name}: {done:,} bytes so far", file=sys.stderr, flush=True)


def _compare(comparisons: Sequence[Comparison], texts: Sequence[str]) -> int:
    n_bytes = sum(len(text.encode()) for text in texts)
    found: dict[tuple[int, str], Any] = {}
    for each in comparisons:
        way = id(each.ours), each.special
        if way not in found:
            found[way] = each.ours.encode_batch(texts, special=each.special)
        each.compare(texts, found[way], n_bytes)
    return n_bytes


def _report(comparisons: Sequence[Comparison], seconds: float, *, as_json: bool) -> None:
    rows = [
        {
            "compared": each.name,
            "texts": each.texts,
            "bytes": each.bytes,
            "tokens": each.tokens,
            "different_texts": len(each.differences),
            "first_difference": each.differences[0][:200] if each.differences else None,
        }
        for each in comparisons
    ]
    if as_json:
        print(json.dumps({"seconds": round(seconds, 1), "rows": rows}, ensure_ascii=False))
        return
    for row in rows:
        print(
            f"{row['compared']}: {row['bytes']:,} bytes, {row['tokens']:,} tokens, "
            f"{row['different_texts']:,} texts of {row['texts']:,} differ"
        )
        if row["first_difference"]:
            print(f"   first: {row['first_difference']!r}")
    print(f"{seconds:,.0f} s")


if __name__ == "__main__":
    sys.exit(main())
