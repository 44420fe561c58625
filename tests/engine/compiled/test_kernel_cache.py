"""The folder of compiled kernels: whatever happens to it, work goes on."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

from engine.compiled import kernel_cache, kernel_folder
from engine.compiled.kernel_cache import (
    CheckedFiles,
    DamagedKernelError,
    kernel_cache_folder,
    run_kernel,
)
from engine.compiled.kernel_folder import planned_kernels, sources_digest
from engine.machine.cache_folders import KERNEL_CACHE_VARIABLE
from engine.machine.files import file_lock
from engine.text import _text_kernels
from tests.forking_python import ForkingPython

pytestmark = pytest.mark.slow

PROJECT = Path(__file__).parents[3]

TRAIN = (
    "from engine import Corpus, TrainingConfig, train_tokenizer\n"
    "words = ' '.join(f'{i} {i:040b}' for i in range(30_000))\n"
    "t = train_tokenizer(Corpus.from_texts(['lowest ' * 9, words]), TrainingConfig(270))\n"
    "assert t.decode(t.encode('lowest')) == 'lowest'\n"
    "print(t.semantic_hash)\n"
)
COMPILED = Path(kernel_folder.__file__).parent
SLOWEST = 0.45
"""Share of the kernels that stay whole where a test compiles the damaged ones."""
# The smallest kernels, for what does not depend on which kernel it is.
COUNT = (
    "from engine.text import _text_kernels\n"
    "from engine.text.utf8 import first_characters\n"
    "print(len(first_characters('naïve words'.encode(), 4)))\n"
    "assert _text_kernels.offset_of_character.signatures"
)
NUMBA_CANNOT_WRITE = """
import errno
from numba.core import caching
class Full:
    def __init__(self, *arguments): self.file = open(*arguments)
    def __enter__(self): return self
    def __exit__(self, *error): self.file.close()
    def read(self): return self.file.read()
    def write(self, data): raise OSError(errno.ENOSPC, "No space left on device")
caching.open = Full
"""
NO_PERMISSION = """
import tempfile
def refuse(*arguments, **settings): raise PermissionError(13, "Permission denied")
tempfile.TemporaryFile = refuse
"""


class Programs:
    """Runs programs that use a folder of kernels, each in a process of its own."""

    def __init__(self, python: ForkingPython) -> None:
        self._python = python

    def ending(self, folder: Path, program: str) -> subprocess.CompletedProcess[str]:
        """How a program ends."""
        return self._python.run(program, environ={KERNEL_CACHE_VARIABLE: str(folder)})

    def said(self, folder: Path, program: str) -> str:
        """What a program prints; it must succeed."""
        done = self.ending(folder, program)
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def programs() -> Iterator[Programs]:
    """Forked from a process that has loaded what every compilation needs."""
    with ForkingPython("tests.engine.compiled.numba_in_use") as python:
        yield Programs(python)


def start_child(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *arguments], env=os.environ | {KERNEL_CACHE_VARIABLE: str(folder)},
        cwd=PROJECT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def run_child(folder: Path, *arguments: str) -> str:
    """What a program prints that starts with this folder; it must succeed."""
    child = start_child(folder, *arguments)
    out, err = child.communicate()
    assert child.returncode == 0, err
    return out


@pytest.fixture(scope="module")
def warm_folder(compiled_kernels, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("warm") / "kernels"
    shutil.copytree(compiled_kernels, folder)
    return folder


def cache_files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.suffix in {".nbi", ".nbc"})


def states(folder: Path) -> dict[Path, int]:
    return {file: file.stat().st_mtime_ns for file in cache_files(folder)}


def test_the_folder_is_named_by_all_that_makes_machine_code():
    instructions = [
        file.name for file in COMPILED.glob("*.py") if "@intrinsic" in file.read_text("utf-8")
    ]
    assert set(instructions) <= set(kernel_folder._COMPILED_FROM)
    assert all((COMPILED / name).is_file() for name in kernel_folder._COMPILED_FROM)


def beside_the_sources() -> set[Path]:
    return set(cache_files(PROJECT / "engine"))


def test_after_the_warm_up_nothing_is_compiled_whatever_people_do(warm_folder, tmp_path, programs):
    before = states(warm_folder)
    assert before
    ready = "from engine import kernels_ready; print(kernels_ready())"
    assert programs.said(warm_folder, ready) == "True\n"
    said = run_child(warm_folder, "-m", "tests.engine.real_use", str(tmp_path))
    assert states(warm_folder) == before
    compiled_patterns = list(warm_folder.glob("automata-*/*.tables"))
    assert len(compiled_patterns) >= 7
    used, planned = json.loads(said)
    assert used == planned, "run `python -m tests.engine.write_kernel_types`"


def test_an_empty_folder_is_known_to_be_unprepared(tmp_path, programs):
    said = programs.said(tmp_path, "from engine import kernels_ready; print(kernels_ready())")
    assert said == "False\n"


def test_a_lost_kernel_is_compiled_again_alone(tmp_path, warm_folder, programs):
    shutil.copytree(warm_folder, tmp_path, dirs_exist_ok=True)
    lost = next(tmp_path.rglob("_text_kernels.offset_of_character*.nbi"))
    lost.unlink()
    kept = {file: at for file, at in states(tmp_path).items() if lost.stem not in file.name}
    ready = "from engine import kernels_ready; print(kernels_ready())"
    assert programs.said(tmp_path, ready) == "False\n"
    unused = tmp_path / "kernels-0123456789ab"
    unused.mkdir()
    os.utime(unused, (1e9, 1e9))
    lines = run_child(tmp_path, "-m", "engine.warm_up", "--json").splitlines()
    assert json.loads(lines[-1])["removed"] == [str(unused)]
    assert kept.items() <= states(tmp_path).items()
    assert programs.said(tmp_path, ready) == "True\n"


COMPILED_ONCE = """
from engine.compiled import kernel_cache
from engine.compiled.kernel_compiler import Kernel
made = []
make = Kernel.__init__
def noted(kernel, function, **options):
    make(kernel, function, **options)
    made.append(kernel)
Kernel.__init__ = noted
kernel_cache.compile_missing(["encoding"])
several = [each.__name__ for each in made if len(each.signatures) + len(each.part.signatures) > 1]
parts = [each for each in made if each.part.signatures]
print(several, len(parts) > 30, any(each.part.stats.cache_path for each in parts))
"""


ON_LANES = ["merge_lanes", "merge_both", "merge_best"]
"""Parts that there are for 16 lanes and for 64."""


def test_no_kernel_is_compiled_twice(tmp_path, programs):
    """Neither for two types, nor by itself and as a part; no part is kept by itself."""
    quickly = "import numba; numba.config.OPT = 0\n"  # what is compiled is the same
    assert programs.said(tmp_path, quickly + COMPILED_ONCE) == f"{ON_LANES} True False\n"


def test_a_complete_folder_is_read_where_it_cannot_be_written(warm_folder, programs):
    before = states(warm_folder)
    program = NO_PERMISSION + COUNT + "\nprint(_text_kernels.offset_of_character.stats.cache_hits)"
    said = programs.said(warm_folder, program)
    assert said.startswith("5\n")
    assert sum(map(int, re.findall(r": (\d+)", said))) == 1, said
    assert states(warm_folder) == before


def with_one_bit_flipped(content: bytes) -> bytes:
    """Damage that leaves size and pickle whole: the name of a symbol, or machine code."""
    changed = bytearray(content)
    changed[len(content) // 2] ^= 4
    return bytes(changed)


def damaged_copy(warm_folder: Path, target: Path, damage: str) -> None:
    for file in cache_files(warm_folder):
        content = file.read_bytes()
        changed = {
            "emptied": b"",
            "cut": content[: len(content) // 2],
            "garbled": content[:20] + b"\x80garbage" + content[28:],
            "flipped": with_one_bit_flipped(content),
            "foreign": b"\x80\x04K\x01.",
        }[damage]
        copy = target / file.relative_to(warm_folder)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(changed)


@pytest.mark.parametrize("damage", ["emptied", "cut", "garbled", "flipped", "foreign"])
def test_a_damaged_folder_costs_a_compilation_and_no_result(
    tmp_path, warm_folder, damage, programs
):
    damaged_copy(warm_folder, tmp_path, damage)
    mine = tmp_path / "thesis.txt"
    mine.write_text("years of work")
    assert programs.said(tmp_path, COUNT) == "5\n"
    assert mine.read_text() == "years of work"


def test_a_damaged_folder_is_good_again_afterwards(tmp_path, warm_folder, programs):
    damaged_copy(warm_folder, tmp_path, "cut")
    programs.said(tmp_path, COUNT)
    programs.said(tmp_path, COUNT)
    before = states(tmp_path)
    assert before
    programs.said(tmp_path, COUNT)
    assert states(tmp_path) == before


def test_a_whole_training_with_a_damaged_folder(tmp_path, warm_folder, programs):
    """Most kernels are damaged; those that take longest to compile are whole."""
    damaged_copy(warm_folder, tmp_path, "garbled")
    planned = sorted(planned_kernels(), key=attrgetter("seconds"), reverse=True)
    slow = {each.name for each in planned[: int(SLOWEST * len(planned))]}
    whole = [file for file in cache_files(warm_folder) if file.name.partition("-")[0] in slow]
    assert 0 < len(whole) < len(cache_files(warm_folder)) / 2
    for file in whole:
        shutil.copy2(file, tmp_path / file.relative_to(warm_folder))
    assert programs.said(tmp_path, TRAIN) == programs.said(warm_folder, TRAIN)


def test_no_changed_bit_of_machine_code_is_ever_loaded(tmp_path):
    """Numba's own files are read whatever became of them, and end the process."""
    files = CheckedFiles(str(tmp_path), "a.kernel", "stamp")
    code = bytes(range(256)) * 16
    files.save("types", code)
    assert files.load("types") == code
    (data,) = tmp_path.glob("*.nbc")
    written = data.read_bytes()
    for place in range(0, len(written), 97):
        changed = bytearray(written)
        changed[place] ^= 1 << place % 8
        data.write_bytes(changed)
        with pytest.raises(DamagedKernelError):
            files.load("types")
    data.write_bytes(written)
    index = tmp_path / "a.kernel.nbi"
    index.write_bytes(with_one_bit_flipped(index.read_bytes()))
    assert files.load("types") is None
    files.save("types", code)
    assert files.load("types") == code
    assert CheckedFiles(str(tmp_path), "a.kernel", "other sources").load("types") is None


DIES_WHILE_LOADING = """
import os
from engine.compiled import kernel_cache
kernel_cache._CacheFiles.rebuild = lambda *arguments: os._exit(77)
"""


class Deadly:
    """What ends the process that loads it, as machine code with a fault would."""

    def __reduce__(self) -> tuple[Any, tuple[int]]:
        return os._exit, (77,)


def make_deadly(file: Path) -> None:
    """Put into a file of machine code what ends every process that loads it."""
    content = pickle.dumps(Deadly())
    file.write_bytes(content + hashlib.sha256(content).digest())


def test_kernels_that_end_each_process_are_compiled_again(tmp_path, warm_folder, programs):
    shutil.copytree(warm_folder, tmp_path, dirs_exist_ok=True)
    for file in tmp_path.rglob("_text_kernels.offset_of_character*.nbc"):
        make_deadly(file)
    dying = programs.ending(tmp_path, COUNT)
    assert dying.returncode == 77
    assert len(list(tmp_path.rglob("*.loading"))) == 1
    ready = "from engine.compiled.kernel_folder import has_ready_mark; print(has_ready_mark())"
    first = programs.ending(tmp_path, COUNT)
    assert (first.stdout, first.returncode) == ("5\n", 0)
    assert "ended while it loaded the compiled kernels" in first.stderr
    assert first.stderr.count("\n") == 1
    kept = cache_files(tmp_path / f"kernels-{sources_digest()}")
    assert {file.name.partition("-")[0] for file in kept} == {"_text_kernels.offset_of_character"}
    assert programs.said(tmp_path, ready) == "False\n"
    again = programs.ending(tmp_path, COUNT)
    assert (again.stdout, again.stderr) == ("5\n", "")
    assert not list(tmp_path.rglob("*.loading"))


def test_a_death_that_has_another_cause_costs_no_kernel(tmp_path, warm_folder, programs):
    """A process that is ended while it loads whole kernels: they are tried, and stay."""
    shutil.copytree(warm_folder, tmp_path, dirs_exist_ok=True)
    before = states(tmp_path)
    dying = programs.ending(tmp_path, DIES_WHILE_LOADING + COUNT)
    assert dying.returncode == 77
    assert len(list(tmp_path.rglob("*.loading"))) == 1
    again = programs.ending(tmp_path, COUNT)
    assert (again.stdout, again.stderr) == ("5\n", "")
    assert states(tmp_path) == before
    assert not list(tmp_path.rglob("*.loading"))


def test_a_start_that_finds_the_folder_complete_looks_for_a_death_first(
    tmp_path, warm_folder, programs
):
    shutil.copytree(warm_folder, tmp_path, dirs_exist_ok=True)
    ready = "from engine.compiled.kernel_folder import has_ready_mark; print(has_ready_mark())"
    run_child(tmp_path, "-m", "engine.warm_up")
    assert programs.said(tmp_path, ready) == "True\n"
    folder = tmp_path / f"kernels-{sources_digest()}"
    (folder / "1.loading").write_bytes(b"")  # killed at any other time
    assert programs.said(tmp_path, ready) == "True\n"
    assert not list(folder.glob("*.loading"))
    for file in folder.glob("_text_kernels.offset_of_character*.nbc"):
        make_deadly(file)
    (folder / "1.loading").write_bytes(b"1")
    with file_lock(folder / "1.loading"):  # still at it
        assert list(folder.glob("*.nbc"))
        programs.said(tmp_path, ready)
        assert list(folder.glob("*.nbc"))
    assert programs.said(tmp_path, ready) == "False\n"
    assert not cache_files(folder)
    assert not list(folder.glob("*.loading"))


class Raising:
    """A kernel that has changed its arguments when it raises."""

    overloads: tuple[str, ...] = ()
    __module__ = "engine.text._text_kernels"
    __name__ = "unplanned"

    def __init__(self, error: Exception) -> None:
        self._error = error

    def __call__(self, data: list[int]) -> None:
        data.append(1)
        raise self._error


@pytest.mark.parametrize("error", [MemoryError("no room"), TypeError("a"), OSError(28, "full")])
def test_an_error_of_a_kernel_is_raised_as_it_is_and_nothing_is_called_again(
    error, tmp_path, monkeypatch
):
    monkeypatch.setenv("TOKENIZER_WORKBENCH_KERNEL_CACHE", str(tmp_path))
    monkeypatch.setattr(kernel_cache, "_see_to_group", lambda _dispatcher: None)
    kernel_cache_folder().mkdir(parents=True)
    kept = kernel_cache_folder() / "a.kernel.nbi"
    kept.write_bytes(b"of another kernel")
    data: list[int] = []
    with pytest.raises(type(error)) as raised:
        run_kernel(Raising(error), data)
    assert raised.value is error
    assert data == [1]
    assert kept.exists()


@pytest.mark.parametrize("error", [MemoryError(), OSError(24, "Too many open files")])
def test_an_error_while_loading_that_is_no_damage_removes_nothing(
    error, warm_folder, tmp_path, programs
):
    shutil.copytree(warm_folder, tmp_path, dirs_exist_ok=True)
    before = [file.read_bytes() for file in cache_files(tmp_path)]
    raising = (
        "from engine.compiled import kernel_cache\n"
        f"def fail(*arguments): raise {error!r}\n"
        "kernel_cache._CacheFiles.rebuild = fail\n"
        "kernel_cache._KernelCache.save_overload = lambda *arguments: None\n"
    )
    child = programs.ending(tmp_path, raising + COUNT)
    assert [file.read_bytes() for file in cache_files(tmp_path)] == before
    if isinstance(error, OSError):
        assert (child.stdout, child.returncode) == ("5\n", 0), child.stderr
    else:
        assert "MemoryError" in child.stderr


def test_a_folder_that_cannot_be_made(tmp_path, programs):
    (tmp_path / "file").write_text("in the way")
    before = beside_the_sources()
    assert programs.said(tmp_path / "file" / "kernels", COUNT) == "5\n"
    assert beside_the_sources() == before


def test_a_folder_that_cannot_be_written(tmp_path, programs):
    before = beside_the_sources()
    assert programs.said(tmp_path, NO_PERMISSION + COUNT) == "5\n"
    assert beside_the_sources() == before
    assert not cache_files(tmp_path)


def test_a_disk_without_room_for_the_cache(tmp_path, programs):
    assert programs.said(tmp_path, NUMBA_CANNOT_WRITE + COUNT) == "5\n"


def test_files_that_may_not_grow(tmp_path, programs):
    """No file of the child may grow beyond 1 KiB."""
    limit = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024))\n"
    assert programs.said(tmp_path, limit + COUNT) == "5\n"


def test_two_first_starts_at_once(tmp_path, programs):
    children = [start_child(tmp_path, "-c", COUNT) for _ in range(3)]
    ends = [(*child.communicate(), child.returncode) for child in children]
    assert [(out, status) for out, _, status in ends] == [("5\n", 0)] * 3, ends
    before = states(tmp_path)
    programs.said(tmp_path, COUNT)
    assert states(tmp_path) == before


def test_numba_keeps_the_settings_it_had(tmp_path):
    program = (
        "import numba\nbefore = numba.config.CACHE_DIR\nimport engine.text._text_kernels, os\n"
        "print(numba.config.CACHE_DIR == before, 'NUMBA_CACHE_DIR' in os.environ)"
    )
    assert run_child(tmp_path, "-c", program) == "True False\n"


def test_the_environment_moves_the_folder(monkeypatch, tmp_path):
    monkeypatch.delenv("TOKENIZER_WORKBENCH_KERNEL_CACHE", raising=False)
    monkeypatch.setenv("TOKENIZER_WORKBENCH_HOME", str(tmp_path))
    assert kernel_cache_folder().parent == tmp_path / "cache" / "kernels"
    monkeypatch.delenv("TOKENIZER_WORKBENCH_HOME")
    assert kernel_cache_folder().parent.name == "kernels"
    monkeypatch.setenv("TOKENIZER_WORKBENCH_KERNEL_CACHE", str(tmp_path / "mine"))
    assert kernel_cache_folder().parent == tmp_path / "mine"


def test_the_mark_of_a_process_goes_with_it_and_that_of_another_stays(tmp_path):
    mine = kernel_folder._Mark(os.getpid(), tmp_path, kernel_folder._opened(tmp_path))
    assert mine.path.exists()
    fork = kernel_folder._Mark(os.getpid() + 1, tmp_path, mine.file)
    kernel_folder._forget(fork)
    assert mine.path.exists() and not mine.file.closed
    kernel_folder._forget(mine)
    assert not mine.path.exists() and mine.file.closed
    kernel_folder._forget(kernel_folder._Mark(os.getpid(), tmp_path, None))  # no such folder


def test_a_damaged_kernel_is_removed_and_its_neighbours_stay(tmp_path, warm_folder, monkeypatch):
    name = "_text_kernels.offset_of_character"
    own = f"kernels-{sources_digest()}"  # beside what other versions of the kernels left
    shutil.copytree(warm_folder / own, tmp_path / own)
    monkeypatch.setenv("TOKENIZER_WORKBENCH_KERNEL_CACHE", str(tmp_path))
    dispatcher = _text_kernels.offset_of_character
    cache = kernel_cache._KernelCache(dispatcher.py_func)
    [data] = [file for file in cache_files(tmp_path) if file.match(f"{name}-*.nbc")]
    data.write_bytes(with_one_bit_flipped(data.read_bytes()))
    others = {file for file in cache_files(tmp_path) if not file.name.startswith(f"{name}-")}
    [planned] = [each for each in planned_kernels() if each.name == name]
    context = dispatcher.targetctx
    assert cache.load_overload(tuple(planned.argument_types()), context) is None
    assert set(cache_files(tmp_path)) == others
