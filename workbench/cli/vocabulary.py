"""`vocabulary`: what the tokens of a tokenizer are, how often they are used, and which are lost."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np

from engine.analysis import (
    COVERAGE_SHARES,
    ReportRow,
    ReportSection,
    TokenUsage,
    VocabularyReport,
    report_sections,
    usage_steps,
    vocabulary_report,
)
from engine.corpus import Corpus
from engine.encoding import Tokenizer
from engine.errors import CorpusError
from engine.machine import BytesProgress
from workbench.cli.command_error import UsageError
from workbench.cli.engine_preparation import prepare_engine
from workbench.cli.output import check_format, count, print_json, print_note, print_table
from workbench.cli.progress_line import result_with_line
from workbench.cli.reading_settings import chosen_corpus
from workbench.cli.tokenizer_argument import load_tokenizer
from workbench.cli.vocabulary_superwords import list_superwords
from workbench.cli.vocabulary_tokens import encode_at_merge, find_tokens, show_token
from workbench.numbers import byte_size
from workbench.table_text import TableFormat, table_text
from workbench.visible_text import visible

_REASONS = ("never-merged", "cut", "not-normalized", "special-text")
_LONGEST_SHOWN = 80


def vocabulary_command(arguments: Namespace) -> int:
    """Print the report, one section after another; with PATHs also how often tokens are used.

    Options ask for single tokens instead.
    """
    check_format(arguments)
    tokenizer = load_tokenizer(arguments.tokenizer, arguments.db, arguments.pattern)
    if (how := _instead_of_report(arguments)) is not None:
        return how(arguments, tokenizer)
    corpus = chosen_corpus(arguments) if arguments.paths else None
    prepare_engine()
    report = vocabulary_report(tokenizer)
    problems: list[str] = []
    if corpus is not None:
        report = report.with_usage(_measured(tokenizer, corpus), " ".join(arguments.paths))
        problems = corpus.problem_sentences
    for problem in problems:
        print_note(problem)
    sections = report_sections(report)
    if arguments.json:
        print_json(_document(arguments.tokenizer, tokenizer, report, sections, problems))
    elif arguments.format == "table":
        _print(tokenizer, sections)
    else:
        rows = [row for section in sections for row in _table_rows(tokenizer, section)]
        headers = ("section", "what", "count", "share")
        how = cast(TableFormat, arguments.format)
        sys.stdout.write(table_text(headers, rows, how, n_words=2))
    return 0


def _instead_of_report(arguments: Namespace) -> Callable[[Namespace, Tokenizer], int] | None:
    """What the options ask for instead of the report. Raises UsageError for several things."""
    asked = {
        "--find": arguments.find is not None and find_tokens,
        "--token": arguments.token is not None and _show_token,
        "--at-merge": arguments.at_merge is not None and encode_at_merge,
        "--superwords": arguments.superwords and list_superwords,
    }
    names = [name for name, how in asked.items() if how]
    if len(names) > 1:
        raise UsageError(f"{' and '.join(names)} exclude each other.")
    if arguments.contexts and names != ["--token"]:
        raise UsageError("--contexts needs --token, which says what to look for.")
    if arguments.text is not None and names != ["--at-merge"]:
        raise UsageError("--text needs --at-merge, which says how many merges to apply.")
    if names and arguments.paths:
        raise UsageError(f"{names[0]} takes no PATH; uses are counted in the report alone.")
    return asked[names[0]] or None if names else None


def _show_token(arguments: Namespace, tokenizer: Tokenizer) -> int:
    arguments.paths = arguments.contexts
    return show_token(arguments, tokenizer, chosen_corpus(arguments) if arguments.paths else None)


def _measured(tokenizer: Tokenizer, corpus: Corpus) -> TokenUsage:
    """The uses in the corpus, with progress on standard error. Raises CorpusError for no text."""
    usage = result_with_line(usage_steps(tokenizer, corpus), _progress_text)
    if not usage.tokens:
        problems = " ".join(corpus.problem_sentences)
        raise CorpusError(f"The corpus holds no text. {problems}".strip())
    return usage


def _progress_text(progress: BytesProgress) -> str:
    share = progress.share or 0.0
    return (
        f"Encode {share:4.0%}  {byte_size(progress.bytes_done)} of "
        f"{byte_size(progress.bytes_total)}"
    )


def _print(tokenizer: Tokenizer, sections: Sequence[ReportSection]) -> None:
    for number, section in enumerate(sections):
        if number:
            print()
        rows = [row[1:] for row in _table_rows(tokenizer, section)]
        print_table((section.title, section.unit, "share"), rows)


def _table_rows(tokenizer: Tokenizer, section: ReportSection) -> list[tuple[str, ...]]:
    return [
        (
            section.title,
            _title(tokenizer, row),
            count(row.count),
            "" if row.token_id is not None else f"{row.share:.2%}",
        )
        for row in section.rows
    ]


def _title(tokenizer: Tokenizer, row: ReportRow) -> str:
    if row.token_id is None:
        return row.title
    shown = visible(tokenizer.vocabulary[row.token_id])
    shown = shown if len(shown) <= _LONGEST_SHOWN else f"{shown[:_LONGEST_SHOWN]}…"
    return f"{row.token_id}  {shown}"


def _document(
    name: str,
    tokenizer: Tokenizer,
    report: VocabularyReport,
    sections: Sequence[ReportSection],
    problems: list[str],
) -> dict[str, Any]:
    return {
        "tokenizer": name,
        "vocab_size": tokenizer.vocab_size,
        "semantic_hash": tokenizer.semantic_hash,
        "sections": [
            {
                "section": section.key,
                "title": section.title,
                "explanation": section.explanation,
                "unit": section.unit,
                "rows": [_row(tokenizer, row) for row in section.rows],
            }
            for section in sections
        ],
        "usage": None if report.usage is None else _usage(report.usage),
        "unreachable": [
            {"reason": reason, **_token(tokenizer, token_id)}
            for reason in _REASONS
            for token_id in _ids(report, reason)
        ],
        "inside_one": _inside_one(tokenizer, report),
        "problems": problems,
    }


def _row(tokenizer: Tokenizer, row: ReportRow) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "condition": row.condition,
        "title": row.title,
        "count": row.count,
        "share": row.share,
    }
    return fields if row.token_id is None else fields | _token(tokenizer, row.token_id)


def _token(tokenizer: Tokenizer, token_id: int) -> dict[str, Any]:
    """A token as JSON can hold it: the text with U+FFFD, and the bytes in hexadecimal digits."""
    data = tokenizer.vocabulary[token_id]
    return {"id": token_id, "text": data.decode("utf-8", "replace"), "hex": data.hex()}


def _usage(usage: TokenUsage) -> dict[str, Any]:
    return {
        "documents": usage.documents,
        "bytes": usage.bytes,
        "tokens": usage.tokens,
        "different_tokens": int(np.count_nonzero(usage.counts)),
        "covering": {str(share): len(usage.covering(share)) for share in COVERAGE_SHARES},
    }


def _inside_one(tokenizer: Tokenizer, report: VocabularyReport) -> list[dict[str, Any]]:
    if report.lineage is None:
        return []
    lineage = report.lineage
    return [
        {
            **_token(tokenizer, token_id),
            "inside": int(lineage.inside[token_id]),
            "share": float(lineage.inside_share[token_id]),
        }
        for token_id in _ids(report, "inside-one")
    ]


def _ids(report: VocabularyReport, name: str) -> list[int]:
    members = report.named(name)
    return [] if members is None else np.flatnonzero(members).tolist()
