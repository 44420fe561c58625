"""`loss`: make losses of models comparable, whatever their tokenizers.

Actions: table (bits per byte of losses per token), ngram (of n-gram models), scale (the factor
between two tokenizers) and token-bytes (bytes of every id, for training programs).
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from workbench.cli.shared.errors import UsageError
from workbench.cli.shared.inputs import check_paths, chosen_texts, load_any_tokenizer, note_library
from workbench.cli.shared.options import (
    PATHS_HELP,
    CommandParser,
    add_command,
    add_format,
    add_labels,
    add_reading_options,
    add_tokenizer,
    number,
    number_from,
    share,
)
from workbench.cli.shared.output import (
    EvaluationProgress,
    check_format,
    count,
    counted,
    decimal,
    finite,
    prepare_engine,
    print_json,
    print_note,
    print_rows,
    result_with_line,
    short_name,
)

if TYPE_CHECKING:
    from engine.evaluation import (
        LabelEvaluation,
        LossFigures,
        LossFile,
        LossReport,
        LossScale,
        NgramLoss,
        NgramRow,
        TokenScale,
    )
    from engine.library import AnyTokenizer
    from engine.machine import Progress
    from workbench.cli.shared.options import Commands

    Measured = Sequence[tuple[str, NgramLoss]]

_LOSSES_HELP = (
    "tables with one row per token, its id and its loss: CSV, TSV, JSON lines, JSON, parquet, "
    ".npz, or .npy with --ids; an empty loss means that the token has none"
)
Step = TypeVar("Step")
Result = TypeVar("Result")
Table = tuple[list[str], list[list[str]], int]
_PLACES = 4
_NAME_WIDTH = 24


def add_loss_options(loss: CommandParser) -> None:
    """Add the options of `loss`."""
    actions = loss.add_subparsers(
        dest="action", metavar="ACTION", required=True, parser_class=CommandParser
    )
    _add_table(actions)
    _add_ngram(actions)
    _add_scale(actions)
    _add_token_bytes(actions)


def _add_table(actions: Commands) -> None:
    table = add_command(actions, "table", "bits per byte of a model's losses per token")
    add_tokenizer(table)
    option = table.add_argument
    option("losses", metavar="LOSSES", nargs="+", type=Path, help=_LOSSES_HELP)
    option(
        "--ids",
        metavar="FILE",
        type=Path,
        action="append",
        default=[],
        help="ids (.npy) of a .npy file of losses; once for each of them, in their order",
    )
    option("--unit", choices=("nats", "bits"), default="nats", help="of the losses (nats)")
    option("--id-column", metavar="NAME", help="column, field or array of the ids")
    option("--loss-column", metavar="NAME", help="column, field or array of the losses")
    option("--label-column", metavar="NAME", help="column of labels: a row of results for each")
    option(
        "--worst", metavar="N", type=number_from(0), default=10,
        help="show the N tokens that carry most of the loss (10)",
    )  # fmt: skip
    add_format(table)


def _add_ngram(actions: Commands) -> None:
    ngram = add_command(
        actions, "ngram", "bits per byte of n-gram models over the ids, per tokenizer and label"
    )
    add_tokenizer(ngram)
    option = ngram.add_argument
    option("paths", metavar="PATH", nargs="*", help=PATHS_HELP)
    option(
        "--baseline",
        metavar="TOKENIZER",
        action="append",
        default=[],
        help="measure this tokenizer on the same passages; can be repeated",
    )
    option("--order", metavar="N", type=number, default=3, help="highest model: 1, 2 or 3 (3)")
    option(
        "--held-out",
        metavar="SHARE",
        type=share,
        default=0.1,
        help="held-out share of the text, measured and not learned from, such as 0.1 or 10%% (0.1)",
    )
    add_format(ngram)
    add_reading_options(ngram)
    add_labels(ngram)


def _add_scale(actions: Commands) -> None:
    scale = add_command(
        actions, "scale", "the factor from a loss per token of A to one of B, on the same text"
    )
    option = scale.add_argument
    option("tokenizer", metavar="A", help="a tokenizer, as elsewhere")
    option("other", metavar="B", help="another one")
    option("paths", metavar="PATH", nargs="*", help=PATHS_HELP)
    option("--loss", metavar="X", type=float, help="a loss per token of A, to see as one of B")
    add_format(scale)
    add_reading_options(scale)
    add_labels(scale)


def _add_token_bytes(actions: Commands) -> None:
    sizes = add_command(
        actions, "token-bytes", "write the bytes of every id, for training programs"
    )
    add_tokenizer(sizes)
    option = sizes.add_argument
    option(
        "--out",
        metavar="FILE",
        type=Path,
        required=True,
        help="an array (.npy), a list (.json) or nanochat's tensor (.pt), int32",
    )
    option(
        "--special",
        choices=("zero", "text"),
        default="zero",
        help="bytes of special tokens: none (default), or those of their text",
    )


def loss_command(arguments: Namespace) -> int:
    """Do the action that was asked for."""
    actions: dict[str, Callable[[Namespace], int]] = {
        "table": _table,
        "ngram": _ngram,
        "scale": _scale,
        "token-bytes": _token_bytes,
    }
    return actions[arguments.action](arguments)


def _table(arguments: Namespace) -> int:
    from engine.evaluation import LossColumns, loss_steps

    check_format(arguments)
    files = _files(arguments)
    tokenizer = _loaded(arguments.tokenizer, arguments, arguments.pattern)
    columns = LossColumns(arguments.id_column, arguments.loss_column, arguments.label_column)
    steps = loss_steps(tokenizer, files, unit=arguments.unit, columns=columns)
    report: LossReport = result_with_line(steps, lambda n: f"Read {counted(n, 'row')}")
    for sentence in report.problem_sentences:
        print_note(sentence)
    if arguments.json:
        print_json(loss_document(arguments.tokenizer, report, arguments.worst))
        return 0
    _show(rows_table(report), arguments)
    if arguments.worst > 0:
        print()
        _show(worst_table(report, arguments.worst), arguments)
    if arguments.format == "table":
        print(
            "\nBits per byte: losses over the bytes of the same tokens; special tokens and tokens "
            "without a loss are in neither sum."
        )
    return 0


def _files(arguments: Namespace) -> list[LossFile]:
    """The files, each .npy of losses with its ids."""
    from engine.evaluation import LossFile

    ids = list(arguments.ids)
    bare = [path for path in arguments.losses if path.suffix.lower() == ".npy"]
    if len(ids) != len(bare):
        raise UsageError(
            f"{counted(len(ids), 'file')} of ids (--ids) for {counted(len(bare), 'file')} of "
            "losses in .npy; give one for each, in the same order. Other tables contain their ids."
        )
    return [LossFile(path, ids.pop(0) if path in bare else None) for path in arguments.losses]


def _ngram(arguments: Namespace) -> int:
    from engine.evaluation import ngram_loss_steps

    check_paths(arguments.paths)
    check_format(arguments)
    names = [arguments.tokenizer, *arguments.baseline]
    tokenizers = [_loaded(arguments.tokenizer, arguments, arguments.pattern)]
    tokenizers += [_loaded(name, arguments) for name in arguments.baseline]
    corpus, remarks = chosen_texts(arguments)
    prepare_engine()
    measured = []
    for name, tokenizer in zip(names, tokenizers, strict=True):
        steps = ngram_loss_steps(
            tokenizer, corpus, order=arguments.order, held_out=arguments.held_out
        )
        loss: NgramLoss = result_with_line(steps, _words_of(name))
        measured.append((name, loss))
    for sentence in (*remarks, *corpus.problem_sentences):
        print_note(sentence)
    if arguments.json:
        print_json(ngram_document(measured, corpus.problem_sentences))
        return 0
    _show(ngram_table(measured), arguments)
    if arguments.format == "table":
        total = measured[0][1].total
        print(
            f"\nBits per byte of n-gram models on {counted(total.held_out_bytes, 'byte')} held "
            f"out in {counted(total.held_out_passages, 'passage')}, learned from "
            f"{total.training_bytes:,}. Less is better; compare columns 2 and 3: alone (1), longer "
            "tokens always win."
        )
    return 0


def _scale(arguments: Namespace) -> int:
    from engine.evaluation import loss_scale_steps

    check_paths(arguments.paths)
    check_format(arguments)
    one, other = (_loaded(name, arguments) for name in (arguments.tokenizer, arguments.other))
    corpus, remarks = chosen_texts(arguments)
    prepare_engine()
    words = EvaluationProgress(corpus)
    steps: Generator[LabelEvaluation, None, LossScale] = loss_scale_steps(one, other, corpus)
    scale: LossScale = result_with_line(steps, words.text)
    for sentence in (*remarks, *corpus.problem_sentences, *scale.remarks):
        print_note(sentence)
    names = (arguments.tokenizer, arguments.other)
    if arguments.json:
        print_json(scale_document(names, scale, arguments.loss))
        return 0
    _show(scale_table(names, scale), arguments)
    if arguments.format == "table":
        for sentence in scale_sentences(names, scale.total, arguments.loss):
            print(f"\n{sentence}")
    return 0


def _token_bytes(arguments: Namespace) -> int:
    from engine.formats import save_token_bytes, token_bytes

    tokenizer = _loaded(arguments.tokenizer, arguments, arguments.pattern)
    sizes = token_bytes(tokenizer, arguments.special)
    path = save_token_bytes(sizes, arguments.out)
    if arguments.json:
        print_json(
            {"file": str(path), "ids": len(sizes), "bytes": int(sizes.sum()),
             "zero": int((sizes == 0).sum()), "special": arguments.special}
        )  # fmt: skip
    else:
        print(f"{path}: the bytes of {len(sizes):,} ids, {int((sizes == 0).sum()):,} of them 0.")
    return 0


def _loaded(name: str, arguments: Namespace, pattern: str | None = None) -> AnyTokenizer:
    tokenizer = load_any_tokenizer(name, arguments.db, pattern)
    note_library(name, tokenizer)
    return tokenizer


def _words_of(name: str) -> Callable[[Progress], str]:
    def words(step: Progress) -> str:
        return f"{name}: {step.phase} {step.label} {step.fraction or 0.0:.0%}"

    return words


def _show(table: Table, arguments: Namespace) -> None:
    headers, rows, n_words = table
    print_rows(headers, rows, arguments.format, n_words=n_words)


def rows_table(report: LossReport) -> Table:
    """One row for each label, where there are labels, and their total."""
    headers = [
        "label", "bits/byte", "nats/token", "bytes/token", "tokens", "bytes", "bits/char",
        "ppl/byte", "ppl/char", "ppl/word", "special", "no loss",
    ]  # fmt: skip
    rows = [row for row in report.rows if row.label] if len(report.rows) > 1 else []
    return headers, [_loss_row(row) for row in (*rows, report.total)], 1


def _loss_row(row: LossFigures) -> list[str]:
    return [
        row.label, decimal(row.bits_per_byte, _PLACES), decimal(row.nats_per_token, _PLACES),
        decimal(row.bytes_per_token), count(row.tokens), count(row.bytes),
        decimal(row.bits_per_character, _PLACES), decimal(row.perplexity("byte"), 3),
        decimal(row.perplexity("character"), 3), decimal(row.perplexity("word")),
        count(row.special), count(row.without_loss + row.ignored),
    ]  # fmt: skip


def worst_table(report: LossReport, n: int) -> Table:
    """The tokens that carry most of the loss."""
    headers = ["token", "id", "count", "nats", "share", "nats each", "bits/byte"]
    rows = [
        [
            token_words(each.token), count(each.token_id), count(each.count),
            decimal(each.nats), f"{100 * each.share:.2f} %", decimal(each.mean, _PLACES),
            decimal(each.bits_per_byte, _PLACES),
        ]
        for each in report.worst_tokens(n)
    ]  # fmt: skip
    return headers, rows, 1


def token_words(token: bytes) -> str:
    """A token for a terminal: text in quotes, bytes that are no text as they are in Python."""
    try:
        return repr(token.decode())
    except UnicodeDecodeError:
        return repr(token)


def loss_document(name: str, report: LossReport, n_worst: int) -> dict[str, Any]:
    """What `loss table --json` prints."""
    return {
        "tokenizer": name,
        "total": _figures(report.total),
        "labels": [_figures(row) for row in report.rows if row.label],
        "left_out": report.left_out,
        "problems": report.problem_sentences,
        "worst_tokens": [
            {
                "id": each.token_id, "token": each.token.decode("utf-8", "replace"),
                "hex": each.token.hex(), "count": each.count, "nats": each.nats,
                "share": each.share, "bits_per_byte": each.bits_per_byte,
            }
            for each in report.worst_tokens(n_worst)
        ],
    }  # fmt: skip


def _figures(row: LossFigures) -> dict[str, Any]:
    return {
        "label": row.label, "bits_per_byte": row.bits_per_byte, "nats": row.nats,
        "bits": row.bits, "tokens": row.tokens, "bytes": row.bytes,
        "characters": row.characters, "words": row.words, "special": row.special,
        "without_loss": row.without_loss, "ignored": row.ignored,
        "nats_per_token": row.nats_per_token, "bytes_per_token": row.bytes_per_token,
        "bits_per_character": row.bits_per_character, "bits_per_word": row.bits_per_word,
        "perplexity_per_token": row.perplexity("token"),
        "perplexity_per_byte": row.perplexity("byte"),
        "perplexity_per_character": row.perplexity("character"),
        "perplexity_per_word": row.perplexity("word"),
    }  # fmt: skip


def ngram_table(measured: Measured) -> Table:
    """Labels and the total, each with a row for every tokenizer."""
    order = measured[0][1].order
    is_alone = len(measured) == 1
    headers = ["label", *([] if is_alone else ["tokenizer"]), "bytes held out", "bytes/token"]
    headers += [f"bits/byte n={n}" for n in range(1, order + 1)]
    of_labels = zip(*[(*loss.rows, loss.total) for _, loss in measured], strict=True)
    names = [name for name, _ in measured]
    rows = [
        [
            row.label if is_first else "",
            *([] if is_alone else [short_name(name, _NAME_WIDTH)]),
            count(row.held_out_bytes) if is_first else "",
            decimal(row.bytes_per_token),
            *(decimal(row.bits_per_byte(n), 3) for n in range(1, order + 1)),
        ]
        for same in of_labels
        for is_first, name, row in zip(_first(len(names)), names, same, strict=True)
    ]
    return headers, rows, 1 if is_alone else 2


def _first(n: int) -> list[bool]:
    return [place == 0 for place in range(n)]


def ngram_document(measured: Measured, problems: Sequence[str]) -> dict[str, Any]:
    """What `loss ngram --json` prints."""
    first = measured[0][1]
    return {
        "order": first.order,
        "held_out": first.held_out,
        "smoothing": "interpolated modified Kneser-Ney over 1/V",
        "problems": list(problems),
        "tokenizers": [
            {
                "tokenizer": name,
                "vocabulary": loss.n_vocabulary,
                "discounts": [list(each) for each in loss.discounts],
                "total": _ngram_row(loss.total, loss.order),
                "labels": [_ngram_row(row, loss.order) for row in loss.rows],
            }
            for name, loss in measured
        ],
    }


def _ngram_row(row: NgramRow, order: int) -> dict[str, Any]:
    return {
        "label": row.label,
        "bytes_per_token": row.bytes_per_token,
        "bits_per_byte": {str(n): finite(row.bits_per_byte(n)) for n in range(1, order + 1)},
        "held_out_bytes": row.held_out_bytes,
        "held_out_tokens": row.held_out_tokens,
        "held_out_passages": row.held_out_passages,
        "training_bytes": row.training_bytes,
        "training_tokens": row.training_tokens,
        "training_passages": row.training_passages,
    }


def scale_table(names: tuple[str, str], scale: LossScale) -> Table:
    """Bytes per token of both and the factor, by label."""
    one, other = (short_name(name, _NAME_WIDTH) for name in names)
    headers = ["label", f"tokens {one}", f"tokens {other}", f"bytes/token {one}",
               f"bytes/token {other}", "factor"]  # fmt: skip
    rows = [
        [
            row.label, count(row.tokens_one), count(row.tokens_other),
            decimal(row.bytes_per_token_one, 3), decimal(row.bytes_per_token_other, 3),
            decimal(row.factor, _PLACES),
        ]
        for row in (*scale.rows, scale.total)
    ]  # fmt: skip
    return headers, rows, 1


def scale_sentences(names: tuple[str, str], total: TokenScale, loss: float | None) -> list[str]:
    """What the factor means, and a loss that was given as the other tokenizer has it."""
    one, other = names
    factor, scaled = (
        decimal(number, _PLACES)
        for number in (total.factor, None if loss is None else total.scaled_loss(loss))
    )
    found = [f"A loss per token of {one} times {factor} compares with one of {other}, here."]
    if loss is not None:
        found.append(f"{loss:g} of {one} is {scaled} of {other}.")
    return found


def scale_document(names: tuple[str, str], scale: LossScale, loss: float | None) -> dict[str, Any]:
    """What `loss scale --json` prints."""
    total = _scale_row(scale.total)
    if loss is not None:
        total |= {"loss": loss, "scaled_loss": scale.total.scaled_loss(loss)}
    return {
        "from": names[0],
        "to": names[1],
        "total": total,
        "labels": [_scale_row(row) for row in scale.rows],
        "remarks": list(scale.remarks),
    }


def _scale_row(row: TokenScale) -> dict[str, Any]:
    return {
        "label": row.label, "tokens_from": row.tokens_one, "tokens_to": row.tokens_other,
        "bytes_per_token_from": row.bytes_per_token_one,
        "bytes_per_token_to": row.bytes_per_token_other, "factor": row.factor,
    }  # fmt: skip
