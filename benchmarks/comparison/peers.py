"""The other libraries: an extra of pyproject.toml. One that is missing is left out."""

from __future__ import annotations

from importlib import metadata

from benchmarks.comparison.task import Candidate

ENGINE_PARTS = ("numpy", "numba", "regex")


def installed_version(library: str | None) -> str | None:
    """Version of a library; of this program for None. None if it is not installed."""
    if library is None:
        from workbench import __version__

        return __version__
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return None


def present(candidates: dict[str, Candidate]) -> dict[str, Candidate]:
    """Those whose library is installed."""
    return {
        name: candidate
        for name, candidate in candidates.items()
        if installed_version(candidate.library) is not None
    }


def missing(candidates: dict[str, Candidate]) -> list[str]:
    """A sentence for every library that is not installed."""
    names = {each.library for each in candidates.values() if each.library}
    return [
        f'{name} is not installed and left out; pip install -e ".[benchmarks]" gets it.'
        for name in sorted(names)
        if installed_version(name) is None
    ]


def versions(candidates: dict[str, Candidate]) -> dict[str, str]:
    """Versions of what was measured and of what this engine stands on."""
    names = {each.library for each in candidates.values() if each.library} | set(ENGINE_PARTS)
    found = {name: installed_version(name) for name in sorted(names)}
    return {name: version for name, version in found.items() if version}
