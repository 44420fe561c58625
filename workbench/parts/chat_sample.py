"""The conversation a person starts with: written for this program, in several scripts."""

from __future__ import annotations

from workbench.models.chat_draft import ChatDraft

_SYSTEM = "You answer briefly, in the language you are asked in."
_DOCUMENT = {
    "messages": [
        {"role": "system", "content": _SYSTEM},
        {"role": "user", "content": "How many days are there from 3 March to 14 July?"},
        {
            "role": "assistant",
            "content": [
                {"type": "text", "text": "I count them:\n"},
                {
                    "type": "python",
                    "text": "from datetime import date\n"
                    "(date(2025, 7, 14) - date(2025, 3, 3)).days",
                },
                {"type": "python_output", "text": "133"},
                {"type": "text", "text": "There are 133 days."},
            ],
        },
        {"role": "user", "content": "谢谢！\t那么一共是几个星期？ 🙂"},
        {"role": "assistant", "content": "正好是十九个星期。"},
    ]
}


def sample_chat() -> ChatDraft:
    """The sample conversation."""
    return ChatDraft.of(_DOCUMENT)
