"""Mutation testing of the engine's core.

    python -m tests.mutation run [PART ...]       try the mutants that have no result yet
    python -m tests.mutation again [PART ...]     try the survivors again, after new tests
    python -m tests.mutation report [PART ...]    the table and the survivors

The parts, their modules and tests, the operators and the mutants known to be equivalent are in
mutation.toml. A run may be interrupted at any time; the next one continues it. It needs the extras
`test` and `mutation` (`pip install -e '.[test,mutation]'`) and a system that can fork. No file of
the project is changed: a mutant exists in memory, in a process of its own, with kernels as plain
Python. Change no file of the engine during a run.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

from cosmic_ray.work_db import WorkDB
from cosmic_ray.work_item import MutationSpec, WorkerOutcome, WorkResult
from cosmic_ray.work_item import TestOutcome as Outcome

from tests.mutation.mutants import (
    all_mutants,
    change_of,
    job_of,
    mutated_source,
    open_session,
)
from tests.mutation.parts import PROJECT, Part, modules_of, parts, settings
from tests.mutation.trial import INCOMPETENT, KILLED, SURVIVED, TIMED_OUT, Trial, Trying, try_mutant

EQUIVALENT = "equivalent"
_OUTCOMES = {
    KILLED: Outcome.KILLED,
    TIMED_OUT: Outcome.KILLED,
    SURVIVED: Outcome.SURVIVED,
    INCOMPETENT: Outcome.INCOMPETENT,
}
_COLUMNS = ("tried", KILLED, TIMED_OUT, INCOMPETENT, EQUIVALENT, SURVIVED)


def main(arguments: list[str] | None = None) -> int:
    """Run the command; the exit status is 1 where the tests fail without any mutation."""
    known = parts()
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutation", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("command", choices=["run", "again", "report"])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(known)}")
    sample, seed = settings()["sample"], settings()["seed"]
    sample_help = f"random mutants of each module (default: {sample})"
    parser.add_argument("--sample", type=int, default=sample, metavar="N", help=sample_help)
    parser.add_argument("--seed", type=int, default=seed, help=f"of that sample (default: {seed})")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.parts if name not in known]
    if unknown:
        parser.error(f"There is no part {unknown[0]!r}; the parts are {', '.join(known)}.")
    os.chdir(PROJECT)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    for name in options.parts or known:
        part = known[name]
        session = open_session(part, options.sample, options.seed)
        if options.command != "report" and not _run(part, session, options.command == "again"):
            return 1
        _report(part, session)
    return 0


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _run(part: Part, session: WorkDB, survivors: bool) -> bool:
    """Try what is pending, or the survivors again; False where the tests fail by themselves."""
    _import_what_never_changes()
    with tempfile.TemporaryDirectory(prefix="split-patterns-") as tables:
        return _run_all(part, session, survivors, Path(tables))


def _run_all(part: Part, session: WorkDB, survivors: bool, tables: Path) -> bool:
    plain = _tried(part, part.modules[0], None, tables)
    if plain.outcome != SURVIVED:
        _say(f"{part.name}: the tests fail without any mutation: {plain.outcome}, {plain.said}")
        return False
    if survivors:
        results = session.completed_work_items
        mutants = [
            item.mutations[0]
            for item, result in results
            if _outcome_of(item.mutations[0], result) == SURVIVED
        ]
    else:
        mutants = [item.mutations[0] for item in session.pending_work_items]
    mutants.sort(key=lambda each: (str(each.module_path), each.start_pos))
    begun = time.monotonic()
    for number, mutant in enumerate(mutants, 1):
        _, mutated = mutated_source(mutant)
        trial = _tried(part, mutant.module_path, mutated, tables)
        _keep(session, mutant, trial)
        left = (time.monotonic() - begun) / number * (len(mutants) - number)
        place = f"{mutant.module_path.name}:{mutant.start_pos[0]}"
        _say(f"{number}/{len(mutants)}  {place}  {trial.outcome}  {left / 60:.0f} min left")
    return True


def _tried(part: Part, module: Path, source: str | None, tables: Path) -> Trial:
    """The quick tests, and the thorough ones where they pass."""
    known = settings()
    makes = any(module in modules_of(pattern) for pattern in known["makes_tables"])
    kept = None if source and makes else tables
    for tests in (part.tests, part.thorough):
        trial = try_mutant(module, source, Trying(tests, part.seconds, known["examples"], kept))
        if trial.outcome != SURVIVED:
            break
    return trial


def _import_what_never_changes() -> None:
    for name in ("hypothesis.strategies", "numpy", "regex"):
        import_module(name)


def _keep(session: WorkDB, mutant: MutationSpec, trial: Trial) -> None:
    session.set_result(
        job_of(mutant),
        WorkResult(
            WorkerOutcome.NORMAL,
            output=f"{trial.outcome}: {trial.said}",
            test_outcome=_OUTCOMES[trial.outcome],
            diff=change_of(mutant),
        ),
    )


def _reason(mutant: MutationSpec) -> str | None:
    """Why a mutant behaves as the program does, by mutation.toml; None where it is not listed."""
    change = change_of(mutant)
    for known in settings().get("equivalent", []):
        package = mutant.module_path.parts[1]
        if known.get("package", package) != package:
            continue
        if known.get("function", mutant.definition_name) != mutant.definition_name:
            continue
        if all(part in change for part in known["change"]):
            return str(known["reason"])
    return None


def _outcome_of(mutant: MutationSpec, result: WorkResult) -> str:
    outcome = str(result.output).split(":")[0]
    if outcome == SURVIVED and _reason(mutant) is not None:
        return EQUIVALENT
    return outcome


def _report(part: Part, session: WorkDB) -> None:
    results = sorted(
        ((item.mutations[0], result) for item, result in session.completed_work_items),
        key=lambda each: (str(each[0].module_path), each[0].start_pos),
    )
    _say(f"\n| {part.name} | mutants | " + " | ".join(_COLUMNS) + " |")
    _say("|---" * (len(_COLUMNS) + 2) + "|")
    total: Counter[str] = Counter()
    for module in part.modules:
        counts = Counter({"mutants": len(all_mutants(module))})
        for mutant, result in results:
            if mutant.module_path == module:
                counts.update(["tried", _outcome_of(mutant, result)])
        _say(_row(module.name, counts))
        total += counts
    _say(_row("all", total))
    _list(results)


def _row(name: str, counts: Counter[str]) -> str:
    return f"| {name} | " + " | ".join(str(counts[each]) for each in ("mutants", *_COLUMNS)) + " |"


def _list(results: Iterable[tuple[MutationSpec, Any]]) -> None:
    """List the survivors and the incompetent mutants, which a faulty set-up may cause as well."""
    for mutant, result in results:
        outcome = _outcome_of(mutant, result)
        if outcome in (SURVIVED, INCOMPETENT):
            place = f"{mutant.module_path.name}:{mutant.start_pos[0]} {mutant.definition_name}"
            _say(f"\n{place}  {outcome}\n    {change_of(mutant)}")
            if outcome == INCOMPETENT:
                _say(f"    {str(result.output).splitlines()[-1][:200]}")


if __name__ == "__main__":
    sys.exit(main())
