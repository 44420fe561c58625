"""Ids compared with other libraries on real text: `python -m benchmarks.identical_ids`.

    python -m benchmarks.identical_ids --corpus FOLDER [--train-bytes N]

FOLDER holds eval/, train/ and tokenizers/ (gpt2/, tiktoken/cl100k_base.tiktoken, *.json,
sentencepiece/*.model), and bad/ and chat/ if it has them. The torture set, all of eval, bad and
chat, and at least N bytes of train are encoded by every tokenizer, eight lines at a time, in
several ways (`WAYS`): on one thread and on two, as arrays and as lists, text by text. The beginning
of each file is encoded by copies that have encoded nothing yet as well, as one text, and with
special tokens inside.

Published: gpt2's merges against tiktoken, every tokenizer.json against tokenizers, cl100k_base
against tiktoken, the SentencePiece model against sentencepiece. Trained here: one tokenizer per
tie-break, against both libraries through its exports. One process, one file at a time. With
`--file-bytes 300000` it takes some minutes.
"""

from __future__ import annotations

import argparse
import base64
import json
import pickle
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, TypeAlias

import numpy as np

from engine.corpus import Corpus, open_file
from engine.encoding import Tokenizer
from engine.formats import export_tokenizer, load_any_tokenizer, verification_texts
from engine.library import AnyTokenizer
from engine.settings import TieBreak, TrainingConfig
from engine.training import train_tokenizer

Special: TypeAlias = Literal["text", "parse"]
Library: TypeAlias = Callable[[Sequence[str]], Sequence[Sequence[int]]]

_BATCH_LINES = 4096
_LINES_OF_A_TEXT = 8
ONE_BY_ONE, _ONE_BY_ONE = "one by one", 40
_EACH_SPECIAL = 16
_TRAINED_CHARACTERS = 4_000_000


@dataclass
class Comparison:
    """One tokenizer beside one library: what was compared, and the texts that differ.

    special: what a special token in the text means; tokenizers always reads it as such. parsed:
    theirs for texts with special tokens, read as such. tokens: of theirs, each compared once for
    every way. differences: name of the way and text.
    """

    name: str
    ours: AnyTokenizer
    theirs: Library
    special: Special = "text"
    parsed: Library | None = None
    texts: int = 0
    bytes: int = 0
    tokens: int = 0
    ids: int = 0
    differences: list[tuple[str, str]] = field(default_factory=list)

    def compare(self, texts: Sequence[str], special: Special, ways: Sequence[str]) -> None:
        """Encode texts there and here in some ways, and compare the ids."""
        library = self.parsed if special != self.special else self.theirs
        if library is None:
            return
        expected = [np.asarray(ids, np.uint32) for ids in library(texts)]
        for way in ways:
            found = WAYS[way](self.ours, texts, special)
            n = min(_ONE_BY_ONE, len(texts)) if way == ONE_BY_ONE else len(texts)
            for text, ids, wanted in zip(texts[:n], found, expected[:n], strict=True):
                if not np.array_equal(ids, wanted):
                    self.differences.append((way, text))
                self.ids += len(wanted)
        self.texts += len(texts)
        self.bytes += sum(len(text.encode()) for text in texts)
        self.tokens += sum(map(len, expected))


def _cold(tokenizer: AnyTokenizer) -> AnyTokenizer:
    """A copy that has encoded nothing yet."""
    copy: AnyTokenizer = pickle.loads(pickle.dumps(tokenizer))  # noqa: S301  (made here)
    return copy


def _one_by_one(tokenizer: AnyTokenizer, texts: Sequence[str], special: Special) -> list[Any]:
    """Arrays and lists in turn, of the first texts."""
    some = enumerate(texts[:_ONE_BY_ONE])
    return [
        tokenizer.encode_to_array(text.encode(), special=special)
        if number % 2
        else tokenizer.encode(text, special=special)
        for number, text in some
    ]


WAYS: dict[str, Callable[[AnyTokenizer, Sequence[str], Special], Sequence[Any]]] = {
    "cold, one thread": lambda own, texts, special: _cold(own).encode_batch(
        texts, special=special, n_threads=1
    ),
    "cold, two threads": lambda own, texts, special: _cold(own).encode_batch(
        texts, special=special, n_threads=2
    ),
    "warm, two threads": lambda own, texts, special: own.encode_batch(
        texts, special=special, n_threads=2
    ),
    "warm, lists": lambda own, texts, special: own.encode_batch_to_lists(
        texts, special=special, n_threads=1
    ),
    "warm, lists, two threads": lambda own, texts, special: own.encode_batch_to_lists(
        texts, special=special, n_threads=2
    ),
    ONE_BY_ONE: _one_by_one,
}
"""How a batch is encoded here."""
WARM = [way for way in WAYS if not way.startswith("cold")]


def main() -> int:
    """Compare, print a line for each library, and return 1 if any id differs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--train-bytes", type=int, default=100_000_000)
    parser.add_argument(
        "--file-bytes", type=float, default=float("inf"), help="about as much of every file"
    )
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as scratch:
        comparisons = [*_published(options.corpus), *_trained(options.corpus, Path(scratch))]
        _compare(comparisons, verification_texts(()), np.random.default_rng(5))
        for part, most in (
            ("bad", None),
            ("chat", None),
            ("eval", None),
            ("train", options.train_bytes),
        ):
            _compare_all(comparisons, options.corpus / part, most, options.file_bytes)
    seconds = time.perf_counter() - began
    _report(comparisons, seconds, as_json=options.json)
    return 1 if any(each.differences for each in comparisons) else 0


def _published(corpus: Path) -> Iterator[Comparison]:
    files = corpus / "tokenizers"
    gpt2 = Tokenizer.load(files / "gpt2" / "vocab.bpe")
    ranks = {token: i for i, token in enumerate(gpt2.vocabulary) if i != 50256}
    pattern = import_module("tiktoken_ext.openai_public").r50k_pat_str
    encoding, parsed = (_tiktoken(ranks, pattern, gpt2, parse=parse) for parse in (False, True))
    yield Comparison("gpt2, tiktoken", gpt2, encoding, parsed=parsed)
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
    encoding, parsed = (
        _tiktoken(ranks, cl100k.pattern, cl100k, parse=parse) for parse in (False, True)
    )
    yield Comparison("cl100k_base, tiktoken", cl100k, encoding, parsed=parsed)


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


def _tiktoken(
    ranks: dict[bytes, int], pattern: str, tokenizer: Tokenizer, *, parse: bool = False
) -> Library:
    encoding = import_module("tiktoken").Encoding(
        "compared",
        pat_str=pattern,
        mergeable_ranks=ranks,
        special_tokens=tokenizer.special_tokens,
    )
    if parse:
        return lambda texts: encoding.encode_batch(
            list(texts), num_threads=1, allowed_special="all"
        )
    return lambda texts: encoding.encode_ordinary_batch(list(texts), num_threads=1)


def _tokenizers(path: Path) -> Library:
    library = import_module("tokenizers").Tokenizer.from_file(str(path))
    return lambda texts: [
        each.ids for each in library.encode_batch_fast(list(texts), add_special_tokens=False)
    ]


def _compare_all(
    comparisons: Sequence[Comparison], folder: Path, most: int | None, most_of_file: float
) -> None:
    """The lines of the files, the smallest files first, up to about `most` bytes."""
    files = (path for path in folder.glob("*") if path.is_file())
    chance = np.random.default_rng(5)
    done = 0
    for path in sorted(files, key=lambda path: path.stat().st_size):
        with open_file(path) as stream:
            lines = stream.read().decode("utf-8", "replace").splitlines(keepends=True)
        of_file = 0
        for start in range(0, len(lines), _BATCH_LINES):
            batch = lines[start : start + _BATCH_LINES]
            places = range(0, len(batch), _LINES_OF_A_TEXT)
            texts = ["".join(batch[i : i + _LINES_OF_A_TEXT]) for i in places]
            of_file += _compare(comparisons, texts, chance, is_first=start == 0)
            if of_file >= most_of_file:
                break
        done += of_file
        if most is not None and done >= most:
            return
        print(f"{folder.name}/{path.name}: {done:,} bytes so far", file=sys.stderr, flush=True)


def _compare(
    comparisons: Sequence[Comparison],
    texts: Sequence[str],
    chance: np.random.Generator,
    *,
    is_first: bool = True,
) -> int:
    """Compare texts; the first of a file by cold copies, as one text, with special tokens as well.

    Returns their bytes.
    """
    whole = "".join(texts)
    for each in comparisons:
        if not is_first:
            each.compare(texts, each.special, WARM)
            continue
        each.compare([*texts, whole], each.special, list(WAYS))
        if tokens := list(each.ours.special_tokens):
            mixed = [_with_special_tokens(text, tokens, chance) for text in texts[::_EACH_SPECIAL]]
            for special in ("text", "parse"):
                each.compare(mixed, special, WARM)
    return len(whole.encode())


def _with_special_tokens(text: str, tokens: Sequence[str], chance: np.random.Generator) -> str:
    """A text with special tokens, whole and cut off, at random places."""
    for _ in range(4):
        at, length = int(chance.integers(len(text) + 1)), int(chance.integers(1, 40))
        text = text[:at] + str(chance.choice(tokens))[:length] + text[at:]
    return text


def _report(comparisons: Sequence[Comparison], seconds: float, *, as_json: bool) -> None:
    rows = [
        {
            "compared": each.name,
            "texts": each.texts,
            "bytes": each.bytes,
            "tokens": each.tokens,
            "ids_compared": each.ids,
            "differences": len(each.differences),
            "first_difference": each.differences[0][0] if each.differences else None,
            "text": each.differences[0][1][:200] if each.differences else None,
        }
        for each in comparisons
    ]
    if as_json:
        print(json.dumps({"seconds": round(seconds, 1), "rows": rows}, ensure_ascii=False))
        return
    for row in rows:
        print(
            f"{row['compared']}: {row['bytes']:,} bytes, {row['tokens']:,} tokens, "
            f"{row['texts']:,} texts, {row['ids_compared']:,} ids in {len(WAYS)} ways: "
            f"{row['differences']:,} differ"
        )
        if row["first_difference"]:
            print(f"   first: {row['first_difference']}: {row['text']!r}")
    print(f"{seconds:,.0f} s")


if __name__ == "__main__":
    sys.exit(main())
