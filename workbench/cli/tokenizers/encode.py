"""`encode` and `decode`: text to ids and ids to text, exactly.

`encode` prints ids, writes them with --out, shows tokens with --show, or compares tokenizers with
--compare; of a dataset, which is files and folders, it writes shards of token ids. Exit status 1
for input that cannot be read, 2 for options that contradict each other.
"""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.compiled import ENCODING
from engine.errors import ConfigError
from workbench.cli.shared.cluster import add_cluster, chosen_cluster, result_on_cluster
from workbench.cli.shared.errors import CommandError, UsageError
from workbench.cli.shared.inputs import (
    check_directory,
    chosen_corpus,
    input_name,
    load_any_tokenizer,
    load_tokenizer,
    note_library,
    read_input,
)
from workbench.cli.shared.options import (
    READING_KEYS,
    add_dropout_options,
    add_reading_options,
    add_tokenizer,
    check_dropout_use,
    number,
    number_from,
    size,
)
from workbench.cli.shared.output import (
    counted,
    prepare_engine,
    print_json,
    print_note,
    result_with_line,
)
from workbench.cli.shared.terminal import add_color, wants_colour
from workbench.text.numbers import byte_size, duration

if TYPE_CHECKING:
    from engine.compiled import Int64s, UInt32s
    from engine.corpus import Corpus
    from engine.datasets import DatasetProgress, DatasetSettings
    from engine.encoding import Tokenizer
    from engine.library import AnyTokenizer
    from workbench.cli.shared.options import CommandParser

_ENCODED_HELP = (
    "a text file, decompressed if it ends in .gz, .zst or .xz, or standard input; with --out "
    "FOLDER also several files, directories and globs, as train takes them"
)
_NPY_MAGIC = b"\x93NUMPY"
_SEPARATORS = str.maketrans("[],;", "    ")
_SHARDING = ("shard_tokens", "shard_size")
_JOINING = ("append", "prepend", "join_with")
_OPTIONS = ("dtype", "format", *_SHARDING, *_JOINING, "cluster", *READING_KEYS)

_FORMAT_OF = {".npy": "npy", ".bin": "raw", ".raw": "raw"}


def add_encode_options(encode: CommandParser) -> None:
    """Add the options of `encode`."""
    add_tokenizer(encode)
    encode.add_argument("paths", metavar="PATH", nargs="*", help=_ENCODED_HELP)
    encode.add_argument(
        "--out",
        metavar="FOLDER|ids.npy",
        type=Path,
        help="write the ids instead of printing them. One PATH and ids.npy without the options "
        "below: only the array, as uint32. Anything else is a dataset: shards in FOLDER, or "
        "ids.npy with its companions ids.documents.npy and ids.json",
    )
    encode.add_argument(
        "--special",
        choices=("text", "parse", "reject"),
        default="text",
        help="special tokens in the text: plain text (default), read, or an error",
    )
    add_dropout_options(encode)
    encode.add_argument(
        "--show",
        choices=("tokens", "table"),
        help="print the tokens themselves, in colours or as a table with ids and bytes",
    )
    add_color(encode)
    encode.add_argument(
        "--compare",
        metavar="TOKENIZER",
        action="append",
        help="print how this one (given several times: these) and TOKENIZER split the text: "
        "counts, and the first differences",
    )
    encode.add_argument(
        "--differences",
        metavar="N",
        type=number_from(0),
        default=10,
        help="differences to print (10)",
    )
    _add_dataset_options(encode)


def add_decode_options(decode: CommandParser) -> None:
    """Add the options of `decode`."""
    add_tokenizer(decode)
    decode.add_argument(
        "file", metavar="FILE", nargs="?", help="ids as text or .npy; standard input without it"
    )


def _add_dataset_options(encode: CommandParser) -> None:
    """Options whose absence is None: one of them makes a dataset."""
    option = encode.add_argument
    option(
        "--dtype",
        choices=("auto", "uint16", "uint32"),
        help="type of the ids in a dataset; auto (default): uint16 where every id fits",
    )
    option(
        "--format",
        choices=("npy", "raw", "megatron", "arrow", "parquet"),
        help="numpy arrays (default), the bare ids (.bin, as nanoGPT reads them), these with "
        "Megatron's index (.idx), or tables with a document in each row of input_ids; an ids.npy "
        "or ids.bin says it itself",
    )
    option("--shard-tokens", metavar="N", type=number, help="begin a new file after about N tokens")
    option(
        "--shard-size",
        metavar="SIZE",
        type=size,
        help="begin a new file after about this size of its ids, such as 500MB; finished files "
        "stay when the command is killed or fails, and the same command continues",
    )
    option(
        "--join-with",
        metavar="ROLE|TOKEN",
        help="special token between documents: eos, or a token, after each; bos before each",
    )
    option("--append", metavar="ROLE|TOKEN", help="special token to put after each document")
    option("--prepend", metavar="ROLE|TOKEN", help="special token to put before each document")
    add_reading_options(encode)
    add_cluster(encode)


def encode_command(arguments: Namespace) -> int:
    """Print the ids on one line, or write them: as a uint32 array, or as a dataset.

    With --show the tokens are printed instead, with --compare how several tokenizers cut the text.
    """
    check_dropout_use(arguments)
    if arguments.show is not None:
        check_show_use(arguments)
    if arguments.compare is not None:
        return _compare(arguments)
    if is_dataset(arguments):
        return _write_dataset(arguments)
    check_plain_use(arguments)
    tokenizer = load_any_tokenizer(arguments.tokenizer, arguments.db, arguments.pattern)
    note_library(arguments.tokenizer, tokenizer)
    prepare_engine([ENCODING])
    data = read_input(arguments.paths[0] if arguments.paths else None)
    if arguments.dropout is not None:
        tokenizer = tokenizer.with_dropout(arguments.dropout, arguments.seed or 0)
    if arguments.out is None and (arguments.show or arguments.json):
        return _show(tokenizer, data, arguments)
    ids = tokenizer.encode_to_array(data, special=arguments.special)
    if arguments.out is None:
        print(" ".join(map(str, ids.tolist())))
        return 0
    _write_array(arguments.out, ids)
    _note_what_a_dataset_has(arguments)
    if arguments.json:
        print_json(_encoded(tokenizer, data, len(ids), arguments) | {"out": str(arguments.out)})
    return 0


def _show(tokenizer: AnyTokenizer, data: bytes, arguments: Namespace) -> int:
    """Print the tokens with their bytes, in a layout of --show or as JSON."""
    from workbench.cli.tokenizers.token_view import show_tokens, shown_tokens

    spans = tokenizer.token_spans(data, special=arguments.special)
    tokens = shown_tokens(tokenizer, data, spans)
    if arguments.json:
        lists = {"ids": spans.ids.tolist(), "spans": [token.document() for token in tokens]}
        print_json(_encoded(tokenizer, data, len(spans.ids), arguments) | lists)
    else:
        colour = wants_colour(sys.stdout, arguments.color)
        show_tokens(tokens, arguments.show, sys.stdout, colour=colour)
    return 0


def _encoded(
    tokenizer: AnyTokenizer, data: bytes, n_tokens: int, arguments: Namespace
) -> dict[str, Any]:
    """What JSON says of a text that was encoded; spans are of its normalized form."""
    from engine.library import LibraryTokenizer

    document: dict[str, Any] = {"tokens": n_tokens, "bytes": len(data)}
    if arguments.dropout is not None:
        document |= {"dropout": arguments.dropout, "seed": arguments.seed or 0}
    if tokenizer.normalization is not None:
        document["normalization"] = tokenizer.normalization
    if isinstance(tokenizer, LibraryTokenizer):
        document |= {"library": tokenizer.library, "library_reason": tokenizer.reason}
    return document


def _compare(arguments: Namespace) -> int:
    from workbench.cli.tokenizers.encode_comparison import check_comparison_use, compare_encodings

    check_comparison_use(arguments)
    check_plain_use(arguments)
    tokenizer = load_any_tokenizer(arguments.tokenizer, arguments.db, arguments.pattern)
    note_library(arguments.tokenizer, tokenizer)
    return compare_encodings(tokenizer, arguments)


def _write_dataset(arguments: Namespace) -> int:

    check_dataset_use(arguments)
    tokenizer = load_tokenizer(arguments.tokenizer, arguments.db, arguments.pattern)
    return encode_dataset(tokenizer, arguments)


def decode_command(arguments: Namespace) -> int:
    """Write the bytes of the ids to standard output, nothing added, or a JSON document."""
    tokenizer = load_any_tokenizer(arguments.tokenizer, arguments.db, arguments.pattern)
    note_library(arguments.tokenizer, tokenizer)
    prepare_engine([ENCODING])
    ids = _read_ids(read_input(arguments.file), input_name(arguments.file))
    data = tokenizer.decode_bytes(ids)
    if arguments.json:
        print_json(_decoded(ids, data))
    else:
        sys.stdout.buffer.write(data)
    return 0


def _decoded(ids: Int64s, data: bytes) -> dict[str, Any]:
    """JSON holds text only: bytes that are not UTF-8 stand as U+FFFD there, and it says so."""
    text = data.decode("utf-8", "replace")
    is_utf8 = text.encode() == data
    return {"tokens": len(ids), "bytes": len(data), "text": text, "is_utf8": is_utf8}


def _write_array(path: Path, ids: UInt32s) -> None:
    import numpy as np

    if path.is_dir():
        raise CommandError(f"{path} is a directory; name a file for the ids.")
    check_directory(path.parent)
    from engine.machine import write_files

    content = BytesIO()
    np.save(content, ids.astype(np.uint32, copy=False), allow_pickle=False)
    write_files(path.parent, {path.name: content.getvalue()})


def _note_what_a_dataset_has(arguments: Namespace) -> None:
    """Tell where the bare array of one file is something else than a person may think."""
    out: Path = arguments.out
    given = Path(arguments.paths[0]) if arguments.paths else Path("-")
    names = [name for name in given.suffixes if name.lower() in {".jsonl", ".ndjson"}]
    if names:
        print_note(
            f"{given} is encoded as plain text, including its JSON; with --dtype auto {out} "
            "becomes a dataset of the texts in it."
        )
    companions = [out.with_suffix(".documents.npy"), out.with_suffix(".json")]
    if stale := [str(path) for path in companions if path.exists()]:
        print_note(
            f"{out} now contains the ids of one file as uint32 without companions; "
            f"{' and '.join(stale)} beside it belong to other ids."
        )


def _read_ids(data: bytes, name: str) -> Int64s:
    """int64[n] from a .npy file or from whole numbers in text. Raises CommandError."""
    import numpy as np

    if data.startswith(_NPY_MAGIC):
        return _array_ids(data, name)
    try:
        words = data.decode("utf-8-sig").translate(_SEPARATORS).split()
    except UnicodeDecodeError as error:
        raise CommandError(
            f"{name} is neither text nor a .npy file (byte {error.start:,})."
        ) from None
    ids = np.empty(len(words), np.int64)
    for position, word in enumerate(words):
        try:
            ids[position] = int(word)
        except (ValueError, OverflowError):
            raise CommandError(
                f"{name}: {word[:40]!r}, value {position + 1:,}, is not a token id."
            ) from None
    return ids


def _array_ids(data: bytes, name: str) -> Int64s:
    import numpy as np

    try:
        array = np.load(BytesIO(data), allow_pickle=False)
    except (ValueError, EOFError, OSError):
        raise CommandError(
            f"{name} is a .npy file that is damaged or contains no numbers."
        ) from None
    if array.ndim != 1 or array.dtype.kind not in "ui":
        raise CommandError(
            f"{name} contains {array.dtype} of shape {array.shape}; ids are one row of whole "
            "numbers."
        )
    ids: Int64s = array.astype(np.int64)
    return ids


def is_dataset(arguments: Namespace) -> bool:
    """Whether `encode` is asked for more than the ids of one file in one array."""
    if arguments.out is None:
        return False
    if len(arguments.paths) > 1 or any(getattr(arguments, name) is not None for name in _OPTIONS):
        return True
    given = arguments.paths[0] if arguments.paths else "-"
    if given == "-":
        return False
    out = arguments.out
    if out.is_dir() or not out.suffix or out.suffix.lower() in {".bin", ".raw"}:
        return True
    return Path(given).is_dir() or (not Path(given).exists() and _is_glob(given))


def check_plain_use(arguments: Namespace) -> None:
    """Raise UsageError for options and paths that only a dataset can have."""
    if len(arguments.paths) > 1:
        raise UsageError(
            "The ids of several files are written and not printed: give --out FOLDER, or one FILE."
        )
    given = [name for name in _OPTIONS if getattr(arguments, name) is not None]
    if given:
        raise UsageError(f"--{given[0].replace('_', '-')} needs --out FOLDER or --out ids.npy.")
    for path in arguments.paths:
        if Path(path).is_dir() or (not Path(path).exists() and _is_glob(path)):
            what = "is a directory" if Path(path).is_dir() else "names several files"
            raise UsageError(
                f"{path} {what}; its ids are written and not printed: give --out FOLDER."
            )


def check_show_use(arguments: Namespace) -> None:
    """Raise UsageError for options that print or write something else than --show."""
    for name in ("json", "out", "compare"):
        if getattr(arguments, name):
            raise UsageError(f"--show and --{name} exclude each other; leave one of them out.")


def _is_glob(path: str) -> bool:
    return any(character in path for character in "*?[")


def check_dataset_use(arguments: Namespace) -> None:
    """Raise UsageError for options of a dataset that contradict each other or its name."""
    from engine.datasets import is_dataset_file

    if not arguments.paths or arguments.paths == ["-"]:
        raise UsageError("A dataset is made of files: give at least one PATH.")
    if arguments.join_with is not None and (arguments.append or arguments.prepend):
        raise UsageError(
            "--join-with puts its token before or after each document by its role; remove "
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
    for name in _SHARDING:
        if getattr(arguments, name) is not None:
            option = name.replace("_", "-")
            raise UsageError(
                f"{out} is one file and cannot have shards; name a folder for --{option}."
            )


def encode_dataset(tokenizer: Tokenizer, arguments: Namespace) -> int:
    """Write the dataset, with progress on standard error, and report."""
    from engine.datasets import is_dataset_file

    settings = _settings(tokenizer, arguments)
    check_directory(arguments.out.parent if is_dataset_file(arguments.out) else arguments.out)
    corpus = chosen_corpus(arguments)
    prepare_engine([ENCODING])
    began = time.perf_counter()
    if arguments.cluster is None:
        manifest = _written(tokenizer, corpus, arguments.out, settings)
    else:
        manifest = _written_on_cluster(tokenizer, corpus, settings, arguments)
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
            shard_bytes=arguments.shard_size,
            append=after,
            prepend=before,
            special=arguments.special,
            dropout=arguments.dropout,
            seed=arguments.seed or 0,
        )
    except ConfigError as error:
        raise UsageError(str(error)) from None


def _written(
    tokenizer: Tokenizer, corpus: Corpus, out: Path, settings: DatasetSettings
) -> dict[str, Any]:
    from engine.datasets import n_unfinished_shards, unfinished_folder, write_dataset

    n_before = n_unfinished_shards(out)
    if n_before:
        print_note(f"Continue after {counted(n_before, 'finished file')} of {out}.")
    try:
        return result_with_line(write_dataset(tokenizer, corpus, out, settings), _progress_text)
    except BaseException:
        if n_kept := n_unfinished_shards(out):
            print_note(
                f"{counted(n_kept, 'file')} of {out}, already finished, stay in "
                f"{unfinished_folder(out)}; the same command continues after them."
            )
        raise


def _written_on_cluster(
    tokenizer: Tokenizer, corpus: Corpus, settings: DatasetSettings, arguments: Namespace
) -> dict[str, Any]:
    from engine.cluster import encoding_steps

    with chosen_cluster(arguments) as client:
        steps = encoding_steps(tokenizer, corpus, client, out=arguments.out, settings=settings)
        return result_on_cluster(steps, _progress_text)


def _progress_text(progress: DatasetProgress) -> str:
    share = progress.fraction or 0.0
    if progress.phase == "write":
        return f"Write {share:4.0%}  {progress.done:,} of {counted(progress.total, 'file')}"
    return (
        f"Encode {share:4.0%}  {byte_size(progress.done)} of "
        f"{byte_size(progress.total)}  documents: {progress.documents:,}  "
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
