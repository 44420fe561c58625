"""ExportOptions: what can be chosen about an export."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from engine.errors import ExportError

Layout = Literal["v5", "v4"]
MergesForm = Literal["pairs", "strings"]
LAYOUTS: tuple[Layout, ...] = get_args(Layout)
MERGES_FORMS: tuple[MergesForm, ...] = get_args(MergesForm)


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """Choices; a format reads those that `export_format(name).options` lists and no others.

    layout: of the files beside tokenizer.json, as transformers 5 writes them or as version 4 did,
        which older servers need.
    merges: pairs, which tokenizers reads from 0.20 on, or strings "a b", which all versions read
        but which cannot hold a token with a space.
    chat_template: a name of resources/chat_templates, a .jinja file or the Jinja text itself; None
        takes the tokenizer's own.
    renumber: whether a format in which special tokens come first may change ids.
    pre: the name of the pre-tokenizer in GGUF; None looks for the one that cuts alike.
    add_bos: whether readers of GGUF put the bos token before a text.
    provenance: what a bundle says of the run; its values are those of JSON.
    """

    layout: Layout = "v5"
    merges: MergesForm = "pairs"
    chat_template: str | None = None
    renumber: bool = False
    pre: str | None = None
    add_bos: bool = False
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, value, choices in (
            ("layout", self.layout, LAYOUTS),
            ("merges", self.merges, MERGES_FORMS),
        ):
            if value not in choices:
                raise ExportError(
                    f"The option {name} is one of {', '.join(choices)}, not {value!r}."
                )
