"""What mutation.toml names is there: modules, tests, and the functions of equivalent mutants."""

from __future__ import annotations

import re

import pytest

from tests.mutation.parts import PROJECT, argument_of, modules_of, parts, settings

PARTS = settings()["parts"]
PATTERNS = [pattern for part in PARTS.values() for pattern in part["modules"]]
TESTS = sorted(
    {
        test
        for part in PARTS.values()
        for kind in ("tests", "thorough", "without")
        for test in part[kind]
    }
)


@pytest.mark.parametrize("pattern", [*PATTERNS, *settings()["makes_tables"]])
def test_every_pattern_names_modules(pattern: str) -> None:
    assert modules_of(pattern)


@pytest.mark.parametrize("part", parts().values(), ids=lambda part: part.name)
def test_a_part_has_the_kernels_of_its_package_and_no_module_twice(part) -> None:
    packages = {module.parent for module in part.modules}
    kernels = {
        file.name for folder in packages for file in (PROJECT / folder).glob("_*_kernels.py")
    }
    assert kernels <= {module.name for module in part.modules}
    assert len(set(part.modules)) == len(part.modules)


@pytest.mark.parametrize("test", TESTS)
def test_every_test_is_there(test: str) -> None:
    path, _, function = argument_of(test).partition("::")
    source = (PROJECT / path).read_text("utf-8")
    assert f"def {function.partition('[')[0]}" in source


@pytest.mark.parametrize(
    "known",
    settings()["equivalent"],
    ids=lambda known: " ".join(known["change"]) or known["reason"],
)
def test_equivalent_mutants_are_in_code_that_is_there(known: dict) -> None:
    modules = modules_of(f"{known.get('package', '**')}/*")
    sources = "\n".join((PROJECT / module).read_text("utf-8") for module in modules)
    assert modules
    if "function" in known:
        assert re.search(rf"\bdef {known['function']}\(", sources)
