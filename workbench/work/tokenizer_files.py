"""What tells a tokenizer from other files, by names and first bytes, and who runs it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.machine import check_regular

if TYPE_CHECKING:
    from typing_extensions import TypeIs

    from engine.library import AnyTokenizer, LibraryTokenizer

TOKENIZER_NAMES = frozenset({
    "tokenizer.json", "vocab.bpe", "merges.txt", "encoder.json", "vocab.json", "tokenizer.twb",
    "tekken.json", "tokenizer.model", "sentencepiece.bpe.model", "spiece.model", "tokenizer.pkl",
})  # fmt: skip
TOKENIZER_SUFFIXES = frozenset({".tiktoken", ".twb", ".bpe", ".model", ".spm"})
"""Of files that are tokenizers whatever their name is."""
_FOLDER_PATTERNS = ("*.tiktoken", "*.model", "*.twb")
_HEAD_BYTES = 4096
_JSON_MARKS = (b'"added_tokens"', b'"pre_tokenizer"', b'"default_num_special_tokens"')


def is_tokenizer_path(path: Path) -> bool:
    """Whether a file or folder is, or holds, a tokenizer, by names and a file's beginning."""
    if path.is_dir():
        if any((path / name).is_file() for name in TOKENIZER_NAMES):
            return True
        return any(any(path.glob(pattern)) for pattern in _FOLDER_PATTERNS)
    if path.name in TOKENIZER_NAMES or path.suffix.lower() in TOKENIZER_SUFFIXES:
        return True
    if path.suffix.lower() != ".json":
        return False
    try:
        check_regular(path)
        with path.open("rb") as stream:
            return is_tokenizer_json(stream.read(_HEAD_BYTES))
    except OSError:
        return False  # said where the file is read


def is_tokenizer_json(head: bytes) -> bool:
    """Whether a JSON file that begins so is a tokenizer.json or a tekken.json."""
    return any(mark in head for mark in _JSON_MARKS)


def runs_elsewhere(tokenizer: AnyTokenizer) -> TypeIs[LibraryTokenizer]:
    """Whether a tokenizer runs through its library, in another process."""
    return hasattr(tokenizer, "library")


# A short text that is hard to cut: the preview a person starts with, written for this program.


SAMPLE_TEXT = """\
It's what we'd say: they're here, I'LL go, don't you've 'em?  (Yes -- they've left.)
In 2024, 1234567 people paid 3.14 € or 1,000,000 ₹; call 0049-30-123456 at 10:45.
def camelCaseName(self, HTTPServer2=None):    return [x ** 2 for x in range(10)]
\tif (a != b && c <= 0x1F) { s += "two  spaces\\n"; }   // trailing spaces\x20\x20\x20
Straße, naïve, Ångström, cafe\u0301, Việt Nam, Ελληνικά, Привет, мир!
天気がいいから、散歩しましょう。 今天天气很好，我们去公园吧！ 오늘은 날씨가 좋습니다.
السلامُ عليكم، كيف حالكم؟ سَنَة ٢٠٢٤ — می‌خواهم کتاب بخوانم.
שלום עולם, מה שלומך? (2024)
क्षत्रिय हिन्दी में लिखते हैं। ภาษาไทยไม่เว้นวรรคระหว่างคำ བོད་སྐད།
👩‍💻👨‍👩‍👧‍👦 🏳️‍🌈 🇩🇪🇫🇷 👍🏽 ❤️ 😀😀😀 … “quotes” ‘single’ — dash
zero\u200bwidth, no\u00a0break, soft\u00adhyphen, ideographic\u3000space, \ufeffmark


After two empty lines.          Ten spaces before this.
https://example.org/path?q=a%20b&x=1#top user@example.org C:\\temp\\file.txt
"""
