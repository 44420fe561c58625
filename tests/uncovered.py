"""The environment of a child process that coverage leaves alone.

Coverage imports modules of its own into every child and writes a file when it ends: a test of what
a program imports, or of a full disk, would see that.
"""

from __future__ import annotations

import os


def uncovered_environment() -> dict[str, str]:
    """The variables of this process without those that start coverage in a child."""
    return {name: value for name, value in os.environ.items() if "COVERAGE_PROCESS" not in name}
