"""Damaged corpora, archives and conversations, beside the libraries that read them as well.

Kinds: gz, zst and xz (Python's own decompressors), json lines of a corpus and conversations (the
`json` module), token_bytes.pt (its own zip archive and pickled tensor).
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import lzma
import random
import sys
import zipfile
from pathlib import Path
from typing import Any

from benchmarks.damage.samples import SAMPLE_TEXT

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

Answer = dict[str, Any]
KINDS = ("corpus.gz", "corpus.zst", "corpus.xz", "corpus.jsonl", "conversations", "token_bytes.pt")
_NAMES = {
    "corpus.gz": "text.txt.gz", "corpus.zst": "text.txt.zst", "corpus.xz": "text.txt.xz",
    "corpus.jsonl": "texts.jsonl", "conversations": "chats.jsonl", "token_bytes.pt": "bytes.pt",
}  # fmt: skip
_ODD: tuple[Any, ...] = (
    None,
    0,
    -1,
    1.5,
    True,
    "",
    "x",
    [],
    {},
    [None],
    {"role": "user"},
    "assistant",
    "\u0000",
    "é",
)


def intact(kind: str, folder: Path) -> bytes:
    """The content of a whole file of a kind; `folder` is scratch."""
    text = (SAMPLE_TEXT * 6).encode()
    match kind:
        case "corpus.gz":
            return gzip.compress(text, mtime=0)
        case "corpus.zst":
            return bytes(zstd.compress(text))
        case "corpus.xz":
            return lzma.compress(text)
        case "corpus.jsonl":
            lines = (json.dumps({"text": f"{i} {SAMPLE_TEXT[:40]}", "n": i}) for i in range(12))
            return "\n".join(lines).encode() + b"\n"
        case "conversations":
            return "".join(
                json.dumps(_chat(i), ensure_ascii=False) + "\n" for i in range(12)
            ).encode()
    from benchmarks.damage.samples import trained_tokenizer
    from engine.formats import save_token_bytes, token_bytes

    folder.mkdir(parents=True, exist_ok=True)
    sizes = token_bytes(trained_tokenizer(20))
    return save_token_bytes(sizes, folder / "bytes.pt").read_bytes()


def _chat(i: int) -> dict[str, Any]:
    turns = [("system", "be brief"), ("user", f"question {i}?"), ("assistant", f"answer ü {i}")]
    return {"messages": [{"role": role, "content": text} for role, text in turns[i % 2 :]]}


def damaged(kind: str, data: bytes, chance: random.Random) -> bytes:
    """The content with one to four changes that suit the kind."""
    changed = bytearray(data)
    if kind in {"conversations", "corpus.jsonl"} and chance.random() < 0.7:
        return _damaged_lines(data, chance)
    if kind == "token_bytes.pt" and chance.random() < 0.5:
        return _damaged_member(data, chance)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(changed)) if changed else 0
        match chance.randrange(5):
            case 0 if changed:
                changed[at] ^= 1 << chance.randrange(8)
            case 1:
                del changed[at:]
            case 2:
                changed[at:at] = chance.randbytes(chance.randint(1, 9))
            case 3:
                changed += chance.choice((data, b"\0" * 20, b"garbage", data[: len(data) // 2]))
            case _:
                del changed[at : at + chance.randint(1, 30)]
    return bytes(changed)


def _damaged_lines(data: bytes, chance: random.Random) -> bytes:
    lines = data.decode().splitlines()
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(lines))
        try:
            document = json.loads(lines[at])
        except ValueError:
            continue
        _change(document, chance)
        lines[at] = json.dumps(document, ensure_ascii=chance.random() < 0.5)
    return "\n".join(lines).encode("utf-8", "surrogatepass") + b"\n"


def _change(document: Any, chance: random.Random) -> None:
    """Change one value somewhere in a record."""
    places: list[tuple[Any, Any]] = []
    pending = [document]
    while pending:
        item = pending.pop()
        if isinstance(item, dict | list):
            keys = list(item) if isinstance(item, dict) else list(range(len(item)))
            places += [(item, key) for key in keys]
            pending += [item[key] for key in keys]
    if not places:
        return
    container, key = chance.choice(places)
    match chance.randrange(3):
        case 0:
            container[key] = chance.choice(_ODD)
        case 1:
            del container[key]
        case _ if isinstance(container, dict):
            container[chance.choice(("content", "role", "text", "from", "value", ""))] = container[
                key
            ]
        case _:
            container.insert(0, container[key])


def _damaged_member(data: bytes, chance: random.Random) -> bytes:
    """A zip archive, whole as such, with one member changed."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(made, "w") as new:
        chosen = chance.choice(old.namelist())
        for name in old.namelist():
            content = bytearray(old.read(name))
            if name == chosen and content:
                content[chance.randrange(len(content))] = chance.randrange(256)
            new.writestr(name, bytes(content))
    return made.getvalue()


def write(kind: str, content: bytes, folder: Path) -> Path:
    """Put the content where a reader finds it by its name."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / _NAMES[kind]
    path.write_bytes(content)
    return path


def read_text(kind: str, path: Path, side: str) -> Answer:
    """{"ids": what was read} or {"refused": why}; anything else that is raised is a defect."""
    from engine.errors import EngineError

    if side == "there":
        try:
            return {"ids": _there(kind, path)}
        except Exception as error:  # noqa: BLE001  what the library says, whatever it is
            return {"refused": f"{type(error).__name__}: {str(error)[:200]}"}
    try:
        return {"ids": _here(kind, path)}
    except EngineError as error:
        return {"refused": str(error)}


def _here(kind: str, path: Path) -> list[Any]:
    from engine.chat import Conversation, read_conversations
    from engine.corpus import Corpus
    from engine.formats import token_byte_lengths

    if kind == "token_bytes.pt":
        return [token_byte_lengths(path).tolist()]
    if kind == "conversations":
        return [
            [[message.role, message.text] for message in record.messages]
            if isinstance(record, Conversation)
            else None
            for record in read_conversations(path).records()
        ]
    corpus = Corpus.from_paths([path])
    texts = list(corpus.documents(corpus.sources[0]))
    return texts if kind == "corpus.jsonl" else [_digest("".join(texts))]


def _there(kind: str, path: Path) -> list[Any]:
    if kind == "token_bytes.pt":
        import numpy as np

        with zipfile.ZipFile(path) as archive:
            [name] = [name for name in archive.namelist() if name.endswith("/data/0")]
            return [np.frombuffer(archive.read(name), "<i4").tolist()]
    if kind in {"conversations", "corpus.jsonl"}:
        lines = path.read_bytes().split(b"\n")
        return [_expected(kind, line) for line in lines if line.strip()]
    opener: Any = {"gz": gzip.open, "xz": lzma.open, "zst": zstd.open}[kind.partition(".")[2]]
    with opener(path) as stream:
        return [_digest(stream.read().decode("utf-8", "replace").removeprefix("\ufeff"))]


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _expected(kind: str, line: bytes) -> list[Any]:
    """["value", what a record must be], ["invalid"] for no JSON, ["any"] for what is odd."""
    try:
        document = json.loads(line.decode())
    except UnicodeDecodeError:
        return ["any"]  # what is not UTF-8 is replaced here
    except ValueError:
        return ["invalid"]
    if not isinstance(document, dict) or _has_double_keys(line):
        return ["any"]
    if kind == "corpus.jsonl":
        text = document.get("text")
        if isinstance(text, str) and text.isprintable() and text.strip() and len(document) == 2:
            return ["value", text]
        return ["any"]
    messages = document.get("messages")
    is_alone = len(document) == 1 and isinstance(messages, list) and bool(messages)
    if isinstance(messages, list) and is_alone and all(map(_is_plain_message, messages)):
        return ["value", [[message["role"], message["content"]] for message in messages]]
    return ["any"]


def _has_double_keys(line: bytes) -> bool:
    """Whether an object names a key twice: `json` takes the last, we refuse it."""
    doubled: list[bool] = []
    json.loads(line, object_pairs_hook=lambda pairs: doubled.append(len(pairs) > len(dict(pairs))))
    return any(doubled)


def _is_plain_message(message: Any) -> bool:
    return (
        isinstance(message, dict)
        and set(message) == {"role", "content"}
        and message["role"] in ("system", "user", "assistant")
        and isinstance(message["content"], str)
        and message["content"].isprintable()
    )


def agree(kind: str, here: list[Any], there: list[Any]) -> bool:
    """Whether what was read here is what the library's answer allows."""
    if kind == "conversations":
        return len(here) == len(there) and all(
            mine == wanted[1] if wanted[0] == "value" else wanted[0] == "any" or mine is None
            for mine, wanted in zip(here, there, strict=True)
        )
    if kind == "corpus.jsonl":
        wanted = [each[1] for each in there if each[0] == "value"]
        texts = iter(here)
        n_odd = sum(each[0] == "any" for each in there)
        return all(text in texts for text in wanted) and len(here) <= len(wanted) + n_odd
    return here == there
