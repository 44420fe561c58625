"""The texts that are measured on, read from a corpus folder beside the project."""

from __future__ import annotations

from pathlib import Path

from engine.text_files import open_file

DEFAULT_CORPUS = Path(__file__).parents[2] / "shared" / "corpus"
_DOCUMENT_BYTES = 50_000

ENGLISH_AND_CODE = {"eng": 15_000_000, "code_python": 9_000_000, "code_c": 6_000_000}
"""The 30 MB text: bytes from the end of each file."""

SIZES = ("30mb", "96mb", "all")


def documents(corpus: Path, size: str) -> list[str]:
    """The named text as documents of about 50 KB, cut at blank lines."""
    if size == "30mb":
        texts = [_tail(corpus, name, count) for name, count in ENGLISH_AND_CODE.items()]
    elif size == "96mb":
        texts = [_text(corpus, name) for name in ENGLISH_AND_CODE]
    elif size == "all":
        files = sorted((corpus / "train").glob("*.txt.zst"))
        texts = [_text(corpus, file.name.removesuffix(".txt.zst")) for file in files]
    else:
        raise SystemExit(f"Unknown text {size!r}; choose one of {', '.join(SIZES)}.")
    return [document for text in texts for document in _cut(text)]


def evaluation_text(corpus: Path, labels: tuple[str, ...]) -> list[str]:
    """The evaluation files of some languages, one document each."""
    files = [corpus / "eval" / f"{label}.txt.zst" for label in labels]
    return [_read(file).decode() for file in files]


def _text(corpus: Path, name: str) -> str:
    return _read(corpus / "train" / f"{name}.txt.zst").decode()


def _tail(corpus: Path, name: str, count: int) -> str:
    return _read(corpus / "train" / f"{name}.txt.zst")[-count:].decode("utf-8", "ignore")


def _read(file: Path) -> bytes:
    with open_file(file) as stream:
        return stream.read()


def _cut(text: str) -> list[str]:
    documents, start = [], 0
    while start < len(text):
        end = text.find("\n\n", start + _DOCUMENT_BYTES)
        end = len(text) if end < 0 else end + 2
        documents.append(text[start:end])
        start = end
    return documents
