#!/usr/bin/env python3
"""Try a built bundle as on a machine without Python: `python3 packaging/smoke_test.py [BUNDLE]`.

Copies the bundle under a path with spaces, é and 漢, takes the right to write away from it, and
runs its self-test twice with an empty home and an empty PATH from two folders: both must succeed
with the same merges, and the second must compile nothing. Then it searches for a tokenizer, the
window starts, and on Linux every library must find what it needs. Prints one JSON document; 1
where anything is wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
COMMAND = "tokenizer-workbench"
WINDOWS = os.name == "nt"
SUFFIX = ".exe" if WINDOWS else ""
WINDOW = COMMAND if WINDOWS else f"{COMMAND}-window"
"""What opens the window here; on Windows that program has no output to read."""
TIMEOUT_S = 1800
OF_THE_DESKTOP = {"libwayland-cursor.so.0", "libwayland-egl.so.1"}
"""Every Wayland desktop has them; where the bundle is built they may be missing."""
SEARCHED = {
    "eng": "the cat sat on the mat and slept", "deu": "die Katze lag auf der Matte und schlief",
}  # fmt: skip
QUESTION = """
paths = ["texts/"]
vocab_size = 300
[explore]
texts = ["parallel/"]
trials = 2
seeds = 0
[[explore.objective]]
metric = "worst_premium"
[explore.variables]
temperature = [0, 1]
"""
NOBODY = 65534
"""Root may write everywhere, so that a test run by root tries the bundle as nobody."""


class Bundle:
    """A copy of the bundle in a place where it is hard to be, and a home for it."""

    def __init__(self, source: Path, scratch: Path) -> None:
        self.scratch = scratch
        self.folder = scratch / "some where é 漢" / COMMAND
        self.home = scratch / "home é 漢"
        self.home.mkdir()
        shutil.copytree(source, self.folder, symlinks=True)
        self._is_root = hasattr(os, "geteuid") and os.geteuid() == 0
        scratch.chmod(0o755)
        if self._is_root:
            os.chown(self.home, NOBODY, NOBODY)
        for folder, _, files in os.walk(self.folder):
            for name in files:
                file = Path(folder, name)
                if not file.is_symlink():
                    file.chmod(0o555 if os.access(file, os.X_OK) else 0o444)
            Path(folder).chmod(0o555)

    def run(self, *arguments: str, cwd: Path, name: str = COMMAND) -> tuple[int, str, str]:
        """Exit status, standard output and standard error."""
        environ = {"HOME": str(self.home), "QT_QPA_PLATFORM": "offscreen", "PATH": ""}
        if WINDOWS:
            kept = ("SYSTEMROOT", "TEMP", "TMP")
            environ = {key: os.environ[key] for key in kept if key in os.environ}
            environ |= {"LOCALAPPDATA": str(self.home), "QT_QPA_PLATFORM": "offscreen"}
        who: dict[str, Any] = {"user": NOBODY, "group": NOBODY} if self._is_root else {}
        done = subprocess.run(
            [str(self.folder / f"{name}{SUFFIX}"), *arguments], cwd=cwd, env=environ, check=False,
            capture_output=True, text=True, encoding="utf-8", timeout=TIMEOUT_S, **who,
        )  # fmt: skip
        return done.returncode, done.stdout, done.stderr

    def make_removable(self) -> None:
        for folder, _, _ in os.walk(self.folder):
            Path(folder).chmod(0o755)


def try_bundle(source: Path) -> dict[str, Any]:
    """All that is tried, with `problems`: sentences."""
    with tempfile.TemporaryDirectory(prefix="smoke ") as scratch:
        bundle = Bundle(source, Path(scratch))
        try:
            problems: list[str] = []
            report = {
                "self_tests": _self_tests(bundle, problems),
                "search": _search(bundle, problems),
                "window": _windows(bundle, problems),
                "libraries_not_found": _lost_libraries(bundle, problems),
                "licences": _licences(bundle, problems),
                "problems": problems,
            }
        finally:
            bundle.make_removable()
    return report


def _self_tests(bundle: Bundle, problems: list[str]) -> list[dict[str, Any]]:
    elsewhere = bundle.scratch / "else where é"
    elsewhere.mkdir()
    reports: list[dict[str, Any]] = []
    for folder in (bundle.folder, elsewhere):
        began = time.monotonic()
        status, out, err = bundle.run("--self-test", cwd=folder)
        try:
            report = json.loads(out)
        except ValueError:
            problems.append(f"The self-test from {folder} reports nothing ({status}): {err[-500:]}")
            return reports
        report["total_s"] = round(time.monotonic() - began, 2)
        reports.append(report)
        if status != 0 or not report["ok"]:
            found = [step["problem"] for step in report["steps"].values() if "problem" in step]
            problems.append(f"The self-test from {folder} fails: {'; '.join(found)}")
    if len(reports) == 2:
        first, second = (each["steps"].get("training", {}).get("merges_sha256") for each in reports)
        if first != second:
            problems.append("Two self-tests made different merges.")
        if reports[1]["kernels_compiled"] != 0:
            problems.append(f"The second start compiles {reports[1]['kernels_compiled']} kernels.")
    return reports


def _search(bundle: Bundle, problems: list[str]) -> dict[str, Any]:
    """A search of two trials, whose storage reads scripts of Optuna by path."""
    folder = bundle.home / "search"
    for part, n_lines in (("texts", 40), ("parallel", 64)):
        (folder / part).mkdir(parents=True)
        for label, line in SEARCHED.items():
            words = line.split()
            lines = [" ".join(words[n % len(words) :] + words[: n % 3]) for n in range(n_lines)]
            (folder / part / f"{label}.txt").write_text("\n".join(lines) + "\n", "utf-8")
    recipe = folder / "search.toml"
    recipe.write_text(QUESTION, "utf-8")
    began = time.monotonic()
    status, out, err = bundle.run("explore", str(recipe), "--json", "--quiet", cwd=bundle.scratch)
    try:
        n_trials = len(json.loads(out)["trials"])
    except (ValueError, KeyError):
        problems.append(f"A search fails ({status}): {err[-500:]}")
        return {}
    if n_trials != 2:
        problems.append(f"A search of 2 trials has {n_trials}.")
    return {"trials": n_trials, "total_s": round(time.monotonic() - began, 2)}


def _windows(bundle: Bundle, problems: list[str]) -> dict[str, Any]:
    """Seconds to the first picture of the window: after the caches were dropped, and again."""
    starts: dict[str, Any] = {}
    for name in ("cold" if _drop_caches() else "first", "warm", "warm again"):
        began = time.time()
        status, out, err = bundle.run(
            "--run-module", "workbench.start_report", cwd=bundle.scratch, name=WINDOW
        )
        try:
            report = json.loads(out.splitlines()[-1])
        except (ValueError, IndexError):
            problems.append(f"The window does not start ({status}): {err[-500:]}")
            return starts
        starts[name] = {
            "first_window_s": round(report["painted_at"] - began, 2),
            "idle_rss_mb": report["idle_rss_mb"],
        }
    return starts


def _drop_caches() -> bool:
    """Make the disk forget what it read, which only root on Linux may; whether it did."""
    try:
        os.sync()
        Path("/proc/sys/vm/drop_caches").write_text("3\n", "ascii")
    except (OSError, AttributeError):
        return False
    return True


def _lost_libraries(bundle: Bundle, problems: list[str]) -> list[str]:
    """What `ldd` does not find for each library of the bundle, also what is no problem."""
    if not sys.platform.startswith("linux") or shutil.which("ldd") is None:
        return []
    inside = bundle.folder / "_internal"
    # As the program's loader finds them: our own folder first, then each library's own path.
    environ = {**os.environ, "LD_LIBRARY_PATH": str(inside)}
    lost = set()
    for file in sorted(inside.rglob("*.so*")):
        if file.is_symlink() and not file.exists():
            lost.add((str(file.relative_to(inside)), "what it points to"))
        elif not file.is_symlink():
            listed = subprocess.run(
                ["ldd", str(file)], env=environ, capture_output=True, text=True, check=False
            ).stdout
            missing = {line.split()[0] for line in listed.splitlines() if "not found" in line}
            lost |= {(str(file.relative_to(inside)), name) for name in missing}
    found = sorted(f"{file} lacks {name}" for file, name in lost if name not in OF_THE_DESKTOP)
    problems += found
    left = {name for _, name in lost if name in OF_THE_DESKTOP}
    return [*found, *(f"left to the desktop: {name}" for name in sorted(left))]


def _licences(bundle: Bundle, problems: list[str]) -> int:
    """Characters of the page of licences, which must name those who ask for it."""
    file = bundle.folder / "THIRD-PARTY-LICENCES.txt"
    page = file.read_text("utf-8") if file.is_file() else ""
    wanted = ("GNU LESSER GENERAL PUBLIC LICENSE", "PySide6", "numpy", "llvmlite", "Python")
    problems += [f"The licences do not name {words}." for words in wanted if words not in page]
    return len(page)


def main() -> int:
    """Print the report; 1 where there are problems."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("bundle", nargs="?", type=Path, default=ROOT / "build" / "dist" / COMMAND)
    bundle = parser.parse_args().bundle
    if not (bundle / f"{COMMAND}{SUFFIX}").is_file():
        sys.exit(f"There is no bundle in {bundle}; python3 packaging/build.py makes one.")
    report = try_bundle(bundle)
    sys.stdout.write(json.dumps(report, indent=1, ensure_ascii=False) + "\n")
    return 1 if report["problems"] else 0


if __name__ == "__main__":
    sys.exit(main())
