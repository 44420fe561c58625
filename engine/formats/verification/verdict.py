"""ExportVerdict: what a verification of an export found, for a person, a store and a bug report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from engine.formats.sentences import say

Status = Literal["equal", "different", "not installed", "failed"]
STATUSES: tuple[Status, ...] = get_args(Status)

_SHOWN_TOKENS = 12
_SHOWN_CHARACTERS = 80
_KEPT_TOKENS = 200
_KEPT_CHARACTERS = 2_000


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
        """The same without what is far from the difference, so that it can be kept and shown."""
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
