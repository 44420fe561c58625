"""The cache of known pre-tokens: what it holds is found, whatever it has been through."""

from __future__ import annotations

import gc
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from engine.compiled import read_only
from engine.compiled.arrays import padded
from engine.encoding import _cache_kernels as kernels
from engine.encoding import _encoding_kernels, _level_kernels, word_cache
from engine.encoding import encoder as encoding
from engine.encoding._cache_kernels import short_key
from engine.encoding.encoder import Encoder, encoding_room
from engine.encoding.word_cache import KnownPretokens, cache_bytes
from engine.splitting.splitter import Splitter
from tests import reference_bpe

# Of one length and beginning, so that they differ in one word of their keys only, and long ones.
WORDS = [b"%03d" % i for i in range(300)] + [b"the word %03d" % i for i in range(300)]
LONG = [b"a long word of number %03d" % i for i in range(200)] + [b"q" * n for n in range(16, 90)]
IDS = {word: 1000 + i for i, word in enumerate([*WORDS, *LONG])}
SLOTS = {
    kernels.SLOTS: "slots",
    kernels.MIDDLE_SLOTS: "middle_slots",
    kernels.LONG_SLOTS: "long_slots",
}
STRANGERS = [b"30", b"300", b"the word 300", b"a long word of number 200", b"q" * 15, b"q" * 90]


def found(known: KnownPretokens, words: list[bytes]) -> list[int]:
    """The id of each word that is known whole, -1 of others."""
    return [int(kernels.whole_id(padded(word), 0, len(word), known.cache)) for word in words]


@pytest.fixture
def _few_slots(monkeypatch):
    """Slots that are filled as far as they may be, so that searches meet other words."""
    for name in ("_FIRST_SLOTS", "_FIRST_MIDDLE_SLOTS", "_FIRST_LONG_SLOTS"):
        monkeypatch.setattr(word_cache, name, 4)


@pytest.mark.usefixtures("_few_slots")
def test_growing_loses_and_invents_nothing():
    known = KnownPretokens.of_whole_tokens(IDS)
    for full, sizes in [*SLOTS.items()] * 2:
        before = len(getattr(known.cache, sizes))
        known.cache.used[full] = before  # as if many more had come
        known.make_room(known.cache)
        assert len(getattr(known.cache, sizes)) == 2 * before
        assert found(known, list(IDS)) == list(IDS.values())
        assert found(known, STRANGERS) == [-1] * len(STRANGERS)
        known.cache.used[full] = 0
    for full, sizes in ((kernels.ARENA, "arena"), (kernels.IDS, "ids")):
        before = len(getattr(known.cache, sizes))
        known.cache.used[full] = before
        known.make_room(known.cache)
        assert len(getattr(known.cache, sizes)) > 2 * before
        assert found(known, list(IDS)) == list(IDS.values())


def test_at_its_limit_it_begins_again_with_the_tokens():
    for full, sizes in SLOTS.items():
        known = KnownPretokens.of_whole_tokens(IDS)
        array = getattr(known.cache, sizes)
        at_first = len(array)
        known.most_bytes = cache_bytes(known.cache) + 3 * array.nbytes
        begun = known.cache.used.tolist()
        for factor in (2, 4, 4, 1):  # the second time at that size they are filled further
            known.cache.used[full] = known.cache.most[full]
            known.make_room(known.cache)
            assert len(getattr(known.cache, sizes)) == factor * at_first
            assert found(known, list(IDS)) == list(IDS.values())
        assert known.cache.used.tolist() == begun


@pytest.mark.usefixtures("_few_slots")
@pytest.mark.parametrize("n_first_level", [None, 0])
def test_words_that_are_alike_keep_their_ids(n_first_level):
    """At one level they are in the cache of all pre-tokens, at two in one of their own."""
    merges = np.array([(113, 113), (256, 256), (48, 48)], np.uint32)
    encoder = Encoder(merges, Splitter(r"[^,]+|,"), whole_tokens=IDS, n_first_level=n_first_level)
    plain = Encoder(merges, Splitter(r"[^,]+|,"), n_first_level=len(merges))
    words = [*IDS, *STRANGERS] * 2
    expected = []
    for word in words:
        expected += [IDS[word]] if word in IDS else plain.encode(word).tolist()
        expected.append(ord(","))
    assert encoder.encode(b",".join([*words, b""])).tolist() == expected


@pytest.mark.usefixtures("_few_slots")
@pytest.mark.parametrize("n_first_level", [None, 0])
def test_spans_that_were_cut_before_give_the_same_ids(n_first_level, monkeypatch):
    """Short and long ones, at one level and at two, while the cache starts again."""
    for name in ("_FIRST_BYTES", "CACHE_BYTES"):
        monkeypatch.setattr(word_cache, name, 1 << 12)
    merges = np.array([(97, 98), (256, 256), (48, 48)], np.uint32)
    splitter = Splitter(r"[^,]+|,")
    words = [b"ab" * (i % 50) + b"%05d" % i for i in range(2000)]
    data = b",".join(words)
    expected = Encoder(merges, splitter).encode(data)
    encoder = Encoder(merges, n_first_level=n_first_level)
    spans = splitter.spans(data)
    assert encoder.encode_spans(data, spans).tolist() == expected.tolist()
    middle = encoder.encode_spans(data, spans[10:20])
    assert (
        middle.tolist()
        == Encoder(merges, splitter).encode(data[spans[10, 0] : spans[19, 1]]).tolist()
    )
    assert encoder.encode_spans(b"", splitter.spans(b"")).tolist() == []


@pytest.mark.parametrize("n_words", [1, 255, 256, 257, 511, 512, 513])
def test_unknown_words_of_a_batch_are_entered_together(n_words):
    """Each length from a byte to beyond all windows, known and unknown, in batches of any size."""
    merges = np.array([(97, 97), (256, 256), (257, 97), (98, 257), (48, 49)], np.uint32)
    pairs = [tuple(pair) for pair in merges.tolist()]
    words = [b"ab"[i % 2 : i % 2 + 1] * (i % 90 + 1) + b"%d" % (i % 97) for i in range(n_words)]
    encoder = Encoder(merges, Splitter(r"[^,]+|,"))
    expected = []
    for word in words:
        expected += [*reference_bpe.encode(word, pairs), ord(",")]
    for _ in range(3):  # unknown, known, and known with a word that is not
        assert encoder.encode(b",".join([*words, b""])).tolist() == expected
        words.append(b"new%d" % len(words))
        expected += [*reference_bpe.encode(words[-1], pairs), ord(",")]


@pytest.mark.usefixtures("_few_slots")
def test_a_cache_that_grows_moves_the_vocabulary_first():
    """Its tokens are then where their search begins, or behind each other."""
    known = KnownPretokens.of_whole_tokens({b"%05d" % i: i for i in range(3000)})
    cache = known.cache
    data = padded(b"".join(b"x%05d" % i for i in range(1000)))
    for i in range(1000):
        low, high = short_key(data, 6 * i, 6)
        at = int(kernels.slot_of_short(np.uint64(low), np.uint64(high), cache.slots))
        cache.slots[at : at + 4] = low, high, i, 1 << 56
    cache.used[kernels.SLOTS] = cache.most[kernels.SLOTS]
    known.make_room(known.cache)
    assert np.count_nonzero(known.cache.slots[1::4]) == 4000
    alone = KnownPretokens.of_whole_tokens({b"%05d" % i: i for i in range(3000)})
    slots = np.zeros_like(known.cache.slots)
    kernels.move_short(read_only(known.seed.data), known.seed.bounds, alone.cache.slots, slots)
    taken = slots[1::4] != 0
    assert (known.cache.slots.reshape(-1, 4)[taken] == slots.reshape(-1, 4)[taken]).all()
    assert found(known, [b"x%05d" % i for i in range(1000)]) == list(range(1000))


@pytest.mark.parametrize("limit", [1 << 30, 1 << 16])
def test_threads_share_the_cache(limit, monkeypatch):
    """It grows and starts again while others look up; each has the ids that it has alone."""
    for name, size in {
        "_FIRST_BYTES": 1 << 12,
        "_FIRST_MIDDLE_SLOTS": 64,
        "_FIRST_LONG_SLOTS": 64,
        "CACHE_BYTES": limit,
    }.items():
        monkeypatch.setattr(word_cache, name, size)
    monkeypatch.setattr(encoding, "_MUCH_TEXT", 0)
    merges = np.array([(97, 98), (256, 256), (48, 48), (257, 257)], np.uint32)
    words = [b"ab" * (i % 26) + b"%0*d" % (i % 7 + 1, i) for i in range(4000)]
    texts = [b",".join(words[i::40] + words[:50]) for i in range(40)]
    alone = Encoder(merges, Splitter(r"[^,]+|,"))
    expected = [alone.encode(text).tolist() for text in texts]
    encoder = Encoder(merges, Splitter(r"[^,]+|,"))
    forks = [encoder, *(encoder.fork() for _ in range(3))]

    def encoded(number: int) -> bool:
        order = np.random.default_rng(number).permutation(40).tolist() * 3
        return all(forks[number].encode(texts[i]).tolist() == expected[i] for i in order)

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(encoded, range(4))) == [True] * 4
    assert len({id(each._known) for each in forks}) == 1
    assert encoder.cache_bytes <= encoder._known.most_bytes
    if limit == 1 << 30:
        n_met = int(alone._known.cache.used[:3].sum())
        assert n_met <= encoder._known.cache.used[:3].sum() < 2 * n_met


@pytest.mark.parametrize("n", [5, 16, 17, 60])
def test_ids_that_no_slot_has_room_for_are_written_and_not_one_more(n):
    """What lies behind them may be those of another thread, which took its places before."""
    found, ids = np.arange(128, dtype=np.uint32), np.full(100, 7, np.uint32)
    used = np.array([0, 0, 0, 0, 3], np.int64)
    assert kernels.keep_more_ids(found, n, ids, used) == 3
    assert ids.tolist() == [7] * 3 + list(range(n)) + [7] * (97 - n)
    assert used.tolist() == [0, 0, 0, 0, 3 + n]
    used[kernels.IDS] = 100 - n + 1
    assert kernels.keep_more_ids(found, n, ids, used) == -1


def test_slots_are_taken_for_many_at_once_and_given_back():
    used, most = np.array([3, 0, 5, 0, 0], np.int64), np.array([10, 4, 8, 100, 100], np.int64)
    lengths = [1, 15, 16, 31, 32, 60, 9]
    counts = sum(int(kernels.one_of(length)) for length in lengths)
    assert kernels.take_slots(np.uint64(counts), used, most)
    assert used.tolist() == [6, 2, 7, 0, 0]
    assert not kernels.take_slots(np.uint64(counts), used, most)  # long ones: 9 of 8
    assert used.tolist() == [6, 2, 7, 0, 0]
    kernels.give_back(np.uint64(counts - int(kernels.one_of(20))), used)
    assert used.tolist() == [3, 1, 5, 0, 0]
    used[kernels.IDS] = 100
    assert not kernels.take_slots(kernels.one_of(1), used, most)
    assert used.tolist() == [3, 1, 5, 0, 100]


def test_a_cache_without_slots_for_a_whole_batch_takes_words_one_by_one():
    encoder = Encoder(np.array([(97, 98)], np.uint32), Splitter(r"[^,]+|,"))
    cache = encoder._known.cache
    encoder.encode(b"ab,1,22")
    cache.most[kernels.SLOTS] = cache.used[kernels.SLOTS] + 3
    words = [b"x%d" % i for i in range(3)] * 2 + [b"y%d" % i for i in range(200)]
    alone = Encoder(np.array([(97, 98)], np.uint32)).encode(b",".join(words)).tolist()
    assert encoder.encode(b",".join(words)).tolist() == alone
    assert encoder._known.cache is not cache
    assert encoder._known.cache.used[kernels.SLOTS] == cache.most[kernels.SLOTS] + 200


def test_only_the_first_of_two_threads_makes_room():
    known = KnownPretokens.of_whole_tokens(IDS)
    cache = known.cache
    cache.used[kernels.SLOTS] = cache.most[kernels.SLOTS]
    with known.user_lock():
        pass
    known.make_room(cache)
    larger = known.cache
    assert len(larger.slots) == 2 * len(cache.slots)
    known.make_room(cache)
    known.make_room(larger)
    assert known.cache is larger


@pytest.mark.usefixtures("_few_slots")
def test_memory_for_slots_is_there_before_threads_have_to_wait_for_it(monkeypatch):
    made: list[int] = []
    zeros = word_cache.supplied_zeros
    monkeypatch.setattr(
        word_cache, "supplied_zeros", lambda n, kind: made.append(n) or zeros(n, kind)
    )
    known = KnownPretokens.of_whole_tokens(IDS)
    users = [known.user_lock()]
    cache = known.cache
    for full, sizes in SLOTS.items():
        cache.used[full] = 0
        made.clear()
        known.prepare_growth(cache)
        assert made == []  # nothing will soon be full
        cache.used[full] = cache.most[full]
        known.prepare_growth(cache)
        assert made == []  # one thread alone would wait for it here or there
        users.append(known.user_lock())
        for _ in range(2):
            known.prepare_growth(cache)
        size = 2 * len(getattr(cache, sizes))
        assert made == [size]
        known.make_room(cache)
        assert made == [size] and len(getattr(known.cache, sizes)) == size
        assert found(known, list(IDS)) == list(IDS.values())
        cache = known.cache
        cache.used[full] = 0
        users.pop()
        gc.collect()
    cache.used[:3] = cache.most[:3]
    users.append(known.user_lock())
    made.clear()
    known.most_bytes = cache_bytes(cache) + cache.slots.nbytes
    known.prepare_growth(cache)
    assert made == [2 * len(cache.slots)]  # more than one kind would be too much
    assert known.n_bytes == cache_bytes(cache) + 2 * cache.slots.nbytes
    cache.used[kernels.ARENA] = cache.most[kernels.ARENA]
    known.make_room(cache)
    assert known.n_bytes == cache_bytes(known.cache)  # no growth will need it


def test_where_slots_cannot_be_doubled_they_are_filled_further():
    known = KnownPretokens.of_whole_tokens(IDS)
    known.most_bytes = cache_bytes(known.cache)
    sizes, half = word_cache.sizes_of(known.cache), known.cache.most.copy()
    for full in SLOTS:
        known.cache.used[full] = half[full]
    known.make_room(known.cache)
    assert word_cache.sizes_of(known.cache) == sizes
    assert known.cache.most[:3].tolist() == [size * 3 // 4 for size in sizes[:3]]
    assert known.cache.most[3:].tolist() == half[3:].tolist()


def test_without_a_splitter_each_document_is_one_pretoken():
    encoder = Encoder(np.array([(97, 32), (256, 98)], np.uint32))
    ids, starts = encoder.encode_documents(b"a ba b", np.array([0, 3, 3, 6]))
    assert ids.tolist() == [257, 257]
    assert starts.tolist() == [0, 1, 1, 2]


def test_parts_are_tried_again_some_blocks_after_they_did_not_pay():
    levels = Encoder(np.array([(97, 98)], np.uint32))._levels
    progress = encoding_room().progress
    progress[:] = 0

    def tried(n_bytes: int, n_ends: int, mode: int) -> bool:
        _encoding_kernels.choose_parts(n_bytes, n_ends, levels._replace(mode=mode), progress)
        return bool(progress[_level_kernels.IN_PARTS])

    assert tried(1000, 50, _level_kernels.LONG)
    progress[_level_kernels.SKIPPED] = 2
    assert [tried(1000, 50, _level_kernels.LONG) for _ in range(4)] == [False, False, True, True]
    assert not tried(1000, 100, _level_kernels.LONG)  # ordinary words
    assert tried(1000, 99, _level_kernels.LONG)
    assert not tried(1000, 50, _level_kernels.PLAIN)
    assert tried(1000, 100, _level_kernels.TWO)


def bytes_of(encoder: Encoder) -> int:
    cache = encoder._known.cache
    return sum(
        each.nbytes
        for each in (cache.slots, cache.middle_slots, cache.long_slots, cache.arena, cache.ids)
    )


@pytest.mark.usefixtures("_few_slots")
@pytest.mark.parametrize("n_tokens", [0, 3000])
def test_a_cache_takes_no_more_than_it_says(n_tokens, monkeypatch):
    """Of any vocabulary and in every array: short words, long ones, and many ids for each."""
    for name in ("_FIRST_BYTES", "CACHE_BYTES"):
        monkeypatch.setattr(word_cache, name, 1 << 16)
    tokens = {b"t%05d" % i: 300 + i for i in range(n_tokens)}
    encoder = Encoder(np.array([(98, 98)], np.uint32), Splitter(r"[^,]+|,"), whole_tokens=tokens)
    at_first = bytes_of(encoder)
    assert encoder._known.most_bytes == max(1 << 16, 2 * at_first)
    begun_anew, most, before = 0, 0, encoder._known.cache.used.copy()
    for word in (b"%05d", b"word%09d", b"a long word of number %09d", b"%040d"):
        for start in range(0, 12_000, 50):
            encoder.encode(b",".join(word % i for i in range(start, start + 50)))
            used = encoder._known.cache.used
            begun_anew += int((used < before).any())
            before = used.copy()
            most = max(most, bytes_of(encoder))
            assert encoder.cache_bytes == bytes_of(encoder)
    assert begun_anew > 2
    assert at_first < most <= encoder._known.most_bytes


def test_the_cache_of_an_ordinary_tokenizer_may_take_160_megabytes():
    assert Encoder(np.empty((0, 2), np.uint32))._known.most_bytes == 160 << 20
