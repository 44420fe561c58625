"""The conventions hold in the whole project, and each check is shown something it must catch."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath

import pytest

import engine
from tests.conventions import kernels, qt, reach, shape, source, testing, text
from tests.conventions.source import Module

pytestmark = pytest.mark.static

Check = Callable[[Module], Iterator[str]]

UNDESCRIBED = '''
@kernel
def f(a, b):
    """a  int64[n]"""
    return b.shape[0]
'''
UNTYPED = UNDESCRIBED.replace("a  int64[n]", "The length of b.")
DESCRIBED = UNDESCRIBED.replace("a  int64[n]", "b  int64[n]")

# (check, path, code that breaks it)
PRODUCT: list[tuple[Check, str, str]] = [
    (shape.module_length, "engine/a.py", "x = 1\n" * 601),
    (shape.module_length, "workbench/frame/main_window.py", "x = 1\n" * 251),
    (shape.function_length, "engine/a.py", "def f():\n" + "    x = 1\n" * 50),
    (shape.function_length, "engine/a.py", "@kernel\ndef f():\n" + "    x = 1\n" * 80),
    (shape.function_length, "workbench/panes/a.py", "def __init__():\n" + "    x = 1\n" * 40),
    (shape.parameter_count, "engine/a.py", "def f(a, b, c, d, e, *, f, g, h): ..."),
    (shape.parameter_count, "engine/a.py", f"@kernel\ndef f({','.join('abcdefghijklmnopq')}): ..."),
    (shape.vague_names, "workbench/utils.py", ""),
    (shape.vague_names, "workbench/helpers/table.py", ""),
    (shape.vague_names, "engine/a.py", "class MergeManager: ..."),
    (shape.module_docstring, "engine/a.py", "x = 1"),
    (shape.future_annotations, "engine/a.py", "def f(): ..."),
    (shape.other_words, "engine/a.py", "def f(pat_str): ..."),
    (shape.unfinished, "engine/a.py", "x = 1  # TODO: more"),
    (shape.unfinished, "engine/a.py", "def f():\n    raise NotImplementedError"),
    (kernels.kernel_docstring, "engine/a.py", "@kernel\ndef f(ids): return ids[0]"),
    (kernels.kernel_docstring, "engine/a.py", UNDESCRIBED),
    (kernels.kernel_docstring, "engine/a.py", UNTYPED),
    (kernels.one_decorator, "engine/a.py", "from numba import njit"),
    (kernels.one_decorator, "engine/a.py", "@numba.njit(cache=True)\ndef f(): ..."),
    (kernels.kernels_stay_private, "engine/_a_kernels.py", "from engine.compiled import enlarged"),
    (kernels.narrow_counts, "engine/a.py", "pair_counts = np.zeros(4, dtype=np.int32)"),
    (kernels.narrow_counts, "engine/a.py", '"""\n    counts  int32[n]   times\n"""'),
    (kernels.quadratic_lists, "engine/a.py", "ids.insert(0, 7)"),
    (qt.signal_types, "workbench/a.py", "changed = Signal(int)"),
    (qt.signal_types, "workbench/a.py", "changed = Signal(object, object)"),
    (qt.signal_types, "workbench/a.py", "changed = QtCore.Signal(list[int])"),
    (qt.signal_types, "workbench/a.py", "changed = Signal(object)"),
    (qt.signal_types, "workbench/a.py", "changed: Any = Signal(object)"),
    (qt.signal_types, "workbench/a.py", "changed: Signal[object] = Signal(object)"),
    (qt.signal_types, "workbench/a.py", "changed: Signal[tuple[Any, ...]] = Signal(object)"),
    (qt.signal_types, "workbench/a.py", "from PySide6.QtCore import Signal"),
    (qt.signal_names, "workbench/a.py", "class A:\n    update_table = Signal()"),
    (qt.signal_names, "workbench/a.py", "class A:\n    save: Signal[int] = Signal(object)"),
    (qt.lambda_slots, "workbench/a.py", "button.clicked.connect(lambda: f())"),
    (qt.forbidden_calls, "workbench/a.py", "QApplication.processEvents()"),
    (qt.forbidden_calls, "workbench/a.py", "table.blockSignals(True)"),
    (qt.forbidden_calls, "workbench/a.py", "from PySide6.QtCore import QSignalBlocker"),
    (qt.forbidden_calls, "workbench/a.py", "QTimer.singleShot(0, self.go)"),
    (qt.forbidden_calls, "workbench/a.py", "time.sleep(1)"),
    (qt.threads, "workbench/a.py", "import threading"),
    (qt.threads, "workbench/store/a.py", "from concurrent.futures import ThreadPoolExecutor"),
    (qt.threads, "workbench/panes/a.py", "from PySide6.QtCore import QObject, QThread"),
    (qt.threads, "engine/a.py", "import threading\nthreading.Thread()"),
    (qt.threads, "engine/a.py", "from multiprocessing import Pool"),
    (qt.theme_only, "workbench/a.py", "ink = '#a0b1c2'"),
    (qt.theme_only, "workbench/a.py", "style = 'padding: 4px'"),
    (qt.theme_only, "workbench/a.py", "QColor('red')"),
    (qt.theme_only, "workbench/a.py", "self.setFixedHeight(36)"),
    (qt.theme_only, "workbench/a.py", "theme.font(14, bold=True)"),
    (qt.theme_only, "workbench/a.py", "row.addSpacing(10)"),
    (qt.theme_only, "workbench/a.py", "layout.setContentsMargins(8, 8, 8, 8)"),
    (text.prints, "engine/a.py", "print('x')"),
    (text.prints, "workbench/panes/a.py", "print('x')"),
    (text.pickles, "workbench/store/a.py", "import pickle\npickle.loads(b'')"),
    (text.pickles, "workbench/store/a.py", "from pickle import loads"),
    (text.pickles, "workbench/store/a.py", "np.load(file, allow_pickle=True)"),
    (text.chained_placeholders, "workbench/a.py", "tr('%1: %2').replace('%1', a).replace('%2', b)"),
    (text.chained_placeholders, "workbench/a.py", "words = words.replace(f'%{place}', value)"),
    (text.sessions, "workbench/panes/a.py", "def f(session): ..."),
    (text.sessions, "workbench/store/a.py", "engine = create_engine(url)"),
]  # fmt: skip

# The same shapes where they are right.
ALLOWED: list[tuple[Check, str, str]] = [
    (shape.function_length, "engine/a.py", "@kernel\ndef f():\n" + "    x = 1\n" * 79),
    (kernels.kernel_docstring, "engine/a.py", DESCRIBED),
    (kernels.narrow_counts, "engine/a.py", "token_counts = np.zeros(4, dtype=np.uint32)"),
    (qt.signal_types, "workbench/a.py", "a: Signal[int | None] = Signal(object)\nb = Signal()"),
    (qt.signal_types, "workbench/a.py", "a: Signal[Any] = Signal(object)  # as the caller likes"),
    (qt.signal_names, "workbench/a.py", "run_chosen = Signal()\nsave_requested = Signal()"),
    (qt.lambda_slots, "workbench/a.py", "button.clicked.connect(self._start)"),
    (qt.threads, "workbench/work/jobs.py", "import threading\nthreading.Thread()"),
    (qt.threads, "engine/a.py", "import threading\nlock = threading.Lock()"),
    (qt.theme_only, "workbench/ui/theme/theme.py", "ink = '#a0b1c2'"),
    (qt.theme_only, "workbench/a.py", '"""See issue #123456."""'),
    (qt.theme_only, "workbench/a.py", "layout.setContentsMargins(0, 0, SPACE_XS + 1, 0)"),
    (qt.theme_only, "workbench/a.py", "self.setFixedHeight(4 * ROW_HEIGHT)"),
    (text.prints, "workbench/cli/a.py", "print('x')"),
    (testing.limits_by_the_clock, "tests/test_a.py", "a.wait(0.05)\n','.join(b)\na.wait()"),
    (text.pickles, "engine/a.py", "import pickle\nDAMAGE = pickle.UnpicklingError"),
    (testing.asserted_clocks, "tests/test_a.py", "def f():\n    t = monotonic()\n    assert u"),
]  # fmt: skip

TIMED = """
def test_it():
    times = []
    began = time.monotonic()
    times.append(time.monotonic() - began)
    [seconds] = times
    assert seconds < 1
"""

TESTS: list[tuple[Check, str, str]] = [
    (testing.checks_something, "tests/test_a.py", "def test_it_runs():\n    f()"),
    (testing.asserted_clocks, "tests/test_a.py", TIMED),
    (testing.asserted_clocks, "tests/test_a.py", "def f():\n    assert perf_counter_ns() < a"),
    (testing.vague_test_names, "tests/test_a.py", "def test_1():\n    assert f()"),
    (testing.waits, "tests/workbench/test_a.py", "def test_a(qtbot):\n    qtbot.wait(100)"),
    (testing.waits, "tests/test_a.py", "time.sleep(1)"),
    (testing.limits_by_the_clock, "tests/workbench/test_a.py", "qtbot.waitUntil(f, timeout=9)"),
    (testing.limits_by_the_clock, "tests/workbench/test_a.py", "with qtbot.waitExposed(a): ..."),
    (testing.limits_by_the_clock, "tests/test_a.py", "subprocess.run(command, timeout=120)"),
    (testing.limits_by_the_clock, "tests/test_a.py", "assert started.wait(10)"),
    (testing.limits_by_the_clock, "tests/test_a.py", "thread.join(timeout=LIMIT_S)"),
    (testing.limits_by_the_clock, "tests/test_a.py", "from pytestqt.qtbot import QtBot"),
    (testing.skips, "tests/test_a.py", "@pytest.mark.skip\ndef test_a(): ..."),
    (testing.skips, "tests/test_a.py", "@pytest.mark.skipif(True)\ndef test_a(): ..."),
    (testing.skips, "tests/test_a.py", "@pytest.mark.xfail(reason='hard')\ndef test_a(): ..."),
    (testing.skips, "tests/test_a.py", "pytest.skip()"),
    (testing.mocks, "tests/test_a.py", "from unittest.mock import MagicMock"),
    (testing.private_widgets, "tests/workbench/test_a.py", "assert pane._button.text() == 'Go'"),
]  # fmt: skip

# What only tests use, with the reason; all else that tests alone need is theirs to write.
PAINTED = "words in a picture, which have no widget of their own to be found by name"
FOR_TESTS = {
    "CurvesChart.hovered_words": PAINTED,
    "DotPlot.axis_title": PAINTED,
}

# This file shows bad code on purpose, as text.
SHOWS_BAD_TEXT = {"tests/test_conventions.py"}


def checks(shown: list[tuple[Check, str, str]]) -> list[Check]:
    return list(dict.fromkeys(check for check, _, _ in shown))


def name_of(value: object) -> str | None:
    return value.__name__ if callable(value) else None


@pytest.fixture(scope="module")
def product() -> list[Module]:
    return source.product_modules()


@pytest.mark.parametrize("check", checks(PRODUCT), ids=name_of)
def test_the_product_keeps_the_convention(product: list[Module], check: Check) -> None:
    broken = [f"{module.path}:{what}" for module in product for what in check(module)]
    assert not broken, "\n" + "\n".join(broken)


def test_every_folder_of_modules_is_a_package(product: list[Module]) -> None:
    """The import contracts do not see folders without an __init__.py."""
    folders = {module.path.parent for module in product if module.path.parent.name}
    assert not [str(f) for f in folders if not (source.PROJECT / f / "__init__.py").is_file()]


@pytest.mark.parametrize("check", checks(TESTS), ids=name_of)
def test_the_tests_keep_the_convention(check: Check) -> None:
    found = source.modules_of_tests()
    broken = [f"{module.path}:{what}" for module in found for what in check(module)]
    assert not broken, "\n" + "\n".join(broken)


def test_nothing_of_the_product_is_there_for_tests_alone(product: list[Module]) -> None:
    """A widget is found by its object name; what a person does, tests/workbench/named.py does."""
    found = reach.reached_by_tests_alone(
        product,
        source.modules("benchmarks", "docs", "packaging"),
        source.modules("tests"),
        overridden=reach.names_of_qt(),
        interface=set(engine.__all__),
    )
    places = "\n".join(each.place for each in found)
    assert {each.name for each in found} == set(FOR_TESTS), f"\n{places}"


LONELY = """
from . import ways
class Pane(QWidget):
    def press(self): ...
    def paintEvent(self, event): self.used()
    def used(self): ...
    @property
    def words(self): return self.inner
    @property
    def inner(self): return self.words
    def run(self): return getattr(self, "by_name")
    def by_name(self): ...
class Reader(RawIOBase):
    def read(self): ...
class Tokenizer(Coder): ...
class Coder:
    def decode(self): ...
@ways.register
def registered(): ...
def show_command(): ...
def helped(): ...
Pane().run()
"""
ASKS = "press(); words; inner; used(); read(); decode(); registered(); show_command(); helped()"


def test_what_tests_alone_use_is_found() -> None:
    product = [Module(PurePosixPath("workbench/a.py"), LONELY)]
    tests = [Module(PurePosixPath("tests/test_a.py"), ASKS)]
    users = [Module(PurePosixPath("benchmarks/a.py"), "helped()")]
    qt_names, interface = {"paintEvent"}, {"Tokenizer"}
    found = reach.reached_by_tests_alone(
        product, users, tests, overridden=qt_names, interface=interface
    )
    assert [each.name for each in found] == ["Pane.press", "Pane.words", "Pane.inner"]


@pytest.mark.parametrize("package", ["engine", "workbench"])
def test_functions_are_short_in_the_middle(package: str) -> None:
    assert shape.median_function_length(source.modules(package)) <= shape.MEDIAN_FUNCTION_LINES


@pytest.mark.parametrize("check", [text.machine_paths, text.registry_hosts], ids=name_of)
def test_no_file_knows_this_machine_or_a_registry(check) -> None:
    broken = [
        what
        for name, words in source.text_files()
        if name not in SHOWS_BAD_TEXT
        for what in check(name, words)
    ]
    assert not broken, "\n" + "\n".join(broken)


def test_the_tools_stay_strict() -> None:
    written = (source.PROJECT / "pyproject.toml").read_text("utf-8")
    tools = tomllib.loads(written)["tool"]
    settings = tools["pytest"]["ini_options"]
    assert settings["filterwarnings"][0] == "error"
    assert settings["qt_log_level_fail"] == "WARNING"
    assert settings["xfail_strict"] is True
    assert {"--strict-markers", "--strict-config"} <= set(settings["addopts"])
    assert tools["mypy"]["strict"] is True
    assert not [c["name"] for c in tools["importlinter"]["contracts"] if "ignore_imports" in c]


def test_every_ignored_warning_has_its_reason() -> None:
    lines = (source.PROJECT / "pyproject.toml").read_text("utf-8").splitlines()
    ignored = [i for i, line in enumerate(lines) if re.match(r'\s*"ignore[:"]', line)]
    unexplained = [lines[i] for i in ignored if not lines[i - 1].strip().startswith("#")]
    assert not unexplained


@pytest.mark.parametrize(("check", "path", "code"), PRODUCT + TESTS, ids=name_of)
def test_a_check_catches_what_it_is_for(check: Check, path: str, code: str) -> None:
    assert list(check(Module(PurePosixPath(path), code)))


@pytest.mark.parametrize(("check", "path", "code"), ALLOWED, ids=name_of)
def test_a_check_lets_good_code_pass(check: Check, path: str, code: str) -> None:
    assert not list(check(Module(PurePosixPath(path), code)))


@pytest.mark.parametrize(
    ("check", "words"),
    [
        (text.machine_paths, "see /" + "root/notes"),
        (text.registry_hosts, "--index-url https://pypi" + ".org/simple"),
    ],
)
def test_a_text_check_catches_what_it_is_for(check, words: str) -> None:
    assert list(check("README.md", words))


def test_the_median_counts_whole_functions() -> None:
    module = Module(PurePosixPath("engine/a.py"), "def f():\n" + "    x = 1\n" * 19)
    assert shape.median_function_length([module]) == 20
