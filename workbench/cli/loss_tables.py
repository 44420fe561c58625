"""Tables and JSON documents of `loss`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import Any

from engine.evaluation import LossFigures, LossReport, LossScale, NgramLoss, NgramRow, TokenScale
from workbench.cli.output import count, decimal, finite

Table = tuple[list[str], list[list[str]], int]
Measured = Sequence[tuple[str, NgramLoss]]

_PLACES = 4
_NAME_WIDTH = 24


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


def short_name_of(name: str) -> str:
    """Of a long path the file's name, and of what is still too long the end."""
    if len(name) > _NAME_WIDTH:
        name = PurePath(name).name.removesuffix(".twb").removesuffix(".tiktoken")
    return name if len(name) <= _NAME_WIDTH else "…" + name[1 - _NAME_WIDTH :]


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
            *([] if is_alone else [short_name_of(name)]),
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
    one, other = map(short_name_of, names)
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
