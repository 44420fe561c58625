"""RenderedChat: a conversation as token ids with the mask of what is trained."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.chat.chat_error import ChatError

UInt8s = npt.NDArray[np.uint8]
UInt32s = npt.NDArray[np.uint32]
Int32s = npt.NDArray[np.int32]
Int64s = npt.NDArray[np.int64]


class RoleCount(NamedTuple):
    """Tokens of a role, and how many of them are trained."""

    tokens: int
    trained: int


@dataclass(frozen=True, slots=True, eq=False)
class RenderedChat:
    """The tokens of one conversation, n of them.

    ids: uint32[n]; mask: uint8[n], 1 where the token is trained.
    message: int32[n], index of the message that a token belongs to, -1 for text of the template
        between messages.
    role: uint8[n], index into role_names.
    text: UTF-8 of what the ids stand for; starts: int64[n + 1], byte offset of each token there.
    special: bool[n], True for special tokens.
    n_full: tokens before truncation.
    """

    ids: UInt32s
    mask: UInt8s
    message: Int32s
    role: UInt8s
    role_names: tuple[str, ...]
    text: bytes
    starts: Int64s
    special: npt.NDArray[np.bool_]
    n_full: int

    @property
    def n_tokens(self) -> int:
        return len(self.ids)

    @property
    def n_trained(self) -> int:
        """Tokens whose mask is 1."""
        return int(np.count_nonzero(self.mask))

    @property
    def is_truncated(self) -> bool:
        return self.n_full > len(self.ids)

    @property
    def counts(self) -> dict[str, RoleCount]:
        """Tokens of each role that has any, in the order of role_names."""
        return role_counts(self.role, self.mask, self.role_names)

    def token(self, index: int) -> bytes:
        """The bytes of a token, which need not be whole characters."""
        return self.text[self.starts[index] : self.starts[index + 1]]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A conversation of a batch that could not be rendered. index: in the batch."""

    index: int
    error: ChatError


@dataclass(frozen=True, slots=True, eq=False)
class RenderedBatch:
    """The tokens of k conversations, one after another; what was refused has none.

    ids: uint32[n]; mask: uint8[n]; starts: int64[k + 1], conversation i has the tokens from
    starts[i] to starts[i + 1]. n_full: int64[k], tokens before truncation. role: uint8[n], index
    into role_names. problems: what was refused, in order.
    """

    ids: UInt32s
    mask: UInt8s
    starts: Int64s
    n_full: Int64s
    role: UInt8s
    role_names: tuple[str, ...]
    problems: tuple[Refusal, ...] = ()

    @property
    def n_trained(self) -> Int64s:
        """int64[k]: tokens of each conversation whose mask is 1."""
        sums = np.zeros(len(self.mask) + 1, np.int64)
        np.cumsum(self.mask, out=sums[1:])
        return np.diff(sums[self.starts])

    @property
    def counts(self) -> dict[str, RoleCount]:
        """Tokens of each role that has any, in the order of role_names."""
        return role_counts(self.role, self.mask, self.role_names)

    @staticmethod
    def of(rendered: Sequence[RenderedChat | ChatError]) -> RenderedBatch:
        """Conversations that were rendered one by one, errors in the place of what was refused.

        All must have the same role_names.
        """
        chats = [None if isinstance(each, ChatError) else each for each in rendered]
        whole = [chat for chat in chats if chat is not None]
        lengths = [0 if chat is None else len(chat.ids) for chat in chats]
        n_full = [0 if chat is None else chat.n_full for chat in chats]
        return RenderedBatch(
            ids=np.concatenate([np.empty(0, np.uint32), *(chat.ids for chat in whole)]),
            mask=np.concatenate([np.empty(0, np.uint8), *(chat.mask for chat in whole)]),
            starts=np.concatenate([np.zeros(1, np.int64), np.cumsum(np.array(lengths, np.int64))]),
            n_full=np.array(n_full, np.int64),
            role=np.concatenate([np.empty(0, np.uint8), *(chat.role for chat in whole)]),
            role_names=whole[0].role_names if whole else (),
            problems=tuple(
                Refusal(index, each)
                for index, each in enumerate(rendered)
                if isinstance(each, ChatError)
            ),
        )


def role_counts(role: UInt8s, mask: UInt8s, role_names: Sequence[str]) -> dict[str, RoleCount]:
    """Tokens of each role that has any. role, mask: uint8[n]."""
    tokens = np.bincount(role, minlength=len(role_names)).tolist()
    trained = np.bincount(role, mask, minlength=len(role_names)).tolist()
    return {
        name: RoleCount(tokens[index], int(trained[index]))
        for index, name in enumerate(role_names)
        if tokens[index]
    }
