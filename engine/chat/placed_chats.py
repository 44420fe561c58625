"""PlacedChats: the tokens of several conversations, with mask, message and role of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.chat.rendered_chat import RenderedChat
from engine.chat.template_tokens import Tokenized

Int64s = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class PlacedChats:
    """Tokens of several conversations, one after another; nothing is truncated.

    mask: uint8[n]; message: int64[n], -1 for text of the template; role: uint8[n], index into
    role_names.
    """

    tokens: Tokenized
    mask: npt.NDArray[np.uint8]
    message: Int64s
    role: npt.NDArray[np.uint8]
    role_names: tuple[str, ...]

    @property
    def lengths(self) -> Int64s:
        """int64[k]: tokens of each conversation."""
        return self.tokens.lengths

    def chats(
        self, special_ids: npt.NDArray[np.uint32], max_tokens: int | None
    ) -> Iterator[RenderedChat]:
        """Every conversation by itself, no more than max_tokens of its tokens."""
        tokens = self.tokens
        special = np.isin(tokens.ids, special_ids)
        message, first = self.message.astype(np.int32), 0
        for index, n_full in enumerate(tokens.lengths.tolist()):
            kept = n_full if max_tokens is None else min(n_full, max_tokens)
            own = slice(first, first + kept)
            starts = tokens.starts[first : first + kept + 1] - tokens.begins[index]
            yield RenderedChat(
                ids=tokens.ids[own],
                mask=self.mask[own],
                message=message[own],
                role=self.role[own],
                role_names=self.role_names,
                text=tokens.text(index)[: int(starts[-1])],
                starts=starts,
                special=special[own],
                n_full=n_full,
            )
            first += n_full
