"""`corpus`: read a corpus and report its sources, with every problem by file and position.

Takes a recipe and the reading options. Exit status 1 if a source cannot be read; the others are
reported all the same.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.corpus import CorpusProblem, size_on_disk
from engine.errors import CorpusError
from engine.machine import result_of
from workbench.cli.shared.errors import CommandError, with_option
from workbench.cli.shared.inputs import cap_remark, chosen_corpus, given_recipe
from workbench.cli.shared.options import PATHS_HELP, CommandParser, add_labels, add_reading_options
from workbench.cli.shared.output import (
    TerminalProgress,
    count,
    counted,
    known_language,
    print_json,
    print_note,
    print_table,
)
from workbench.text.numbers import byte_size
from workbench.work.recipe import Recipe

if TYPE_CHECKING:
    from engine.corpus import Corpus, Cuts, LookAlike, Source
    from engine.settings import TrainingConfig
    from engine.training import CountedCorpus

MOST_TOKENS = 6


def add_corpus_options(corpus: CommandParser) -> None:
    """Add the options of `corpus`."""
    corpus.add_argument("paths", metavar="PATH", nargs="*", help=PATHS_HELP)
    corpus.add_argument(
        "--recipe",
        metavar="FILE",
        type=Path,
        help="TOML file with paths, labels and reading options",
    )
    add_reading_options(corpus)
    add_labels(corpus)


@dataclass(slots=True)
class _Row:
    """What was read of one source. error: why its reading ended early, else empty.

    cuts: what max_document_chars left out. look_alikes: special tokens that stand in the text.
    """

    source: Source
    cuts: Cuts
    documents: int = 0
    bytes: int = 0
    characters: int = 0
    error: str = ""
    look_alikes: tuple[LookAlike, ...] = ()


def corpus_command(arguments: Namespace) -> int:
    """Read the whole corpus and report; a file that cannot be read does not hide the others."""
    recipe = given_recipe(arguments)
    corpus = chosen_corpus(arguments, recipe)
    rows = _read(corpus, _looked_for(recipe), arguments)
    if arguments.json:
        print_json(_document(corpus, rows))
    else:
        _print(corpus, rows)
    if remark := cap_remark(corpus, [row.bytes or bool(row.error) for row in rows]):
        print_note(remark)
    for row in rows:
        _note_separator(corpus, row)
    failed = [row for row in rows if row.error]
    if failed:
        for row in failed[:-1]:
            print_note(row.error)
        more = f" ({counted(len(failed), 'source')} failed)" if len(failed) > 1 else ""
        raise CommandError(f"{failed[-1].error}{more}")
    return 0


def _looked_for(recipe: Recipe) -> tuple[str, ...]:
    """The usual special tokens, and those of the recipe."""
    from engine.corpus import usual_tokens
    from engine.settings import SpecialTokenDesign

    design = recipe.settings.get("special_tokens")
    own = design.tokens if isinstance(design, SpecialTokenDesign) else ()
    return tuple(dict.fromkeys((*own, *usual_tokens())))


def _read(corpus: Corpus, special_tokens: tuple[str, ...], arguments: Namespace) -> list[_Row]:
    from engine.corpus import Cuts, LookAlikeCounter
    from engine.text import count_characters

    rows = [_Row(source, Cuts()) for source in corpus.sources]
    expected = max(1, corpus.expected_bytes)
    line = TerminalProgress(sys.stderr)
    left = corpus.max_chars
    done = 0
    for row in rows:
        counter = LookAlikeCounter(special_tokens)
        try:
            with closing(corpus.parts(row.source, max_chars=left, cuts=row.cuts)) as parts:
                for part in parts:
                    data = part.data
                    counter.add(part)
                    row.documents += part.begins
                    row.bytes += len(data)
                    row.characters += count_characters(data)
                    done += len(data)
                    line.show(partial(_progress_text, done, expected))
        except CorpusError as error:
            row.error = with_option(error, arguments)
        row.look_alikes = counter.finish()
        if left is not None:
            left -= row.characters
            if left <= 0:
                break
    line.clear()
    return rows


def _note_separator(corpus: Corpus, row: _Row) -> None:
    """Tell where documents are joined with a special token that nothing cuts."""
    from engine.corpus import has_records

    is_text = not any(map(has_records, row.source.paths))
    label, found = row.source.label, row.look_alikes
    remark = separator_remark(label, found, row.documents, is_text=is_text)
    if remark and not corpus.reading_of(row.source).cut_at:
        print_note(remark)


def _progress_text(done: int, expected: int) -> str:
    return f"Read {done / expected:4.0%}  {byte_size(done)}"


def _document(corpus: Corpus, rows: list[_Row]) -> dict[str, Any]:
    total = _total(rows)
    return {
        "sources": [_source_document(corpus, row, total) for row in rows],
        "files": sum(len(row.source.paths) for row in rows),
        "documents": total.documents,
        "bytes": total.bytes,
        "characters": total.characters,
        "max_chars": corpus.max_chars,
    }


def _source_document(corpus: Corpus, row: _Row, total: _Row) -> dict[str, Any]:
    return {
        "label": row.source.label,
        "language": known_language(row.source.label),
        "files": [{"path": str(path), "bytes": size_on_disk(path)} for path in row.source.paths],
        "documents": row.documents,
        "bytes": row.bytes,
        "characters": row.characters,
        "cut_documents": row.cuts.documents,
        "characters_left_out": row.cuts.characters,
        "look_alikes": look_alike_documents(row.look_alikes),
        "natural_share": _share(row, total),
        "reading": corpus.reading_of(row.source).flat(),
        "problems": [
            {
                "path": str(problem.path),
                "line": problem.line,
                "offset": problem.offset,
                "times": problem.times,
                "reason": problem.reason,
            }
            for problem in _problems(corpus, row.source)
        ],
        "error": row.error or None,
    }


def _print(corpus: Corpus, rows: list[_Row]) -> None:
    total = _total(rows)
    print_table(
        ("label", "language", "files", "documents", "bytes", "characters", "share", "problems"),
        [_cells(corpus, row, total) for row in rows] + [_total_cells(corpus, rows, total)],
        n_words=2,
    )
    if cut := [row for row in rows if row.cuts.documents]:
        print("\nTruncated at the maximum document length (max_document_chars):")
        for row in cut:
            print(f"  {_cut_words(row)}")
    if found := [row for row in rows if row.look_alikes]:
        print("\nSpecial tokens in the text, ordinary text unless parsing is chosen:")
        for row in found:
            print(f"  {look_alike_line(row.source.label, row.look_alikes)}")
    if sentences := corpus.problem_sentences:
        print("\nProblems (--json lists their positions):")
        for sentence in sentences:
            print(f"  {sentence}")


def _cut_words(row: _Row) -> str:
    n_all = row.characters + row.cuts.characters
    return (
        f"{row.source.label}: {row.cuts.documents:,} of {counted(row.documents, 'document')}; "
        f"{counted(row.cuts.characters, 'character')} skipped "
        f"({row.cuts.characters / n_all:.1%} of the text)"
    )


def _cells(corpus: Corpus, row: _Row, total: _Row) -> tuple[str, ...]:
    return (
        row.source.label,
        known_language(row.source.label) or "",
        count(len(row.source.paths)),
        count(row.documents),
        count(row.bytes),
        count(row.characters),
        f"{_share(row, total):.1%}",
        "failed" if row.error else _times(_problems(corpus, row.source)),
    )


def _total_cells(corpus: Corpus, rows: list[_Row], total: _Row) -> tuple[str, ...]:
    return (
        "all",
        "",
        count(sum(len(row.source.paths) for row in rows)),
        count(total.documents),
        count(total.bytes),
        count(total.characters),
        f"{_share(total, total):.1%}",
        _all_problems(corpus, rows),
    )


def _all_problems(corpus: Corpus, rows: list[_Row]) -> str:
    """Problems of all sources, and how many could not be read."""
    times, n_failed = _times(corpus.problems), sum(bool(row.error) for row in rows)
    return f"{times}, {n_failed} failed" if n_failed else times


def _times(problems: list[CorpusProblem]) -> str:
    return count(sum(problem.times for problem in problems))


def _problems(corpus: Corpus, source: Source) -> list[CorpusProblem]:
    paths = set(source.paths)
    return [problem for problem in corpus.problems if problem.path in paths]


def _total(rows: list[_Row]) -> _Row:
    from engine.corpus import Cuts, Source

    return _Row(
        Source("all"),
        Cuts(),
        sum(row.documents for row in rows),
        sum(row.bytes for row in rows),
        sum(row.characters for row in rows),
    )


def _share(row: _Row, total: _Row) -> float:
    return row.bytes / total.bytes if total.bytes else 0.0


def look_alike_documents(found: Iterable[LookAlike]) -> list[dict[str, Any]]:
    """As `corpus --json` has them."""
    return [
        {
            "token": each.token,
            "times": each.times,
            "documents": each.documents,
            "first": {"document": each.document, "offset": each.offset},
        }
        for each in found
    ]


def look_alike_line(label: str, found: Sequence[LookAlike]) -> str:
    """One source in a line: its tokens, the most frequent first, and where the first one is."""
    shown = _tokens_and_times(found)
    more = f" and {len(found) - MOST_TOKENS} more" if len(found) > MOST_TOKENS else ""
    first = found[0]
    return (
        f"{label}: {shown}{more} (first {first.token} in document {first.document:,}, byte "
        f"{first.offset:,})"
    )


def separator_remark(
    label: str, found: Sequence[LookAlike], documents: int, *, is_text: bool
) -> str | None:
    """How to cut the documents of a source that are joined with a special token."""
    from engine.corpus import likely_separator

    token = likely_separator(found, documents)
    if token is None:
        return None
    option = f"--document-separator '{token}'" if is_text else "train --special-text cut"
    return (
        f"{label}: its documents seem to be joined with {token}, {found_times(found, token):,} "
        f"times in {counted(documents, 'document')}; {option} splits them there."
    )


def found_times(found: Iterable[LookAlike], token: str) -> int:
    return sum(each.times for each in found if each.token == token)


def training_remarks(corpus: CountedCorpus, config: TrainingConfig) -> list[str]:
    """Sentences on the special tokens of a training in the beginning of each of its sources.

    The beginnings are those that were evaluated, so that nothing is read again.
    """
    from engine.corpus import look_alikes_in
    from engine.text import utf8_of
    from workbench.work.runs.recording import EVALUATED_CHARACTERS

    beginnings = result_of(corpus.beginnings(EVALUATED_CHARACTERS))
    remarks = []
    for source in beginnings.sources:
        found = look_alikes_in(map(utf8_of, source.texts or ()), config.all_special_tokens)
        if not found:
            continue
        does = (
            "documents were split there and the tokens removed"
            if config.cut_at
            else "they were ordinary training text; --special-text cut removes them"
        )
        shown = _tokens_and_times(found)
        remarks.append(
            f"{source.label}: special tokens are in the text, {shown} in its first "
            f"{EVALUATED_CHARACTERS:,} characters; {does}."
        )
    return remarks


def _tokens_and_times(found: Sequence[LookAlike]) -> str:
    """The most frequent tokens, each with how often it stands in the text."""
    return ", ".join(f"{each.token} {counted(each.times, 'time')}" for each in found[:MOST_TOKENS])
