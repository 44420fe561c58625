"""Pages on settings, metrics and the store's tables, made from their own records."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from engine.evaluation import METRICS, Metric
from workbench.work.recipe import PIPELINE_KINDS
from workbench.work.setting import Setting
from workbench.work.training_settings import SETTINGS, SOURCE_KINDS

SCHEMA = Path(__file__).resolve().parents[1] / "workbench" / "store" / "schema.py"
_TYPES = {str: "text", int: "integer", float: "number", dict: "table", list: "list", bool: "yes/no"}
_SETTINGS_HEAD = """# Settings and recipe keys

Written from the records of the settings by `docs/write_reference.py`. A recipe is a TOML file with
these keys;
[the command line](command-line.md) says how to use it, [from a recipe to a verdict](pipeline.md)
what follows the training.
"""
_METRICS_HEAD = """# Metrics

Written from the engine's table of metrics by `docs/write_reference.py`; `evaluate --explain KEY`
prints the same.
[What is measured](../concepts/measures.md) explains the most important ones. All are diagnostics,
none is a score.
"""
_SCOPES = {
    "label": "For every language or domain",
    "parallel": "For every language of parallel texts",
    "all": "For all parallel texts together",
}
_STORE_HEAD = """# The store

Written from the schema by `docs/write_reference.py`. Runs are one SQLite file, `runs.sqlite`;
[Install and repair](../start/install.md)
says where. Other programs may read it while this one runs. Every column may be NULL unless it says
*required* or *key*.

| type | meaning |
|---|---|
| SafeText | text; lone surrogates, which odd file names have, are escaped |
| PathText | a path as text, whatever its encoding |
| UtcTime | a time in UTC as ISO 8601 |
| LargeBinary | bytes; arrays describe themselves (below) |

An array is a blob, little-endian and never pickled:

```
{layout}
```
"""


_MEANINGS = {
    "paths": "files, folders and globs, relative to the recipe; without it the open corpus",
    "out": "folder that gets tokenizer.twb",
    "labels": "label of a file or folder, the closest one counts",
    "sources": "options of single sources, below",
    "pattern_cases": "how the pattern must split short texts, one case in each text",
    "bytes": "bytes of each source, as the window writes them; sources without one are excluded",
}
"""Settings that have no option of their own, and so no help."""


def settings_page() -> str:
    """Return the page on every setting of a training, by group."""
    lines = [_SETTINGS_HEAD]
    groups: dict[str, list[tuple[str, Setting]]] = {}
    for key, setting in SETTINGS.items():
        groups.setdefault(setting.group, []).append((key, setting))
    for group, settings in groups.items():
        lines.append(f"## {group[0].upper()}{group[1:]}\n")
        lines.append(
            "| key | in a recipe | option | in the window | meaning |\n|---|---|---|---|---|"
        )
        lines += [_setting_row(key, setting) for key, setting in settings]
        lines.append("")
    lines.append("## Tables of a recipe\n")
    rows = [(key, _kinds(kinds)) for key, kinds in SOURCE_KINDS.items()]
    lines.append("A table `[sources.LABEL]` sets these for one source:\n")
    lines.append("| key | type |\n|---|---|")
    lines += [f"| `{key}` | {kinds} |" for key, kinds in rows]
    lines.append("\nSteps after the training:\n\n| key | type |\n|---|---|")
    lines += [f"| `{key}` | {_kinds(kinds)} |" for key, kinds in PIPELINE_KINDS.items()]
    return "\n".join(lines) + "\n"


def _setting_row(key: str, setting: Setting) -> str:
    option = (setting.option or f"--{key.replace('_', '-')}") if setting.help else ""
    kinds = _kinds(setting.kinds)
    if setting.choices:
        kinds = ", ".join(f"`{choice}`" for choice in setting.choices)
    shown = [f"`{key}`" if setting.kinds else "", kinds, f"`{option}`" if option else ""]
    label = f"*{setting.label}*" if setting.label else ""
    words = setting.help or setting.hint or _MEANINGS.get(key, "")
    return "| " + " | ".join(_cell(each) for each in (*shown, label, _text(words))) + " |"


def _kinds(kinds: tuple[type, ...]) -> str:
    return " or ".join(dict.fromkeys(_TYPES[kind] for kind in kinds))


def metrics_page() -> str:
    """Return the page on every metric, by what it is given for."""
    lines = [_METRICS_HEAD]
    for scope, title in _SCOPES.items():
        lines.append(f"## {title}\n")
        for metric in METRICS.values():
            if metric.scope == scope:
                lines += _metric(metric)
    return "\n".join(lines) + "\n"


def _metric(metric: Metric) -> Iterator[str]:
    unit = f", {metric.unit}" if metric.unit else ""
    better = {"lower": "lower is better", "higher": "higher is better"}.get(metric.direction, "")
    yield f"### {metric.title}\n"
    yield f"- Key: `{metric.key}`{_text(unit)}{'; ' if better else ''}{better}"
    yield f"- Formula: {_text(metric.formula)}"
    yield f"- Source: {_text(metric.source)}"
    if metric.caveat:
        yield f"- Limits: {_text(metric.caveat)}"
    yield ""


def store_page() -> str:
    """Return the page on the tables of the store, with the comments of the schema."""
    types = SCHEMA.with_name("column_types.py").read_text("utf-8")
    layout = re.findall(r"^    (\d bytes? .+|rest .+)$", types, re.MULTILINE)
    source = SCHEMA.read_text("utf-8")
    lines = [_STORE_HEAD.format(layout="\n".join(layout))]
    for node in ast.parse(source).body:
        value = node.value if isinstance(node, ast.Assign) else None
        if isinstance(value, ast.Call) and ast.unparse(value.func) == "Table":
            lines += _table(value, source.splitlines())
    return "\n".join(lines) + "\n"


def _table(call: ast.Call, source: list[str]) -> Iterator[str]:
    yield f"## {ast.literal_eval(call.args[0])}\n"
    above = source[call.lineno - 2].strip()
    if above.startswith("#"):
        yield f"{_sentence(above)}\n"
    yield "| column | type | |\n|---|---|---|"
    for column in call.args[2:]:
        assert isinstance(column, ast.Call)
        comment = source[column.lineno - 2].strip()
        if comment.startswith("#"):
            yield f"| *{_cell(_text(comment.lstrip('# ')))}* | | |"
        options = {str(each.arg): ast.unparse(each.value) for each in column.keywords}
        mark = "key" if options.get("primary_key") == "True" else ""
        mark = mark or ("required" if options.get("nullable") == "False" else "")
        name, kind = ast.literal_eval(column.args[0]), ast.unparse(column.args[1])
        yield f"| `{name}` | {kind} | {mark} |"
    yield ""


def _sentence(comment: str) -> str:
    words = _text(comment.lstrip("# "))
    return f"{words[0].upper()}{words[1:].rstrip('.')}."


def _text(text: str) -> str:
    return re.sub(
        r"([*<>\[\]\\]|(?<!\w)_|_(?!\w))", r"\\\1", " ".join(text.replace("%%", "%").split())
    )


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
