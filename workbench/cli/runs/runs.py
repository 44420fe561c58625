"""`runs`: list, show, tag, note, rename, delete, restore, purge and export stored runs.

Exit status 1 for an unknown run, or if `purge` is declined.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterable
from dataclasses import asdict
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from engine.settings import OWN_TRAINER, ReadingOptions
from workbench.cli.shared.errors import UsageError
from workbench.cli.shared.inputs import note_shared_name, open_existing_store
from workbench.cli.shared.options import CommandParser, add_command, add_export_options, number
from workbench.cli.shared.output import (
    count,
    counted,
    decimal,
    finite,
    known_language,
    print_fact,
    print_json,
    print_table,
)
from workbench.cli.shared.training_report import (
    compression_words,
    mixed_bytes_per_token,
    mixture_document,
    mixture_words,
    print_language_table,
    training_evaluation,
)
from workbench.text.numbers import byte_size, duration
from workbench.text.visible_text import harmless, visible
from workbench.work.runs.search import FIELDS, RunSearch, search_problem
from workbench.work.training_settings import default_of, plain_values

if TYPE_CHECKING:
    from engine.settings import TrainingConfig
    from workbench.cli.shared.options import Commands
    from workbench.store import RunRecord, RunStore, RunSummary

FROM_INPUT = "-"


def add_runs_options(runs: CommandParser) -> None:
    """Add the options of `runs`."""
    runs.set_defaults(action="list", deleted=False, search=None)
    actions = runs.add_subparsers(dest="action", metavar="ACTION", parser_class=CommandParser)
    listing = add_command(actions, "list", "list the runs, newest first")
    listing.add_argument("--deleted", action="store_true", help="list the deleted runs")
    listing.add_argument(
        "--search",
        metavar="WORDS",
        help="only runs that fit: words of name, tags, note, pattern, status; tag:WORD, "
        "pattern:WORD, status:WORD look there alone; --search=-WORD excludes",
    )
    for name, summary in (
        ("show", "show a run with its settings, sources and timings"),
        ("delete", "delete a run; it can be restored"),
        ("restore", "take a deletion back"),
    ):
        add_command(actions, name, summary).add_argument("run", metavar="RUN", help="id or name")
    purge = add_command(
        actions, "purge", "permanently remove deleted runs and free their disk space"
    )
    purge.add_argument("--yes", action="store_true", help="do not ask")
    rename = add_command(actions, "rename", "give a run another name")
    rename.add_argument("run", metavar="RUN", help="id or name")
    rename.add_argument("name", metavar="NAME", help="the new name")
    _add_remarks(actions)
    export = add_command(actions, "export", "write files for another library")
    export.add_argument("run", metavar="RUN", help="id or name")
    export.add_argument(
        "--vocab-size", metavar="N", type=number, help="write the tokenizer of this smaller size"
    )
    add_export_options(export)


def _add_remarks(actions: Commands) -> None:
    tag = add_command(actions, "tag", "add tags to runs, or take them away")
    tag.add_argument("runs", metavar="RUN", nargs="+", help="ids or names")
    tag.add_argument(
        "--add",
        metavar="TAG",
        action="append",
        default=[],
        help="a tag to add, or several with commas; can be repeated",
    )
    tag.add_argument(
        "--remove", metavar="TAG", action="append", default=[], help="a tag to take away"
    )
    note = add_command(actions, "note", "write a note on a run, or print the one it has")
    note.add_argument("run", metavar="RUN", help="id or name")
    note.add_argument(
        "text", metavar="TEXT", nargs="?", help='the new note; "" takes it away, - reads it'
    )


def runs_command(arguments: Namespace) -> int:
    """Do what `arguments.action` says with the store."""
    from workbench.work.runs.checkpoints import remove_run_checkpoint

    with open_existing_store(arguments.db) as store:
        store.recognise_interrupted()
        match arguments.action:
            case None | "list":
                return _list(store, arguments)
            case "show":
                return _show(store, arguments)
            case "delete":
                run_id = store.delete(arguments.run)
                remove_run_checkpoint(store, run_id)
                return _done(arguments, run_id, "deleted")
            case "restore":
                return _done(arguments, store.restore(arguments.run), "restored")
            case "purge":
                return purge_runs(store, arguments)
            case "rename":
                return _rename(store, arguments)
            case "tag":
                return tag_runs(store, arguments)
            case "note":
                return note_run(store, arguments)
            case "export":
                from workbench.cli.tokenizers.export import export_run

                return export_run(store, arguments)
    raise UsageError(f"There is no action {arguments.action!r} for runs.")


def _list(store: RunStore, arguments: Namespace) -> int:
    search = _search(arguments.search or "")
    summaries = [run for run in store.list_runs(deleted=arguments.deleted) if search.finds(run)]
    if arguments.json:
        print_json({"runs": [summary_document(summary) for summary in summaries]})
    elif not summaries:
        nothing = "No deleted runs." if arguments.deleted else "No runs yet."
        if search.terms:
            every = "runs list --deleted" if arguments.deleted else "runs list"
            nothing = f"No run matches {arguments.search}; `{every}` shows all."
        print(nothing)
    else:
        headers: tuple[str, ...] = (
            "id",
            "name",
            "status",
            "pattern",
            "vocabulary",
            "text",
            "corpus bytes/token",
            "time",
        )
        rows: list[tuple[str, ...]] = [_cells(summary) for summary in summaries]
        if any(summary.trainer for summary in summaries):
            headers = (*headers[:3], "trainer", *headers[3:])
            trainers = [summary.trainer or OWN_TRAINER for summary in summaries]
            rows = [(*row[:3], each, *row[3:]) for row, each in zip(rows, trainers, strict=True)]
        if any(summary.tags for summary in summaries):
            headers = (*headers[:4], "tags", *headers[4:])
            tags = [", ".join(summary.tags) or "-" for summary in summaries]
            rows = [(*row[:4], tag, *row[4:]) for row, tag in zip(rows, tags, strict=True)]
        print_table(headers, rows, n_words=len(headers) - 4)
    return 0


def _search(words: str) -> RunSearch:
    problem = search_problem(words)
    if problem is not None and problem.field:
        known = ", ".join(f"{field}:" for field in FIELDS)
        raise UsageError(
            f'--search knows no "{problem.field}:"; there are {known}, and quotes around the '
            "whole word look for it everywhere."
        )
    if problem is not None:
        raise UsageError(f"--search {words}: a quote is open; close it or remove it.")
    return RunSearch.of(words)


def _cells(summary: RunSummary) -> tuple[str, ...]:
    return (
        summary.run_id,
        summary.name,
        summary.outcome,
        summary.pattern_name or "own",
        count(summary.vocab_size),
        "-" if summary.bytes is None else byte_size(summary.bytes),
        decimal(summary.bytes_per_token),
        "-" if summary.seconds_total is None else duration(summary.seconds_total),
    )


def _show(store: RunStore, arguments: Namespace) -> int:
    record = store.run(arguments.run)
    if arguments.json:
        print_json(run_document(record))
        return 0
    summary, config = record.summary, record.config
    facts = [
        ("run", f"{summary.run_id} ({summary.name})"),
        ("status", _status_words(summary)),
        ("created", f"{summary.created:%Y-%m-%d %H:%M:%S %Z}"),
        ("vocabulary", f"{count(summary.vocab_size)} ids, {counted(summary.n_merges, 'merge')}"),
        ("pattern", f"{summary.pattern_name or 'own'}: {summary.pattern}"),
        ("special tokens", ", ".join(config.special_tokens) or "none"),
        (
            "roles",
            ", ".join(f"{role} {token}" for role, token in (config.roles or {}).items()) or "-",
        ),
        *_trainer(record),
        *_limits(config),
        *([("tie-break", config.tie_break)] if config.trainer is None else []),
        ("normalization", config.normalization or "none"),
        ("reading", _reading_words(_general_reading(record), record.options.max_chars)),
        ("mixture", mixture_words(record.mixture)),
        ("hash", summary.semantic_hash or "-"),
        ("text", f"{counted(summary.documents, 'document')}, {counted(summary.bytes, 'byte')}"),
        ("compression", _compression(record)),
        ("tags", ", ".join(summary.tags) or "none"),
        ("notes", summary.notes or "none"),
    ]
    for word, fact in facts:
        print_fact(word, fact)
    for source in record.sources:
        if source.reading != ReadingOptions():
            reading = source.reading.filled(_general_reading(record))
            words = _reading_words(reading, reading.max_chars)
            print_fact("reading", f"{source.label}: {words}")
    for source in record.sources:
        for file in source.files:
            print_fact("file", f"{file.path} ({source.label})")
    if record.training is not None:
        print()
        tokenizer = store.tokenizer(arguments.run)
        evaluation = training_evaluation(store, summary.run_id)
        print_language_table(tokenizer, record.sources, evaluation)
    return 0


def _trainer(record: RunRecord) -> list[tuple[str, str]]:
    """What trained a run of another library, and what it took; nothing of our own."""
    trainer, library = record.config.trainer, record.library
    if trainer is None:
        return []
    options = ", ".join(f"{key} {trainer.option(key)}" for key in trainer.own_options)
    facts = [("trainer", trainer.name), ("options", options)]
    if library is None:
        return facts
    spent = ", ".join(f"{part} {duration(took)}" for part, took in library.seconds.items())
    peak = "-" if library.peak_bytes is None else byte_size(library.peak_bytes)
    return [
        *facts,
        ("library", library.library),
        ("made", f"{count(library.vocab_size)} ids, {byte_size(library.file_bytes)} of file"),
        ("time", spent),
        ("memory", peak),
        *(("note", each) for each in library.problems),
    ]


def _compression(record: RunRecord) -> str:
    if record.training is not None:
        return compression_words(record.training)
    rate = record.summary.bytes_per_token
    return "-" if rate is None else f"{rate:.2f} bytes per token at the beginning of each source"


_SAID = ("tie_break", "normalization", "min_frequency", "max_token_bytes", "token_limit")
"""Plain settings with words of their own."""


def _limits(config: TrainingConfig) -> list[tuple[str, str]]:
    """Settings that few runs have, those that are not the usual ones."""
    facts = []
    if config.reserved_slots:
        facts.append(("reserved slots", count(config.reserved_slots)))
    if config.min_frequency > 1:
        facts.append(("minimum count", count(config.min_frequency)))
    if config.max_token_bytes is not None:
        meaning = "" if config.token_limit == "inclusive" else ", as tokenizers reads it"
        facts.append(("longest token", f"{counted(config.max_token_bytes, 'byte')}{meaning}"))
    for key, value in plain_values(config).items():
        if key not in _SAID and value != default_of(key):
            facts.append((key.replace("_", " "), str(value)))
    if (rules := config.merge_rules) is not None:
        if rules.blocked:
            facts.append(("blocked tokens", ", ".join(map(visible, rules.blocked))))
        if rules.blocked_pattern is not None:
            facts.append(("blocked pattern", rules.blocked_pattern))
    if (pieces := config.pieces) is not None:
        facts.append(("pieces", f"coverage {pieces.coverage:g}, split {pieces.split}"))
    if (parity := config.parity) is not None:
        ratios = [f"{label} {ratio:g}" for label, ratio in parity.ratios.items()]
        facts.append(("parity", f"by {', '.join(parity.texts or ratios)}"))
    if config.superwords is not None:
        superwords = config.superwords
        facts.append(("superwords", f"from {superwords.start}, pattern {superwords.pattern}"))
    return facts


def _status_words(summary: RunSummary) -> str:
    if summary.outcome == "stopped":  # the reason begins with the word
        return summary.reason
    return f"{summary.status} {summary.reason}".strip()


def _general_reading(record: RunRecord) -> ReadingOptions:
    """How sources were read where they had no options of their own."""
    options = record.options
    return ReadingOptions(
        document_separator=options.document_separator,
        max_document_chars=options.max_document_chars,
        text_field=options.text_field,
        encoding_errors=options.encoding_errors,
    )


def _reading_words(reading: ReadingOptions, max_chars: int | None) -> str:
    """The options that are not the usual ones, in words. max_chars: where it all ended."""
    flat = {**reading.flat(), "max_chars": max_chars}
    usual = ReadingOptions().flat()
    words = [
        f"{option.replace('_', ' ')} {value!r}"
        for option, value in flat.items()
        if value != usual[option]
    ]
    return ", ".join(words) or "as usual"


def _done(arguments: Namespace, run_id: str, what: str) -> int:
    if arguments.json:
        print_json({"run_id": run_id, what: True})
    else:
        undo = f"; `runs restore {run_id}` takes it back" if what == "deleted" else ""
        print(f"{run_id} is {what}{undo}.")
    return 0


def _rename(store: RunStore, arguments: Namespace) -> int:
    run_id = store.resolve(arguments.run)
    store.rename(run_id, arguments.name)
    name = store.run(run_id).summary.name
    note_shared_name(store, run_id)
    if arguments.json:
        print_json({"run_id": run_id, "name": name})
    else:
        print(f"{run_id} is now called {harmless(name)}.")
    return 0


def summary_document(summary: RunSummary) -> dict[str, Any]:
    """One run of the list as JSON has it."""
    return {
        "run_id": summary.run_id,
        "name": summary.name,
        "status": summary.status,
        "reason": summary.reason,
        "created": summary.created.isoformat(),
        "deleted": summary.deleted.isoformat() if summary.deleted else None,
        "vocab_size": summary.vocab_size,
        "n_merges": summary.n_merges,
        "trainer": summary.trainer or OWN_TRAINER,
        "pattern_name": summary.pattern_name,
        "pattern": summary.pattern,
        "tie_break": summary.tie_break,
        "documents": summary.documents,
        "bytes": summary.bytes,
        "pretokens": summary.pretokens,
        "unique_pretokens": summary.unique_pretokens,
        "unmatched_bytes": summary.unmatched_bytes,
        "bytes_per_token": finite(summary.bytes_per_token),
        "seconds_total": summary.seconds_total,
        "semantic_hash": summary.semantic_hash,
        "tags": list(summary.tags),
        "notes": summary.notes,
    }


def run_document(record: RunRecord) -> dict[str, Any]:
    """A whole run as JSON has it, without the merges."""
    config, options, rules = record.config, record.options, record.config.merge_rules
    return {
        **summary_document(record.summary),
        "bytes_per_token_mixed": mixed_bytes_per_token(record.training),
        "special_tokens": list(config.special_tokens),
        "reserved_slots": config.reserved_slots,
        "roles": None if config.roles is None else dict(config.roles),
        **plain_values(config),
        "merge_rules": None if rules is None else rules.document(),
        "parity": None if config.parity is None else config.parity.document(),
        "pieces": None if config.pieces is None else config.pieces.document(),
        "max_document_chars": options.max_document_chars,
        "max_chars": options.max_chars,
        "document_separator": options.document_separator,
        "text_field": options.text_field,
        "encoding_errors": options.encoding_errors,
        "mixture": mixture_document(record),
        "engine_version": record.engine_version,
        "unicode_version": record.unicode_version,
        "seconds": {
            "count": record.seconds_count,
            "merge": record.seconds_merge,
            "total": record.seconds_total,
        },
        "sources": _sources(record),
        "trainer_options": _options(record),
        "library": None if record.library is None else asdict(record.library),
        "problems": _problems(record),
    }


def _options(record: RunRecord) -> dict[str, Any] | None:
    trainer = record.config.trainer
    if trainer is None:
        return None
    return {key: trainer.option(key) for key in trainer.own_options}


def _problems(record: RunRecord) -> list[str]:
    if record.library is not None:
        return list(record.library.problems)
    return list(record.training.problems) if record.training else []


def _sources(record: RunRecord) -> list[dict[str, Any]]:
    per_token = record.training.source_bytes_per_token().tolist() if record.training else []
    return [
        {
            "label": source.label,
            "language": known_language(source.label),
            "files": [
                {"path": file.path, "bytes": file.size_bytes, "sha256": file.sha256}
                for file in source.files
            ],
            "reading": source.reading.filled(_general_reading(record)).flat(),
            "documents": source.documents,
            "bytes": source.bytes,
            "characters": source.characters,
            "natural_bytes": source.natural_bytes,
            "share": source.share,
            "repetition": source.weight,
            "weight": source.weight_units,
            "bytes_per_token": finite(per_token[i]) if i < len(per_token) else None,
        }
        for i, source in enumerate(record.sources)
    ]


def separated(tags: Iterable[str]) -> list[str]:
    """Single tags of what was given: a comma separates them."""
    cleaned = (" ".join(tag.split()) for given in tags for tag in given.split(","))
    return [tag for tag in cleaned if tag]


def tag_runs(store: RunStore, arguments: Namespace) -> int:
    """Add tags to runs and take others away; nothing is changed unless all runs are there."""
    if not arguments.add and not arguments.remove:
        raise UsageError("runs tag needs --add TAG or --remove TAG.")
    added, removed = separated(arguments.add), separated(arguments.remove)
    if (arguments.add and not added) or (arguments.remove and not removed):
        raise UsageError("A tag is a word or more; an empty one can be neither added nor removed.")
    found = [store.run(run).summary for run in arguments.runs]
    changed = []
    for summary in found:
        kept = [tag for tag in summary.tags if tag not in removed]
        store.set_tags(summary.run_id, [*kept, *added])
        changed.append(store.run(summary.run_id).summary)
    if arguments.json:
        print_json({"runs": [{"run_id": run.run_id, "tags": run.tags} for run in changed]})
    else:
        for run in changed:
            print(harmless(f"{run.run_id} ({run.name}): {', '.join(run.tags) or 'no tags'}"))
    return 0


def note_run(store: RunStore, arguments: Namespace) -> int:
    """Write a run's note, or print it where none is given."""
    run_id = store.resolve(arguments.run)
    text = arguments.text
    if text is not None:
        store.set_notes(run_id, (sys.stdin.read() if text == FROM_INPUT else text).strip())
    note = store.run(run_id).summary.notes
    if arguments.json:
        print_json({"run_id": run_id, "note": note})
    elif text is None:
        print(note or "No note.")
    else:
        print(f"{run_id} has {'a new note' if note else 'no note now'}.")
    return 0


def purge_runs(store: RunStore, arguments: Namespace) -> int:
    """Remove the deleted runs, if a person or --yes says so; 1 where the answer is no."""
    n_deleted = len(store.list_runs(deleted=True))
    if n_deleted and not arguments.yes and not _is_agreed(n_deleted, store.deleted_bytes()):
        print("Nothing was removed.", file=sys.stderr)
        return 1
    before = store.size_on_disk()
    n_purged = store.purge_deleted(timedelta(0)) if n_deleted else 0
    given_back = max(0, before - store.size_on_disk())
    if arguments.json:
        print_json({"purged": n_purged, "bytes_given_back": given_back})
    elif n_purged:
        runs = counted(n_purged, "deleted run")
        print(f"Removed {runs}; {byte_size(given_back)} are free again.")
    else:
        print("No deleted runs.")
    return 0


def _is_agreed(n_deleted: int, n_bytes: int) -> bool:
    if not sys.stdin.isatty():
        raise UsageError(
            "runs purge asks before it permanently removes runs; add --yes to run it without a "
            "question."
        )
    runs = counted(n_deleted, "deleted run")
    sys.stderr.write(f"Remove {runs} ({byte_size(n_bytes)}) permanently? [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")
