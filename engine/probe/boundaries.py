"""Answer choices that merge into the last token of their prompt.

A model that is asked for the tokens of an answer has the tokens of the prompt before it. Where
prompt and answer are encoded together and the prompt's last token becomes another one, the model
never met the prompt as it is given in a question, and a question of which only some choices merge
is asked unfairly. Superwords and prompts that end in a space make it frequent. No model is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.probe.texts import ids_of

if TYPE_CHECKING:
    from engine.library import AnyTokenizer
    from engine.probe.tasks import ChoiceItem

_EXAMPLES, _PROMPT_END = 5, 16


@dataclass(frozen=True, slots=True)
class BoundaryExample:
    """A choice that merges: its question from 0, and how the prompt before it ends."""

    item: int
    choice: str
    prompt_end: str


@dataclass(frozen=True, slots=True)
class BoundaryRow:
    """One label, or all with label "".

    merged: choices that change the tokens of their prompt. uneven: questions of which some choices
    do and others do not.
    """

    label: str
    questions: int
    choices: int
    merged: int
    uneven: int

    @property
    def merged_share(self) -> float:
        return self.merged / self.choices if self.choices else 0.0

    @property
    def uneven_share(self) -> float:
        return self.uneven / self.questions if self.questions else 0.0


@dataclass(frozen=True, slots=True)
class BoundaryReport:
    """rows: all questions first, then the labels if there are several. examples: the first few."""

    rows: tuple[BoundaryRow, ...]
    examples: tuple[BoundaryExample, ...]

    @property
    def total(self) -> BoundaryRow:
        """Of all questions."""
        return self.rows[0]

    def document(self) -> dict[str, Any]:
        """As in JSON."""
        return {
            "rows": [
                asdict(row) | {"merged_share": row.merged_share, "uneven_share": row.uneven_share}
                for row in self.rows
            ],
            "examples": [
                {"question": each.item, "choice": each.choice, "prompt_end": each.prompt_end}
                for each in self.examples
            ],
        }


def prompt_boundaries(tokenizer: AnyTokenizer, items: Sequence[ChoiceItem]) -> BoundaryReport:
    """Which choices merge into the last token of their prompt, of any tokenizer.

    items: as `read_choices` reads them.
    """
    merged = [_merged(tokenizer, item) for item in items]
    examples = [
        BoundaryExample(number, choice.decode(), item.prompt.decode()[-_PROMPT_END:])
        for number, item in enumerate(items)
        for choice, is_merged in zip(item.choices, merged[number], strict=True)
        if is_merged
    ][:_EXAMPLES]
    labels = dict.fromkeys(item.label for item in items)
    rows = [
        _row(label, [each for item, each in zip(items, merged, strict=True) if item.label == label])
        for label in (labels if len(labels) > 1 else ())
    ]
    return BoundaryReport((_row("", merged), *rows), tuple(examples))


def _merged(tokenizer: AnyTokenizer, item: ChoiceItem) -> list[bool]:
    """Whether each choice changes the tokens of the prompt."""
    before = ids_of(tokenizer, item.prompt)
    return [
        not np.array_equal(ids_of(tokenizer, item.prompt + choice)[: len(before)], before)
        for choice in item.choices
    ]


def _row(label: str, merged: Sequence[Sequence[bool]]) -> BoundaryRow:
    n_merged = sum(map(sum, merged))
    uneven = sum(0 < sum(each) < len(each) for each in merged)
    return BoundaryRow(label, len(merged), sum(map(len, merged)), n_merged, uneven)
