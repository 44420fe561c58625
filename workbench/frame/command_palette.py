"""Entries of the command palette and of the list of keys, made from the registry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from workbench.action_registry import ActionRegistry, Command
from workbench.frame.search_popup import Entry


def command_entries(
    registry: ActionRegistry, workspace: str, titles: Mapping[str, str]
) -> list[Entry]:
    """Return one entry for each command: those used last first, then those of `workspace`.

    titles: what the workspaces are called. What cannot be done stands last, with the reason.
    """
    recent = {name: place for place, name in enumerate(registry.recent)}

    def order(command: Command) -> tuple[bool, int, int, str]:
        where = (workspace, "").index(command.workspace) if command.workspace in (
            workspace, "") else 2  # fmt: skip
        # Of commands with the same words the front workspace's counts as the one that was used.
        places = [recent.get(name, len(recent)) for name in same_words[command.text.casefold()]]
        own = recent.get(command.name, len(recent))
        place = min(places) if command.workspace == workspace else own
        return (not command.is_enabled, place, where, command.text.casefold())

    found = [each for each in registry.commands() if not each.is_of_focus]
    same_words: dict[str, list[str]] = {}
    for each in found:
        same_words.setdefault(each.text.casefold(), []).append(each.name)
    commands = sorted(found, key=order)
    return [_entry(each, titles) for each in commands]


def key_entries(registry: ActionRegistry, workspace: str, titles: Mapping[str, str]) -> list[Entry]:
    """Return the commands whose keys hold in a workspace: its own first, then the window's."""
    shown = [
        each for each in registry.commands() if each.keys and each.workspace in (workspace, "")
    ]
    own_first = sorted(shown, key=lambda each: (each.workspace == "", each.text.casefold()))
    return [_entry(each, titles, says_reason=False) for each in own_first]


def grouped_by_workspace(
    commands: Sequence[Command], titles: Mapping[str, str]
) -> dict[str, list[Command]]:
    """The commands under the name of their workspace, "" for the window's, in the rail's order."""
    groups: dict[str, list[Command]] = {name: [] for name in ("", *titles)}
    for command in commands:
        groups[command.workspace].append(command)
    return {name: group for name, group in groups.items() if group}


def _entry(command: Command, titles: Mapping[str, str], *, says_reason: bool = True) -> Entry:
    reason = command.reason if says_reason else ""
    return Entry(
        command.text,
        reason or command.keys_text,
        command,
        is_enabled=not reason,
        group=titles.get(command.workspace, ""),
    )
