"""The mutants of a file, by the operators of cosmic-ray and one of ours, and the session of a part.

A session is a database of cosmic-ray, which `cr-report` and `cr-html` read. Its name contains a
digest of the sources: changed sources begin a new session.
"""

from __future__ import annotations

import ast
import difflib
import hashlib
import random
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.ast.ast_query import ASTQuery
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Example, Operator
from cosmic_ray.plugins import get_operator, operator_names
from cosmic_ray.work_db import WorkDB
from cosmic_ray.work_item import MutationSpec, WorkItem
from parso.python.tree import Keyword

from tests.mutation.parts import PROJECT, Part, settings

SESSIONS = PROJECT / ".cache" / "mutation"
REMOVE_STATEMENT = "workbench/RemoveStatement"


class RemoveStatement(Operator):
    """Removes a call, an augmented assignment, or an assignment to an element or attribute."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[Any, Any]]:
        if node.type == "simple_stmt" and _has_an_effect(node.children[0]):
            yield node.children[0].start_pos, node.children[0].end_pos

    def mutate(self, node: Any, index: int) -> Any:
        first = node.children[0].get_first_leaf()
        node.children[0] = Keyword("pass", first.start_pos, first.prefix)
        return node

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        return (Example("x += 1", "pass"),)


def _has_an_effect(statement: Any) -> bool:
    if statement.type == "expr_stmt":
        target, sign = statement.children[0], getattr(statement.children[1], "value", "")
        return sign.endswith("=") and (sign != "=" or target.type in ("atom_expr", "power"))
    return statement.type in ("atom_expr", "power")


def operator_of(name: str) -> Operator:
    """The operator of this name."""
    return RemoveStatement() if name == REMOVE_STATEMENT else get_operator(name)()


def all_mutants(module: Path) -> list[MutationSpec]:
    """Every mutant of a file by the operators of mutation.toml, in a fixed order.

    Annotations are left out: they are never evaluated.
    """
    tree = get_ast_from_path(PROJECT / module)
    annotations = _annotations((PROJECT / module).read_text("utf-8"))
    known = [*operator_names(), REMOVE_STATEMENT]
    wanted = settings()["operators"]
    mutants = []
    for name in known:
        if not any(fnmatchcase(name, pattern) for pattern in wanted):
            continue
        operator = operator_of(name)
        positions = (
            (node, start, end)
            for node in ast_nodes(tree)
            for start, end in operator.mutation_positions(node)
        )
        for occurrence, (node, start, end) in enumerate(positions):
            if any(first <= start and end <= last for first, last in annotations):
                continue
            function = ASTQuery(node).get_definition_name()
            mutants.append(
                MutationSpec(module, name, occurrence, start, end, definition_name=function)
            )
    return mutants


def _annotations(source: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Where annotations and the lists of exported names begin and end: (line, column) each."""
    found: list[ast.expr] = []
    for node in ast.walk(ast.parse(source)):
        given = [getattr(node, name, None) for name in ("annotation", "returns")]
        found += [each for each in given if isinstance(each, ast.expr)]
    return [
        ((each.lineno, each.col_offset), (each.end_lineno or 0, each.end_col_offset or 0))
        for each in found
    ]


def sample(module: Path, size: int, seed: int) -> list[MutationSpec]:
    """At most `size` mutants of a file, by chance; a larger sample holds the smaller one."""
    mutants = all_mutants(module)
    random.Random(f"{seed} {module.stem}").shuffle(mutants)
    return mutants[:size]


def job_of(mutant: MutationSpec) -> str:
    """The name of a mutant in its session."""
    return f"{mutant.module_path}:{mutant.operator_name}:{mutant.occurrence}"


def session_of(part: Part, seed: int) -> Path:
    """Where the session of a part lies, for its sources as they are now."""
    digest = hashlib.sha256(f"{seed} {settings()['operators']}".encode())
    for module in part.modules:
        digest.update((PROJECT / module).read_bytes())
    return SESSIONS / f"{part.name}-{digest.hexdigest()[:12]}.sqlite"


def open_session(part: Part, size: int, seed: int) -> WorkDB:
    """The session of a part with its sample of mutants; what an earlier sample had stays."""
    SESSIONS.mkdir(parents=True, exist_ok=True)
    session = WorkDB(session_of(part, seed), WorkDB.Mode.create)
    known = {item.job_id for item in session.work_items}
    mutants = [mutant for module in part.modules for mutant in sample(module, size, seed)]
    session.add_work_items(
        WorkItem.single(job_of(mutant), mutant) for mutant in mutants if job_of(mutant) not in known
    )
    return session


def mutated_source(mutant: MutationSpec) -> tuple[str, str]:
    """The source of the file and that of the mutant."""
    source = (PROJECT / mutant.module_path).read_text("utf-8")
    mutated = mutate_code(source, operator_of(mutant.operator_name), mutant.occurrence)
    if mutated is None:
        raise ValueError(f"{job_of(mutant)}: the file has no such place; begin a new session")
    return source, mutated


def change_of(mutant: MutationSpec) -> str:
    """The lines that a mutant changes, before and after; of a block the first line with them."""
    source, mutated = (text.splitlines() for text in mutated_source(mutant))
    lines = list(difflib.unified_diff(source, mutated, n=0))[2:]
    before, after = (
        " ".join(line[1:].strip() for line in lines if line.startswith(sign)) for sign in "-+"
    )
    behind = source[mutant.end_pos[0]].strip() if before.endswith(":") else ""
    return f"{before} -> {after} {behind}".rstrip()
