"""`python3 run.py test`: what its arguments choose, what it prints, who gets which file."""

from __future__ import annotations

import dis
import io
from contextlib import nullcontext
from functools import partial
from pathlib import Path, PurePosixPath
from types import SimpleNamespace

import pytest

from engine.compiled.kernel_folder import MARK, kernel_cache_folder, write_ready_mark
from tests import __main__ as runner
from tests.__main__ import (
    MOST_UNREACHED,
    MOST_WORKERS,
    QUICK,
    main,
    parse,
    pytest_arguments,
    workers_for,
)
from tests.runner import features
from tests.runner.coverage_table import (
    PROJECT,
    FileCoverage,
    functions_in,
    table_lines,
    unreached_functions,
)
from tests.runner.elsewhere import Elsewhere, elsewhere, split_by_table
from tests.runner.leaving_probes import LeavingProbes
from tests.runner.progress import ProgressLine, clock_words
from tests.runner.schedule import SlowestFileFirst, key_of_seconds, known_seconds
from tests.runner.slowest import slowest_lines, usual_seconds


def test_every_test_file_belongs_to_a_feature() -> None:
    assert not [str(file) for file in features.files_without_feature()]


@pytest.mark.parametrize("feature", sorted(features.features()))
def test_every_pattern_of_a_feature_names_files(feature: str) -> None:
    assert features.files_of(feature)


def test_everything_is_measured_and_shared_among_workers() -> None:
    arguments = pytest_arguments(parse([]), workers=2)
    assert arguments[arguments.index("-n") + 1] == "2"
    assert arguments.index("tests.runner.reached_lines") < arguments.index("tests.runner.progress")
    assert "tests.runner.progress" in arguments


@pytest.mark.parametrize(("cores", "workers"), [(1, 1), (2, 3), (4, 5), (64, MOST_WORKERS)])
def test_a_worker_more_than_there_are_cores(cores: int, workers: int) -> None:
    """A test that waits for a child process or a timer leaves its core to another."""
    assert workers_for(cores) == workers


def test_quick_leaves_out_what_is_slow() -> None:
    arguments = pytest_arguments(parse(["--quick"]), workers=2)
    assert arguments[arguments.index("-m") + 1] == QUICK
    assert "tests.runner.reached_lines" not in arguments


def test_features_name_their_files_once() -> None:
    arguments = pytest_arguments(parse(["chat", "chat", "loss"]), workers=1)
    files = [Path(word).name for word in arguments if word.endswith(".py")]
    assert "test_chat_lints.py" in files
    assert "test_loss_table.py" in files
    assert len(files) == len(set(files))
    assert "-n" not in arguments


def test_what_follows_a_feature_goes_to_pytest() -> None:
    request = parse(["chat", "--quick", "-k", "mask"])
    assert (request.features, request.is_quick, request.rest) == (("chat",), True, ("-k", "mask"))


@pytest.mark.parametrize(
    "words", [["-k", "merges", "-x"], ["--durations=5"], ["tests/engine"], ["-k", "engine"]]
)
def test_arguments_of_pytest_alone_are_shared_among_workers_too(words: list[str]) -> None:
    arguments = pytest_arguments(parse(words), workers=2)
    assert arguments[-len(words) :] == words
    assert arguments[arguments.index("-n") + 1] == "2"
    assert "tests.runner.schedule" in arguments
    assert "tests.runner.reached_lines" not in arguments


@pytest.mark.parametrize(
    "words",
    [
        ["tests/test_runner.py::test_a"],
        ["-x", "tests/test_runner.py", "-k", "merges"],
        ["-p", "no:xdist", "-x"],
        ["--pdb"],
    ],
)
def test_one_file_and_a_debugger_have_pytest_as_it_is(words: list[str]) -> None:
    assert pytest_arguments(parse(words), workers=MOST_WORKERS) == words


def test_one_process_may_be_quick_too() -> None:
    arguments = pytest_arguments(parse(["--quick", "-p", "no:xdist"]), workers=2)
    assert arguments == ["-m", QUICK, "-p", "no:xdist"]


@pytest.mark.parametrize("words", [["-n", "3"], ["-n3"], ["--numprocesses=3", "--quick"]])
def test_a_number_of_workers_is_not_given_twice(words: list[str]) -> None:
    arguments = pytest_arguments(parse(words), workers=2)
    assert arguments.count("-n") == words.count("-n")
    assert "tests.runner.schedule" in arguments


def test_an_unknown_feature_is_named_with_the_known_ones(capsys) -> None:
    assert main(["chatt"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("There is no feature 'chatt'.")
    assert "chat, commands" in said


# ---- the progress line --------------------------------------------------------------------------


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def report(nodeid: str, when: str, outcome: str = "passed") -> SimpleNamespace:
    return SimpleNamespace(
        nodeid=nodeid, when=when, outcome=outcome, duration=1.0,
        passed=outcome == "passed", failed=outcome == "failed", skipped=outcome == "skipped",
    )  # fmt: skip


def test_the_line_says_how_far_and_how_long() -> None:
    clock, out = Clock(), io.StringIO()
    line = ProgressLine(out, clock)
    line.pytest_xdist_node_collection_finished(ids=[f"a.py::test_{i}" for i in range(4)])
    clock.now = 30.0
    line.pytest_runtest_logreport(report("a.py::test_0", "teardown"))
    assert out.getvalue() == (
        "1 of 4 tests · 25% · 0:30 elapsed · about 1:30 left · 0 failed · a.py\n"
    )


def test_a_failure_is_named_at_once() -> None:
    clock, out = Clock(), io.StringIO()
    line = ProgressLine(out, clock)
    line.pytest_xdist_node_collection_finished(ids=["a.py::test_0", "a.py::test_1"])
    line.pytest_runtest_logreport(report("a.py::test_0", "call", "failed"))
    assert out.getvalue() == "FAILED a.py::test_0\n"
    assert line.failed == 1


def test_a_test_with_which_its_worker_died_has_ended_and_others_did_not_run() -> None:
    out = io.StringIO()
    line = ProgressLine(out)
    line.pytest_xdist_node_collection_finished(ids=[f"a.py::test_{i}" for i in range(3)])
    line.pytest_runtest_logreport(report("a.py::test_0", "???", "failed"))
    line.pytest_sessionfinish()
    assert out.getvalue() == "FAILED a.py::test_0\n2 tests did not run.\n"


@pytest.mark.parametrize(
    ("when", "outcome", "category"),
    [
        ("call", "passed", "passed"),
        ("setup", "passed", ""),
        ("call", "failed", "failed"),
        ("teardown", "failed", "error"),
        ("setup", "skipped", "skipped"),
    ],
)
def test_the_summary_still_counts(when: str, outcome: str, category: str) -> None:
    line = ProgressLine(io.StringIO())
    assert line.pytest_report_teststatus(report("a.py::test_0", when, outcome))[0] == category


def test_minutes_and_seconds() -> None:
    assert [clock_words(seconds) for seconds in (0, 59.6, 187)] == ["0:00", "1:00", "3:07"]


# ---- the schedule -------------------------------------------------------------------------------


class Node:
    """A worker that notes what it is given."""

    shutting_down = False

    def __init__(self) -> None:
        self.gateway = SimpleNamespace(id="gw0", spec=None)
        self.given: list[int] = []

    def send_runtest_some(self, indices: list[int]) -> None:
        self.given += indices

    def shutdown(self) -> None:
        self.shutting_down = True


@pytest.fixture
def schedule_of(pytestconfig):
    """`schedule_of(tests, seconds)`: the tests given to one worker, by what files took before."""

    def made(tests: list[str], seconds: dict[str, float]) -> tuple[SlowestFileFirst, Node]:
        config = SimpleNamespace(
            option=SimpleNamespace(loadscopereorder=True), getvalue=lambda name: ["popen"],
            get_verbosity=pytestconfig.get_verbosity, pluginmanager=pytestconfig.pluginmanager,
        )  # fmt: skip
        schedule, node = SlowestFileFirst(config, None, seconds), Node()
        schedule.numnodes = 1
        schedule.add_node(node)
        schedule.add_node_collection(node, tests)
        schedule.schedule()
        return schedule, node

    return made


def test_the_slowest_file_goes_first_and_stays_whole(schedule_of) -> None:
    tests = ["a.py::test_0", "b.py::test_0", "a.py::test_1", "c.py::test_0", "c.py::test_1"]
    _, node = schedule_of(tests, {"b.py": 9.0})
    given = [tests[index] for index in node.given]
    assert given == ["b.py::test_0", "a.py::test_0", "a.py::test_1"]


def test_a_new_worker_gets_what_a_dead_one_had_not_begun(schedule_of) -> None:
    tests = ["a.py::test_0", *(f"b.py::test_{number}" for number in range(3)), "c.py::test_0"]
    schedule, dead = schedule_of(tests, {"a.py": 9.0, "b.py": 3.0})
    for index in (0, 1):
        schedule.mark_test_complete(dead, index)
    new = Node()
    schedule.add_node(new)
    assert schedule.remove_node(dead) == "b.py::test_1"
    assert not new.given, "it has not collected its tests"
    schedule.add_node_collection(new, tests)
    schedule.schedule()
    assert [tests[index] for index in new.given] == ["b.py::test_2", "c.py::test_0"]


def test_a_worker_that_dies_without_tests_was_running_none(schedule_of) -> None:
    schedule, dead = schedule_of(["a.py::test_0"], {})
    schedule.mark_test_complete(dead, 0)
    assert schedule.remove_node(dead) is None
    assert schedule.tests_finished


def test_a_new_clone_knows_the_slow_files_of_a_whole_run() -> None:
    def config(marks: str) -> SimpleNamespace:
        return SimpleNamespace(option=SimpleNamespace(markexpr=marks), cache=None)

    assert known_seconds(config("")) == usual_seconds()
    assert known_seconds(config(QUICK)) == {}
    assert key_of_seconds(config("")) != key_of_seconds(config(QUICK))


@pytest.mark.parametrize("file", usual_seconds())
def test_every_slow_file_is_there(file: str) -> None:
    assert (PROJECT / file).is_file()


def test_the_end_names_the_slowest_files_folders_and_features() -> None:
    seconds = {f"tests/engine/test_own_time_{number}.py": number for number in range(12)}
    lines = list(slowest_lines({**seconds, "tests/store/test_migrations.py": 20.0}))
    assert lines[0] == "    20.0 s  tests/store/test_migrations.py"
    assert lines[9] == "     3.0 s  tests/engine/test_own_time_3.py"
    assert lines[10:] == [
        "by folder: tests/engine 66 s · tests/store 20 s",
        "by feature: store 20 s",
    ]


# ---- forked workers -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "workers", "does"),
    [
        ([], 2, True),
        (["--quick"], 2, True),
        ([], 1, False),
        (["chat"], 2, False),
        (["-x"], 2, False),
    ],
)
def test_only_a_run_of_all_files_imports_them_all(
    words: list[str], workers: int, does: bool
) -> None:
    request = parse(words)
    assert ("tests.runner.forked_workers" in pytest_arguments(request, workers)) is does
    assert request.forks(workers) is does


# ---- kernels ------------------------------------------------------------------------------------


def test_a_copy_of_other_kernels_is_made_again(tmp_path, monkeypatch) -> None:
    folder, warm_ups = tmp_path / "kernels", []

    def warm_up(*arguments: object, **options: object) -> nullcontext[SimpleNamespace]:
        warm_ups.append(arguments)
        kernel_cache_folder().mkdir(parents=True)
        (kernel_cache_folder() / "a.nbi").write_bytes(b"index")
        write_ready_mark()
        return nullcontext(SimpleNamespace(returncode=0))

    monkeypatch.setenv("TOKENIZER_WORKBENCH_KERNEL_CACHE", str(folder))
    monkeypatch.setattr(runner, "KERNEL_FOLDER", folder)
    monkeypatch.setattr(runner, "PRISTINE", tmp_path / "pristine")
    monkeypatch.setattr(runner.subprocess, "Popen", warm_up)
    beside: list[int] = []
    for run in range(2):
        runner.compile_kernels(meanwhile=partial(beside.append, run))
    assert (len(warm_ups), beside) == (1, [0, 1])
    copy = tmp_path / "pristine" / kernel_cache_folder().name / MARK
    copy.write_text("{}", "utf-8")  # left by another version, or cut
    runner.compile_kernels()
    assert len(warm_ups) == 2
    assert copy.read_bytes() == (kernel_cache_folder() / MARK).read_bytes()


# ---- coverage -----------------------------------------------------------------------------------

LOOP = """
def total(numbers):
    result = 0
    for number in numbers:
        if number < 0:
            result = -1
        result += number
    return result
"""


def test_a_probe_leaves_the_byte_code_once_it_was_reached() -> None:
    measured, names = LeavingProbes(exclude_lines=[], d_miss_threshold=-1), {}
    exec(measured.instrument(compile(LOOP, "loop.py", "exec")), names)  # noqa: S102
    total = names["total"]

    def removed() -> dict[int, bool]:
        code = dis.get_instructions(total, adaptive=True)
        jumps = {each.offset for each in code if each.opname == "JUMP_FORWARD"}
        return {line: place in jumps for place, line in measured.code2index[total.__code__]}

    assert set(removed().values()) == {False}
    assert total(range(5)) == 10
    assert removed() == {line: line != 6 for line in range(3, 9)}
    assert [total(range(n)) for n in range(100)] == [sum(range(n)) for n in range(100)]
    lines = measured.get_coverage()["files"]["loop.py"]
    assert (lines["executed_lines"], lines["missing_lines"]) == ([2, 3, 4, 5, 7, 8], [6])
    assert total([-3, 4]) == 0
    assert removed()[6]
    assert measured.get_coverage()["files"]["loop.py"]["missing_lines"] == []


SHOWN = '''
class Reader:
    def read(self):
        """Read."""
        return 1

    def close(self):
        def inner():
            return 2
        return inner
'''


def test_a_function_that_no_test_enters_is_named() -> None:
    file = FileCoverage(
        Path("engine/a.py"), frozenset({2, 3, 5, 7, 8, 9, 10}), frozenset({8, 9, 10})
    )
    assert list(unreached_functions(file, SHOWN)) == [
        "engine/a.py:8 Reader.close",
        "engine/a.py:9 Reader.close.inner",
    ]


@pytest.mark.parametrize(
    ("n_unreached", "options", "status"),
    [(MOST_UNREACHED, "", 0), (MOST_UNREACHED + 1, "", 1), (99, "-p no:pytest-qt", 0)],
)
def test_a_full_run_fails_where_no_test_enters_many_functions(
    n_unreached: int, options: str, status: int, tmp_path, monkeypatch, capsys
) -> None:
    listed = tmp_path / "unreached.txt"
    listed.write_text("left by an earlier run\n" * 99, "utf-8")

    def run(_command: list[str], **_options: object) -> int:
        assert not listed.exists()
        names = "".join(f"engine/a.py:{line} f\n" for line in range(n_unreached))
        listed.write_text(names, "utf-8")
        return 0

    monkeypatch.setattr(runner, "LIST", listed)
    monkeypatch.setattr(runner, "PROJECT", tmp_path)
    monkeypatch.setattr(runner, "kernels_compiled_meanwhile", list)
    monkeypatch.setattr(runner.Request, "forks", lambda *_: True)
    monkeypatch.setattr(runner.subprocess, "call", run)
    monkeypatch.setenv("PYTEST_ADDOPTS", options)
    monkeypatch.setenv("TOKENIZER_WORKBENCH_KERNEL_CACHE", "unused")
    assert main([]) == status
    assert (f"No test enters {n_unreached} functions" in capsys.readouterr().err) is bool(status)


ABSTRACT = '''
class Reader(Protocol):
    def name(self):
        """Its name."""

    def read(self): ...

    def close(self):
        """Close."""
        ...

    def tell(self):
        raise OSError
'''


def test_functions_that_subclasses_have_are_not_named() -> None:
    assert [name for name, _, _ in functions_in(ABSTRACT)] == ["Reader.tell"]


def test_packages_are_listed_from_the_least_reached() -> None:
    files = [
        FileCoverage(Path("engine/a.py"), frozenset(range(10)), frozenset({1})),
        FileCoverage(Path("workbench/panes/b.py"), frozenset(range(10)), frozenset(range(5))),
    ]
    lines = [" ".join(line.split()) for line in table_lines(files)]
    assert lines == [
        "workbench/panes 10 statements 50.0%",
        "engine 10 statements 90.0%",
        "all 20 statements 70.0%",
    ]


def test_a_package_is_named_by_two_folders() -> None:
    file = FileCoverage(Path("workbench/chat/parts/a.py"), frozenset(), frozenset())
    assert PurePosixPath(file.package) == PurePosixPath("workbench/chat")


@pytest.mark.parametrize("entry", elsewhere(), ids=lambda entry: entry.functions[0])
def test_the_table_of_child_processes_names_functions_and_tests_that_exist(
    entry: Elsewhere,
) -> None:
    assert entry.reason
    assert entry.tests
    assert not [name for name in entry.tests if not (PROJECT / name).is_file()]
    for function in entry.functions:
        file, _, name = function.partition(" ")
        names = [found for found, _, _ in functions_in((PROJECT / file).read_text("utf-8"))]
        assert name in names, f"{file} has no {name}: remove it from tests/reached_elsewhere.toml"


def test_functions_of_the_table_are_left_out_of_the_list() -> None:
    first, second, *_ = [name for entry in elsewhere() for name in entry.functions]
    listed = first.replace(" ", ":12 ", 1)
    left, reached = split_by_table([listed, "engine/new.py:7 Reader.close"])
    assert left == ["engine/new.py:7 Reader.close"]
    assert second in reached
    assert first not in reached
