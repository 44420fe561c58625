"""`chat`: conversations as token ids with the mask of the trained tokens.

Prints the conversations in colours, as one JSON document, or writes arrays with --out. Exit
status 1 if a problem is an error, or if the files contain no conversation; arrays are written all
the same.

In colours, trained tokens are green and the others grey, special tokens inverse. Without colours,
trained text is in {+ +} and special tokens in ⟦ ⟧. A bar separates two tokens; invisible
characters are named, and bytes that are not a whole character are hexadecimal.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import chain, groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from engine.corpus import CorpusProblem, problem_sentences
from engine.errors import EngineError
from workbench.cli.shared.errors import UsageError
from workbench.cli.shared.inputs import (
    OWN,
    check_template,
    load_any_tokenizer,
    note_library,
)
from workbench.cli.shared.options import CommandParser, add_tokenizer, number_from
from workbench.cli.shared.output import (
    as_json,
    count,
    counted,
    prepare_engine,
    print_note,
    print_table,
)
from workbench.cli.shared.terminal import BOLD, TerminalText, add_color, wants_colour
from workbench.cli.tokenizers.chat_arrays import REFUSES, print_lints, write_arrays
from workbench.text.visible_text import visible

if TYPE_CHECKING:
    from engine.chat import (
        ChatError,
        ChatLint,
        ChatRenderer,
        ChatSummary,
        Conversation,
        ConversationFile,
        RenderedChat,
    )
    from engine.library import AnyTokenizer

_FILES_HELP = (
    "conversations as JSON lines or JSON, in the layouts messages, ShareGPT or Alpaca; "
    "decompressed if it ends in .gz, .zst or .xz; - for standard input. Exit status 1 if a problem "
    "of a conversation or the template is an error"
)
_TEMPLATE_HELP = (
    "nanochat, a template of the program, a .jinja file, a tokenizer_config.json, or tokenizer "
    "for its own template; by default its own, else nanochat where it has those special tokens"
)
_STANDARD_INPUT = "-"
_NONE_OF = {
    "all-zero": "In every conversation something is supervised.",
    "too-long": "No conversation is longer than --max-tokens.",
    "refused": "No conversation was refused.",
    "lints": "No conversation has a problem.",
}
_TRAINED, _UNTRAINED, _INVERSE = "32", "90", "7"
_SEVERITY = {"error": "31", "warning": "33", "note": "36"}
_LABEL_WIDTH = 10


def add_chat_options(chat: CommandParser) -> None:
    """Add the options of `chat`."""
    add_tokenizer(chat)
    option = chat.add_argument
    option("files", metavar="FILE", nargs="+", help=_FILES_HELP)
    option("--template", metavar="NAME|FILE", help=_TEMPLATE_HELP)
    option(
        "--max-tokens",
        metavar="N",
        type=number_from(1),
        help="truncate every conversation to N tokens",
    )
    option(
        "--completion",
        action="store_true",
        help="the prompt after which the assistant answers, without its last answer",
    )
    option(
        "--mask",
        choices=("auto", "generation", "prefix"),
        default="auto",
        help="where the mask of a Jinja template comes from: its {%% generation %%} blocks, "
        "rendering of prefixes, or the first where there are any (auto, default)",
    )
    option(
        "--only",
        choices=("all-zero", "too-long", "refused", "lints"),
        help="show these only: nothing supervised, longer than --max-tokens, not rendered, with "
        "problems",
    )
    option(
        "--index", metavar="N", type=number_from(1), help="show only the Nth conversation, from 1"
    )
    option("--limit", metavar="N", type=number_from(1), help="show the first N conversations")
    option(
        "--out",
        metavar="DIR",
        type=Path,
        help="write ids.npy, mask.npy, starts.npy and manifest.json into DIR, for training; "
        "the manifest has all problems",
    )
    add_color(chat)


def chat_command(arguments: Namespace) -> int:
    """Show conversations with their masks, print them as JSON, or write arrays for training."""
    _check_use(arguments)
    from engine.chat import ChatSummary

    tokenizer = load_any_tokenizer(arguments.tokenizer, arguments.db, arguments.pattern)
    note_library(arguments.tokenizer, tokenizer)
    template = arguments.template or _own_template(tokenizer)
    prepare_engine()
    with _renderer(tokenizer, template, arguments.mask) as renderer:
        files = [_opened(name) for name in arguments.files]
        if arguments.out is not None:
            return write_arrays(renderer, files, arguments)
        summary = ChatSummary()
        records = shown_records(files, renderer, arguments, summary)
        if arguments.json:
            _print_document(renderer, files, records, arguments, summary)
        else:
            _print_view(renderer, files, records, arguments, summary)
    return 0 if summary.conversations and not summary.n_errors else 1


def _check_use(arguments: Namespace) -> None:
    """Raise UsageError for options that contradict each other, or name what is not there."""
    check_template("--template", arguments.template)
    if arguments.index is not None and arguments.limit is not None:
        raise UsageError("--index shows one conversation and --limit the first ones; give one.")
    if arguments.index is not None and len(arguments.files) > 1:
        raise UsageError("--index needs one FILE.")
    if arguments.only == "too-long" and arguments.max_tokens is None:
        raise UsageError("--only too-long needs --max-tokens, which says how long is too long.")
    if arguments.files.count(_STANDARD_INPUT) > 1:
        raise UsageError("Standard input can be read once; give - once.")
    if arguments.out is None:
        return
    given = {
        "--completion": arguments.completion,
        "--only": arguments.only,
        "--index": arguments.index,
        "--limit": arguments.limit,
    }
    for option, value in given.items():
        if value:
            raise UsageError(f"--out writes whole files for training; leave {option} out.")


def _own_template(tokenizer: AnyTokenizer) -> str:
    """The template of a tokenizer for which none is named. Raises UsageError without one."""
    from engine.chat import NANOCHAT, NANOCHAT_TOKENS, template_names

    if tokenizer.chat_template:
        return OWN
    if all(token in tokenizer.special_tokens for token in NANOCHAT_TOKENS):
        return NANOCHAT
    raise UsageError(
        "The tokenizer has no chat template, and not the nine special tokens of nanochat; name "
        f"one with --template: {', '.join([NANOCHAT, *template_names()])}, or a file."
    )


@contextmanager
def _renderer(tokenizer: AnyTokenizer, template: str, mask: Any) -> Iterator[ChatRenderer]:
    """The renderer; processes of templates and libraries are ended."""
    from engine.chat import TemplateRenderer, chat_renderer
    from engine.library import LibraryTokenizer

    with ExitStack() as stack:
        if isinstance(tokenizer, LibraryTokenizer):
            stack.callback(tokenizer.close)
        renderer = chat_renderer(tokenizer, template, mask=mask)
        if isinstance(renderer, TemplateRenderer):
            stack.callback(renderer.close)
        yield renderer


def _opened(name: str) -> ConversationFile:
    from engine.chat import conversations_of_stream, read_conversations

    if name == _STANDARD_INPUT:
        return conversations_of_stream(sys.stdin.buffer, "standard input")
    return read_conversations(name)


def _print_view(
    renderer: ChatRenderer,
    files: Sequence[ConversationFile],
    records: Iterator[ChatRecord],
    arguments: Namespace,
    summary: ChatSummary,
) -> None:
    view = ChatView(
        sys.stdout,
        colour=wants_colour(sys.stdout, arguments.color),
        names_files=len(files) > 1,
    )
    template_lints = _template_lints(renderer, summary)
    for lint in template_lints:
        if lint.code != REFUSES:
            view.lint(lint)
    n_shown = 0
    for record in records:
        view.show(record)
        n_shown += 1
    if arguments.index is None:
        _print_summary(summary, n_shown, arguments)
        for lint in template_lints:  # what a template refuses matters where files hold it
            if lint.code == REFUSES:
                view.lint(lint)
    for sentence in problem_sentences(chain.from_iterable(file.problems for file in files)):
        print_note(sentence)


def _template_lints(renderer: ChatRenderer, summary: ChatSummary) -> tuple[ChatLint, ...]:
    """What is wrong with the template, counted for the exit status."""
    from engine.chat import lint_template

    found = lint_template(renderer)
    summary.template_errors += sum(lint.severity == "error" for lint in found)
    return found


def _print_summary(summary: ChatSummary, n_shown: int, arguments: Namespace) -> None:
    if arguments.only and not n_shown:
        print(f"{_NONE_OF[arguments.only]}\n")
    share = summary.share_trained
    trained = "" if share is None else f" ({share:.1%})"
    print(
        f"{counted(summary.conversations, 'conversation')}, {counted(summary.tokens, 'token')}, "
        f"{count(summary.trained)} trained{trained}"
    )
    print(
        f"{count(summary.refused)} not rendered, {count(summary.all_zero)} with nothing "
        f"supervised, {count(summary.truncated)} truncated, the longest has "
        f"{count(summary.longest)} tokens"
    )
    if summary.roles:
        print()
        rows = [(name, count(n), count(t)) for name, (n, t) in summary.roles.items()]
        print_table(("Role", "Tokens", "Supervised"), rows)
    print_lints(summary.lints)


def _print_document(
    renderer: ChatRenderer,
    files: Sequence[ConversationFile],
    records: Iterator[ChatRecord],
    arguments: Namespace,
    summary: ChatSummary,
) -> None:
    """One JSON document, written as conversations are rendered: memory does not grow with them."""
    from engine.chat import lint_document

    template_lints = _template_lints(renderer, summary)
    head = {
        "tokenizer": _tokenizer_facts(renderer),
        "template": renderer.name,
        "settings": {"max_tokens": arguments.max_tokens, **renderer.settings},
        "completion": arguments.completion,
        "template_lints": [lint_document(lint) for lint in template_lints],
    }
    write = sys.stdout.write
    write(as_json(head).removesuffix("}") + ', "conversations": [')
    refused: list[dict[str, Any]] = []
    separator, failure = "\n", None
    try:
        for record in records:
            if record.chat is None:
                refused.append(_refused(record))
                continue
            write(separator + as_json(_described(record)))
            separator = ",\n"
    except EngineError as error:  # the document that was begun is ended
        failure = error
    problems = [_problem(each) for file in files for each in file.problems]
    tail = {"refused": refused, "problems": problems, "summary": summary.document()}
    if failure is not None:
        tail["error"] = str(failure)
    write("\n], " + as_json(tail).removeprefix("{") + "\n")
    if failure is not None:
        raise failure


def _tokenizer_facts(renderer: ChatRenderer) -> dict[str, Any]:
    tokenizer = renderer.tokenizer
    return {"semantic_hash": tokenizer.semantic_hash, "vocab_size": tokenizer.vocab_size}


def _described(record: ChatRecord) -> dict[str, Any]:
    from engine.chat import lint_document

    chat = record.chat
    assert chat is not None
    return {
        **_place(record),
        "n_tokens": chat.n_tokens,
        "n_trained": chat.n_trained,
        "n_full": chat.n_full,
        "truncated": chat.is_truncated,
        "roles": {name: each._asdict() for name, each in chat.counts.items()},
        "ids": chat.ids.tolist(),
        "mask": chat.mask.astype(int).tolist(),
        "lints": [lint_document(lint) for lint in record.lints],
    }


def _place(record: ChatRecord) -> dict[str, Any]:
    line = record.conversation.line
    return {"file": str(record.file.path), "number": record.number, "line": line}


def _refused(record: ChatRecord) -> dict[str, Any]:
    error = record.error
    assert error is not None
    return {**_place(record), "message": _from_one(error.message), "reason": str(error)}


def _from_one(message: int | None) -> int | None:
    return None if message is None else message + 1


def _problem(problem: CorpusProblem) -> dict[str, Any]:
    return {
        "file": str(problem.path),
        "line": problem.line,
        "number": problem.record,
        "reason": problem.reason,
        "times": problem.times,
    }


@dataclass(frozen=True)
class ChatRecord:
    """A conversation of a file. number: from 1; either chat or error is there."""

    file: ConversationFile
    number: int
    conversation: Conversation
    chat: RenderedChat | None
    error: ChatError | None
    lints: tuple[ChatLint, ...]


def shown_records(
    files: Sequence[ConversationFile],
    renderer: ChatRenderer,
    arguments: Namespace,
    summary: ChatSummary,
) -> Iterator[ChatRecord]:
    """The records that are asked for; all that are looked at are counted in `summary`."""
    left = arguments.limit
    for file in files:
        for record in _records(file, renderer, arguments):
            if left == 0:
                return
            if record.chat is None:
                summary.refused += 1
            else:
                codes = [lint.code for lint in record.lints]
                summary.add(record.chat, codes, [lint.severity for lint in record.lints])
            if is_wanted(record, arguments.only):
                left = None if left is None else left - 1
                yield record


def is_wanted(record: ChatRecord, only: str | None) -> bool:
    """Whether --only lets a record through."""
    chat = record.chat
    if only is None:
        return True
    if only == "refused" or chat is None:
        return only == "refused" and chat is None
    if only == "all-zero":
        return not chat.n_trained
    return chat.is_truncated if only == "too-long" else bool(record.lints)


def _conversations(file: ConversationFile, index: int | None) -> Iterator[tuple[int, Conversation]]:
    """Conversations with the number of their record, from 1, which damaged ones have as well."""
    from engine.chat import Conversation

    if index is None:
        for number, each in enumerate(file.records(), 1):
            if isinstance(each, Conversation):
                yield number, each
        return
    try:
        yield index, file[index - 1]
    except IndexError:
        raise UsageError(
            f"{file.path} has {counted(len(file), 'conversation')}; there is no --index {index:,}."
        ) from None


def _records(
    file: ConversationFile, renderer: ChatRenderer, arguments: Namespace
) -> Iterator[ChatRecord]:
    """The records of a file, many at a time; with --limit no more than are needed."""
    from engine.chat import ChatChecker

    numbered = _conversations(file, arguments.index)
    if arguments.completion or arguments.limit is not None:
        for number, conversation in numbered:
            yield _record(file, number, conversation, renderer, arguments)
        return
    numbers: deque[int] = deque()

    def noted() -> Iterator[Conversation]:
        for number, conversation in numbered:
            numbers.append(number)
            yield conversation

    checker = ChatChecker(renderer, max_tokens=arguments.max_tokens)
    for each in checker.check(noted()):
        number = numbers.popleft()
        yield ChatRecord(file, number, each.conversation, each.chat, each.error, each.lints)


def _record(
    file: ConversationFile,
    number: int,
    conversation: Conversation,
    renderer: ChatRenderer,
    arguments: Namespace,
) -> ChatRecord:
    from engine.chat import ChatError, lint_chat

    try:
        chat = renderer.render(
            conversation, max_tokens=arguments.max_tokens, completion=arguments.completion
        )
    except ChatError as error:
        return ChatRecord(file, number, conversation, None, error, ())
    lints = () if arguments.completion else lint_chat(renderer, conversation, chat)
    return ChatRecord(file, number, conversation, chat, None, lints)


class ChatView:
    """Writes conversations to a stream."""

    def __init__(self, stream: TextIO, *, colour: bool, names_files: bool) -> None:
        """names_files: there are several files, and every conversation says which it is of."""
        self._text = TerminalText(stream, colour=colour)
        self._painted, self._line = self._text.painted, self._text.line
        self._names_files = names_files

    def show(self, record: ChatRecord) -> None:
        """Write one conversation, or why it could not be rendered."""
        chat = record.chat
        self._line(self._painted(self._title(record), BOLD))
        if chat is None:
            self._line(f"  {self._painted('not rendered', _SEVERITY['error'])}: {record.error}")
        else:
            self._line("  " + role_words(chat))
            self._tokens(record, chat)
        for lint in record.lints:
            self.lint(lint)
        self._line("")

    def lint(self, lint: ChatLint) -> None:
        """Write a lint."""
        severity = self._painted(lint.severity, _SEVERITY[lint.severity])
        self._line(f"  {severity} {lint.code}: {lint.sentence}")

    def _title(self, record: ChatRecord) -> str:
        words = [f"Conversation {record.number:,}"]
        if self._names_files:
            words.append(str(record.file.path))
        if record.conversation.line is not None:
            words.append(f"line {record.conversation.line:,}")
        chat = record.chat
        if chat is not None:
            share = f" ({chat.n_trained / chat.n_tokens:.1%})" if chat.n_tokens else ""
            words.append(f"{counted(chat.n_tokens, 'token')}, {chat.n_trained:,} trained{share}")
            if chat.is_truncated:
                words.append(f"truncated from {chat.n_full:,}")
        return " · ".join(words)

    def _tokens(self, record: ChatRecord, chat: RenderedChat) -> None:
        """The tokens of each message on lines of their own."""
        messages = record.conversation.messages
        for index, run in groupby(range(chat.n_tokens), chat.message.tolist().__getitem__):
            label = messages[index].role if 0 <= index < len(messages) else ""
            for line in _lines(chat, run):
                self._line(f"  {label:<{_LABEL_WIDTH}}{self._run(chat, line)}")
                label = ""

    def _run(self, chat: RenderedChat, tokens: list[int]) -> str:
        """Tokens of one line, those of one mask together."""
        runs = []
        for trained, run in groupby(tokens, lambda token: bool(chat.mask[token])):
            words = [self._token(chat, token, trained=trained) for token in run]
            bar = self._painted("│", _TRAINED if trained else _UNTRAINED)
            text = bar.join(words)
            runs.append(text if self._text.colour or not trained else f"{{+{text}+}}")
        return self._painted("│", _UNTRAINED).join(runs)

    def _token(self, chat: RenderedChat, token: int, *, trained: bool) -> str:
        text = visible(chat.token(token))
        colour = _TRAINED if trained else _UNTRAINED
        if not chat.special[token]:
            return self._painted(text, colour)
        return self._painted(text, f"{colour};{_INVERSE}") if self._text.colour else f"⟦{text}⟧"


def role_words(chat: RenderedChat) -> str:
    """Tokens of each role. Example: "user 12, assistant 30 (28 trained)"."""
    words = []
    for name, (tokens, trained) in chat.counts.items():
        words.append(f"{name} {tokens:,}" + (f" ({trained:,} trained)" if trained else ""))
    return ", ".join(words)


def _lines(chat: RenderedChat, tokens: Iterator[int]) -> Iterator[list[int]]:
    """The tokens of a message in lines, each of which ends with a line feed of the text."""
    line: list[int] = []
    for token in tokens:
        line.append(token)
        if chat.token(token).endswith(b"\n"):
            yield line
            line = []
    if line:
        yield line
