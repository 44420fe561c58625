"""`vocabulary --superwords`: the tokens of several words, and where the training text uses them."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import Any, cast

from engine.analysis import Superword, SuperwordReport, SuperwordShare, superword_report
from engine.encoding import Tokenizer
from workbench.cli.output import print_json, print_table
from workbench.table_text import TableFormat, table_text
from workbench.visible_text import visible

_LONGEST = 48
_HEADS = ("superword", "id", "words", "bytes", "parts", "count", "applied")
_SHARE_HEADS = ("label", "tokens", "several words", "stage two")


def list_superwords(arguments: Namespace, tokenizer: Tokenizer) -> int:
    """Print every superword, those that saved the most tokens first, and their shares by label."""
    report = superword_report(tokenizer)
    rows = sorted(report.rows, key=lambda row: (-(row.applied or 0), row.token_id))
    if arguments.json:
        print_json(_document(arguments.tokenizer, report, rows))
        return 0
    how = arguments.format
    cells = [_cells(report, row, shorten=how == "table") for row in rows]
    if how == "table":
        print_table(_HEADS, cells)
        _print_sums(report)
    else:
        sys.stdout.write(table_text(_HEADS, cells, cast(TableFormat, how), n_words=1))
    return 0


def _print_sums(report: SuperwordReport) -> None:
    n_ids = len(report.words)
    if not len(report.ids):
        print("(no token holds more than one word)")
        return
    by_words = ", ".join(f"{n:,} of {words}" for words, n in report.by_words().items())
    print(
        f"\n{len(report.ids):,} superwords, {len(report.ids) / n_ids:.1%} of {n_ids:,} ids; words "
        f"between spaces: {by_words}."
    )
    if report.n_first is not None:
        print(f"Stage one made {report.n_first:,} merges.")
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


def _document(name: str, report: SuperwordReport, rows: list[Superword]) -> dict[str, Any]:
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
