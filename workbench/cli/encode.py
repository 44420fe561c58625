"""`encode` and `decode`: text to ids and ids to text, exactly.

`encode` prints ids, writes them with --out, or compares tokenizers with --compare; of a
dataset, which is files and folders, it writes shards of token ids. Exit status 1 for input that
cannot be read, 2 for options that contradict each other.
"""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.compiled import ENCODING
from engine.errors import ConfigError
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
    size_in_bytes,
)
from workbench.cli.shared.output import (
    counted,
    prepare_engine,
    print_json,
    print_note,
    print_table,
    result_with_line,
)
from workbench.text.numbers import byte_size, duration
from workbench.text.visible_text import visible
from workbench.work.comparison import tokenizer_names

if TYPE_CHECKING:
    import numpy as np

    from engine.compiled import Int64s, UInt32s
    from engine.corpus import Corpus
    from engine.datasets import DatasetProgress, DatasetSettings
    from engine.encoding import Tokenizer, TokenSpans
    from engine.library import AnyTokenizer
    from engine.splitting import SpanDifference
    from workbench.cli.shared.options import CommandParser

_ENCODED_HELP = (
    "a text file, decompressed if it ends in .gz, .zst or .xz, or standard input; with --out "
    "FOLDER also several files, directories and globs, as train takes them"
)
_NPY_MAGIC = b"\x93NUMPY"
_SEPARATORS = str.maketrans("[],;", "    ")
_SHARDING = ("shard_tokens", "shard_size")
_OPTIONS = ("dtype", "format", *_SHARDING, "append", "prepend", "join_with", *READING_KEYS)
MOST_TOKENIZERS = 4
_HEADERS = ("Tokenizer", "Tokens", "Bytes/token", "Against first", "Bytes split differently")

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
        "--compare",
        metavar="TOKENIZER",
        action="append",
        help="print how this one (given several times: these) and TOKENIZER split the text: "
        "counts, and the first differences",
    )
    encode.add_argument(
        "--differences", metavar="N", type=number, default=10, help="differences to print (10)"
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
        type=size_in_bytes,
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


def encode_command(arguments: Namespace) -> int:
    """Print the ids on one line, or write them: as a uint32 array, or as a dataset.

    With --compare nothing but how several tokenizers cut the text is printed.
    """
    check_dropout_use(arguments)
    if arguments.compare is not None:
        return _compare(arguments)
    if is_dataset(arguments):
        return _write_dataset(arguments)
    check_plain_use(arguments)
    from engine.library import LibraryTokenizer

    tokenizer = load_any_tokenizer(arguments.tokenizer, arguments.db, arguments.pattern)
    note_library(arguments.tokenizer, tokenizer)
    prepare_engine([ENCODING])
    data = read_input(arguments.paths[0] if arguments.paths else None)
    seed = arguments.seed or 0
    if arguments.dropout is not None:
        tokenizer = tokenizer.with_dropout(arguments.dropout, seed)
    ids = tokenizer.encode_to_array(data, special=arguments.special)
    if arguments.out is not None:
        _write_array(arguments.out, ids)
        _note_what_a_dataset_has(arguments)
    if arguments.json:
        document: dict[str, Any] = {"tokens": len(ids), "bytes": len(data)}
        if arguments.dropout is not None:
            document |= {"dropout": arguments.dropout, "seed": seed}
        if isinstance(tokenizer, LibraryTokenizer):
            document |= {"library": tokenizer.library, "library_reason": tokenizer.reason}
        where = {"out": str(arguments.out)} if arguments.out else {"ids": ids.tolist()}
        print_json(document | where)
    elif arguments.out is None:
        print(" ".join(map(str, ids.tolist())))
    return 0


def _compare(arguments: Namespace) -> int:

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


def _is_glob(path: str) -> bool:
    return any(character in path for character in "*?[")


def check_comparison_use(arguments: Namespace) -> None:
    """Raise UsageError for options that make no sense where tokenizers are compared."""
    if arguments.out is not None:
        raise UsageError("--compare prints a comparison and no ids; leave --out away.")
    if len(arguments.compare) >= MOST_TOKENIZERS:
        raise UsageError(
            f"Up to {MOST_TOKENIZERS} tokenizers are compared, so --compare is given up to "
            f"{MOST_TOKENIZERS - 1} times and not {len(arguments.compare)}."
        )
    for name in arguments.compare:
        if arguments.compare.count(name) > 1:
            raise UsageError(f"--compare names {name} more than once; name each tokenizer once.")


def compare_encodings(tokenizer: AnyTokenizer, arguments: Namespace) -> int:
    """Print counts of every tokenizer and the first places that they cut differently."""
    import numpy as np

    from engine.splitting import span_difference

    names = [arguments.tokenizer, *arguments.compare]
    tokenizers = [tokenizer]
    tokenizers += [load_any_tokenizer(each, arguments.db) for each in arguments.compare]
    for name, each in zip(names, tokenizers, strict=True):
        if each.normalization is not None:
            raise UsageError(
                f"{name} brings texts into the form {each.normalization.upper()} before it "
                "splits them, so its tokens are those of another text; it cannot be compared."
            )
    prepare_engine([ENCODING])
    data = read_input(arguments.paths[0] if arguments.paths else None)
    for name, each in zip(names[1:], tokenizers[1:], strict=True):
        note_library(name, each)
    spans = [each.token_spans(data, special=arguments.special) for each in tokenizers]
    _refuse_lost_texts(names, spans, len(data))
    cuts = [each.starts.astype(np.int64) for each in spans]
    difference = span_difference(cuts)
    shares = [span_difference([cuts[0], each]).share for each in cuts]
    if arguments.json:
        print_json(_document(names, spans, difference, shares, data, arguments.differences))
        return 0
    names = tokenizer_names(names)
    print_table(_HEADERS, _rows(names, spans, shares, len(data)))
    if not len(difference):
        print_note(
            "All of them split this text identically."
            if len(data)
            else "The text is empty: there is nothing to compare."
        )
        return 0
    share = f"{100 * (difference.share or 0):.3g} % of {len(data):,} bytes"
    print(f"\n{counted(len(difference), 'difference')}, {share}")
    shown = difference.stretches[: arguments.differences]
    if len(shown):
        rows = [
            [f"{start:,}", *(_cut(data, bounds, start, end) for bounds in cuts)]
            for start, end in shown.tolist()
        ]
        print()
        print_table(["Byte", *names], rows, n_words=len(names) + 1)
    return 0


def _refuse_lost_texts(names: list[str], spans: list[TokenSpans], n_bytes: int) -> None:
    """Raise UsageError where a library leaves nothing of a text, such as one of blanks."""
    for name, each in zip(names, spans, strict=True):
        if int(each.starts[-1]) != n_bytes:
            raise UsageError(f"{name} makes no token of this text; it cannot be compared.")


def _rows(
    names: list[str], spans: list[TokenSpans], shares: list[float | None], n_bytes: int
) -> list[list[str]]:
    first = len(spans[0].ids)
    rows = []
    for place, (name, each, share) in enumerate(zip(names, spans, shares, strict=True)):
        n_tokens = len(each.ids)
        per_token = f"{n_bytes / n_tokens:.3f}" if n_tokens else "-"
        against = f"{100 * (n_tokens - first) / first:+.2f} %" if place and first else "-"
        differing = f"{100 * share:.3g} %" if place and share is not None else "-"
        rows.append([name, f"{n_tokens:,}", per_token, against, differing])
    return rows


def _document(
    names: list[str],
    spans: list[TokenSpans],
    difference: SpanDifference,
    shares: list[float | None],
    data: bytes,
    most: int,
) -> dict[str, Any]:
    return {
        "bytes": len(data),
        "tokenizers": [
            {
                "name": name,
                "tokens": len(each.ids),
                "bytes_per_token": len(data) / len(each.ids) if len(each.ids) else None,
                "share_differing_from_first": share,
            }
            for name, each, share in zip(names, spans, shares, strict=True)
        ],
        "differences": len(difference),
        "differing_bytes": difference.differing_bytes,
        "share_differing": difference.share,
        "first_differences": [
            {
                "start": start,
                "end": end,
                "cuts": [_places(each.starts, start, end) for each in spans],
                "ids": [_ids(each, start, end) for each in spans],
            }
            for start, end in difference.stretches[:most].tolist()
        ],
    }


def _places(starts: np.ndarray[tuple[int], np.dtype[np.int64]], start: int, end: int) -> list[int]:
    """The byte offsets from `start` to `end`, both included, where one tokenizer cuts."""
    import numpy as np

    low, high = np.searchsorted(starts, [start, end])
    places: list[int] = starts[low : high + 1].tolist()
    return places


def _ids(spans: TokenSpans, start: int, end: int) -> list[int]:
    import numpy as np

    low, high = np.searchsorted(spans.starts, [start, end])
    ids: list[int] = spans.ids[low:high].tolist()
    return ids


def _cut(
    data: bytes, bounds: np.ndarray[tuple[int], np.dtype[np.int64]], start: int, end: int
) -> str:
    places = _places(bounds, start, end)
    return "|".join(visible(data[low:high]) for low, high in pairwise(places))


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


def _progress_text(progress: DatasetProgress) -> str:
    share = progress.fraction or 0.0
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
