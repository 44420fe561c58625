"""How Python's arguments become those of a kernel, in few instructions.

Numba checks, copies and joins each part of each argument by itself, which for a kernel that takes
tuples of arrays is more code than the kernel. Here an array is written where its tuple is read, and
one check at the end says whether all were arrays: their types were compared before, to find the
kernel that is called.
"""

from __future__ import annotations

import engine.compiled.numba_import  # noqa: F401  before anything of Numba

# isort: split

from typing import Any

from numba import types
from numba.core import callwrapper, cgutils

from engine.compiled.kernel_lowering import TupleInMemory

_Wrapper: Any = callwrapper.PyCallWrapper
_lock: Any = callwrapper
_code: Any = cgutils


class _NoCleaning:
    """What Numba asks to give arguments back: nothing was taken."""

    def emit_cleanup(self) -> None:
        """Do nothing."""


class KernelWrapper(_Wrapper):  # type: ignore[misc]  # Numba has no types
    """The function that Python calls, of a kernel that counts no references."""

    def build_wrapper(self, api: Any, builder: Any, _closure: Any, args: Any, _named: Any) -> None:
        """Read the arguments, call the kernel without the interpreter lock, return its result."""
        self._api, self._builder = api, builder
        self._failures: list[Any] = []
        kinds = self.fndesc.argtypes
        values = [self._value(api.tuple_getitem(args, i), kind) for i, kind in enumerate(kinds)]
        self._leave_after_failure()
        cleaning: Any = _NoCleaning()
        if self.release_gil:
            cleaning = _lock._GilManager(builder, api, cleaning)
        convention = self.context.call_conv
        status, result = convention.call_function(
            builder, self.func, self.fndesc.restype, kinds, values, attrs=("noinline",)
        )
        cleaning.emit_cleanup()
        with builder.if_then(status.is_ok, likely=True):
            builder.ret(api.from_native_return(self.fndesc.restype, result, None))
        convention.raise_error(builder, api, status)
        builder.ret(api.get_null_object())

    def _value(self, owner: Any, kind: Any) -> Any:
        """One argument, given Python's object."""
        if not isinstance(kind, (types.Array, types.BaseTuple)):
            return self._number(owner, kind)
        address = _code.alloca_once(self._builder, self.context.get_value_type(kind))
        self._fill(address, owner, kind)
        is_named = isinstance(kind, types.BaseNamedTuple)
        return TupleInMemory(address) if is_named else self._builder.load(address)

    def _fill(self, address: Any, owner: Any, kind: Any) -> None:
        """Write what Python's object is to an address."""
        builder, api = self._builder, self._api
        if isinstance(kind, types.Array):
            place = builder.bitcast(address, api.voidptr)
            outcome = api.numba_array_adaptor(owner, place)
            self._failures.append(_code.is_not_null(builder, outcome))
        elif isinstance(kind, types.BaseTuple):
            fields: Any = kind
            for i, field in enumerate(fields):
                place = _code.gep_inbounds(builder, address, 0, i)
                self._fill(place, api.tuple_getitem(owner, i), field)
        else:
            builder.store(self._number(owner, kind), address)

    def _number(self, owner: Any, kind: Any) -> Any:
        native = self._api.to_native_value(kind, owner)
        self._failures.append(native.is_error)
        return native.value

    def _leave_after_failure(self) -> None:
        """Return to Python, with an error, if an argument is of another type."""
        builder, api = self._builder, self._api
        failed: Any = _code.false_bit
        for each in self._failures:
            failed = builder.or_(failed, each)
        with _code.if_unlikely(builder, failed):
            text = f"{self.fndesc.qualname} was called with another type of argument."
            api.err_set_string("PyExc_TypeError", text)
            builder.ret(api.get_null_object())
