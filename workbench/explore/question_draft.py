"""The question of an exploration while it is edited.

`QuestionDraft` keeps the text of the fields as typed. Drafts are frozen, so that undo goes back to
an older one; `question` reads one, `draft_of` writes one of a question that was kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engine.errors import ConfigError
from workbench.text.numbers import GROUP_SPACE
from workbench.ui.words.translation import translator

if TYPE_CHECKING:
    from engine import TrainingConfig
    from engine.evaluation import Threshold
    from engine.explore import Objective, Question, Variable

_tr = translator("QuestionDraft")

ALL = "all"
SHARE = "share"
RANGES = (
    "temperature", "vocab_size", "superword_transition", "parity_share", "min_count",
    "longest_token",
)  # fmt: skip
CHOICES = ("pattern", "superword_rules")
WHOLE = frozenset({"vocab_size", "min_count", "longest_token"})
ORDER = ("temperature", "vocab_size", "pattern", SHARE, "min_count", "longest_token",
         "superword_transition", "superword_rules", "parity_share")  # fmt: skip
"""Variables as the form lists them."""
_MOST_DIGITS = 12
_FEW_MERGES = 272
_BOUNDS: Mapping[str, tuple[str, str]] = {
    "temperature": ("0", "1"),
    "superword_transition": ("0.5", "0.95"),
    "parity_share": ("0", "1"),
    "min_count": ("1", "100"),
    "longest_token": ("8", "64"),
    SHARE: ("0.05", "0.5"),
}


@dataclass(frozen=True)
class ObjectiveDraft:
    """One objective. labels: a label, several with commas between them, or "all".

    threshold: such as "<= 2.5", "" for none.
    """

    metric: str = "bytes_per_token"
    goal: str = "maximise"
    labels: str = ALL
    threshold: str = ""


@dataclass(frozen=True)
class VariableDraft:
    """One variable. name: of a kind in ORDER. choices: of a choice; labels: of a share."""

    name: str
    is_on: bool = False
    low: str = ""
    high: str = ""
    choices: tuple[str, ...] = ()
    labels: str = ""


@dataclass(frozen=True)
class QuestionDraft:
    """Everything the form says; numbers as typed, right or wrong.

    seeds: samples for the spread. reference: label that premiums refer to, "" for the usual one.
    """

    objectives: tuple[ObjectiveDraft, ...] = ()
    variables: tuple[VariableDraft, ...] = ()
    trials: str = "60"
    minutes: str = "10"
    sampler: str = "tpe"
    seed: str = "0"
    seeds: str = "3"
    workers: str = "2"
    reference: str = ""

    def table(self) -> dict[str, Any]:
        """Return the table `[explore]` of a recipe. Raises ConfigError, which names the field."""
        groups: dict[str, list[str]] = {}
        table: dict[str, Any] = {
            "objective": [_objective_table(each, groups) for each in self.objectives],
            "variables": self._variables(groups),
            "sampler": self.sampler,
            "seed": _whole(self.seed, "seed"),
            "seeds": _whole(self.seeds, "seeds"),
            "workers": _whole(self.workers, "workers"),
        }
        if self.trials.strip():
            table["trials"] = _whole(self.trials, "trials")
        if self.minutes.strip():
            table["time"] = f"{60 * _number(self.minutes, 'minutes'):g}s"
        if self.reference.strip():
            table["reference"] = self.reference.strip()
        return table | ({"groups": groups} if groups else {})

    def question(self, fixed: TrainingConfig, texts: Sequence[str] = ()) -> Question:
        """Return the question. Raises ConfigError, which names the field or what is wrong."""
        from engine.explore import read_question

        return read_question({**self.table(), "texts": list(texts)}, fixed)

    def variable(self, name: str) -> VariableDraft:
        """The first variable of a kind; as it is usually, where there is none."""
        found = (each for each in self.variables if each.name == name)
        return next(found, usual_variable(name))

    def _variables(self, groups: dict[str, list[str]]) -> dict[str, Any]:
        table: dict[str, Any] = {}
        for each in self.variables:
            if not each.is_on:
                continue
            if each.name in CHOICES:
                table[each.name] = list(each.choices)
            elif each.name == SHARE:
                name = _label_or_group(each.labels, groups)
                if not name:
                    raise ConfigError(_tr("Name a label, such as deu."), setting=SHARE)
                table.setdefault("shares", {})[name] = _bounds(each)
            else:
                table[each.name] = _bounds(each)
        return table


def usual_variable(name: str) -> VariableDraft:
    """A variable that is off, with the bounds it usually has."""
    low, high = _BOUNDS.get(name, ("", ""))
    return VariableDraft(name, low=low, high=high)


def usual_draft(config: TrainingConfig | None, *, has_parallel: bool) -> QuestionDraft:
    """The question that the form begins with: evenness against compression and size.

    config: the settings of the next training. has_parallel: whether languages can be compared.
    """
    size = 4096 if config is None else config.vocab_size
    pattern = "gpt2" if config is None else config.pattern
    objectives = [ObjectiveDraft()]
    if has_parallel:
        objectives.append(ObjectiveDraft("worst_premium", "minimise"))
    objectives.append(ObjectiveDraft("embedding_parameters", "minimise"))
    variables = []
    for name in ORDER:
        each = usual_variable(name)
        if name == "temperature":
            each = replace(each, is_on=True)
        elif name == "vocab_size":
            each = replace(each, is_on=True, low=str(_least_size(size)), high=str(size))
        elif name == "parity_share":
            each = replace(each, is_on=config is not None and config.parity is not None)
        elif name == "pattern":
            each = replace(each, choices=(pattern,))
        variables.append(each)
    return QuestionDraft(tuple(objectives), tuple(variables))


def _least_size(size: int) -> int:
    """Half of a vocabulary, or what holds the bytes and some merges."""
    return max(2, min(max(size // 2, _FEW_MERGES), size - 1))


def draft_of(question: Question, before: QuestionDraft) -> QuestionDraft:
    """Return the draft that gives a question; bounds of what it does not vary stay."""
    on = [_variable_draft(each) for each in question.variables]
    kinds = {each.name for each in on}
    off = [replace(each, is_on=False) for each in before.variables if each.name not in kinds]
    ordered = sorted([*on, *off], key=lambda each: ORDER.index(each.name))
    seconds = question.budget.seconds
    return QuestionDraft(
        tuple(_objective_drafts(question.objectives)),
        tuple(ordered),
        trials="" if question.budget.trials is None else str(question.budget.trials),
        minutes="" if seconds is None else f"{seconds / 60:g}",
        sampler=question.sampler,
        seed=str(question.seed),
        seeds=str(question.seeds),
        workers=str(question.workers),
        reference=question.reference or "",
    )


def edit_kind(before: QuestionDraft, after: QuestionDraft) -> str:
    """Say which part of a draft an edit was of; edits of one kind belong together."""
    changed = [name for name, value in vars(after).items() if value != getattr(before, name)]
    rows = [str(at) for at, pair in enumerate(zip(before.objectives, after.objectives,
                                                  strict=False)) if pair[0] != pair[1]]  # fmt: skip
    rows += [new.name for old, new in zip(before.variables, after.variables, strict=False)
             if old != new]  # fmt: skip
    lengths = f"{len(after.objectives)} {len(after.variables)}"
    return " ".join([lengths, *changed, *rows])


def _objective_table(draft: ObjectiveDraft, groups: dict[str, list[str]]) -> dict[str, Any]:
    table: dict[str, Any] = {"metric": draft.metric, "goal": draft.goal}
    name = _label_or_group(draft.labels, groups)
    if name in groups:
        table["group"] = name
    elif name:
        table["label"] = name
    limits = [part.strip() for part in draft.threshold.split(",") if part.strip()]
    if limits:
        table["threshold"] = limits
    return table


def _label_or_group(text: str, groups: dict[str, list[str]]) -> str:
    """The name of a label; of several that of their group, which is added to `groups`."""
    labels = [part.strip() for part in text.split(",") if part.strip()]
    if len(labels) < 2:
        return labels[0] if labels else ""
    name = "+".join(labels)
    groups[name] = labels
    return name


def _bounds(draft: VariableDraft) -> list[float | int]:
    if draft.name in WHOLE:
        return [_whole(each, draft.name) for each in (draft.low, draft.high)]
    return [_number(each, draft.name) for each in (draft.low, draft.high)]


def _whole(text: str, setting: str) -> int:
    digits = "".join(text.replace(GROUP_SPACE, "").replace(",", "").split())
    if not digits.isdecimal() or len(digits) > _MOST_DIGITS:
        raise ConfigError(_tr("A whole number is needed here, such as 4096."), setting=setting)
    return int(digits)


def _number(text: str, setting: str) -> float:
    try:
        return float(text.strip().replace(",", "."))
    except ValueError:
        raise ConfigError(_tr("A number is needed here, such as 0.3."), setting=setting) from None


def _objective_drafts(objectives: Sequence[Objective]) -> list[ObjectiveDraft]:
    """One draft for each metric and label, with all of its thresholds."""
    found: dict[tuple[str, str], ObjectiveDraft] = {}
    for each in objectives:
        labels = ", ".join(each.group) or each.label
        limit = _threshold_text(each.threshold)
        known = found.get((each.metric, labels))
        if known is None:
            found[each.metric, labels] = ObjectiveDraft(each.metric, each.goal, labels, limit)
        elif limit:
            joined = ", ".join(filter(None, (known.threshold, limit)))
            found[each.metric, labels] = replace(known, threshold=joined)
    return list(found.values())


def _threshold_text(threshold: Threshold | None) -> str:
    if threshold is None:
        return ""
    limit = threshold.limit
    return f"{threshold.relation} {f'{limit:g}' if isinstance(limit, float) else limit}"


def _variable_draft(variable: Variable) -> VariableDraft:
    if variable.name in CHOICES:
        return VariableDraft(variable.name, is_on=True, choices=tuple(map(str, variable.choices)))
    low, high = getattr(variable, "low"), getattr(variable, "high")  # noqa: B009  of ranges alone
    labels = ", ".join(getattr(variable, "labels", ()))
    name = SHARE if labels else variable.name
    return VariableDraft(name, is_on=True, low=f"{low:g}" if name not in WHOLE else str(low),
                         high=f"{high:g}" if name not in WHOLE else str(high),
                         labels=labels)  # fmt: skip
