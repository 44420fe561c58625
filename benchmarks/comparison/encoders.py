"""Encoding documents with one vocabulary: to arrays cold and warm, and to lists.

Cold is the first call after a warm-up with another text, warm the second with the same text.
Every library loads the same tokenizer.json.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.comparison.patterns import expression
from benchmarks.comparison.task import Candidate, Documents, Phases, Result, Task
from benchmarks.comparison.vocabularies import own_file

_WARM_UP = ["warm the kernels up, warm them, 12345 of them \n\n é 漢字 " * 20] * 4

Arrays = Callable[[Documents], Any]


def _phases(
    documents: Documents, arrays: Arrays, lists: Arrays, flat: Callable[[Any], Result]
) -> Phases:
    arrays(_WARM_UP)
    lists(_WARM_UP)
    timed: dict[str, Callable[[], Any]] = {
        "cold": lambda: arrays(documents),
        "warm": lambda: arrays(documents),
        "list": lambda: lists(documents),
    }
    return Phases(timed, flat)


def _ours(task: Task, documents: Documents) -> Phases:
    from engine import Tokenizer

    tokenizer = Tokenizer.load(own_file(Path(task.tokenizer)))
    return _phases(
        documents,
        tokenizer.encode_batch,
        tokenizer.encode_batch_to_lists,
        _joined,
    )


def _tiktoken(task: Task, documents: Documents) -> Phases:
    """On several cores its arrays come from threads of our own: its batches are lists only."""
    from tiktoken import Encoding

    encoding = Encoding(
        "benchmark", pat_str=expression(task.pattern),
        mergeable_ranks=_ranks(Path(task.tokenizer)), special_tokens={},
    )  # fmt: skip
    threads = task.threads or _cores()

    def arrays(texts: Documents) -> list[npt.NDArray[np.uint32]]:
        if threads == 1:
            return [encoding.encode_to_numpy(text) for text in texts]
        with ThreadPoolExecutor(threads) as pool:
            return list(pool.map(encoding.encode_to_numpy, texts))

    return _phases(
        documents, arrays,
        lambda texts: encoding.encode_ordinary_batch(list(texts), num_threads=threads), _joined,
    )  # fmt: skip


def _tokenizers(task: Task, documents: Documents) -> Phases:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(task.tokenizer)

    def lists(texts: Documents) -> list[list[int]]:
        return [each.ids for each in tokenizer.encode_batch_fast(list(texts))]

    return _phases(
        documents, lambda texts: [np.array(ids, np.uint32) for ids in lists(texts)], lists, _joined
    )


def _gigatoken(task: Task, documents: Documents) -> Phases:
    import awkward
    import gigatoken

    tokenizer = gigatoken.Tokenizer(task.tokenizer)
    parallel = task.threads != 1
    return _phases(
        documents,
        lambda texts: tokenizer.encode_batch(list(texts), parallel=parallel),
        lambda texts: tokenizer.encode_batch_list(list(texts), parallel=parallel),
        lambda made: np.asarray(awkward.flatten(made)),
    )


def _fastokens(task: Task, documents: Documents) -> Phases:
    import fastokens

    tokenizer = fastokens.Tokenizer.from_file(task.tokenizer)
    return _phases(
        documents,
        lambda texts: np.frombuffer(tokenizer.encode_batch_flat(list(texts))[0], np.uint32),
        lambda texts: [each.ids for each in tokenizer.encode_batch(list(texts))],
        lambda made: made,
    )


def _tokie(task: Task, documents: Documents) -> Phases:
    import tokie

    tokenizer = tokie.Tokenizer.from_json(task.tokenizer)

    def lists(texts: Documents) -> list[list[int]]:
        return [each.ids for each in tokenizer.encode_batch(list(texts), add_special_tokens=False)]

    return _phases(
        documents,
        lambda texts: tokenizer.encode_batch_flat(list(texts), add_special_tokens=False)[0],
        lists,
        lambda made: made,
    )


def _kitoken(task: Task, documents: Documents) -> Phases:
    import kitoken

    tokenizer = kitoken.Kitoken.from_tokenizers_file(task.tokenizer)

    def lists(texts: Documents) -> list[list[int]]:
        made: list[list[int]] = tokenizer.encode_all(list(texts))
        return made

    return _phases(
        documents, lambda texts: [np.array(ids, np.uint32) for ids in lists(texts)], lists, _joined
    )


def _joined(made: Sequence[npt.ArrayLike]) -> Result:
    return np.concatenate([np.asarray(ids) for ids in made])


def _ranks(file: Path) -> dict[bytes, int]:
    """tiktoken's ranks, which are the ids of a byte-level tokenizer.json."""
    from engine.encoding import CHARACTER_TO_BYTE

    model = json.loads(file.read_text("utf-8"))["model"]
    plain = {
        token: number
        for token, number in model["vocab"].items()
        if all(character in CHARACTER_TO_BYTE for character in token)
    }
    added = {each["content"] for each in json.loads(file.read_text("utf-8"))["added_tokens"]}
    return {
        bytes(CHARACTER_TO_BYTE[character] for character in token): number
        for token, number in plain.items()
        if token not in added
    }


def _cores() -> int:
    from engine.machine import n_cores

    return n_cores()


ENCODERS: dict[str, Candidate] = {
    "ours": Candidate(None, _ours),
    "gigatoken": Candidate("gigatoken", _gigatoken),
    "fastokens": Candidate("fastokens", _fastokens),
    "tokie": Candidate("tokie", _tokie),
    "tiktoken": Candidate("tiktoken", _tiktoken, note="one call a document"),
    "tokenizers": Candidate("tokenizers", _tokenizers, note="arrays made of its lists"),
    "kitoken": Candidate("kitoken", _kitoken, note="arrays made of its lists"),
}
