"""What the bundle is made of, as far as it can be tried without building it.

Building takes a minute: `python3 packaging/build.py && python3 packaging/smoke_test.py` does it.
"""

from __future__ import annotations

import ast
import base64
import json
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from engine.machine import child_programs
from workbench.__main__ import main

PROJECT = Path(__file__).parents[2]
PACKAGING = PROJECT / "packaging"
RELEASED = PROJECT / "tests" / "store" / "released"
ASKS_THE_INTERPRETER = {
    "engine/machine/child_programs.py",
    "engine/machine/optional_libraries.py",  # installs into its environment
    "engine/formats/verification.py",  # the script is quicker than the module
    "workbench/cli/doctor.py",  # tells its version
}


@pytest.fixture
def script(monkeypatch):
    """Load a module of packaging/, which is no package."""
    monkeypatch.syspath_prepend(str(PACKAGING))
    names = set(sys.modules)

    def load(name):
        spec = spec_from_file_location(name.rpartition("/")[2], PACKAGING / f"{name}.py")
        module = module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
        return module

    yield load
    for name in set(sys.modules) - names:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(PACKAGING)):
            del sys.modules[name]


def locked(name):
    """Package -> exact versions, of a lock."""
    found: dict[str, set[str]] = {}
    for line in (PACKAGING / name).read_text("utf-8").splitlines():
        if match := re.match(r"([\w.-]+)==([^ ;\\]+)", line):
            found.setdefault(match[1].lower(), set()).add(match[2])
    return found


def test_every_file_that_is_no_module_goes_into_the_bundle(script):
    data = script("contents").DATA
    for source, _ in data:
        assert list(PROJECT.glob(source)), source
    for package in ("engine", "workbench"):
        for file in (PROJECT / package).rglob("*"):
            inside = file.relative_to(PROJECT)
            if file.suffix == ".pyi" or "__pycache__" in file.parts:
                continue
            if file.suffix not in {"", ".py", ".md"}:
                target = dict(data).get(inside.as_posix())
                assert target == inside.parent.as_posix(), f"{inside} is missing in contents.DATA"


def test_packages_whose_names_are_lazy_go_with_their_sources(script):
    packages = script("contents").WITH_SOURCES
    for path in (*PROJECT.glob("engine/**/__init__.py"), *PROJECT.glob("workbench/**/__init__.py")):
        name = ".".join(path.parent.relative_to(PROJECT).parts)
        if "lazy_names(__name__)" in path.read_text("utf-8"):
            assert any(f"{name}.".startswith(f"{each}.") for each in packages), name


def test_modules_that_are_imported_by_name_are_known(script):
    modules = script("contents").own_modules()
    for name in (
        "workbench.pattern.pattern_trial",
        "engine.warm_up",
        "engine.formats.verification_reader",
    ):
        assert name in modules
    assert len(modules) == len(set(modules)) > 300


@pytest.mark.parametrize(
    ("path", "stays"),
    [
        ("PySide6/Qt/lib/libQt6Widgets.so.6", True),
        ("PySide6\\Qt6Widgets.dll", True),
        ("PySide6/Qt/plugins/platforms/libqoffscreen.so", True),
        ("PySide6/Qt/plugins/imageformats/libqsvg.so", True),
        ("PySide6/Qt/translations/qtbase_de.qm", True),
        ("llvmlite/binding/libllvmlite.so", True),
        ("pyarrow/libarrow.so.2600", True),
        ("pyarrow/lib.cpython-311-x86_64-linux-gnu.so", True),
        ("pyarrow/libarrow_python.so", False),
        ("libQt6EglFSDeviceIntegration.so.6", False),
        ("PySide6/Qt/lib/libQt6Qml.so.6", False),
        ("libQt6Network.so.6", False),
        ("PySide6\\Qt6Quick.dll", False),
        ("PySide6/QtOpenGL.abi3.so", True),
        ("libQt6OpenGLWidgets.so.6", True),
        ("pyqtgraph/icons/auto.png", True),
        ("pyqtgraph/icons/peegee/peegee_512px.png", False),
        ("pyqtgraph\\colors\\maps\\magma.csv", False),
        ("pyqtgraph/Qt/QtTest.pyi", False),
        ("PySide6/Qt/translations/qtbase_fr.qm", False),
        ("PySide6/Qt/plugins/sqldrivers/libqsqlite.so", False),
        ("PySide6/Qt/plugins/platformthemes/libqgtk3.so", False),
        ("pyarrow/libarrow_flight.so.2600", False),
        ("pyarrow/include/arrow/api.h", False),
    ],
)
def test_what_stays_out(script, path, stays):
    assert script("contents").is_wanted(path) is stays


def test_unused_libraries_are_excluded(script, monkeypatch):
    asked = {"/q/plugin": ["libQt.so.6"], "/q/libQt.so.6": ["libicu.so.7"], "/l/libllvm.so": []}
    module = script("needed_libraries")
    monkeypatch.setattr(module, "imports_of", lambda source: asked.get(source, []))
    entries = [
        ("PySide6/plugins/libq.so", "/q/plugin", "BINARY"),
        ("PySide6/libQt.so.6", "/q/libQt.so.6", "BINARY"),
        ("libQt.so.6", "PySide6/libQt.so.6", "SYMLINK"),
        ("libicu.so.7", "/q/libicu.so.7", "BINARY"),
        ("libgtk.so.3", "/u/libgtk.so.3", "BINARY"),
        ("llvm/libllvm.so", "/l/libllvm.so", "BINARY"),
    ]
    kept = [entry[0] for entry in module.without_idle_libraries(entries)]
    assert kept == [entry[0] for entry in entries if "gtk" not in entry[0]]


def test_the_bundle_holds_what_was_tested():
    runtime, bundle = locked("requirements.txt"), locked("requirements-bundle.txt")
    tested = locked("requirements-test.txt")
    assert runtime.items() <= bundle.items()
    assert {"pyinstaller", "tokenizers", "tiktoken", "pyarrow"} <= bundle.keys()
    for name in bundle.keys() & tested.keys():
        assert bundle[name] == tested[name], name


@pytest.mark.parametrize("lock", sorted(path.name for path in PACKAGING.glob("requirements*.txt")))
def test_every_lock_has_hashes_and_no_address(lock):
    text = (PACKAGING / lock).read_text("utf-8")
    assert "://" not in text
    packages = re.split(r"\n(?=\w)", text.strip())
    assert len(packages) > 20
    assert [line for line in packages if "==" not in line or "--hash=sha256:" not in line] == []


def test_the_lock_of_the_site_has_what_it_is_built_with():
    direct = re.findall(r"^[\w-]+(?=>=)", (PACKAGING / "docs.in").read_text("utf-8"), re.MULTILINE)
    assert {"sphinx", "furo", "myst-parser", "codespell"} <= set(direct)
    assert set(direct) <= locked("requirements-docs.txt").keys()
    tested = locked("requirements-test.txt")
    assert locked("requirements-docs.txt")["codespell"] == tested["codespell"]


def test_licences_of_all_packages_and_the_texts_of_qt(script, tmp_path):
    module = script("licences")
    names = ("numpy", "PySide6-Essentials", "llvmlite", "regex")
    module.used_distributions = lambda: list(names)
    page = module.licence_page(tmp_path)
    for name in names:
        assert f"\n{name} " in page
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in page
    assert "may be replaced" in page
    module.metadata = type("Silent", (), {"distribution": lambda name: Wordless()})
    with pytest.raises(ValueError, match="says nothing of its licence"):
        module.licence_page(tmp_path)


def test_every_package_in_the_bundle_has_its_licence_named(script):
    module = script("contents")
    inside = ["numpy.core", "packaging.version", "PySide6/QtGui.abi3.so", "json",
              "workbench.app", "pyqtgraph", "shtab"]  # fmt: skip
    assert module.unnamed_distributions(inside) == []
    assert module.unnamed_distributions([*inside, "pytest", "_pytest/nodes.py"]) == ["pytest"]


def test_charts_need_nothing_that_is_left_out(script):
    """A process that cannot import any of it imports what draws curves."""
    code = (
        "import json, sys\n"
        "sys.modules |= dict.fromkeys(json.load(sys.stdin))\n"
        "import workbench.ui.charts.plot\n"
        "print('pyqtgraph' in sys.modules)"
    )
    excluded = json.dumps(script("contents").EXCLUDED)
    done = subprocess.run(
        [sys.executable, "-c", code], input=excluded, capture_output=True, text=True, cwd=PROJECT,
        check=False,
    )  # fmt: skip
    assert (done.stdout, done.stderr[-500:]) == ("True\n", "")


class Wordless:
    """A package without any licence."""

    metadata = __import__("email.message").message.Message()
    version, files = "1", ()


def test_sizes_are_those_of_the_files(script, tmp_path):
    (tmp_path / "_internal" / "numpy").mkdir(parents=True)
    (tmp_path / "_internal" / "numpy" / "a.so").write_bytes(b"x" * 2_000_000)
    (tmp_path / "program").write_bytes(b"x" * 500_000)
    found = script("build").sizes(tmp_path)
    assert found == {"bytes": 2_500_000, "files": 2, "largest_mb": {"numpy": 2.0, "program": 0.5}}


def test_version_of_the_windows_programs(script):
    assert "filevers=(1, 2, 3, 0)" in script("windows/version_info").version_info("1.2.3")


def test_the_oldest_store_is_that_of_the_first_release():
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript((RELEASED / "version-1.sql").read_text("utf-8"))
        expected = list(connection.iterdump())
    file = PROJECT / "resources" / "self-test" / "version-1.sqlite"
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        assert list(connection.iterdump()) == expected


def test_a_packaged_window_asks_the_packaged_command_line(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "tokenizer-workbench-window"))
    program = str(tmp_path / "tokenizer-workbench")
    command = child_programs.child_command("engine.warm_up", "--json")
    assert command == [program, "--run-module", "engine.warm_up", "--json"]
    monkeypatch.setattr(sys, "executable", str(tmp_path / "tokenizer-workbench-window.exe"))
    assert child_programs.child_command("engine.warm_up")[0] == f"{program}.exe"


def test_only_one_module_starts_the_interpreter():
    for package in ("engine", "workbench"):
        for file in (PROJECT / package).rglob("*.py"):
            name = file.relative_to(PROJECT).as_posix()
            if name not in ASKS_THE_INTERPRETER:
                text = file.read_text("utf-8")
                assert "sys.executable" not in text, f"{name}: use engine.machine.child_programs"
                assert '"frozen"' not in text, f"{name}: use engine.machine.child_programs"


def test_the_hidden_command_runs_a_module_as_the_interpreter_would():
    request = {"number": 1, "pattern": r"\w+|\W", "text": base64.b64encode(b"a b").decode()}
    done = subprocess.run(
        [sys.executable, "-m", "workbench", "--run-module", "workbench.pattern.pattern_trial",
         "--quick"],
        input=json.dumps(request) + "\n", capture_output=True, text=True, cwd=PROJECT, check=True,
    )  # fmt: skip
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers[0] == {"ready": True}
    assert answers[-1]["distinct"] == 3


@pytest.mark.parametrize("module", ["os", "", "enginex.warm_up"])
def test_the_hidden_command_runs_modules_of_ours_only(module):
    with pytest.raises(ValueError, match="of this program only"):
        main(["--run-module", module])


def test_how_a_module_ends_is_the_exit_status(monkeypatch, capsys):
    def end(code):
        def run(*arguments, **settings):
            raise SystemExit(code)

        monkeypatch.setattr("runpy.run_module", run)
        return child_programs.run_module(["engine.warm_up"])

    monkeypatch.setattr(sys, "argv", ["program"])
    assert [end(3), end(None), end("broken")] == [3, 0, 1]
    assert capsys.readouterr().err == "broken\n"


def test_the_hook_of_optuna_leaves_in_what_its_import_needs():
    """PyInstaller follows no lazy import, and an excluded module cannot be imported at all."""
    hook = ast.parse((PACKAGING / "hooks" / "hook-optuna.py").read_text("utf-8"))
    lists = {each.targets[0].id: ast.literal_eval(each.value) for each in hook.body
             if isinstance(each, ast.Assign) and isinstance(each.value, ast.List)}  # fmt: skip
    found = find_spec("optuna")
    assert found is not None
    module = ast.parse(Path(str(found.origin)).read_text("utf-8"))
    imported = {f"{each.module}.{alias.name}" for each in module.body
                if isinstance(each, ast.ImportFrom) for alias in each.names}  # fmt: skip
    assert "optuna.study" in imported
    assert not imported & set(lists["excludedimports"])
    assert "optuna.importance" in lists["hiddenimports"]  # of searches; it is imported lazily
    assert all(find_spec(name) for name in lists["hiddenimports"])
