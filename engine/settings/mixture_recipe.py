"""Mixture files: they divide a mixture among groups of labels.

    name = "english-and-code"
    description = "Mostly English prose."
    source = "own"
    alpha = 0.7                          # within a group; 1 by default
    target_bytes = 1_000_000_000         # both may be missing
    seed = 1

    [[groups]]
    name = "English"
    share = 0.8
    labels = ["eng"]

    [[groups]]
    name = "Code"
    share = 0.2
    labels = ["code_*"]

A label belongs to the group that names it most closely: as it is, then by its language (`zho` for
`zho_Hant`), by a pattern with `*`, by its script (`script:Cyrl`, of a language label), and last
by `*` alone, the rest. Between equally close groups the first one has it. Within a group a source
has a share proportional to bytes ** alpha. Groups without any text give their share to the others
in proportion; labels in no group are left out.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from fractions import Fraction
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from engine.argument_types import checked_path
from engine.errors import ConfigError, reason_of
from engine.machine import check_regular, toml_document, write_whole
from engine.sentences import say, some_of
from engine.settings.sources import Mixture, ResolvedMixture, tempered_shares
from engine.text import language_code

REST = "*"
_SCRIPT = "script:"
_NO_MATCH = 99
_MOST_NAMED = 8
_KEYS = {"name", "description", "source", "alpha", "target_bytes", "seed", "groups"}
_GROUP_KEYS = {"name", "share", "labels"}


@dataclass(frozen=True, slots=True)
class RecipeGroup:
    """A part of a mixture. share: relative to the other groups; labels: patterns."""

    name: str
    share: float
    labels: tuple[str, ...]

    def closeness(self, label: str) -> int:
        """How closely a pattern names the label, 0 the closest; _NO_MATCH if none does."""
        return min(_closeness(pattern, label) for pattern in self.labels)


@dataclass(frozen=True, slots=True)
class GroupShare:
    """The result of a group. asked, share: parts of 1; labels: of its sources, empty for none."""

    name: str
    asked: float
    share: float
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AppliedRecipe:
    """A mixture file on the sources of a corpus.

    mixture: shares by label. groups: as in the file. left_out: labels in no group. missing:
    labels that a group names, though not as patterns, and the corpus does not have.
    """

    mixture: Mixture
    groups: tuple[GroupShare, ...]
    left_out: tuple[str, ...]
    missing: tuple[str, ...]

    @property
    def empty_groups(self) -> tuple[str, ...]:
        """Names of the groups without text in the corpus."""
        return tuple(group.name for group in self.groups if not group.labels)

    @property
    def remarks(self) -> tuple[str, ...]:
        """Sentences on labels that the corpus lacks and on labels missing in the mixture."""
        remarks = []
        if self.empty_groups:
            remarks.append(say("recipe_empty_groups", groups=", ".join(self.empty_groups)))
        if self.missing:
            remarks.append(say("recipe_missing", labels=some_of(self.missing, _MOST_NAMED)))
        if self.left_out:
            remarks.append(say("recipe_left_out", labels=", ".join(self.left_out)))
        return tuple(remarks)


@dataclass(frozen=True, slots=True)
class MixtureRecipe:
    """A mixture file, or a built-in one; see the module."""

    name: str
    groups: tuple[RecipeGroup, ...]
    description: str = ""
    source: str = ""
    alpha: float = 1.0
    target_bytes: int | None = None
    seed: int = 0

    def applied(self, labels: Sequence[str], source_bytes: Sequence[int]) -> AppliedRecipe:
        """The mixture for sources with these labels and sizes, with the labels that did not fit.

        Raises ConfigError if no group has any text.
        """
        group_of = [self._group_of(label) for label in labels]
        members: list[list[int]] = [[] for _ in self.groups]
        for i, group in enumerate(group_of):
            if group is not None and source_bytes[i] > 0:
                members[group].append(i)
        found = [i for i, own in enumerate(members) if own and self.groups[i].share > 0]
        if not found:
            raise _refusal(say("recipe_fits_nothing", name=self.name, labels=", ".join(labels)))
        total = sum(Fraction(self.groups[i].share) for i in found)
        shares = dict.fromkeys(labels, 0.0)
        for i in found:
            part = Fraction(self.groups[i].share) / total
            sizes = [int(source_bytes[member]) for member in members[i]]
            for member, share in zip(members[i], tempered_shares(sizes, self.alpha), strict=True):
                shares[labels[member]] += float(part * share)
        asked = sum(Fraction(group.share) for group in self.groups)
        rows = tuple(
            GroupShare(
                name=group.name,
                asked=float(Fraction(group.share) / asked),
                share=float(Fraction(group.share) / total) if i in found else 0.0,
                labels=tuple(labels[member] for member in members[i]),
            )
            for i, group in enumerate(self.groups)
        )
        left_out = tuple(
            label for label, group in zip(labels, group_of, strict=True) if group is None
        )
        mixture = Mixture(shares=shares, target_bytes=self.target_bytes, seed=self.seed)
        return AppliedRecipe(mixture, rows, left_out, self._missing(labels, found))

    def _missing(self, labels: Sequence[str], found: Sequence[int]) -> tuple[str, ...]:
        """Missing labels of groups with sources; groups without any are named elsewhere."""
        return tuple(
            pattern
            for i in found
            for pattern in self.groups[i].labels
            if not _is_pattern(pattern)
            and all(_closeness(pattern, label) == _NO_MATCH for label in labels)
        )

    def for_sources(self, labels: Sequence[str], source_bytes: Sequence[int]) -> Mixture:
        """As `applied`, the mixture alone."""
        return self.applied(labels, source_bytes).mixture

    def _group_of(self, label: str) -> int | None:
        closeness = [group.closeness(label) for group in self.groups]
        closest = min(closeness)
        return None if closest == _NO_MATCH else closeness.index(closest)


@cache
def built_in_recipes() -> tuple[MixtureRecipe, ...]:
    """The built-in mixtures by name."""
    folder = files("resources") / "mixtures"
    texts = sorted(
        (each.name, each.read_text("utf-8")) for each in folder.iterdir() if each.is_file()
    )
    return tuple(_recipe(text, name) for name, text in texts if name.endswith(".toml"))


def find_recipe(name_or_file: str | Path) -> MixtureRecipe:
    """A built-in mixture by its name (`llama3-style`, also `llama3_style`), or one of a file.

    Raises ConfigError for a name that is not known and a file that is no mixture file.
    """
    path = checked_path(name_or_file, "The name or file of a mixture")
    wanted = str(name_or_file).replace("_", "-")
    for recipe in built_in_recipes():
        if recipe.name == wanted:
            return recipe
    if not path.suffix and not path.exists():
        names = ", ".join(recipe.name for recipe in built_in_recipes())
        raise _refusal(say("unknown_recipe", name=repr(str(name_or_file)), known=names))
    try:
        check_regular(path)
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise _refusal(say("recipe_unreadable", path=path, reason=reason_of(error))) from None
    except UnicodeDecodeError as error:
        raise _refusal(say("recipe_not_utf8", path=path, byte=error.start)) from None
    return _recipe(text, str(path))


def save_recipe(path: Path, mixture: Mixture, resolved: ResolvedMixture) -> None:
    """Write the resulting mixture as a mixture file with a group for each label.

    Raises OSError.
    """
    lines = [
        f"name = {_quoted(path.stem)}",
        'description = "The shares of one corpus."',
        'source = "own"',
    ]
    if mixture.target_bytes is not None:
        lines.append(f"target_bytes = {mixture.target_bytes}")
    if mixture.seed:
        lines.append(f"seed = {mixture.seed}")
    shares: dict[str, float] = {}
    for row in resolved.rows:
        shares[row.label] = shares.get(row.label, 0.0) + row.share
    for label, share in shares.items():
        name = _quoted(label)
        lines += ["", "[[groups]]", f"name = {name}", f"share = {share!r}", f"labels = [{name}]"]
    write_whole(path.resolve(), "\n".join([*lines, ""]).encode())


def _is_pattern(text: str) -> bool:
    return text.startswith(_SCRIPT) or any(sign in text for sign in "*?[")


def _closeness(pattern: str, label: str) -> int:
    if pattern == label:
        return 0
    code, wanted = language_code(label), language_code(pattern)
    if code is not None and wanted is not None and wanted.label in {code.label, code.language}:
        return 0 if wanted.label == code.label else 1  # `en`, `zho` for `cmn-Hant`
    if pattern == REST:
        return 4
    if pattern.startswith(_SCRIPT):
        is_of_script = code is not None and code.expected_script == pattern[len(_SCRIPT) :]
        return 3 if is_of_script else _NO_MATCH
    return 2 if fnmatchcase(label, pattern) else _NO_MATCH


def _recipe(text: str, place: str) -> MixtureRecipe:
    try:
        document = toml_document(text)
    except ValueError as error:
        raise _fault(place, say("recipe_no_toml", reason=error)) from None
    if unknown := sorted(document.keys() - _KEYS):
        raise _fault(
            place, say("recipe_unknown_key", key=repr(unknown[0]), known=", ".join(sorted(_KEYS)))
        )
    groups = document.get("groups")
    if not isinstance(groups, list) or not groups:
        raise _fault(place, say("recipe_without_groups"))
    parts = tuple(_group(each, number, place) for number, each in enumerate(groups, 1))
    if not any(part.share for part in parts):
        raise _fault(place, say("recipe_all_zero"))
    alpha = document.get("alpha", 1.0)
    target, seed = document.get("target_bytes"), document.get("seed", 0)
    try:
        Mixture(alpha=alpha)
        Mixture(target_bytes=target, seed=seed)
    except ConfigError as error:
        raise _fault(place, say("recipe_unusable", reason=error)) from None
    texts = {key: document.get(key, "") for key in ("name", "description", "source")}
    if not all(isinstance(value, str) for value in texts.values()):
        raise _fault(place, say("recipe_needs_strings"))
    name = texts["name"] or Path(place).stem
    return MixtureRecipe(
        name, parts, texts["description"], texts["source"], float(alpha), target, seed
    )


def _group(group: Mapping[str, Any], number: int, place: str) -> RecipeGroup:
    if not isinstance(group, dict) or group.keys() - _GROUP_KEYS:
        raise _fault(place, say("recipe_group_keys", number=number))
    share, labels = group.get("share"), group.get("labels")
    name = group.get("name", f"group {number}")
    is_number = isinstance(share, (int, float)) and not isinstance(share, bool)
    if not is_number or not math.isfinite(share) or share < 0:  # type: ignore[arg-type,operator]
        raise _fault(place, say("recipe_group_share", group=name, share=repr(share)))
    if not isinstance(labels, list) or not labels or not all(isinstance(x, str) for x in labels):
        raise _fault(place, say("recipe_group_labels", group=name))
    return RecipeGroup(str(name), float(share), tuple(labels))  # type: ignore[arg-type]


def _fault(place: str, what: str) -> ConfigError:
    return _refusal(say("recipe_fault", place=place, what=what))


def _quoted(text: str) -> str:
    """A TOML string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + re.sub(r"[\x00-\x1f\x7f]", lambda m: f"\\u{ord(m[0]):04x}", escaped) + '"'


def _refusal(sentence: str) -> ConfigError:
    return ConfigError(sentence, setting="recipe")
