"""Pre-tokens as keys, and their hashes: with the processor's instruction and without it."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from llvmlite import binding, ir

from engine.compiled import intrinsics, kernel_part, mixed_in
from engine.compiled.intrinsics import _by_crc, crc_instruction
from engine.encoding import _cache_kernels as keys
from engine.encoding import hash_of_bytes, same_bytes, short_key, slot_of_hash
from engine.encoding._cache_kernels import LONGER, MIDDLE_PRETOKEN, SHORT_PRETOKEN, middle_key

# What must not be seen: bytes behind the pre-token, whatever they are.
BEHIND = (b"\0" * 32, b"\xff" * 32)
SEED = 0x9E3779B97F4A7C15
U64 = (1 << 64) - 1


def text_of(word: bytes, behind: bytes = bytes(32)) -> np.ndarray:
    return np.frombuffer(b"##" + word + behind, np.uint8)


def bytes_of(words: tuple[int, ...]) -> bytes:
    return b"".join(int(word).to_bytes(8, "little") for word in words)


@pytest.mark.parametrize("length", range(1, SHORT_PRETOKEN + 1))
def test_a_short_key_is_the_bytes_and_their_number(length):
    word = bytes(range(240, 240 + length))
    for behind in BEHIND:
        expected = word.ljust(15, b"\0") + bytes([length])
        assert bytes_of(short_key(text_of(word, behind), 2, length)) == expected
        assert bytes_of(keys.short_or_longer(text_of(word, behind), 2, length)) == expected


@pytest.mark.parametrize("length", [16, 17, 31, 32, 200])
def test_a_longer_one_has_no_short_key(length):
    for behind in BEHIND:
        text = text_of(b"\xff" * length, behind)
        assert keys.short_or_longer(text, 2, length) == (0, int(LONGER))


@pytest.mark.parametrize("length", range(SHORT_PRETOKEN + 1, MIDDLE_PRETOKEN + 1))
def test_a_middle_key_is_the_bytes_and_their_number(length):
    word = bytes(range(220, 220 + length))
    for behind in BEHIND:
        expected = word.ljust(31, b"\0") + bytes([length])
        assert bytes_of(middle_key(text_of(word, behind), 2, length)) == expected


def checksum(crc: int, word: int) -> int:
    """CRC-32C of eight more bytes, bit by bit, as the instruction has it."""
    crc ^= word
    for _ in range(64):
        crc = (crc >> 1) ^ (0x82F63B78 if crc & 1 else 0)
    return crc


def product(hashed: int, word: int) -> int:
    mixed = (hashed ^ word) * SEED & U64
    return mixed ^ mixed >> 32


WORDS = [0, 1, 7 << 56, 1 << 63, U64, *(SEED * i & U64 for i in range(1, 20))]


@pytest.mark.parametrize("has_instruction", [True, False])
def test_both_kinds_of_hash_are_what_they_say(has_instruction, monkeypatch):
    """Where the processor has no instruction, both are the product."""
    if not has_instruction:
        monkeypatch.setattr(intrinsics, "crc_instruction", lambda features: None)

    @kernel_part
    def hashed(before, word):
        return mixed_in(before, word)

    from numba.core.registry import cpu_target

    features = cpu_target.target_context.codegen()._tm_features
    expected = checksum if has_instruction and crc_instruction(features) else product
    before = 0
    for word in WORDS:
        found = int(hashed(np.uint64(before), np.uint64(word)))
        assert found == expected(before, word)
        before = found


def test_the_instruction_is_chosen_by_the_target():
    assert crc_instruction("+sse2,+crc32,+sse4.2,-avx") == "llvm.x86.sse42.crc32.64.64"
    assert crc_instruction("+neon,+crc,+v8a") == "llvm.aarch64.crc32cx"
    for features in ("", "-crc,-sse4.2", "+sse4.2,-crc32", "-sse4.2,+crc32", "+neon"):
        assert crc_instruction(features) is None


@pytest.mark.parametrize("name", ["llvm.x86.sse42.crc32.64.64", "llvm.aarch64.crc32cx"])
def test_llvm_takes_the_instruction_of_either_processor(name):
    word = ir.IntType(64)
    function = ir.Function(ir.Module(), ir.FunctionType(word, [word, word]), "hashed")
    builder = ir.IRBuilder(function.append_basic_block())
    builder.ret(_by_crc(builder, *function.args, name))
    module = binding.parse_assembly(str(function.module))
    module.verify()
    assert f"@{name}(" in str(module)


@pytest.mark.parametrize("length", [0, 1, 7, 8, 9, 15, 16, 17, 31, 40])
def test_bytes_are_the_same_only_where_every_one_is(length):
    word = bytes(range(1, length + 1))
    data = np.frombuffer(b"abc" + word + b"\xff" * 16, np.uint8)
    other = np.frombuffer(b"defgh" + word + b"\0" * 16, np.uint8)
    hashes = {int(hash_of_bytes(data, 3, length))}
    hashes.add(int(hash_of_bytes(other, 5, length)))
    assert len(hashes) == 1
    assert 0 not in hashes
    assert same_bytes(data, 3, other, 5, length)
    for changed in range(length):
        wrong = other.copy()
        wrong[5 + changed] ^= 0x80
        wrong.flags.writeable = False
        assert not same_bytes(data, 3, wrong, 5, length)
        hashes.add(int(hash_of_bytes(wrong, 5, length)))
    assert len(hashes) == 1 + length


def hash_of(word: bytes) -> int:
    data = text_of(word)
    if len(word) <= SHORT_PRETOKEN:
        low, high = short_key(data, 2, len(word))
        return int(keys.hash_of_words(np.uint64(low), np.uint64(high)))
    if len(word) <= MIDDLE_PRETOKEN:
        four = map(np.uint64, middle_key(data, 2, len(word)))
        return int(keys.hash_of_four(*four))
    return int(hash_of_bytes(data, 2, len(word)))


@pytest.mark.parametrize("low_bits", [True, False])
def test_hashes_spread_over_all_slots(low_bits):
    """Of words that differ in a letter or in their length; a poor hash makes long searches."""
    slots = Counter()
    for word in (bytes([a]) * n for a in range(97, 123) for n in range(1, 70)):
        found = hash_of(word)
        kind = "short" if len(word) <= SHORT_PRETOKEN else len(word) <= MIDDLE_PRETOKEN
        place = int(slot_of_hash(np.uint64(found), 256)) if low_bits else found >> 24 & 0xFF
        slots[kind, place] += 1
    assert max(slots.values()) <= 17  # seven on average
    assert len(slots) > 640


@pytest.mark.parametrize("form", ["%07d", " %d", "%d%%", "x%030d", "%016d", "\u4e00%d"])
def test_numbers_lead_to_different_slots(form):
    """As many as there are slots: where hashes are random, 37 of 100 slots stay empty."""
    n_slots = 1 << 12
    found = {hash_of((form % i).encode()) & (n_slots - 1) for i in range(n_slots)}
    assert len(found) > 0.5 * n_slots


def test_hashes_reach_every_slot_of_the_largest_vocabulary():
    """All tokens of 2,000,000 begin in 2^24 slots, which grow to twice as many and more."""
    on_top = np.uint64(8 << 56)
    found = [int(keys.hash_of_words(np.uint64(i), on_top)) & (1 << 26) - 1 for i in range(1000)]
    assert len(set(found)) == 1000
    assert (np.bincount(np.array(found) >> 24, minlength=4) > 200).all()
