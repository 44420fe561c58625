"""Checks of the parts that can break: character tables, kernels, run store, fonts.

Each returns its facts and sentences on what is wrong.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any

from engine.compiled import keeping_problem, kernel_cache_folder, kernel_groups
from engine.counting import CountsCache
from engine.machine import finished, folder_bytes
from engine.splitting import automaton_cache_folder
from engine.text import UNICODE_VERSION, named_set
from workbench.places import HOME_VARIABLE, FolderError, store_path
from workbench.run_checkpoints import kept_checkpoints
from workbench.store import RunStore, StoreError

Checked = tuple[dict[str, Any], list[str]]

_FONTS_SECONDS = 20
"""Fontconfig that takes longer is not asked: no script counts as missing."""
_LETTERS, _NUMBERS = 141_028, 1_911
"""Letters and numbers in Unicode 16, as tiktoken and tokenizers count them."""

_LANGUAGES = {
    "ar": "Arabic", "he": "Hebrew", "hi": "Devanagari", "bn": "Bengali", "ta": "Tamil",
    "th": "Thai", "ka": "Georgian", "hy": "Armenian", "am": "Ethiopic", "km": "Khmer",
    "zh-cn": "Chinese", "ja": "Japanese", "ko": "Korean",
}  # fmt: skip


def check_unicode() -> Checked:
    """Whether the character tables are those that every run and every split pattern uses."""
    letters, numbers = (
        0 if members is None else int(members.sum()) for members in map(named_set, "LN")
    )
    facts = {"version": UNICODE_VERSION, "letters": letters, "numbers": numbers}
    if (letters, numbers) == (_LETTERS, _NUMBERS):
        return facts, []
    problem = (
        f"The character tables are not those of Unicode {UNICODE_VERSION}: {letters:,} letters "
        f"and {numbers:,} numbers instead of {_LETTERS:,} and {_NUMBERS:,}. Token boundaries would "
        "differ from those of other libraries; install the program again."
    )
    return facts, [problem]


def check_kernels() -> Checked:
    """Which kernels are compiled, where, how large that is, and whether it can be kept."""
    folder, automata = kernel_cache_folder(), automaton_cache_folder()
    groups = kernel_groups()
    facts = {
        "ready": not any(group.missing for group in groups),
        "folder": str(folder),
        "bytes": folder_bytes(folder),
        "groups": {
            group.name: {
                "kernels": group.kernels,
                "compiled": group.compiled,
                "missing": list(group.missing),
                "bytes": group.bytes,
            }
            for group in groups
        },
        "compiled patterns": str(automata),
        "patterns": len(list(automata.glob("*.tables"))),
        "pattern bytes": folder_bytes(automata),
    }
    problem = keeping_problem()
    return facts, [problem] if problem else []


def check_counts() -> Checked:
    """How much is kept of sources that were counted, and whether more can be."""
    cache = CountsCache()
    facts = {
        "folder": str(cache.folder),
        "sources": cache.n_entries,
        "bytes": cache.n_bytes,
        "limit": cache.max_bytes,
    }
    if cache.folder.exists() and not os.access(cache.folder, os.W_OK):
        problem = (
            f"The folder {cache.folder} for kept counts cannot be written; every training of a new "
            "process counts again."
        )
        return facts, [problem]
    return facts, []


def check_store(database: Path | None) -> Checked:
    """Integrity of the run store, and whether it can be written.

    A store that does not exist yet is not made.
    """
    try:
        path = database or store_path()
    except FolderError as error:
        return {"path": None, "runs": None}, [str(error)]
    if problem := _read_only(path):
        return {"path": str(path), "runs": None, "findings": [problem]}, [problem]
    if not path.exists():
        return {"path": str(path), "runs": 0, "findings": []}, []
    try:
        with RunStore.open(path) as store:
            findings = store.check()
            facts = {
                "path": str(path),
                "runs": len(store.list_runs()),
                "journal": store.journal_mode,
                "checkpoints": len(kept := kept_checkpoints(store)),
                "checkpoint bytes": sum(each.n_bytes for each in kept),
                "findings": findings,
            }
    except StoreError as error:
        return {"path": str(path), "runs": None, "findings": [str(error)]}, [str(error)]
    return facts, findings


def _read_only(path: Path) -> str | None:
    """A sentence if runs cannot be stored because the file or its folder cannot be written."""
    folder = next((place for place in path.absolute().parents if place.exists()), path.parent)
    for place, word in ((path, "run store"), (folder, "folder of the run store,")):
        if place.exists() and not os.access(place, os.W_OK):
            return (
                f"The {word} {place} is read-only, so no run can be stored; allow writing there, "
                f"or use --db or {HOME_VARIABLE} for another place."
            )
    return None


def check_fonts() -> Checked:
    """Scripts that no installed font can show; only where fontconfig can be asked."""
    program = shutil.which("fc-list")
    if sys.platform != "linux" or program is None:
        return {"checked": False}, []
    missing = [name for code, name in _LANGUAGES.items() if not _has_font(program, code)]
    advice = "apt-get install fonts-noto-core fonts-noto-cjk" if missing else None
    return {"checked": True, "scripts without a font": missing, "advice": advice}, []


def _has_font(program: str, language: str) -> bool:
    try:
        answer = finished([program, f":lang={language}", "family"], seconds=_FONTS_SECONDS)
    except OSError:
        return True
    return answer.status != 0 or bool(answer.output.strip())
