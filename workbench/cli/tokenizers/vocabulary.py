"""`vocabulary`: report the kinds of tokens, their uses, and unused and unreachable tokens.

--superwords lists multi-word tokens; single tokens are in vocabulary_tokens. Exit status 2 for
options that exclude each other.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from engine.machine import Progress
from workbench.cli.shared.errors import UsageError
from workbench.cli.shared.inputs import (
    chosen_corpus,
    load_any_tokenizer,
    load_tokenizer,
    note_library,
)
from workbench.cli.shared.options import (
    CommandParser,
    add_format,
    add_reading_options,
    add_tokenizer,
)
from workbench.cli.shared.output import (
    check_format,
    count,
    counted,
    prepare_engine,
    print_json,
    print_note,
    print_rows,
    print_table,
    result_with_line,
)
from workbench.cli.tokenizers.vocabulary_tokens import encode_at_merge, find_tokens, show_token
from workbench.text.numbers import byte_size
from workbench.text.visible_text import visible

if TYPE_CHECKING:
    from engine.analysis import (
        ReportRow,
        ReportSection,
        Superword,
        SuperwordReport,
        SuperwordShare,
        TokenUsage,
        VocabularyReport,
    )
    from engine.corpus import Corpus
    from engine.encoding import Tokenizer
    from engine.library import AnyTokenizer

_REASONS = ("never-merged", "cut", "not-normalized", "special-text")
_LONGEST_SHOWN = 80
_LONGEST = 48
_HEADS = ("superword", "id", "words", "bytes", "parts", "count", "applied")
_SHARE_HEADS = ("label", "tokens", "multi-word", "stage two")


def add_vocabulary_options(vocabulary: CommandParser) -> None:
    """Add the options of `vocabulary`."""
    add_tokenizer(vocabulary)
    vocabulary.add_argument(
        "paths",
        metavar="PATH",
        nargs="*",
        help="files, directories, globs on which uses are counted, for the report and for --find; "
        "without them a run tells the uses in its training corpus",
    )
    instead = vocabulary.add_argument_group("single tokens instead of the report")
    instead.add_argument(
        "--find",
        metavar="FILTER",
        help="the tokens that a filter leaves, in the words of the window's filter: the, Ġworld "
        "(GPT-2's notation of ' world'), '/^ ?un/', 'hex:e2 96', 'length:>8 is:space', "
        "script:Cyrillic, rank:0..99. Numbers: length, chars, words, id, rank, from; of a "
        "tokenizer that was trained here also count, applied; with a PATH or of a run uses; "
        "with a PATH covers:50. is: and not: take `unreachable, never-merged, cut, "
        "not-normalized, special-text, special, unused, byte, merge, extra, space, digits, "
        "white-space, punctuation, partial, crossing, twin, space-twin, case-twin, superword, "
        "mixed`; of a tokenizer that was trained here also dead, inside-one, picky; with a "
        "PATH or of a run unused-in-corpus",
    )
    instead.add_argument(
        "--token",
        metavar="ID|TEXT",
        help="all that is known of one token: its merge, what was merged from it, twins, uses; "
        "TEXT also in the notations of --find: Ġworld, ·world, hex:e2 96, in quotes itself",
    )
    instead.add_argument(
        "--contexts",
        metavar="PATH",
        action="append",
        help="with --token: where it occurs as a token in files or directories; can be repeated",
    )
    instead.add_argument(
        "--at-merge", metavar="K", type=int, help="a text as encoded after the first K merges"
    )
    instead.add_argument(
        "--text", metavar="TEXT", help="the text of --at-merge; by default standard input"
    )
    instead.add_argument(
        "--superwords",
        action="store_true",
        help="all multi-word tokens with their parts and the tokens each saved in the training, "
        "and their share of the training text by label",
    )
    add_format(vocabulary)
    add_reading_options(vocabulary)


def vocabulary_command(arguments: Namespace) -> int:
    """Print the report, one section after another; with PATHs also how often tokens are used.

    Options ask for single tokens instead.
    """
    from engine.analysis import report_sections, vocabulary_report

    check_format(arguments)
    if (how := _instead_of_report(arguments)) is not None:
        exact = load_tokenizer(arguments.tokenizer, arguments.db, arguments.pattern)
        return how(arguments, exact)
    tokenizer = load_any_tokenizer(arguments.tokenizer, arguments.db, arguments.pattern)
    note_library(arguments.tokenizer, tokenizer)
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
        print_rows(("section", "what", "count", "share"), rows, arguments.format, n_words=2)
    return 0


def _instead_of_report(arguments: Namespace) -> Callable[[Namespace, Tokenizer], int] | None:
    """What the options ask for instead of the report. Raises UsageError for several things."""
    asked = {
        "--find": arguments.find is not None and _find,
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
    if names and names != ["--find"] and arguments.paths:
        raise UsageError(f"{names[0]} takes no PATH; the report and --find count uses in one.")
    return asked[names[0]] or None if names else None


def _find(arguments: Namespace, tokenizer: Tokenizer) -> int:
    corpus = chosen_corpus(arguments) if arguments.paths else None
    prepare_engine()
    usage = None if corpus is None else _measured(tokenizer, corpus)
    for problem in () if corpus is None else corpus.problem_sentences:
        print_note(problem)
    return find_tokens(arguments, tokenizer, usage)


def _show_token(arguments: Namespace, tokenizer: Tokenizer) -> int:
    arguments.paths = arguments.contexts
    return show_token(arguments, tokenizer, chosen_corpus(arguments) if arguments.paths else None)


def _measured(tokenizer: AnyTokenizer, corpus: Corpus) -> TokenUsage:
    """The uses in the corpus, with progress on standard error. Raises CorpusError for no text."""
    from engine.analysis import usage_steps

    usage = result_with_line(usage_steps(tokenizer, corpus), _progress_text)
    if not usage.tokens:
        from engine.corpus import without_text

        raise without_text(corpus.problem_sentences)
    return usage


def _progress_text(progress: Progress) -> str:
    share = progress.fraction or 0.0
    return f"Encode {share:4.0%}  {byte_size(progress.done)} of {byte_size(progress.total)}"


def _print(tokenizer: AnyTokenizer, sections: Sequence[ReportSection]) -> None:
    for number, section in enumerate(sections):
        if number:
            print()
        rows = [row[1:] for row in _table_rows(tokenizer, section)]
        print_table((section.title, section.unit, "share"), rows)


def _table_rows(tokenizer: AnyTokenizer, section: ReportSection) -> list[tuple[str, ...]]:
    return [
        (
            section.title,
            _title(tokenizer, row),
            count(row.count),
            "" if row.token_id is not None else f"{row.share:.2%}",
        )
        for row in section.rows
    ]


def _title(tokenizer: AnyTokenizer, row: ReportRow) -> str:
    if row.token_id is None:
        return row.title
    shown = visible(tokenizer.vocabulary[row.token_id])
    shown = shown if len(shown) <= _LONGEST_SHOWN else f"{shown[:_LONGEST_SHOWN]}…"
    return f"{row.token_id}  {shown}"


def _document(
    name: str,
    tokenizer: AnyTokenizer,
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


def _row(tokenizer: AnyTokenizer, row: ReportRow) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "condition": row.condition,
        "title": row.title,
        "count": row.count,
        "share": row.share,
    }
    return fields if row.token_id is None else fields | _token(tokenizer, row.token_id)


def _token(tokenizer: AnyTokenizer, token_id: int) -> dict[str, Any]:
    """A token as JSON can hold it: the text with U+FFFD, and the bytes in hexadecimal digits."""
    data = tokenizer.vocabulary[token_id]
    return {"id": token_id, "text": data.decode("utf-8", "replace"), "hex": data.hex()}


def _usage(usage: TokenUsage) -> dict[str, Any]:
    import numpy as np

    from engine.analysis import COVERAGE_SHARES

    return {
        "documents": usage.documents,
        "bytes": usage.bytes,
        "tokens": usage.tokens,
        "different_tokens": int(np.count_nonzero(usage.counts)),
        "covering": {str(share): len(usage.covering(share)) for share in COVERAGE_SHARES},
    }


def _inside_one(tokenizer: AnyTokenizer, report: VocabularyReport) -> list[dict[str, Any]]:
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
    import numpy as np

    members = report.named(name)
    return [] if members is None else np.flatnonzero(members).tolist()


def list_superwords(arguments: Namespace, tokenizer: Tokenizer) -> int:
    """Print every superword, those that saved the most tokens first, and their shares by label."""
    from engine.analysis import superword_report

    report = superword_report(tokenizer)
    rows = sorted(report.rows, key=lambda row: (-(row.applied or 0), row.token_id))
    if arguments.json:
        print_json(_superwords_document(arguments.tokenizer, report, rows))
        return 0
    is_table = arguments.format == "table"
    cells = [_cells(report, row, shorten=is_table) for row in rows]
    empty = (
        f"{arguments.tokenizer} has no superwords: each of its {report.tokenizer.vocab_size:,} ids "
        "is at most one word. `train --superwords-from 0.8` trains some."
    )
    print_rows(_HEADS, cells, arguments.format, empty=empty)
    if is_table and cells:
        _print_sums(report)
    return 0


def _print_sums(report: SuperwordReport) -> None:
    n_ids = len(report.words)
    by_words = ", ".join(f"{n:,} of {words}" for words, n in report.by_words().items())
    print(
        f"\n{counted(len(report.ids), 'superword')}, {len(report.ids) / n_ids:.1%} of {n_ids:,} "
        f"ids; words between spaces: {by_words}."
    )
    if report.n_first is not None:
        print(f"Stage one made {counted(report.n_first, 'merge')}.")
    if report.shares:
        print("\nTokens of the training text:")
        print_table(_SHARE_HEADS, [_share_cells(each) for each in report.shares])


def _cells(report: SuperwordReport, row: Superword, *, shorten: bool) -> tuple[str, ...]:
    vocabulary = report.tokenizer.vocabulary
    parts = "|".join(visible(vocabulary[part]) for part in row.parts)
    shown = visible(row.token)
    if shorten:
        shown, parts = _short(shown), _short(parts)
    numbers = (row.words, len(row.token))
    return (
        shown, str(row.token_id), *map(str, numbers), parts, _known(row.count), _known(row.applied)
    )  # fmt: skip


def _share_cells(each: SuperwordShare) -> tuple[str, ...]:
    made = each.stage_two_share
    return (
        each.label, f"{each.tokens:,}", f"{each.share:.2%}", "-" if made is None else f"{made:.2%}"
    )  # fmt: skip


def _known(number: int | None) -> str:
    return "-" if number is None else f"{number:,}"


def _short(words: str) -> str:
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"


def _superwords_document(
    name: str, report: SuperwordReport, rows: list[Superword]
) -> dict[str, Any]:
    tokenizer = report.tokenizer
    return {
        "tokenizer": name,
        "vocab_size": tokenizer.vocab_size,
        "first_merges": report.n_first,
        "count": len(rows),
        "by_words": {str(words): n for words, n in report.by_words().items()},
        "shares": [
            {
                "label": each.label,
                "tokens": each.tokens,
                "several_words": each.several_words,
                "share": each.share,
                "stage_two": each.stage_two,
                "stage_two_share": each.stage_two_share,
            }
            for each in report.shares
        ],
        "superwords": [
            {
                "id": row.token_id,
                "text": row.token.decode("utf-8", "replace"),
                "hex": row.token.hex(),
                "words": row.words,
                "runs": row.runs,
                "bytes": len(row.token),
                "parts": [
                    {"id": part, "hex": tokenizer.vocabulary[part].hex()} for part in row.parts
                ],
                "rank": row.rank,
                "count": row.count,
                "applied": row.applied,
            }
            for row in rows
        ],
    }
