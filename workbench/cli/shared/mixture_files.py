"""`mixture --out`: the mixed corpus written as files, with progress and a table of what it has."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.cli.shared.errors import UsageError
from workbench.cli.shared.inputs import check_directory, unescaped
from workbench.cli.shared.output import (
    count,
    counted,
    print_json,
    print_note,
    print_table,
    result_with_line,
)
from workbench.text.numbers import byte_size, duration

if TYPE_CHECKING:
    from argparse import Namespace

    from engine.corpus import Corpus
    from engine.datasets import MixtureProgress
    from engine.settings import MixtureMaker
    from workbench.cli.shared.options import CommandParser

_ONLY_WRITTEN = ("format", "out_separator", "shorten_last")
_ONLY_MEASURED = ("pattern", "normalization")
_MUCH = 0.01
"""A deviation of more than this share is told by a note."""


def add_writing_options(mixture: CommandParser) -> None:
    """Add the options that write the mixture; their absence is None."""
    option = mixture.add_argument
    option(
        "--out",
        metavar="FOLDER",
        type=Path,
        help="write the mixed text into a new folder, one file for each source, with a manifest",
    )
    option(
        "--format",
        choices=("txt", "jsonl", "parquet"),
        help="files of --out: JSON lines (default), text, or parquet",
    )
    option(
        "--out-separator",
        metavar="TEXT",
        help="between the documents of a text file; \\n<|endoftext|>\\n by default",
    )
    option(
        "--shorten-last",
        action="store_true",
        default=None,
        help="shorten the last document of each source, so that no byte is too many; without it "
        "documents are whole unless each is far too long",
    )


def check_writing_use(arguments: Namespace) -> None:
    """Raise UsageError for options that contradict each other."""
    if arguments.out is None:
        for name in _ONLY_WRITTEN:
            if getattr(arguments, name) is not None:
                raise UsageError(f"{_option(name)} needs --out FOLDER.")
        return
    for name in _ONLY_MEASURED:
        if getattr(arguments, name) is not None:
            raise UsageError(
                f"{_option(name)} belongs to the training; --out writes the text as it is. "
                "Give one of them."
            )
    if arguments.out_separator is not None and arguments.format != "txt":
        raise UsageError("--out-separator needs --format txt.")


def write_mixture_files(arguments: Namespace, corpus: Corpus, mixture: MixtureMaker | None) -> int:
    """Write the mixture and report."""
    from engine.datasets import SEPARATOR, MixtureFileSettings, write_mixture

    separator = SEPARATOR
    if arguments.out_separator is not None:
        separator = unescaped(arguments.out_separator)
    settings = MixtureFileSettings(
        arguments.format or "jsonl", separator, shorten=arguments.shorten_last
    )
    check_directory(arguments.out)
    began = time.perf_counter()
    steps = write_mixture(corpus, mixture, arguments.out, settings)
    manifest = result_with_line(steps, _progress_text)
    seconds = time.perf_counter() - began
    for problem in (*manifest["problems"], *_remarks(manifest)):
        print_note(problem)
    if arguments.json:
        out = {"out": str(arguments.out.absolute()), "seconds": round(seconds, 3)}
        print_json(manifest | out)
    else:
        _print(manifest, arguments.out, seconds)
    return 0


def _progress_text(progress: MixtureProgress) -> str:
    words = {"hash": "Hash", "measure": "Measure", "write": "Write"}[progress.phase]
    share = progress.fraction
    return (
        f"{words} {progress.label}  "
        + ("" if share is None else f"{share:4.0%}  ")
        + f"written: {byte_size(progress.written)}  documents: {progress.documents:,}"
    )


def _print(manifest: dict[str, Any], out: Path, seconds: float) -> None:
    headers = (
        "label", "file", "bytes", "deviation", "documents", "share", "repetition", "drawn",
    )  # fmt: skip
    rows = [
        (
            entry["label"],
            entry["file"],
            count(entry["bytes"]),
            f"{entry['deviation_bytes']:+,}",
            count(entry["documents"]),
            f"{entry['share']:.2%}",
            f"{entry['repetition']:.3f}",
            count(entry["drawn_documents"]),
        )
        for entry in manifest["files"]
    ]
    print_table(headers, rows, n_words=2)
    print(
        f"\n{byte_size(manifest['bytes'])} in {counted(manifest['documents'], 'document')}, "
        f"{manifest['deviation_bytes']:+,} bytes from the mixture, in {duration(seconds)}"
    )
    print(f"{counted(len(manifest['files']), 'file')} and mixture.manifest: {out.absolute()}")


def _remarks(manifest: dict[str, Any]) -> list[str]:
    """What is to be known before the files are read."""
    entries = manifest["files"]
    found = []
    far = [each for each in entries if abs(each["deviation_bytes"]) > _MUCH * each["wanted_bytes"]]
    if far:
        worst = max(far, key=lambda each: abs(each["deviation_bytes"]) / each["wanted_bytes"])
        share = worst["deviation_bytes"] / worst["wanted_bytes"]
        found.append(
            f"{counted(len(far), 'source')} differ by more than 1 % because documents are whole, "
            f"most of all {worst['label']} by {share:+.1%}; --shorten-last shortens the last one, "
            "--document-separator makes shorter ones."
        )
    if joined := sum(each["documents_with_separator"] for each in entries):
        found.append(
            f"{counted(joined, 'document')} contain the separator and will be read as several; "
            "another --out-separator, or --format jsonl, avoids that."
        )
    if other := [each for each in entries if each["read_as"] != each["label"]]:
        options = " ".join(f"--label {each['file']}={each['label']}" for each in other[:4])
        found.append(
            f"The names of {counted(len(other), 'file')} do not give back the label; read "
            f"with {options}{' …' if len(other) > 4 else ''}."
        )
    if manifest["left_out"]:
        found.append(f"Skipped: {', '.join(manifest['left_out'])}.")
    return found


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"
