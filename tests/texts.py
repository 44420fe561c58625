"""Texts of every kind on which tokenizers are compared, the same in every process.

`many_texts` gives more than 1,000: sentences of the sample corpus, a text for each page of Unicode
that is in use, and generated mixtures of what breaks tools. None holds a special token.
"""

from __future__ import annotations

import random
import unicodedata
from functools import cache

from resources import sample_corpus_folder

WHITE_SPACE = (
    " ", "  ", "   ", "\t", "\n", "\n\n", "\r\n", "\r", "\x0b", "\x0c", "\x1c", "\x1f", "\x85",
    "\u00a0", "\u1680",
    "\u2003", "\u2009", "\u200b", "\u2028", "\u2029", "\u202f", "\u205f", "\u3000", "\ufeff",
    " \n ", "\t\t\n",
)  # fmt: skip
WORDS = (
    "the", "Don't", "I'LL", "we'Ve", "it'ſ", "'s", "'S", "they'RE", "camelCase", "HTTPServer",
    "snake_case",
    "Straße", "naïve", "İstanbul", "ǅ", "ﬁnal", "ŉ", "ſtop", "K", "Ωmega", "россия", "ΑΒγ",
    "你好世界", "日本語テキスト",
    "カナ", "ﾊﾝｶｸ", "한국어", "각", "ภาษาไทย", "ລາວ", "ខ្មែរ", "မြန်မာ", "हिन्दी", "क्षत्रिय", "বাংলা",
    "தமிழ்",
    "ᐃᓄᒃᑎᑐᑦ", "ᏣᎳᎩ", "ⵜⴰⵎⴰⵣⵉⵖⵜ", "ትግርኛ", "བོད་སྐད", "ქართული", "Հայերեն", "שָׁלוֹם", "السَّلامُ",
    "فارسی‌ها", "𐍈𐌰𐌿𐍄",
)  # fmt: skip
NUMBERS = (
    "0", "12", "123", "1234", "12345678901", "3.14159", "1,000,000", "0x1F", "١٢٣", "१२३४", "Ⅷ",
    "½", "²", "𝟜𝟚",
    "2026-11-21", "10:45", "-7", "+1", "1e-9",
)  # fmt: skip
SYMBOLS = (
    "!", "...", "…", "--", "—", "?!", "(", ")", "[]", "{}", "<", ">", "/", "//", "\\", "|", "||",
    "&&", "'", '"',
    "«»", "„“", "、", "。", "؟", "।", "#!", "@", "$$", "€", "%", "^^", "_", "`", "~", "=>", "!=",
    "/*", "*/",
)  # fmt: skip
EMOJI = (
    "🙂", "👍🏽", "👩‍👩‍👧‍👦", "🏳️‍🌈", "🇩🇪", "🇯🇵🇫🇷", "☃️", "❤️‍🔥", "1️⃣", "🧑🏿‍🚀",
    "🫠", "♟", "𝔘𝔫𝔦", "🀄",
)  # fmt: skip
CONTROLS = (
    "\x00", "\x01", "\x07", "\x08", "\x1b[31m", "\x7f", "\x9f", "\u200d", "\u200c", "\u200e",
    "\u202e", "\u2066",
    "\u00ad", "\ufff9", "\ufffd", "\ue000", "\U000e0001", "\U0010ffff", "\ufdd0",
)  # fmt: skip
MARKS = (
    "\u0301",
    "\u0300\u0323",
    "\u20dd",
    "\u0e49",
    "\u094d",
    "\u05b8",
    "\u064e",
    "\u3099",
    "\U0001d167",
)
LOOK_ALIKES = (
    "<|", "|>", "<|x|>", "< |endoftext| >", "<|endoftext", "endoftext|>", "<|im_start",
    "im_end|>", "<s>", "[CLS]",
    "<|start|", "<unk>", "<|ENDOFTEXT|>", "<|reserved_", "Ġ", "Ċ", "▁",
)  # fmt: skip
_KINDS = (
    WORDS,
    WORDS,
    WHITE_SPACE,
    WHITE_SPACE,
    NUMBERS,
    SYMBOLS,
    EMOJI,
    CONTROLS,
    MARKS,
    LOOK_ALIKES,
)
_RUNS = (
    " ",
    "\n",
    "\r\n",
    "\t",
    "a",
    "A",
    "1",
    "^",
    "é",
    "你",
    "\u0301",
    "\u3000",
    "🙂",
    "-",
    "ab",
    "\x00",
)


@cache
def many_texts() -> tuple[str, ...]:
    """More than 1,000 different texts; see the module."""
    texts = ["", *_runs(), *_corpus_sentences(), *_unicode_pages(), *_mixtures(500)]
    return tuple(dict.fromkeys(texts))


def some_texts(step: int = 15) -> tuple[str, ...]:
    """Every fifteenth of `many_texts`, for comparisons that cost more."""
    return many_texts()[::step]


def _runs() -> list[str]:
    """Runs of one thing, alone, before and after a word: where white-space rules differ."""
    lengths = (1, 2, 3, 4, 7, 16, 40)
    alone = [run * n for run in _RUNS for n in lengths]
    return alone + [f"{text}x" for text in alone] + [f"x{text}" for text in alone]


def _corpus_sentences() -> list[str]:
    texts = []
    for file in sorted(sample_corpus_folder().glob("*.txt")):
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
        texts += [line[:300] for line in lines if line.strip()][:12]
    return texts


def _unicode_pages() -> list[str]:
    """For each 256 code points that hold assigned characters: thirty of them, evenly spread."""
    texts = []
    for page in range(0, 0x32000, 256):
        assigned = [
            chr(point)
            for point in range(page, page + 256)
            if unicodedata.category(chr(point)) not in {"Cn", "Cs"}
        ]
        dense = 0x3400 <= page < 0xD800 or page >= 0x17000
        if assigned and (not dense or page % 0x800 == 0):
            chosen = assigned[:: max(1, len(assigned) // 30)]
            texts.append("".join(chosen[:15]) + " " + " ".join(chosen[15:]))
    return texts


def _mixtures(count: int) -> list[str]:
    chance = random.Random(20261121)
    return [
        "".join(chance.choice(chance.choice(_KINDS)) for _ in range(chance.randrange(1, 25)))
        for _ in range(count)
    ]
