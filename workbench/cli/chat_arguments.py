"""The grammar of `chat`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from workbench.cli.command_parser import add_command, add_tokenizer, number

if TYPE_CHECKING:
    from workbench.cli.command_parser import Commands

_FILES_HELP = (
    "conversations as JSON lines or JSON, in the layouts messages, ShareGPT or Alpaca; "
    "decompressed if it ends in .gz, .zst or .xz; - for standard input"
)
_TEMPLATE_HELP = (
    "nanochat, a template of the program, a .jinja file, a tokenizer_config.json, or tokenizer "
    "for its own template; by default its own, else nanochat where it has those special tokens"
)


def add_chat(commands: Commands) -> None:
    """Add `chat`."""
    chat = add_command(commands, "chat", "turn conversations into token ids and supervision masks")
    add_tokenizer(chat)
    option = chat.add_argument
    option("files", metavar="FILE", nargs="+", help=_FILES_HELP)
    option("--template", metavar="NAME|FILE", help=_TEMPLATE_HELP)
    option("--max-tokens", metavar="N", type=number, help="truncate every conversation to N tokens")
    option(
        "--completion",
        action="store_true",
        help="the prompt after which the assistant answers, without its last answer",
    )
    option(
        "--mask",
        choices=("auto", "generation", "prefix"),
        default="auto",
        help="where the mask of a Jinja template comes from: its {%% generation %%} blocks, "
        "rendering of prefixes, or the first where there are any (auto, default)",
    )
    option(
        "--only",
        choices=("all-zero", "too-long", "refused", "lints"),
        help="show these only: nothing trained, longer than --max-tokens, not rendered, with lints",
    )
    option("--index", metavar="N", type=number, help="show only the Nth conversation, from 1")
    option("--limit", metavar="N", type=number, help="show the first N conversations")
    option(
        "--out",
        metavar="DIR",
        type=Path,
        help="write ids.npy, mask.npy, starts.npy and manifest.json into DIR, for training",
    )
    option(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="colours in a terminal (auto, default; NO_COLOR turns them off)",
    )
