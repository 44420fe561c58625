"""What is said of special tokens that stand literally in a corpus."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from engine.corpus import LookAlike, likely_separator, look_alikes_in
from engine.machine import result_of
from engine.settings import TrainingConfig
from engine.text import utf8_of
from workbench.cli.output import counted
from workbench.run_recording import EVALUATED_CHARACTERS

if TYPE_CHECKING:
    from engine.training import CountedCorpus

MOST_TOKENS = 6


def look_alike_documents(found: Iterable[LookAlike]) -> list[dict[str, Any]]:
    """As `corpus --json` has them."""
    return [
        {
            "token": each.token,
            "times": each.times,
            "documents": each.documents,
            "first": {"document": each.document, "offset": each.offset},
        }
        for each in found
    ]


def look_alike_line(label: str, found: Sequence[LookAlike]) -> str:
    """One source in a line: its tokens, the most frequent first, and where the first one is."""
    shown = _tokens_and_times(found)
    more = f" and {len(found) - MOST_TOKENS} more" if len(found) > MOST_TOKENS else ""
    first = found[0]
    return (
        f"{label}: {shown}{more} (first {first.token} in document {first.document:,}, byte "
        f"{first.offset:,})"
    )


def separator_remark(
    label: str, found: Sequence[LookAlike], documents: int, *, is_text: bool
) -> str | None:
    """How to cut the documents of a source that are joined with a special token."""
    token = likely_separator(found, documents)
    if token is None:
        return None
    option = f"--document-separator '{token}'" if is_text else "train --special-text cut"
    return (
        f"{label}: its documents seem to be joined with {token}, {found_times(found, token):,} "
        f"times in {counted(documents, 'document')}; {option} cuts them there."
    )


def found_times(found: Iterable[LookAlike], token: str) -> int:
    return sum(each.times for each in found if each.token == token)


def training_remarks(corpus: CountedCorpus, config: TrainingConfig) -> list[str]:
    """Sentences on the special tokens of a training in the beginning of each of its sources.

    The beginnings are those that were evaluated, so that nothing is read again.
    """
    beginnings = result_of(corpus.beginnings(EVALUATED_CHARACTERS))
    remarks = []
    for source in beginnings.sources:
        found = look_alikes_in(map(utf8_of, source.texts or ()), config.all_special_tokens)
        if not found:
            continue
        does = (
            "documents were cut there and they were left out"
            if config.cut_at
            else "they were trained on as ordinary text; --special-text cut leaves them out"
        )
        shown = _tokens_and_times(found)
        remarks.append(
            f"{source.label}: special tokens stand in the text, {shown} in its first "
            f"{EVALUATED_CHARACTERS:,} characters; {does}."
        )
    return remarks


def _tokens_and_times(found: Sequence[LookAlike]) -> str:
    """The most frequent tokens, each with how often it stands in the text."""
    return ", ".join(f"{each.token} {counted(each.times, 'time')}" for each in found[:MOST_TOKENS])
