"""The tables that count pre-tokens, from a few slots on, against a dictionary."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.compiled.arrays import PADDING, padded
from engine.corpus.pieces import DocumentBatch
from engine.counting import table as pretoken_table
from engine.counting.table import CountList, PretokenTable, SourceCounter, _joined_lists
from engine.encoding import SHORT_PRETOKEN
from engine.splitting.splitter import Splitter
from tests import reference_bpe

Counts = dict[bytes, tuple[int, int]]
"""Count and first position of each pre-token."""

# Lengths on both sides of a word, of a key and of two words; beginnings that are alike, and zeros,
# which a key must tell from the bytes that are missing.
STEMS = [b"a", b"a\0", b"\0", b"\0\0", b"ab" * 4, b"ab" * 4 + b"c", b"q" * 15, b"q" * 16, b"q" * 17]
STEMS += [b"long beginning " + end for end in (b"1", b"2", b"of 1", b"of 2", b"\0", b"1" * 40)]
some_words = st.lists(
    st.sampled_from(STEMS)
    | st.binary(min_size=1, max_size=3)
    | st.binary(min_size=14, max_size=18),
    min_size=1, max_size=60,
)  # fmt: skip


@pytest.fixture(autouse=True)
def _small_tables():
    """Tables that are full after a few pre-tokens, so that all of them grow and collide."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pretoken_table, "_FIRST_SLOTS", 4)
        patch.setattr(pretoken_table, "_LARGE_SLOTS", 64)
        patch.setattr(pretoken_table, "_SHORT_FOR_LONG", 2)
        yield


def spans_of(words: list[bytes]) -> np.ndarray:
    ends = np.cumsum([len(word) for word in words])
    return np.stack((np.concatenate(([0], ends[:-1])), ends), axis=1)


def counted(words: list[bytes], offset: int = 0) -> Counts:
    """Counts and first positions by a dictionary."""
    counts: Counts = {}
    at = offset
    for word in words:
        count, first = counts.get(word, (0, at))
        counts[word] = count + 1, first
        at += len(word)
    return counts


def add(table: PretokenTable, words: list[bytes], offset: int = 0) -> None:
    table.add(padded(b"".join(words)), spans_of(words), offset)


def spelled(table: PretokenTable, entries: np.ndarray) -> list[bytes]:
    """The bytes of entries, where -1 - i is the long entry i."""
    data, starts = table.pretokens(np.asarray(entries, np.int64), table.slots_of_short())
    assert len(data) == starts[-1] + PADDING
    return [data[a:b].tobytes() for a, b in pairwise(starts.tolist())]


def counts_of(table: PretokenTable, listed: CountList) -> Counts:
    assert (np.diff(listed.firsts) > 0).all()
    numbers = zip(listed.counts.tolist(), listed.firsts.tolist(), strict=True)
    found = dict(zip(spelled(table, listed.entries), numbers, strict=True))
    assert len(found) == len(listed.entries)
    return found


def all_of(table: PretokenTable) -> list[bytes]:
    """Every entry, the short ones first."""
    return spelled(table, np.r_[: table.n_short, -1 : -1 - table.n_long : -1])


@given(first=some_words, second=some_words)
def test_counts_since_the_last_collection(first, second):
    table = PretokenTable()
    for words, offset in ((first, 0), (second, 70), (first, 1 << 40)):
        add(table, words, offset)
        assert counts_of(table, table.collect()) == counted(words, offset)
    assert [len(each) for each in table.collect()] == [0, 0, 0]
    distinct = set(first) | set(second)
    assert sorted(all_of(table)) == sorted(distinct)
    n_short = sum(len(word) <= SHORT_PRETOKEN for word in distinct)
    assert (table.n_short, table.n_long) == (n_short, len(distinct) - n_short)
    long_bytes = sum(len(word) for word in distinct if len(word) > SHORT_PRETOKEN)
    assert table.expected_bytes == 8 * n_short + long_bytes


@given(tables=st.lists(some_words, min_size=2, max_size=4), n_shares=st.integers(1, 3))
def test_entries_are_linked_to_the_first_table_that_has_them(tables, n_shares):
    made = [PretokenTable() for _ in tables]
    for table, words in zip(made, tables, strict=True):
        add(table, words)
    sizes = [table.n_entries for table in made]
    ids = [table.ids(sum(sizes[:i])) for i, table in enumerate(made)]
    links = np.zeros(sum(sizes), np.int64)
    slots = [np.empty(table.n_short, np.int64) for table in made]
    n_bytes = 0
    for number in range(n_shares):
        for i, table in enumerate(made):
            before = list(zip(made[:i], ids, strict=False))
            n_bytes += table.link((number, n_shares), ids[i], before, links, slots[i])
    everything = [word for table in made for word in all_of(table)]
    expected = [everything.index(word) for word in everything]
    found = [i if link == 0 else -1 - link for i, link in enumerate(links.tolist())]
    assert found == expected
    assert n_bytes == sum(map(len, everything))
    for table, slot_of in zip(made, slots, strict=True):
        assert (slot_of == table.slots_of_short()).all()


@given(words=some_words, distinct=some_words.map(lambda words: list(dict.fromkeys(words))))
def test_entering_counts_nothing(words, distinct):
    table = PretokenTable()
    add(table, words)
    expected = counted(words)
    starts, ends = map(np.ascontiguousarray, spans_of(distinct).T)
    data = np.frombuffer(b"".join(distinct) + bytes(PADDING), np.uint8)
    assert table.count_entered(data, starts, ends) == len({*words} & {*distinct})
    entries = table.enter(data, starts, ends)
    assert table.count_entered(data, starts, ends) == len(distinct)
    assert spelled(table, entries) == distinct
    assert counts_of(table, table.collect()) == expected
    everything = list({**expected, **counted(distinct)})
    add(table, everything)
    assert counts_of(table, table.collect()) == counted(everything)


@settings(max_examples=30)
@given(
    texts=st.lists(st.lists(st.text("ab1 \n'é", max_size=40), max_size=3), min_size=1, max_size=5),
    pattern=st.sampled_from(["gpt2", r"[a-b]+| +", r"\w+(?=\s|$)", r"(?<=a)b|a"]),
)
def test_what_a_thread_counts_equals_the_reference(texts, pattern):
    """Batches of sources in order; taken in the middle and given to another thread's counter."""
    splitter = Splitter(pattern)
    counters = [SourceCounter(splitter, len(texts)), SourceCounter(splitter, len(texts))]
    expected: list[Counter[bytes]] = [Counter() for _ in texts]
    sections, offset = [], 0
    for source, documents in enumerate(texts):
        for text in documents:
            data = text.encode()
            batch = DocumentBatch(source, data, np.array([0, len(data)]), 1, len(text), offset)
            if data:
                list(counters[0].count(batch))
            offset += len(data)
            expected[source].update(reference_bpe.pretokens_of(text, splitter.pattern))
            sections += counters[0].taken()
    sections += counters[0].taken()
    assert counters[0].taken() == []
    for source, section in sections:
        counters[1].take(source, section)
        assert (np.diff(section.firsts) > 0).all()
    for counter in counters:
        found: list[Counter[bytes]] = [Counter() for _ in texts]
        firsts: dict[bytes, int] = {}
        for source, each in counter.finished():
            words = spelled(counter.table, each.entries)
            found[source].update(dict(zip(words, each.counts.tolist(), strict=True)))
            for word, first in zip(words, each.firsts.tolist(), strict=True):
                firsts[word] = min(first, firsts.get(word, first))
        assert found == expected
        everything = "".join("".join(documents) for documents in texts).encode()
        assert all(everything[at:].startswith(word) for word, at in firsts.items())
        totals = counter.totals
        assert totals.pretokens.tolist() == [each.total() for each in expected]
        read = [[text for text in documents if text] for documents in texts]
        assert totals.documents.tolist() == [len(documents) for documents in read]
        assert totals.characters.tolist() == [len("".join(documents)) for documents in read]
        assert totals.bytes.tolist() == [len("".join(documents).encode()) for documents in read]
        unmatched = [
            sum(
                len(text[a:b].encode())
                for text in documents
                for a, b in gaps(text, splitter.pattern)
            )
            for documents in texts
        ]
        assert totals.unmatched.tolist() == unmatched


def gaps(text: str, pattern: str) -> list[tuple[int, int]]:
    """Where no match is."""
    found = [match.span() for match in reference_bpe.regex.finditer(pattern, text)]
    return list(zip([0, *(b for _, b in found)], [*(a for a, _ in found), len(text)], strict=True))


@given(words=some_words, others=some_words)
def test_two_lists_of_one_source_add_up(words, others):
    table = PretokenTable()
    lists = []
    for each, offset in ((words, 100), (others, 7)):
        add(table, each, offset)
        lists.append(table.collect())
    both = _joined_lists(lists, table)
    first, second = counted(words, 100), counted(others, 7)
    expected = {}
    for word in {*words, *others}:
        known = [counts[word] for counts in (first, second) if word in counts]
        expected[word] = sum(n for n, _ in known), min(at for _, at in known)
    numbers = zip(both.counts.tolist(), both.firsts.tolist(), strict=True)
    assert dict(zip(spelled(table, both.entries), numbers, strict=True)) == expected
    assert (np.diff(both.firsts) >= 0).all()  # their texts overlap here
    assert len(both.entries) == len(expected)


def test_memory_to_come_is_that_of_the_next_growth():
    """Asked for before it is needed: from four fifths of what makes the tables grow."""
    table = PretokenTable()
    before = table.memory_bytes
    assert table.growth_bytes == 0
    add(table, [b"a"])
    assert table.growth_bytes == 0
    add(table, [b"b"])
    assert table.memory_bytes == before
    assert table.growth_bytes == 4 * 4 * 4 * 8  # four times four slots of four words
    long = PretokenTable()
    before_long = long.memory_bytes
    add(long, [b"x" * 51])
    assert long.growth_bytes == 0
    add(long, [b"x" * 51, b"y" * 51])
    assert long.memory_bytes > before
    assert long.growth_bytes == 0
    arena = long.memory_bytes - before_long  # what has grown
    add(long, [b"z" * 90])
    assert long.growth_bytes == 2 * (64 + arena)


def test_a_table_is_filled_to_a_half():
    """4, 16 and 64 slots, and from there on (here) twice the last size."""
    table, sizes = PretokenTable(), {}
    for number in range(200):
        add(table, [str(number).encode()])
        sizes[len(table._short.slots)] = table.n_short
    assert sizes == {4: 2, 16: 8, 64: 32, 128: 64, 256: 128, 512: 200}


@pytest.mark.parametrize("asked", ["expected_bytes", "growth_bytes"])
def test_a_table_may_grow_while_another_thread_asks_how_large_it_is(asked, monkeypatch):
    """The counting thread works between any two looks of the other one, here between all."""
    table = PretokenTable()
    counting = PretokenTable.n_long.fget
    grown = [0]

    def n_long(self: PretokenTable) -> int:
        if self is table and not grown[0]:
            grown[0] = 1
            add(table, [b"a long pre-token of number %06d" % i for i in range(10_000)])
        return counting(self)

    monkeypatch.setattr(PretokenTable, "n_long", property(n_long))
    assert getattr(table, asked) >= 0
    monkeypatch.undo()
    assert table.n_long == 10_000
    assert table.expected_bytes == 33 * 10_000
