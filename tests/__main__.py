"""Run the tests: what `python3 run.py test` becomes.

python3 run.py test                    everything, with coverage
python3 run.py test --quick            without tests marked slow or static, with fewer examples
python3 run.py test chat tokens        the tests of features (tests/features.toml)
python3 run.py test -x -k merges       any other argument goes to pytest

One worker more than there are cores share the tests, since some always wait for a child process or
a timer. One file runs in one process, as do all with `-p no:xdist` or `--pdb`; `-n NUMBER` sets the
number of workers.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.examples import EXAMPLES_VARIABLE
from tests.runner.elsewhere import LIST
from tests.runner.features import features, files_of

PROJECT = Path(__file__).resolve().parents[1]
KERNEL_FOLDER = PROJECT / ".cache" / "kernels-test"
PRISTINE = PROJECT / ".cache" / "kernels-pristine"
"""A copy of it as one warm-up leaves it, for tests/compiled_kernels.py."""

_KERNEL_FOLDERS = (KERNEL_FOLDER, PRISTINE)

MOST_WORKERS = 8
"""More would spend their time on collecting the same tests."""
IN_MEMORY = Path("/dev/shm")
ROOM_IN_MEMORY = 8 << 30
"""Bytes. The temporary files of a run take less than one GiB."""
QUICK = "not slow and not static"
QUICK_EXAMPLES = "5"
FAILED, WRONG_USE = 1, 2
MOST_UNREACHED = 30
"""A full run with more functions that no test enters fails. There are none to a handful: which ones
another processor or system leaves out, or chance, is not to fail a run."""
_ONE_PROCESS = ("no:xdist", "-pno:xdist", "--pdb", "--trace")
_WORKERS = ("-n", "--numprocesses")
PLUGINS = ("tests.runner.schedule", "tests.runner.progress")
FORKING = "tests.runner.forked_workers"
"""For runs of all files. It compiles the kernels, too."""
COVERAGE = ("tests.runner.reached_lines", "tests.runner.coverage_table")
"""First of all: what a plugin imports before them would have no probes."""


@dataclass(frozen=True)
class Request:
    """What the arguments ask for. rest: arguments of pytest."""

    is_quick: bool
    features: tuple[str, ...]
    rest: tuple[str, ...]

    @property
    def is_everything(self) -> bool:
        return not (self.is_quick or self.features or self.rest)

    @property
    def is_single(self) -> bool:
        """Whether one process runs the tests, as a developer knows pytest."""
        if any(word in _ONE_PROCESS for word in self.rest):
            return True
        return not self.is_quick and not self.features and _is_one_file(self.rest)

    def forks(self, workers: int) -> bool:
        """Whether workers are forked: for tests of all files, which all of them import."""
        is_of_all = not (self.is_single or self.features or self.rest)
        return is_of_all and workers > 1 and hasattr(os, "fork")

    @property
    def has_workers(self) -> bool:
        """Whether the arguments of pytest set the number of workers."""
        return any(word.startswith(_WORKERS) for word in self.rest)


def parse(arguments: Sequence[str]) -> Request:
    """Raises ValueError with a sentence if a word is neither a feature nor a path."""
    quick = "--quick" in arguments
    words = [word for word in arguments if word != "--quick"]
    leading = next((i for i, word in enumerate(words) if not _is_word(word)), len(words))
    for word in words[:leading]:
        if word not in features():
            known = ", ".join(sorted(features()))
            raise ValueError(f"There is no feature {word!r}. Choose one of: {known}.")
    return Request(quick, tuple(words[:leading]), tuple(words[leading:]))


def _is_word(argument: str) -> bool:
    return not argument.startswith("-") and not Path(argument.partition("::")[0]).exists()


def _is_one_file(arguments: Sequence[str]) -> bool:
    words = {word.partition("::")[0] for word in arguments if not word.startswith("-")}
    paths = [Path(word) for word in words if Path(word).exists()]
    return len(paths) == 1 and paths[0].is_file()


def pytest_arguments(request: Request, workers: int) -> list[str]:
    """The arguments of pytest for a request."""
    files = dict.fromkeys(file for name in request.features for file in files_of(name))
    chosen = [*map(str, files), *request.rest]
    if request.is_single:
        return [*(["-m", QUICK] if request.is_quick else []), *chosen]
    plugins = [*COVERAGE, *PLUGINS] if request.is_everything else [*PLUGINS]
    if request.forks(workers):
        plugins.append(FORKING)
    arguments = ["-q", *(word for plugin in plugins for word in ("-p", plugin))]
    if workers > 1 and not request.has_workers:
        arguments += ["-n", str(workers)]
    if request.is_quick:
        arguments += ["-m", QUICK]
    return arguments + chosen


def workers_for(cores: int) -> int:
    """One more than there are cores: one often waits for a child process or a timer."""
    return 1 if cores == 1 else min(cores + 1, MOST_WORKERS)


def cores() -> int:
    """Cores that this process may use."""
    can_tell = hasattr(os, "sched_getaffinity")
    return len(os.sched_getaffinity(0)) if can_tell else os.cpu_count() or 1


def folder_in_memory() -> Path | None:
    """Where files cost no disk, if it has room: a twentieth of a run is stores waiting for it."""
    with suppress(OSError):
        if shutil.disk_usage(IN_MEMORY).free >= ROOM_IN_MEMORY and os.access(IN_MEMORY, os.W_OK):
            return IN_MEMORY
    return None


def compile_kernels(meanwhile: Callable[[], object] = lambda: None) -> None:
    """Compile all kernels once, before workers share them, and keep a copy of the folder.

    meanwhile: called beside it.
    """
    from engine.compiled.kernel_folder import MARK, has_ready_mark, kernel_cache_folder

    folder = kernel_cache_folder()
    if has_ready_mark() and _has_same(PRISTINE / folder.name / MARK, folder / MARK):
        meanwhile()
        return
    began = time.monotonic()
    sys.stderr.write("Compiling kernels for the tests (once for each version of them) ...\n")
    for folder in (KERNEL_FOLDER, PRISTINE):
        shutil.rmtree(folder, ignore_errors=True)
    command = [sys.executable, "-m", "engine.warm_up"]
    with subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.DEVNULL) as warm_up:
        meanwhile()
    if warm_up.returncode:
        raise subprocess.CalledProcessError(warm_up.returncode, command)
    shutil.copytree(KERNEL_FOLDER, PRISTINE)
    sys.stderr.write(f"Compiled in {time.monotonic() - began:.0f} s.\n")


def _has_same(copy: Path, original: Path) -> bool:
    return copy.is_file() and copy.read_bytes() == original.read_bytes()


def kernels_compiled_meanwhile() -> list[str]:
    """Kernels that the tests compiled once more, for other types than the warm-up does."""
    compiled, kept = ({file.name for file in folder.rglob("*.nbc")} for folder in _KERNEL_FOLDERS)
    return sorted(compiled - kept)


def main(arguments: Sequence[str]) -> int:
    """The exit status of pytest, 2 for wrong use.

    1 also if kernels had to be compiled again or no test enters many functions.
    """
    try:
        request = parse(arguments)
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return WRONG_USE
    os.environ["TOKENIZER_WORKBENCH_KERNEL_CACHE"] = str(KERNEL_FOLDER)
    # Hundreds of processes import the same modules; compiling them takes half of their time.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if request.is_quick:
        os.environ.setdefault(EXAMPLES_VARIABLE, QUICK_EXAMPLES)
    workers = workers_for(cores())
    if not request.forks(workers):
        compile_kernels()
    if request.is_everything:
        LIST.unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", *pytest_arguments(request, workers)]
    if request.is_single:
        status = subprocess.call(command, cwd=PROJECT)
    else:
        with tempfile.TemporaryDirectory(prefix="tests-", dir=folder_in_memory()) as folder:
            status = subprocess.call(command, cwd=PROJECT, env=os.environ | {"TMPDIR": folder})
    if again := kernels_compiled_meanwhile():
        sys.stderr.write(f"Kernels were compiled for other types: {', '.join(again)}\n")
        return status or FAILED
    judges = request.is_everything and has_qt() and LIST.exists()
    unreached = LIST.read_text("utf-8").splitlines() if judges else []
    if status == 0 and len(unreached) > MOST_UNREACHED:
        sys.stderr.write(
            f"No test enters {len(unreached)} functions ({LIST.relative_to(PROJECT)}): test them, "
            "delete them, or name the test that runs them in tests/reached_elsewhere.toml.\n"
        )
        return FAILED
    return status


def has_qt() -> bool:
    """Whether the tests of the window run; see run.py."""
    return "no:pytest-qt" not in os.environ.get("PYTEST_ADDOPTS", "")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
