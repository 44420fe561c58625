"""Where two tokenizers part, in sentences, for the window and for the command line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from workbench.numbers import grouped
from workbench.placeholders import fill
from workbench.visible_text import isolated, visible

if TYPE_CHECKING:
    from engine.analysis import ChosenPair, MergeDivergence, PairCount, Reason, UnknownMerges

Translate = Callable[[str], str]
MOST_SHOWN = 24


def divergence_sentences(
    divergence: MergeDivergence | UnknownMerges | None, names: Sequence[str], tr: Translate = str
) -> tuple[str, ...]:
    """What is merged first by one and not by the other, how often it occurs, and why.

    names: of the two tokenizers. tr: translates a sentence with %1, %2 ... in it. The last
    sentences are the reasons; there is always one, if only that the records do not tell.
    """
    from engine.analysis import UnknownMerges  # after the window: it loads the engine

    if divergence is None:
        return (tr("All merges are the same."),)
    if isinstance(divergence, UnknownMerges):
        words = tr("Merges cannot be compared: %1 runs through %2, which does not tell them.")
        return (fill(words, names[divergence.side], divergence.library),)
    sentences = [_first_words(divergence, tr)]
    for side, pair in enumerate(divergence.pairs):
        sentences.append(_side_words(pair, side, names, tr))
    return (*sentences, *reason_sentences(divergence, names, tr))


def reason_sentences(
    divergence: MergeDivergence, names: Sequence[str], tr: Translate = str
) -> tuple[str, ...]:
    """The reasons that are proven, or that none is."""
    found = tuple(_reason_words(reason, divergence, names, tr) for reason in divergence.reasons)
    return found or (tr("Why they part there, the records do not tell."),)


def pair_words(pair: ChosenPair) -> str:
    """A merge as it is shown. Example: "·th + e"."""
    return f"{_short(pair.left)} + {_short(pair.right)}"


def count_words(count: PairCount, tr: Translate = str) -> str:
    """A count or what is known of it; "" for nothing."""
    if count.exact is not None:
        return grouped(count.exact)
    if count.at_least is not None and count.at_most is not None:
        return fill(tr("%1 to %2"), grouped(count.at_least), grouped(count.at_most))
    if count.at_least is not None:
        return fill(tr("at least %1"), grouped(count.at_least))
    return "" if count.at_most is None else fill(tr("at most %1"), grouped(count.at_most))


def later_words(count: PairCount, rank: int, tr: Translate = str) -> str:
    """When a tokenizer merges a pair, seen from the rank at which two part."""
    if count.merged_at is None:
        return tr("never merged")
    if count.merged_at == rank:
        return tr("merged here")
    return fill(tr("merged later, as rank %1"), grouped(count.merged_at))


def _first_words(divergence: MergeDivergence, tr: Translate) -> str:
    if divergence.rank == 0:
        return tr("They part at the very first merge.")
    if divergence.rank == 1:
        return tr("The first merge is the same; they part at rank 1.")
    words = tr("The first %1 merges are the same; they part at rank %2.")
    return fill(words, grouped(divergence.rank), grouped(divergence.rank))


def _side_words(pair: ChosenPair | None, side: int, names: Sequence[str], tr: Translate) -> str:
    if pair is None:
        return fill(tr("%1 has no more merges."), names[side])
    own, other = (count_words(pair.counts[at], tr) for at in (side, 1 - side))
    words = {
        (True, True): tr("%1 merges %2, whose count is %3 there and %4 in %5."),
        (True, False): tr("%1 merges %2, whose count is %3 there."),
        (False, True): tr("%1 merges %2, whose count is %4 in %5."),
        (False, False): tr("%1 merges %2."),
    }[bool(own), bool(other)]
    parts = (names[side], pair_words(pair), own, other, names[1 - side])
    return fill(words, *parts)


def _reason_words(
    reason: Reason, divergence: MergeDivergence, names: Sequence[str], tr: Translate
) -> str:
    words = {
        "size": tr("%1 ends there because its size of %3 ids has no room for more."),
        "min_frequency": tr("%1 ends there because no pair left reaches the minimum count of %3."),
        "no_pair": tr("%1 ends there because its corpus has no pair left to merge."),
        "token_limit": tr("%1 cannot merge %2: its tokens have at most %3 bytes."),
        "merge_rules": tr("%1 cannot merge %2: its merge rules forbid that token."),
        "pattern_cuts": tr("%1 can never merge %2: its split pattern always cuts inside of it."),
        "tie_break": tr("Both pairs occur equally often, and the two settle ties differently."),
        "text": tr("Their texts differ, so the pairs were counted differently."),
        "mixture": tr("Their mixtures differ, so the pairs were weighed differently."),
        "pattern": tr("Their split patterns differ, so the pairs were counted differently."),
        "normalization": tr("Their normalization differs, so the pairs were counted differently."),
        "several": tr("The pairs were counted differently, and this differs between them: %4."),
    }[reason.kind]
    pair = None if reason.side is None else divergence.pairs[1 - reason.side]
    differing = ", ".join(_circumstance(each, tr) for each in reason.differing)
    parts = (
        names[reason.side or 0],
        "" if pair is None else pair_words(pair),
        "" if reason.number is None else grouped(reason.number),
        differing,
    )
    words = fill(words, *parts)
    if reason.unknown:
        others = ", ".join(_circumstance(each, tr) for each in reason.unknown)
        words += " " + fill(tr("Whether this differs as well is not recorded: %1."), others)
    return words


def _circumstance(name: str, tr: Translate) -> str:
    return {
        "pattern": tr("the split pattern"), "normalization": tr("the normalization"),
        "mixture": tr("the mixture"), "text": tr("the text"),
    }[name]  # fmt: skip


def _short(token: bytes) -> str:
    shown = visible(token)
    return isolated(shown if len(shown) <= MOST_SHOWN else f"{shown[:MOST_SHOWN]}…")
