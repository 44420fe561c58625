"""Modules of ours as programs: found from any directory, and nothing else is found there."""

from __future__ import annotations

import subprocess
import sys

from engine.machine.child_programs import child_command


def test_a_module_in_the_current_directory_is_never_taken_for_pythons_own(tmp_path):
    for name in ("json", "jinja2", "engine"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('taken from here')\n", "utf-8")
    command = child_command("engine.chat.template_child")
    done = subprocess.run(command, input=b"", capture_output=True, cwd=tmp_path, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_arguments_and_exit_status_are_those_of_the_module(tmp_path):
    command = child_command("engine.formats.reading.published_download", "odd", str(tmp_path / "x"))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "is no published tokenizer" in done.stdout
    assert command[0] == sys.executable
