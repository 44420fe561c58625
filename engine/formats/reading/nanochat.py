"""Reading nanochat's directories: tokenizer.pkl, a pickled `tiktoken.Encoding`, and token_bytes.pt.

tokenizer.pkl holds all that a tokenizer is. token_bytes.pt, which nanochat counts bytes with, holds
the length of every token, 0 for special tokens; it is only compared.

Neither is unpickled: nothing is ever imported or called. A pickle is a program for a small stack
machine. `_Machine` runs the instructions that build dicts, lists, tuples, strings, bytes and
numbers. Where a pickle names something to import, the name is kept as a name, and where it calls
something, the call is kept as a note of it; both only if the reader allows that name.
"""

from __future__ import annotations

import warnings
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.compiled import Int32s
from engine.errors import TokenizerFileError
from engine.formats.findings import ID_INVALID, note_special_ids, short
from engine.formats.pattern_dialects import tiktoken_pattern
from engine.formats.reading.contents import RankContents, note_missing_bytes
from engine.machine import beginning, read_bytes, read_member, refusal, refuse_pattern
from engine.sentences import say

if TYPE_CHECKING:
    from pickletools import OpcodeInfo

FILE_NAME = "tokenizer.pkl"
TOKEN_BYTES = "token_bytes.pt"
_BYTE_ORDERS = {b"little": "<i4", b"big": ">i4"}
_ENCODING = "tiktoken.core.Encoding"
_TENSOR_NAMES = frozenset(
    {"torch._utils._rebuild_tensor_v2", "torch.IntStorage", "collections.OrderedDict"}
)
_MOST_BYTES = 1 << 28
_MOST_PICKLE_BYTES = 1 << 16
_PROTOCOL = b"\x80"
_DAMAGE = (
    zipfile.BadZipFile, zlib.error, KeyError, ValueError, TypeError, IndexError, EOFError,
    NotImplementedError, RuntimeError, OverflowError,
)  # fmt: skip
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
_PICKLE_DAMAGE = (ValueError, OverflowError, EOFError, IndexError, KeyError, TypeError)


def is_nanochat(path: Path) -> bool:
    """Whether a directory holds a tokenizer.pkl, or a file is a pickle by its name or beginning."""
    if path.is_dir():
        return (path / FILE_NAME).is_file()
    if not path.is_file():
        return False
    return path.suffix in (".pkl", ".pickle") or beginning(path).startswith(_PROTOCOL)


def read_nanochat(path: Path, pattern: str | None = None) -> RankContents:
    """What a pickled tiktoken.Encoding holds, without unpickling it.

    A pickle that names anything else than that class is refused. Raises TokenizerFileError.
    """
    file = path / FILE_NAME if path.is_dir() else path
    refuse_pattern(file, pattern)
    contents = RankContents(file)
    found, data = contents.found, read_bytes(file)
    try:
        content = read_pickle(data, frozenset({_ENCODING}))
    except PickleContentError as error:
        contents.facts["names in the pickle"] = list(names_in_pickle(data)) or ["none"]
        found.refuse(str(error))
        return contents
    contents.facts["names in the pickle"] = list(content.names) or ["none"]
    value = content.value
    if not isinstance(value, PickledObject) or value.name != _ENCODING or value.arguments:
        found.refuse(say("no_pickled_encoding"))
    elif isinstance(value.state, str):
        return _published(contents, value.state)
    elif isinstance(value.state, dict):
        _read_state(contents, value.state)
    else:
        found.refuse(say("empty_encoding"))
    return contents


def _read_state(contents: RankContents, state: dict[Any, Any]) -> None:
    found = contents.found
    contents.facts["entries in the pickle"] = sorted(str(name) for name in state)
    written, special_tokens = state.get("pat_str"), state.get("special_tokens")
    if not isinstance(written, str) or not written:
        found.refuse(say("no_split_pattern"))
    if not isinstance(special_tokens, dict) or not all(
        isinstance(name, str) and type(i) is int for name, i in special_tokens.items()
    ):
        found.refuse(say("special_no_ids"))
    else:
        contents.special_tokens = special_tokens
    _read_ranks(contents, state.get("mergeable_ranks"))
    if isinstance(written, str) and written:
        contents.pattern = found.attempt(tiktoken_pattern, contents.path, written) or ""
    note_special_ids(found, contents.special_tokens, set(contents.ranks.values()))


def token_byte_lengths(path: Path) -> Int32s:
    """The lengths int32[n] in a token_bytes.pt, read without torch. Raises TokenizerFileError."""
    try:
        with zipfile.ZipFile(BytesIO(read_bytes(path))) as archive:
            return _tensor(archive)
    except TokenizerFileError:
        raise
    except _DAMAGE as error:
        raise refusal(path, say("no_row_of_torch", error=error)) from None


def _published(contents: RankContents, name: str) -> RankContents:
    """tiktoken pickles an encoding of its own by its name alone."""
    from engine.formats.reading.published import kept_file, published_names
    from engine.formats.reading.tiktoken import read_rank_file

    kept = kept_file(name) if name in published_names() else None
    if kept is None:
        contents.found.refuse(say("published_name", name=repr(name)))
    else:
        facts, contents = contents.facts, read_rank_file(kept, None, name)
        contents.facts |= facts
    contents.facts["published encoding"] = name
    return contents


def _read_ranks(contents: RankContents, ranks: Any) -> None:
    found = contents.found
    if not isinstance(ranks, dict):
        found.refuse(say("no_ranks"))
        return
    for token, rank in ranks.items():
        if isinstance(token, bytes) and type(rank) is int:
            contents.take(token, rank)
            continue
        # Kinds, not values: lists of the same list of the same list are endless as text.
        kinds = say("types_of_rank", token=type(token).__name__, rank=type(rank).__name__)
        reason = say("no_token_and_rank", kinds=kinds)
        found.fault(ID_INVALID, short(token) if isinstance(token, bytes) else kinds, reason)
    note_missing_bytes(found, ranks)


def _tensor(archive: zipfile.ZipFile) -> Int32s:
    """The one-dimensional int32 tensor of a torch archive."""
    names = archive.namelist()
    described = next((name for name in names if name.endswith("/data.pkl")), None)
    if described is None:
        raise ValueError(say("no_data_member"))
    prefix = described.removesuffix("data.pkl")
    tensor = read_pickle(
        read_member(archive, f"{prefix}data.pkl", _MOST_PICKLE_BYTES), _TENSOR_NAMES
    ).value
    if not isinstance(tensor, PickledObject) or len(tensor.arguments) < 4:
        raise ValueError(say("no_tensor"))
    persistent, offset, shape, stride = tensor.arguments[:4]
    if not isinstance(persistent, PickledObject) or not persistent.arguments:
        raise ValueError(say("no_storage"))
    _, kind, key, *_ = persistent.arguments[0]
    if not isinstance(kind, PickledName) or kind.name != "torch.IntStorage":
        raise ValueError(say("no_int32"))
    if len(shape) != 1 or stride != (1,) or offset != 0:
        raise ValueError(say("no_plain_row"))
    order = b"little"
    if f"{prefix}byteorder" in names:
        order = read_member(archive, f"{prefix}byteorder", 16).strip()
    if order not in _BYTE_ORDERS:
        raise ValueError(say("byte_order", order=repr(order.decode("latin-1"))))
    content = read_member(archive, f"{prefix}data/{key}", _MOST_BYTES)
    if not isinstance(shape[0], int) or not 0 <= shape[0] <= len(content) // 4:
        raise ValueError(say("tensor_too_short", n=shape[0]))
    return np.frombuffer(content, _BYTE_ORDERS[order], shape[0]).astype(np.int32)


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
                raise PickleContentError(say("pickle_instruction", name=operation.name))
            step(machine, _argument(operation, stream))
    except PickleContentError:
        raise
    except _PICKLE_DAMAGE as error:
        raise PickleContentError(say("pickle_damaged", error=error)) from None
    if len(machine.stack) != 1 or machine.marks:
        raise PickleContentError(say("pickle_ends"))
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
    except _PICKLE_DAMAGE:
        pass
    return tuple(machine.names)


def _operations(data: bytes) -> Iterator[tuple[OpcodeInfo, BytesIO]]:
    """The instructions of a pickle, each with the stream at its argument, which the caller reads.

    Unlike `genops`, which decodes the argument of an instruction before it can be refused.
    """
    from pickletools import opcodes  # late: every import of a format would wait for it

    known = {operation.code: operation for operation in opcodes}
    stream = BytesIO(data)
    n_containers = 0
    for n_steps in count():
        code = stream.read(1)
        operation = known.get(code.decode("latin-1"))
        if operation is None:
            raise PickleContentError(say("pickle_no_instruction", instruction=repr(code)))
        n_containers += operation.name in _CONTAINERS
        if n_steps > MOST_STEPS or n_containers > MOST_CONTAINERS:
            raise PickleContentError(
                say("pickle_too_large", containers=MOST_CONTAINERS, steps=MOST_STEPS)
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
            raise PickleContentError(say("pickle_name", name=repr(name)))
        if name not in self.names:
            self.names.append(name)

    def push_name(self, module: object, name: object) -> None:
        if not isinstance(module, str) or not isinstance(name, str):
            raise PickleContentError(say("pickle_name_no_text"))
        self.note(f"{module}.{name}")
        self.stack.append(PickledName(f"{module}.{name}"))

    def above_mark(self) -> list[Any]:
        start = self.marks.pop()
        items = self.stack[start:]
        del self.stack[start:]
        return items

    def pop(self) -> Any:
        if self.marks and len(self.stack) <= self.marks[-1]:
            raise PickleContentError(say("pickle_nothing_on_mark"))
        return self.stack.pop()

    def enter(self, items: list[Any]) -> None:
        """Put pairs of keys and values into the dict on top of the stack."""
        target = self.stack[-1]
        if type(target) is not dict or len(items) % 2:
            raise PickleContentError(say("pickle_no_dict"))
        for key, value in zip(items[::2], items[1::2], strict=True):
            # A tuple of tuples of ... would end the interpreter when it is hashed.
            if type(key) not in (str, bytes, int):
                raise PickleContentError(say("pickle_key_type", name=type(key).__name__))
            if key in target:
                raise PickleContentError(say("pickle_key_twice", key=repr(key)))
            target[key] = value

    def append(self, items: list[Any]) -> None:
        target = self.stack[-1]
        if type(target) is not list:
            raise PickleContentError(say("pickle_no_list"))
        target.extend(items)

    def make(self) -> None:
        """An object of the class and the arguments on top of the stack, or a call."""
        arguments, made = self.pop(), self.pop()
        if not isinstance(made, PickledName) or type(arguments) is not tuple:
            raise PickleContentError(say("pickle_no_call"))
        self.calls += 1
        self.stack.append(PickledObject(made.name, arguments))

    def build(self) -> None:
        state, target = self.pop(), self.stack[-1]
        if not isinstance(target, PickledObject):
            raise PickleContentError(say("pickle_no_object"))
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
