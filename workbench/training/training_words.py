"""What is said of a training: its settings in one line, and how it went once it is over."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from engine.training import told_errors
from workbench.state import Fact, Inspection
from workbench.text.numbers import byte_size, duration, grouped
from workbench.text.placeholders import fill
from workbench.text.visible_text import hex_of, isolated, visible
from workbench.training.merge_table import MergeRow
from workbench.ui.words.corpus_words import mixture_words
from workbench.ui.words.setting_words import normalization_words, pattern_words, superwords_title
from workbench.ui.words.translation import counted, translator

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine import Corpus
    from engine.settings import LibraryTrainer, Mixture, TrainingConfig
    from engine.training import EstimateError
    from workbench.state import SourceEntry
    from workbench.training.chart_points import FirstWord, Outlook
    from workbench.work.runs.recording_progress import TrainingReport

_tr = translator("training_words")

RIGHT_WITHIN = 0.01
MOST_LISTED = 20
"""First words in a tool tip."""


def settings_words(config: TrainingConfig, pattern: str) -> str:
    """The settings of a training in one line; what is as usual is left out."""
    parts = [fill(_tr("%1 ids"), grouped(config.vocab_size))]
    parts.append(fill(_tr("pattern %1"), pattern))
    if config.n_special:
        n_special = config.n_special
        parts.append(counted("training_words", "1 special token", "%1 special tokens", n_special))
    if config.tie_break != "smallest-ids":
        parts.append(fill(_tr("tie-break %1"), config.tie_break))
    if config.min_frequency > 1:
        parts.append(fill(_tr("counts from %1"), grouped(config.min_frequency)))
    if config.max_token_bytes is not None:
        parts.append(fill(_tr("tokens to %1 bytes"), grouped(config.max_token_bytes)))
    if config.normalization is not None:
        parts.append(normalization_words(config.normalization))
    if config.merge_rules is not None:
        parts.append(_tr("merge rules"))
    if config.parity is not None:
        parts.append(_tr("parity"))
    if config.superwords is not None:
        parts.append(superwords_title(config.superwords))
    return " · ".join(parts)


def closing_words(report: TrainingReport) -> str:
    """How a training ended and how long it took."""
    if report.was_stopped:
        words = _tr("Stopped at %2 of %3 merges and stored in %1.")
    elif report.n_merges < report.asked_merges and report.has_merge_rules:
        words = _tr(
            "Finished and stored in %1: the merge rules leave no pair for more than %2 of %3."
        )
    elif report.n_merges < report.asked_merges:
        words = _tr("Finished and stored in %1: the corpus has no pair for more than %2 of %3.")
    else:
        words = _tr("Finished and stored in %1.")
    n_merges, asked = grouped(report.n_merges), grouped(report.asked_merges)
    return fill(words, duration(report.elapsed_s), n_merges, asked)


def estimate_words(estimates: tuple[EstimateError, ...]) -> str:
    """How far off the estimate of the whole time was at each share of it."""
    said = told_errors(estimates)
    if not said:
        return ""
    parts = []
    for share, error in said:
        if abs(error) < RIGHT_WITHIN:
            words = _tr("right at %1 %")
        elif error > 0:
            words = _tr("%2 % too long at %1 %")
        else:
            words = _tr("%2 % too short at %1 %")
        words = fill(words, str(round(100 * share)), str(round(100 * abs(error))))
        parts.append(words.replace(" %", "\u00a0%"))  # a number keeps its sign in the same line
    return fill(_tr("The estimate was %1."), ", ".join(parts))


def _two_digits(value: float) -> str:
    """A figure with two digits, without an exponent. Examples: "6.9", "0.37", "24", "0.00012"."""
    places = max(0, 1 - math.floor(math.log10(value))) if value > 0 else 0
    return f"{value:.{places}f}"


def outlook_words(outlook: Outlook | None, threshold: float) -> str:
    """Whether more merges pay, in a sentence; nothing while that cannot be told."""
    if outlook is None:
        return ""
    n_last = str(outlook.n_last)
    saved = f"{_two_digits(100 * outlook.saved)} %"  # the curve measures around a point, by three
    ends_at = outlook.ends_at
    if not outlook.pays(threshold):
        words = _tr("More merges hardly pay: the last %1 saved %2 of the tokens.")
        words = fill(words, n_last, saved)
    elif ends_at is None:
        words = _tr("More merges pay: the last %1 saved %2 of the tokens.")
        words = fill(words, n_last, saved)
    else:
        words = _tr("More merges pay up to about %3: the last %1 saved %2 of the tokens.")
        words = fill(words, n_last, saved, grouped(_rounded(ends_at)))
    return words.replace(" %", "\u00a0%")


def once_words() -> str:
    """Say that merges repeat single places of the corpus: they save nothing elsewhere."""
    return _tr("The newest merges occur once: the corpus is too small for more.")


def milestone_words(percent: float) -> str:
    """The name of the place from where 1000 more merges save less than this."""
    return fill(_tr("gain below %1"), f"{percent:g}\u00a0%")


def first_word_note(word: FirstWord) -> str:
    """The name of the place where a language has its first word."""
    return f"{word.language}: {isolated(word.word.strip())}"


def first_words_line(found: Sequence[FirstWord], n_languages: int) -> str:
    """How many languages have a whole word as a token; "" where no source names a language."""
    if not n_languages:
        return ""
    return counted(
        "training_words",
        "Whole words in %2 of %1 language.",
        "Whole words in %2 of %1 languages.",
        n_languages,
        grouped(n_languages),
        grouped(len(found)),
    )


def first_words_list(found: Sequence[FirstWord]) -> str:
    """The languages' first words, one in a line."""
    lines = [after_merges(word.n_merges, first_word_note(word)) for word in found[:MOST_LISTED]]
    if len(found) > MOST_LISTED:
        lines.append("…")
    return "\n".join(lines)


def outlook_reason(threshold: float) -> str:
    """What it means that more merges pay."""
    words = _tr(
        "Merges pay while 1000 more save at least %1 of the tokens. The end is estimated from how "
        "the gain fell."
    )
    return fill(words, f"{100 * threshold:g}\u00a0%")


def _rounded(value: float) -> int:
    """Two digits of a guess."""
    return int(float(f"{value:.2g}"))


def after_merges(n_merges: int, value: str) -> str:
    """A value with the place on the axis of merges where it holds."""
    numbers = (n_merges, grouped(n_merges), value)
    return counted("training_words", "after %1 merge: %2", "after %1 merges: %2", *numbers)


def merge_inspection(merge: MergeRow) -> Inspection:
    """What the inspector shows of a merge."""
    token = merge.left_bytes + merge.right_bytes
    facts = [
        Fact(_tr("Rank"), grouped(merge.rank)),
        Fact(_tr("Token id"), str(merge.token_id), mono=True),
        Fact(_tr("Left"), f"{visible(merge.left_bytes)}  ({merge.left})", mono=True),
        Fact(_tr("Right"), f"{visible(merge.right_bytes)}  ({merge.right})", mono=True),
        Fact(_tr("Bytes"), hex_of(token), mono=True),
    ]
    if merge.count is not None:
        facts.append(Fact(_tr("Count"), grouped(merge.count)))
    return Inspection(_tr("Merge"), visible(token), tuple(facts), mono_title=True)


def ingredients_words(
    corpus: Corpus | None,
    sources: Sequence[SourceEntry],
    pattern: str,
    mixture: Mixture | None,
    *,
    trainer: LibraryTrainer | None = None,
    is_reading: bool = False,
) -> str:
    """Corpus, trainer, pattern and mixture of a training in words.

    sources: what was read of the corpus. trainer: None for that of this program.
    """
    if corpus is None:
        words = _tr("corpus not read yet") if is_reading else _tr("no corpus yet")
    else:
        n = len(corpus.sources)
        size = _size_words(corpus, sources)
        words = counted("training_words", "1 source, %2", "%1 sources, %2", n, grouped(n), size)
    if trainer is not None:
        words = fill(_tr("%1, trainer %2"), words, trainer.name)
    if trainer is None or trainer.has_setting("pattern"):
        words = fill(_tr("%1, pattern %2"), words, pattern_words(pattern))
    if mixture is None:
        return words
    return fill(_tr("%1, mixture: %2"), words, mixture_words(mixture))


def _size_words(corpus: Corpus, sources: Sequence[SourceEntry]) -> str:
    """The bytes as they were read; until then about what the sizes on disk let expect."""
    read = {entry.path: entry.n_bytes for entry in sources}
    sizes = [read.get(path) for source in corpus.sources for path in source.paths]
    sizes += [len(text.encode()) for source in corpus.sources for text in source.texts or ()]
    known = [size for size in sizes if size is not None]
    whole = bool(sizes) and len(known) == len(sizes)
    if whole:
        return byte_size(sum(known))
    return fill(_tr("about %1"), byte_size(corpus.expected_bytes))
