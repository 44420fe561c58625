"""Pattern engines: a text cut by the real engine of another library, in a process of its own.

`python -m workbench.work.engine_verdicts` reads one JSON request from standard input, {"engine",
"text" (base64 of UTF-8), "ways": [{"way", "expressions"}, ...]}, and answers each way to write
the pattern with a line: {"way", "version", "status", ...}. status is "cut" with "bounds" (base64
of int64), "dropped" (bytes that no pre-token holds) and "pieces" (base64 of int64, lengths of the
pieces), "refused" or "died" with "message", or "missing" where the library is not installed.
These engines panic, abort and run for ever on some patterns; the process can be killed, and a way
that was answered stays answered. workbench/work/engine_verdicts.py is the other end.
"""

from __future__ import annotations

import base64
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Literal

import numpy as np

from engine.compiled import Bools, Int64s
from engine.errors import PatternError
from engine.formats import Dialect, rewrite_stages
from engine.machine import child_command, finished
from engine.splitting import pattern_stages, span_difference

# How the engines of other libraries split with a pattern, compared with our own splits.


ENGINE_LIMIT_S = 10

Status = Literal["same", "different", "refused", "died", "slow", "missing"]
_DIALECTS: dict[str, Dialect] = {"tiktoken": "fancy-regex", "tokenizers": "oniguruma"}
WRITTEN, REWRITTEN = "written", "rewritten"


@dataclass(frozen=True, eq=False)
class EngineVerdict:
    """How one engine cuts a text with a pattern as it is written.

    status: "same" cuts as ours, "different", the engine "refused" the pattern, "died" over it,
    was too "slow", or is "missing". message: what it said. n_places: stretches that are cut
    differently; place: bytes where the first starts; ours, theirs: its pieces on both sides.
    dropped: bytes that the engine leaves out. bounds: int64[n + 1], its cuts, None without any.
    rewritten: the status of the pattern as an export writes it for this engine, None where that
    is the same.
    """

    engine: str
    status: Status
    version: str = ""
    message: str = ""
    n_places: int = 0
    place: int = 0
    ours: tuple[bytes, ...] = ()
    theirs: tuple[bytes, ...] = ()
    dropped: int = 0
    bounds: Int64s | None = None
    rewritten: Status | None = None


@dataclass(frozen=True, eq=False)
class OwnCut:
    """Our cuts of a text: bounds int64[n + 1], matched bool[n]."""

    pattern: str
    data: bytes
    bounds: Int64s
    matched: Bools


def engine_command() -> list[str]:
    """Return the command that starts the child, also from a frozen application."""
    return child_command("workbench.work.engine_verdicts")


def engine_request(engine: str, pattern: str, data: bytes) -> dict[str, Any]:
    """Return what to ask the child: the pattern as it is written, and as an export writes it."""
    expressions = [stage.expression for stage in pattern_stages(pattern)]
    ways = [{"way": WRITTEN, "expressions": expressions}]
    rewritten = _rewritten(engine, pattern)
    if rewritten and rewritten != expressions:
        ways.append({"way": REWRITTEN, "expressions": rewritten})
    return {"engine": engine, "text": base64.b64encode(data).decode(), "ways": ways}


def verdict_of_answers(
    engine: str, own: OwnCut, answers: Iterable[Mapping[str, Any]], *, ending: Status | None = None
) -> EngineVerdict:
    """Return the verdict that the child's lines come to.

    ending: "died" or "slow" where the child did not reach its end by itself.
    """
    known = {str(each.get("way")): each for each in answers}
    if WRITTEN not in known:
        return EngineVerdict(engine, ending or "died")
    verdict = _verdict(engine, own, known[WRITTEN])
    if REWRITTEN in known:
        status = _verdict(engine, own, known[REWRITTEN]).status
        return replace(verdict, rewritten=status)
    return verdict


def ask_engines(own: OwnCut, *, limit_s: float = ENGINE_LIMIT_S) -> list[EngineVerdict]:
    """Ask every engine, one after the other, each in a process of its own, and wait."""
    return [_ask(engine, own, limit_s) for engine in ENGINES]


def _ask(engine: str, own: OwnCut, limit_s: float) -> EngineVerdict:
    request = json.dumps(engine_request(engine, own.pattern, own.data))
    done = finished(engine_command(), request.encode(), seconds=limit_s)
    ending: Status | None = "slow" if done.status is None else "died" if done.status else None
    lines = done.output.decode("utf-8", "replace")
    return verdict_of_answers(engine, own, read_answers(lines), ending=ending)


def read_answers(lines: str) -> list[dict[str, Any]]:
    """Return what whole lines of JSON say; others are left out."""
    found = []
    for line in lines.splitlines():
        try:
            answer = json.loads(line)
        except ValueError:
            continue
        if isinstance(answer, dict):
            found.append(answer)
    return found


def _rewritten(engine: str, pattern: str) -> list[str]:
    """The expressions of an export; none where the engine has no equivalent or needs none."""
    dialect = _DIALECTS.get(engine)
    try:
        stages = rewrite_stages(pattern, dialect) if dialect else []
    except PatternError:
        return []
    return stages if dialect != "fancy-regex" or len(stages) == 1 else []


def _verdict(engine: str, own: OwnCut, answer: Mapping[str, Any]) -> EngineVerdict:
    version, status = str(answer["version"]), answer["status"]
    if status != "cut":
        return EngineVerdict(engine, status, version, str(answer.get("message", "")))
    bounds = _decoded(answer["bounds"])
    dropped = int(answer["dropped"])
    if dropped and _keeps_the_same(own, bounds, _decoded(answer["pieces"])):
        bounds = own.bounds
    found = EngineVerdict(engine, "same", version, dropped=dropped, bounds=bounds)
    difference = span_difference([own.bounds, bounds])
    if not len(difference):
        return found
    start, end = (int(offset) for offset in difference.stretches[0])
    return replace(
        found,
        status="different",
        n_places=len(difference),
        place=start,
        ours=_pieces(own.data, own.bounds, start, end),
        theirs=_pieces(own.data, bounds, start, end),
    )


def _keeps_the_same(own: OwnCut, bounds: Int64s, pieces: Int64s) -> bool:
    """Whether an engine that leaves text out keeps just what our pattern matches.

    Where it left text out cannot be seen in its answer, so `bounds` is a guess.
    """
    lengths = np.diff(own.bounds)[own.matched]
    return len(bounds) > 0 and np.array_equal(lengths, pieces)


def _pieces(data: bytes, bounds: Int64s, start: int, end: int) -> tuple[bytes, ...]:
    inside = bounds[(bounds >= start) & (bounds <= end)].tolist()
    return tuple(data[a:b] for a, b in pairwise(inside))


def _decoded(words: str) -> Int64s:
    return np.frombuffer(base64.b64decode(words), "<i8").astype(np.int64)


ENGINES = ("tiktoken", "tokenizers", "regex")

_LONGEST_MESSAGE = 400


class RefusedError(Exception):
    """The engine does not take the pattern; `str(error)` is what it says."""


def tiktoken_pieces(expressions: list[str], text: str) -> list[bytes]:
    """The pieces into which tiktoken cuts a text, told from ids alone.

    Ranks begin with the 256 bytes. As long as two neighbours in the answer are not a token
    together, they are made one, the newest with the lowest precedence. Inside a piece neighbours
    that are a token together never stay apart, so in the end every token is a whole piece.
    """
    import tiktoken

    if len(expressions) > 1:
        raise RefusedError("it takes one expression, not a sequence of splits")
    ranks = {bytes([value]): value for value in range(256)}
    tokens = list(ranks)
    while True:
        try:
            encoding = tiktoken.Encoding(
                "trial", pat_str=expressions[0], mergeable_ranks=ranks, special_tokens={}
            )
        except ValueError as error:
            raise RefusedError(str(error)) from None
        pieces = [tokens[rank] for rank in encoding.encode_ordinary(text)]
        joined = dict.fromkeys(a + b for a, b in pairwise(pieces))
        missing = [token for token in joined if token not in ranks]
        if not missing:
            return pieces
        for token in missing:
            ranks[token] = len(ranks)
            tokens.append(token)


def tokenizers_pieces(expressions: list[str], text: str) -> list[bytes]:
    """The pieces of the pre-tokenizer Split, which keeps what no match covers."""
    from tokenizers import Regex, pre_tokenizers

    try:
        splits = [pre_tokenizers.Split(Regex(each), "isolated") for each in expressions]
    except Exception as error:  # noqa: BLE001  the library raises Exception itself
        raise RefusedError(str(error)) from None
    cutter = pre_tokenizers.Sequence(splits)
    return [piece.encode() for piece, _ in cutter.pre_tokenize_str(text)]


def regex_pieces(expressions: list[str], text: str) -> list[bytes]:
    """The pieces of `regex`, the simplest way: matches, and what lies between them.

    With the tables of the installed release, unlike everywhere else here: that is what another
    program that uses it would get.
    """
    import regex

    pieces = [text]
    for each in expressions:
        try:
            expression = regex.compile(each)
        except regex.error as error:
            raise RefusedError(str(error)) from None
        pieces = [found for piece in pieces for found in _tiled(expression, piece)]
    return [piece.encode() for piece in pieces]


def _tiled(expression: Any, text: str) -> list[str]:
    found, reached = [], 0
    for match in expression.finditer(text):
        start, end = match.span()
        if end > start:  # an empty match cuts nothing
            found += [text[reached:start], text[start:end]]
            reached = end
    return [piece for piece in (*found, text[reached:]) if piece]


CUTTERS: dict[str, Callable[[list[str], str], list[bytes]]] = {
    "tiktoken": tiktoken_pieces,
    "tokenizers": tokenizers_pieces,
    "regex": regex_pieces,
}


def placed(pieces: list[bytes], data: bytes) -> tuple[list[int], int]:
    """Bounds of the pieces in `data`, and how many bytes of it no piece holds.

    Each piece is looked for where the one before ends; a stretch that was left out has bounds of
    its own.
    """
    bounds, reached, dropped = [0], 0, 0
    for piece in pieces:
        at = data.find(piece, reached)
        if at < 0:
            break
        if at > reached:
            bounds.append(at)
            dropped += at - reached
        reached = at + len(piece)
        bounds.append(reached)
    if reached < len(data):
        bounds.append(len(data))
        dropped += len(data) - reached
    return bounds, dropped


def answer(engine: str, expressions: list[str], data: bytes) -> dict[str, Any]:
    """What an engine does with a text, as one answer without "way"."""
    try:
        version = _version(engine)
    except ImportError:
        return {"status": "missing", "version": ""}
    try:
        pieces = CUTTERS[engine](expressions, data.decode())
    except RefusedError as error:
        message = str(error)[:_LONGEST_MESSAGE]
        return {"status": "refused", "version": version, "message": message}
    except BaseException as error:  # noqa: BLE001  a panic in Rust is no Exception
        words = f"{type(error).__name__}: {error}"[:_LONGEST_MESSAGE]
        return {"status": "died", "version": version, "message": words}
    bounds, dropped = placed(pieces, data)
    return {
        "status": "cut",
        "version": version,
        "bounds": _encoded(bounds),
        "dropped": dropped,
        "pieces": _encoded([len(piece) for piece in pieces]),
    }


def _encoded(numbers: list[int]) -> str:
    return base64.b64encode(np.array(numbers, "<i8").tobytes()).decode()


def _version(engine: str) -> str:
    """The version of an installed library. Raises ImportError where it is not there."""
    from importlib import import_module
    from importlib.metadata import PackageNotFoundError, version

    module = import_module(engine)
    try:
        return version(engine)
    except PackageNotFoundError:
        return str(module.__version__)


def answers(request: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the answer to each way of a request (see the module)."""
    data = base64.b64decode(request["text"])
    for way in request["ways"]:
        yield {"way": way["way"], **answer(request["engine"], way["expressions"], data)}


def main() -> int:
    """Answer the one request on standard input."""
    for reply in answers(json.loads(sys.stdin.buffer.read())):
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
