"""One flipped bit in every compiled file that a training and an encoding read.

The kernels and automata are a copy. The child must give the same merges and ids as with whole
files, and never die: a damaged file is found out and made again.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks import PROJECT
from benchmarks.reliability.attempts import Attempts
from benchmarks.reliability.nursery import Nursery

_WORK = "benchmarks.reliability.bits:work"
_ENDINGS = (".nbi", ".nbc", ".tables")


def run(attempts: Attempts) -> None:
    """Flip one bit of one file in each attempt."""
    from engine.machine import KERNEL_CACHE_VARIABLE, cache_base

    subprocess.run([sys.executable, "-m", "engine.warm_up"], cwd=PROJECT, check=True, stdout=2)
    whole, copy = attempts.scratch / "whole", attempts.scratch / "copy"
    shutil.copytree(cache_base(), whole)
    home = attempts.scratch / "home"
    home.mkdir()
    with Nursery(environ={KERNEL_CACHE_VARIABLE: str(copy)}) as nursery:
        _restore(whole, copy)
        expected = nursery.call(_WORK, [], home).value
        _take_over_automata(copy, whole)
        names = sorted(name for name in expected["read"] if name.endswith(_ENDINGS))
        attempts.figures["files"] = len(names)
        for number in attempts.numbers():
            _restore(whole, copy)
            name = names[number % len(names)]
            place = _flip(copy / name, attempts.chance(number))
            answer = nursery.call(_WORK, [], home)
            what = _fault(answer.status, answer.hung, answer.err, answer.out, expected)
            if what:
                attempts.fault(number, f"bit {place} of {name}: {what}")


def _fault(status: int, hung: bool, err: str, out: str, expected: dict[str, Any]) -> str | None:
    import json

    if hung:
        return "the child hangs"
    if status < 0:
        return f"the child died by signal {-status}"
    if status:
        return f"the child failed: {err[-300:]}"
    told = json.loads(out.splitlines()[-1])
    return None if told["digest"] == expected["digest"] else "other merges or ids"


def _flip(path: Path, chance: Any) -> int:
    content = bytearray(path.read_bytes())
    place = chance.randrange(8 * len(content))
    content[place // 8] ^= 1 << place % 8
    path.write_bytes(content)
    return int(place)


def _restore(whole: Path, copy: Path) -> None:
    """Make the copy the same as what is whole, by its bytes, since sizes do not tell."""
    for path in sorted(copy.rglob("*")) if copy.exists() else ():
        if path.is_file() and not (whole / path.relative_to(copy)).exists():
            path.unlink()
    for path in whole.rglob("*"):
        if path.is_file():
            target = copy / path.relative_to(whole)
            target.parent.mkdir(parents=True, exist_ok=True)
            if not target.exists() or target.read_bytes() != path.read_bytes():
                shutil.copy2(path, target)


def _take_over_automata(copy: Path, whole: Path) -> None:
    """Keep what the first run compiled, so that later ones read it."""
    for path in copy.rglob("*.tables"):
        target = whole / path.relative_to(copy)
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, target)


def work() -> dict[str, Any]:
    """Train twice, encode and decode; a digest of everything, and the compiled files read."""
    import hashlib

    from engine.machine import cache_base

    read: set[str] = set()
    base = cache_base()

    def look(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(arguments[0], str | os.PathLike):
            path = Path(arguments[0])
            if path.suffix in _ENDINGS:
                read.add(path.relative_to(base).as_posix())

    sys.addaudithook(look)
    from engine import Corpus, TrainingConfig, train_tokenizer

    texts = [f"the {i % 97} words of text {i * i}, naïve café 你好 {i:x}" for i in range(900)]
    whole = hashlib.sha256()
    for pattern in ("gpt2", "cl100k"):
        tokenizer = train_tokenizer(Corpus.from_texts(texts), TrainingConfig(700, pattern=pattern))
        whole.update(tokenizer.semantic_hash.encode())
        for ids in tokenizer.encode_batch(texts):
            whole.update(ids.tobytes())
        one = tokenizer.encode_to_array("\n".join(texts) * 3)
        whole.update(one.tobytes())
        whole.update(tokenizer.decode_bytes(one))
    return {"digest": whole.hexdigest(), "read": sorted(read)}
