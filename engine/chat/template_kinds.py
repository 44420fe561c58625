"""The templates that a source can hold: one for all conversations, one for those with tools.

They stand by themselves: what only names them does not load jinja2.
"""

from __future__ import annotations

DEFAULT, WITH_TOOLS = "default", "tool_use"
