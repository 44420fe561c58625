"""What is checked of an export beside ids: before a library is asked, and of what it found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.formats.sentences import say
from engine.formats.writing.options import ExportOptions

if TYPE_CHECKING:
    from engine.encoding import Tokenizer

_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Prepared:
    """What to ask a library for: the texts, what else it has to know, remarks, or a problem."""

    texts: Sequence[str]
    facts: dict[str, Any] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Checked:
    """A sentence on what is wrong, without its full stop, or remarks."""

    problem: str | None = None
    remarks: tuple[str, ...] = ()


def checked_before(
    tokenizer: Tokenizer,
    format_name: str,
    directory: Path,
    texts: Sequence[str],
    options: ExportOptions,
) -> Prepared:
    """What the format asks for before a library may be asked."""
    if format_name == "gguf":
        return _prepared_for_llama_cpp(tokenizer, texts, options)
    if format_name == "nanochat" and (problem := _foreign_pickle(tokenizer, directory)):
        return Prepared(texts, problem=problem)
    return Prepared(texts)


def check_report(
    tokenizer: Tokenizer, format_name: str, entry: dict[str, Any], options: ExportOptions
) -> Checked:
    """Vocabulary size, ids of special tokens, and what else a library tells of the file.

    For tekken.json the ids in `entry` are turned into ours where the file has others.
    """
    new_ids: dict[int, int] = {}
    if format_name == "tekken":
        new_ids = _renumbered(tokenizer, entry)
    problem = _wrong_size(tokenizer, format_name, entry, len(new_ids))
    problem = problem or _wrong_special_ids(tokenizer, entry)
    if "fields" in entry:
        problem = problem or _wrong_fields(tokenizer, entry["fields"], options)
    if "token_bytes" in entry:
        problem = problem or _wrong_lengths(tokenizer, entry["token_bytes"])
    if "chat_template" not in entry or problem:
        return Checked(problem)
    return _checked_template(tokenizer, entry, options)


def _prepared_for_llama_cpp(
    tokenizer: Tokenizer, texts: Sequence[str], options: ExportOptions
) -> Prepared:
    from engine.formats.patterns.llama_cpp import LONG_S, compared_with, pre_tokenizers
    from engine.formats.writing.gguf import pre_tokenizer_name

    name = pre_tokenizer_name(tokenizer, options)
    pre = pre_tokenizers().get(name)
    if pre is None:
        return Prepared(texts, problem=say("check_unknown_pre_tokenizer", name=repr(name)))
    facts = {"expressions": pre.expressions, "ignore_merges": pre.ignore_merges}
    if not compared_with(tokenizer.pattern, name).has_other_long_s:
        return Prepared(texts, facts)
    remark = say("check_long_s", letter=LONG_S)
    return Prepared([text for text in texts if LONG_S not in text], facts, (remark,))


def _foreign_pickle(tokenizer: Tokenizer, directory: Path) -> str | None:
    """A sentence where the pickle is not what this export writes; such a one is never loaded."""
    from engine.formats.reading.nanochat import FILE_NAME
    from engine.formats.writing.nanochat import pickled_encoding

    path = directory / FILE_NAME
    try:
        content = path.read_bytes()
    except OSError as error:
        return say("check_unreadable", path=path, reason=error.strerror)
    if content != pickled_encoding(tokenizer):
        return say("check_foreign_pickle", path=path)
    return None


def _renumbered(tokenizer: Tokenizer, entry: dict[str, Any]) -> dict[int, int]:
    """Our id of each id in tekken.json; the ids in `entry` become ours."""
    from engine.formats.writing.tekken import tekken_ids

    ours = {new: old for old, new in enumerate(tekken_ids(tokenizer)) if new is not None}
    for name in ("ids", "pieces"):
        if name in entry:
            entry[name] = [[ours.get(i, -1) for i in ids] for ids in entry[name]]
    entry["special_ids"] = {name: ours.get(i, -1) for name, i in entry["special_ids"].items()}
    return ours


def _wrong_size(
    tokenizer: Tokenizer, format_name: str, entry: dict[str, Any], n_new_ids: int
) -> str | None:
    expected = tokenizer.vocab_size
    if format_name in {"tiktoken", "nanochat", "minbpe"}:  # there it is the highest id and one
        expected = max(i for i, token in enumerate(tokenizer.vocabulary) if token) + 1
    if format_name == "tekken":
        expected = n_new_ids
    if entry["vocab_size"] == expected:
        return None
    return say("check_size", there=entry["vocab_size"], here=expected)


def _wrong_special_ids(tokenizer: Tokenizer, entry: dict[str, Any]) -> str | None:
    for special, token_id in tokenizer.special_tokens.items():
        if entry["special_ids"].get(special) != token_id:
            return say(
                "check_special_id",
                token=special,
                there=entry["special_ids"].get(special),
                here=token_id,
            )
    return None


def _wrong_fields(
    tokenizer: Tokenizer, fields: dict[str, Any], options: ExportOptions
) -> str | None:
    """A sentence on the first value of a GGUF file that is read as another than was written."""
    from engine.formats.writing.gguf import gguf_fields, pre_tokenizer_name
    from engine.formats.writing.template import chat_template_text

    pre = pre_tokenizer_name(tokenizer, options)
    template = chat_template_text(options.chat_template, tokenizer)
    written = gguf_fields(tokenizer, fields.get("general.name", ""), pre, options, template)
    for key, value in written.items():
        found = fields.get(key)
        if found != value:
            return say("check_field", key=key, there=str(found)[:_SHOWN], here=str(value)[:_SHOWN])
    return None


def _wrong_lengths(tokenizer: Tokenizer, lengths: list[int]) -> str | None:
    special = set(tokenizer.special_tokens.values())
    for token_id, length in enumerate(lengths):
        expected = 0 if token_id in special else len(tokenizer.vocabulary[token_id])
        if length != expected:
            return say("check_token_bytes", id=token_id, there=length, here=expected)
    return None


def _checked_template(
    tokenizer: Tokenizer, entry: dict[str, Any], options: ExportOptions
) -> Checked:
    from engine.formats.writing.template import chat_template_text

    expected = chat_template_text(options.chat_template, tokenizer)
    found = entry["chat_template"]
    if (found or None) != (expected or None):
        return Checked(say("check_other_template", there=repr(str(found)[:_SHOWN])))
    if error := entry.get("chat_error"):
        return Checked(say("check_template_fails", reason=_fault(error)))
    if refusal := entry.get("chat_refused"):
        return Checked(remarks=(say("check_template_refuses", reason=_fault(refusal)),))
    return Checked()


def _fault(words: str) -> str:
    """An error of a library as the end of a sentence."""
    return " ".join(words.split()).rstrip(".")
