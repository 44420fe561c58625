"""Where two tokenizers part, in sentences, for the window and for the command line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from workbench.numbers import grouped
from workbench.visible_text import isolated, visible

if TYPE_CHECKING:
    from engine.tokenizer_difference import ChosenPair, MergeDivergence, PairCount, Reason

Translate = Callable[[str], str]
MOST_SHOWN = 24


def divergence_sentences(
    divergence: MergeDivergence | None, names: Sequence[str], tr: Translate = str
) -> tuple[str, ...]:
    """What is merged first by one and not by the other, how often it occurs, and why.

    names: of the two tokenizers. tr: translates a sentence with %1, %2 ... in it. The last
    sentences are the reasons; there is always one, if only that the records do not tell.
    """
    if divergence is None:
        return (tr("All merges are the same."),)
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
        words = tr("%1 to %2").replace("%1", grouped(count.at_least))
        return words.replace("%2", grouped(count.at_most))
    if count.at_least is not None:
        return tr("at least %1").replace("%1", grouped(count.at_least))
    return "" if count.at_most is None else tr("at most %1").replace("%1", grouped(count.at_most))


def later_words(count: PairCount, rank: int, tr: Translate = str) -> str:
    """When a tokenizer merges a pair, seen from the rank at which two part."""
    if count.merged_at is None:
        return tr("never merged")
    if count.merged_at == rank:
        return tr("merged here")
    return tr("merged later, as rank %1").replace("%1", grouped(count.merged_at))


def _first_words(divergence: MergeDivergence, tr: Translate) -> str:
    if divergence.rank == 0:
        return tr("They part at the very first merge.")
    words = tr("The first %1 merges are the same; they part at rank %2.")
    return words.replace("%1", grouped(divergence.rank)).replace("%2", grouped(divergence.rank))


def _side_words(pair: ChosenPair | None, side: int, names: Sequence[str], tr: Translate) -> str:
    if pair is None:
        return tr("%1 has no more merges.").replace("%1", names[side])
    own, other = pair.counts[side], pair.counts[1 - side]
    parts = [tr("%1 merges %2").replace("%1", names[side]).replace("%2", pair_words(pair))]
    if own.exact is not None:
        parts.append(tr("which occurs %1 times there").replace("%1", grouped(own.exact)))
    known = count_words(other, tr)
    if known:
        words = tr("and %1 times in %2")
        parts.append(words.replace("%1", known).replace("%2", names[1 - side]))
    return f"{', '.join(parts)}."


def _reason_words(
    reason: Reason, divergence: MergeDivergence, names: Sequence[str], tr: Translate
) -> str:
    words = {
        "size": tr("%1 ends there because its size of %3 ids has no room for more."),
        "min_frequency": tr("%1 ends there because no pair that is left occurs %3 times."),
        "no_pair": tr("%1 ends there because its corpus has no pair left to merge."),
        "token_limit": tr("%1 cannot merge %2: its tokens have at most %3 bytes."),
        "pattern_cuts": tr("%1 can never merge %2: its split pattern always cuts inside of it."),
        "tie_break": tr("Both pairs occur equally often, and the two settle ties differently."),
        "text": tr("Their texts differ, so the pairs were counted differently."),
        "mixture": tr("Their mixtures differ, so the pairs were weighed differently."),
        "pattern": tr("Their split patterns differ, so the pairs were counted differently."),
        "normalization": tr("Their normalization differs, so the pairs were counted differently."),
        "several": tr("The pairs were counted differently, and this differs between them: %4."),
    }[reason.kind]
    if reason.side is not None:
        words = words.replace("%1", names[reason.side])
        pair = divergence.pairs[1 - reason.side]
        words = words.replace("%2", "" if pair is None else pair_words(pair))
    if reason.number is not None:
        words = words.replace("%3", grouped(reason.number))
    differing = ", ".join(_circumstance(each, tr) for each in reason.differing)
    words = words.replace("%4", differing)
    if reason.unknown:
        others = ", ".join(_circumstance(each, tr) for each in reason.unknown)
        words += " " + tr("Whether this differs as well is not recorded: %1.").replace("%1", others)
    return words


def _circumstance(name: str, tr: Translate) -> str:
    return {
        "pattern": tr("the split pattern"), "normalization": tr("the normalization"),
        "mixture": tr("the mixture"), "text": tr("the text"),
    }[name]  # fmt: skip


def _short(token: bytes) -> str:
    shown = visible(token)
    return isolated(shown if len(shown) <= MOST_SHOWN else f"{shown[:MOST_SHOWN]}…")
