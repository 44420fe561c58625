"""Every figure of an evaluation computed again, slowly and in another way, from strings.

Nothing here comes from the metrics themselves: tokens are taken one by one from `Tokenizer.encode`,
words from str.split, numbers from a regular expression, lines from str.split("\\n").
"""

from __future__ import annotations

import math
import re
import statistics
import unicodedata
from collections import Counter

import numpy as np

TIBETAN_ENDS = "\u0f0b\u0f0c\u0f0d\u0f0e\u0f0f\u0f10\u0f11"


def token_spans(tokenizer, text):
    """(first byte, after the last byte, id) of every token of a text."""
    spans, at = [], 0
    for token_id in tokenizer.encode(text):
        after = at + len(tokenizer.vocabulary[token_id])
        spans.append((at, after, token_id))
        at = after
    assert at == len(text.encode())
    return spans


def words_of(text, rule):
    """(first character, after the last) of every word."""
    if rule == "characters":
        return [(i, i + 1) for i, sign in enumerate(text) if not sign.isspace()]
    ends = TIBETAN_ENDS if rule == "syllables" else ""
    found = re.finditer(rf"[^\s{ends}]+", text)
    return [match.span() for match in found]


def offsets_of(text):
    """The byte offset of every character, and the length."""
    offsets = [0]
    for sign in text:
        offsets.append(offsets[-1] + len(sign.encode()))
    return offsets


def stripped(word):
    """A word without the signs at its ends that are no letter, mark or number."""
    is_sign = [unicodedata.category(sign)[0] in "LMN" for sign in word]
    if True not in is_sign:
        return ""
    return word[is_sign.index(True) : len(word) - is_sign[::-1].index(True)]


def number_f1(length, places, n_cuts):
    """The F1 of a number of `length` digits, cut n_cuts times, at `places` before digits.

    A cut inside a digit of several bytes is counted, but is before no digit.
    """
    ideal = {place for place in range(1, length) if (length - place) % 3 == 0}
    if not ideal:
        return 0.0 if n_cuts else 1.0
    hits = len(ideal & places)
    if not hits:
        return 0.0
    precision, recall = hits / n_cuts, hits / len(ideal)
    return 2 * precision * recall / (precision + recall)


def split_places(tokenizer, text):
    """The character at which each pre-token begins."""
    places, at = [], 0
    for pretoken in tokenizer.splitter.split(text):
        places.append(at)
        at += len(pretoken)
    return places


def n_mark_splits(tokenizer, text):
    """Pre-tokens that begin at a combining mark, or at a letter right behind one."""
    kinds = [unicodedata.category(sign)[0] for sign in text]
    return sum(
        kinds[place] == "M" or (kinds[place - 1] == "M" and kinds[place] == "L")
        for place in split_places(tokenizer, text)
        if place
    )


def label_figures(tokenizer, texts, rule):
    """The figures of a label, by the names of LabelEvaluation."""
    counts, per_word, f1s = Counter(), [], []
    types, split, multibyte, indented, indentation = set(), 0, 0, 0, 0
    for text in texts:
        spans = token_spans(tokenizer, text)
        offsets = offsets_of(text)
        starts = {start for start, _, _ in spans}
        counts.update(token_id for _, _, token_id in spans)
        for first, after in words_of(text, rule):
            low, high = offsets[first], offsets[after]
            per_word.append(sum(start < high and end > low for start, end, _ in spans))
            types.add(stripped(text[first:after]))
        for match in re.finditer(r"[0-9]+|[०-९]+|[０-９]+", text):
            first, after = match.span()
            places = {i - first for i in range(first + 1, after) if offsets[i] in starts}
            n_cuts = sum(offsets[first] < start < offsets[after] for start in starts)
            f1s.append(number_f1(after - first, places, n_cuts))
        for i, sign in enumerate(text):
            if len(sign.encode()) > 1:
                multibyte += 1
                split += any(at in starts for at in range(offsets[i] + 1, offsets[i + 1]))
        white = set()
        at = 0
        for line in text.split("\n"):
            lead = len(line) - len(line.lstrip())
            if lead and line.strip():
                indented += 1
                low, high = offsets[at], offsets[at + lead]
                white |= {
                    start
                    for start, end, token_id in spans
                    if start < high and end > low and not tokenizer.vocabulary[token_id].strip()
                }
            at += len(line) + 1
        indentation += len(white)
    types.discard("")
    total = sum(counts.values())
    shares = [n / total for n in counts.values()]
    size = tokenizer.vocab_size
    return {
        "tokens": total,
        "rule_words": len(per_word),
        "fertility_median": statistics.median(per_word),
        "fertility_p95": float(np.percentile(per_word, 95)),
        "whole_words": per_word.count(1),
        "word_types": len(types),
        "retained_types": sum(len(tokenizer.encode(" " + word)) == 1 for word in types),
        "retained_types_bare": sum(len(tokenizer.encode(word)) == 1 for word in types),
        "numbers": len(f1s),
        "number_f1_sum": sum(f1s),
        "indented_lines": indented,
        "indentation_tokens": indentation,
        "pretokens": sum(len(split_places(tokenizer, text)) for text in texts),
        "mark_splits": sum(n_mark_splits(tokenizer, text) for text in texts),
        "multibyte_characters": multibyte,
        "split_characters": split,
        "used_ids": len(counts),
        "vocab_size": size,
        "entropy": -sum(p * math.log2(p) for p in shares),
        "renyi_efficiency": math.log2(sum(p**2.5 for p in shares)) / (1 - 2.5) / math.log2(size),
        "bytes": sum(len(text.encode()) for text in texts),
        "characters": sum(map(len, texts)),
        "words": sum(len(text.split()) for text in texts),
    }


def line_premium(tokenizer, text, reference):
    """Premium of one text against another, of lines that each are encoded by themselves."""
    lines = [
        both
        for both in zip(text.split("\n"), reference.split("\n"), strict=True)
        if all(line.strip() for line in both)
    ]
    pairs = [[len(tokenizer.encode(line)) for line in both] for both in lines]
    cuts = [[len(split_places(tokenizer, line)) for line in both] for both in lines]
    ratios = [ours / theirs for ours, theirs in pairs]
    return {
        "premium": sum(ours for ours, _ in pairs) / sum(theirs for _, theirs in pairs),
        "pretoken_ratio": sum(ours for ours, _ in cuts) / sum(theirs for _, theirs in cuts),
        "premium_median": statistics.median(ratios),
        "premium_p90": float(np.percentile(ratios, 90)),
        "pairs": len(pairs),
    }


def gini_of(costs):
    """By the definition: all pairs of costs."""
    n = len(costs)
    mean = sum(costs) / n
    return sum(abs(a - b) for a in costs for b in costs) / (2 * n * n * mean)
