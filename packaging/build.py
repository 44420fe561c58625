#!/usr/bin/env python3
"""Build the bundle: `python3 packaging/build.py [--out FOLDER]`.

Makes an environment of its own below FOLDER (default: build) from requirements-bundle.txt, whose
every file is checked by its hash, runs PyInstaller there, puts the licences in and says how
large the bundle is and how long its window takes. The bundle is FOLDER/dist/tokenizer-workbench.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import time
import venv
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGING = ROOT / "packaging"
LOCK = PACKAGING / "requirements-bundle.txt"
COMMAND = "tokenizer-workbench"
LICENCES = "THIRD-PARTY-LICENCES.txt"
WINDOWS = os.name == "nt"


def main() -> int:
    """Build, report; 1 where a step does not succeed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--out", metavar="FOLDER", type=Path, default=ROOT / "build")
    parser.add_argument("--json", action="store_true", help="print one JSON document at the end")
    options = parser.parse_args()
    folder = options.out.absolute()
    folder.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    try:
        python = prepare_environment(folder)
        bundle = freeze(python, folder)
        add_licences(python, bundle)
    except subprocess.CalledProcessError as error:
        say(f"This did not succeed: {' '.join(map(str, error.cmd))}")
        return 1
    report = {"bundle": str(bundle), "build_s": round(time.monotonic() - began, 1), **sizes(bundle)}
    sys.stdout.write(json.dumps(report, indent=1) + "\n" if options.json else as_text(report))
    return 0


def say(sentence: str) -> None:
    sys.stderr.write(sentence + "\n")
    sys.stderr.flush()


def prepare_environment(folder: Path) -> Path:
    """The Python of the build, with exactly what the lock names."""
    environment = folder / "environment"
    python = environment / ("Scripts/python.exe" if WINDOWS else "bin/python")
    stamp = environment / "lock.stamp"
    wanted = hashlib.sha256(LOCK.read_bytes() + sys.version.encode()).hexdigest()
    if stamp.is_file() and stamp.read_text("utf-8") == wanted:
        return python
    say("Installing what the bundle is built from ...")
    venv.create(environment, clear=True, with_pip=True)
    wheels = ROOT / "wheels"
    source = ["--no-index", "--find-links", str(wheels)] if wheels.is_dir() else []
    # The lock is whole; dependencies that it leaves out are left out on purpose.
    command: list[str | Path] = [
        python,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "install",
        "--quiet",
    ]
    command += ["--no-deps", "--require-hashes", "--only-binary", ":all:", "-r", LOCK, *source]
    subprocess.run(command, check=True, stdout=sys.stderr)
    stamp.write_text(wanted, "utf-8")
    return python


def freeze(python: Path, folder: Path) -> Path:
    """Run PyInstaller on the spec; the folder of the bundle."""
    say("Freezing ...")
    if WINDOWS:
        subprocess.run([python, PACKAGING / "windows" / "version_info.py"], check=True)
    command: list[str | Path] = [python, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    command += ["--distpath", folder / "dist", "--workpath", folder / "work"]
    # One digest for each text: the same sources give the same bundle.
    environ = {**os.environ, "PYTHONHASHSEED": "1", "PYTHONPATH": ""}
    spec = PACKAGING / f"{COMMAND}.spec"
    subprocess.run([*command, spec], check=True, cwd=ROOT, env=environ, stdout=sys.stderr)
    return folder / "dist" / COMMAND


def add_licences(python: Path, bundle: Path) -> None:
    """Beside the programs, for whoever looks there, and among the resources, for the window."""
    made = subprocess.run(
        [python, PACKAGING / "licences.py", bundle], check=True, stdout=subprocess.PIPE
    ).stdout
    for place in (bundle, bundle / "_internal" / "resources"):
        (place / LICENCES).write_bytes(made)


def sizes(bundle: Path) -> dict[str, object]:
    """bytes of the bundle, its files, and its largest parts in MB (10**6 bytes)."""
    parts: Counter[str] = Counter()
    n_files = 0
    for file in bundle.rglob("*"):
        if file.is_file() and not file.is_symlink():
            inside = file.relative_to(bundle).parts
            name = inside[1] if inside[0] == "_internal" and len(inside) > 2 else inside[-1]
            parts[name.removesuffix(".libs")] += file.stat().st_size
            n_files += 1
    largest = {name: round(size / 1e6, 1) for name, size in parts.most_common(12)}
    return {"bytes": parts.total(), "files": n_files, "largest_mb": largest}


def as_text(report: dict[str, object]) -> str:
    largest = report["largest_mb"]
    assert isinstance(largest, dict)
    lines = [f"  {size:7.1f} MB  {name}" for name, size in largest.items()]
    size = int(str(report["bytes"])) / 1e6
    head = f"{report['bundle']}: {size:.0f} MB in {report['files']} files, {report['build_s']} s"
    return "\n".join([head, *lines, "Try it: python3 packaging/smoke_test.py", ""])


if __name__ == "__main__":
    sys.exit(main())
