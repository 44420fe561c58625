"""What an automaton decides between two characters, by those two and the next one alone.

A window is the character before a place, the one after it and the one after that. Whether the one
before it begins a pre-token is known as well, because cuts are found from left to right. Over all
states that the automaton can be in there, a window has one of four verdicts:

    NO_CUT      no pre-token ends at the place
    CUT         one ends there
    UNKNOWN     the states differ, or what follows decides: the automaton has to be asked
    IMPOSSIBLE  no text leads there

A character that begins a pre-token leads to one state. For others all states count that the
characters before may lead to, and two of them often differ: after "s" in a word letters go on, but
not in GPT-2's "'s". So states that are rare in ordinary text are exceptional before characters for
which they matter: a window that leads there is UNKNOWN, and the automaton itself reads to the next
cut. Which are rare is measured on parts of the sample corpus; the verdicts are exact for any
choice. Example: in "it's not" nothing is UNKNOWN, as a space follows; in "it'sn" the s is.

Only patterns that leave no text unmatched are treated, which all usual ones do.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np
import numpy.typing as npt

from engine.compiled import Bools, Floats, Int64s, UInt8s
from engine.splitting.automaton import Automaton
from engine.text import code_points

NO_CUT, CUT, UNKNOWN, IMPOSSIBLE = range(4)
VERDICTS = (NO_CUT, CUT, UNKNOWN)

MOST_STATES = 200
MOST_CLASSES = 60
_MOST_ROUNDS = 6
_RARE = 0.05
"""States are exceptional if the others of a window are at least twenty times as frequent."""
_SAMPLES = {
    "eng": 6_000, "code_python": 5_000, "code_javascript": 3_000, "code_c": 3_000, "deu": 800,
    "fra": 800, "ell": 800, "rus": 1_000, "ara": 1_000, "hin": 1_000, "zho": 600, "jpn": 600,
    "kor": 600, "tha": 600,
}  # fmt: skip
"""Characters from the beginning of each file of the sample corpus."""


@dataclass(frozen=True)
class WindowVerdicts:
    """The verdicts of all windows.

    table: uint8[2, n_classes, n_classes, n_classes + 1] by whether the first character begins a
        pre-token, its class, and the classes of the second and third; the last is the end of text.
    unknown_share: of the places in ordinary text, how many are UNKNOWN.
    """

    table: UInt8s
    unknown_share: float


@dataclass(frozen=True)
class _Sample:
    """Ordinary text as the automaton reads it.

    classes: int64[n]; begins: bool[n], whether a character begins a pre-token; states: int64[n],
    the state after it.
    """

    classes: Int64s
    begins: Bools
    states: Int64s


def window_verdicts(automaton: Automaton, *, by_next: bool = True) -> WindowVerdicts | None:
    """The verdicts of a pattern; None for one that is too large or leaves text unmatched.

    by_next: whether states are exceptional only before characters for which they matter. Less is
    UNKNOWN then, and more windows differ.
    """
    n_states, width = automaton.moves.shape
    if not automaton.leaves_nothing or n_states > MOST_STATES or width > MOST_CLASSES:
        return None
    targets = automaton.moves.astype(np.int64) - 1
    sample = _read_sample(automaton, targets)
    weights = np.zeros((n_states, width - 1))
    inner = ~sample.begins
    np.add.at(weights, (sample.states[inner], sample.classes[inner]), 1)
    by_state = _by_state(targets, automaton.accepts)
    exceptional = np.zeros(by_state.shape, np.bool_)
    best: WindowVerdicts | None = None
    for _ in range(_MOST_ROUNDS):
        verdicts = _with_exceptions(by_state, targets, exceptional)
        possible = _possible_states(by_state, targets, exceptional)
        table = _of_windows(verdicts, targets, possible)
        share = _unknown_share(table, sample, width - 1)
        if best is not None and share >= best.unknown_share:
            break
        best = WindowVerdicts(table, share)
        rare = _rare_states(verdicts, possible, weights)
        exceptional |= rare if by_next else rare.any(axis=2, keepdims=True)
    return best


@cache
def _sample_points() -> Int64s:
    folder = files("resources").joinpath("corpus")
    texts = (
        folder.joinpath(f"{name}.txt").read_text(encoding="utf-8")[:length]
        for name, length in _SAMPLES.items()
    )
    return code_points("".join(texts)).astype(np.int64)


def _read_sample(automaton: Automaton, targets: Int64s) -> _Sample:
    classes = automaton.class_of[_sample_points()].astype(np.int64)
    moves, accepts = targets.tolist(), automaton.accepts.tolist()
    read = [*classes.tolist(), automaton.n_classes]
    begins = np.zeros(len(classes), np.bool_)
    states: list[int] = []
    while (start := len(states)) < len(classes):
        begins[start] = True
        state, at, end = 0, start, start
        passed: list[int] = []
        while state >= 0:
            if accepts[state][read[at]] and at > start:
                end = at
            state = moves[state][read[at]] if at < len(classes) else -1
            passed.append(state)
            at += 1
        states += passed[: end - start]
    return _Sample(classes, begins, np.array(states, np.int64))


def _by_state(targets: Int64s, accepts: Bools) -> UInt8s:
    """uint8[n_states, n_classes, n_classes + 1]: the verdict if the state were known.

    The state is that of the pre-token that the first character is in, which ends behind it. So
    where a state neither goes on nor accepts, or goes on to where no match ends, no text leads.
    """
    sure = _sure_of_match(targets, accepts)
    after = np.clip(targets[:, :-1], 0, None)  # int64[n_states, n_classes]
    goes_on = (targets[:, :-1] >= 0)[:, :, None]
    accepts_here = accepts[:, :-1, None]
    dead = (targets < 0) & ~accepts
    later = accepts | ((targets >= 0) & sure[targets]) | sure[:, None]
    undecided = np.where(later[after], NO_CUT, np.where(dead[after], CUT, UNKNOWN))
    continued = np.where(dead[after], IMPOSSIBLE, NO_CUT)
    ended = np.where(accepts_here, CUT, IMPOSSIBLE)
    return np.where(goes_on, np.where(accepts_here, undecided, continued), ended).astype(np.uint8)


def _sure_of_match(targets: Int64s, accepts: Bools) -> Bools:
    """bool[n_states]: whether a match ends behind what the state read, whatever follows."""
    sure = np.ones(len(targets), np.bool_)
    while True:
        remaining = sure & (accepts | ((targets >= 0) & sure[targets])).all(axis=1)
        if (remaining == sure).all():
            return sure
        sure = remaining


def _with_exceptions(by_state: UInt8s, targets: Int64s, exceptional: Bools) -> UInt8s:
    """The verdicts by state where going on to an exceptional state is UNKNOWN."""
    after = targets[:, :-1]
    leads = (after >= 0)[:, :, None] & exceptional[after, np.arange(after.shape[1])]
    return np.where(leads & (by_state == NO_CUT), UNKNOWN, by_state).astype(np.uint8)


def _possible_states(by_state: UInt8s, targets: Int64s, exceptional: Bools) -> Bools:
    """bool[n_states, n_classes, n_classes + 1]: where a character that begins no pre-token leads.

    By the state after it, its class and that of the next character.
    """
    n_classes = by_state.shape[1]
    possible = np.zeros(by_state.shape, np.bool_)
    goes_on = by_state == NO_CUT
    waiting = [(int(state), c) for state in np.unique(targets[0, :-1]) for c in range(n_classes)]
    known = set(waiting)
    while waiting:
        state, read = waiting.pop()
        target = int(targets[state, read])
        if target < 0:
            continue
        new = goes_on[state, read] & ~possible[target, read] & ~exceptional[target, read]
        possible[target, read] |= new
        for following in np.flatnonzero(new[:-1]).tolist():
            if (target, following) not in known:
                known.add((target, following))
                waiting.append((target, following))
    return possible


def _of_windows(verdicts: UInt8s, targets: Int64s, possible: Bools) -> UInt8s:
    """`WindowVerdicts.table` of the verdicts by state."""
    found = [_sums(verdicts == each, possible.astype(np.float64)) > 0 for each in VERDICTS]
    mixed = found[UNKNOWN] | (found[NO_CUT] & found[CUT])
    inner = np.where(found[CUT], CUT, np.where(found[NO_CUT], NO_CUT, IMPOSSIBLE))
    return np.stack([np.where(mixed, UNKNOWN, inner), verdicts[targets[0, :-1]]]).astype(np.uint8)


def _sums(holds: Bools, weights: Floats) -> Floats:
    """float64[n_classes, n_classes, n_classes + 1]: sums over the states for which a verdict holds.

    holds: [n_states, second, third]; weights: [n_states, first, second].
    """
    sums = np.empty((holds.shape[1], *holds.shape[1:]))
    for second in range(holds.shape[1]):
        sums[:, second] = weights[:, :, second].T @ holds[:, second].astype(np.float64)
    return sums


def _rare_states(verdicts: UInt8s, possible: Bools, weights: Floats) -> Bools:
    """bool[n_states, n_classes, n_classes + 1]: states that make windows UNKNOWN.

    By the class that they read last and the next one. In each window one verdict has most of the
    sample; states with another are rare if they have little.
    """
    holds = [verdicts == each for each in VERDICTS]
    reachable = possible[:, :, :-1].astype(np.float64)
    counts = np.stack([_sums(each, reachable * weights[:, :, None]) for each in holds])
    present = np.stack([_sums(each, reachable) > 0 for each in holds])
    most = np.where(present, counts, -1).argmax(axis=0)
    limit = _RARE * np.take_along_axis(counts, most[None], axis=0)[0]
    rare = np.zeros(possible.shape, np.bool_)
    for verdict, held in zip(VERDICTS, holds, strict=True):
        differs: npt.NDArray[np.bool_] = present[verdict] & (most != verdict)
        differs &= counts[verdict] <= limit
        for second in range(weights.shape[1]):
            reaches = held[:, second].astype(np.float64) @ differs[:, second].T.astype(np.float64)
            rare[:, :, second] |= (reaches > 0) & possible[:, :, second]
    return rare


def _unknown_share(table: UInt8s, sample: _Sample, end: int) -> float:
    classes = np.append(sample.classes, end)
    begins = sample.begins[:-1].astype(np.int64)
    verdicts = table[begins, classes[:-2], classes[1:-1], classes[2:]]
    return float((verdicts == UNKNOWN).mean())
