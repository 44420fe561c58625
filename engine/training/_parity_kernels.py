"""Kernels of parity-aware merging: groups of pre-tokens that are merged by the same pairs.

Each language has an arena, a table of pairs and a heap of its own, as in _training_kernels, so that
its most frequent pair is on top of its heap. The languages come first; behind them one group may
have the sources that no language chooses for; the last one has the parallel texts, whose tokens say
which language chooses next. The groups lie in shared arrays: `groups.bounds` says from where to
where. A merge is made in all groups, and its token has the same id in all of them.

groups    see parity_groups.GroupArrays; choice: see parity_loop.Choice
state     int64[N_FIELDS], the numbers that change from call to call, see below
Slow reference: `train` of tests/reference_parity.py, in tests/engine/training/test_parity.py.
"""

from __future__ import annotations

from collections import namedtuple

import numpy as np

from engine.compiled import kernel, kernel_part, prefetch
from engine.training._pair_kernels import (
    ALLOWED,
    COUNT,
    KEY,
    LOW_32,
    N_PAIRS,
    N_POSTINGS,
    SIZE,
    START,
    add_pair,
    key_of,
    place_among,
    slot_of_pair,
    turn_of,
)
from engine.training._replacing_kernels import (
    AHEAD,
    APPLIED,
    LEFT_NUMBER,
    LEFT_WEIGHT,
    N_LEFT,
    N_RIGHT,
    NUMBER,
    RIGHT_NUMBER,
    RIGHT_WEIGHT,
    replace_part,
    update_pairs,
    write_postings,
)
from engine.training._training_kernels import (
    ASK_VETO,
    BY_BYTES,
    DONE_SLICE,
    GROW_PAIRS,
    MAKE_ROOM,
    NO_PAIR_LEFT,
    best_pair,
    note_token,
    push_new_pairs,
)

# Rows of groups.bounds.
SYMBOLS = 0
BORDERS = 1
POSTINGS = 2
PAIRS = 3
SLOTS = 4
HEAPS = 5
FACTS = 6
SHARED = 7
BYTES = 8
N_PARTS = 9

LOWER_FLOOR = 5
"""Wanted by merge_by_parity, beside what merge_slice wants: rarer rows for the language's turn."""

# Fields of `state`.
MERGES = 0  # merges done
VISITED = 1  # postings visited in this slice
CHOOSER = 2  # the language whose turn it is, -1 for none yet
GROUP = 3  # the group that is merged next, -1 before a pair is chosen
PAIR = 4  # the key of the pair that is merged
NEEDED = 5  # postings that the group needs, where it wants room
N_RECENT = 6  # choices that the window knows
RECENT_AT = 7  # where the next one goes
GIVEN = 8  # merges that are given in results.merges and not chosen here
N_FIELDS = 9


# The records of layout with the same names, for one group.
_Arena = namedtuple("_Arena", "symbols borders postings")
_Table = namedtuple("_Table", "entries slots")
_Heap = namedtuple("_Heap", "counts ties pairs")
_Sources = namedtuple("_Sources", "facts indices counts")
_Ties = namedtuple("_Ties", "kind keys places lengths data characters")
_Limits = namedtuple("_Limits", "min_count max_token_bytes")


@kernel_part
def arena_of(groups, g):
    """The arena of a group."""
    b = groups.bounds
    return _Arena(
        groups.symbols[b[SYMBOLS, g, 0] : b[SYMBOLS, g, 1]],
        groups.borders[b[BORDERS, g, 0] : b[BORDERS, g, 1]],
        groups.postings[b[POSTINGS, g, 0] : b[POSTINGS, g, 1]],
    )


@kernel_part
def table_of(groups, g):
    """The table of pairs of a group."""
    b = groups.bounds
    return _Table(
        groups.entries[b[PAIRS, g, 0] : b[PAIRS, g, 1]],
        groups.slots[b[SLOTS, g, 0] : b[SLOTS, g, 1]],
    )


@kernel_part
def heap_of(groups, g):
    """The heap of a group."""
    b = groups.bounds
    return _Heap(
        groups.heap_counts[b[HEAPS, g, 0] : b[HEAPS, g, 1]],
        groups.heap_ties[b[HEAPS, g, 0] : b[HEAPS, g, 1]],
        groups.heap_pairs[b[HEAPS, g, 0] : b[HEAPS, g, 1]],
    )


@kernel_part
def sources_of(groups, g):
    """The counts by source of a group."""
    b = groups.bounds
    return _Sources(
        groups.facts[b[FACTS, g, 0] : b[FACTS, g, 1]],
        groups.source_indices[b[SHARED, g, 0] : b[SHARED, g, 1]],
        groups.source_counts[b[SHARED, g, 0] : b[SHARED, g, 1]],
    )


@kernel_part
def ties_of(groups, g):
    """What decides between pairs of equal count in a group."""
    b = groups.bounds
    return _Ties(
        groups.kind, groups.keys, groups.places[g], groups.lengths,
        groups.data[b[BYTES, g, 0] : b[BYTES, g, 1]],
        groups.lengths,  # characters: pieces are not trained by parity
    )  # fmt: skip


@kernel_part
def worst_language(choice):
    """The language with the most tokens, each times its scale, of those that may choose; else -1.

    Of several the first one. Those whose share of the recent choices is beyond the limit are passed
    over, unless all are.
    """
    window = choice.recent.shape[0]
    worst = -1
    worst_allowed = -1
    most = 0.0
    most_allowed = 0.0
    for language in range(choice.tokens.shape[0]):
        if choice.is_out[language]:
            continue
        tokens = choice.tokens[language] * choice.scale[language]
        if worst < 0 or tokens > most:
            worst, most = language, tokens
        if window and choice.n_recent[language] / window > choice.limit:
            continue
        if worst_allowed < 0 or tokens > most_allowed:
            worst_allowed, most_allowed = language, tokens
    return worst if worst_allowed < 0 else worst_allowed


@kernel_part
def note_choice(choice, state, language):
    """Enter a choice into the window; the oldest one leaves it.

    state  int64[N_FIELDS]
    """
    window = choice.recent.shape[0]
    if window == 0:
        return
    at = state[RECENT_AT]
    if state[N_RECENT] == window:
        choice.n_recent[choice.recent[at]] -= 1
    else:
        state[N_RECENT] += 1
    choice.recent[at] = language
    choice.n_recent[language] += 1
    state[RECENT_AT] = (at + 1) % window


@kernel_part
def is_absent(groups, g, key):
    """Whether a group has one of the two tokens of a pair nowhere, as far as that is known."""
    made, n_first = groups.made, groups.n_first
    left, right = key >> 32, key & LOW_32
    return (left >= n_first and made[left, g] == 0) or (right >= n_first and made[right, g] == 0)


@kernel_part
def bit_of_pair(groups, g, key):
    """The bit of groups.rare that a pair of a group falls on, which other pairs may share."""
    return place_among(key ^ (np.int64(g) << 24), groups.rare.shape[0] << 6)


@kernel_part
def is_rare(groups, g, key):
    """Whether a pair of a group that has no row may occur there."""
    bit = bit_of_pair(groups, g, key)
    return ((groups.rare[bit >> 6] >> np.uint64(bit & 63)) & np.uint64(1)) != 0


@kernel_part
def note_rare_pairs(groups, g, scratch, new_id):
    """Note the pairs of a new token that got no row, and set the sums of its neighbours to zero.

    scratch  as left by update_pairs and write_postings
    """
    rare, sums = groups.rare, scratch.sums[0]
    for i in range(scratch.found[0, N_LEFT]):
        other = scratch.touched_left[0, i]
        if sums[other, LEFT_NUMBER] < 0:
            bit = bit_of_pair(groups, g, key_of(other, new_id))
            rare[bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)
        sums[other, LEFT_WEIGHT] = sums[other, LEFT_NUMBER] = 0
    for i in range(scratch.found[0, N_RIGHT]):
        other = scratch.touched_right[0, i]
        if sums[other, RIGHT_NUMBER] < 0:
            bit = bit_of_pair(groups, g, key_of(new_id, other))
            rare[bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)
        sums[other, RIGHT_WEIGHT] = sums[other, RIGHT_NUMBER] = 0


@kernel_part
def row_of_places(groups, g, left, right):
    """The row with the places of a token of two, the one with fewer; -1 where none has any."""
    low = groups.bounds[PAIRS, g, 0]
    a, b = np.int64(groups.made[left, g]) - 1, np.int64(groups.made[right, g]) - 1
    if a < 0 or b < 0:
        return max(a, b)
    return a if groups.entries[low + a, SIZE] <= groups.entries[low + b, SIZE] else b


@kernel_part
def enter_rare_pair(groups, g, arena, table, cursor, row, key):
    """Enter a pair without a row, found among the places in `row`; returns its row, -1 for none.

    cursor  int64[8]; there is room for a row, and for as many postings as `row` has

    Places where the token stands no more are dropped on the way.
    """
    symbols, postings, entries = arena.symbols, arena.postings, table.entries
    facts = sources_of(groups, g).facts
    left, right = np.uint32(key >> 32), np.uint32(key & LOW_32)
    length = groups.lengths[key >> 32]
    is_left = np.int64(groups.made[key >> 32, g]) - 1 == row
    token = left if is_left else right
    begin = entries[row, START]
    end = begin + entries[row, SIZE]
    to = begin
    first = at = cursor[N_POSTINGS]
    count = 0
    for i in range(begin, end):
        if i + AHEAD < end:
            prefetch(symbols, np.int64(postings[i + AHEAD]))
        slot = np.int64(postings[i])
        if symbols[slot] != token:
            continue
        postings[to] = slot
        to += 1
        if is_left:
            if symbols[slot + length] != right:
                continue
        elif symbols[slot - 1] != left:
            continue
        else:
            slot -= length
        postings[at] = slot
        at += 1
        count += facts[turn_of(arena.borders, slot), 0]
    entries[row, SIZE] = to - begin
    if at == first:
        return -1
    add_pair(entries, table.slots, cursor, left, right, count, at - first)
    return cursor[N_PAIRS] - 1


@kernel_part
def keep_places(groups, g, arena, table, pair, scratch, new_id):
    """Let the postings of a merged pair be the places of its token.

    scratch  as replace_part leaves it
    """
    begin, n = table.entries[pair, START], scratch.found[0, NUMBER]
    for i in range(n):
        arena.postings[begin + i] = scratch.occurrences[i]
    table.entries[pair, SIZE] = n
    table.entries[pair, COUNT] = -np.int64(new_id)
    groups.made[new_id, g] = pair + 1


@kernel_part
def merge_in_group(groups, g, scratch, results, row, limits, state):
    """Merge the pair of `state` in a group; returns what it wants first, or DONE_SLICE.

    row    int64[n_sources]    what is applied in each source is added
    state  int64[N_FIELDS]
    """
    key = state[PAIR]
    left, right = np.uint32(key >> 32), np.uint32(key & LOW_32)
    cursor = groups.cursors[g]
    table = table_of(groups, g)
    pair = np.int64(table.slots[slot_of_pair(key, table.entries, table.slots)]) - 1
    places = -1
    if pair < 0 and is_rare(groups, g, key):
        places = row_of_places(groups, g, left, right)
    if pair < 0 and places < 0:
        return DONE_SLICE
    arena = arena_of(groups, g)
    if pair < 0:
        size = table.entries[places, SIZE]
        if cursor[N_POSTINGS] + size > arena.postings.shape[0]:
            state[NEEDED] = size
            return MAKE_ROOM
        if cursor[N_PAIRS] == table.entries.shape[0]:
            return GROW_PAIRS
        pair = enter_rare_pair(groups, g, arena, table, cursor, places, key)
    if pair < 0 or table.entries[pair, COUNT] <= 0:
        return DONE_SLICE
    size = table.entries[pair, SIZE]
    k = state[MERGES]
    if cursor[N_POSTINGS] + 2 * size > arena.postings.shape[0]:
        state[NEEDED] = 2 * size
        return MAKE_ROOM
    if cursor[N_PAIRS] + 2 * min(size, 257 + k) > table.entries.shape[0]:
        return GROW_PAIRS
    ties = ties_of(groups, g)
    lengths = groups.lengths
    new_id = np.uint32(256 + k)
    count = table.entries[pair, COUNT]
    merge = (left, right, new_id, lengths[new_id], lengths[left])
    begin = table.entries[pair, START]
    places = (begin, begin + size, 0)
    replace_part(arena, table, sources_of(groups, g), scratch, 0, places, merge, row)
    if ties.kind == BY_BYTES:
        note_token(arena, ties, new_id, left, right, np.int64(scratch.occurrences[0]))
    if g + 1 < groups.cursors.shape[0]:  # all but the parallel texts
        results.counts[k] += count
        results.applied[k] += scratch.found[0, APPLIED]
    first_new_pair = cursor[N_PAIRS]
    candidates = _Limits(groups.floors[g], limits.max_token_bytes)
    update_pairs(table, cursor, lengths, scratch, merge, candidates)
    keep_places(groups, g, arena, table, pair, scratch, new_id)
    write_postings(arena, lengths, scratch, 0, new_id)
    heap = heap_of(groups, g)
    push_new_pairs(table, heap, cursor, arena.postings, ties, first_new_pair)
    note_rare_pairs(groups, g, scratch, new_id)
    state[VISITED] += size + 64
    return DONE_SLICE


@kernel_part
def choose_pair(groups, choice, results, limits, state):
    """Put the pair that is merged next into `state`; returns what is wanted first, or DONE_SLICE.

    state  int64[N_FIELDS]

    A language without a pair that reaches choice.least never chooses again.
    """
    while True:
        if state[CHOOSER] < 0:
            language = worst_language(choice)
            if language < 0:
                return NO_PAIR_LEFT
            state[CHOOSER] = language
        language = state[CHOOSER]
        cursor = groups.cursors[language]
        table = table_of(groups, language)
        floor = max(choice.least, groups.floors[language])
        pair = best_pair(
            arena_of(groups, language), table, heap_of(groups, language), cursor,
            ties_of(groups, language), floor,
        )  # fmt: skip
        if pair >= 0:
            break
        if floor > choice.least:
            return LOWER_FLOOR
        choice.is_out[language] = True
        state[CHOOSER] = -1
    if limits.asks_veto and cursor[ALLOWED] != pair:
        return ASK_VETO
    key = table.entries[pair, KEY]
    choice.choosers[state[MERGES]] = language
    note_choice(choice, state, language)
    begin_merge(groups, results, state, key >> 32, key & LOW_32)
    return DONE_SLICE


@kernel_part
def begin_merge(groups, results, state, left, right):
    """Enter the merge of two tokens, to be made in every group.

    state  int64[N_FIELDS]
    """
    k = state[MERGES]
    results.merges[k, 0] = np.uint32(left)
    results.merges[k, 1] = np.uint32(right)
    groups.lengths[256 + k] = groups.lengths[left] + groups.lengths[right]
    state[PAIR] = key_of(left, right)
    state[GROUP] = 0


@kernel_part
def prefetch_pairs(groups, state):
    """Ask for the rows and the first places of the pair of `state`, in all groups at once.

    state  int64[N_FIELDS]
    """
    key, n_groups, bounds = state[PAIR], groups.cursors.shape[0], groups.bounds
    for g in range(state[GROUP], n_groups):
        if not is_absent(groups, g, key):
            prefetch(groups.slots, slot_of_key(groups, g, key))
    for g in range(state[GROUP], n_groups):
        if not is_absent(groups, g, key):
            row = np.int64(groups.slots[slot_of_key(groups, g, key)])
            if row:
                prefetch(groups.entries, 4 * (bounds[PAIRS, g, 0] + row - 1))
    for g in range(state[GROUP], n_groups):
        if not is_absent(groups, g, key):
            row = np.int64(groups.slots[slot_of_key(groups, g, key)])
            if row:
                at = groups.entries[bounds[PAIRS, g, 0] + row - 1, START]
                prefetch(groups.postings, bounds[POSTINGS, g, 0] + at)


@kernel_part
def slot_of_key(groups, g, key):
    """Where the search for a pair begins in the slots of all groups."""
    low, high = groups.bounds[SLOTS, g]
    return low + place_among(key, high - low)


@kernel
def merge_by_parity(groups, scratch, choice, results, limits, state):
    """Merge until the slice's limits are reached; returns what is wanted next.

    results  see layout.Results; limits: see layout.Limits; groups.floors take its min_count's place
    state    int64[N_FIELDS]

    Where room is wanted state[GROUP] names the group; where a veto or rarer pairs are,
    state[CHOOSER] does.
    """
    n_groups = groups.cursors.shape[0]
    while state[MERGES] < limits.last_merge and state[VISITED] < limits.max_work:
        if state[GROUP] < 0 and state[MERGES] < state[GIVEN]:
            left, right = results.merges[state[MERGES]]
            begin_merge(groups, results, state, np.int64(left), np.int64(right))
        elif state[GROUP] < 0:
            wanted = choose_pair(groups, choice, results, limits, state)
            if wanted != DONE_SLICE:
                return wanted
        k = state[MERGES]
        prefetch_pairs(groups, state)
        for g in range(state[GROUP], n_groups):
            if is_absent(groups, g, state[PAIR]):
                continue
            row = choice.applied[k] if g == n_groups - 1 else results.source_applied[k]
            before = results.applied[k]
            wanted = merge_in_group(groups, g, scratch, results, row, limits, state)
            if wanted != DONE_SLICE:
                state[GROUP] = g
                return wanted
            if choice.by_corpus and g < choice.tokens.shape[0]:
                choice.applied[k, g] += results.applied[k] - before
        for language in range(choice.tokens.shape[0]):
            choice.tokens[language] -= choice.applied[k, language]
        state[GROUP] = -1
        state[CHOOSER] = -1
        state[MERGES] = k + 1
    return DONE_SLICE
