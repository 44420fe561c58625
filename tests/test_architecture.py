"""The layers, the types and the style, by the tools that know them."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import os
import pkgutil
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

pytestmark = pytest.mark.static

PROJECT = Path(__file__).resolve().parent.parent
SETTINGS = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))
CONTRACTS = [each["name"] for each in SETTINGS["tool"]["importlinter"]["contracts"]]
LINT_IMPORTS = "from importlinter.cli import lint_imports_command; lint_imports_command()"

# A workbench in miniature that breaks every contract once.
WRONG_IMPORTS = {
    "engine/__init__.py": "",
    "engine/corpus/corpus.py": "import PySide6",
    "engine/text/utf8.py": "import engine.training.steps",
    "engine/training/steps.py": "",
    "workbench/__main__.py": "",
    "workbench/runs/runs_pane.py": "import sqlalchemy",
    "workbench/corpus/corpus_pane.py": "import workbench.chat.chat_pane",
    "workbench/store/opening.py": "import sqlite3, sqlalchemy",
    "workbench/store/run_store.py": "import workbench.work.jobs",
    "workbench/work/jobs.py": "import PySide6.QtCore",
    "workbench/ui/charts/item_plot.py": "",
    "workbench/ui/charts/plot.py": "",
    "workbench/ui/charts/plot_view.py": "",
    "workbench/ui/charts/zoom_chart.py": "import pyqtgraph",
    "workbench/chat/chat_pane.py": "",
    "workbench/text/numbers.py": "",
    "workbench/cli/doctor.py": "",
    "workbench/cli/training/train.py": "import workbench.store.run_store",
    "workbench/unplaced.py": "",
}


def run(*command: str, folder: Path = PROJECT) -> tuple[int, str]:
    """Exit status and output of a Python program that finds its own modules first."""
    path = [str(folder), *(entry for entry in sys.path if entry != str(PROJECT))]
    done = subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env={**os.environ, "NO_COLOR": "1", "PYTHONPATH": os.pathsep.join(path)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def lint_imports(folder: Path, cache: Path) -> tuple[int, str]:
    return run("-c", LINT_IMPORTS, "--no-logo", "--cache-dir", str(cache), folder=folder)


def test_the_import_contracts_are_kept(tmp_path: Path) -> None:
    status, said = lint_imports(PROJECT, tmp_path)
    assert status == 0, said


def with_optional_layers(settings: str) -> str:
    """pyproject.toml with each layer in parentheses: a miniature need not have them all."""
    return re.sub(
        r"(?<=^layers = \[\n).*?(?=\n\])", _optional, settings, flags=re.DOTALL | re.MULTILINE
    )


def _optional(layers: re.Match[str]) -> str:
    rows = [row for row in layers[0].splitlines() if not row.strip().startswith("#")]
    return "\n".join(re.sub(r"\(?\b(\w+)\b\)?", r"(\1)", row) for row in rows)


@pytest.fixture(scope="module")
def wrong_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wrong")
    settings = (PROJECT / "pyproject.toml").read_text("utf-8")
    (folder / "pyproject.toml").write_text(with_optional_layers(settings), "utf-8")
    for name, content in WRONG_IMPORTS.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
    for package in (path for path in folder.rglob("*") if path.is_dir()):
        (package / "__init__.py").touch()
    return folder


@pytest.fixture(scope="module")
def complaints(wrong_project: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    status, said = lint_imports(wrong_project, tmp_path_factory.mktemp("cache"))
    assert status == 1, said
    return said


@pytest.mark.parametrize("contract", CONTRACTS)
def test_each_contract_can_break(complaints: str, contract: str) -> None:
    assert f"{contract} BROKEN" in complaints, complaints


def test_a_module_without_a_layer_is_reported(complaints: str) -> None:
    assert "- workbench.unplaced" in complaints


PACKAGES = sorted(path.parent.name for path in (PROJECT / "engine").glob("*/__init__.py"))
PACKAGES.remove("sentences")  # nothing in it is lazy


def deep_imports(path: Path) -> list[str]:
    """Imports of modules inside a package of the engine that the file is no part of."""
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names += [each.name for each in node.names] if isinstance(node, ast.Import) else []
        for name in names:
            top, _, rest = name.partition(".")
            package, _, inner = rest.partition(".")
            is_own = path.is_relative_to(PROJECT / "engine" / package)
            if top == "engine" and package in PACKAGES and inner and not is_own:
                found.append(f"{path.relative_to(PROJECT)}:{node.lineno} imports {name}")
    return found


@pytest.mark.parametrize("top", ["engine", "workbench", "benchmarks", "docs", "packaging"])
def test_packages_of_the_engine_are_imported_by_their_interface(top: str) -> None:
    files = [path for path in (PROJECT / top).rglob("*.py") if path.parent != PROJECT / "engine"]
    assert files
    assert [each for path in files for each in deep_imports(path)] == []


def test_a_deep_import_is_found() -> None:
    assert any(
        "engine.text.utf8" in each
        for each in deep_imports(Path(__file__).parent / "engine/text/test_utf8.py")
    )


@pytest.mark.parametrize(
    "name", [*(f"engine.{package}" for package in PACKAGES), "workbench.store"]
)
def test_every_name_of_an_interface_is_there(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__all__
    assert all(hasattr(module, each) for each in module.__all__)
    modules = {each.name for each in pkgutil.iter_modules(module.__path__)}
    assert not modules & set(module.__all__)  # importing the module would hide the name


@pytest.fixture(scope="module")
def said_by_mypy(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What mypy says of the project and of a script beside it, in one run: it reads everything."""
    script = tmp_path_factory.mktemp("typed") / "script.py"
    script.write_text(
        "from engine import Corpus, TrainingConfig, train_tokenizer\n"
        "tokenizer = train_tokenizer(Corpus.from_texts(['low']), TrainingConfig(300))\n"
        "reveal_type(tokenizer.encode('low'))\n"
        "tokenizer.encode(3)\n"
    )
    cache = str(PROJECT / ".cache" / "mypy")
    files = SETTINGS["tool"]["mypy"]["files"]
    status, said = run("-m", "mypy", "--cache-dir", cache, *files, str(script))
    assert status == 1, said
    return said.splitlines()


def test_every_module_but_the_tests_is_typed_strictly(said_by_mypy: list[str]) -> None:
    *others, summary = (line for line in said_by_mypy if "script.py" not in line)
    assert others == []
    assert summary.startswith("Found 1 error in 1 file (checked ")


def test_scripts_see_the_types_of_the_engine(said_by_mypy: list[str]) -> None:
    said = "\n".join(said_by_mypy)
    assert 'Revealed type is "list[int]"' in said
    assert 'script.py:4: error: Argument 1 to "encode"' in said
    assert (PROJECT / "engine" / "py.typed").is_file()


def test_only_kernels_are_left_to_numba() -> None:
    relaxed = [
        module
        for override in SETTINGS["tool"]["mypy"]["overrides"]
        if not override.get("disallow_untyped_defs", True)
        for module in override["module"]
    ]
    kernels = [path.relative_to(PROJECT) for path in (PROJECT / "engine").rglob("*_kernels.py")]
    assert sorted(relaxed) == sorted(".".join(path.with_suffix("").parts) for path in kernels)


def test_ruff_has_nothing_to_say() -> None:
    status, said = run("-m", "ruff", "check", "--no-cache", "--output-format", "concise")
    assert status == 0, said


@pytest.mark.parametrize("module", ["workbench.cli.command_line", "workbench.__main__", "engine"])
def test_the_command_line_starts_without_qt(module: str) -> None:
    seen = "sorted({'PySide6', 'pyqtgraph', 'shiboken6'} & set(sys.modules))"
    status, said = run("-c", f"import sys, {module}; print({seen})")
    assert (status, said.strip()) == (0, "[]")


def test_the_engine_needs_neither_workbench_nor_database() -> None:
    seen = "sorted({'workbench', 'sqlalchemy', 'sqlite3', 'PySide6'} & set(sys.modules))"
    status, said = run("-c", f"import sys, engine; print({seen})")
    assert (status, said.strip()) == (0, "[]")


@pytest.mark.parametrize(
    "modules",
    ["engine.chat.renderer, engine.chat.jinja_renderer, engine.explore.search", "workbench.app"],
)
def test_libraries_of_others_are_loaded_when_they_are_needed(modules: str) -> None:
    others = {
        "jinja2", "sentencepiece", "tokenizers", "transformers", "tiktoken", "gguf", "optuna",
    }  # fmt: skip
    status, said = run("-c", f"import sys, {modules}; print(sorted({others} & set(sys.modules)))")
    assert (status, said.strip()) == (0, "[]")


def test_what_the_project_installs_is_there() -> None:
    scripts = {**SETTINGS["project"]["scripts"], **SETTINGS["project"]["gui-scripts"]}
    assert sorted(scripts) == ["tokenizer-workbench", "tokenizer-workbench-window"]
    for target in scripts.values():
        module, _, function = target.partition(":")
        status, said = run("-c", f"from {module} import {function}")
        assert status == 0, said


DESCRIPTIONS = (
    PROJECT / "ARCHITECTURE.md",
    PROJECT / "README.md",
    PROJECT / "engine" / "README.md",
    PROJECT / "workbench" / "README.md",
    PROJECT / "tests" / "README.md",
    *sorted((PROJECT / "docs").glob("*.md")),
    *sorted((PROJECT / "decisions").glob("*.md")),
)
ROOTS = ("", "engine", "engine/training", "workbench", "tests")
OTHERS_FILES = {"ast.py", "convert_hf_to_gguf.py"}


def is_there(path: str) -> bool:
    return any((PROJECT / root / path).exists() for root in ROOTS)


def resolves(dotted: str) -> bool:
    """Whether a dotted name is a module, or a name in one."""
    module, *names = dotted.split(".")
    value: object = importlib.import_module(module)
    for name in names:
        module = f"{module}.{name}"
        try:
            value = getattr(value, name)
        except AttributeError:
            if importlib.util.find_spec(module) is None:
                return False
            value = importlib.import_module(module)
    return True


@pytest.mark.parametrize("description", DESCRIPTIONS, ids=lambda path: path.name)
def test_modules_and_files_that_documents_name_exist(description: Path) -> None:
    text = description.read_text("utf-8")
    folders = "engine|workbench|tests|benchmarks|packaging|docs|resources|decisions"
    paths = set(re.findall(rf"(?<![\w./-])(?:{folders})/[\w./-]*\w", text))
    modules = set(re.findall(r"(?<![\w./*-])(?:\w+/)*\w+\.py\b", text)) - OTHERS_FILES
    folders_of_names = ("engine", "workbench", "tests", "benchmarks", "packaging", "docs")
    names = {path.name for each in folders_of_names for path in (PROJECT / each).rglob("*.py")}
    names.add("run.py")
    missing = {path for path in paths if not is_there(path) and not is_numbered(path)}
    missing |= {name for name in modules if "/" in name and not is_there(name)}
    missing |= {name for name in modules if "/" not in name and name not in names}
    dotted = set(re.findall(r"(?<![\w./-])engine(?:\.[A-Za-z]\w*)+(?![\w/])", text))
    missing |= {name for name in dotted if not resolves(name)}
    assert sorted(missing) == []


def is_numbered(path: str) -> bool:
    """Whether it names a decision by its number alone."""
    return path.startswith("decisions/") and any(PROJECT.glob(f"{path}-*.md"))
