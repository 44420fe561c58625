"""`encode` of whole datasets: files and folders to shards of token ids."""

from __future__ import annotations

import time
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.compiled import ENCODING
from engine.errors import ConfigError
from workbench.cli.errors import UsageError
from workbench.cli.inputs import check_directory
from workbench.cli.output import counted, print_json, print_note
from workbench.cli.progress import prepare_engine, result_with_line
from workbench.cli.reading import chosen_corpus
from workbench.text.numbers import byte_size, duration

if TYPE_CHECKING:
    from engine.corpus import Corpus
    from engine.datasets import DatasetProgress, DatasetSettings
    from engine.encoding import Tokenizer

_FORMAT_OF = {".npy": "npy", ".bin": "raw", ".raw": "raw"}


def check_dataset_use(arguments: Namespace) -> None:
    """Raise UsageError for options of a dataset that contradict each other or its name."""
    from engine.datasets import is_dataset_file

    if not arguments.paths or arguments.paths == ["-"]:
        raise UsageError("A dataset is made of files: give at least one PATH.")
    if arguments.join_with is not None and (arguments.append or arguments.prepend):
        raise UsageError(
            "--join-with puts its token before or after each document by its role; leave out "
            "--append and --prepend, or --join-with."
        )
    out = arguments.out
    if not is_dataset_file(out):
        return
    named = _FORMAT_OF[out.suffix.lower()]
    if arguments.format not in (None, named):
        raise UsageError(
            f"{out} is a file of the format {named}, and --format {arguments.format} asks for "
            "another; change the name, leave --format out, or name a folder."
        )
    if arguments.shard_tokens is not None:
        raise UsageError(
            f"{out} is one file and cannot have shards; name a folder for --shard-tokens."
        )


def encode_dataset(tokenizer: Tokenizer, arguments: Namespace) -> int:
    """Write the dataset, with progress on standard error, and report."""
    from engine.datasets import is_dataset_file

    settings = _settings(tokenizer, arguments)
    check_directory(arguments.out.parent if is_dataset_file(arguments.out) else arguments.out)
    corpus = chosen_corpus(arguments)
    prepare_engine([ENCODING])
    began = time.perf_counter()
    manifest = _written(tokenizer, corpus, arguments.out, settings)
    seconds = time.perf_counter() - began
    problems = manifest["problems"]
    for problem in problems:
        print_note(problem)
    if arguments.json:
        document = manifest | {"out": str(arguments.out.absolute()), "seconds": round(seconds, 3)}
        print_json(document)
    else:
        _print_summary(manifest, arguments.out, seconds)
    return 0


def _settings(tokenizer: Tokenizer, arguments: Namespace) -> DatasetSettings:
    from engine.datasets import DatasetSettings, is_put_before

    before, after = arguments.prepend, arguments.append
    if (joint := arguments.join_with) is not None:
        if is_put_before(tokenizer, joint):
            before = joint
        else:
            after = joint
    try:
        return DatasetSettings(
            dtype=arguments.dtype or "auto",
            format=arguments.format or "npy",
            shard_tokens=arguments.shard_tokens,
            append=after,
            prepend=before,
            special=arguments.special,
        )
    except ConfigError as error:
        raise UsageError(str(error)) from None


def _written(
    tokenizer: Tokenizer, corpus: Corpus, out: Path, settings: DatasetSettings
) -> dict[str, Any]:
    from engine.datasets import write_dataset

    return result_with_line(write_dataset(tokenizer, corpus, out, settings), _progress_text)


def _progress_text(progress: DatasetProgress) -> str:
    share = progress.share or 0.0
    return (
        f"Encode {share:4.0%}  {byte_size(progress.bytes_done)} of "
        f"{byte_size(progress.bytes_total)}  documents: {progress.documents:,}  "
        f"tokens: {progress.tokens:,}"
    )


def _print_summary(manifest: dict[str, Any], out: Path, seconds: float) -> None:
    print(
        f"{counted(manifest['tokens'], 'token')} of {counted(manifest['documents'], 'document')}, "
        f"{byte_size(manifest['bytes'])}, as {manifest['dtype']} in {duration(seconds)}"
    )
    for place, joint in (("Before", manifest["prepended"]), ("After", manifest["appended"])):
        if joint is not None:
            print(f"{place} each document: {joint['token']} (id {joint['id']:,})")
    print(f"{counted(len(manifest['shards']), 'file')}: {out.absolute()}")
