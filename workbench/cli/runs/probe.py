"""`probe`: train small language models on the same bytes with several tokenizers, and compare.

The models are trained in a child process with PyTorch. Ctrl+C ends it; the same command goes on
from the last checkpoint in --out.
"""

from __future__ import annotations

from argparse import ArgumentTypeError
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.machine import relayed
from workbench.cli.shared.errors import CancelledError, UsageError
from workbench.cli.shared.inputs import chosen_texts, load_any_tokenizer, note_library
from workbench.cli.shared.interruption import Interruption
from workbench.cli.shared.options import (
    PATHS_HELP,
    CommandParser,
    add_format,
    add_labels,
    add_reading_options,
    number,
    share,
    size,
)
from workbench.cli.shared.output import (
    check_format,
    count,
    decimal,
    prepare_engine,
    print_json,
    print_note,
    print_rows,
    result_with_line,
    short_name,
)
from workbench.text.numbers import byte_size, duration
from workbench.work.byte_sizes import bytes_of

if TYPE_CHECKING:
    from argparse import Namespace

    from engine.library import AnyTokenizer
    from engine.probe import ProbeProgress, ProbeReport, ProbeSettings, Spread

_NAME_WIDTH = 24
_PLACES = 4


def add_probe_options(probe: CommandParser) -> None:
    """Add the options of `probe`."""
    option = probe.add_argument
    option(
        "names",
        metavar="TOKENIZER... TEXTS",
        nargs="+",
        help="tokenizers, as elsewhere, and last the texts: a file or a directory",
    )
    option(
        "--texts",
        dest="more",
        metavar="PATH",
        action="append",
        default=[],
        help=f"further texts: {PATHS_HELP}; can be repeated",
    )
    option(
        "--out",
        metavar="DIR",
        type=Path,
        required=True,
        help="directory of this probe: checkpoints, curves, models, report.json; the same command "
        "goes on with what is there",
    )
    option(
        "--params",
        metavar="N",
        type=_parameters,
        help="parameters of each model without its embedding, such as 3M (3M)",
    )
    option(
        "--bytes",
        dest="n_bytes",
        metavar="N",
        type=size,
        help="text that each model reads, such as 20MB (20MB); shorter texts are read again",
    )
    option("--seeds", metavar="N", type=number, help="models of each tokenizer (3)")
    option(
        "--context",
        metavar="N",
        help="tokens in a row (128), or with B about as many bytes for every tokenizer: 512B",
    )
    _add_training(probe)
    _add_tasks(probe)
    add_format(probe)
    add_reading_options(probe)
    add_labels(probe)


def _parameters(text: str) -> int:
    with suppress(ValueError):
        return bytes_of(text)
    raise ArgumentTypeError(f"{text!r} is not a number such as 500K or 3M")


def _add_training(probe: CommandParser) -> None:
    option = probe.add_argument
    option("--rows", metavar="N", type=number, help="rows in a batch (32)")
    option("--learning-rate", metavar="X", type=float, help="highest of the cosine (0.002)")
    option(
        "--held-out",
        metavar="SHARE",
        type=share,
        help="share of the passages that is measured and not trained on (0.05)",
    )


def _add_tasks(probe: CommandParser) -> None:
    option = probe.add_argument
    option(
        "--addition",
        metavar="SHARE",
        type=share,
        help="share of the training bytes that are sums such as 12+345=357, and ask for others (0)",
    )
    option(
        "--choices",
        metavar="FILE",
        type=Path,
        help="multiple choice: JSON lines with prompt, choices and answer; by default which of "
        "four texts continues a held-out passage",
    )
    option("--samples", metavar="N", type=number, help="texts that each model writes (3)")


def probe_command(arguments: Namespace) -> int:
    """Train, or go on, and print what was found."""
    from engine.probe import check_torch, probe_steps, read_choices

    check_format(arguments)
    if len(arguments.names) < 2:
        raise UsageError("Name one or more tokenizers, and last the texts.")
    *names, last = arguments.names
    arguments.paths = [last, *arguments.more]
    settings = probe_settings(arguments)
    check_torch()
    choices = None if arguments.choices is None else read_choices(arguments.choices)
    tokenizers = [(name, _loaded(name, arguments)) for name in names]
    corpus, remarks = chosen_texts(arguments)
    prepare_engine(quiet=arguments.json)
    steps = probe_steps(tokenizers, corpus, arguments.out, settings, choices=choices)
    with Interruption() as interruption:

        def checked(step: ProbeProgress) -> ProbeProgress:
            if interruption.requested:
                raise CancelledError(
                    f"Cancelled; the same command goes on with what is in {arguments.out}."
                )
            return step

        report: ProbeReport = result_with_line(
            relayed(steps, checked), partial(_words, names=names)
        )
    for sentence in (*remarks, *corpus.problem_sentences):
        print_note(sentence)
    loaded = [tokenizer for _, tokenizer in tokenizers]
    if arguments.json:
        print_json({"directory": str(arguments.out.absolute())} | report.document(loaded))
    else:
        _print(report, loaded, arguments)
    return 0


def probe_settings(arguments: Namespace) -> ProbeSettings:
    """The settings of the engine. Raises UsageError and ConfigError."""
    from engine.probe import ProbeSettings

    keys = {
        "params": "parameters", "n_bytes": "n_bytes", "seeds": "seeds", "rows": "rows",
        "learning_rate": "learning_rate", "held_out": "held_out", "addition": "addition",
        "samples": "samples",
    }  # fmt: skip
    given: dict[str, Any] = {
        key: getattr(arguments, option)
        for option, key in keys.items()
        if getattr(arguments, option) is not None
    }
    context = arguments.context
    if context is not None:
        digits = context[:-1] if context[-1:] in "bB" else context
        if not (digits.isascii() and digits.isdigit() and len(digits) < 9):
            raise UsageError(
                f"--context takes tokens, such as 128, or bytes, such as 512B; not {context!r}."
            )
        given["context" if digits == context else "context_bytes"] = int(digits)
    return ProbeSettings(**given)


def _loaded(name: str, arguments: Namespace) -> AnyTokenizer:
    tokenizer = load_any_tokenizer(name, arguments.db)
    note_library(name, tokenizer)
    return tokenizer


def _words(step: ProbeProgress, names: list[str]) -> str:
    if step.phase != "train":
        return f"{'Read' if step.phase == 'read' else 'Encode'} {step.fraction or 0.0:4.0%}"
    words = f"Train {step.fraction or 0.0:4.0%}  {short_name(names[step.tokenizer], _NAME_WIDTH)}"
    words = f"{words} seed {step.seed}"
    if step.point is not None:
        words = f"{words}  step {step.point.step:,}  {step.point.loss:.3f} nats per token"
    return words


def _print(report: ProbeReport, tokenizers: list[AnyTokenizer], arguments: Namespace) -> None:
    headers, rows = result_table(report)
    print_rows(headers, rows, arguments.format, n_words=1)
    if arguments.format != "table":
        return
    if any(row.label for row in report.rows()):
        print()
        print_rows(*label_table(report), n_words=2)
    shape, plan = report.plan.settings.shape, report.plan
    print(
        f"\nBodies of {count(shape.body_parameters)} parameters ({shape.layers} layers, "
        f"{shape.width} wide), {byte_size(plan.settings.n_bytes)} of the same text for each, "
        f"{byte_size(sum(plan.label_bytes))} held out, {plan.settings.seeds} seeds; ± is the "
        f"standard deviation over them. Less is better. {report.n_items('choices')} choices."
    )
    for place in range(1, len(plan.tokenizers)):
        print(report.verdict(place))
    texts = report.samples(tokenizers)
    for place in range(max(map(len, texts), default=0)):
        print()
        for probed, made in zip(plan.tokenizers, texts, strict=True):
            if place < len(made):
                n, text = made[place]
                name = short_name(probed.name, _NAME_WIDTH)
                print(f"{name}, {n} tokens: {' '.join(text.split())}")


def result_table(report: ProbeReport) -> tuple[list[str], list[list[str]]]:
    """One row for each tokenizer: the three views, and what they cost."""
    headers = [
        "tokenizer", "bits/byte", "at equal steps", "at equal FLOPs", "nats/token",
        "scaled", "factor", "tokens seen", "steps", "FLOPs", "embedding", "choices", "merged",
        "sums", "time",
    ]  # fmt: skip
    steps, flops = report.at_equal("step"), report.at_equal("flops")
    rows = []
    for place, probed in enumerate(report.plan.tokenizers):
        runs = report.finished(place)
        end = runs[0].points[-1]
        nats, factor = report.nats_per_token(place), report.scale(place)
        total = next(r for r in report.rows() if r.tokenizer == place and not r.label)
        rows.append(
            [
                short_name(probed.name, _NAME_WIDTH),
                spread_words(total.bits_per_byte),
                spread_words(steps[place]),
                spread_words(flops[place]),
                spread_words(nats),
                decimal(None if nats is None else nats.mean * factor, _PLACES),
                decimal(factor, _PLACES),
                count(end.tokens),
                count(end.step),
                f"{end.flops:.3g}",
                f"{report.embedding_share(place):.0%}",
                _percent(report.share_right(place, "choices")),
                "" if probed.merged_choices is None else f"{probed.merged_choices:.1%}",
                _percent(report.share_right(place, "sums")),
                duration(sum(run.points[-1].seconds for run in runs)),
            ]
        )
    return headers, rows


def label_table(report: ProbeReport) -> tuple[list[str], list[list[str]]]:
    """Bits per byte of each label and tokenizer."""
    rows = [
        [
            row.label,
            short_name(report.plan.tokenizers[row.tokenizer].name, _NAME_WIDTH),
            count(row.n_bytes),
            spread_words(row.bits_per_byte),
        ]
        for row in report.rows()
        if row.label
    ]
    return ["label", "tokenizer", "bytes held out", "bits/byte"], rows


def spread_words(spread: Spread | None) -> str:
    """Mean and standard deviation."""
    if spread is None:
        return "-"
    return f"{spread.mean:.{_PLACES}f} ±{spread.deviation:.{_PLACES}f}"


def _percent(spread: Spread | None) -> str:
    return "-" if spread is None else f"{spread.mean:.1%} ±{spread.deviation:.1%}"
