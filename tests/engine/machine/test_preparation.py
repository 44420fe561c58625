"""`prepare`, its progress, and what is said where kernels are compiled without it."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from numba import types

from engine import first_encode, warm_up
from engine.compiled import kernel_children
from engine.compiled.kernel_folder import (
    ENCODING,
    GROUPS,
    OTHER,
    has_ready_mark,
    keeping_problem,
    kernel_cache_folder,
    planned_kernels,
    planned_of,
    text_of,
    type_of,
)
from engine.machine import Progress
from engine.machine.cache_folders import KERNEL_CACHE_VARIABLE
from engine.machine.files import file_lock
from engine.warm_up import is_prepared, prepare

pytestmark = pytest.mark.slow


@pytest.fixture
def folder(compiled_kernels, tmp_path, monkeypatch):
    """All kernels, for a test that removes some."""
    shutil.copytree(compiled_kernels, tmp_path / "kernels")
    monkeypatch.setenv(KERNEL_CACHE_VARIABLE, str(tmp_path / "kernels"))
    return kernel_cache_folder()


def test_progress_rises_and_ends_at_1(folder):
    for name in ("_text_kernels.find_", "_evaluation_kernels.", "_merge_table_kernels.recover"):
        for file in folder.glob(f"{name}*"):
            file.unlink()
    seen = []
    assert not has_ready_mark()
    prepare(seen.append)
    shares = [each.fraction for each in seen]
    assert shares == sorted(shares)
    assert 0 <= shares[0] < shares[-1] == 1
    assert len(set(shares)) > 3
    assert (seen[0].remaining_s, seen[-1].remaining_s) == (None, 0)
    assert has_ready_mark()
    seen.clear()
    prepare(seen.append)
    assert [each.fraction for each in seen] == [1]


def no_child(*_, **__):
    """No process can be started."""


def idler(*_, **__):
    """A child that leaves all to others and ends well."""
    return subprocess.Popen([sys.executable, "-c", ""], stdin=subprocess.PIPE)


@pytest.mark.parametrize("start", [no_child, idler])
def test_what_no_child_compiled_this_process_does(folder, monkeypatch, start):
    missing = next(folder.glob("_text_kernels.offset_of_character*.nbi"))
    content = missing.read_bytes()
    missing.unlink()
    waited_for = []

    def compile_missing(groups, *, wait):
        waited_for.append((groups, wait))
        missing.write_bytes(content)

    monkeypatch.setattr(warm_up, "start_kernel_child", start)
    monkeypatch.setattr("engine.compiled.compile_missing", compile_missing)
    prepare()
    assert waited_for == [(GROUPS, True)]
    assert has_ready_mark()


def test_who_waits_has_also_what_another_process_compiled(folder):
    index = next(folder.glob("_text_kernels.offset_of_character*.nbi"))
    index.unlink()
    program = (
        "from engine.compiled.kernel_cache import compile_missing\n"
        "compile_missing(['other'])\n"
        "import sys; sys.stdout.write('left'); sys.stdout.flush(); sys.stdin.read()\n"
        "compile_missing(['other'], wait=True)\n"
    )
    with file_lock(index.with_suffix(".lock")):
        child = subprocess.Popen(
            [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert child.stdout.read(4) == b"left"
        assert not index.exists()
    child.communicate()
    assert child.returncode == 0
    assert index.exists()


def test_nothing_is_called_ready_while_a_kernel_is_missing(folder, monkeypatch):
    next(folder.glob("_text_kernels.offset_of_character*.nbi")).unlink()
    monkeypatch.setattr(warm_up, "start_kernel_child", no_child)
    full_disk = "engine.compiled.compile_missing"
    monkeypatch.setattr(full_disk, lambda *_, **__: None)
    prepare()
    assert not has_ready_mark()
    assert not is_prepared()


def test_only_the_groups_that_are_asked_for_are_compiled(folder, monkeypatch):
    next(folder.glob("_text_kernels.offset_of_character*.nbi")).unlink()
    monkeypatch.setattr(warm_up, "start_kernel_child", lambda *_, **__: pytest.fail("started"))
    prepare(groups=[ENCODING])
    assert (is_prepared([ENCODING]), is_prepared([ENCODING, OTHER])) == (True, False)
    assert not has_ready_mark()


def test_a_child_ends_with_its_parent(tmp_path, monkeypatch):
    monkeypatch.setenv(KERNEL_CACHE_VARIABLE, str(tmp_path))
    child = kernel_children.start_kernel_child(GROUPS, with_parent=True)
    child.stdin.close()
    assert child.wait() == 1


def test_where_kernels_cannot_be_kept_nothing_is_compiled_ahead(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv(KERNEL_CACHE_VARIABLE, str(tmp_path / "file"))
    monkeypatch.setattr(warm_up, "start_kernel_child", lambda *_, **__: pytest.fail("started"))
    seen = []
    prepare(seen.append)
    assert [each.fraction for each in seen] == [1]
    said = keeping_problem() or ""
    assert str(tmp_path / "file") in said
    assert KERNEL_CACHE_VARIABLE in said


def test_a_full_disk_is_a_problem(tmp_path, monkeypatch):
    monkeypatch.setenv(KERNEL_CACHE_VARIABLE, str(tmp_path))
    assert keeping_problem() is None
    full = shutil._ntuple_diskusage(10**9, 10**9, 3_000_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: full)
    assert "only 3 MB are free" in (keeping_problem() or "")


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("stream", "times"), [(Terminal(), 1), (StringIO(), 0)])
def test_compilation_is_announced_once_and_only_at_a_terminal(monkeypatch, stream, times):
    monkeypatch.setattr(kernel_children, "_announced", [])
    monkeypatch.setattr(sys, "stderr", stream)
    for _ in range(3):
        kernel_children.announce_compilation(None)
    assert stream.getvalue().count("Compiling the engine") == times


def test_where_kernels_cannot_be_kept_that_is_said_instead(monkeypatch):
    stream = Terminal()
    monkeypatch.setattr(kernel_children, "_announced", [])
    monkeypatch.setattr(sys, "stderr", stream)
    kernel_children.announce_compilation("They cannot be kept.")
    assert stream.getvalue() == "They cannot be kept.\n"


def test_two_processes_begin_with_different_kernels_and_do_all():
    one, other = (planned_of(GROUPS, is_second=second) for second in (False, True))
    assert {each.name for each in one} == {each.name for each in other}
    assert len(one) == len(planned_kernels())
    half = len(one) // 3
    assert not {each.name for each in one[:half]} & {each.name for each in other[:half]}


def test_who_interrupts_the_preparation_leaves_no_process_behind(tmp_path, monkeypatch):
    monkeypatch.setenv(KERNEL_CACHE_VARIABLE, str(tmp_path))
    started = []

    def start(*_, **__):
        started.append(subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE))
        return started[-1]

    def interrupt(_progress):
        raise KeyboardInterrupt

    monkeypatch.setattr(warm_up, "start_kernel_child", start)
    with pytest.raises(KeyboardInterrupt):
        prepare(interrupt)
    assert started
    assert all(child.returncode not in (None, 0) for child in started)
    for child in started:
        child.stdin.close()
    assert not has_ready_mark()


def test_types_of_kernels_are_written_as_they_are_read():
    texts = [text for kernel in planned_kernels() for text in kernel.types]
    assert [text_of(type_of(text)) for text in texts] == texts
    with pytest.raises(ValueError, match="make it a contiguous array, or a number"):
        text_of(types.unicode_type)


def test_the_first_encode_is_timed(capsys):
    assert first_encode.main() == 0
    seconds = json.loads(capsys.readouterr().out)
    parts = seconds["import_s"] + seconds["first_encode_s"]
    assert seconds["total_s"] == pytest.approx(parts, abs=0.002)


@pytest.fixture
def warming_up(monkeypatch):
    """`python -m engine.warm_up --json` in this process, with a preparation of the test's own."""

    def warm(prepare):
        monkeypatch.setattr(sys, "argv", ["warm_up", "--json"])
        monkeypatch.setattr(warm_up, "prepare", prepare)
        monkeypatch.setattr("engine.splitting.preset_names", lambda: ("gpt2",))
        monkeypatch.setattr(warm_up, "remove_unused_folders", lambda _folders: [Path("old")])
        return warm_up.main()

    before = signal.getsignal(signal.SIGTERM)
    yield warm
    signal.signal(signal.SIGTERM, before)


def test_warming_up_says_how_far_it_is_and_what_was_removed(warming_up, capsys):
    assert warming_up(lambda report: report(Progress.of_share(0.25, remaining_s=3.0))) == 0
    progress, answer = map(json.loads, capsys.readouterr().out.splitlines())
    assert progress == {"fraction": 0.25, "remaining_s": 3.0}
    assert answer["removed"] == ["old"]
    assert answer["folder"] == str(kernel_cache_folder())


def test_who_ends_the_warm_up_ends_what_it_started(warming_up):
    ended = []

    def prepare(_report):
        try:
            signal.raise_signal(signal.SIGTERM)
        except SystemExit:
            ended.append(True)
            raise

    with pytest.raises(SystemExit) as caught:
        warming_up(prepare)
    assert (caught.value.code, ended) == (1, [True])
