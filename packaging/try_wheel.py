"""Build wheel and sdist, and try both in clean environments, outside the project's folder.

    python3 packaging/try_wheel.py [--folder FOLDER] [--keep]

The wheel is installed with the newest allowed version of each dependency, in an environment of its
own with the oldest one, by pipx, and for one user (`pip install --user`); the sdist with the
newest. Each installation trains on a text, encodes with the command, imports the library from
another folder, finds the guide and the manual page, and runs `--self-test`. Needs Python 3.11 or
newer and a package index; exit status 1 if anything fails.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = "tokenizer-workbench"
LIBRARY = """
from pathlib import Path
import engine, workbench
from engine import Tokenizer
from workbench.frame.guide_pages import DOCS, GuidePages
prefix = Path({prefix!r})
assert prefix in Path(engine.__file__).resolve().parents, engine.__file__
assert Path(engine.__file__).with_name("py.typed").is_file()
assert Path(workbench.__file__).with_name("py.typed").is_file()
tokenizer = Tokenizer.load("made/tokenizer.twb")
assert tokenizer.decode(tokenizer.encode("low lower")) == "low lower"
assert tokenizer.to_tiktoken().encode("low lower") == tokenizer.encode("low lower")
pages = GuidePages()
assert prefix in DOCS.resolve().parents, DOCS
assert "window/train.md" in pages.names, DOCS
assert "../CHANGELOG.md" in pages.names, DOCS
assert len(pages.search("premium")) > 10
assert (prefix / "share/man/man1/tokenizer-workbench.1").is_file()
"""


class TrialError(Exception):
    """A step failed; the message has its command and what it printed."""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Try wheel and sdist in clean environments.")
    parser.add_argument("--folder", type=Path, help="where to build; a temporary folder without it")
    parser.add_argument("--keep", action="store_true", help="keep the environments")
    chosen = parser.parse_args(arguments)
    folder = chosen.folder or Path(tempfile.mkdtemp(prefix="try-wheel-"))
    try:
        wheel, sdist = built(folder)
        oldest = folder / "oldest.txt"
        oldest.write_text("\n".join(oldest_versions()) + "\n", "utf-8")
        for name, file, constraints in (
            ("newest", wheel, None), ("oldest", wheel, oldest), ("sdist", sdist, None),
        ):  # fmt: skip
            began = time.monotonic()
            try_installation(folder / name, file, constraints)
            sys.stdout.write(f"{name}: {file.name} works, {time.monotonic() - began:.0f} s\n")
        for name, trial in (("pipx", try_pipx), ("user", try_user)):
            began = time.monotonic()
            trial(folder / name, wheel)
            sys.stdout.write(f"{name}: {wheel.name} works, {time.monotonic() - began:.0f} s\n")
    except TrialError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    finally:
        if not chosen.keep:
            shutil.rmtree(folder, ignore_errors=True)
    return 0


def built(folder: Path) -> tuple[Path, Path]:
    """Return wheel and sdist, built from the files that git knows."""
    source = folder / "source"
    names = run(["git", "ls-files", "-z"], ROOT).split("\0")
    for name in filter(None, names):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, source / name)
    tools = environment(folder / "tools")
    run([tools, "-m", "pip", "install", "-q", "build"], folder)
    run([tools, "-m", "build", "--outdir", str(folder / "dist"), str(source)], folder)
    (wheel,), (sdist,) = (list((folder / "dist").glob(end)) for end in ("*.whl", "*.tar.gz"))
    return wheel, sdist


def oldest_versions() -> list[str]:
    """Return the lower bound of each dependency as a version to install.

    Packages that another dependency needs newer are refused by pip with a sentence.
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    bounds = (re.match(r"([\w.-]+)>=([\w.]+)", line) for line in project["dependencies"])
    return [f"{bound[1]}=={bound[2]}" for bound in bounds if bound]


def environment(folder: Path) -> str:
    """Make a virtual environment and return its Python."""
    run([sys.executable, "-m", "venv", str(folder)], folder.parent)
    return str(folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))


def try_installation(folder: Path, file: Path, constraints: Path | None) -> None:
    """Install a file into a clean environment and use it from an empty folder."""
    python = environment(folder)
    bounds = ["-c", str(constraints)] if constraints else []
    run([python, "-m", "pip", "install", "-q", *bounds, str(file)], folder)
    use(folder / "work", python, Path(python).parent, folder)
    run([python, "-m", "pip", "check"], folder)


def try_pipx(folder: Path, wheel: Path) -> None:
    """Install the wheel as an application with an environment of its own."""
    tools, bin_folder = environment(folder / "tools"), folder / "bin"
    run([tools, "-m", "pip", "install", "-q", "pipx"], folder)
    places = {"PIPX_HOME": str(folder / "pipx"), "PIPX_BIN_DIR": str(bin_folder)}
    places["PIPX_MAN_DIR"] = str(folder / "man")
    run([tools, "-m", "pipx", "install", "--python", sys.executable, str(wheel)], folder, places)
    prefix = folder / "pipx" / "venvs" / PROGRAM
    python = prefix / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    use(folder / "work", str(python), bin_folder, prefix)


def try_user(folder: Path, wheel: Path) -> None:
    """Install the wheel for one user, whose folder is one of ours."""
    python = str(getattr(sys, "_base_executable", sys.executable))
    base = {"PYTHONUSERBASE": str(folder / "base"), "PIP_BREAK_SYSTEM_PACKAGES": "1"}
    options = ["--user", "--no-warn-script-location", "--ignore-installed"]
    run([python, "-m", "pip", "install", "-q", *options, str(wheel)], folder, base)
    use(folder / "work", python, folder / "base" / "bin", folder / "base", base)


def use(
    work: Path, python: str, commands: Path, prefix: Path, more: Mapping[str, str] | None = None
) -> None:
    """Train, encode, import and test an installation from an empty folder."""
    work.mkdir(parents=True)
    (work / "text.txt").write_text("low lower lowest newer newest " * 50, "utf-8")
    command = str(commands / PROGRAM)
    run([command, "train", "text.txt", "--vocab-size", "280", "--out", "made"], work, more)
    run([command, "encode", "made", "text.txt"], work, more)
    run([python, "-c", LIBRARY.format(prefix=str(prefix.resolve()))], work, more)
    run([command, "--self-test"], work, more)


def run(command: Sequence[str], folder: Path, more: Mapping[str, str] | None = None) -> str:
    """Run a command without this project on its path, and return what it printed.

    more: further variables of its environment.
    """
    hidden = ("PYTHONPATH", "PYTHONHOME", "TOKENIZER_WORKBENCH_KERNEL_CACHE")
    variables = {name: value for name, value in os.environ.items() if name not in hidden}
    variables |= {"TOKENIZER_WORKBENCH_HOME": str(folder / "home"), "QT_QPA_PLATFORM": "offscreen"}
    variables |= more or {}
    folder.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        command, cwd=folder, env=variables, capture_output=True, text=True, check=False
    )
    if done.returncode:
        last = "\n".join((done.stdout + done.stderr).splitlines()[-15:])
        raise TrialError(f"{' '.join(command)[:200]} failed:\n{last}")
    return done.stdout


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
