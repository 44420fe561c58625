"""What a verification of an export finds: a verdict, its difference, and what probably causes it.

An ExportVerdict is for a person, a store and a bug report. Checks come before a library is asked,
and of what it found. The cause of a difference is told from the two cuts of the text, in this
order: other bytes (a normalizer, dropped text, a special token read in it), tokens across our
pre-token boundaries (the pattern), a pre-token given out whole (the whole-token rule), other merges
inside a pre-token, other numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from engine.errors import reason_of
from engine.formats.writing.export_formats import ExportOptions, chat_template_text
from engine.sentences import say
from engine.text import form_name

if TYPE_CHECKING:
    from engine.encoding import Tokenizer

Status = Literal["equal", "different", "not installed", "failed"]
STATUSES: tuple[Status, ...] = get_args(Status)

_SHOWN_TOKENS = 12
_SHOWN_CHARACTERS = 80
_KEPT_TOKENS = 200
_KEPT_CHARACTERS = 2_000
_VALUE = 60
_PIECE = 40


@dataclass(frozen=True, slots=True)
class ExportDifference:
    """The first text on which the library and we disagree.

    ours, theirs: ids of the text, of a long one only those around the first difference;
    ours_cut, theirs_cut: the bytes of each of these tokens (b"?" for an id that the vocabulary
    does not hold); first: the number of the first of them in the whole text; cause: a sentence on
    what probably makes the difference.
    """

    library: str
    text: str
    ours: tuple[int, ...]
    theirs: tuple[int, ...]
    ours_cut: tuple[bytes, ...]
    theirs_cut: tuple[bytes, ...]
    cause: str = ""
    first: int = 0

    @property
    def place(self) -> int:
        """Where in `ours` and `theirs` the first difference is."""
        pairs = zip(self.ours, self.theirs, strict=False)
        shorter = min(len(self.ours), len(self.theirs))
        return next((i for i, (a, b) in enumerate(pairs) if a != b), shorter)

    def __str__(self) -> str:
        shown = slice(max(0, self.place - 2), self.place + _SHOWN_TOKENS)
        difference = say(
            "difference_in",
            text=repr(self.text[:_SHOWN_CHARACTERS]),
            token=self.first + self.place + 1,
            ours=_cut(self.ours[shown], self.ours_cut[shown]),
            library=self.library,
            theirs=_cut(self.theirs[shown], self.theirs_cut[shown]),
        )
        if not self.cause:
            return difference
        return say("difference_with_cause", difference=difference, cause=self.cause)

    def clipped(self) -> ExportDifference:
        """The same without what is far from the difference, short enough to store and show."""
        start = max(0, self.place - _KEPT_TOKENS // 2)
        kept = slice(start, start + _KEPT_TOKENS)
        return ExportDifference(
            self.library,
            self.text[:_KEPT_CHARACTERS],
            self.ours[kept],
            self.theirs[kept],
            self.ours_cut[kept],
            self.theirs_cut[kept],
            self.cause,
            self.first + start,
        )

    def document(self) -> dict[str, Any]:
        """As JSON has it; the bytes of tokens in hex."""
        fields = asdict(self)
        for name in ("ours_cut", "theirs_cut"):
            fields[name] = [token.hex() for token in fields[name]]
        return fields | {"ours": list(self.ours), "theirs": list(self.theirs)}

    @classmethod
    def of_document(cls, document: Mapping[str, Any]) -> ExportDifference:
        """Read what `document` wrote."""
        cuts = {
            name: tuple(bytes.fromhex(token) for token in document[name])
            for name in ("ours_cut", "theirs_cut")
        }
        return cls(
            library=document["library"],
            text=document["text"],
            ours=tuple(document["ours"]),
            theirs=tuple(document["theirs"]),
            cause=document.get("cause", ""),
            first=document.get("first", 0),
            **cuts,
        )


@dataclass(frozen=True, slots=True)
class ExportVerdict:
    """What a verification found; `str` gives the sentences to show.

    libraries: names with versions that were asked, such as "tiktoken 0.14.0".
    missing: libraries that are not installed. n_texts: texts compared. reason: why it failed.
    remarks: what is good to know although the ids are equal.
    """

    format: str
    status: Status
    libraries: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    n_texts: int = 0
    difference: ExportDifference | None = None
    reason: str | None = None
    remarks: tuple[str, ...] = ()

    @property
    def is_equal(self) -> bool:
        return self.status == "equal"

    def __str__(self) -> str:
        asked = " and ".join(self.libraries)
        missing = f" Not installed, not asked: {', '.join(self.missing)}." if self.missing else ""
        match self.status:
            case "equal":
                found = f"Identical ids on {self.n_texts:,} texts in {asked}.{missing}"
            case "different":
                found = f"Other ids than in {asked}: {self.difference}.{missing}"
            case "not installed":
                found = f"Not verified: {' and '.join(self.missing)} not installed."
            case _:
                found = f"The export cannot be verified: {self.reason}.{missing}"
        return " ".join([found, *self.remarks])

    def document(self) -> dict[str, Any]:
        """As JSON has it, for a store or `--json`; `of_document` reads it."""
        return {
            "format": self.format,
            "status": self.status,
            "libraries": list(self.libraries),
            "not_installed": list(self.missing),
            "texts": self.n_texts,
            "reason": self.reason,
            "difference": None if self.difference is None else self.difference.document(),
            "remarks": list(self.remarks),
            "sentence": str(self),
        }

    @classmethod
    def of_document(cls, document: Mapping[str, Any]) -> ExportVerdict:
        """Read what `document` wrote. Raises KeyError or ValueError for something else."""
        if document["status"] not in STATUSES:
            raise ValueError(f"unknown status {document['status']!r}")
        difference = document.get("difference")
        return cls(
            format=document["format"],
            status=document["status"],
            libraries=tuple(document.get("libraries", ())),
            missing=tuple(document.get("not_installed", ())),
            n_texts=document.get("texts", 0),
            difference=None if difference is None else ExportDifference.of_document(difference),
            reason=document.get("reason"),
            remarks=tuple(document.get("remarks", ())),
        )

    def report(self) -> str:
        """Everything for a bug report: versions, the text, both cuts with their ids, the cause."""
        lines = [
            f"format: {self.format}",
            f"status: {self.status}",
            f"libraries: {', '.join(self.libraries) or 'none'}",
            f"not installed: {', '.join(self.missing) or 'none'}",
            f"texts compared: {self.n_texts}",
        ]
        if self.reason:
            lines.append(f"reason: {self.reason}")
        if (found := self.difference) is not None:
            lines += [
                f"text: {found.text!a}",
                f"first different token: {found.first + found.place + 1}",
                f"Tokenizer Workbench: {_cut(found.ours, found.ours_cut)}",
                f"{found.library}: {_cut(found.theirs, found.theirs_cut)}",
                f"probable cause: {found.cause or 'unknown'}",
            ]
        return "\n".join(lines) + "\n"


def _cut(ids: tuple[int, ...], tokens: tuple[bytes, ...]) -> str:
    return " ".join(f"{i}={token!r}" for i, token in zip(ids, tokens, strict=True))


@dataclass(frozen=True, slots=True)
class Prepared:
    """What to ask a library: texts, further fields of the request, remarks, or a problem."""

    texts: Sequence[str]
    facts: dict[str, Any] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Checked:
    """problem: what is wrong, without its full stop, None if all is well; remarks: sentences."""

    problem: str | None = None
    remarks: tuple[str, ...] = ()


def checked_before(
    tokenizer: Tokenizer,
    format_name: str,
    directory: Path,
    texts: Sequence[str],
    options: ExportOptions,
) -> Prepared:
    """The request to a library, or the problem that forbids one, such as a foreign pickle."""
    if format_name == "gguf":
        return _prepared_for_llama_cpp(tokenizer, texts, options)
    if format_name == "nanochat" and (problem := _foreign_pickle(tokenizer, directory)):
        return Prepared(texts, problem=problem)
    return Prepared(texts)


def check_report(
    tokenizer: Tokenizer, format_name: str, entry: dict[str, Any], options: ExportOptions
) -> Checked:
    """Check the vocabulary size, the ids of special tokens and what else a library reports.

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
    from engine.formats.llama_cpp import LONG_S, compared_with, pre_tokenizers
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
    """A sentence if the pickle is not what this export writes; then it is never loaded."""
    from engine.formats.reading.nanochat import FILE_NAME
    from engine.formats.writing.nanochat import pickled_encoding

    path = directory / FILE_NAME
    try:
        content = path.read_bytes()
    except OSError as error:
        return say("check_unreadable", path=path, reason=reason_of(error))
    if content != pickled_encoding(tokenizer):
        return say("check_foreign_pickle", path=path)
    return None


def _renumbered(tokenizer: Tokenizer, entry: dict[str, Any]) -> dict[int, int]:
    """Our id of each id in tekken.json; the ids in `entry` become ours."""
    from engine.formats.writing.tiktoken import tekken_ids

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

    pre = pre_tokenizer_name(tokenizer, options)
    template = chat_template_text(options.chat_template, tokenizer)
    written = gguf_fields(tokenizer, fields.get("general.name", ""), pre, options, template)
    for key, value in written.items():
        found = fields.get(key)
        if found != value:
            return say(
                "check_field",
                key=key,
                there=str(found)[:_VALUE],
                here=str(value)[:_VALUE],
            )
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
    expected = chat_template_text(options.chat_template, tokenizer)
    found = entry["chat_template"]
    if (found or None) != (expected or None):
        return Checked(say("check_other_template", there=repr(str(found)[:_VALUE])))
    if error := entry.get("chat_error"):
        return Checked(say("check_template_fails", reason=_fault(error)))
    if refusal := entry.get("chat_refused"):
        return Checked(remarks=(say("check_template_refuses", reason=_fault(refusal)),))
    return Checked()


def _fault(words: str) -> str:
    """The error of a library as the end of a sentence."""
    return " ".join(words.split()).rstrip(".")


def probable_cause(
    tokenizer: Tokenizer,
    text: str,
    ours: tuple[Sequence[int], Sequence[bytes]],
    theirs: tuple[Sequence[int], Sequence[bytes]],
) -> str:
    """A sentence without its full stop. ours, theirs: ids and bytes of the tokens of the text."""
    our_bytes, their_bytes = b"".join(ours[1]), b"".join(theirs[1])
    if special := _only_there(tokenizer, ours[0], theirs[0]):
        return say("cause_special_there", token=repr(special))
    if special := _only_there(tokenizer, theirs[0], ours[0]):
        return say("cause_special_here", token=repr(special))
    if our_bytes != their_bytes:
        return _cause_of_other_bytes(tokenizer, text, our_bytes, their_bytes)
    if list(ours[1]) == list(theirs[1]):
        return say("cause_other_ids")
    their_ends = set(accumulate(map(len, theirs[1])))
    our_ends = set(accumulate(map(len, ours[1])))
    borders = _borders(tokenizer, text)
    if special := _special_inside(tokenizer, text):
        return say("cause_special_inside", token=repr(special))
    if missing := sorted(borders & our_ends - their_ends):
        return say("cause_pattern", byte=missing[0])
    return _cause_inside(borders, theirs[1], ours[1])


def _cause_inside(borders: set[int], theirs: Sequence[bytes], ours: Sequence[bytes]) -> str:
    """Every boundary of ours is one there: finer cuts, a whole pre-token, or other merges."""
    end = 0
    our_ends = set(accumulate(map(len, ours)))
    for token in theirs:
        start, end = end, end + len(token)
        is_one_pretoken = start in borders | {0} and end in borders
        if is_one_pretoken and any(start < inner < end for inner in our_ends):
            return say("cause_whole_token", token=repr(token))
    finer = set(accumulate(map(len, theirs))) - our_ends
    if finer and not our_ends - set(accumulate(map(len, theirs))):
        return say("cause_finer")
    return say("cause_order")


def _cause_of_other_bytes(tokenizer: Tokenizer, text: str, ours: bytes, theirs: bytes) -> str:
    if tokenizer.normalization is not None:
        return say("cause_unicode_form", form=form_name(tokenizer.normalization))
    kept, dropped = _left_by_pattern(tokenizer, text.encode())
    if dropped and theirs == kept:
        return say("cause_dropped", dropped=_shown(dropped))
    if missing := _left_out(ours, theirs):
        at, piece = missing
        return say("cause_without_piece", piece=_shown(piece), byte=at)
    if theirs.startswith(b" ") and not text.startswith(" "):
        return say("cause_space")
    return say("cause_normalizer")


def _left_by_pattern(tokenizer: Tokenizer, data: bytes) -> tuple[bytes, bytes]:
    """The text that the split pattern matches, and what it leaves over."""
    spans, matched = tokenizer.splitter.spans_with_flags(data)
    pieces = [(data[a:b], m) for (a, b), m in zip(spans.tolist(), matched, strict=True)]
    return b"".join(p for p, m in pieces if m), b"".join(p for p, m in pieces if not m)


def _left_out(ours: bytes, theirs: bytes) -> tuple[int, bytes] | None:
    """Offset and bytes of the one stretch of `ours` without which it is `theirs`."""
    n_missing = len(ours) - len(theirs)
    pairs = zip(ours, theirs, strict=False)
    at = next((i for i, (a, b) in enumerate(pairs) if a != b), len(theirs))
    if n_missing <= 0 or ours[at + n_missing :] != theirs[at:]:
        return None
    return at, ours[at : at + n_missing]


def _shown(data: bytes) -> str:
    text = data.decode("utf-8", "backslashreplace")
    return repr(text if len(text) <= _PIECE else text[:_PIECE] + "…")


def _only_there(tokenizer: Tokenizer, ours: Sequence[int], theirs: Sequence[int]) -> str | None:
    """A special token among `theirs` that is not among `ours`."""
    names = {token_id: name for name, token_id in tokenizer.special_tokens.items()}
    return next((names[i] for i in theirs if i in names and i not in set(ours)), None)


def _special_inside(tokenizer: Tokenizer, text: str) -> str | None:
    return next((name for name in tokenizer.special_tokens if name in text), None)


def _borders(tokenizer: Tokenizer, text: str) -> set[int]:
    """Byte offsets at which our split pattern cuts the text, its end among them."""
    return set(accumulate(len(piece.encode()) for piece in tokenizer.splitter.split(text)))
