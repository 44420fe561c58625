"""The other libraries: an extra of pyproject.toml. One that is missing is left out."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from importlib import metadata
from pathlib import Path

from benchmarks.comparison.task import Candidate

ENGINE_PARTS = ("numpy", "numba", "regex")

_VERSIONS = """
import json, sys
from importlib import metadata
found = metadata.distributions()
print(json.dumps({each.metadata["Name"].lower(): each.version for each in found}))
"""


class Peers:
    """Where the other libraries are installed.

    python: the interpreter of their environment, which needs this project's libraries, too; by
    default they are in this one. What they bring along costs this engine nothing in another.
    """

    def __init__(self, python: Path | None = None) -> None:
        self.python = str(python) if python is not None else sys.executable

    def version(self, library: str | None) -> str | None:
        """Version of a library; of this program for None. None if it is not installed."""
        if library is None:
            from workbench import __version__

            return __version__
        if self.python == sys.executable:
            return _own_version(library)
        return _versions(self.python).get(library.lower())

    def python_for(self, candidate: Candidate) -> str:
        """The interpreter that measures a candidate."""
        return sys.executable if candidate.library is None else self.python

    def present(self, candidates: dict[str, Candidate]) -> dict[str, Candidate]:
        """Those whose library is installed."""
        return {
            name: candidate
            for name, candidate in candidates.items()
            if self.version(candidate.library) is not None
        }

    def missing(self, candidates: Iterable[Candidate]) -> list[str]:
        """A sentence for every library that is not installed."""
        return [
            f'{name} is not installed and left out; pip install -e ".[benchmarks]" gets it.'
            for name in sorted({each.library for each in candidates if each.library})
            if self.version(name) is None
        ]

    def versions(self, candidates: Iterable[Candidate]) -> dict[str, str]:
        """Versions of what was measured and of what this engine needs."""
        names = {each.library for each in candidates if each.library} - set(ENGINE_PARTS)
        found = {name: self.version(name) for name in names}
        found |= {name: _own_version(name) for name in ENGINE_PARTS}
        return {name: version for name, version in sorted(found.items()) if version}


def _own_version(library: str) -> str | None:
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return None


@cache
def _versions(python: str) -> dict[str, str]:
    try:
        said = subprocess.run([python, "-c", _VERSIONS], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        raise SystemExit(f"{python} is no Python interpreter; check --peers.") from None
    found: dict[str, str] = json.loads(said.stdout)
    return found
