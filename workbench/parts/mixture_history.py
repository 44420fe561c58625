"""MixtureHistory: the drafts of a mixture one after another, for undo and redo."""

from __future__ import annotations

import time

from workbench.mixture_draft import MixtureDraft

MOST_STEPS = 200
SAME_EDIT_SECONDS = 0.8


class MixtureHistory:
    """Edits of the same kind shortly after each other, such as a drag, are one step."""

    def __init__(self, first: MixtureDraft) -> None:
        self._steps = [first]
        self._at = 0
        self._last_kind = ""
        self._last_time = 0.0

    @property
    def draft(self) -> MixtureDraft:
        return self._steps[self._at]

    @property
    def can_undo(self) -> bool:
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        return self._at + 1 < len(self._steps)

    def add(self, draft: MixtureDraft, kind: str) -> None:
        """Note an edit; what was undone before it is gone."""
        if draft == self.draft:
            return
        now = time.monotonic()
        same = kind == self._last_kind and now - self._last_time < SAME_EDIT_SECONDS
        del self._steps[self._at + 1 :]
        if same and self._at > 0:
            self._steps[self._at] = draft
        else:
            self._steps.append(draft)
            del self._steps[: max(0, len(self._steps) - MOST_STEPS)]
            self._at = len(self._steps) - 1
        self._last_kind, self._last_time = kind, now

    def replace(self, draft: MixtureDraft) -> None:
        """Change the present step without making one, where the corpus changed below it."""
        self._steps[self._at] = draft

    def undo(self) -> MixtureDraft:
        """Go one step back, if there is one."""
        self._at = max(0, self._at - 1)
        self._last_kind = ""
        return self.draft

    def redo(self) -> MixtureDraft:
        """Go one step forward again, if there is one."""
        self._at = min(len(self._steps) - 1, self._at + 1)
        self._last_kind = ""
        return self.draft
