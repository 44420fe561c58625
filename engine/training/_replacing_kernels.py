"""Kernels of one merge: its occurrences, what it changes at their neighbours, its new postings.

A merge with many places is done in two parts by two threads: each replaces its own occurrences,
adds up its own neighbours and writes its own postings, behind those of the part before. No
pre-token has places in both, so that neither sees what the other writes. One thread does the rest
in between: it joins the sums, lowers the broken pairs and enters the new ones. What comes out is
that of one part, bit for bit, the order of rows and postings included.

The two agree on one word, `team.words[0]`. The thread that merges offers the second part, does the
first, and takes the second back if it is still there: so nothing waits for a thread that has not
begun, which on a busy machine may be long.

Records of arrays are described at their types in engine.training.layout. `merge` is (left id,
right id, new id, length of the new token, length of the left one).
Slow reference: `train` of tests/reference_bpe.py, in tests/engine/training/test_training.py and,
for two threads, test_merging_together.py.
"""

from __future__ import annotations

import numpy as np

from engine.compiled import (
    claim_word,
    kernel,
    kernel_part,
    prefetch,
    publish_word,
    seen_word,
    wait_a_moment,
)
from engine.training._pair_kernels import (
    NO_TOKEN,
    SHARED_BITS,
    add_pair,
    first_slot,
    key_of,
    lower_pair,
    prefetch_pair,
    turn_of,
)

# Columns of scratch.sums; the numbers of occurrences become the places of the next postings.
LEFT_WEIGHT = 0
LEFT_NUMBER = 1
RIGHT_WEIGHT = 2
RIGHT_NUMBER = 3
# Columns of scratch.found, a row for each part.
FIRST = 0  # where its occurrences begin
NUMBER = 1  # of occurrences
APPLIED = 2  # these, weighted
N_LEFT = 3  # neighbours met on the left
N_RIGHT = 4
N_FOUND = 5
# The word by which two threads share a merge.
OFFERED = np.uint64(0)
TAKEN = np.uint64(1)
CLOSED = np.uint64(2)
DONE = np.uint64(3)
ENDED = np.uint64(4)
# What is to be done, in team.job.
IS_WRITING = 0  # write postings; if not, replace and add up
BEGIN = 1  # its postings
END = 2
PLACE = 3  # where its occurrences begin
LEFT = 4  # the merge
RIGHT = 5
NEW_ID = 6
LENGTH = 7
LENGTH_LEFT = 8
N_DONE = 9  # second parts that the other thread did
N_JOB = 10
SHARED_MASK = (1 << SHARED_BITS) - 1
AHEAD = 32  # how many occurrences before its turn memory is asked for
_LEAST_SHARE_OF = 4  # a part has at least a quarter of the postings that are worth sharing
_MOST_IDLE = 1 << 16  # looks without work before a thread goes: 0.1 to 3 ms, by the processor


@kernel_part
def replace_part(arena, table, sources, scratch, part, places, merge, row):
    """Replace the occurrences among some postings of a pair, and add up their neighbours.

    part    whose row of scratch.found and scratch.sums is filled; the sums are zero before
    places  (first, end) of its postings, and the first place of `scratch` that is its own
    row     int64[n_sources]: the occurrences weighted, added to by source
    """
    first = places[2]
    found = scratch.found
    n = merge_occurrences(arena, scratch, places, merge)
    applied, n_left, n_right = gather_neighbours(
        arena, table, sources, scratch, part, (first, first + n), merge, row
    )
    found[part, FIRST] = first
    found[part, NUMBER] = n
    found[part, APPLIED] = applied
    found[part, N_LEFT] = n_left
    found[part, N_RIGHT] = n_right


@kernel_part
def merge_occurrences(arena, scratch, places, merge):
    """Replace the occurrences of a pair by the new id; where two overlap, the left one wins.

    places  (first, end) of the postings, and where scratch.occurrences is filled from

    Returns how many. Example: a a a with pair (a, a) -> X a.
    """
    left, right, new_id, length, length_left = merge
    symbols, postings, occurrences = arena.symbols, arena.postings, scratch.occurrences
    begin, end, first = places
    n = first
    for i in range(begin, min(begin + AHEAD, end)):
        prefetch(symbols, np.int64(postings[i]))
    for i in range(begin, end):
        if i + AHEAD < end:
            prefetch(symbols, np.int64(postings[i + AHEAD]))
        slot = np.int64(postings[i])
        middle = slot + length_left
        if symbols[slot] != left or symbols[middle] != right:
            continue
        symbols[middle] = NO_TOKEN
        symbols[slot] = new_id
        symbols[slot + length - 1] = new_id
        occurrences[n] = slot
        n += 1
    return n - first


@kernel_part
def add_to_sources(indices, counts, shared, places, row):
    """Add occurrences in pre-tokens of several sources to those sources.

    indices  uint32[m]           which sources
    counts   int64[m]            occurrences there
    shared   int64[capacity]     for each occurrence, where its sources begin << SHARED_BITS, and
                                 how many they are
    row      int64[n_sources]    added to

    They are gathered before, because each waits for memory unless it is asked for ahead.
    """
    first, end = places
    for i in range(first, end):
        if i + AHEAD < end:
            coming = shared[i + AHEAD] >> SHARED_BITS
            prefetch(indices, coming)
            prefetch(counts, coming)
        begin = shared[i] >> SHARED_BITS
        for j in range(begin, begin + (shared[i] & SHARED_MASK)):
            row[indices[j]] += counts[j]


@kernel_part
def gather_neighbours(arena, table, sources, scratch, part, places, merge, row):
    """Add up, per neighbouring token, what one merge changes.

    sources  see SourceCounts
    scratch  see Scratch; filled here but for the occurrences, the part's sums being zero before
    places   (first, end) of the occurrences
    row      int64[n_sources]: the occurrences weighted, added to by source

    Returns (occurrences weighted, neighbours on the left, on the right). Two new tokens side by
    side are counted once, on the right of the first. What is no neighbour is added up in the last
    row of the sums, and what has one source adds to the shared ones and is overwritten: whether
    there is one changes so often that a processor guesses it wrong.
    """
    left, right, new_id, length, _ = merge
    first, end = places
    symbols, sums, facts = arena.symbols, scratch.sums, sources.facts
    touched_left, touched_right = scratch.touched_left, scratch.touched_right
    borders, occurrences, shared = arena.borders, scratch.occurrences, scratch.shared
    none = np.int64(sums.shape[1] - 1)
    sums[part, none, LEFT_NUMBER] = 1
    sums[part, none, RIGHT_NUMBER] = 1
    applied = 0
    n_left = 0
    n_right = 0
    n_shared = first
    for i in range(first, min(end, first + 2 * AHEAD)):
        prefetch(borders, (np.int64(occurrences[i]) >> 6) * 2)
    for i in range(first, min(end, first + AHEAD)):
        prefetch(facts, turn_of(borders, np.int64(occurrences[i])) * 2)
    for i in range(first, end):
        if i + 2 * AHEAD < end:
            prefetch(borders, (np.int64(occurrences[i + 2 * AHEAD]) >> 6) * 2)
        if i + AHEAD < end:
            coming = np.int64(occurrences[i + AHEAD])
            prefetch(symbols, coming - 1)
            prefetch(facts, turn_of(borders, coming) * 2)
        slot = np.int64(occurrences[i])
        turn = turn_of(borders, slot)
        weight = facts[turn, 0]
        applied += weight
        home = facts[turn, 1]
        is_shared = np.int64(home < 0)
        row[max(home, 0)] += weight * (1 - is_shared)
        shared[n_shared] = -1 - home
        n_shared += is_shared
        before = symbols[slot - 1]
        after = symbols[slot + length]
        scratch.before[i] = before
        scratch.after[i] = after
        at = min(np.int64(before), none)
        at = none if before == new_id else at
        if sums[part, at, LEFT_NUMBER] == 0:
            touched_left[part, n_left] = before
            n_left += 1
            prefetch(table.slots, first_slot(key_of(before, left), table.slots))
        sums[part, at, LEFT_WEIGHT] += weight
        sums[part, at, LEFT_NUMBER] += 1
        at = min(np.int64(after), none)
        if sums[part, at, RIGHT_NUMBER] == 0:
            touched_right[part, n_right] = after
            n_right += 1
            prefetch(table.slots, first_slot(key_of(right, after), table.slots))
        sums[part, at, RIGHT_WEIGHT] += weight
        sums[part, at, RIGHT_NUMBER] += 1
    add_to_sources(sources.indices, sources.counts, shared, (first, n_shared), row)
    return applied, n_left, n_right


@kernel_part
def update_pairs(table, cursor, lengths, scratch, merge, limits):
    """Lower the pairs that a merge broke and enter those that it made.

    cursor     int64[8]
    lengths    int64[vocab_size]    bytes of each token
    scratch    with one part, or with the second one joined to it; the numbers in its sums become
               the places of the next posting, or -1 for a pair that is too rare or too long ever
               to be merged

    A neighbour that is itself the new token stood, before the merge, as the left half of the
    next occurrence: there the broken pair is (right, left).
    """
    left, right, new_id, length, _ = merge
    longest = limits.max_token_bytes - length
    n_left, n_right = scratch.found[0, N_LEFT], scratch.found[0, N_RIGHT]
    touched_left, touched_right = scratch.touched_left, scratch.touched_right
    entries, slots, sums = table.entries, table.slots, scratch.sums
    for i in range(n_left):
        if i + AHEAD < n_left:
            prefetch_pair(entries, slots, touched_left[0, i + AHEAD], left)
        other = touched_left[0, i]
        weight, number = sums[0, other, LEFT_WEIGHT], sums[0, other, LEFT_NUMBER]
        lower_pair(entries, slots, other, left, weight)
        sums[0, other, LEFT_NUMBER] = -1
        if weight >= limits.min_count and lengths[other] <= longest:
            start = add_pair(entries, slots, cursor, other, new_id, weight, number)
            sums[0, other, LEFT_NUMBER] = start
    for i in range(n_right):
        if i + AHEAD < n_right:
            prefetch_pair(entries, slots, right, touched_right[0, i + AHEAD])
        other = touched_right[0, i]
        weight, number = sums[0, other, RIGHT_WEIGHT], sums[0, other, RIGHT_NUMBER]
        lower_pair(entries, slots, right, left if other == new_id else other, weight)
        sums[0, other, RIGHT_NUMBER] = -1
        if weight >= limits.min_count and lengths[other] <= longest:
            start = add_pair(entries, slots, cursor, new_id, other, weight, number)
            sums[0, other, RIGHT_NUMBER] = start


@kernel_part
def write_postings(arena, lengths, scratch, part, new_id):
    """Write the postings of the pairs that a part of a merge made, in ascending order.

    lengths  int64[vocab_size]    bytes of each token
    scratch  as left by update_pairs and, for the second part, place_behind
    """
    postings, sums = arena.postings, scratch.sums
    first = scratch.found[part, FIRST]
    for i in range(first, first + scratch.found[part, NUMBER]):
        slot = np.int64(scratch.occurrences[i])
        before = scratch.before[i]
        if before != NO_TOKEN and before != new_id:
            at = sums[part, before, LEFT_NUMBER]
            if at >= 0:
                postings[at] = slot - lengths[before]
                sums[part, before, LEFT_NUMBER] = at + 1
        after = scratch.after[i]
        if after != NO_TOKEN:
            at = sums[part, after, RIGHT_NUMBER]
            if at >= 0:
                postings[at] = slot
                sums[part, after, RIGHT_NUMBER] = at + 1


@kernel_part
def clear_touched(scratch, part):
    """Set the sums of the neighbours that a part met back to zero."""
    for i in range(scratch.found[part, N_LEFT]):
        other = scratch.touched_left[part, i]
        scratch.sums[part, other, LEFT_WEIGHT] = scratch.sums[part, other, LEFT_NUMBER] = 0
    for i in range(scratch.found[part, N_RIGHT]):
        other = scratch.touched_right[part, i]
        scratch.sums[part, other, RIGHT_WEIGHT] = scratch.sums[part, other, RIGHT_NUMBER] = 0


# A merge in two parts.


@kernel_part
def turn_at(arena, i):
    """Which pre-token posting i is in, in the order of the arena."""
    return turn_of(arena.borders, np.int64(arena.postings[i]))


@kernel_part
def first_of_turn(arena, first, end, turn):
    """The first of some postings in pre-token `turn` or a later one; `end` if there is none."""
    while first < end:
        i = (first + end) >> 1
        if turn_at(arena, i) < turn:
            first = i + 1
        else:
            end = i
    return first


@kernel_part
def border_between(arena, begin, end):
    """Where the pre-token in the middle of some postings begins or ends, whichever is nearer.

    The steps from the middle double: a pre-token may be a whole document, with nearly all of them.
    """
    middle = (begin + end) >> 1
    turn = turn_at(arena, middle)
    step = 1
    while middle - step >= begin and turn_at(arena, middle - step) == turn:
        step *= 2
    before = first_of_turn(arena, max(begin, middle - step), middle, turn)
    step = 1
    while middle + step < end and turn_at(arena, middle + step) == turn:
        step *= 2
    after = first_of_turn(arena, middle + 1, min(end, middle + step), turn + 1)
    return before if middle - before < after - middle else after


@kernel_part
def second_part(arena, begin, end, least_shared):
    """Where the second of two parts of some postings begins; `end` if one part is better.

    least_shared  postings from which on two parts are better, if neither is far smaller
    """
    least = max(least_shared // _LEAST_SHARE_OF, 1)
    if end - begin < max(least_shared, 2 * least):
        return end
    if turn_at(arena, begin + least - 1) == turn_at(arena, end - least):
        return end  # before the search, which meets more of memory
    middle = border_between(arena, begin, end)
    return middle if begin + least <= middle <= end - least else end


@kernel_part
def offer(team, is_writing, begin, end, place, merge):
    """Offer the second part of a merge to the other thread."""
    job = team.job
    job[IS_WRITING] = is_writing
    job[BEGIN] = begin
    job[END] = end
    job[PLACE] = place
    job[LEFT], job[RIGHT], job[NEW_ID], job[LENGTH], job[LENGTH_LEFT] = merge
    publish_word(team.words, np.uint64(0), OFFERED)


@kernel_part
def take_back(team):
    """Whether the other thread left the second part; where it has it, it is waited for."""
    if claim_word(team.words, np.uint64(0), CLOSED):
        return True
    while seen_word(team.words, np.uint64(0)) != DONE:
        wait_a_moment()
    return False


@kernel_part
def join_touched(touched, sums, number, weight):
    """Add the neighbours that the second part met on one side to those of the first.

    touched  uint32[2, vocab_size], sums int64[2, vocab_size + 1, 4]
    number   neighbours that each part met
    weight   column of the weights; in the next one the numbers of the second part become how many
             occurrences the first part has

    Returns how many neighbours there are. Those that the second part alone met come last, as if one
    thread had met them all in their order.
    """
    n = number[0]
    for i in range(number[1]):
        other = touched[1, i]
        before = sums[0, other, weight + 1]
        if before == 0:
            touched[0, n] = other
            n += 1
        sums[0, other, weight] += sums[1, other, weight]
        sums[0, other, weight + 1] = before + sums[1, other, weight + 1]
        sums[1, other, weight + 1] = before
    return n


@kernel_part
def place_behind(touched, sums, number, column):
    """Let the second part's postings begin behind those of the first.

    touched  uint32[2, vocab_size], sums int64[2, vocab_size + 1, 4], as update_pairs leaves them
    number   neighbours that the second part met
    column   of the numbers
    """
    for i in range(number):
        other = touched[1, i]
        start = sums[0, other, column]
        sums[1, other, column] = start + sums[1, other, column] if start >= 0 else -1


@kernel_part
def replace_pair(arena, table, sources, scratch, team, places, n_parts, merge, row):
    """Replace a pair everywhere and add up its neighbours, in one part or two.

    places  (first, middle, end) of its postings: the first part's end at the middle
    row     int64[n_sources]: the occurrences weighted, added to by source

    Fills scratch.found[0] for the whole, but for where the occurrences are; returns a slot where
    one of them begins.
    """
    begin, middle, end = places
    found, sums = scratch.found, scratch.sums
    if n_parts == 2:
        offer(team, 0, middle, end, middle - begin, merge)
    for part in range(n_parts):
        if part == 0:
            replace_part(arena, table, sources, scratch, part, (begin, middle, 0), merge, row)
        elif take_back(team):
            second = (middle, end, middle - begin)
            replace_part(arena, table, sources, scratch, part, second, merge, team.row)
    first = np.int64(0)
    if n_parts == 2:
        first = np.int64(0) if found[0, NUMBER] else found[1, FIRST]
        found[0, APPLIED] += found[1, APPLIED]
        number = (found[0, N_LEFT], found[1, N_LEFT])
        found[0, N_LEFT] = join_touched(scratch.touched_left, sums, number, LEFT_WEIGHT)
        number = (found[0, N_RIGHT], found[1, N_RIGHT])
        found[0, N_RIGHT] = join_touched(scratch.touched_right, sums, number, RIGHT_WEIGHT)
        for i in range(row.shape[0]):
            row[i] += team.row[i]
            team.row[i] = 0
    return np.int64(scratch.occurrences[first])


@kernel_part
def write_parts(arena, lengths, scratch, team, n_parts, merge):
    """Write the postings of the pairs that a merge made, and set its sums to zero.

    lengths  int64[vocab_size]    bytes of each token
    scratch  as left by update_pairs
    """
    if n_parts == 2:
        found, sums = scratch.found, scratch.sums
        place_behind(scratch.touched_left, sums, found[1, N_LEFT], LEFT_NUMBER)
        place_behind(scratch.touched_right, sums, found[1, N_RIGHT], RIGHT_NUMBER)
        offer(team, 1, 0, 0, 0, merge)
    for part in range(n_parts):
        if part == 0 or take_back(team):
            write_postings(arena, lengths, scratch, part, merge[2])
            clear_touched(scratch, part)


@kernel
def help_merging(arena, table, sources, scratch, lengths, team):
    """Do second parts of merges until the thread that merges ends, or has none for long.

    lengths  int64[vocab_size]    bytes of each token
    team     see Team
    """
    idle = 0
    job = team.job
    while idle < _MOST_IDLE:
        word = seen_word(team.words, np.uint64(0))
        if word == ENDED:
            return
        if word != OFFERED or not claim_word(team.words, np.uint64(0), TAKEN):
            wait_a_moment()
            idle += 1
            continue
        merge = (
            np.uint32(job[LEFT]), np.uint32(job[RIGHT]), np.uint32(job[NEW_ID]),
            job[LENGTH], job[LENGTH_LEFT],
        )  # fmt: skip
        if job[IS_WRITING]:
            write_postings(arena, lengths, scratch, 1, merge[2])
            clear_touched(scratch, 1)
        else:
            places = (job[BEGIN], job[END], job[PLACE])
            replace_part(arena, table, sources, scratch, 1, places, merge, team.row)
        job[N_DONE] += 1
        publish_word(team.words, np.uint64(0), DONE)
        idle = 0
