"""SlipCover with probes that leave the byte code once they were reached, on CPython 3.11.

SlipCover has this as its mode `immediate`. Since Python 3.11 that writes to a copy of the byte
code, without effect: https://github.com/plasma-umass/slipcover. Its other way to take probes out
gives functions another code object, at which slots of Qt crash. Probes that stay take a tenth of
a run.
"""

from __future__ import annotations

import ctypes
import dis
import sys
from types import CodeType

import slipcover
from slipcover import bytecode, probe

_ANCHOR = b"\0"
_CONTENT = bytes.__basicsize__ - 1
"""Where the content of bytes begins in memory, from their address."""
_FIRST = dis.opmap["NOP"]
"""The instruction of a probe that becomes a jump over it."""


class LeavingProbes(slipcover.Slipcover):
    """Measures lines; on other versions of Python SlipCover does what it does."""

    def instrument(self, code: CodeType, parent: CodeType | None = None) -> CodeType:
        """The code with a probe before each line."""
        made: CodeType = super().instrument(code, parent)
        if sys.implementation.name == "cpython" and sys.version_info[:2] == (3, 11):
            editor = bytecode.Editor(made)
            for place, _ in self.code2index[made]:
                function = editor.get_inserted_function(place)
                address = id(made) + CodeType.__basicsize__ + place
                if function is not None and ctypes.string_at(address, 1) == bytes([_FIRST]):
                    # It asks for bytes and a place in them: here as far as what runs is away.
                    away = address - (id(_ANCHOR) + _CONTENT)
                    probe.set_immediate(made.co_consts[function[1]], _ANCHOR, away)
        return made
