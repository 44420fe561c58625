#!/usr/bin/env python3
"""Set the program up and start it; needs nothing but Python 3.11 or newer.

    python3 run.py              open the window as it was left; the first time, train on the
                                sample corpus and store the run
    python3 run.py demo         show the training on the sample corpus again
    python3 run.py test         run all tests; --quick: the fast ones; FEATURE: those of a feature
    python3 run.py ARGUMENTS    the command line: python3 run.py train text/ --vocab-size 32768

The first start makes the virtual environment `.venv`, installs the locked packages (from the
folder `wheels/` alone where there is one) and what the window needs of the system, and puts the
command `tokenizer-workbench` beside the environment's Python. Later starts only check that this is
done.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import hashlib
import importlib.util
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

OLDEST_PYTHON = (3, 11)
LOCK = "packaging/requirements.txt"
TEST_LOCK = "packaging/requirements-test.txt"
TEST_TORCH, TORCH_FOLDER = "torch==2.13.0", ".cache/pytorch"
METADATA_SCRIPT = "packaging/register_project.py"
SYSTEM_NEEDS = "packaging/debian-packages.txt"
COMMAND, PATH_FILE = "tokenizer-workbench", "tokenizer-workbench.pth"
FAILED, INTERRUPTED = 1, 130
DISK_FULL = re.compile("No space left on device|os error 28|Disk quota exceeded")
OFFLINE = re.compile(
    "name resolution|Name or service not known|Network is unreachable|Connection refused|timed out"
    "|Failed to establish a new connection|error sending request|dns error|ProxyError",
    re.IGNORECASE,
)
# Prints the version of the interpreter and, where it is installed, of PySide6.
PROBE = (
    "import sys, importlib.metadata as m; print(sys.version.split()[0], "
    "*[d.version for d in m.distributions(name='PySide6-Essentials')][:1])"
)


class SetUpError(Exception):
    """The set-up cannot go on; the message says why and what to do."""


class Machine:
    """What the set-up does to this machine and asks of it; the tests put a fake in its place."""

    root = Path(__file__).resolve().parent
    fonts = Path("/usr/share/fonts")
    python = sys.executable
    is_linux = sys.platform.startswith("linux")
    is_administrator = hasattr(os, "geteuid") and os.geteuid() == 0
    environ = os.environ

    def say(self, sentence: str) -> None:
        """Print a sentence on standard error: standard output may be a JSON document."""
        print(sentence, file=sys.stderr, flush=True)

    def run(self, command: list[str], **variables: str) -> tuple[int, str]:
        """Run a command to its end; its exit status and all it printed."""
        return self.begin(command, **variables)()

    def begin(self, command: list[str], **variables: str) -> Callable[[], tuple[int, str]]:
        """Start a command. Call what is returned to wait for its end, as `run` does."""
        printed = tempfile.TemporaryFile()  # noqa: SIM115 - a pipe would fill up until it is read
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=subprocess.STDOUT,
            env={**self.environ, **variables},
        )

        def end() -> tuple[int, str]:
            with printed:
                status = process.wait()
                printed.seek(0)
                return status, printed.read().decode(errors="replace")

        return end

    def hand_over(self, command: list[str], folder: Path | None, **variables: str) -> int:
        """Become another program, started in `folder` or here; returns only on Windows."""
        environ = {**self.environ, **variables}
        if folder is not None:
            os.chdir(folder)
        if os.name == "posix":
            os.execve(command[0], command, environ)
        return subprocess.call(command, env=environ)

    def find(self, program: str) -> str | None:
        return shutil.which(program)

    def has_module(self, name: str) -> bool:
        importlib.invalidate_caches()  # apt may just have brought it
        return importlib.util.find_spec(name) is not None

    def can_load(self, library: str) -> bool:
        try:
            ctypes.CDLL(library)
        except OSError:
            return False
        return True


class Environment:
    """The folder of installed packages, `.venv` or (without venv) `.deps`, and its Python."""

    def __init__(self, machine: Machine, name: str) -> None:
        self.folder = machine.root / name
        self.is_venv = name == ".venv"
        inside = "Scripts/python.exe" if os.name == "nt" else "bin/python"
        self.python = str(self.folder / inside) if self.is_venv else machine.python
        path = [*([] if self.is_venv else [str(self.folder)]), str(machine.root)]
        path += [machine.environ["PYTHONPATH"]] if machine.environ.get("PYTHONPATH") else []
        self.variables = {"PYTHONPATH": os.pathsep.join(path)}
        self.version, self.pyside = self._probe(machine)

    def _probe(self, machine: Machine) -> tuple[str, str]:
        """Versions of Python and PySide6; empty where there is none that works."""
        if not self.folder.is_dir() or not Path(self.python).exists():
            return "", ""
        status, printed = machine.run([self.python, "-c", PROBE], **self.variables)
        versions = [*printed.split(), "", ""] if status == 0 else ["", ""]
        return versions[0], versions[1]

    @property
    def works(self) -> bool:
        return version_numbers(self.version)[:2] >= OLDEST_PYTHON

    def stamp(self, lock: str) -> Path:
        """The file that says which content of a lock is installed here."""
        return self.folder / f"{Path(lock).stem}.stamp"


def version_numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version)[:3])


def prepare_environment(machine: Machine) -> Environment:
    """The environment of an earlier start, or a new one."""
    can_make_venv = machine.find("uv") or machine.has_module("ensurepip")
    for name in [".venv"] if can_make_venv else [".venv", ".deps"]:
        environment = Environment(machine, name)
        if environment.works:
            return environment
    unfinished(machine).touch()
    if make_venv(machine):
        environment = Environment(machine, ".venv")
        if environment.works:
            return environment
    if not machine.has_module("pip"):
        raise SetUpError("This Python has neither venv nor pip, so no packages can be installed.")
    machine.say("Without a virtual environment the packages go into the folder .deps.")
    (machine.root / ".deps").mkdir(exist_ok=True)
    return Environment(machine, ".deps")


def make_venv(machine: Machine) -> bool:
    """Make the virtual environment, with uv where it is; False if this machine cannot."""
    machine.say("Making the virtual environment .venv ...")
    venv, uv = str(machine.root / ".venv"), machine.find("uv")
    if uv and machine.run([uv, "venv", "--seed", "--python", machine.python, venv])[0] == 0:
        return True
    if not machine.has_module("ensurepip"):
        install_system_packages(machine, ["python3-venv"], "Python's venv module is missing")
    status, printed = machine.run([machine.python, "-m", "venv", "--clear", venv])
    if DISK_FULL.search(printed):
        raise SetUpError(explain(machine, printed))
    if status != 0:
        shutil.rmtree(venv, ignore_errors=True)  # without ensurepip it leaves half of one
    return status == 0


def install_packages(machine: Machine, environment: Environment, lock: str) -> bool:
    """Bring the environment to a lock; False if the stamp says that it was there already."""
    stamp = environment.stamp(lock)
    if stamp.is_file() and stamp.read_text("utf-8") == fingerprint(machine, environment, lock):
        return False
    started = time.monotonic()
    unfinished(machine).touch()
    content = (machine.root / lock).read_text("utf-8")
    names = set(re.findall(r"^[\w.-]+(?===)", content, re.MULTILINE))
    machine.say(f"Installing {len(names)} packages ...")
    with torch_beside(machine, environment, lock):
        for command in install_commands(machine, environment, lock):
            status, printed = machine.run(command)
            if status == 0:
                break
        else:
            if OFFLINE.search(printed):
                unfinished(machine).unlink()  # it failed before it changed anything
            raise SetUpError(explain(machine, printed))
    unfinished(machine).unlink()
    compile_modules(machine, [environment.folder] if lock == LOCK else [], environment.python)
    for satisfied in {lock, LOCK}:  # the test lock holds the runtime lock
        new = fingerprint(machine, environment, satisfied)
        environment.stamp(satisfied).write_text(new, "utf-8")
    machine.say(f"Installed in {time.monotonic() - started:.0f} s.")
    return True


@contextlib.contextmanager
def torch_beside(machine: Machine, environment: Environment, lock: str) -> Iterator[None]:
    """Install PyTorch during the block, for the tests of probe models.

    It comes from a file of this machine that pip knows; elsewhere it would be a download of
    gigabytes, so no lock has it, and those tests are left out. It has a folder of its own, because
    other libraries load what they find of it.
    """
    folder = machine.root / TORCH_FOLDER
    if lock != TEST_LOCK or (folder / "torch").is_dir():
        yield
        return
    pip = [environment.python, "-m", "pip", "--disable-pip-version-check", "--no-input", "install"]
    pip += ["--no-compile", "--no-index", "--no-deps", "--only-binary", ":all:"]
    if (machine.root / "wheels").is_dir():
        pip += ["--find-links", str(machine.root / "wheels")]
    end = machine.begin([*pip, "--target", str(folder), TEST_TORCH])
    try:
        yield
    finally:
        if end()[0] != 0:
            shutil.rmtree(folder, ignore_errors=True)


def install_commands(machine: Machine, environment: Environment, lock: str) -> list[list[str]]:
    """The ways to install a lock, best first."""
    what = ["--require-hashes", "--only-binary", ":all:", "-r", str(machine.root / lock)]
    if (machine.root / "wheels").is_dir():
        what += ["--no-index", "--find-links", str(machine.root / "wheels")]
    pip = [environment.python, "-m", "pip", "--disable-pip-version-check", "--no-input", "install"]
    pip += ["--no-compile"]  # one module after the other, and most are never imported
    if not environment.is_venv:
        return [[*pip, "--upgrade", "--target", str(environment.folder), *what]]
    uv = machine.find("uv")
    by_uv = [[uv, "pip", "install", "--python", environment.python, *what]] if uv else []
    return [*by_uv, [*pip, *what]]


def compile_modules(machine: Machine, packages: list[Path], python: str) -> None:
    """Compile our modules, which a Python that may not write them would do at each start.

    packages: folders of installed ones. Tests import few of theirs and compile them as they do.
    """
    ours = [machine.root / name for name in ("engine", "workbench", "resources")]
    folders = [str(folder) for folder in (*ours, *packages)]
    machine.run([python, "-m", "compileall", "-q", "-j", "0", *folders])


def install_program(machine: Machine, environment: Environment) -> None:
    """Let Python find our modules from any folder; add our commands, and metadata for pip."""
    if not environment.is_venv:
        return  # there the interpreter is the system's
    files = program_files(machine, environment)
    # Not worth failing for, in a folder that cannot be written: run.py works without them.
    for file, content in files.items():
        with contextlib.suppress(OSError, UnicodeError):
            if not file.is_file() or file.read_text("utf-8") != content:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(content, "utf-8")
                file.chmod(0o755 if "bin" in file.parts[-2:] else 0o644)
    with contextlib.suppress(OSError, ValueError, KeyError):
        register = runpy.run_path(str(machine.root / METADATA_SCRIPT))["register"]
        register(machine.root, next(iter(files)).parent)


def program_files(machine: Machine, environment: Environment) -> dict[Path, str]:
    """The path file and the commands: what an installation of the project would leave."""
    root, venv = f"{machine.root}\n", environment.folder
    if os.name == "nt":
        window = "from workbench.__main__ import open_window; open_window()"
        return {
            venv / "Lib" / "site-packages" / PATH_FILE: root,
            venv / "Scripts" / f"{COMMAND}.cmd": '@"%~dp0python.exe" -P -m workbench %*\n',
            venv / "Scripts" / f"{COMMAND}-window.cmd": (
                f'@start "" "%~dp0pythonw.exe" -P -c "{window}"\n'
            ),
        }
    major, minor = version_numbers(environment.version)[:2]
    return {
        venv / "lib" / f"python{major}.{minor}" / "site-packages" / PATH_FILE: root,
        venv / "bin" / COMMAND: command_script(environment.python, "main"),
        venv / "bin" / f"{COMMAND}-window": command_script(environment.python, "open_window"),
    }


def command_script(python: str, function: str) -> str:
    """A script for the shell that is Python from its third line on: any path may stand in it."""
    return (
        f"#!/bin/sh\n'''exec' {shlex.quote(python)} \"$0\" \"$@\"\n' '''\n"
        f"import sys\nfrom workbench.__main__ import {function}\nsys.exit({function}())\n"
    )


def fingerprint(machine: Machine, environment: Environment, lock: str) -> str:
    """What an installation depends on: the lock and the version of Python."""
    content = (machine.root / lock).read_bytes()
    return f"{hashlib.sha256(content).hexdigest()} {environment.version}"


def explain(machine: Machine, printed: str) -> str:
    """A sentence for an installation that failed; what it printed goes to a file."""
    if DISK_FULL.search(printed):
        return f"The disk is full. Make room (about 1.5 GB) in {machine.root} and start again."
    log = machine.root / ".cache" / "set-up.log"
    log.write_text(printed, "utf-8")
    if OFFLINE.search(printed):
        return (
            "The package index cannot be reached. Connect and start again, or put the wheels into "
            f"the folder wheels/ (packaging/README.md says how). Details: {log}"
        )
    last = " ".join([line.strip() for line in printed.splitlines() if line.strip()][-2:])
    return f"The installation failed: {last} Details: {log}"


def refuse_broken_pyside(environment: Environment) -> None:
    if environment.pyside == "6.12.0" and version_numbers(environment.version) < (3, 12):
        raise SetUpError(
            f"PySide6 6.12.0 aborts under Python {environment.version}. Delete the folder "
            f"{environment.folder} and start again to get 6.11.3, or use Python 3.12 or newer."
        )


def prepare_system(machine: Machine) -> bool:
    """Install what the window needs of the system; False if Qt cannot be loaded without it."""
    if not machine.is_linux:
        return True
    missing = missing_libraries(machine)
    if missing:
        reason = f"Shared libraries are missing ({', '.join(missing)})"
        install_system_packages(machine, sorted(set(missing.values())), reason)
    fonts = system_needs(machine, "font").items()
    no_fonts = [package for file, package in fonts if not any(machine.fonts.rglob(file))]
    if no_fonts and machine.is_administrator:
        install_system_packages(machine, no_fonts, "Some scripts would show as boxes")
    return not missing or not missing_libraries(machine)


def system_needs(machine: Machine, kind: str) -> dict[str, str]:
    """File -> Debian package, from the list in packaging/."""
    lines = (machine.root / SYSTEM_NEEDS).read_text("utf-8").splitlines()
    rows = [line.split() for line in lines if line.startswith(f"{kind} ")]
    return {file: package for _, file, package in rows}


def missing_libraries(machine: Machine) -> dict[str, str]:
    needs = system_needs(machine, "always")
    if machine.environ.get("DISPLAY"):
        needs.update(system_needs(machine, "display"))
    return {name: package for name, package in needs.items() if not machine.can_load(name)}


def install_system_packages(machine: Machine, packages: list[str], reason: str) -> None:
    """Install Debian packages if we may; otherwise print the line that does it, and go on."""
    install = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
    if machine.is_administrator and machine.find("apt-get"):
        machine.say(f"{reason}; installing {' '.join(packages)} ...")
        machine.run(["apt-get", "update"])
        if machine.run(install, DEBIAN_FRONTEND="noninteractive")[0] == 0:
            return
    sudo = [] if machine.is_administrator else ["sudo"]
    machine.say(f"{reason}. On Debian and Ubuntu this installs them: {' '.join(sudo + install)}")


def unfinished(machine: Machine) -> Path:
    """The file that is there while an environment is being changed."""
    return machine.root / ".cache" / "set-up-unfinished"


@contextlib.contextmanager
def only_one_set_up(machine: Machine) -> Iterator[None]:
    """Let a second start wait for the first; clear away what an interrupted one left."""
    (machine.root / ".cache").mkdir(exist_ok=True)
    with (machine.root / ".cache" / "set-up.lock").open("w") as lock:
        with contextlib.suppress(ImportError):  # Windows has no fcntl
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        if unfinished(machine).exists():
            machine.say("The last set-up did not finish; starting it again.")
            for name in (".venv", ".deps"):
                shutil.rmtree(machine.root / name, ignore_errors=True)
        yield


def start(machine: Machine, arguments: list[str]) -> int:
    """Set up, then become the tests, the main job or the command line."""
    is_test = arguments[:1] == ["test"]
    with only_one_set_up(machine):
        environment = prepare_environment(machine)
        if install_packages(machine, environment, TEST_LOCK if is_test else LOCK):
            environment = Environment(machine, environment.folder.name)
        install_program(machine, environment)
    refuse_broken_pyside(environment)
    has_qt = prepare_system(machine)
    if not is_test:
        # -P: modules in the folder we were started from must not be taken for ours.
        program = [environment.python, "-P", "-m", "workbench", *(arguments or ["start"])]
        return machine.hand_over(program, None, **environment.variables)
    variables = {**environment.variables, "QT_QPA_PLATFORM": "offscreen"}
    if not has_qt:
        variables["PYTEST_ADDOPTS"] = "-p no:pytest-qt"
    tests = [environment.python, "-m", "tests", *arguments[1:]]
    return machine.hand_over(tests, machine.root, **variables)


def main(arguments: list[str], machine: Machine) -> int:
    """The exit status; every failure that can be expected is one sentence."""
    try:
        return start(machine, arguments)
    except SetUpError as error:
        machine.say(str(error))
    except KeyboardInterrupt:
        machine.say("Stopped. The next start takes up the set-up again.")
        return INTERRUPTED
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        machine.say("The disk is full." if full else f"The set-up failed: {error}")
    return FAILED


if __name__ == "__main__":
    if sys.version_info < OLDEST_PYTHON:
        found = sys.version.split()[0]
        sys.exit(f"Tokenizer Workbench needs Python 3.11 or newer; this is Python {found}.")
    sys.exit(main(sys.argv[1:], Machine()))
