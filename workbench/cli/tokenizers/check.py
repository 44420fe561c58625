"""`check`: compare a tokenizer with the config.json of the model that will use it.

Prints every finding. Exit status 1 if one of them is an error, 2 for files that cannot be read.
"""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from pathlib import Path

from engine.analysis import ConfigFinding, check_model_config, read_model_config
from workbench.cli.shared.inputs import load_any_tokenizer
from workbench.cli.shared.options import CommandParser, add_tokenizer
from workbench.cli.shared.output import counted, prepare_engine, print_json

_WORDS = {"error": "Error", "warning": "Warning", "note": "Note", "right": "Right"}


def add_check_options(check: CommandParser) -> None:
    """Add the options of `check`."""
    add_tokenizer(check)
    check.add_argument(
        "config",
        metavar="config.json",
        type=Path,
        help="a model's configuration, or the folder with it; generation_config.json next to it "
        "is read as well",
    )


def check_command(arguments: Namespace) -> int:
    """Print every finding; exit status 1 where one is an error."""
    config = read_model_config(arguments.config)
    tokenizer = load_any_tokenizer(arguments.tokenizer, arguments.db, arguments.pattern)
    prepare_engine()
    findings = check_model_config(tokenizer, config)
    times = Counter(finding.severity for finding in findings)
    if arguments.json:
        print_json(
            {
                "config": str(config.path),
                "model_type": config.model_type,
                "vocab_size": {"tokenizer": tokenizer.vocab_size, "model": config.vocab_size},
                "semantic_hash": tokenizer.semantic_hash,
                "fits": not times["error"],
                "findings": [_document(finding) for finding in findings],
            }
        )
    else:
        for finding in findings:
            print(f"{_WORDS[finding.severity]:<8} {finding.sentence}")
            if finding.remedy:
                print(f"{'':<8} {finding.remedy}")
        print()
        print(_closing_words(times["error"], times["warning"], config.path))
    return 1 if times["error"] else 0


def _document(finding: ConfigFinding) -> dict[str, str | None]:
    return {
        "code": finding.code,
        "severity": finding.severity,
        "sentence": finding.sentence,
        "remedy": finding.remedy or None,
    }


def _closing_words(n_errors: int, n_warnings: int, path: Path) -> str:
    found = f"{counted(n_errors, 'error')}, {counted(n_warnings, 'warning')}"
    fits = "does not fit" if n_errors else "fits"
    return f"The tokenizer {fits} {path}: {found}."
