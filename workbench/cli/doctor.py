"""`doctor`: describe this installation, its problems and the speed of this machine.

--clear-counts and --clear-checkpoints remove kept files first. Exit status 1 if there is a problem.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import sqlite3
import sys
import time
from argparse import Namespace
from importlib import metadata
from pathlib import Path
from typing import Any

from engine import EngineError
from engine.compiled import keeping_problem, kernel_cache_folder
from engine.machine import (
    LIBRARIES,
    child_command,
    finished,
    folder_bytes,
    how_to_install,
    missing_libraries,
)
from resources import sample_corpus_folder
from workbench import __version__
from workbench.cli.shared.inputs import open_existing_store
from workbench.cli.shared.options import CommandParser
from workbench.cli.shared.output import print_json, print_note
from workbench.cli.shared.window import debian_packages, display_problem
from workbench.store import StoreError
from workbench.store.places import HOME_VARIABLE, FolderError, data_folder, store_path
from workbench.text.numbers import byte_size

_NEEDED = ("numpy", "numba", "llvmlite", "regex", "SQLAlchemy", "platformdirs")
_FOR_THE_WINDOW = ("PySide6-Essentials",)
_LEAKY_PYSIDE, _FIRST_SAFE_PYTHON = "6.12.0", (3, 12)

Checked = tuple[dict[str, Any], list[str]]
_LETTERS, _NUMBERS = 141_028, 1_911
"""Letters and numbers in Unicode 16, as tiktoken and tokenizers count them."""
_LANGUAGES = {
    "ar": "Arabic", "he": "Hebrew", "hi": "Devanagari", "bn": "Bengali", "ta": "Tamil",
    "th": "Thai", "ka": "Georgian", "hy": "Armenian", "am": "Ethiopic", "km": "Khmer",
    "zh-cn": "Chinese", "ja": "Japanese", "ko": "Korean",
}  # fmt: skip
_VOCAB_SIZE = 2048
_REPEATS = 5
_TIMEOUT_S = 120
_FONTS_SECONDS = 20
"""Fontconfig that takes longer is not asked: no script counts as missing."""


def describe_installation() -> dict[str, Any]:
    """Facts that need no work: versions, platform, display, folders."""
    return {
        "program": __version__,
        "python": f"{platform.python_version()} ({sys.executable})",
        "platform": platform.platform(),
        "processors": os.cpu_count(),
        "packages": installed_packages(),
        "libraries": _libraries(),
        "display": display_problem() or "available",
        "folders": {
            "data": _data_folder(),
            "kernels": str(kernel_cache_folder()),
            HOME_VARIABLE: os.environ.get(HOME_VARIABLE),
        },
    }


def installed_packages() -> dict[str, str | None]:
    """The version of each package that we use, None where it is missing, and of SQLite."""
    names = (*_NEEDED, *_FOR_THE_WINDOW, "backports.zstd")
    versions = {name: installed_version(name) for name in names}
    versions |= {library.distribution: library.version for library in LIBRARIES}
    return versions | {"sqlite": sqlite3.sqlite_version}


def installation_problems() -> list[str]:
    """Sentences on packages that are missing or known to fail."""
    problems = [
        f"The package {name} is not installed."
        for name in (*_NEEDED, *_FOR_THE_WINDOW)
        if installed_version(name) is None
    ]
    problems += [
        f"{library.distribution} is not installed; {library.purpose} need it. "
        f"{how_to_install([library.module])}"
        for library in missing_libraries()
        if not library.extra
    ]
    if sys.version_info < (3, 14) and installed_version("backports.zstd") is None:
        problems.append("The package backports.zstd is not installed; .zst files cannot be read.")
    leaky = installed_version("PySide6-Essentials") == _LEAKY_PYSIDE
    if leaky and sys.version_info < _FIRST_SAFE_PYTHON:
        problems.append(
            f"PySide6 {_LEAKY_PYSIDE} aborts under Python {platform.python_version()}; install "
            "PySide6-Essentials==6.11.3 or use Python 3.12."
        )
    return problems


def _libraries() -> dict[str, Any]:
    """The versions of libraries that only some tasks need, and how to install the missing ones."""
    versions = {library.distribution: library.version for library in LIBRARIES}
    missing = {library.distribution: library.purpose for library in missing_libraries()}
    modules = [library.module for library in missing_libraries()]
    return {
        "installed": [f"{name} {version}" for name, version in versions.items() if version],
        "missing": [f"{name} ({purpose})" for name, purpose in missing.items()],
        "advice": how_to_install(modules) if modules else None,
    }


def installed_version(name: str) -> str | None:
    """Version of an installed package, None if it is not there."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _data_folder() -> str:
    try:
        return str(data_folder())
    except FolderError as error:
        return str(error)


def add_doctor_options(doctor: CommandParser) -> None:
    """Add the options of `doctor`."""
    doctor.add_argument(
        "--clear-counts", action="store_true", help="first remove the stored counts of sources"
    )
    doctor.add_argument(
        "--clear-checkpoints",
        action="store_true",
        help="first remove what is kept of trainings that did not finish; they cannot resume then",
    )


def doctor_command(arguments: Namespace) -> int:
    """Print the report; exit status 1 if something is wrong."""
    from engine.counting import CountsCache

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
    from workbench.work.runs.checkpoints import clear_checkpoints

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


def check_unicode() -> Checked:
    """Whether the character tables are those that every run and every split pattern uses."""
    from engine.text import UNICODE_VERSION, named_set

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
    from engine.compiled import kernel_groups
    from engine.splitting import automaton_cache_folder

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
    from engine.counting import CountsCache

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
    from workbench.store import RunStore
    from workbench.work.runs.checkpoints import kept_checkpoints

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
                f"or use --db or {HOME_VARIABLE} for another folder."
            )
    return None


def check_fonts() -> Checked:
    """Scripts that no installed font can show; only where fontconfig can be asked."""
    program = shutil.which("fc-list")
    if sys.platform != "linux" or program is None:
        return {"checked": False}, []
    missing = [name for code, name in _LANGUAGES.items() if not _has_font(program, code)]
    packages = " ".join(sorted(set(debian_packages({"font"}).values())))
    command = f"apt-get install {packages}" if packages else "Install the Noto fonts."
    advice = command if missing else None
    return {"checked": True, "scripts without a font": missing, "advice": advice}, []


def _has_font(program: str, language: str) -> bool:
    try:
        answer = finished([program, f":lang={language}", "family"], seconds=_FONTS_SECONDS)
    except OSError:
        return True
    return answer.status != 0 or bool(answer.output.strip())


def measure_speed() -> tuple[dict[str, Any], list[str]]:
    """Seconds and MB/s, and sentences if the engine fails."""
    from engine.warm_up import warm_up

    try:
        began = time.perf_counter()
        warm_up()
        warm = time.perf_counter() - began
        start = {"import_to_first_encode_s": _start_seconds()}
        return {"kernels_ready_s": round(warm, 2), **start, **_measured()}, []
    except (EngineError, OSError) as error:
        return {}, [f"The engine does not work: {error}"]


def _start_seconds() -> float | None:
    """Seconds from the import of the engine to the first encoded text, in a process of its own.

    None where no such process can be started.
    """
    try:
        ending = finished(child_command("engine.first_encode"), seconds=_TIMEOUT_S)
        seconds: float = json.loads(ending.output)["total_s"]
    except (OSError, ValueError):
        return None
    return seconds


def _measured() -> dict[str, Any]:
    from engine import Corpus, TrainingConfig, train_tokenizer

    corpus = Corpus.from_paths(sample_corpus_folder())
    began = time.perf_counter()
    tokenizer = train_tokenizer(corpus, TrainingConfig(_VOCAB_SIZE))
    trained = time.perf_counter() - began
    documents = [text.encode() for source in corpus.sources for text in corpus.documents(source)]
    began = time.perf_counter()
    for _ in range(_REPEATS):
        for document in documents:
            tokenizer.encode_to_array(document)
    encoded = (time.perf_counter() - began) / _REPEATS
    n_bytes = sum(map(len, documents))
    return {
        "text_bytes": n_bytes,
        "train_s": round(trained, 3),
        "train_mb_per_s": round(n_bytes / trained / 1e6, 2),
        "encode_mb_per_s": round(n_bytes / encoded / 1e6, 2),
    }
