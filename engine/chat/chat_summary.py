"""ChatSummary: what the conversations of a file came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np

from engine.chat.rendered_chat import RenderedBatch, RenderedChat, RoleCount


class ChatSummary:
    """Sums over conversations, which are added one by one or in batches."""

    def __init__(self) -> None:
        self.conversations = 0
        self.refused = 0
        self.tokens = 0
        self.trained = 0
        self.all_zero = 0
        self.truncated = 0
        self.longest = 0
        self.roles: dict[str, RoleCount] = {}
        self.lints: Counter[str] = Counter()

    def add(self, chat: RenderedChat, lint_codes: Iterable[str] = ()) -> None:
        """Count a conversation; lint_codes: what was found wrong with it."""
        self.conversations += 1
        self.tokens += chat.n_tokens
        self.trained += chat.n_trained
        self.all_zero += not chat.n_trained
        self.truncated += chat.is_truncated
        self.longest = max(self.longest, chat.n_full)
        self._add_roles(chat.counts)
        self.lints.update(lint_codes)

    def add_batch(self, batch: RenderedBatch) -> None:
        """Count the conversations of a batch, and what was refused."""
        n_refused = len(batch.problems)
        trained = batch.n_trained
        self.conversations += len(batch.n_full) - n_refused
        self.refused += n_refused
        self.tokens += len(batch.ids)
        self.trained += int(trained.sum())
        self.all_zero += int(np.count_nonzero(trained == 0)) - n_refused
        self.truncated += int(np.count_nonzero(np.diff(batch.starts) < batch.n_full))
        self.longest = max(self.longest, int(batch.n_full.max(initial=0)))
        self._add_roles(batch.counts)

    @property
    def share_trained(self) -> float | None:
        """Of all tokens, None where there are none."""
        return self.trained / self.tokens if self.tokens else None

    def document(self) -> dict[str, Any]:
        """The sums as JSON."""
        return {
            "conversations": self.conversations,
            "refused": self.refused,
            "tokens": self.tokens,
            "trained": self.trained,
            "share_trained": self.share_trained,
            "all_zero": self.all_zero,
            "truncated": self.truncated,
            "longest": self.longest,
            "roles": {name: count._asdict() for name, count in self.roles.items()},
            "lints": dict(self.lints),
        }

    def _add_roles(self, counts: dict[str, RoleCount]) -> None:
        for name, (tokens, trained) in counts.items():
            known = self.roles.get(name, RoleCount(0, 0))
            self.roles[name] = RoleCount(known.tokens + tokens, known.trained + trained)
