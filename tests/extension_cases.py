"""Tokenizers of several origins to extend, and the extension by the slow reference."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np

from engine import Corpus, TrainingConfig, train_tokenizer
from engine.encoding.token_table import Numbering
from engine.encoding.tokenizer import Tokenizer
from engine.formats import export_tokenizer
from resources import sample_corpus_folder
from tests import reference_bpe
from tests.tokenizer_json_files import added, document_of

DOMAIN = (
    "The kubelet evicts pods; kubelets and kubectl drain nodes. "
    "Der Kubelet räumt Pods; κύβος και κύβοι. ქართული ენა, ქართულად. "
    "kubectl get pods | grep kubelet >> /var/log/kubelet.log\n"
) * 12
TEXTS = (
    DOMAIN,
    "plain words that nobody learned, Straße, naïve, 你好世界, <|x|>",
    "kubeletkubelet kube let kubelet-s 'kubelet' \u00a0kubectl\r\n\t  ქა რთული",
    "",
    "🙂🙃 a\u0301 \u2028 ﬁ \ud7ff",
)


@cache
def trained(size: int = 700, pattern: str = "gpt2", special: tuple[str, ...] = ()) -> Tokenizer:
    corpus = Corpus.from_paths(sample_corpus_folder(), max_chars=60_000)
    return train_tokenizer(corpus, TrainingConfig(size, pattern=pattern, special_tokens=special))


@cache
def with_gaps() -> Tokenizer:
    """Trained here: special tokens and a reserved slot after ids that stay unused."""
    corpus = Corpus.from_texts(["abcabcabd " * 5])
    config = TrainingConfig(
        300, pattern="gpt2", special_tokens=("<|end|>", "<|x|>"), reserved_slots=1
    )
    return train_tokenizer(corpus, config)


def imported_json(folder: Path) -> Tokenizer:
    """A tokenizer.json with the bytes in GPT-2's order and a special token behind them."""
    base = trained(600, "llama3")
    document = document_of(base)
    document["added_tokens"] = [added("<|endoftext|>", len(document["model"]["vocab"]))]
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "tokenizer.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    return Tokenizer.load(file)


def imported_ranks(folder: Path) -> Tokenizer:
    """A rank file read again."""
    paths = export_tokenizer(trained(650, "cl100k", ("<|end|>",)), "tiktoken", folder)
    return Tokenizer.load(next(path for path in paths if path.suffix == ".tiktoken"))


@cache
def with_whole_tokens() -> Tokenizer:
    """One that gives pre-tokens out whole for which it has no merges, among them one of DOMAIN."""
    base = trained(600)
    n = len(base.ranked_ids)
    ids = np.arange(n, dtype=np.uint32)
    extra = {b" kubelet": n, b"unmade": n + 1}
    return Tokenizer(
        base.merges, pattern=base.pattern, special_tokens={"<|end|>": n + 2},
        numbering=Numbering(ids, extra, ignore_merges=True),
    )  # fmt: skip


@cache
def normalizing() -> Tokenizer:
    corpus = Corpus.from_paths(sample_corpus_folder(), max_chars=30_000)
    return train_tokenizer(corpus, TrainingConfig(500, normalization="nfc"))


def pretoken_counts(tokenizer: Tokenizer, texts: Sequence[str]) -> Counter[bytes]:
    found: Counter[bytes] = Counter()
    for text in texts:
        normal = tokenizer.normalized(text.encode()).decode()
        found.update(reference_bpe.pretokens_of(normal, tokenizer.pattern))
    return found


def extended_by_reference(
    tokenizer: Tokenizer, counts: Counter[bytes], n_new: int, min_frequency: int = 1
) -> list[tuple[int, int, int]]:
    """(left, right, count) of each new merge: everything is counted again for every one.

    Ids are positions: bytes, then merges in rank order.
    """
    merges = [(left, right) for left, right in tokenizer.ranked_merges.tolist()]
    tokens = list(tokenizer.ranked_tokens)
    barred = {*tokens, *tokenizer.extra_tokens}
    for whole in tokenizer.whole_tokens:
        barred |= {whole[:at] for at in range(1, len(whole))}
        barred |= {whole[at:] for at in range(1, len(whole))}
    words = {
        word: reference_bpe.encode(word, merges)
        for word in counts
        if word not in tokenizer.whole_tokens
    }
    made = []
    for _ in range(n_new):
        pairs: Counter[tuple[int, int]] = Counter()
        for word, ids in words.items():
            for pair in pairwise(ids):
                pairs[pair] += counts[word]
        allowed = {
            pair: n
            for pair, n in pairs.items()
            if n >= min_frequency and tokens[pair[0]] + tokens[pair[1]] not in barred
        }
        if not allowed:
            break
        best = min(allowed, key=lambda pair: (-allowed[pair], pair))
        words = {word: reference_bpe.merge(ids, best, len(tokens)) for word, ids in words.items()}
        tokens.append(tokens[best[0]] + tokens[best[1]])
        barred.add(tokens[-1])
        made.append((*best, allowed[best]))
    return made


def taken_apart(old: Tokenizer, new: Tokenizer, ids: Sequence[int]) -> list[int]:
    """Ids of `new` with every new token replaced by the old ones it is made of."""
    new_ids = new.ranked_ids[256 + old.n_merges :].tolist()
    made_by = dict(zip(new_ids, new.merges[old.n_merges :].tolist(), strict=True))
    found, rest = [], list(reversed(ids))
    while rest:
        last = rest.pop()
        if last in made_by:
            left, right = made_by[last]
            rest += [right, left]
        else:
            found.append(last)
    return found
