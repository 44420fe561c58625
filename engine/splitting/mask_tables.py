"""How to split 64 bytes at a time: what three characters decide, as tables for look-ups.

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

Characters that no window tells apart have one number, below 32. A set of windows is covered by
boxes: the product of a set of first, of second and of third numbers. Eight boxes are a plane of
three tables, in which bit k of an entry says whether box k has the number:

    plane.first[number before] & plane.second[number] & plane.third[number behind]

has bit k where box k has the window: three look-ups and two ANDs for eight boxes at 64 places.
Boxes belong to one or several of four masks (KINDS): cut, if the character before begins a
pre-token or if it does not; the same for windows that the automaton has to settle.

Characters of several bytes have other numbers than ASCII where it matters: the byte behind their
first one is not yet the next character, so their verdicts must not depend on it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import permutations

import numpy as np
import numpy.typing as npt

from engine.compiled import Bools, Floats, Int64s, UInt8s, UInt16s
from engine.splitting.automaton import Automaton
from engine.text import code_points

NO_CUT, CUT, UNKNOWN, IMPOSSIBLE = range(4)
VERDICTS = (NO_CUT, CUT, UNKNOWN)

MOST_STATES = 200
MOST_CLASSES = 60
_MOST_ROUNDS = 6
_MOST_READINGS = 8
"""How often each character of ordinary text may be read on average before masks are given up."""
_RARE = 0.05
"""States are exceptional if the others of a window are at least twenty times as frequent."""
_SAMPLES = {
    "eng": 6_000, "code_python": 5_000, "code_javascript": 3_000, "code_c": 3_000, "deu": 800,
    "fra": 800, "ell": 800, "rus": 1_000, "ara": 1_000, "hin": 1_000, "zho": 600, "jpn": 600,
    "kor": 600, "tha": 600,
}  # fmt: skip
"""Characters from the beginning of each file of the sample corpus."""

NUMBERS = 32
MOST_BOXES = 40
KINDS = 4
"""Cut after a beginning, cut otherwise, unknown after a beginning, unknown otherwise."""
END = 128
"""Where `numbers` has the number of the end of the text."""
MOST_UNKNOWN = 0.02
"""Share of unknown places in ordinary text from which on the lanes are as fast."""

_ASCII = 128
_SURROGATES = slice(0xD800, 0xE000)
_LEADS = 64
"""A page of 64 characters for each pair of a first byte from 0xC0 on and a second byte."""


@dataclass(frozen=True)
class MaskTables:
    """How to cut by masks; all arrays are empty where a pattern is better cut otherwise.

    numbers: uint8[129], of ASCII characters and, at END, of the end of the text; none is 0.
    class_numbers: uint8[n_classes], of characters of several bytes by class.
    pages: uint16[4096], page by (first byte & 63) << 6 | second byte & 63.
    page_numbers: uint8[n_pages * 64], number by page and third byte & 63; 0 has to be decoded.
    planes: uint8[n_planes * 3 * NUMBERS]
    kinds: uint8[n_planes * KINDS], the boxes of each plane that belong to a mask, as bits.
    """

    numbers: UInt8s
    class_numbers: UInt8s
    pages: UInt16s
    page_numbers: UInt8s
    planes: UInt8s
    kinds: UInt8s


def no_masks() -> MaskTables:
    """The tables of a pattern that is not cut by masks."""
    nothing = np.empty(0, np.uint8)
    return MaskTables(nothing, nothing, np.empty(0, np.uint16), nothing, nothing, nothing)


def mask_tables(automaton: Automaton) -> MaskTables:
    """The tables of an automaton, empty if its windows tell too little or are too many."""
    for by_next in (True, False):
        verdicts = window_verdicts(automaton, by_next=by_next)
        if verdicts is None or verdicts.unknown_share > MOST_UNKNOWN:
            break
        numbering = _numbered(automaton, verdicts)
        if len(numbering.windows[0]) < NUMBERS:
            boxes = _covering_boxes(numbering.windows)
            if len(boxes) <= MOST_BOXES:
                return _as_tables(automaton, numbering, boxes)
    return no_masks()


@dataclass(frozen=True)
class _Numbering:
    """Numbers from 1 on; windows: uint8[2, n, n, n], the verdicts by number - 1."""

    of_ascii: UInt8s
    of_class: UInt8s
    of_end: UInt8s
    windows: UInt8s


def _numbered(automaton: Automaton, verdicts: WindowVerdicts) -> _Numbering:
    """Give a number to all classes that no window tells apart.

    Symbols are the classes of ASCII characters, those of longer ones, and the end of the text.
    """
    short = np.unique(automaton.class_of[:_ASCII])
    points = np.delete(automaton.class_of, _SURROGATES)
    long = np.unique(points[_ASCII:])
    classes = np.concatenate([short, long, [automaton.n_classes]]).astype(np.int64)
    inner = classes[:-1]
    windows = np.full((2, *[len(classes)] * 3), IMPOSSIBLE, np.uint8)
    windows[:, :-1, :-1] = verdicts.table[:, inner[:, None], inner][..., classes]
    of_long = windows[:, :, len(short) : -1]
    windows[:, :, len(short) : -1] = _whatever_follows(of_long)[..., None]
    groups, merged = _merged_symbols(windows)
    of_ascii = np.zeros(automaton.n_classes, np.uint8)
    of_ascii[short] = groups[: len(short)]
    of_class = np.zeros(automaton.n_classes, np.uint8)
    of_class[long] = groups[len(short) : -1]
    return _Numbering(of_ascii[automaton.class_of[:_ASCII]], of_class, groups[-1:], merged)


def _whatever_follows(windows: UInt8s) -> UInt8s:
    """The verdicts without the third character, UNKNOWN where it matters."""
    some = {each: (windows == each).any(axis=-1) for each in (NO_CUT, CUT, UNKNOWN)}
    mixed = some[UNKNOWN] | (some[NO_CUT] & some[CUT])
    agreed = np.where(some[CUT], CUT, np.where(some[NO_CUT], NO_CUT, IMPOSSIBLE))
    return np.where(mixed, UNKNOWN, agreed).astype(np.uint8)


def _merged_symbols(windows: UInt8s) -> tuple[UInt8s, UInt8s]:
    """Numbers from 1 on, uint8[n_symbols], and the windows by number - 1.

    Two symbols are one where no window has a different verdict; an impossible one agrees with any.
    """
    n = windows.shape[1]
    groups = np.zeros(n, np.uint8)
    kept: list[int] = []
    windows = windows.copy()
    for symbol in range(n):
        for number, other in enumerate(kept):
            if all(
                _agree(np.take(windows, symbol, axis), np.take(windows, other, axis))
                for axis in (1, 2, 3)
            ):
                groups[symbol] = number + 1
                for axis in (1, 2, 3):
                    at: list[slice | int] = [slice(None)] * 4
                    at[axis] = other
                    mine = np.take(windows, symbol, axis)
                    known = windows[tuple(at)]
                    windows[tuple(at)] = np.where(known == IMPOSSIBLE, mine, known)
                break
        else:
            kept.append(symbol)
            groups[symbol] = len(kept)
    return groups, windows[np.ix_([0, 1], kept, kept, kept)]


def _agree(one: UInt8s, other: UInt8s) -> bool:
    return bool(((one == other) | (one == IMPOSSIBLE) | (other == IMPOSSIBLE)).all())


@dataclass(frozen=True)
class _Box:
    """sides: bool[n] of each place in a window; kinds: the masks it belongs to."""

    sides: tuple[Bools, Bools, Bools]
    kinds: tuple[int, ...]


def _covering_boxes(windows: UInt8s) -> list[_Box]:
    """Boxes that cover the four masks; first those that serve two of them.

    windows: uint8[2, n, n, n], otherwise first and after a beginning second.
    """
    boxes: list[_Box] = []
    for kind, verdict in ((0, CUT), (2, UNKNOWN)):
        wanted = [windows[1] == verdict, windows[0] == verdict]
        free = {IMPOSSIBLE, verdict} | ({UNKNOWN} if verdict == CUT else set())
        allowed = [np.isin(windows[begins], list(free)) for begins in (1, 0)]
        for kinds in ((0, 1), (0,), (1,)):
            both = np.logical_and.reduce([allowed[each] for each in kinds])
            left = np.logical_or.reduce([wanted[each] for each in kinds]) & both
            while left.any() and len(boxes) <= MOST_BOXES:
                box = _largest_box(left, both)
                inside = np.ix_(*map(np.flatnonzero, box))
                left[inside] = False
                for each in kinds:
                    wanted[each][inside] = False
                boxes.append(_Box(box, tuple(kind + each for each in kinds)))
    return boxes


def _largest_box(wanted: Bools, allowed: Bools) -> tuple[Bools, Bools, Bools]:
    """The box in `allowed`, around some window of `wanted`, that covers most of it.

    The sides of a box are numbers whose bits are the places in it.
    """
    n = len(wanted)
    lines = [_lines_along(allowed, axis) for axis in range(3)]
    wanted_lines = _lines_along(wanted, 2)
    best, best_size = None, 0
    seeds = np.argwhere(wanted)
    for seed in seeds[:: max(1, len(seeds) // 12)].tolist():
        for order in permutations(range(3)):
            sides = [1 << index for index in seed]
            for axis in order:
                one, other = (sides[each] for each in range(3) if each != axis)
                sides[axis] = _common(lines[axis], one, other, n)
            if math.prod(side.bit_count() for side in sides) <= best_size:
                continue
            size = sum(
                (wanted_lines[i][j] & sides[2]).bit_count()
                for i in _places(sides[0])
                for j in _places(sides[1])
            )
            if size > best_size:
                best, best_size = tuple(sides), size
    assert best is not None
    first, second, third = (np.array([side >> i & 1 for i in range(n)], np.bool_) for side in best)
    return first, second, third


def _lines_along(windows: Bools, axis: int) -> list[list[int]]:
    """The lines of a cube along an axis, by their places on the other two, as bits."""
    bits: list[list[int]] = (
        np.moveaxis(windows, axis, -1) @ (1 << np.arange(len(windows), dtype=np.int64))
    ).tolist()
    return bits


def _common(lines: list[list[int]], one: int, other: int, n: int) -> int:
    """What all lines at the places of `one` and `other` have in common."""
    others, common = _places(other), (1 << n) - 1
    for i in _places(one):
        line = lines[i]
        for j in others:
            common &= line[j]
    return common


def _places(side: int) -> list[int]:
    return [index for index in range(side.bit_length()) if side >> index & 1]


def _as_tables(automaton: Automaton, numbering: _Numbering, boxes: list[_Box]) -> MaskTables:
    planes, kinds = _as_planes(boxes)
    pages, page_numbers = _pages(numbering.of_class[automaton.class_of])
    return MaskTables(
        numbers=np.append(numbering.of_ascii, numbering.of_end),
        class_numbers=numbering.of_class,
        pages=pages,
        page_numbers=page_numbers,
        planes=planes,
        kinds=kinds,
    )


def _as_planes(boxes: list[_Box]) -> tuple[UInt8s, UInt8s]:
    """`planes` and `kinds` of MaskTables."""
    n_planes = max(1, -(-len(boxes) // 8))
    planes = np.zeros((n_planes, 3, NUMBERS), np.uint8)
    kinds = np.zeros((n_planes, KINDS), np.uint8)
    for index, box in enumerate(boxes):
        plane, bit = divmod(index, 8)
        for side, members in enumerate(box.sides):
            planes[plane, side, 1 : len(members) + 1] |= members.astype(np.uint8) << np.uint8(bit)
        for kind in box.kinds:
            kinds[plane, kind] |= np.uint8(1 << bit)
    return planes.ravel(), kinds.ravel()


def _pages(number_of: UInt8s) -> tuple[UInt16s, UInt8s]:
    """`pages` and `page_numbers` of MaskTables, by the number of each code point.

    What two bytes begin that no character has, and characters of four bytes, have page 0.
    """
    rows: dict[bytes, int] = {bytes(64): 0}
    pages = np.zeros((_LEADS, 64), np.uint16)
    for lead in range(0xC2, 0xF0):
        for second in range(64):
            if lead < 0xE0:
                row = np.full(64, number_of[(lead & 31) << 6 | second])
            else:
                first = (lead & 15) << 12 | second << 6
                if first < 0x800 or 0xD800 <= first < 0xE000:
                    continue
                row = number_of[first : first + 64]
            pages[lead & 63, second] = rows.setdefault(row.tobytes(), len(rows))
    return pages.ravel(), np.frombuffer(b"".join(rows), np.uint8).copy()


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

    None also for one that often reads far beyond a pre-token to know its end.

    by_next: whether states are exceptional only before characters for which they matter. Less is
    UNKNOWN then, and more windows differ.
    """
    n_states, width = automaton.moves.shape
    if not automaton.leaves_nothing or n_states > MOST_STATES or width > MOST_CLASSES:
        return None
    targets = automaton.moves.astype(np.int64) - 1
    sample = _read_sample(automaton, targets)
    if sample is None:
        return None
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


def _read_sample(automaton: Automaton, targets: Int64s) -> _Sample | None:
    """Ordinary text as the automaton reads it; None if it reads characters many times over."""
    classes = automaton.class_of[_sample_points()].astype(np.int64)
    moves, accepts = targets.tolist(), automaton.accepts.tolist()
    read = [*classes.tolist(), automaton.n_classes]
    begins = np.zeros(len(classes), np.bool_)
    states: list[int] = []
    n_read = 0
    while (start := len(states)) < len(classes):
        if n_read > _MOST_READINGS * len(classes):
            return None
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
        n_read += len(passed)
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
