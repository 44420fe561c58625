"""The texts that are measured on, read from a corpus folder beside the project."""

from __future__ import annotations

import base64
import random
from pathlib import Path

from benchmarks import PROJECT
from engine.corpus import open_file

DEFAULT_CORPUS = PROJECT.parent / "shared" / "corpus"
_DOCUMENT_BYTES = 50_000
_MIX_BYTES = 200_000
_ADVERSARIAL_BYTES = 1_000_000

ENGLISH_AND_CODE = {"eng": 15_000_000, "code_python": 9_000_000, "code_c": 6_000_000}
"""The 30 MB text: bytes from the end of each file."""

SUPERWORD_TEXTS = ("100mb", "english", "all")
"""What `corpus_folder` makes."""

SIX = ("hin", "zho", "jpn", "rus", "ara", "tha")
"""Hindi, Chinese, Japanese, Russian, Arabic, Thai."""

_NO_LANGUAGE = ("code_", "latex", "markdown")
PROSE = "1mb"
ADVERSARIAL = ("letters", "spaces", "digits", "cjk", "base64")
SIZES = {
    "30mb": "30 MB of English prose and code",
    "96mb": "96 MB of English prose and code",
    "all": "218 MB in 76 languages and scripts, and code",
    "10mb": "10 MB of English prose and code",
    "4mb": "4 MB of English prose and code",
    PROSE: "1 MB of English prose",
    "mix": "news in 120 languages",
    "sources": "31 MB of 76 languages and scripts, and code",
    "30mb-whole": "30 MB of English prose and code in one call",
    "sources-whole": "31 MB of 76 languages and scripts, and code, in one call",
    "six": "news in Hindi, Chinese, Japanese, Russian, Arabic and Thai",
    "letters": "1 MB of one letter",
    "spaces": "1 MB of spaces",
    "digits": "1 MB of digits",
    "cjk": "1 MB of Chinese characters without spaces",
    "base64": "1 MB of base64 without line breaks",
}
"""Texts by name; the label of an evaluation file is a name as well."""


def title(text: str) -> str:
    """What a text is, in words."""
    return SIZES.get(text, f"evaluation file {text}")


def documents(corpus: Path, text: str) -> list[str]:
    """The named text as documents of about 50 KB, cut at line ends; adversarial ones are one."""
    if text in ADVERSARIAL:
        return [_adversarial(corpus, text)]
    if text.endswith(_WHOLE):
        return ["".join(documents(corpus, text.removesuffix(_WHOLE)))]
    if text in ("all", "sources"):
        return _joined(corpus, _sources(corpus), "\n\n")[:: 1 if text == "all" else _SEVENTH]
    if text == "96mb":
        return _joined(corpus, list(ENGLISH_AND_CODE), "\n\n")
    if text in _SHARES:
        share = _SHARES[text]
        wanted = {name: int(count * share) for name, count in ENGLISH_AND_CODE.items()}
        return [d for name, n in wanted.items() for d in _cut(_tail(corpus, name, n), "\n\n")]
    if text == PROSE:
        return _cut(_tail(corpus, "eng", _ADVERSARIAL_BYTES), "\n\n")
    if text == "mix":
        files = sorted((corpus / "eval").glob("*.txt.zst"))
        chosen = [file for file in files if not file.name.startswith(_NO_LANGUAGE)]
        return [d for file in chosen for d in _cut(_start(_read(file)), "\n")]
    if text == "six":
        return [document for label in SIX for document in documents(corpus, label)]
    return _cut(_evaluation_text(corpus, text), "\n")


def corpus_folder(corpus: Path, text: str, scratch: Path) -> Path:
    """A folder with one file per label: "all" of corpus/train, its "english", or "100mb" of it.

    The last is the beginning of every file, of all the same share, ending with a line.
    """
    if text == "all":
        return corpus / "train"
    made = scratch / text
    made.mkdir(exist_ok=True)
    files = sorted((corpus / "train").glob("eng.txt.zst" if text == "english" else "*.txt.zst"))
    texts = {file.name.removesuffix(".zst"): _read(file) for file in files}
    share = min(1.0, _MIXED_BYTES / sum(map(len, texts.values())))
    for name, data in texts.items():
        end = len(data) if share == 1 else data.rfind(b"\n", 0, int(len(data) * share)) + 1
        (made / name).write_bytes(data[:end])
    return made


def folder_of_files(corpus: Path, text: str, scratch: Path) -> Path:
    """A folder with "30mb", "96mb" or "all" as plain files, one for each source; made once."""
    folder = scratch / f"files-{text}"
    if not folder.is_dir():
        folder.mkdir()
        for name in _sources(corpus) if text == "all" else ENGLISH_AND_CODE:
            if text == "30mb":
                data = _tail(corpus, name, ENGLISH_AND_CODE[name]).encode()
            else:
                data = _read(corpus / "train" / f"{name}.txt.zst")
            (folder / f"{name}.txt").write_bytes(data)
    return folder


def text_files(folder: str) -> list[Path]:
    """The files that `folder_of_files` made, in order."""
    return sorted(Path(folder).iterdir())


def files_bytes(folder: str) -> int:
    """Bytes of all files of a folder; 0 for none."""
    return sum(file.stat().st_size for file in text_files(folder)) if folder else 0


def _sources(corpus: Path) -> list[str]:
    files = sorted((corpus / "train").glob("*.txt.zst"))
    return [file.name.removesuffix(".txt.zst") for file in files]


_WHOLE = "-whole"
_SEVENTH = 7
_MIXED_BYTES = 100_000_000
_SHARES = {"30mb": 1.0, "10mb": 1 / 3, "4mb": 4 / 30}


def _evaluation_text(corpus: Path, label: str) -> str:
    file = corpus / "eval" / f"{label}.txt.zst"
    if not file.is_file():
        known = ", ".join(SIZES)
        raise SystemExit(f"Unknown text {label!r}: neither one of {known}, nor a file {file}.")
    return _read(file).decode()


def _joined(corpus: Path, names: list[str], at: str) -> list[str]:
    files = [corpus / "train" / f"{name}.txt.zst" for name in names]
    return [document for file in files for document in _cut(_read(file).decode(), at)]


def _tail(corpus: Path, name: str, count: int) -> str:
    return _read(corpus / "train" / f"{name}.txt.zst")[-count:].decode("utf-8", "ignore")


def _start(data: bytes) -> str:
    return data[:_MIX_BYTES].decode("utf-8", "ignore")


def _adversarial(corpus: Path, text: str) -> str:
    if text == "letters":
        return "a" * _ADVERSARIAL_BYTES
    if text == "spaces":
        return " " * _ADVERSARIAL_BYTES
    if text == "digits":
        return "".join(random.Random(7).choices("0123456789", k=_ADVERSARIAL_BYTES))
    if text == "base64":
        noise = random.Random(7).randbytes(_ADVERSARIAL_BYTES * 3 // 4)
        return base64.b64encode(noise).decode()
    joined = "".join(c for c in _evaluation_text(corpus, "zho") if "\u4e00" <= c <= "\u9fff")
    needed = _ADVERSARIAL_BYTES // 3
    return (joined * (needed // len(joined) + 1))[:needed]


def _read(file: Path) -> bytes:
    with open_file(file) as stream:
        return stream.read()


def _cut(text: str, at: str) -> list[str]:
    documents, start = [], 0
    while start < len(text):
        end = text.find(at, start + _DOCUMENT_BYTES)
        end = len(text) if end < 0 else end + len(at)
        documents.append(text[start:end])
        start = end
    return documents
