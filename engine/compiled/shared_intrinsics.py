"""Words of arrays that several threads read and write without a lock.

A thread claims an empty slot by its first word, writes the others, and publishes the first one
last. Whoever sees the published word sees the others too: on x86 the reads and writes are plain
ones that the compiler keeps in order, ARM has instructions for it.

Words at any address, for kernels that put Python's objects into lists: whoever uses them proves
that the address is right, and has the interpreter lock.

Tested by tests/engine/compiled/test_shared_intrinsics.py and, what lists need, by
tests/engine/encoding/test_id_lists.py.
"""

# ruff: noqa: ARG001  (Numba asks for the types of arguments by the parameters of a function)

from __future__ import annotations

import engine.compiled.numba_import  # noqa: F401  before anything of Numba

# isort: split

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from engine.compiled.intrinsics import address_of, function_of

_WORD_BYTES = 8
_YIELD = 1
"""What ARM calls the hint."""
_WORD = ir.IntType(64)


@intrinsic
def seen_word(typing_context: Any, words: Any, at: Any) -> Any:
    """words[at] of uint64[n]; what was written before it was published is seen as well."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = address_of(context, builder, signature.args[0], arguments[0], arguments[1])
        return builder.load_atomic(address, "acquire", _WORD_BYTES)

    return types.uint64(words, types.uint64), generate


@intrinsic
def publish_word(typing_context: Any, words: Any, at: Any, word: Any) -> Any:
    """Write words[at] of uint64[n], after all that this thread wrote before."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = address_of(context, builder, signature.args[0], arguments[0], arguments[1])
        builder.store_atomic(arguments[2], address, "release", _WORD_BYTES)
        return context.get_dummy_value()

    return types.void(words, types.uint64, types.uint64), generate


@intrinsic
def claim_word(typing_context: Any, words: Any, at: Any, mark: Any) -> Any:
    """Write `mark` to words[at] of uint64[n] if 0 is there; whether it was. One thread succeeds."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = address_of(context, builder, signature.args[0], arguments[0], arguments[1])
        zero = arguments[2].type(0)
        outcome = builder.cmpxchg(address, zero, arguments[2], "acq_rel", "acquire")
        return builder.extract_value(outcome, 1)

    return types.boolean(words, types.uint64, types.uint64), generate


@intrinsic
def wait_a_moment(typing_context: Any) -> Any:
    """Tell the processor that this thread waits for a word that another one writes."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        triple = context.codegen().magic_tuple()[0]
        if triple.startswith(("x86_64", "i686")):
            builder.call(function_of(builder, "llvm.x86.sse2.pause", ir.VoidType(), []), [])
        elif triple.startswith(("aarch64", "arm64")):
            number = ir.IntType(32)
            hint = function_of(builder, "llvm.aarch64.hint", ir.VoidType(), [number])
            builder.call(hint, [number(_YIELD)])
        return context.get_dummy_value()

    return types.void(), generate


@intrinsic
def add_to(typing_context: Any, numbers: Any, at: Any, n: Any) -> Any:
    """Add n to numbers[at] of int64[size]; returns what was there. No addition is lost."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = address_of(context, builder, signature.args[0], arguments[0], arguments[1])
        return builder.atomic_rmw("add", address, arguments[2], "monotonic")

    return types.int64(numbers, types.int64, types.int64), generate


@intrinsic
def word_at(typing_context: Any, address: Any) -> Any:
    """The uint64 at an address."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(builder.inttoptr(arguments[0], _WORD.as_pointer()))

    return types.uint64(types.uint64), generate


@intrinsic
def put_word(typing_context: Any, address: Any, word: Any) -> Any:
    """Write a uint64 to an address."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store(arguments[1], builder.inttoptr(arguments[0], _WORD.as_pointer()))
        return context.get_dummy_value()

    return types.void(types.uint64, types.uint64), generate
