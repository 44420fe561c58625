"""`superwords`: tokens that superwords save per label, and how evenly both vocabularies are used.

--plain names the tokenizer to compare with, --train-plain trains it.
"""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import CorpusError
from engine.machine import Progress
from workbench.cli.shared.errors import CommandError, UsageError
from workbench.cli.shared.inputs import (
    chosen_corpus,
    load_tokenizer,
    open_existing_store,
    training_text,
)
from workbench.cli.shared.options import CommandParser, add_format, add_reading_options
from workbench.cli.shared.output import (
    check_format,
    finite,
    prepare_engine,
    print_json,
    print_note,
    print_rows,
    print_table,
    result_with_line,
)
from workbench.store import RunRecord
from workbench.text.numbers import byte_size

if TYPE_CHECKING:
    from engine.analysis import SavedTokens, SuperwordComparison, TokenDistribution
    from engine.corpus import Corpus
    from engine.encoding import Tokenizer
    from workbench.store import RunStore

_HEADS = (
    "label", "saved", "tokens", "plain tokens", "bytes/token", "plain", "multi-word",
)  # fmt: skip


def add_superwords_options(superwords: CommandParser) -> None:
    """Add the options of `superwords`."""
    option = superwords.add_argument
    option(
        "tokenizer",
        metavar="TOKENIZER",
        help="a run with superwords by id or name, a tokenizer file or a directory",
    )
    option(
        "paths",
        metavar="PATH",
        nargs="*",
        help="texts to encode by both; without them the text that the run was trained on",
    )
    option(
        "--plain",
        metavar="TOKENIZER",
        help="the tokenizer without superwords; by default the run of the same text, size and "
        "settings",
    )
    option(
        "--train-plain",
        action="store_true",
        help="train that run if there is none yet, on the text of the run with superwords",
    )
    add_format(superwords)
    add_reading_options(superwords)


def superwords_command(arguments: Namespace) -> int:
    """Encode the same texts by both and print what superwords save."""
    check_format(arguments)
    if arguments.plain is not None and arguments.train_plain:
        raise UsageError("--plain and --train-plain exclude each other.")
    tokenizer = load_tokenizer(arguments.tokenizer, arguments.db)
    record = _record(arguments)
    if arguments.paths:
        corpus = chosen_corpus(arguments)
    else:
        corpus = _text_of(record, arguments.tokenizer)
    name, plain = _plain(arguments, record)
    prepare_engine(quiet=arguments.json)
    found = _compared(tokenizer, plain, corpus)
    if not found.total.bytes:
        raise CorpusError(f"The texts are empty. {' '.join(corpus.problem_sentences)}".strip())
    for sentence in (*corpus.problem_sentences, *_remarks(tokenizer, found)):
        print_note(sentence)
    if arguments.json:
        print_json(_document(arguments.tokenizer, name, found))
        return 0
    rows = [_cells(each) for each in (*found.rows, found.total)]
    print_rows(_HEADS, rows, arguments.format)
    if arguments.format == "table":
        print()
        print_table(*_distribution_table(found))
    return 0


def _record(arguments: Namespace) -> RunRecord | None:
    """The run that TOKENIZER names; None for a file."""
    if Path(arguments.tokenizer).exists():
        return None
    try:
        with open_existing_store(arguments.db) as store:
            return store.run(arguments.tokenizer)
    except CommandError:
        return None


def _text_of(record: RunRecord | None, name: str) -> Corpus:
    """The text that a run was trained on. Raises where it is not there as it was."""
    if record is None:
        raise UsageError(f"{name} is no run whose text is known; give PATH, the texts to encode.")
    return training_text(record, name)


def _plain(arguments: Namespace, record: RunRecord | None) -> tuple[str, Tokenizer]:
    """The tokenizer without superwords: the one named, found, or trained now."""
    from workbench.work.runs.comparison import find_plain

    if arguments.plain is not None:
        return arguments.plain, load_tokenizer(arguments.plain, arguments.db)
    if record is None:
        raise UsageError(f"{arguments.tokenizer} is no run; say --plain, what to compare it with.")
    if record.config.superwords is None:
        raise CommandError(
            f"{record.summary.name} has no superwords; train with --superwords-from, or say "
            "--plain, what to compare it with."
        )
    with open_existing_store(arguments.db) as store:
        found = find_plain(store, record)
        if found is not None:
            return found.name, store.tokenizer(found.run_id)
        if not arguments.train_plain:
            raise CommandError(
                f"There is no run of the same text, size and settings as {record.summary.name} "
                "without superwords; say --train-plain to train it, or --plain TOKENIZER."
            )
        return _trained(store, record, quiet=arguments.json)


def _trained(store: RunStore, record: RunRecord, *, quiet: bool) -> tuple[str, Tokenizer]:
    from engine.counting import CountsCache
    from engine.training import CountedCorpus
    from workbench.cli.shared.recorded_training import record_with_progress
    from workbench.work.runs.comparison import plain_config, plain_name

    corpus = _text_of(record, record.summary.name)
    counted = CountedCorpus(corpus, cache=CountsCache())
    name = plain_name(record.summary.name)
    recorded = record_with_progress(
        store, counted, plain_config(record.config), name=name, quiet=quiet, mixture=record.mixture
    )
    return name, recorded.tokenizer


def _compared(tokenizer: Tokenizer, plain: Tokenizer, corpus: Corpus) -> SuperwordComparison:
    from engine.analysis import comparison_steps

    return result_with_line(comparison_steps(tokenizer, plain, corpus), _progress_text)


def _progress_text(progress: Progress) -> str:
    share = progress.fraction or 0.0
    return f"Encode by both {share:4.0%}  {byte_size(progress.done)}"


def _remarks(tokenizer: Tokenizer, found: SuperwordComparison) -> list[str]:
    remarks = []
    if not found.total.several_words:
        remarks.append("No token of these texts is a multi-word token.")
    ours, plain = found.sizes
    if ours != plain:
        remarks.append(
            f"The sizes differ, {ours:,} and {plain:,} ids: superwords alone do not explain it."
        )
    if tokenizer.superwords is None and tokenizer.training is not None:
        remarks.append("The first tokenizer was trained without superwords.")
    return remarks


def _cells(each: SavedTokens) -> tuple[str, ...]:
    return (
        each.label, f"{each.saved:.2%}", f"{each.tokens:,}", f"{each.plain_tokens:,}",
        f"{each.bytes_per_token:.3f}", f"{each.plain_bytes_per_token:.3f}",
        f"{each.several_words_share:.1%}",
    )  # fmt: skip


def _distribution_table(
    found: SuperwordComparison,
) -> tuple[tuple[str, str, str], list[tuple[str, str, str]]]:
    from engine.analysis import HYPER

    both = (found.distribution, found.plain_distribution)

    def row(words: str, *values: str) -> tuple[str, str, str]:
        return (words, values[0], values[1])

    rows = [
        row("entropy, bits per token", *(_decimal(each.entropy) for each in both)),
        row("entropy, share of even", *(_decimal(each.efficiency) for each in both)),
        row("Rényi efficiency", *(_decimal(each.renyi_efficiency) for each in both)),
        row(f"ids used {HYPER}x as often as even", *(f"{each.n_frequent:,}" for each in both)),
        row("  share of the tokens", *(f"{each.frequent_share:.2%}" for each in both)),
        row(f"ids used at most 1/{HYPER} of even", *(f"{each.n_rare:,}" for each in both)),
        row("  share of the ids", *(f"{each.rare_share:.2%}" for each in both)),
    ]
    return ("use of the tokens", "superwords", "plain"), rows


def _decimal(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"


def _document(name: str, plain: str, found: SuperwordComparison) -> dict[str, Any]:
    return {
        "tokenizer": name,
        "plain": plain,
        "documents": found.documents,
        "total": _saved(found.total),
        "labels": [_saved(each) for each in found.rows],
        "distribution": {
            "superwords": _distribution(found.distribution),
            "plain": _distribution(found.plain_distribution),
        },
    }


def _saved(each: SavedTokens) -> dict[str, Any]:
    return {
        "label": each.label,
        "saved": each.saved,
        "bytes": each.bytes,
        "tokens": each.tokens,
        "plain_tokens": each.plain_tokens,
        "bytes_per_token": each.bytes_per_token,
        "plain_bytes_per_token": each.plain_bytes_per_token,
        "several_words": each.several_words,
        "several_words_share": each.several_words_share,
    }


def _distribution(each: TokenDistribution) -> dict[str, Any]:
    ranks, shares = each.curve()
    return {
        "vocab_size": each.vocab_size,
        "used_ids": len(each.counts),
        "tokens": each.tokens,
        "entropy": finite(each.entropy),
        "efficiency": finite(each.efficiency),
        "renyi_efficiency": finite(each.renyi_efficiency),
        "hyper_frequent_ids": each.n_frequent,
        "hyper_frequent_share": each.frequent_share,
        "hyper_rare_ids": each.n_rare,
        "hyper_rare_share": each.rare_share,
        "rank_frequency": [
            {"rank": int(rank), "share": share}
            for rank, share in zip(ranks.tolist(), shares.tolist(), strict=True)
        ],
    }
