"""Checks of a validation: what other programs would run of a tokenizer's files.

Nothing of it is run here. A chat template is a small program, which transformers runs in a sandbox
as `engine.chat` does; files of Python code are run by transformers with trust_remote_code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.errors import TokenizerFileError
from engine.formats.findings import Finding, gathered
from engine.machine import read_json
from engine.sentences import say

_INNER_NAME = re.compile(r"__\w+|\b(?:mro|(?:gi|cr|ag)_(?:frame|code)|f_globals|tb_frame)\b")
"""Names through which a template reaches from a value to Python itself."""
_CONFIGS = ("tokenizer_config.json", "config.json")
_AUTO_MAP = "auto_map"
_MOST_NAMED = 3


def code_findings(path: Path, template: str | None) -> list[Finding]:
    """Findings on a tokenizer's file, or its folder, and its chat template."""
    findings = [] if template is None else _of_template(template)
    folder = path if path.is_dir() else path.parent
    for name in _CONFIGS:
        if code := sorted(set(_strings(_auto_map(folder / name)))):
            listed = ", ".join(code[:_MOST_NAMED])
            findings.append(Finding("warning", "code-named", say("code_named", names=listed), name))
    files = sorted(file.name for file in path.glob("*.py")) if path.is_dir() else []
    return findings + gathered(
        files, "warning", "code-beside", "code_beside", lambda name: (name, "")
    )


def _of_template(template: str) -> list[Finding]:
    names = list(dict.fromkeys(_INNER_NAME.findall(template)))
    if not names:
        return []
    sentence = say("template_reaches", names=", ".join(names[:_MOST_NAMED]))
    return [Finding("warning", "template-reaches", sentence)]


def _auto_map(file: Path) -> Any:
    """What a file says of code; None where it is missing or damaged, which others note."""
    if not file.is_file():
        return None
    try:
        document = read_json(file)
    except TokenizerFileError:
        return None
    return document.get(_AUTO_MAP) if isinstance(document, dict) else None


def _strings(value: Any) -> Iterator[str]:
    """The strings of a mapping or list and of lists in it; deeper ones are none that are read."""
    inner = value.values() if isinstance(value, dict) else value
    for each in inner if isinstance(value, dict | list) else ():
        if isinstance(each, str):
            yield each
        elif isinstance(each, list):
            yield from (name for name in each if isinstance(name, str))
