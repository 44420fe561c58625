"""Pages on the Python library, from signatures and docstrings that are read and not imported."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
DOOR = ROOT / "engine" / "__init__.py"
MOST_LINES = 280
_HEAD = """# Python: {title}

Written from the docstrings by `docs/write_reference.py`. Every name is imported from `engine`. [In
Python](../python.md) has examples.
"""
_FIELD = re.compile(r"^(\*{0,2}[a-z_]\w*(?:, [a-z_]\w*)*): (.+)")
_SECTION = re.compile(r"^    # (?!isort)(.+)$")

Definition = ast.ClassDef | ast.FunctionDef | ast.Assign | ast.AnnAssign
Rendered = list[str]


class Group(NamedTuple):
    """Names of `engine` under one comment, each with its module."""

    title: str
    names: list[tuple[str, str]]


def api_pages() -> dict[str, str]:
    """Return the pages by their names, in the order in which a user meets the names."""
    pages: dict[str, str] = {}
    for group in groups():
        parts: list[Rendered] = [[]]
        for name, module in group.names:
            lines = list(_entry(name, module))
            if _length(parts[-1]) + _length(lines) > MOST_LINES and parts[-1]:
                parts.append([])
            parts[-1] += lines
        for number, lines in enumerate(parts, 1):
            title = group.title if len(parts) == 1 else f"{group.title} ({number})"
            stem = re.sub(r"\W+", "-", title.lower()).strip("-")
            head = _HEAD.format(title=title[0].lower() + title[1:]).splitlines()
            pages[f"reference/api/{len(pages) + 1:02}-{stem}.md"] = (
                "\n".join([*head, *lines]) + "\n"
            )
    return pages


def _length(lines: Rendered) -> int:
    return sum(line.count("\n") + 1 for line in lines)


def groups() -> list[Group]:
    """Return the names of `engine` by the comments above them."""
    found: list[Group] = []
    for line in DOOR.read_text("utf-8").splitlines():
        title = _SECTION.match(line)
        name = re.match(r"    from (engine[\w.]*) import (\w+) as \2", line)
        if title and not title[1].startswith("In the order"):
            found.append(
                Group(title[1].split(":")[0].removesuffix(", as engine.errors lays them out"), [])
            )
        elif name and found:
            found[-1].names.append((name[2], name[1]))
    return [group for group in found if group.names]


@cache
def _module(name: str) -> ast.Module:
    path = ROOT.joinpath(*name.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ast.parse(file.read_text("utf-8"))


def _statements(module: ast.Module) -> Iterator[ast.stmt]:
    for statement in module.body:
        if isinstance(statement, ast.If) and "TYPE_CHECKING" in ast.unparse(statement.test):
            yield from statement.body
        else:
            yield statement


def definition(name: str, module: str) -> tuple[Definition, str]:
    """Return where a name is defined, and the docstring of a value; follows imports."""
    statements = list(_statements(_module(module)))
    for number, each in enumerate(statements):
        if isinstance(each, ast.ClassDef | ast.FunctionDef) and each.name == name:
            return each, ast.get_docstring(each) or ""
        if isinstance(each, ast.Assign | ast.AnnAssign):
            target = each.targets[0] if isinstance(each, ast.Assign) else each.target
            if isinstance(target, ast.Name) and target.id == name:
                return each, _words_after(statements[number + 1 :])
        if isinstance(each, ast.ImportFrom):
            for alias in each.names:
                if (alias.asname or alias.name) == name:
                    return definition(alias.name, str(each.module))
    raise LookupError(f"{module} has no {name}")


def _words_after(statements: list[ast.stmt]) -> str:
    """Return the docstring of a value: the string in the statement after it."""
    after = statements[0] if statements else None
    if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
        return str(after.value.value)
    return ""


def _entry(name: str, module: str) -> Iterator[str]:
    node, text = definition(name, module)
    yield f"\n## {name}\n"
    if isinstance(node, ast.FunctionDef):
        yield from _code(_signature(node))
        yield from docstring_lines(text)
    elif isinstance(node, ast.ClassDef):
        yield from _class(node, text)
    else:
        yield from _code(_value(node))
        yield from docstring_lines(text)


def _value(node: ast.Assign | ast.AnnAssign) -> str:
    code = ast.unparse(node)
    return code if len(code) <= 400 else f"{code[:400]} ..."


def _class(node: ast.ClassDef, text: str) -> Iterator[str]:
    bases = ", ".join(ast.unparse(base) for base in node.bases)
    fields = [each for each in node.body if isinstance(each, ast.AnnAssign) and _is_public(each)]
    made_of = [f"    {ast.unparse(each)}" for each in fields]
    makers = [each for each in _methods(node) if each.name == "__init__"]
    head = f"class {node.name}({bases})" if bases else f"class {node.name}"
    yield from _code("\n".join([f"{head}:", *made_of]) if made_of else head)
    yield from docstring_lines(text)
    for method in makers:
        yield from _code(_signature(method))
        yield from docstring_lines(ast.get_docstring(method) or "")
    for method in _methods(node):
        words = ast.get_docstring(method) or ""
        if method.name.startswith("_") or words.startswith(("Internal", "See ")):
            continue
        kinds = [ast.unparse(each) for each in method.decorator_list]
        is_value = any(kind.endswith("property") for kind in kinds)
        if is_value:
            result = f": {ast.unparse(method.returns)}" if method.returns else ""
            yield f"**`{node.name}.{method.name}{result}`**\n"
        else:
            yield from _code(_signature(method, "classmethod" in kinds or "staticmethod" in kinds))
        yield from docstring_lines(words)


def _methods(node: ast.ClassDef) -> list[ast.FunctionDef]:
    """Return the methods, of overloads the last one."""
    found = {each.name: each for each in node.body if isinstance(each, ast.FunctionDef)}
    return list(found.values())


def _is_public(node: ast.AnnAssign) -> bool:
    return isinstance(node.target, ast.Name) and not node.target.id.startswith("_")


def _signature(node: ast.FunctionDef, is_of_class: bool = False) -> str:
    """Return `name(arguments) -> type`, on several lines where it is long."""
    arguments = node.args
    result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    given = [part for part in ast.unparse(arguments).split(", ") if part]
    parts = _joined(given)
    if parts and parts[0] in ("self", "cls"):
        parts = parts[1:]
    name = "" if node.name == "__init__" else node.name
    name = name or "__init__"
    mark = "classmethod " if is_of_class else ""
    line = f"{mark}{name}({', '.join(parts)}){result}"
    if len(line) <= 96:
        return line
    inner = "".join(f"    {part},\n" for part in parts)
    return f"{mark}{name}(\n{inner}){result}"


def _joined(parts: list[str]) -> list[str]:
    """Join what was split at commas inside brackets."""
    whole: list[str] = []
    for part in parts:
        is_open = whole and any(whole[-1].count(a) > whole[-1].count(b) for a, b in ("[]", "()"))
        if is_open:
            whole[-1] += f", {part}"
        else:
            whole.append(part)
    return whole


def _code(text: str) -> Iterator[str]:
    yield "```py"
    yield from text.splitlines()
    yield "```\n"


def docstring_lines(text: str) -> Iterator[str]:
    """Yield a docstring as Markdown: parameters as a list, examples as code."""
    lines: Rendered = []
    in_list = False
    for block in text.split("\n\n"):
        rows = block.splitlines()
        if any(row.startswith(">>> ") for row in rows):
            lines += ["```pycon", *rows, "```", ""]
            continue
        if block.startswith("    "):
            lines += ["```", *(row[4:] for row in rows), "```", ""]
            continue
        for row in rows:
            found = _FIELD.match(row)
            if found:
                if lines and lines[-1] and not in_list:
                    lines.append("")
                in_list = True
                names = ", ".join(f"`{name}`" for name in found[1].split(", "))
                lines.append(f"- {names}: {_escaped(found[2])}")
            elif in_list:
                lines[-1] += f" {_escaped(row.strip())}"
            else:
                lines.append(_escaped(row.strip()))
        lines.append("")
        in_list = False
    while lines and not lines[-1]:
        lines.pop()
    yield from lines
    if lines:
        yield ""


def _escaped(row: str) -> str:
    """Escape what Markdown would read as a mark, outside of code."""
    parts = row.split("`")
    return "`".join(
        re.sub(r"([*<>\[\]]|(?<!\w)_|_(?!\w))", r"\\\1", part) if number % 2 == 0 else part
        for number, part in enumerate(parts)
    )
