"""`doctor`: what this installation consists of, what is wrong with it, how fast it is."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import Any

from engine.counting import CountsCache
from workbench.cli.health import (
    check_counts,
    check_fonts,
    check_kernels,
    check_store,
    check_unicode,
)
from workbench.cli.installation import describe_installation, installation_problems
from workbench.cli.machine_speed import measure_speed
from workbench.cli.output import print_json, print_note
from workbench.cli.run_names import open_existing_store
from workbench.numbers import byte_size
from workbench.places import store_path
from workbench.run_checkpoints import clear_checkpoints


def doctor_command(arguments: Namespace) -> int:
    """Print the report; exit status 1 if something is wrong."""
    if arguments.clear_counts:
        freed = CountsCache().clear()
        print_note(f"Kept counts of {byte_size(freed)} were removed.")
    if arguments.clear_checkpoints:
        _clear_checkpoints(arguments)
    problems: list[str] = installation_problems()
    report: dict[str, Any] = describe_installation()
    for part, (facts, findings) in {
        "unicode": check_unicode(),
        "kernels": check_kernels(),
        "counts": check_counts(),
        "store": check_store(arguments.db),
        "fonts": check_fonts(),
        "speed": measure_speed(),
    }.items():
        report[part] = facts
        problems += findings
    report["problems"] = problems
    if arguments.json:
        print_json(report)
    else:
        _print(report)
    for problem in problems:
        print(f"Problem: {problem}", file=sys.stderr)
    return 1 if problems else 0


def _clear_checkpoints(arguments: Namespace) -> None:
    """Remove what is kept of runs that did not finish; those that train now keep theirs."""
    freed = 0
    if (arguments.db or store_path()).exists():
        with open_existing_store(arguments.db) as store:
            store.recognise_interrupted()
            freed = clear_checkpoints(store, everything=True)
    print_note(f"Checkpoints of {byte_size(freed)} were removed.")


def _print(report: dict[str, Any]) -> None:
    for part, facts in report.items():
        if part == "problems":
            continue
        if not isinstance(facts, dict):
            print(f"{part:<12} {_words(facts)}")
            continue
        print(part)
        for name, fact in facts.items():
            if name == "groups":
                _print_groups(fact)
            else:
                print(f"  {name:<25} {_words(fact)}")
    print("\nNothing is wrong." if not report["problems"] else "")


def _print_groups(groups: dict[str, dict[str, Any]]) -> None:
    """One line for every group of kernels: how many are compiled, and how large they are."""
    for name, facts in groups.items():
        kernels, compiled = facts["kernels"], facts["compiled"]
        missing = f", not {_words(facts['missing'])}" if facts["missing"] else ""
        size = f"{facts['bytes'] / 1000:,.0f} kB"
        print(f"    {name:<23} {compiled} of {kernels} compiled{missing}; {size}")


def _words(fact: object) -> str:
    if fact is None:
        return "-"
    if isinstance(fact, bool):
        return "yes" if fact else "no"
    if isinstance(fact, list):
        return ", ".join(map(str, fact)) or "none"
    return f"{fact:,.3g}" if isinstance(fact, float) else str(fact)
