"""Which build of the window each picture was taken of: docs/pictures.json.

`make_pictures.py` writes it, and a test refuses pictures of several builds. After `--only` the
other pictures keep the mark of their build.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

SOURCES = ("engine/**/*.py", "workbench/**/*.py", "resources/**/*", "docs/gallery_*.py")
"""What decides how the window looks: programs, resources, and the scenes that are played."""
LEFT_OUT = ("__pycache__", ".pyc")

Manifest = dict[str, dict[str, str]]
"""Of each picture by its name: its "build" and the "sha256" of its file."""


def build_mark(root: Path) -> str:
    """A mark that two builds share only if their sources are the same."""
    digest = hashlib.sha256()
    files = {file for pattern in SOURCES for file in root.glob(pattern) if file.is_file()}
    for file in sorted(files):
        name = file.relative_to(root).as_posix()
        if not any(part in name for part in LEFT_OUT):
            digest.update(f"{name}\0{_sha256(file)}\n".encode())
    return digest.hexdigest()[:16]


def manifest_of(folder: Path) -> Path:
    """Where the manifest of a folder of pictures is: beside the folder."""
    return folder.with_suffix(".json")


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a folder of pictures; empty where there is none."""
    file = manifest_of(folder)
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def write_manifest(folder: Path, made: Iterable[Path], build: str) -> None:
    """Note the build of pictures that were made; those that are gone are left out."""
    noted = {file.name: {"build": build, "sha256": _sha256(file)} for file in made}
    known = {**read_manifest(folder), **noted}
    kept = {name: known[name] for name in sorted(known) if (folder / name).is_file()}
    words = json.dumps(kept, indent=1)
    manifest_of(folder).write_text(f"{words}\n", encoding="utf-8", newline="\n")


def faults(folder: Path, manifest: Mapping[str, Mapping[str, str]]) -> list[str]:
    """What keeps the pictures of a folder from being those of one build, in sentences."""
    files = {file.name: file for file in folder.glob("*.png")}
    found = [
        f"{name} is not in {manifest_of(folder).name}" for name in sorted(files.keys() - manifest)
    ]
    found += [f"{name} is missing" for name in sorted(manifest.keys() - files)]
    found += [
        f"{name} is not the picture that was made"
        for name, noted in manifest.items()
        if name in files and _sha256(files[name]) != noted["sha256"]
    ]
    builds: dict[str, list[str]] = {}
    for name, noted in manifest.items():
        builds.setdefault(noted["build"], []).append(name)
    if len(builds) > 1:
        fewest = min(builds.values(), key=len)
        found.append(f"{len(builds)} builds: {', '.join(fewest[:5])} are of another than the rest")
    return found


def _sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
