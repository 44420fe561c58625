"""The words of questions, trials and fronts in the language of the window."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from engine.errors import ConfigError
from engine.evaluation import Metric
from engine.sentences import Sentence
from workbench.text.engine_words import error_words, sentence_words
from workbench.text.languages import language_name
from workbench.text.numbers import grouped, percent, ratio
from workbench.text.placeholders import fill
from workbench.ui.words.metric_words import names_of
from workbench.ui.words.translation import translator

if TYPE_CHECKING:
    from engine.explore import Objective, Question

_tr = translator("ExploreWords")
_MILLION = 1_000_000


def metric_title(metric: Metric) -> str:
    """What a metric is called."""
    return names_of(metric).title


def goal_words(goal: str) -> str:
    """What a goal is called in the form."""
    return {
        "minimise": _tr("Minimise"), "maximise": _tr("Maximise"), "hold": _tr("Threshold only"),
    }.get(goal, goal)  # fmt: skip


def sampler_words() -> dict[str, tuple[str, str]]:
    """Name and explanation of each sampler."""
    return {
        "tpe": (_tr("TPE"), _tr("Learns where good trials lie; best for few hundred trials.")),
        "nsga2": (_tr("NSGA-II"), _tr("Crosses good trials; for many trials.")),
        "random": (_tr("Random"), _tr("Learns nothing; what others are compared with.")),
    }


def variable_title(name: str) -> str:
    """What a variable is called."""
    titles = {
        "temperature": _tr("Temperature"),
        "vocab_size": _tr("Vocabulary size"),
        "pattern": _tr("Split pattern"),
        "share": _tr("Share"),
        "min_count": _tr("Minimum count"),
        "longest_token": _tr("Longest token"),
        "superword_transition": _tr("Superword transition"),
        "superword_rules": _tr("Superword rules"),
        "parity_share": _tr("Parity share"),
    }
    if name.startswith("share."):
        return fill(_tr("Share of %1"), language_name(name.removeprefix("share.")))
    return titles.get(name, name)


def variable_head(name: str) -> str:
    """What a variable is called where there is little room."""
    heads = {
        "temperature": _tr("temperature"),
        "vocab_size": _tr("size"),
        "pattern": _tr("pattern"),
        "min_count": _tr("min count"),
        "longest_token": _tr("longest"),
        "superword_transition": _tr("superwords"),
        "superword_rules": _tr("rules"),
        "parity_share": _tr("parity"),
        "share": _tr("share"),
    }
    return heads.get(name, name.removeprefix("share."))


def variable_hint(name: str) -> str:
    """What a variable does, in a sentence."""
    return {
        "temperature": _tr("A source's share is proportional to bytes^T: 1 natural, 0 equal."),
        "vocab_size": _tr("Every training answers all sizes up to the highest."),
        "pattern": _tr("Each pattern needs one counting of the corpus."),
        "share": _tr("The share of a label, or of several together, in the mixture."),
        "min_count": _tr("How often a pair must occur to be merged."),
        "longest_token": _tr("In bytes; longer tokens are never made."),
        "superword_transition": _tr("Where superwords begin; enable superwords in Train."),
        "superword_rules": _tr("What superwords may be; enable superwords in Train."),
        "parity_share": _tr("Merges that the worst-served language chooses."),
    }.get(name, "")  # fmt: skip


def objective_title(objective: Objective) -> str:
    """What an objective is called, with its texts."""
    title = metric_title(objective.of_metric)
    if objective.group:
        return f"{title}, {', '.join(map(language_name, objective.group))}"
    return title if objective.label == "all" else f"{title}, {language_name(objective.label)}"


def objective_head(objective: Objective) -> str:
    """What an objective is called where there is little room."""
    head = names_of(objective.of_metric).head
    return head if objective.label == "all" else f"{head}, {objective.label}"


def told_with_titles(sentence: str, question: Question) -> str:
    """A sentence of the engine in the language of the window: names for labels, titles for keys,
    and figures as everywhere in the window.
    """
    words = sentence_words(_with_names(sentence))
    for each in sorted(question.objectives, key=lambda each: -len(each.key)):
        pattern = rf"(?<![\w.]){re.escape(each.key)}(?![\w.]\w)(?: (-?[\d,]+(?:\.\d+)?))?"
        words = re.sub(pattern, partial(_told_figure, each), words)
    return re.sub(r"\d{1,3}(?:,\d{3})+", lambda number: grouped(_number(number[0])), words)


def told_error(error: ConfigError) -> str:
    """What is wrong with a question; variables have their titles."""
    sentence = error.args[0] if error.args else ""
    if isinstance(sentence, Sentence) and "name" in sentence.data:
        return sentence_words(sentence, name=variable_title(str(sentence.data["name"])))
    return error_words(error)


def _told_figure(objective: Objective, found: re.Match[str]) -> str:
    """The title of an objective, with its figure where the sentence has one."""
    title = names_of(objective.of_metric).head
    if objective.group:
        title = f"{title}, {', '.join(map(language_name, objective.group))}"
    elif objective.label != "all":
        title = f"{title}, {language_name(objective.label)}"
    if found[1] is None:
        return title
    figure = objective_value(objective)(float(found[1].replace(",", "")))
    return f"{title} {figure}"


def _with_names(sentence: str) -> str:
    """A sentence, and those in it, with the names of languages in place of labels."""
    if not isinstance(sentence, Sentence):
        return sentence
    data = {
        key: language_name(value) if key == "label" and isinstance(value, str)
        else _with_names(value) if isinstance(value, str)
        else value
        for key, value in sentence.data.items()
    }  # fmt: skip
    return Sentence(sentence.code, sentence.form, data)


def _number(text: str) -> int:
    return int(text.replace(",", ""))


def objective_value(objective: Objective) -> Callable[[float], str]:
    """How a value of an objective is written."""
    metric = objective.of_metric
    if metric.format == "percent":
        return percent
    if metric.key == "embedding_parameters":
        return _millions
    if metric.key == "vocab_size":
        return _whole
    return ratio


def variable_value(name: str) -> Callable[[float], str]:
    """How a value of a variable is written."""
    if name in ("vocab_size", "min_count", "longest_token"):
        return _whole
    if name == "temperature":
        return _short
    return percent if name.startswith("share.") else _short


def _millions(number: float) -> str:
    return f"{ratio(number / _MILLION)} M"


def _whole(number: float) -> str:
    return grouped(round(number))


def _short(number: float) -> str:
    return f"{number:.3g}"
