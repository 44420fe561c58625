"""The grammar of `sweep`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from workbench.cli.command_parser import add_command, add_format, number
from workbench.cli.reading_arguments import add_labels, add_reading_options

if TYPE_CHECKING:
    from workbench.cli.command_parser import Commands


def add_sweep(commands: Commands) -> None:
    """Add the command with its options; absent ones are None, so that a model gives the value."""
    sweep = add_command(commands, "sweep", "show every vocabulary size that one run holds")
    option = sweep.add_argument
    option("run", metavar="RUN", help="id or name of a run, or a tokenizer file with PATHs")
    option(
        "paths",
        metavar="PATH",
        nargs="*",
        help="measure on these texts, as evaluate reads them, instead of the training corpus",
    )
    option("--pattern", metavar="P", help="split pattern of a tokenizer file that holds none")
    option(
        "--sizes",
        metavar="N,N,...",
        type=_sizes,
        help="vocabulary sizes, all ids counted; by default sixteen up to the run's own",
    )
    option(
        "--model",
        metavar="NAME",
        help="width, tying and parameters of a published model (default llama3-8b)",
    )
    option("--width", metavar="D", type=number, help="numbers per token vector (d_model)")
    tied = sweep.add_mutually_exclusive_group()
    tied.add_argument(
        "--tied", dest="tied", action="store_true", default=None, help="one embedding matrix"
    )
    tied.add_argument("--untied", dest="tied", action="store_false", help="input and output apart")
    option(
        "--parameters", metavar="N", type=_scaled, help="all parameters, such as 7B, with --width"
    )
    option(
        "--budget-share",
        metavar="SHARE",
        type=share,
        help="share of them that the embeddings may take (default 0.02, or 2%%)",
    )
    option(
        "--threshold",
        metavar="SHARE",
        type=share,
        help="returns diminish where 1,000 further ids save less of the tokens (default 0.001)",
    )
    add_format(sweep)
    add_reading_options(sweep)
    add_labels(sweep)


def _sizes(text: str) -> tuple[int, ...]:
    # 4,096 can be no size here: the comma stands between sizes.
    sizes = sorted({number(part) for part in text.replace(" ", "").split(",") if part})
    if not sizes:
        raise argparse.ArgumentTypeError("there is no size in it")
    return tuple(sizes)


def share(text: str) -> float:
    """A share as 0.02 or 2 %."""
    bare = text.strip()
    try:
        return float(bare[:-1]) / 100 if bare.endswith("%") else float(bare)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a share such as 0.02 or 2%") from None


def _scaled(text: str) -> int:
    """A number of parameters as 7B, 350M or in digits."""
    units = {"K": 10**3, "M": 10**6, "B": 10**9, "T": 10**12}
    bare = text.strip().replace(",", "")
    unit = units.get(bare[-1:].upper(), 1)
    try:
        return round(float(bare if unit == 1 else bare[:-1]) * unit)
    except (ValueError, OverflowError):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a number of parameters such as 7B or 350M"
        ) from None
