"""`chat`: conversations as token ids with the mask of what is trained."""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import chain
from typing import Any

from engine.chat import (
    NANOCHAT,
    NANOCHAT_TOKENS,
    ChatLint,
    ChatProgress,
    ChatRenderer,
    ChatSummary,
    ConversationFile,
    TemplateRenderer,
    chat_renderer,
    conversations_of_stream,
    lint_template,
    read_conversations,
    template_names,
    writing_chat_arrays,
)
from engine.corpus import CorpusProblem, problem_sentences
from engine.errors import EngineError
from engine.library import AnyTokenizer, LibraryTokenizer
from workbench.cli.chat_records import ChatRecord, shown_records
from workbench.cli.chat_view import ChatView, wants_colour
from workbench.cli.command_error import UsageError
from workbench.cli.directories import check_directory
from workbench.cli.engine_preparation import prepare_engine
from workbench.cli.output import as_json, count, counted, print_json, print_note, print_table
from workbench.cli.progress_line import result_with_line
from workbench.cli.template_argument import OWN, check_template
from workbench.cli.tokenizer_argument import load_any_tokenizer, note_library
from workbench.numbers import duration

_STANDARD_INPUT = "-"
_REFUSES = "template-refuses"


def chat_command(arguments: Namespace) -> int:
    """Show conversations with their masks, print them as JSON, or write arrays for training."""
    _check_use(arguments)
    tokenizer = load_any_tokenizer(arguments.tokenizer, arguments.db, arguments.pattern)
    note_library(arguments.tokenizer, tokenizer)
    template = arguments.template or _own_template(tokenizer)
    prepare_engine()
    with _renderer(tokenizer, template, arguments.mask) as renderer:
        files = [_opened(name) for name in arguments.files]
        if arguments.out is not None:
            return _write_arrays(renderer, files, arguments)
        summary = ChatSummary()
        records = shown_records(files, renderer, arguments, summary)
        if arguments.json:
            _print_document(renderer, files, records, arguments, summary)
        else:
            _print_view(renderer, files, records, arguments, summary)
    return 0 if summary.conversations else 1


def _check_use(arguments: Namespace) -> None:
    """Raise UsageError for options that contradict each other, or name what is not there."""
    check_template("--template", arguments.template)
    for name in ("max_tokens", "index", "limit"):
        value = getattr(arguments, name)
        if value is not None and value < 1:
            raise UsageError(f"--{name.replace('_', '-')} is 1 or more, not {value:,}.")
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
    with ExitStack() as stack:
        if isinstance(tokenizer, LibraryTokenizer):
            stack.callback(tokenizer.close)
        renderer = chat_renderer(tokenizer, template, mask=mask)
        if isinstance(renderer, TemplateRenderer):
            stack.callback(renderer.close)
        yield renderer


def _opened(name: str) -> ConversationFile:
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
    template_lints = lint_template(renderer)
    for lint in template_lints:
        if lint.code != _REFUSES:
            view.lint(lint)
    n_shown = 0
    for record in records:
        view.show(record)
        n_shown += 1
    if arguments.index is None:
        _print_summary(summary, n_shown, arguments)
        for lint in template_lints:  # what a template refuses matters where files hold it
            if lint.code == _REFUSES:
                view.lint(lint)
    for sentence in problem_sentences(chain.from_iterable(file.problems for file in files)):
        print_note(sentence)


def _print_summary(summary: ChatSummary, n_shown: int, arguments: Namespace) -> None:
    if arguments.only and not n_shown:
        print(f"No conversation is {arguments.only}.\n")
    share = summary.share_trained
    trained = "" if share is None else f" ({share:.1%})"
    print(
        f"{counted(summary.conversations, 'conversation')}, {counted(summary.tokens, 'token')}, "
        f"{count(summary.trained)} trained{trained}"
    )
    print(
        f"{count(summary.refused)} not rendered, {count(summary.all_zero)} with nothing trained, "
        f"{count(summary.truncated)} truncated, the longest has {count(summary.longest)} tokens"
    )
    if summary.roles:
        print()
        rows = [(name, count(n), count(t)) for name, (n, t) in summary.roles.items()]
        print_table(("Role", "Tokens", "Trained"), rows)
    if summary.lints:
        print()
        found = [(code, count(n)) for code, n in summary.lints.most_common()]
        print_table(("Lint", "Conversations"), found)


def _print_document(
    renderer: ChatRenderer,
    files: Sequence[ConversationFile],
    records: Iterator[ChatRecord],
    arguments: Namespace,
    summary: ChatSummary,
) -> None:
    """One JSON document, written as conversations are rendered: memory does not grow with them."""
    head = {
        "tokenizer": _tokenizer_facts(renderer),
        "template": renderer.name,
        "settings": {"max_tokens": arguments.max_tokens, **renderer.settings},
        "completion": arguments.completion,
        "template_lints": [_lint(lint) for lint in lint_template(renderer)],
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
        "mask": chat.mask.tolist(),
        "lints": [_lint(lint) for lint in record.lints],
    }


def _place(record: ChatRecord) -> dict[str, Any]:
    line = record.conversation.line
    return {"file": str(record.file.path), "number": record.number, "line": line}


def _refused(record: ChatRecord) -> dict[str, Any]:
    error = record.error
    assert error is not None
    return {**_place(record), "message": _from_one(error.message), "reason": str(error)}


def _lint(lint: ChatLint) -> dict[str, Any]:
    return {
        "code": lint.code,
        "severity": lint.severity,
        "sentence": lint.sentence,
        "message": _from_one(lint.message),
        "token": lint.token,
    }


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


def _progress_words(progress: ChatProgress) -> str:
    return f"Conversations: {progress.conversations:,}  tokens: {progress.tokens:,}"


def _write_arrays(
    renderer: ChatRenderer, files: Sequence[ConversationFile], arguments: Namespace
) -> int:
    check_directory(arguments.out)
    began = time.perf_counter()
    steps = writing_chat_arrays(renderer, files, arguments.out, max_tokens=arguments.max_tokens)
    manifest = result_with_line(steps, _progress_words)
    seconds = time.perf_counter() - began
    for problem in manifest["problems"]:
        print_note(problem)
    if arguments.json:
        document = manifest | {"out": str(arguments.out.absolute()), "seconds": round(seconds, 3)}
        print_json(document)
        return 0
    print(
        f"{counted(manifest['conversations'], 'conversation')}, "
        f"{counted(manifest['tokens'], 'token')}, {manifest['trained']:,} trained, as "
        f"{manifest['dtype']} in {duration(seconds)}"
    )
    print(arguments.out.absolute())
    return 0
