"""Where a registered tokenizer comes from, in a few words of the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.text.numbers import byte_size

if TYPE_CHECKING:
    from workbench.store import RegisteredTokenizer, TrainedFrom

_MOST_LABELS = 3


def origin_words(each: RegisteredTokenizer) -> str:
    """The run or the file. Examples: "run mine (20261121-0001-ab12)", "file cl100k.tiktoken"."""
    if each.file is not None:
        return f"file {each.file.name}"
    return f"run {each.run_name} ({each.run_id})"


def trained_from_words(known: TrainedFrom) -> str:
    """How much of what. Examples: "218 MB in 87 sources", "1.2 MB: deu, eng", "not known"."""
    if not known.sources:
        return "not known"
    labels = [source.label for source in known.sources]
    size = "text" if known.bytes is None else byte_size(known.bytes)
    if len(labels) > _MOST_LABELS:
        return f"{size} in {len(labels)} sources"
    return f"{size}: {', '.join(labels)}"
