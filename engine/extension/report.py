"""The report of an extension: tokens saved, new tokens, rows for embeddings, unused old merges.

Every new token was a run of old tokens before. Its embedding usually begins as the mean of their
rows (Gee et al. 2022, "Fast Vocabulary Transfer for Language Model Compression", EMNLP Industry
Track), so each row names these ids with their weights.

A text is measured from the counts of its pre-tokens. Extension changes neither split pattern nor
normalization, so both tokenizers see the same pre-tokens, and each distinct one is encoded once for
each of them. Superwords come with another pattern: then the whole text is encoded afterwards.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np

from engine.analysis import ModelCost
from engine.compiled import Int64s, UInt32s
from engine.corpus import Corpus, document_batches
from engine.counting import CountsCache, PretokenCounts
from engine.encoding import Encoder, MergeForest, Tokenizer
from engine.extension.extension import Extension
from engine.extension.learning import ExtensionProgress, ExtensionStep, counted_steps
from engine.machine import relayed, write_files
from engine.settings import N_BYTES

ROWS_FILE = "embedding_rows.jsonl"

REPORT_FILE = "report.json"
DOMAIN, HELD_OUT, GENERAL = "domain", "held out", "general"

_RULE = (
    "Every old id stays what it is, special tokens and unused ids among them; new tokens follow "
    "from the old vocabulary size on in the order of their merges, new special tokens after them"
)

_BLOCK_BYTES = 1 << 18


@dataclass(frozen=True, eq=False)
class ExtensionReport:
    """An extension with the texts on which it was measured.

    texts: named DOMAIN, HELD_OUT and GENERAL, those there are. rows: of the embeddings, for every
    new id. cost: of a model's embeddings, None if none was asked for.
    """

    extension: Extension
    texts: tuple[MeasuredText, ...]
    rows: tuple[EmbeddingRow, ...]
    cost: ModelCost | None = None

    def text(self, name: str) -> MeasuredText | None:
        """The measured text of that name."""
        return next((text for text in self.texts if text.name == name), None)

    @cached_property
    def new_tokens(self) -> tuple[NewToken, ...]:
        """In the order of their merges."""
        extension, domain = self.extension, self.text(DOMAIN)
        new = extension.tokenizer
        n_old = extension.old.n_merges
        parts = {row.token_id: row.parts for row in self.rows}
        ids = extension.new_ids.tolist()
        uses = [None] * len(ids) if domain is None else domain.new_uses[ids].tolist()
        rows = zip(
            ids, extension.new_tokens, new.merges[n_old:].tolist(), extension.counts.tolist(),
            extension.is_wanted.tolist(), uses, strict=True,
        )  # fmt: skip
        return tuple(
            NewToken(i, token, n_old + k, left, right, parts[i], count, is_wanted, n_uses)
            for k, (i, token, (left, right), count, is_wanted, n_uses) in enumerate(rows)
        )

    @cached_property
    def never_fired(self) -> Int64s | None:
        """int64[m]: ranks of old merges that join nothing in the domain; None without one.

        The held-out part counts as domain.
        """
        texts = [text for text in map(self.text, (DOMAIN, HELD_OUT)) if text is not None]
        if not texts:
            return None
        applied = np.sum([text.old_applied for text in texts], axis=0)
        return np.flatnonzero(applied == 0)

    @cached_property
    def unused_old(self) -> Int64s | None:
        """int64[m]: old ids, special tokens and unused ids aside, that the new tokenizer never
        gives for the domain; None without one."""
        texts = [text for text in map(self.text, (DOMAIN, HELD_OUT)) if text is not None]
        if not texts:
            return None
        old = self.extension.old
        uses = np.sum([text.new_uses for text in texts], axis=0)[: old.vocab_size]
        is_token = np.zeros(old.vocab_size, np.bool_)
        is_token[old.ranked_ids] = True
        is_token[list(old.extra_tokens.values())] = True
        return np.flatnonzero(is_token & (uses == 0))

    @property
    def n_new_rows(self) -> int:
        """Number of rows that the embeddings grow by."""
        return self.extension.tokenizer.vocab_size - self.extension.old.vocab_size

    @property
    def new_parameters(self) -> int | None:
        """Their parameters; None if no model was named."""
        if self.cost is None:
            return None
        old, new = self.extension.old, self.extension.tokenizer
        return self.cost.parameters(new.vocab_size) - self.cost.parameters(old.vocab_size)

    @property
    def problems(self) -> tuple[str, ...]:
        """Sentences on tokens not added, tokens not always reached, and text not read."""
        extension = self.extension
        missed = [reach for reach in extension.reaches if reach.n_missed]
        return (
            *extension.problems,
            *(reach.sentence for reach in extension.refused),
            *(f"{reach.token!r} is not reached by itself." for reach in missed),
        )

    def document(self) -> dict[str, Any]:
        """The whole report as in JSON."""
        extension = self.extension
        old, new = extension.old, extension.tokenizer
        never, unused = self.never_fired, self.unused_old
        return {
            "old": _tokenizer_document(old),
            "new": _tokenizer_document(new),
            "rule_of_ids": _RULE,
            "asked": extension.asked,
            "new_tokens": [self._new_document(item) for item in self.new_tokens],
            "new_special_tokens": extension.new_special_tokens,
            "refused": [
                {"token": token_text(item.token), "hex": item.token.hex(), "reason": item.reason,
                 "sentence": item.sentence}
                for item in extension.refused
            ],
            "not_reached_everywhere": [
                {"token": token_text(item.token), "hex": item.token.hex(), "tried": item.n_inside,
                 "taken": item.n_taken, "sentence": item.sentence}
                for item in extension.reaches if item.n_taken
            ],
            "texts": [_text_document(text) for text in self.texts],
            "never_fired": None
            if never is None
            else {"n": len(never), "merges": [_merge(old, k) for k in never.tolist()]},
            "unused_old_tokens": None
            if unused is None
            else {"n": len(unused), "ids": unused.tolist()},
            "embedding": self._cost_document(),
            "seconds": round(extension.seconds, 4),
            "problems": list(self.problems),
        }  # fmt: skip

    def _new_document(self, each: NewToken) -> dict[str, Any]:
        return {
            "id": each.token_id,
            **_named(each.token),
            "rank": each.rank,
            "merge": [each.left, each.right],
            "parts": list(each.parts),
            "count": each.count,
            "wanted": each.is_wanted,
            "uses": each.uses,
        }

    def _cost_document(self) -> dict[str, Any]:
        new_rows = {"new_rows": self.n_new_rows}
        if self.cost is None:
            return new_rows
        return new_rows | {
            "width": self.cost.width,
            "tied": self.cost.is_tied,
            "new_parameters": self.new_parameters,
            "parameters": self.cost.parameters(self.extension.tokenizer.vocab_size),
        }


Reporting = Generator[ExtensionProgress, None, ExtensionReport]


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token that an extension added.

    rank: of its merge among all. left, right: ids that the merge joins. parts: ids of the old
    tokenizer for its bytes. count: occurrences of the pair when it was chosen, 0 for given tokens.
    is_wanted: False for an intermediate token of a chain. uses: in the domain, None without one.
    """

    token_id: int
    token: bytes
    rank: int
    left: int
    right: int
    parts: tuple[int, ...]
    count: int
    is_wanted: bool
    uses: int | None


def report_steps(
    extension: Extension,
    *,
    domain: Corpus | None = None,
    general: Corpus | None = None,
    cost: ModelCost | None = None,
    cache: CountsCache | None = None,
) -> Reporting:
    """Measure an extension; yields progress, returns the report.

    domain: the text that given tokens are meant for; what tokens were learned from is measured
    anyway. general: other text, on which little should change. Raises CorpusError.
    """
    counts: dict[str, PretokenCounts] = {}
    if extension.domain is not None:
        counts[DOMAIN] = extension.domain
    corpora = {DOMAIN: domain or extension.text, HELD_OUT: extension.held_out, GENERAL: general}
    for name, corpus in corpora.items():
        if corpus is not None and name not in counts:
            kept = None if name == HELD_OUT else cache
            counts[name] = yield from counted_steps(extension.old, corpus, kept)
    texts: list[MeasuredText] = []
    for number, (name, pretokens) in enumerate(counts.items()):
        text = yield from relayed(
            measured_steps(name, pretokens, extension, corpora[name]),
            partial(_measuring, number, len(counts)),
        )
        texts.append(text)
    order = [DOMAIN, HELD_OUT, GENERAL]
    texts.sort(key=lambda text: order.index(text.name))
    rows = tuple(embedding_rows(extension.old, extension.tokenizer))
    return ExtensionReport(extension, tuple(texts), rows, cost)


def write_report(report: ExtensionReport, folder: Path) -> Path:
    """Write `report.json`; returns the file. Raises ExportError with a sentence."""
    content = json.dumps(report.document(), ensure_ascii=False) + "\n"
    return write_files(folder, {REPORT_FILE: content.encode()})[0]


def never_fired_rows(report: ExtensionReport) -> Iterator[tuple[int, int, bytes]]:
    """(rank, id, token) of every old merge that the domain never uses, by rank."""
    old = report.extension.old
    for rank in [] if report.never_fired is None else report.never_fired.tolist():
        position = N_BYTES + rank
        yield rank, int(old.ranked_ids[position]), old.ranked_tokens[position]


@dataclass(frozen=True, slots=True)
class EmbeddingRow:
    """One new id.

    token: its bytes; those of a special token are its name in UTF-8. parts: the ids that the old
    tokenizer gives for these bytes, in order, repeated as often as they occur.
    """

    token_id: int
    token: bytes
    parts: tuple[int, ...]
    is_special: bool = False

    @property
    def weights(self) -> tuple[float, ...]:
        """Of the parts, for their mean: all alike, 1 in sum."""
        return (1 / len(self.parts),) * len(self.parts)

    def document(self) -> dict[str, Any]:
        """As a line of the file has it; `token` is None if the bytes are no text."""
        return {
            "id": self.token_id,
            "token": token_text(self.token),
            "hex": self.token.hex(),
            "special": self.is_special,
            "parts": list(self.parts),
            "weights": list(self.weights),
        }


def embedding_rows(old: Tokenizer, new: Tokenizer) -> Iterator[EmbeddingRow]:
    """A row for every id that `new` has and `old` has not, in ascending order of ids."""
    encoder = whole_piece_encoder(old)
    ids = new.ranked_ids[len(old.ranked_ids) :].tolist()
    tokens = new.ranked_tokens[len(old.ranked_ids) :]
    rows = []
    for token_id, token in zip(ids, tokens, strict=True):
        rows.append(EmbeddingRow(token_id, token, tuple(encoder.encode(token).tolist())))
    for name, token_id in new.special_tokens.items():
        if name not in old.special_tokens:
            parts = tuple(old.encode(name))
            rows.append(EmbeddingRow(token_id, name.encode(), parts, is_special=True))
    yield from sorted(rows, key=lambda row: row.token_id)


def write_embedding_rows(rows: Iterable[EmbeddingRow], folder: Path) -> Path:
    """Write `embedding_rows.jsonl`, one JSON object per line; returns the file. Raises OSError."""
    lines = (json.dumps(row.document(), ensure_ascii=False) for row in rows)
    content = "".join(line + "\n" for line in lines).encode()
    return write_files(folder, {ROWS_FILE: content})[0]


def token_text(token: bytes) -> str | None:
    """The text of a token, None if its bytes are not whole characters."""
    try:
        return token.decode()
    except UnicodeDecodeError:
        return None


def _measuring(number: int, n_texts: int, share: float) -> ExtensionProgress:
    done = int(1000 * (number + share))
    return ExtensionProgress(done, 1000 * n_texts, ExtensionStep.MEASURE)


def _tokenizer_document(tokenizer: Tokenizer) -> dict[str, Any]:
    return {
        "semantic_hash": tokenizer.semantic_hash,
        "vocab_size": tokenizer.vocab_size,
        "n_merges": tokenizer.n_merges,
        "special_tokens": tokenizer.special_tokens,
        "pattern": tokenizer.pattern,
    }


def _text_document(text: MeasuredText) -> dict[str, Any]:
    rows = zip(
        text.labels, text.n_bytes.tolist(), text.before.tolist(), text.after.tolist(), strict=True
    )
    return {
        "text": text.name,
        **_saving(int(text.n_bytes.sum()), int(text.before.sum()), int(text.after.sum())),
        "labels": [{"label": label, **_saving(*figures)} for label, *figures in rows],
    }


def _saving(n_bytes: int, before: int, after: int) -> dict[str, Any]:
    saved = 1 - after / before if before else 0.0
    return {"bytes": n_bytes, "tokens_before": before, "tokens_after": after, "saved": saved}


def _merge(old: Tokenizer, rank: int) -> dict[str, Any]:
    position = N_BYTES + rank
    return {
        "rank": rank, "id": int(old.ranked_ids[position]), **_named(old.ranked_tokens[position])
    }  # fmt: skip


def _named(token: bytes) -> dict[str, Any]:
    return {"token": token_text(token), "hex": token.hex()}


@dataclass(frozen=True, eq=False)
class MeasuredText:
    """Tokens of one text before and after an extension, label by label.

    labels: of sources with text, parallel to n_bytes, before, after: int64[n_labels], UTF-8 bytes
    in normal form and tokens. new_uses: int64[vocab_size], uses of every id of the new
    tokenizer. old_applied: int64[n_merges] of the old tokenizer, how often each merge joins two
    tokens.
    """

    name: str
    labels: tuple[str, ...]
    n_bytes: Int64s
    before: Int64s
    after: Int64s
    new_uses: Int64s
    old_applied: Int64s

    @property
    def saved(self) -> float:
        """Share of the old tokens that the new tokenizer saves; 0 for an empty text."""
        before = int(self.before.sum())
        return 1 - int(self.after.sum()) / before if before else 0.0


def whole_piece_encoder(tokenizer: Tokenizer) -> Encoder:
    """An encoder that takes every document as one pre-token and normalizes nothing."""
    return Encoder(
        tokenizer.ranked_merges,
        ids=None if tokenizer.numbering is None else tokenizer.numbering.ids,
        whole_tokens=tokenizer.whole_tokens,
    )


def measured_steps(
    name: str, pretokens: PretokenCounts, extension: Extension, text: Corpus | None
) -> Generator[float, None, MeasuredText]:
    """Encode natural counts with both tokenizers, or the text that they are the counts of.

    Yields the share that is done, returns the figures.
    """
    old, new = extension.old, extension.tokenizer
    of_sources, of_ids = yield from _encoded(pretokens, old, 0)
    tokens, uses = [of_sources], [of_ids]
    if new.pattern == old.pattern or text is None:
        of_sources, of_ids = yield from _encoded(pretokens, new, 1)
    else:
        of_sources, of_ids = yield from _encoded_text(text, new, pretokens.n_bytes)
    tokens.append(of_sources)
    uses.append(of_ids)
    with_text = np.flatnonzero(pretokens.source_bytes).tolist()
    named = [pretokens.labels[i] for i in with_text]
    labels = tuple(dict.fromkeys(named))
    of_label = np.array([labels.index(label) for label in named], np.int64)
    n_bytes, before, after = (
        _summed(counts[with_text], of_label, len(labels))
        for counts in (pretokens.source_bytes, *tokens)
    )
    applied = applied_merges(old, uses[0])
    return MeasuredText(name, labels, n_bytes, before, after, uses[1], applied)


def _encoded(
    pretokens: PretokenCounts, tokenizer: Tokenizer, half: int
) -> Generator[float, None, tuple[Int64s, Int64s]]:
    """(tokens of each source int64[n_sources], uses of each id int64[vocab_size]).

    half: 0 or 1, which of the two encodings it is; yields the share of both.
    """
    encoder = whole_piece_encoder(tokenizer)
    tokens = np.zeros(len(pretokens.labels), np.int64)
    uses = np.zeros(tokenizer.vocab_size, np.int64)
    for first, last in blocks(pretokens.starts):
        ids, lengths = encoded_block(encoder, pretokens, first, last)
        np.add.at(uses, ids, np.repeat(pretokens.counts[first:last], lengths))
        low, high = pretokens.source_starts[[first, last]].tolist()
        in_sources = np.diff(pretokens.source_starts[first : last + 1])
        source_tokens = pretokens.source_counts[low:high] * np.repeat(lengths, in_sources)
        np.add.at(tokens, pretokens.source_indices[low:high], source_tokens)
        yield (half + last / pretokens.n_unique) / 2
    return tokens, uses


def _encoded_text(
    text: Corpus, tokenizer: Tokenizer, n_bytes: int
) -> Generator[float, None, tuple[Int64s, Int64s]]:
    """As `_encoded`, the second half, from a text of n_bytes with the tokenizer's own pattern."""
    numbering = tokenizer.numbering
    encoder = Encoder(
        tokenizer.ranked_merges,
        tokenizer.splitter,
        ids=None if numbering is None else numbering.ids,
    )
    tokens = np.zeros(len(text.sources), np.int64)
    uses = np.zeros(tokenizer.vocab_size, np.int64)
    done = 0
    for batch in document_batches(text, tokenizer.splitter, tokenizer.normalization):
        ids, _ = encoder.encode_documents(batch.data, batch.bounds)
        tokens[batch.source] += len(ids)
        uses += np.bincount(ids, minlength=len(uses))
        done += len(batch.data)
        yield min(1.0, (1 + done / max(1, n_bytes)) / 2)
    return tokens, uses


def blocks(starts: Int64s) -> list[tuple[int, int]]:
    """(first, last) pre-tokens of blocks of about 256 KB; a longer one is a block of its own.

    starts: int64[n + 1], the bounds of the pre-tokens.
    """
    result, first, n = [], 0, len(starts) - 1
    while first < n:
        last = int(np.searchsorted(starts, starts[first] + _BLOCK_BYTES, "right")) - 1
        last = min(n, max(last, first + 1))
        result.append((first, last))
        first = last
    return result


def encoded_block(
    encoder: Encoder, pretokens: PretokenCounts, first: int, last: int
) -> tuple[UInt32s, Int64s]:
    """Ids uint32[m] of some pre-tokens, and how many each has, int64[last - first]."""
    bounds = pretokens.starts[first : last + 1]
    data = pretokens.data[bounds[0] : bounds[-1]].tobytes()
    ids, starts = encoder.encode_documents(data, bounds - bounds[0])
    return ids, np.diff(starts)


def applied_merges(tokenizer: Tokenizer, uses: Int64s) -> Int64s:
    """int64[n_merges]: how often each merge joined two tokens in a text with these uses.

    uses: int64[vocab_size]. Tokens that are given out whole, without their merges, apply none.
    """
    of_merges = uses.copy()
    of_merges[list(tokenizer.whole_tokens.values())] = 0
    return MergeForest(tokenizer).applied(of_merges)


def _summed(values: Int64s, groups: Int64s, n_groups: int) -> Int64s:
    sums = np.zeros(n_groups, np.int64)
    np.add.at(sums, groups, values)
    return sums
