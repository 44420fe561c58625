"""The table of libraries that some tasks need, and the command that installs them."""

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from engine.machine import optional_libraries
from engine.machine.optional_libraries import (
    LIBRARIES,
    OptionalLibrary,
    how_to_install,
    install_command,
    install_line,
    libraries_named_in,
    missing_libraries,
    optional_library,
)

PROJECT = Path(__file__).resolve().parents[3]


@pytest.fixture
def python(tmp_path, monkeypatch):
    """The interpreter of an environment in a project's folder, which is the current one."""
    path = tmp_path / "my project" / ".venv" / "bin" / "python"
    path.parent.mkdir(parents=True)
    monkeypatch.setattr(sys, "executable", str(path))
    monkeypatch.chdir(tmp_path / "my project")
    return path


def test_the_table_agrees_with_the_project():
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    for library in LIBRARIES:
        declared = extras[library.extra] if library.extra else project["dependencies"]
        assert library.requirement in declared, library
    own = {library.extra for library in LIBRARIES}
    assert set(extras) - {"test", "benchmarks", "mutation"} <= own


def test_the_guide_lists_every_library():
    guide = (PROJECT / "docs" / "start" / "install.md").read_text("utf-8")
    section = guide.partition("## Libraries for some tasks")[2].partition("\n## ")[0]
    listed = re.findall(r"^\| .+ \| `(.+)` \|$", section, re.MULTILINE)
    assert sorted(listed) == sorted(library.requirement for library in LIBRARIES if library.extra)
    assert how_to_install(["pyarrow"]).endswith("-m pip install 'pyarrow>=18'")
    assert ".venv/bin/python -m pip install 'pyarrow>=18'\n" in section


def test_the_command_uses_this_environment(python):
    assert install_command(["pyarrow"]) == [str(python), "-m", "pip", "install", "pyarrow>=18"]


def test_a_person_types_it_relative_to_the_project(python, monkeypatch, tmp_path):
    assert install_line(["pyarrow"]) == ".venv/bin/python -m pip install 'pyarrow>=18'"
    monkeypatch.chdir(tmp_path.parent)
    assert shlex.split(install_line(["pyarrow"]))[0] == str(python.relative_to(tmp_path.parent))
    monkeypatch.chdir(tmp_path / "my project" / ".venv" / "bin")
    Path("elsewhere").mkdir()
    monkeypatch.chdir("elsewhere")
    words = install_line(["pyarrow", "fsspec"])
    assert words == f"'{python}' -m pip install 'pyarrow>=18' 'fsspec[http]>=2024.6'"


def test_a_shell_reads_the_line_as_the_command(python):
    """The line is run by a real shell, with a program in place of Python that says its words."""
    python.write_text('#!/bin/sh\nprintf "%s\\n" "$0" "$@"\n')
    python.chmod(0o755)
    modules = [library.module for library in LIBRARIES]
    done = subprocess.run(
        ["/bin/sh", "-c", install_line(modules)], capture_output=True, text=True, check=True
    )
    said = done.stdout.splitlines()
    assert [str(python.parents[2] / said[0]), *said[1:]] == install_command(modules)


def test_windows_has_its_own_quotes(python, monkeypatch):
    monkeypatch.setattr(optional_libraries, "os", type("Windows", (), {"name": "nt", "sep": "/"}))
    line = install_line(["fsspec"])
    assert line == '.venv/bin/python -m pip install "fsspec[http]>=2024.6"'
    monkeypatch.chdir("/")  # the folder of the project has a space in its name
    assert install_line(["fsspec"]).startswith('& "')
    assert libraries_named_in(f"Install it with: {install_line(['fsspec'])}") == ("fsspec",)


def test_a_shell_beside_the_interpreter_runs_that_one(python, monkeypatch):
    monkeypatch.chdir(python.parent)
    assert install_line(["pyarrow"]) == "./python -m pip install 'pyarrow>=18'"
    python.write_text("#!/bin/sh\necho this one\n")
    python.chmod(0o755)
    said = subprocess.run(
        ["/bin/sh", "-c", install_line(["gguf"])], capture_output=True, text=True, check=True
    )
    assert said.stdout == "this one\n"


def test_a_deleted_folder_is_no_reason_to_fail(python, monkeypatch, tmp_path):
    (tmp_path / "short").mkdir()
    monkeypatch.chdir(tmp_path / "short")
    (tmp_path / "short").rmdir()
    assert install_line(["pyarrow"]) == f"'{python}' -m pip install 'pyarrow>=18'"


def test_a_folder_of_packages_beside_the_system_python(python, monkeypatch):
    folder = str(PROJECT / ".deps")
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)
    assert "--target" not in install_command(["gguf"])
    monkeypatch.setattr(sys, "path", [folder, *sys.path])
    assert install_command(["gguf"])[1:] == [
        "-m", "pip", "install", "--target", folder, "gguf>=0.17",
    ]  # fmt: skip
    monkeypatch.chdir(PROJECT)
    assert "--target .deps 'gguf>=0.17'" in install_line(["gguf"])


def test_an_environment_of_uv_without_pip(python, monkeypatch):
    monkeypatch.setattr(optional_libraries, "find_spec", lambda _name: None)
    monkeypatch.setattr(optional_libraries.shutil, "which", lambda _name: "/usr/bin/uv")
    words = install_line(["gguf"])
    assert words == "/usr/bin/uv pip install --python .venv/bin/python 'gguf>=0.17'"
    assert libraries_named_in(words) == ("gguf",)


def test_the_packaged_application_cannot_install(monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    words = how_to_install(["pyarrow"])
    assert "cannot install libraries" in words
    assert "pip" not in words
    assert libraries_named_in(words) == ()
    with pytest.raises(RuntimeError, match="cannot install libraries"):
        install_line(["pyarrow"])


@pytest.mark.parametrize("library", LIBRARIES, ids=lambda library: library.module)
def test_a_sentence_with_the_command_names_its_library(library):
    sentence = f"a.x needs it. {how_to_install([library.module])}"
    assert libraries_named_in(sentence) == (library.module,)
    assert libraries_named_in(f"{sentence}\nb.x contains no text.") == (library.module,)


def test_other_sentences_name_none():
    assert libraries_named_in("pyarrow>=18 is a requirement.") == ()
    assert libraries_named_in("x.parquet is damaged or no parquet file.") == ()
    assert libraries_named_in(how_to_install(["a-library-of-tomorrow"])) == ()
    both = f"{how_to_install(['gguf'])} {how_to_install(['pyarrow'])}"
    assert libraries_named_in(both) == ("gguf", "pyarrow")


def test_a_library_is_seen_as_soon_as_it_is_installed(tmp_path, monkeypatch):
    """What was missing a moment ago is not remembered as missing."""
    monkeypatch.syspath_prepend(str(tmp_path))
    library = OptionalLibrary("late_arrival", "late-arrival>=1", "tests")
    assert not library.is_installed
    assert library.version is None
    (tmp_path / "late_arrival").mkdir()
    (tmp_path / "late_arrival" / "__init__.py").touch()
    metadata = tmp_path / "late_arrival-1.5.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: late-arrival\nVersion: 1.5\n")
    assert library.is_installed
    assert library.version == "1.5"


def test_a_part_that_is_missing_makes_a_library_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "aiohttp", None)
    assert optional_library("fsspec") in missing_libraries()
    with pytest.raises(KeyError):
        optional_library("a-library-of-tomorrow")
