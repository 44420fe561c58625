"""The table of commands for the guide, made from the registry."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtGui import QKeySequence

from workbench.action_registry import ActionRegistry, Command

BEGIN = "<!-- commands: written by docs/write_commands.py -->"
END = "<!-- end of commands -->"
OWN_LAYOUT = "window.own_layout_"


def with_commands(guide: str, registry: ActionRegistry, titles: Mapping[str, str]) -> str:
    """Return the text of the guide with the table between its markers.

    titles: what the workspaces are called, in order. Raises ValueError where a marker is missing.
    """
    before, begin, rest = guide.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"The guide lacks the line {BEGIN if not begin else END}")
    return f"{before}{BEGIN}\n{command_table(registry, titles)}{END}{after}"


def command_table(registry: ActionRegistry, titles: Mapping[str, str]) -> str:
    """Return the commands as Markdown, the window's first, then workspace by workspace."""
    commands = [each for each in registry.commands() if not each.name.startswith(OWN_LAYOUT)]
    places = {"": "Everywhere", **titles}
    lines = []
    for workspace, title in places.items():
        group = [each for each in commands if each.workspace == workspace]
        if group:
            lines += ["", f"**{title}**", "", "| Command | Keys | What it does |", "|---|---|---|"]
            lines += [_row(registry, each) for each in group]
    return "\n".join([*lines, "", ""])


def _row(registry: ActionRegistry, command: Command) -> str:
    keys = registry.default_keys(command.name)
    shown = " ".join(f"`{key.toString(QKeySequence.SequenceFormat.PortableText)}`" for key in keys)
    words = command.text if command.name not in ("window.undo", "window.redo") else _plain(command)
    return f"| {_escaped(words)} | {shown} | {_escaped(command.hint)} |"


def _plain(command: Command) -> str:
    """Undo and Redo without what they would undo just now."""
    return command.text.split()[0]


def _escaped(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
