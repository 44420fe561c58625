"""What the real engines of other libraries make of a split pattern, compared with our own cuts."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Literal

import numpy as np

from engine.compiled import Bools, Int64s
from engine.errors import PatternError
from engine.formats import Dialect, rewrite_stages
from engine.machine import child_command, finished
from engine.splitting import pattern_stages, span_difference
from workbench.pattern_engines import ENGINES

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
    is the same; rewritten_as: the expressions of it.
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
    rewritten_as: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class OwnCut:
    """Our cuts of a text: bounds int64[n + 1], matched bool[n]."""

    pattern: str
    data: bytes
    bounds: Int64s
    matched: Bools


def engine_command() -> list[str]:
    """Return the command that starts the child, also from a frozen application."""
    return child_command("workbench.pattern_engines")


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
    rewritten = _rewritten(engine, own.pattern)
    if REWRITTEN in known:
        status = _verdict(engine, own, known[REWRITTEN]).status
        return replace(verdict, rewritten=status, rewritten_as=tuple(rewritten))
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
