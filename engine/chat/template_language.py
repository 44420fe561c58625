"""Jinja as chat templates use it: sandbox, filters, {% generation %}, places of messages.

The environment is the one that transformers documents for chat templates: jinja2's immutable
sandbox with trim_blocks, lstrip_blocks, loop controls, `raise_exception`, `strftime_now`, a
`tojson` that leaves characters alone, and the {% generation %} block. Two things are stricter:
reaching for internals is an error at once instead of an empty text, and a product or power that
would fill the memory is refused.

Where a text comes from is written down while it is made: a template is compiled with a call before
each turn of a loop that writes something, which tells the message at hand. Texts of macros and
{% set %} blocks are made before they are put in their place; a template that has messages or
generation blocks there is run a second time with marks in the text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import GeneratorType, MethodType
from typing import Any, NoReturn

import jinja2
import jinja2.ext
from jinja2 import nodes
from jinja2.exceptions import SecurityError
from jinja2.parser import Parser
from jinja2.runtime import Context, Macro, Undefined
from jinja2.sandbox import ImmutableSandboxedEnvironment

from engine.sentences import say

FILE_NAME = "<template"
MOST_BITS = 1 << 16
MOST_REPEATED = 1 << 24
_ENTER, _STEP, _LEAVE = "enter loop", "step of loop", "leave loop"
_OWN_FILTERS = frozenset((_ENTER, _STEP, _LEAVE))
_NAMES_OF_DICT = frozenset(dir(dict))
_BUFFERED = (nodes.Macro, nodes.AssignBlock, nodes.FilterBlock, nodes.CallBlock)
_WRITING = (nodes.Output, nodes.CallBlock, nodes.FilterBlock)


class TemplateLimitError(jinja2.TemplateError):
    """A template asks for more than it may have; `line` of the template where it is known."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


class UnplacedBlockError(jinja2.TemplateError):
    """A {% generation %} block whose position in the text is unknown."""


@dataclass(slots=True)
class Notes:
    """What is written down while a template runs.

    known: index of each message by identity. spans: characters of generation blocks. events:
    (character, message at hand from there on, -1 for none). mark: what marks in the text begin
    with, "" where positions are counted instead. needs_marks: counting is not enough.
    """

    known: Mapping[int, int]
    mark: str = ""
    length: int = 0
    at_hand: int = -1
    outer: list[int] = field(default_factory=list)
    spans: list[tuple[int, int]] = field(default_factory=list)
    events: list[tuple[int, int]] = field(default_factory=list)
    needs_marks: bool = False

    def turn_to(self, message: int, *, is_buffered: bool) -> str:
        """A message is at hand from here on; what to write."""
        if message == self.at_hand:
            return ""
        self.at_hand = message
        if self.mark:
            return f"{self.mark}{message};"
        if is_buffered:
            self.needs_marks = True
        else:
            self.events.append((self.length, message))
        return ""

    def generated(self, text: str, start: int, *, is_buffered: bool) -> str:
        """A generation block has made its text; what to write."""
        if self.mark:
            return f"{self.mark}[;{text}{self.mark}];"
        self.needs_marks |= is_buffered
        self.spans.append((start, start + len(text)))
        return text


class ChatTemplateExtension(jinja2.ext.Extension):
    """The {% generation %} block, and the calls that tell which message is at hand."""

    tags = {"generation"}  # noqa: RUF012  as jinja2 declares it
    notes: Notes | None = None

    def __init__(self, environment: jinja2.Environment) -> None:
        super().__init__(environment)
        # Filters are called directly, calls pass the checks of the sandbox: as filters these cost
        # a tenth. No template can name them after a bar; ChatEnvironment.call_filter refuses them.
        environment.filters |= {_ENTER: self._enter, _STEP: self._step, _LEAVE: self._leave}

    def parse(self, parser: Parser) -> nodes.Node:
        """The block becomes a call with what is inside."""
        line = next(parser.stream).lineno
        body = parser.parse_statements(("name:endgeneration",), drop_needle=True)
        call = self.call_method("_generation", [nodes.Const(False)])
        return nodes.CallBlock(call, [], [], body).set_lineno(line)

    def watch(self, tree: nodes.Template) -> nodes.Template:
        """Put the calls into the loops of a template."""
        self._watch_children(tree, is_buffered=False)
        return tree

    def generates(self, tree: nodes.Template) -> bool:
        """Whether there is a {% generation %} block."""
        return any(map(self._is_generation, tree.find_all(nodes.CallBlock)))

    def _watch_children(self, node: nodes.Node, *, is_buffered: bool) -> None:
        if isinstance(node, nodes.CallBlock) and self._is_generation(node):
            node.call.args[0] = nodes.Const(is_buffered)
        inside = is_buffered or isinstance(node, _BUFFERED)
        inside |= isinstance(node, nodes.For) and node.recursive
        for name in node.fields:
            value = getattr(node, name)
            if isinstance(value, list):
                value[:] = [
                    new
                    for child in value
                    for new in (
                        self._watched(child, is_buffered=inside)
                        if isinstance(child, nodes.Node)
                        else [child]
                    )
                ]
            elif isinstance(value, nodes.Node):
                self._watch_children(value, is_buffered=inside)

    def _watched(self, node: nodes.Node, *, is_buffered: bool) -> list[nodes.Node]:
        self._watch_children(node, is_buffered=is_buffered)
        if not isinstance(node, nodes.For) or not isinstance(node.target, nodes.Name):
            return [node]
        if not any(node.find(kind) for kind in _WRITING):
            return [node]
        flag = nodes.Const(is_buffered or node.recursive)
        item = nodes.Name(node.target.name, "load")
        node.body = [self._write(_STEP, item, flag, node.lineno), *node.body]
        before = self._write(_ENTER, nodes.Const(None), flag, node.lineno)
        return [before, node, self._write(_LEAVE, nodes.Const(None), flag, node.lineno)]

    def _write(self, name: str, item: nodes.Expr, flag: nodes.Expr, line: int) -> nodes.Node:
        output = nodes.Output([nodes.Filter(item, name, [flag], [], None, None)])
        for node in (output, *output.find_all(nodes.Node)):
            node.set_lineno(line)
            node.set_environment(self.environment)
        return output

    @staticmethod
    def _is_generation(node: nodes.CallBlock) -> bool:
        called = node.call.node
        return isinstance(called, nodes.ExtensionAttribute) and called.name == "_generation"

    def _generation(self, is_buffered: bool, caller: Macro) -> str:
        start = 0 if self.notes is None else self.notes.length
        text = str(caller())
        if self.notes is None:
            return text
        return self.notes.generated(text, start, is_buffered=is_buffered)

    @jinja2.pass_context  # what needs the context is not called while compiling
    def _enter(self, _context: Context, _item: None, _is_buffered: bool) -> str:
        if self.notes is not None:
            self.notes.outer.append(self.notes.at_hand)
        return ""

    @jinja2.pass_context
    def _step(self, _context: Context, item: object, is_buffered: bool) -> str:
        message = None if self.notes is None else self.notes.known.get(id(item))
        if message is None or self.notes is None:
            return ""
        return self.notes.turn_to(message, is_buffered=is_buffered)

    @jinja2.pass_context
    def _leave(self, _context: Context, _item: None, is_buffered: bool) -> str:
        if self.notes is None:
            return ""
        return self.notes.turn_to(self.notes.outer.pop(), is_buffered=is_buffered)


class ChatEnvironment(ImmutableSandboxedEnvironment):
    """jinja2 as chat templates expect it. clock: what `strftime_now` tells."""

    intercepted_binops = frozenset(("*", "**"))

    def __init__(self, clock: datetime) -> None:
        super().__init__(
            trim_blocks=True,
            lstrip_blocks=True,
            extensions=[ChatTemplateExtension, jinja2.ext.loopcontrols],
        )
        self.filters["tojson"] = _to_json
        self.globals["raise_exception"] = _raise_exception
        self.globals["strftime_now"] = clock.strftime
        extension = self.extensions[ChatTemplateExtension.identifier]
        assert isinstance(extension, ChatTemplateExtension)
        self.chat = extension

    def getattr(self, obj: Any, attribute: str) -> Any:
        """What the sandbox gives; directly for entries of dicts, which messages are."""
        if type(obj) is dict and attribute not in _NAMES_OF_DICT:
            if attribute in obj:
                return obj[attribute]
            return self.undefined(obj=obj, name=attribute)
        return super().getattr(obj, attribute)

    def call(self, context: Context, obj: Any, *args: Any, **kwargs: Any) -> Any:
        """What the sandbox calls; directly for what is safe: macros and generation blocks."""
        is_macro = type(obj) is Macro
        if is_macro or (type(obj) is MethodType and obj.__self__ is self.chat):
            kwargs.pop("_block_vars", None)
            kwargs.pop("_loop_vars", None)
            return obj(context.eval_ctx, *args, **kwargs) if is_macro else obj(*args, **kwargs)
        return super().call(context, obj, *args, **kwargs)

    def call_filter(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """A filter that a template names by a text, as `map` does: never one of the notes'."""
        if name in _OWN_FILTERS:
            raise jinja2.TemplateRuntimeError(f"No filter named {name!r}.")
        return super().call_filter(name, *args, **kwargs)

    def unsafe_undefined(self, obj: object, attribute: str) -> Undefined:
        """Internals are refused at once; a method that changes something, when it is called."""
        if attribute.startswith("_"):
            kind = type(obj).__name__
            raise SecurityError(f"access to attribute {attribute!r} of {kind!r} is not allowed")
        return super().unsafe_undefined(obj, attribute)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """`*` and `**`, unless the result would fill the memory."""
        if isinstance(left, int) and isinstance(right, int):
            bits = left.bit_length()
            bits = bits * right if operator == "**" else bits + right.bit_length()
            if bits > MOST_BITS:
                raise TemplateLimitError(say("template_large_number", operator=operator))
        elif operator == "*":
            sequence, times = (left, right) if isinstance(right, int) else (right, left)
            size = len(sequence) if hasattr(sequence, "__len__") else 0
            if isinstance(times, int) and size * times > MOST_REPEATED:
                raise TemplateLimitError(say("template_long_result"))
        return super().call_binop(context, operator, left, right)


@dataclass(frozen=True, slots=True)
class Written:
    """What a template wrote.

    spans: characters of the generation blocks; messages: (start, end, message) in characters, for
    what was written in a loop while a message was at hand.
    """

    text: str
    spans: tuple[tuple[int, int], ...]
    messages: tuple[tuple[int, int, int], ...]


class ChatTemplate:
    """A compiled template. Raises jinja2.TemplateSyntaxError for what is no template.

    name: tells the templates of one environment apart. most_characters: of one text.
    """

    def __init__(
        self, source: str, environment: ChatEnvironment, *, name: str, most_characters: int
    ) -> None:
        self._environment = environment
        self._source = source
        self._most = most_characters
        tree = environment.chat.watch(environment.parse(source))
        self.generates = environment.chat.generates(tree)
        code = environment.compile(tree, filename=f"{FILE_NAME} {name}>")
        # A plain dict: jinja2's own chain of dicts is copied slowly, once a conversation.
        self._template = jinja2.Template.from_code(environment, code, dict(environment.globals))

    def line(self, python_line: int) -> int:
        """The line of the template for a line of what it was compiled to."""
        return self._template.get_corresponding_lineno(python_line)

    @property
    def lines(self) -> list[tuple[int, int]]:
        """(line of the template, line of what it was compiled to), in order."""
        return list(self._template.debug_info)

    def write(self, variables: Mapping[str, Any]) -> Written:
        """Run the template. variables: with "messages", a list of dicts.

        Raises whatever the template raises; TemplateLimitError for too long a text;
        UnplacedBlockError.
        """
        known = {id(message): index for index, message in enumerate(variables["messages"])}
        notes = Notes(known)
        text = self._run(variables, notes)
        if not notes.needs_marks:
            return Written(text, tuple(notes.spans), _stretches(notes.events, len(text)))
        marked = Notes(known, mark=_unused_mark(self._source, text))
        return _without_marks(self._run(variables, marked), marked.mark, text)

    def _run(self, variables: Mapping[str, Any], notes: Notes) -> str:
        chat = self._environment.chat
        chat.notes = notes
        pieces: list[str] = []
        try:
            generator = self._template.generate(variables)
            for piece in generator:
                if piece:
                    pieces.append(piece)
                    notes.length += len(piece)
                    if notes.length > self._most:
                        reason = say("template_writes_too_much", most=self._most)
                        raise TemplateLimitError(reason, self._place(generator))
        finally:
            chat.notes = None
        return "".join(pieces)

    def _place(self, generator: Iterator[str]) -> int | None:
        inner = generator
        while isinstance(inner, GeneratorType) and isinstance(inner.gi_yieldfrom, GeneratorType):
            inner = inner.gi_yieldfrom
        frame = inner.gi_frame if isinstance(inner, GeneratorType) else None
        return None if frame is None else self.line(frame.f_lineno)


def _stretches(events: list[tuple[int, int]], end: int) -> tuple[tuple[int, int, int], ...]:
    """Events as stretches of text, without empty ones and without text of no message."""
    ends = [*(start for start, _ in events[1:]), end][: len(events)]
    return tuple(
        (start, stop, message)
        for (start, message), stop in zip(events, ends, strict=True)
        if message >= 0 and stop > start
    )


def _unused_mark(source: str, text: str) -> str:
    number = 0
    while (mark := f"\ue000{number}\ue001") in source or mark in text:
        number += 1
    return mark


def _without_marks(marked: str, mark: str, text: str) -> Written:
    pieces = re.split(re.escape(mark) + r"(\[|\]|-?\d+);", marked)
    if "".join(pieces[::2]) != text:
        raise UnplacedBlockError(say("template_unplaced_block"))
    at, opened = len(pieces[0]), list[int]()
    events, spans = list[tuple[int, int]](), list[tuple[int, int]]()
    for what, piece in zip(pieces[1::2], pieces[2::2], strict=True):
        if what == "[":
            opened.append(at)
        elif what == "]":
            spans.append((opened.pop(), at))
        else:
            events.append((at, int(what)))
        at += len(piece)
    return Written(text, tuple(sorted(spans)), _stretches(events, len(text)))


def _raise_exception(message: object) -> NoReturn:
    raise jinja2.TemplateError(str(message))


def _to_json(
    value: Any,
    ensure_ascii: bool = False,
    indent: int | str | None = None,
    separators: tuple[str, str] | None = None,
    sort_keys: bool = False,
) -> str:
    return json.dumps(
        value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys
    )
