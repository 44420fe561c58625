"""Texts on which an export is verified: every script of the sample corpus and what breaks tools."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files

_LINE_CHARACTERS = 400

_ODD = (
    "", " ", "\n", "\r\n", "\t", "a", "  a", "a  ", " \n \n", "\n\n\nend", "tab\tand\r\nends\r",
    " " * 40 + "x", "x" + " " * 40, "a" * 100_000, "^" * 100_000, "ab" * 300, "aaaaaaaaab",
    "don't I'LL we'Ve it'ſ 's 'S", "1 12 123 1234 12345678901 3.14 ١٢٣ ⅷ ½ ²",
    "no\u00a0break\u2009thin\u3000wide\u200bzero\u2028line\u0085next",
    "\ufeffmark \u200d\u200c join", "e\u0301 n\u0303 \u0301 alone", "한국어 각 각",
    "ก็ ที่ น้ำ", "क्षत्रिय ज्ञान", "שָׁלוֹם עולם", "السَّلامُ عليكم\u200f", "👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 🇩🇪 ☃️ 𝔘𝔫𝔦",
    "\x00\x01\x07\x1b[31m\x7f", "\U0010ffff \ue000 \ufffd", "camelCaseWord HTTPServer snake_case",
    "if (a[0] != b) { return --c; } // x", "https://example.org/a?b=c&d=%20#e", "$$\\frac{a}{b}$$",
    "<|not_special|> <| endoftext |> <s>", "‘quotes’ “and” — dashes…", "漢字かなカナ混じり文。",
)  # fmt: skip


def verification_texts(special_tokens: Sequence[str]) -> list[str]:
    """Some two thousand texts: lines of the sample corpus, odd cases, special tokens in text."""
    texts = [*_ODD, *_corpus_lines()]
    texts += [f"before{token}after {token} end" for token in special_tokens[:50]]
    if special_tokens:
        texts.append("".join(special_tokens[:50]))
    return texts


def _corpus_lines() -> Iterator[str]:
    for file in sorted(files("resources").joinpath("corpus").iterdir(), key=lambda f: f.name):
        if file.name.endswith(".txt"):
            for line in file.read_text(encoding="utf-8").splitlines(keepends=True):
                yield line[:_LINE_CHARACTERS]
