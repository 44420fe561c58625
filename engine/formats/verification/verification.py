"""Verifying an export: the real library loads it and must give our ids for a set of texts."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.argument_types import checked, checked_path, checked_texts, described
from engine.errors import ArgumentError, EngineError
from engine.formats.sentences import say
from engine.formats.verification.answer import answer_steps
from engine.formats.verification.causes import probable_cause
from engine.formats.verification.checks import check_report, checked_before
from engine.formats.verification.texts import merged_pieces, verification_pieces
from engine.formats.verification.verdict import ExportDifference, ExportVerdict
from engine.formats.writing.export_formats import OWN_FILE, known_format
from engine.formats.writing.options import ExportOptions
from engine.library import checked_merges_known
from engine.machine import child_command, result_of

if TYPE_CHECKING:
    from engine.encoding import Tokenizer

READER = "engine.formats.verification.reader"
TIME_LIMIT_S = 600.0
TEMPLATE_LIMIT_S = 10.0
"""For a chat template and one question: a strange one may loop without end."""
_OWN = ("workbench", "bundle")
_USUAL = ExportOptions()


@dataclass(frozen=True, slots=True)
class _Comparison:
    """What is asked, and what the right answer is.

    marked: texts, each with whether its special tokens are read; ours: our ids of each; pieces:
    bytes that are merged without splitting, and ours of them; new_ids: the id in the file of each
    of ours, where the format gives others.
    """

    tokenizer: Tokenizer
    format: str
    marked: tuple[tuple[str, bool], ...]
    ours: tuple[tuple[int, ...], ...]
    pieces: tuple[bytes, ...]
    pieces_ours: tuple[tuple[int, ...], ...]
    remarks: tuple[str, ...]


def verify_export(
    tokenizer: Tokenizer,
    format: str,  # noqa: A002  the word of the command line
    directory: Path | str,
    texts: Iterable[str],
    *,
    name: str = "tokenizer",
    options: ExportOptions = _USUAL,
    time_limit: float = TIME_LIMIT_S,
) -> ExportVerdict:
    """Load the export of `format` in `directory` in the real library and compare ids on `texts`.

    A text that holds special tokens is compared with them read as special tokens, all others as
    plain text. Bytes that are no text are compared too, where the library merges them. `name` and
    `options`: those of the export. Never raises for what the library does: the verdict says it.
    """
    steps = verification_steps(
        tokenizer, format, directory, texts, name=name, options=options, time_limit=time_limit
    )
    return result_of(steps)


def verification_steps(
    tokenizer: Tokenizer,
    format: str,  # noqa: A002  the word of the command line
    directory: Path | str,
    texts: Iterable[str],
    *,
    name: str = "tokenizer",
    options: ExportOptions = _USUAL,
    time_limit: float = TIME_LIMIT_S,
) -> Generator[None, None, ExportVerdict]:
    """Yields several times a second; the verdict is the generator's return value.

    As `verify_export`. The call itself checks its arguments; closing the generator ends the
    library's process.
    """
    checked_merges_known(tokenizer, "exported")
    format_name = known_format(format)
    folder = checked_path(directory, "The directory of an export").absolute()
    if isinstance(texts, str):
        raise ArgumentError(f"texts must be a list of strings, not {described(texts)}.")
    compared = [text for text in checked_texts(texts, "texts") if _is_utf8(text)]
    checked(options, ExportOptions, "options", "ExportOptions() makes them")
    return _verifying(tokenizer, format_name, folder, compared, name, options, time_limit)


def _verifying(
    tokenizer: Tokenizer,
    format_name: str,
    folder: Path,
    compared: list[str],
    name: str,
    options: ExportOptions,
    time_limit: float,
) -> Generator[None, None, ExportVerdict]:
    if format_name in _OWN:
        return _verify_own(tokenizer, format_name, folder, compared)
    prepared = checked_before(tokenizer, format_name, folder, compared, options)
    if prepared.problem is not None:
        return ExportVerdict(format_name, "failed", reason=prepared.problem)
    comparison = _comparison(tokenizer, format_name, prepared.texts, prepared.remarks)
    yield
    answer = yield from answer_steps(
        reader_command(),
        {
            "format": format_name,
            "directory": str(folder),
            "name": name,
            "texts": comparison.marked,
            "special_tokens": tuple(tokenizer.special_tokens),
            "pieces": [piece.hex() for piece in comparison.pieces],
            "template_seconds": min(TEMPLATE_LIMIT_S, time_limit),
            **prepared.facts,
        },
        time_limit,
    )
    if isinstance(answer, str):
        return ExportVerdict(format_name, "failed", reason=answer)
    return _verdict(comparison, answer, options)


def reader_command() -> list[str]:
    """The program that loads an export in the real library."""
    return child_command(READER)


def _comparison(
    tokenizer: Tokenizer, format_name: str, texts: Sequence[str], remarks: tuple[str, ...]
) -> _Comparison:
    specials = tuple(tokenizer.special_tokens)
    never = format_name == "tekken"  # mistral_common reads none in a text
    marked = tuple(
        (text, not never and any(special in text for special in specials)) for text in texts
    )
    pieces = tuple(verification_pieces(tokenizer))
    return _Comparison(
        tokenizer,
        format_name,
        marked,
        tuple(
            tuple(tokenizer.encode(text, special="parse" if special else "text"))
            for text, special in marked
        ),
        pieces,
        tuple(merged_pieces(tokenizer, pieces)),
        remarks,
    )


def _verdict(
    comparison: _Comparison, answer: dict[str, Any], options: ExportOptions
) -> ExportVerdict:
    missing = tuple(answer["missing"])
    if not answer["libraries"]:
        return ExportVerdict(comparison.format, "not installed", missing=missing)
    libraries, n_texts, remarks = [], len(comparison.marked), list(comparison.remarks)
    for entry in answer["libraries"]:
        library = f"{entry.get('label', entry['name'])} {entry['version']}"
        libraries.append(library)
        found = ExportVerdict(comparison.format, "failed", (library,), missing, n_texts)
        if reason := entry.get("error"):
            return replace(found, reason=f"{library}: {reason}")
        checked = check_report(comparison.tokenizer, comparison.format, entry, options)
        if checked.problem is not None:
            return replace(found, reason=f"{library}: {checked.problem}")
        remarks += checked.remarks
        if (difference := _first_difference(comparison, library, entry)) is not None:
            return replace(found, status="different", difference=difference)
        if reason := _wrong_text(comparison, entry):
            return replace(found, reason=f"{library}: {reason}")
        n_texts = min(n_texts, len(entry["ids"]))
    return ExportVerdict(
        comparison.format,
        "equal",
        tuple(libraries),
        missing,
        n_texts,
        remarks=tuple(dict.fromkeys(remarks)),
    )


def _first_difference(
    comparison: _Comparison, library: str, entry: dict[str, Any]
) -> ExportDifference | None:
    """The first text, or else the first bytes, on which the ids are others."""
    for (text, _), ours, ids in zip(comparison.marked, comparison.ours, entry["ids"], strict=False):
        if ours != tuple(ids):
            return _difference(comparison.tokenizer, library, text, ours, tuple(ids))
    compared = zip(comparison.pieces, comparison.pieces_ours, entry.get("pieces", ()), strict=False)
    for piece, ours, ids in compared:
        if ours != tuple(ids):
            text = piece.decode("utf-8", "backslashreplace")
            return _difference(comparison.tokenizer, library, text, ours, tuple(ids))
    return None


def _wrong_text(comparison: _Comparison, entry: dict[str, Any]) -> str | None:
    """A sentence if decoding the right ids gives another text there."""
    for (text, _), decoded in zip(comparison.marked, entry["decoded"], strict=False):
        if decoded != comparison.tokenizer.normalized(text.encode()).decode():
            return say("check_decoded_text", text=repr(text[:80]), decoded=repr(decoded[:80]))
    for piece, decoded in zip(comparison.pieces, entry.get("piece_bytes", ()), strict=False):
        if decoded != piece.hex():
            return say("check_decoded_bytes", piece=piece.hex(), decoded=decoded)
    return None


def _difference(
    tokenizer: Tokenizer, library: str, text: str, ours: tuple[int, ...], theirs: tuple[int, ...]
) -> ExportDifference:
    cuts = _token_bytes(tokenizer, ours), _token_bytes(tokenizer, theirs)
    cause = probable_cause(tokenizer, text, (ours, cuts[0]), (theirs, cuts[1]))
    return ExportDifference(library, text, ours, theirs, *cuts, cause).clipped()


def _token_bytes(tokenizer: Tokenizer, ids: tuple[int, ...]) -> tuple[bytes, ...]:
    specials = {token_id: name.encode() for name, token_id in tokenizer.special_tokens.items()}
    vocabulary = tokenizer.vocabulary
    return tuple(
        specials.get(i) or (vocabulary[i] if 0 <= i < len(vocabulary) else b"?") for i in ids
    )


def _verify_own(
    tokenizer: Tokenizer, format_name: str, directory: Path, texts: list[str]
) -> ExportVerdict:
    from engine.encoding import Tokenizer as TokenizerClass

    library = say("saved_file")
    try:
        loaded = TokenizerClass.load(directory / OWN_FILE)
    except EngineError as error:
        return ExportVerdict(format_name, "failed", reason=str(error).rstrip("."))
    for text in texts:
        ours, theirs = tuple(tokenizer.encode(text)), tuple(loaded.encode(text))
        if ours != theirs:
            found = _difference(tokenizer, library, text, ours, theirs)
            return ExportVerdict(format_name, "different", (library,), (), len(texts), found)
    if loaded.semantic_hash != tokenizer.semantic_hash:
        reason = say("check_semantic_hash")
        return ExportVerdict(format_name, "failed", (library,), (), len(texts), reason=reason)
    return ExportVerdict(format_name, "equal", (library,), (), len(texts))


def _is_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
