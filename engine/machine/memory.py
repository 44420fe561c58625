"""Memory: what a training will need, what this machine can give, and pauses of garbage collection.

The system kills a process whose training does not fit, often after hours. So the need is forecast
from the counts so far, and a training that cannot fit is refused early, with advice.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.errors import CorpusError
from engine.sentences import say

# Bytes per slot of the arena: 4 its token, 6 postings, 10 the pair table and the heap while they
# grow (measured on 218 MB in 76 languages).
_BYTES_PER_SLOT = 20
_BYTES_PER_PARITY_SLOT = 34  # 28 measured at the peak, in 30 languages of 126 MB
_FACTS_BYTES = 16
# Bytes per distinct pre-token beside its own: bounds, count, counts and first places per source,
# first place.
_BYTES_PER_PRETOKEN = 52
# While counts are joined, beside the tables. Per entry of a table: its last count, where its bytes
# lie, and five figures of its number. Per count of an entry in a source: where it goes.
_JOINED_ENTRY_BYTES = 24 + 8 + 40
_JOINED_COUNT_BYTES = 20
_RECORDED_BYTES = 8  # per merge and source
_MERGE_BYTES = 56  # per merge: pair, counts, order of ties
LONG_PRETOKEN_BYTES = 100_000
_ENCODERS_SHARE = 0.5
"""Share of the free memory for the caches of encoders."""
_MEGABYTE = 1 << 20
_MUCH_WORK = 64 << 20
"""Bytes from which on threads leave so much that giving it back is worth the time."""
_PAGE_BYTES = 1 << 12
_POPULATE_WRITE = 23
"""MADV_POPULATE_WRITE; a system that does not know it does nothing."""
_MANY = 20_000
"""Objects made in a pause from which on the first search after it would take milliseconds."""
_MANY_REFERENCES = 1 << 20
"""As many references, which few long lists have, too."""


def counts_bytes(n_pretokens: int, n_bytes: int) -> int:
    """Memory that the counts of distinct pre-tokens take, by their bytes in all."""
    return n_bytes + n_pretokens * _BYTES_PER_PRETOKEN


def joining_bytes(n_entries: int, n_counts: int, n_bytes: int) -> int:
    """Memory that joining the counts of several threads takes beside their tables and lists.

    n_entries: distinct pre-tokens of each table; n_bytes: of them. n_counts: of one in one source.
    """
    return n_bytes + n_entries * _JOINED_ENTRY_BYTES + n_counts * _JOINED_COUNT_BYTES


def merging_bytes(n_pretokens: int, n_bytes: int) -> int:
    """Memory that merging takes beside the counts."""
    return (n_bytes + n_pretokens) * _BYTES_PER_SLOT + n_pretokens * _FACTS_BYTES


def training_bytes(n_pretokens: int, n_bytes: int, n_merges: int, n_sources: int) -> int:
    """Memory that a training takes at most: counts, merging, and what is recorded of each merge.

    n_pretokens, n_bytes: the distinct pre-tokens and their bytes.
    """
    recorded = n_merges * (n_sources * _RECORDED_BYTES + _MERGE_BYTES)
    return counts_bytes(n_pretokens, n_bytes) + merging_bytes(n_pretokens, n_bytes) + recorded


def parity_bytes(n_pretokens: int, n_bytes: int, n_merges: int, n_languages: int) -> int:
    """Memory that a parity-aware training takes at most, more than merging_bytes.

    n_pretokens, n_bytes: the distinct pre-tokens of each language and of the parallel texts, and
    their bytes.
    """
    recorded = n_merges * (2 * n_languages * _RECORDED_BYTES + 4 * n_languages + _MERGE_BYTES)
    return (n_bytes + n_pretokens) * _BYTES_PER_PARITY_SLOT + recorded


def check_memory(needed: int, n_pretokens: int, n_bytes: int, *, share: float | None) -> None:
    """Raise CorpusError if `needed` bytes are more than this machine can still give.

    n_pretokens, n_bytes: the distinct pre-tokens met so far and their bytes, for the sentence.
    share: part of the corpus that was read, None for all of it.
    """
    available = available_bytes()
    if available is None or needed <= available:
        return
    sentence = say(
        "corpus_needs_memory" if share is None else "corpus_part_needs_memory",
        share=share,
        n_pretokens=n_pretokens,
        length=n_bytes / max(1, n_pretokens),
        needed=megabytes(needed),
        available=megabytes(available),
    )
    raise CorpusError(sentence)


def threads_with_memory(n_threads: int, bytes_each: int) -> int:
    """How many of n_threads encoding threads the free memory is enough for, at least one.

    bytes_each: what the encoders of one thread may take.
    """
    available = available_bytes()
    if available is None or n_threads * bytes_each <= _ENCODERS_SHARE * available:
        return n_threads
    return max(1, int(_ENCODERS_SHARE * available) // bytes_each)


def give_back_freed_memory(n_bytes: int) -> None:
    """Let the C library return what it keeps after counting, where it can (glibc).

    Of 218 MB worker threads leave 26 MB in heaps of their own, which nothing would use again. After
    less work little is left, and giving it back takes as long as joining what was counted.

    n_bytes: of the text that was counted, or of the tables it went into.
    """
    if sys.platform == "linux" and n_bytes >= _MUCH_WORK:
        import ctypes  # late: a command that prints help does without

        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)


def supply_pages(memory: memoryview) -> None:
    """Have the system supply the pages of memory that will be written, where it can (Linux 5.14).

    The content stays as it is. Other threads may read and write it meanwhile, and the interpreter
    lock is not held: so another core waits for the pages, not the one that works on them.
    """
    if sys.platform == "linux":
        import ctypes  # late, as above

        first = ctypes.addressof(ctypes.c_char.from_buffer(memory))
        begin = -(-first // _PAGE_BYTES) * _PAGE_BYTES
        end = (first + memory.nbytes) // _PAGE_BYTES * _PAGE_BYTES
        if begin < end:
            ctypes.CDLL(None).madvise(
                ctypes.c_void_p(begin), ctypes.c_size_t(end - begin), _POPULATE_WRITE
            )


def long_pretoken_remark(longest: int) -> tuple[str, ...]:
    """A sentence if the longest pre-token is so long that it costs much memory and time."""
    if longest <= LONG_PRETOKEN_BYTES:
        return ()
    remark = say("long_pretoken", n_bytes=longest)
    return (remark,)


def available_bytes() -> int | None:
    """Memory that this process can get without swapping; None if the platform does not say."""
    if sys.platform == "win32":
        return _windows_bytes()
    found = [each for each in (_meminfo_bytes(), *_cgroup_bytes()) if each is not None]
    if found:
        return min(found)
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError):
        return None


def _meminfo_bytes() -> int | None:
    for line in _text(Path("/proc/meminfo")).splitlines():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024
    return None


def _cgroup_bytes(root: Path = Path("/sys/fs/cgroup")) -> list[int]:
    """What the limits of version 2 and version 1 leave; page cache does not count as used."""
    left = []
    for folder, limit_name, used_name, cache_name in (
        (root, "memory.max", "memory.current", "inactive_file"),
        (root / "memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
    ):
        limit, used = _text(folder / limit_name).strip(), _text(folder / used_name).strip()
        if not limit.isdecimal() or not used.isdecimal():
            continue  # no such control group, or "max": no limit
        cache = 0
        for line in _text(folder / "memory.stat").splitlines():
            name, _, value = line.partition(" ")
            if name == cache_name:
                cache = int(value)
        left.append(max(0, int(limit) - int(used) + cache))
    return left


def _windows_bytes() -> int | None:
    """GlobalMemoryStatusEx: the field ullAvailPhys of MEMORYSTATUSEX."""
    import ctypes

    fields = (ctypes.c_uint64 * 8)()
    ctypes.memmove(fields, ctypes.byref(ctypes.c_uint32(ctypes.sizeof(fields))), 4)
    kernel32 = getattr(ctypes, "windll").kernel32  # noqa: B009  (missing in other systems' stubs)
    return int(fields[2]) if kernel32.GlobalMemoryStatusEx(fields) else None


def _text(path: Path) -> str:
    try:
        return path.read_text("ascii", "replace")
    except OSError:
        return ""


def megabytes(n_bytes: int) -> str:
    """A number of bytes for a sentence. Example: 3_000_000_000 -> "2,861 MB"."""
    return f"{n_bytes / _MEGABYTE:,.0f} MB"


class Pause:
    """What is made while the garbage collector is switched off.

    n_references: number of the objects that long lists refer to, if there are such lists.
    """

    n_references = 0


@contextmanager
def paused_collection() -> Iterator[Pause]:
    """Switch the garbage collector off while many objects are made that are all kept.

    It would go through them several times, which takes a third of the time. Of several threads only
    the one that switched it off switches it on again.
    """
    was_on = gc.isenabled()
    gc.disable()
    pause = Pause()
    try:
        yield pause
    finally:
        if was_on:
            if gc.get_count()[0] > _MANY or pause.n_references > _MANY_REFERENCES:
                _call_old()
            gc.enable()


def _call_old() -> None:
    """Move all objects to the oldest generation; only a search of everything sees them there.

    Without it the first search goes through all that the pause has made, and the second again.
    """
    if not gc.get_freeze_count():  # what an application froze stays so
        gc.freeze()
        gc.unfreeze()  # into the oldest generation
