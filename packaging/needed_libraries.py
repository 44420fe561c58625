"""Which shared libraries of a bundle anything in it still asks for, on Linux.

PyInstaller takes what every plugin needs before we leave plugins out; a GTK theme alone brings
thirty libraries of the system.
"""

from __future__ import annotations

from pathlib import PurePosixPath

Entry = tuple[str, str, str]
"""Place in the bundle, file it comes from (of a symbolic link: what it points to), kind."""


def without_idle_libraries(entries: list[Entry]) -> list[Entry]:
    """The entries without libraries that no program, module or plugin needs, even indirectly."""
    by_name: dict[str, list[Entry]] = {}
    for entry in entries:
        by_name.setdefault(PurePosixPath(entry[0]).name, []).append(entry)
    wanted = [entry for entry in entries if not _is_library(entry)]
    kept = {id(entry) for entry in wanted}
    while wanted:
        for name in _asked_for(wanted.pop()):
            for entry in by_name.get(name, ()):
                if id(entry) not in kept:
                    kept.add(id(entry))
                    wanted.append(entry)
    return [entry for entry in entries if id(entry) in kept]


def _is_library(entry: Entry) -> bool:
    """Whether a file is there only because another asks for it: neither module nor plugin.

    A library without a version in its name is one that Python code loads itself.
    """
    place = PurePosixPath(entry[0])
    if "plugins" in place.parts or place.name.startswith("libpython"):
        return False
    return place.name.startswith("lib") and ".so." in place.name


def _asked_for(entry: Entry) -> set[str]:
    _, source, kind = entry
    if kind == "SYMLINK":
        return {PurePosixPath(source).name}
    if kind not in {"BINARY", "EXTENSION"}:
        return set()
    return {PurePosixPath(name).name for name in imports_of(source)}


def imports_of(source: str) -> list[str]:
    """Names of the libraries that a file asks for, as PyInstaller reads them from it."""
    from PyInstaller.depend.bindepend import get_imports

    return [name for name, _ in get_imports(source)]
