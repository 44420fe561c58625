"""Reading pickles without unpickling: plain data only, nothing is ever imported or called.

A pickle is a program for a small stack machine. This one runs the instructions that build dicts,
lists, tuples, strings, bytes and numbers. Where a pickle names something to import, the name is
kept as a name, and where it calls something, the call is kept as a note of it; both only if the
reader allows that name.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from itertools import count
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pickletools import OpcodeInfo

_UP_TO_NEWLINE = -1
"""As in pickletools."""
MOST_STEPS = 8_000_000
"""Instructions, of which a token with its rank takes three; reading them takes some seconds."""
MOST_CONTAINERS = 100_000
"""Lists, dicts, tuples and objects: a tokenizer has some dozens, however many tokens."""
_CONTAINERS = frozenset(
    {
        "EMPTY_DICT", "EMPTY_LIST", "EMPTY_TUPLE", "TUPLE1", "TUPLE2", "TUPLE3", "TUPLE", "REDUCE",
        "NEWOBJ", "BINPERSID", "GLOBAL", "STACK_GLOBAL", "INST",
    }
)  # fmt: skip
_DAMAGE = (ValueError, OverflowError, EOFError, IndexError, KeyError, TypeError)


class PickleContentError(ValueError):
    """A pickle is damaged, or holds what is not plain data; `str(error)` says what."""


@dataclass(frozen=True, slots=True)
class PickledName:
    """What unpickling would import: "module.name"."""

    name: str


@dataclass(slots=True)
class PickledObject:
    """What unpickling would make by calling `name` with `arguments` and giving it `state`."""

    name: str
    arguments: tuple[Any, ...]
    state: Any = None


@dataclass(slots=True)
class PickleContent:
    """What a pickle holds. names: everything that unpickling would import, in order."""

    value: Any
    names: tuple[str, ...]
    calls: int


def read_pickle(data: bytes, allowed: frozenset[str] | None) -> PickleContent:
    """The content of a pickle. Raises PickleContentError.

    allowed: the names that may occur in it; None for any, which is for lists of names only.
    """
    machine = _Machine(allowed)
    try:
        for operation, stream in _operations(data):
            step = _STEPS.get(operation.name)
            if step is None:
                raise PickleContentError(
                    f"its instruction {operation.name} is not one of plain data"
                )
            step(machine, _argument(operation, stream))
    except PickleContentError:
        raise
    except _DAMAGE as error:
        raise PickleContentError(f"its pickle is damaged ({error})") from None
    if len(machine.stack) != 1 or machine.marks:
        raise PickleContentError("its pickle is damaged (it ends in the middle)")
    return PickleContent(machine.stack[0], tuple(machine.names), machine.calls)


def names_in_pickle(data: bytes) -> tuple[str, ...]:
    """What unpickling would import, as far as the pickle can be followed."""
    machine = _Machine(None)
    try:
        for operation, stream in _operations(data):
            if (step := _STEPS.get(operation.name)) is not None:
                step(machine, _argument(operation, stream))
            elif operation.name == "INST":
                machine.note(f"{_argument(operation, stream)}".replace(" ", "."))
            elif operation.arg is not None and operation.arg.n == _UP_TO_NEWLINE:
                stream.readline()
            else:
                _argument(operation, stream)
    except _DAMAGE:
        pass
    return tuple(machine.names)


def _operations(data: bytes) -> Iterator[tuple[OpcodeInfo, BytesIO]]:
    """The instructions of a pickle, each with the stream at its argument, which the caller reads.

    Unlike `genops`, which decodes the argument of an instruction before anybody can refuse it.
    """
    from pickletools import opcodes  # late: every import of a format would wait for it

    known = {operation.code: operation for operation in opcodes}
    stream = BytesIO(data)
    n_containers = 0
    for n_steps in count():
        code = stream.read(1)
        operation = known.get(code.decode("latin-1"))
        if operation is None:
            raise PickleContentError(f"its pickle is damaged (no instruction is {code!r})")
        n_containers += operation.name in _CONTAINERS
        if n_steps > MOST_STEPS or n_containers > MOST_CONTAINERS:
            raise PickleContentError(
                "its pickle holds more values than any tokenizer, "
                f"over {MOST_CONTAINERS:,} lists and the like, or over {MOST_STEPS:,} instructions"
            )
        yield operation, stream
        if operation.name == "STOP":
            return


def _argument(operation: OpcodeInfo, stream: BytesIO) -> Any:
    if operation.arg is None:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python warns of escapes in a damaged string
        return operation.arg.reader(stream)


@dataclass(slots=True)
class _Machine:
    allowed: frozenset[str] | None
    stack: list[Any] = field(default_factory=list)
    marks: list[int] = field(default_factory=list)
    memo: dict[int, Any] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    calls: int = 0

    def note(self, name: str) -> None:
        if self.allowed is not None and name not in self.allowed:
            raise PickleContentError(
                f"it names {name!r}, which unpickling would run; it is not unpickled"
            )
        if name not in self.names:
            self.names.append(name)

    def push_name(self, module: object, name: object) -> None:
        if not isinstance(module, str) or not isinstance(name, str):
            raise PickleContentError("its pickle is damaged (a name is no text)")
        self.note(f"{module}.{name}")
        self.stack.append(PickledName(f"{module}.{name}"))

    def above_mark(self) -> list[Any]:
        start = self.marks.pop()
        items = self.stack[start:]
        del self.stack[start:]
        return items

    def pop(self) -> Any:
        if self.marks and len(self.stack) <= self.marks[-1]:
            raise PickleContentError("its pickle is damaged (nothing lies above a mark)")
        return self.stack.pop()

    def enter(self, items: list[Any]) -> None:
        """Put pairs of keys and values into the dict on top of the stack."""
        target = self.stack[-1]
        if type(target) is not dict or len(items) % 2:
            raise PickleContentError("its pickle is damaged (pairs without a dict)")
        for key, value in zip(items[::2], items[1::2], strict=True):
            # A tuple of tuples of ... would end the interpreter when it is hashed.
            if type(key) not in (str, bytes, int):
                raise PickleContentError(f"a key in it is a {type(key).__name__}")
            if key in target:
                raise PickleContentError(f"the key {key!r} appears twice in it")
            target[key] = value

    def append(self, items: list[Any]) -> None:
        target = self.stack[-1]
        if type(target) is not list:
            raise PickleContentError("its pickle is damaged (values without a list)")
        target.extend(items)

    def make(self) -> None:
        """An object of the class and the arguments on top of the stack, or a call."""
        arguments, made = self.pop(), self.pop()
        if not isinstance(made, PickledName) or type(arguments) is not tuple:
            raise PickleContentError("its pickle is damaged (it calls what is no name)")
        self.calls += 1
        self.stack.append(PickledObject(made.name, arguments))

    def build(self) -> None:
        state, target = self.pop(), self.stack[-1]
        if not isinstance(target, PickledObject):
            raise PickleContentError("its pickle is damaged (a state without an object)")
        target.state = state

    def stored(self, argument: Any) -> None:
        self.stack.append(self.memo[argument])

    def store(self, argument: Any) -> None:
        self.memo[len(self.memo) if argument is None else argument] = self.stack[-1]


def _pushed(make: Callable[[], Any]) -> Callable[[_Machine, Any], None]:
    return lambda machine, _: machine.stack.append(make())


def _tuple_of(count: int) -> Callable[[_Machine, Any], None]:
    def step(machine: _Machine, _: Any) -> None:
        items = [machine.pop() for _ in range(count)]
        machine.stack.append(tuple(reversed(items)))

    return step


def _value(machine: _Machine, argument: Any) -> None:
    machine.stack.append(argument)


def _nothing(_: _Machine, __: Any) -> None:
    pass


def _stack_global(machine: _Machine, _: Any) -> None:
    name, module = machine.pop(), machine.pop()
    machine.push_name(module, name)


def _set_item(machine: _Machine, _: Any) -> None:
    value, key = machine.pop(), machine.pop()
    machine.enter([key, value])


def _persistent(machine: _Machine, _: Any) -> None:
    machine.stack.append(PickledObject("persistent id", (machine.pop(),)))


_STEPS: dict[str, Callable[[_Machine, Any], None]] = {
    **dict.fromkeys(("PROTO", "FRAME", "STOP"), _nothing),
    **dict.fromkeys(
        (
            "SHORT_BINUNICODE", "BINUNICODE", "BINUNICODE8", "SHORT_BINBYTES", "BINBYTES",
            "BINBYTES8", "BININT", "BININT1", "BININT2", "LONG1", "BINFLOAT",
        ),
        _value,
    ),
    **dict.fromkeys(("BINGET", "LONG_BINGET"), _Machine.stored),
    **dict.fromkeys(("MEMOIZE", "BINPUT", "LONG_BINPUT"), _Machine.store),
    **dict.fromkeys(("REDUCE", "NEWOBJ"), lambda machine, _: machine.make()),
    "NONE": _pushed(lambda: None),
    "NEWTRUE": _pushed(lambda: True),
    "NEWFALSE": _pushed(lambda: False),
    "EMPTY_DICT": _pushed(dict),
    "EMPTY_LIST": _pushed(list),
    "EMPTY_TUPLE": _pushed(tuple),
    "TUPLE1": _tuple_of(1),
    "TUPLE2": _tuple_of(2),
    "TUPLE3": _tuple_of(3),
    "TUPLE": lambda machine, _: machine.stack.append(tuple(machine.above_mark())),
    "MARK": lambda machine, _: machine.marks.append(len(machine.stack)),
    "SETITEM": _set_item,
    "SETITEMS": lambda machine, _: machine.enter(machine.above_mark()),
    "APPEND": lambda machine, _: machine.append([machine.pop()]),
    "APPENDS": lambda machine, _: machine.append(machine.above_mark()),
    "STACK_GLOBAL": _stack_global,
    "GLOBAL": lambda machine, name: machine.push_name(*str(name).split(" ", 1)),
    "BUILD": lambda machine, _: machine.build(),
    "BINPERSID": _persistent,
}  # fmt: skip
