"""`evaluate`: compression per label, beside baselines."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine import CorpusError, Evaluation, LabelEvaluation, evaluate
from workbench.commands.command_error import CommandError
from workbench.commands.engine_preparation import prepare_engine
from workbench.commands.language_table import known_language
from workbench.commands.output import (
    count,
    decimal,
    difference,
    finite,
    print_json,
    print_note,
    print_table,
)
from workbench.commands.reading_settings import chosen_corpus
from workbench.commands.tokenizer_argument import load_tokenizer
from workbench.languages import is_spaced


@dataclass(frozen=True, slots=True)
class _Measured:
    """One tokenizer's evaluation under the name that the command line gave it."""

    name: str
    evaluation: Evaluation

    @property
    def rows(self) -> tuple[LabelEvaluation, ...]:
        return (*self.evaluation.rows, self.evaluation.total)


def evaluate_command(arguments: Namespace) -> int:
    """Measure the tokenizer and its baselines on the same corpus and print them side by side."""
    names = (arguments.tokenizer, *arguments.baseline)
    # The pattern is for the tokenizer itself; baselines hold theirs, or are known ones.
    tokenizers = [load_tokenizer(arguments.tokenizer, arguments.db, arguments.pattern)]
    tokenizers += [load_tokenizer(name, arguments.db) for name in arguments.baseline]
    corpus = chosen_corpus(arguments)
    prepare_engine()
    measured = [
        _Measured(name, evaluate(tokenizer, corpus))
        for name, tokenizer in zip(names, tokenizers, strict=True)
    ]
    problems = corpus.problem_sentences
    if not measured[0].evaluation.total.bytes:
        listed = " ".join(problems)
        raise CorpusError(f"The corpus holds no text. {listed}".strip())
    for problem in problems:
        print_note(problem)
    if arguments.json:
        print_json(_document(measured, problems))
    else:
        _print(measured)
    return _lossless(measured)


def _lossless(measured: Sequence[_Measured]) -> int:
    for each in measured:
        lossy = [row.label for row in each.evaluation.rows if not row.round_trips]
        if lossy:
            raise CommandError(
                f"{each.name} does not give the text back after encoding: {', '.join(lossy)}."
            )
    return 0


def _print(measured: Sequence[_Measured]) -> None:
    headers = ["label", "language", "bytes", "tokens", "bytes/token", "tokens/word"]
    for baseline in measured[1:]:
        headers += [_short(baseline.name), "difference"]
    rows = []
    for index, row in enumerate(measured[0].rows):
        cells = [
            row.label,
            known_language(row.label) or "",
            count(row.bytes),
            count(row.tokens),
            decimal(row.bytes_per_token),
            decimal(_tokens_per_word(measured[0], row)),
        ]
        for baseline in measured[1:]:
            other = baseline.rows[index]
            cells += [count(other.tokens), difference(_more_tokens(row, other))]
        rows.append(cells)
    print_table(headers, rows, n_words=2)
    if len(measured) > 1:
        print("\nDifference: tokens against the baseline's on the same text; less is better.")


def _document(measured: Sequence[_Measured], problems: list[str]) -> dict[str, Any]:
    main = measured[0]
    return {
        "tokenizer": main.name,
        "labels": [_row(main, row) for row in main.evaluation.rows],
        "total": _row(main, main.evaluation.total),
        "baselines": [
            {
                "tokenizer": baseline.name,
                "labels": _compared(main, baseline)[:-1],
                "total": _compared(main, baseline)[-1],
            }
            for baseline in measured[1:]
        ],
        "round_trips": all(each.evaluation.total.round_trips for each in measured),
        "problems": problems,
    }


def _compared(main: _Measured, baseline: _Measured) -> list[dict[str, Any]]:
    return [
        {**_row(baseline, other), "token_difference": finite(_more_tokens(row, other))}
        for row, other in zip(main.rows, baseline.rows, strict=True)
    ]


def _row(measured: _Measured, row: LabelEvaluation) -> dict[str, Any]:
    return {
        "label": row.label,
        "language": known_language(row.label),
        "documents": row.documents,
        "bytes": row.bytes,
        "characters": row.characters,
        "words": row.words,
        "tokens": row.tokens,
        "bytes_per_token": finite(row.bytes_per_token),
        "characters_per_token": finite(row.characters_per_token),
        "tokens_per_word": finite(_tokens_per_word(measured, row)),
        "round_trips": row.round_trips,
    }


def _tokens_per_word(measured: _Measured, row: LabelEvaluation) -> float | None:
    """None for languages written without spaces, and for a total that has one of them in it."""
    parts = measured.evaluation.rows if row is measured.evaluation.total else (row,)
    return row.tokens_per_word if all(is_spaced(part.label) for part in parts) else None


def _more_tokens(row: LabelEvaluation, other: LabelEvaluation) -> float | None:
    """Tokens more than the baseline's, as a share of its; negative is better."""
    return (row.tokens - other.tokens) / other.tokens if other.tokens else None


def _short(name: str) -> str:
    return name if len(name) <= 24 else "…" + name[-23:]
