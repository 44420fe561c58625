"""run.py on machines that exist only here: what it runs, in which order, and what it says."""

from __future__ import annotations

import errno
import importlib.metadata
import importlib.util
import os
import re
import runpy
import sys
import venv
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent
LOCKS = ("packaging/requirements.txt", "packaging/requirements-test.txt")
NEEDS = "packaging/debian-packages.txt"


def load_run_script():
    specification = importlib.util.spec_from_file_location("run_script", PROJECT / "run.py")
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


run = load_run_script()


class FakeMachine(run.Machine):
    """A Debian where every command succeeds, unless `fails` has a word of it.

    Commands are only noted, except that making a virtual environment makes its Python, and that
    installed Debian packages bring their libraries and modules.
    """

    python = "/usr/bin/python3"
    is_linux = True

    def __init__(self, root: Path) -> None:
        self.root = root
        self.fonts = root / "fonts"
        self.is_administrator = True
        self.environ = {}
        self.programs = {"apt-get"}
        self.modules = {"ensurepip", "pip"}
        self.missing = set()
        self.fails = {}  # word of a command -> what it prints
        self.versions = "3.11.7 6.11.3"
        self.commands = []
        self.said = []
        self.handed_over = None

    def say(self, sentence):
        self.said.append(sentence)

    def run(self, command, **variables):
        if command[1:2] == ["-c"]:
            return 0, self.versions
        self.commands.append(" ".join(command))
        for word, printed in self.fails.items():
            if word in command:
                return 1, printed
        if "venv" in command:
            self._make_python(Path(command[-1]))
        if command[:2] == ["apt-get", "install"]:
            packages = run.system_needs(self, "always") | run.system_needs(self, "display")
            self.missing -= {name for name in self.missing if packages[name] in command}
            self.modules |= {"ensurepip"} if "python3-venv" in command else set()
        return 0, ""

    def begin(self, command, **variables):
        ended = self.run(command, **variables)
        return lambda: ended

    def _make_python(self, venv):
        (venv / "bin").mkdir(parents=True, exist_ok=True)
        (venv / "bin" / "python").touch()

    def hand_over(self, command, folder, **variables):
        self.handed_over = (command, folder, variables)
        return 0

    def find(self, program):
        return f"/usr/bin/{program}" if program in self.programs else None

    def has_module(self, name):
        return name in self.modules

    def can_load(self, library):
        return library not in self.missing

    def ran(self, *words):
        return [command for command in self.commands if all(word in command for word in words)]


@pytest.fixture
def machine(tmp_path: Path) -> FakeMachine:
    (tmp_path / "packaging").mkdir()
    for name in (*LOCKS, NEEDS):
        (tmp_path / name).write_text((PROJECT / name).read_text("utf-8"), "utf-8")
    (tmp_path / "fonts").mkdir()
    for font in ("DejaVuSans.ttf", "NotoSansDevanagari-Regular.ttf", "NotoSansCJK-Regular.ttc",
                 "NotoColorEmoji.ttf", "NotoSansMono-Regular.ttf"):  # fmt: skip
        (tmp_path / "fonts" / font).touch()
    return FakeMachine(tmp_path)


def words_of(machine: FakeMachine) -> str:
    return "\n".join(machine.said)


# ---- routing -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], ["-P", "-m", "workbench", "start"]),
        (["demo"], ["-P", "-m", "workbench", "demo"]),
        (["train", "a b.txt"], ["-P", "-m", "workbench", "train", "a b.txt"]),
        (["--help"], ["-P", "-m", "workbench", "--help"]),
        (["test"], ["-m", "tests"]),
        (["test", "-k", "merges", "-x"], ["-m", "tests", "-k", "merges", "-x"]),
    ],
)
def test_arguments_go_to_the_program_or_to_pytest(machine, arguments, expected) -> None:
    assert run.main(arguments, machine) == 0
    command, _, _ = machine.handed_over
    assert command == [str(machine.root / ".venv/bin/python"), *expected]


def test_the_program_stays_in_the_persons_folder_and_finds_our_modules(machine) -> None:
    machine.environ = {"PYTHONPATH": "mine"}
    run.main(["doctor"], machine)
    _, folder, variables = machine.handed_over
    assert folder is None
    assert variables == {"PYTHONPATH": f"{machine.root}:mine"}


def test_tests_run_in_the_project_without_a_display(machine) -> None:
    run.main(["test"], machine)
    _, folder, variables = machine.handed_over
    assert folder == machine.root
    assert variables["QT_QPA_PLATFORM"] == "offscreen"


def test_the_exit_status_is_the_programs(machine, monkeypatch) -> None:
    monkeypatch.setattr(machine, "hand_over", lambda *_, **__: 2)
    assert run.main(["train"], machine) == 2


@pytest.mark.parametrize(("arguments", "lock"), [([], LOCKS[0]), (["test"], LOCKS[1])])
def test_each_start_installs_its_lock_by_hash(machine, arguments, lock) -> None:
    run.main(arguments, machine)
    [command] = machine.ran("-m pip", " -r ")
    assert command.endswith(f"--require-hashes --only-binary :all: -r {machine.root / lock}")


def test_the_tests_get_pytorch_from_a_file_of_this_machine_only(machine) -> None:
    assert run.main([], machine) == 0
    assert not machine.ran("torch==2.13.0")
    machine.fails = {run.TEST_TORCH: "ERROR: No matching distribution found"}
    (machine.root / run.TORCH_FOLDER).mkdir(parents=True)
    assert run.main(["test"], machine) == 0
    (command,) = machine.ran("torch==2.13.0")
    assert " --no-index --no-deps " in command
    assert f"--target {machine.root / run.TORCH_FOLDER}" in command
    assert not (machine.root / run.TORCH_FOLDER).exists()
    assert run.main(["test"], machine) == 0
    assert len(machine.ran("torch==2.13.0")) == 1
    machine.fails = {}
    (machine.root / run.TORCH_FOLDER / "torch").mkdir(parents=True)
    (machine.root / run.TEST_LOCK).write_text("another==2 --hash=x", encoding="utf-8")
    assert run.main(["test"], machine) == 0
    assert len(machine.ran("torch==2.13.0")) == 1


@pytest.mark.parametrize(("arguments", "are_packages"), [([], True), (["test"], False)])
def test_modules_are_compiled_once_and_packages_for_the_program(
    machine, arguments, are_packages
) -> None:
    """Tests import a small part of what is installed for them."""
    run.main(arguments, machine)
    [command] = machine.ran("-m compileall")
    folders = command.split()[command.split().index("0") + 1 :]
    assert all(str(machine.root / name) in folders for name in ("engine", "workbench"))
    assert (str(machine.root / ".venv") in folders) is are_packages
    assert machine.ran("-m pip", "--no-compile")
    run.main(arguments, machine)
    assert len(machine.ran("-m compileall")) == 1


# ---- stamps ------------------------------------------------------------------------------------


def test_a_second_start_installs_nothing_and_is_silent(machine) -> None:
    run.main([], machine)
    assert re.fullmatch(r"Installing \d\d packages \.\.\.", machine.said[1])
    machine.commands, machine.said = [], []
    assert run.main([], machine) == 0
    assert (machine.commands, machine.said) == ([], [])


def test_the_test_lock_covers_the_runtime_lock_but_not_the_other_way(machine) -> None:
    run.main(["test"], machine)
    run.main([], machine)
    assert len(machine.ran("-m pip", " -r ")) == 1
    (machine.root / LOCKS[1]).write_text("numpy==3.0\n", "utf-8")
    run.main([], machine)
    assert len(machine.ran("-m pip", " -r ")) == 1
    run.main(["test"], machine)
    assert len(machine.ran("-m pip", " -r ")) == 2


@pytest.mark.parametrize("change", ["lock", "python"])
def test_another_lock_or_python_installs_again(machine, change) -> None:
    run.main([], machine)
    if change == "lock":
        (machine.root / LOCKS[0]).write_text("numpy==3.0\n", "utf-8")
    else:
        machine.versions = "3.12.1 6.11.3"
    run.main([], machine)
    assert len(machine.ran("-m pip")) == 2


def test_an_interrupted_installation_is_cleared_away(machine, monkeypatch) -> None:
    def interrupt(command, **_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(machine, "run", interrupt)
        assert run.main([], machine) == 130
    assert "Stopped." in words_of(machine)
    half = machine.root / ".venv" / "half"
    half.parent.mkdir(exist_ok=True)
    half.touch()
    assert run.main([], machine) == 0
    assert "did not finish" in words_of(machine)
    assert not half.exists()


def test_an_update_that_was_interrupted_starts_from_nothing(machine, monkeypatch) -> None:
    run.main([], machine)
    (machine.root / LOCKS[0]).write_text("numpy==3.0\n", "utf-8")

    def interrupt_pip(command, **variables):
        if "pip" in command:
            raise KeyboardInterrupt
        return FakeMachine.run(machine, command, **variables)

    with monkeypatch.context() as patch:
        patch.setattr(machine, "run", interrupt_pip)
        assert run.main([], machine) == 130
    machine.commands = []
    run.main([], machine)
    assert len(machine.ran("-m venv")) == 1
    assert len(machine.ran("-m pip")) == 1


def test_an_interruption_outside_the_installation_costs_nothing(machine, monkeypatch) -> None:
    run.main([], machine)

    def interrupt(library):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(machine, "can_load", interrupt)
        assert run.main([], machine) == 130
    machine.commands = []
    assert run.main([], machine) == 0
    assert machine.commands == []


# ---- environments ------------------------------------------------------------------------------


def test_uv_is_used_where_it_is_and_pip_where_uv_fails(machine) -> None:
    machine.programs.add("uv")
    machine.fails = {"/usr/bin/uv": "uv has no such index"}
    assert run.main([], machine) == 0
    kinds = [command.split(" -")[0] for command in machine.commands]
    assert kinds[0] == "/usr/bin/uv venv"
    assert machine.ran("uv pip install")
    assert machine.ran("-m pip")


def test_uv_alone_suffices(machine) -> None:
    machine.programs.add("uv")
    assert run.main([], machine) == 0
    assert not machine.ran("-m venv")
    assert not machine.ran("-m pip")


def test_wheels_beside_the_script_are_the_only_source(machine) -> None:
    (machine.root / "wheels").mkdir()
    run.main([], machine)
    assert machine.ran("-m pip", f"--no-index --find-links {machine.root / 'wheels'}")


def test_the_administrator_gets_the_missing_venv_module(machine) -> None:
    machine.modules = {"pip"}
    assert run.main([], machine) == 0
    assert machine.ran("apt-get install", "python3-venv")
    assert Path(machine.handed_over[0][0]).parts[-3] == ".venv"


def test_others_get_the_line_and_a_plain_folder(machine) -> None:
    machine.modules = {"pip"}
    machine.is_administrator = False
    machine.fails = {"venv": "ensurepip is not available"}
    assert run.main([], machine) == 0
    line = "sudo apt-get install -y --no-install-recommends python3-venv"
    assert line in words_of(machine)
    assert machine.ran("-m pip", f"--upgrade --target {machine.root / '.deps'}")
    command, _, variables = machine.handed_over
    assert command[0] == machine.python
    assert variables["PYTHONPATH"] == f"{machine.root / '.deps'}:{machine.root}"


def test_the_plain_folder_serves_until_an_environment_can_be_made(machine) -> None:
    machine.modules = {"pip"}
    machine.is_administrator = False
    machine.fails = {"venv": "ensurepip is not available"}
    run.main([], machine)
    run.main([], machine)
    assert len(machine.ran("-m pip")) == 1
    machine.modules, machine.fails = {"pip", "ensurepip"}, {}
    run.main([], machine)
    assert Path(machine.handed_over[0][0]).parts[-3] == ".venv"


def test_half_a_virtual_environment_is_not_taken_for_a_whole_one(machine, monkeypatch) -> None:
    machine.modules = {"pip"}
    machine.is_administrator = False

    def run_badly(command, **variables):
        status, printed = FakeMachine.run(machine, command, **variables)
        return (1, "ensurepip is not available") if "venv" in command else (status, printed)

    monkeypatch.setattr(machine, "run", run_badly)
    assert run.main([], machine) == 0
    assert not (machine.root / ".venv").exists()


def test_neither_venv_nor_pip_is_said_plainly(machine) -> None:
    machine.modules = set()
    machine.is_administrator = False
    machine.fails = {"venv": "No module named ensurepip"}
    assert run.main([], machine) == 1
    assert "neither venv nor pip" in machine.said[-1]


def test_an_environment_of_an_old_python_is_made_again(machine) -> None:
    (machine.root / ".venv/bin").mkdir(parents=True)
    (machine.root / ".venv/bin/python").touch()
    machine.versions = "3.9.2"
    run.main([], machine)
    assert machine.ran("-m venv --clear")


# ---- our own modules and commands in the environment -------------------------------------------


def test_python_finds_our_modules_from_any_folder(tmp_path, monkeypatch) -> None:
    machine, elsewhere = real_environment(tmp_path, "a place"), tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    environment = run.Environment(machine, ".venv")
    run.install_program(machine, environment)
    program = "import workbench.__main__ as m; print(m.__file__)"
    printed = run.Machine().run([environment.python, "-c", program])
    assert printed == (0, f"{machine.root / 'workbench/__main__.py'}\n")


@pytest.mark.skipif(sys.platform == "win32", reason="there they are .cmd files")
def test_the_commands_start_from_any_folder(tmp_path, monkeypatch) -> None:
    machine = real_environment(tmp_path, "it's a place")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    environment = run.Environment(machine, ".venv")
    run.install_program(machine, environment)
    for name, word in ((run.COMMAND, "main"), (f"{run.COMMAND}-window", "open_window")):
        command = [str(environment.folder / "bin" / name), "a b", "--c"]
        assert run.Machine().run(command) == (3, f"{word} ['a b', '--c']\n")
    (tmp_path / "link").symlink_to(environment.folder / "bin" / run.COMMAND)
    assert run.Machine().run([str(tmp_path / "link")]) == (3, "main []\n")


def real_environment(folder: Path, name: str) -> run.Machine:
    """A machine whose project has a small `workbench`, and a virtual environment without pip."""
    machine = run.Machine()
    machine.root = folder / name
    (machine.root / "workbench").mkdir(parents=True)
    functions = [
        f"def {word}():\n    print({word!r}, sys.argv[1:])\n    return 3\n"
        for word in ("main", "open_window")
    ]
    (machine.root / "workbench/__main__.py").write_text("import sys\n" + "".join(functions))
    venv.create(machine.root / ".venv", symlinks=sys.platform != "win32")
    return machine


def test_each_start_makes_sure_of_them_and_writes_them_once(machine) -> None:
    run.main(["doctor"], machine)
    files = run.program_files(machine, run.Environment(machine, ".venv"))
    for file, content in files.items():
        assert file.read_text("utf-8") == content
        os.utime(file, (1, 1))
    next(iter(files)).write_text("another folder\n", "utf-8")
    run.main(["doctor"], machine)
    first, *others = files
    assert first.read_text("utf-8") == f"{machine.root}\n"
    assert {file.stat().st_mtime for file in others} == {1}


def test_an_environment_that_cannot_be_written_starts_all_the_same(machine) -> None:
    run.main(["doctor"], machine)
    files = run.program_files(machine, run.Environment(machine, ".venv"))
    for file in files:
        file.unlink()
        file.mkdir()
    assert run.main(["doctor"], machine) == 0


def test_the_plain_folder_gets_no_commands(machine) -> None:
    machine.modules, machine.is_administrator = {"pip"}, False
    machine.fails = {"venv": "ensurepip is not available"}
    assert run.main([], machine) == 0
    assert not list(machine.root.rglob("tokenizer-workbench*"))


PROJECT_FILES = ("pyproject.toml", "workbench/__init__.py", "packaging/register_project.py")


def registered(machine) -> list[str]:
    packages = machine.root / ".venv/lib/python3.11/site-packages"
    return sorted(each.name for each in packages.glob("*.dist-info"))


@pytest.fixture
def project(machine) -> FakeMachine:
    """A machine with what tells the project's version and requirements."""
    (machine.root / "workbench").mkdir()
    for name in PROJECT_FILES:
        (machine.root / name).write_text((PROJECT / name).read_text("utf-8"), "utf-8")
    (machine.root / "workbench/__init__.py").write_text('__version__ = "8.1"\n', "utf-8")
    return machine


def test_each_start_tells_pip_what_the_project_requires_now(project) -> None:
    run.main(["doctor"], project)
    assert registered(project) == ["tokenizer_workbench-8.1.dist-info"]
    [folder] = (project.root / ".venv/lib/python3.11/site-packages").glob("*.dist-info")
    for file in folder.iterdir():
        os.utime(file, (1, 1))
    run.main(["doctor"], project)
    assert {file.stat().st_mtime for file in folder.iterdir()} == {1}  # it is what it should be
    text = (project.root / "pyproject.toml").read_text("utf-8")
    text = text.replace('"numpy>=2.2"', '"numpy>=2.3"')
    (project.root / "pyproject.toml").write_text(text, "utf-8")
    run.main(["doctor"], project)
    assert "Requires-Dist: numpy>=2.3\n" in (folder / "METADATA").read_text("utf-8")
    (project.root / "workbench/__init__.py").write_text('__version__ = "8.2"\n', "utf-8")
    run.main(["doctor"], project)
    assert registered(project) == ["tokenizer_workbench-8.2.dist-info"]
    assert len(project.ran("-m pip")) == 1


def test_an_interruption_while_modules_are_compiled_is_made_good(project, monkeypatch) -> None:
    def interrupt(command, **variables):
        if "compileall" in command:
            raise KeyboardInterrupt
        return FakeMachine.run(project, command, **variables)

    with monkeypatch.context() as patch:
        patch.setattr(project, "run", interrupt)
        assert run.main(["doctor"], project) == 130
    assert registered(project) == []
    project.commands = []
    assert run.main(["doctor"], project) == 0
    assert len(project.ran("-m compileall")) == 1
    assert project.ran("-m venv") == []  # the packages were whole
    assert registered(project) == ["tokenizer_workbench-8.1.dist-info"]


def test_what_another_installer_registered_is_left_alone(project) -> None:
    run.main(["doctor"], project)
    [folder] = (project.root / ".venv/lib/python3.11/site-packages").glob("*.dist-info")
    (folder / "INSTALLER").write_text("pip\n", "utf-8")
    (folder / "METADATA").write_text("of pip", "utf-8")
    run.main(["doctor"], project)
    assert (folder / "METADATA").read_text("utf-8") == "of pip"


def test_a_project_that_cannot_be_registered_starts_all_the_same(project) -> None:
    (project.root / "pyproject.toml").write_text("[project", "utf-8")
    assert run.main(["doctor"], project) == 0
    assert registered(project) == []


@pytest.mark.slow
def test_pip_finds_what_conflicts_with_the_project(tmp_path) -> None:
    """The real pip, over the packages of this environment and a project with a wrong bound."""
    project, packages = tmp_path / "project", tmp_path / "packages"
    (project / "workbench").mkdir(parents=True)
    packages.mkdir()
    text = (PROJECT / "pyproject.toml").read_text("utf-8")
    register = runpy.run_path(str(PROJECT / "packaging" / "register_project.py"))["register"]
    check = [sys.executable, "-m", "pip", "--disable-pip-version-check", "check"]
    for version, wrong in (("8.1.0", "regex<2000"), ("8.2.0", "regex>=2022.10.31")):
        assert '"regex>=2022.10.31"' in text
        changed = text.replace('"regex>=2022.10.31"', f'"{wrong}"')
        (project / "pyproject.toml").write_text(changed, "utf-8")
        (project / "workbench" / "__init__.py").write_text(f'__version__ = "{version}"\n')
        register(project, packages)
        [folder] = packages.iterdir()  # that of an earlier version is gone
        assert folder.name == f"tokenizer_workbench-{version}.dist-info"
        _, printed = run.Machine().run(check, PYTHONPATH=str(packages))
        assert (f"tokenizer-workbench {version} has requirement regex<2000" in printed) == (
            wrong == "regex<2000"
        ), printed
    [found] = importlib.metadata.distributions(path=[str(packages)])
    assert found.version == "8.2.0"
    requirements = found.requires or []
    assert 'pyarrow>=18; extra == "parquet"' in requirements
    assert "parquet" in (found.metadata.get_all("Provides-Extra") or [])


# ---- failures ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("printed", "said"),
    [
        ("Temporary failure in name resolution", "The package index cannot be reached."),
        ("error sending request for url", "The package index cannot be reached."),
        ("OSError: [Errno 28] No space left on device", "The disk is full."),
        ("noise\nERROR: hashes differ\n\n", "The installation failed: noise ERROR: hashes differ"),
    ],
)
def test_a_failed_installation_is_one_sentence(machine, printed, said) -> None:
    machine.fails = {"pip": printed}
    assert run.main([], machine) == 1
    assert machine.said[-1].startswith(said)
    assert machine.handed_over is None


def test_an_unreachable_index_leaves_the_environment_alone(machine) -> None:
    run.main([], machine)
    machine.fails = {"pip": "Network is unreachable"}
    assert run.main(["test"], machine) == 1
    assert run.main([], machine) == 0
    assert "did not finish" not in words_of(machine)


def test_a_full_disk_while_making_the_environment_is_said(machine) -> None:
    machine.fails = {"venv": "No space left on device"}
    assert run.main([], machine) == 1
    assert machine.said[-1].startswith("The disk is full.")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "The disk is full."),
        (PermissionError(errno.EACCES, "Permission denied", "/p/.venv"), "The set-up failed: "),
    ],
)
def test_errors_of_the_file_system_are_one_sentence(machine, monkeypatch, error, said) -> None:
    def refuse(command, **_):
        raise error

    monkeypatch.setattr(machine, "run", refuse)
    assert run.main([], machine) == 1
    assert machine.said[-1].startswith(said)


@pytest.mark.parametrize(
    ("versions", "status"),
    [("3.11.7 6.12.0", 1), ("3.12.1 6.12.0", 0), ("3.11.7 6.11.3", 0)],
)
def test_the_pyside_that_aborts_is_refused(machine, versions, status) -> None:
    machine.versions = versions
    assert run.main([], machine) == status
    assert ("PySide6 6.12.0 aborts under Python 3.11.7" in words_of(machine)) == (status == 1)


def test_an_old_python_is_named(tmp_path) -> None:
    program = "import sys, runpy; sys.version_info = (3, 9, 2); sys.version = '3.9.2 (main)'; "
    program += f"runpy.run_path({str(PROJECT / 'run.py')!r}, run_name='__main__')"
    status, printed = run.Machine().run([sys.executable, "-c", program])
    assert status == 1
    assert printed == "Tokenizer Workbench needs Python 3.11 or newer; this is Python 3.9.2.\n"


# ---- what the window needs of the system -------------------------------------------------------


def test_the_administrator_gets_missing_libraries_in_one_go(machine) -> None:
    machine.missing = {"libEGL.so.1", "libgthread-2.0.so.0", "libglib-2.0.so.0"}
    assert run.main([], machine) == 0
    expected = "apt-get install -y --no-install-recommends libegl1 libglib2.0-0"
    assert machine.ran("apt-get") == ["apt-get update", expected]


def test_others_get_the_exact_line_and_the_program_starts(machine) -> None:
    machine.is_administrator = False
    machine.missing = {"libEGL.so.1"}
    assert run.main([], machine) == 0
    assert "sudo apt-get install -y --no-install-recommends libegl1" in words_of(machine)
    assert not machine.ran("apt-get")
    assert machine.handed_over is not None


def test_a_failed_apt_prints_the_line(machine) -> None:
    machine.missing = {"libEGL.so.1"}
    machine.fails = {"install": "E: Unable to locate package"}
    machine.programs = {"apt-get", "uv"}
    (machine.root / ".venv/bin").mkdir(parents=True)
    (machine.root / ".venv/bin/python").touch()
    run.prepare_system(machine)
    assert machine.said[-1].endswith("apt-get install -y --no-install-recommends libegl1")
    assert "sudo" not in machine.said[-1]


def test_tests_leave_the_window_out_where_qt_cannot_be_loaded(machine) -> None:
    machine.is_administrator = False
    machine.missing = {"libEGL.so.1"}
    run.main(["test", "-x"], machine)
    command, _, variables = machine.handed_over
    assert command[1:] == ["-m", "tests", "-x"]
    assert variables["PYTEST_ADDOPTS"] == "-p no:pytest-qt"


@pytest.mark.parametrize("display", ["", ":0"])
def test_libraries_of_the_display_are_asked_for_only_with_a_display(machine, display) -> None:
    machine.environ = {"DISPLAY": display}
    machine.missing = {"libxcb-cursor.so.0"}
    run.main([], machine)
    assert bool(machine.ran("apt-get install", "libxcb-cursor0")) == bool(display)


def test_missing_fonts_come_with_the_administrator_only(machine) -> None:
    (machine.fonts / "NotoSansCJK-Regular.ttc").unlink()
    run.prepare_system(machine)
    assert machine.ran("apt-get install")[0].endswith("fonts-noto-cjk")
    machine.commands, machine.said, machine.is_administrator = [], [], False
    assert run.prepare_system(machine)
    assert (machine.commands, machine.said) == ([], [])


def test_other_systems_are_left_alone(machine) -> None:
    machine.is_linux = False
    machine.missing = {"libEGL.so.1"}
    assert run.prepare_system(machine)
    assert machine.commands == []


# ---- the real machine and the real locks -------------------------------------------------------


def test_probing_tells_a_library_that_is_there_from_one_that_is_not() -> None:
    machine = run.Machine()
    assert machine.can_load("libc.so.6") == sys.platform.startswith("linux")
    assert not machine.can_load("libof-tomorrow.so.9")


def test_a_command_gives_its_status_and_all_it_printed() -> None:
    program = "import os, sys; print(os.environ['WORD']); sys.stderr.write('also'); sys.exit(3)"
    status, printed = run.Machine().run([sys.executable, "-c", program], WORD="said")
    assert status == 3
    assert sorted(printed.split()) == ["also", "said"]


def test_the_program_replaces_the_script(tmp_path) -> None:
    command = [sys.executable, "-c", "import os; print(os.getcwd(), os.environ['WORD'])"]
    program = (
        f"import runpy, pathlib; script = runpy.run_path({str(PROJECT / 'run.py')!r}); "
        f"folder = pathlib.Path({str(tmp_path)!r}); "
        f"script['Machine']().hand_over({command!r}, folder, WORD='x'); print('came back')"
    )
    status, printed = run.Machine().run([sys.executable, "-c", program])
    assert (status, printed.split()) == (0, [str(tmp_path), "x"])


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_pins_every_package_with_hashes_and_no_address(name) -> None:
    pin, digest = r"[\w.-]+==\S+( ; [^\\]+)?", r"    --hash=sha256:[0-9a-f]{64}"
    entry = rf"{pin} \\\n(?:{digest} \\\n)*{digest}\n"
    assert re.fullmatch(f"(?:{entry})+", (PROJECT / name).read_text("utf-8"))


def test_the_runtime_lock_is_part_of_the_test_lock() -> None:
    runtime, test = (set((PROJECT / name).read_text("utf-8").splitlines()) for name in LOCKS)
    assert runtime <= test


def test_the_lock_has_the_versions_that_matter() -> None:
    pins = (PROJECT / LOCKS[0]).read_text("utf-8")
    assert re.search(r"^pyside6-essentials==6\.11\.3 ", pins, re.MULTILINE)
    assert re.search(r"^regex==20(2[6-9]|[3-9]\d)\.", pins, re.MULTILINE)
    for name in ("tiktoken", "tokenizers"):
        assert re.search(f"^{name}==", pins, re.MULTILINE), name
