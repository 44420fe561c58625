"""`encode --compare`: how several tokenizers cut the same text."""

from __future__ import annotations

from argparse import Namespace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from engine.compiled import ENCODING
from engine.text import form_name
from workbench.cli.shared.errors import UsageError
from workbench.cli.shared.inputs import load_any_tokenizer, note_library, read_input
from workbench.cli.shared.output import (
    counted,
    prepare_engine,
    print_json,
    print_note,
    print_table,
)
from workbench.text.visible_text import visible
from workbench.work.comparison import tokenizer_names

if TYPE_CHECKING:
    import numpy as np

    from engine.encoding import TokenSpans
    from engine.library import AnyTokenizer
    from engine.splitting import SpanDifference

MOST_TOKENIZERS = 4
_HEADERS = ("Tokenizer", "Tokens", "Bytes/token", "Against first", "Bytes split differently")


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
                f"{name} brings texts into the form {form_name(each.normalization)} before it "
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
