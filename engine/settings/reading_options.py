"""ReadingOptions: how the files of one source become documents."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Literal, get_args

from engine.errors import ConfigError
from engine.settings.sentences import say

EncodingErrors = Literal["replace", "skip", "stop"]
ENCODING_ERRORS: tuple[EncodingErrors, ...] = get_args(EncodingErrors)

MAX_SEED = MAX_CAP = (1 << 63) - 1

_WORD = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class DocumentSample:
    """A part of a source's documents, pseudo-random and the same every time.

    Document i is kept if a hash of (seed, i) lies below `share`: a greater share of the same
    seed keeps all of the smaller one. share: greater than 0, up to 1. Raises ConfigError.
    """

    share: float
    seed: int = 0

    def __post_init__(self) -> None:
        if not isinstance(self.share, (int, float)) or not 0.0 < self.share <= 1.0:
            raise ConfigError(say("sample_share", share=repr(self.share)), setting="sample")
        is_number = isinstance(self.seed, int) and not isinstance(self.seed, bool)
        if not is_number or not 0 <= self.seed <= MAX_SEED:
            raise ConfigError(
                say("sample_seed", greatest=MAX_SEED, seed=repr(self.seed)), setting="sample"
            )

    def part(self, share: float) -> DocumentSample:
        """A sample of this sample: this share of its documents."""
        return replace(self, share=self.share * share)

    def keeps(self, number: int) -> bool:
        """Whether document `number` of a source, counted from 0, belongs to the sample."""
        return _hash(self.seed, number) < self.share * (1 << 64)


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """Options of one source; a corpus fills in those at the default.

    document_separator: where documents end in a text file; None or empty: a file is one document.
    max_document_chars: documents are cut after this number of code points.
    max_chars: the source ends after this number of code points, inside a document if need be.
    text_field: the field of JSON lines, the column of CSV, TSV and parquet; dots lead into
        objects: "message.content".
    encoding_errors: invalid UTF-8 becomes U+FFFD ("replace"), drops its whole document ("skip") or
        ends the reading with a CorpusError ("stop"); all of it is reported.
    sample: which documents are kept, before all caps.
    cut_at: documents end at these strings, in files of every format and before all caps; the
        strings themselves are left out. A training with special_text "cut" sets them.
    Raises ConfigError for invalid values.
    """

    document_separator: str | None = None
    max_document_chars: int | None = None
    max_chars: int | None = None
    text_field: str = "text"
    encoding_errors: EncodingErrors = "replace"
    sample: DocumentSample | None = None
    cut_at: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        checked_cap("max_document_chars", self.max_document_chars)
        checked_cap("max_chars", self.max_chars)
        _check_text("document_separator", self.document_separator or "")
        _check_text("text_field", self.text_field)
        if not self.text_field:
            raise ConfigError(say("text_field_empty"), setting="text_field")
        if self.encoding_errors not in ENCODING_ERRORS:
            raise ConfigError(
                say(
                    "unknown_encoding_errors",
                    known=", ".join(ENCODING_ERRORS),
                    value=repr(self.encoding_errors),
                ),
                setting="encoding_errors",
            )

    def filled(self, general: ReadingOptions) -> ReadingOptions:
        """These options, with `general` for those at the default; max_chars stays."""
        given: dict[str, Any] = {
            option.name: getattr(general, option.name)
            for option in fields(self)
            if option.name != "max_chars" and getattr(self, option.name) == option.default
        }
        return replace(self, **given)

    def sampled(self, share: float, seed: int) -> ReadingOptions:
        """These options with a part of the documents that they keep.

        An existing sample keeps its seed, so that the part is inside it.
        """
        own = self.sample
        part = DocumentSample(share, seed) if own is None else own.part(share)
        return replace(self, sample=part)

    def flat(self) -> dict[str, str | int | float | None]:
        """The options by name, as in JSON and in a row of a table."""
        own, sample = (
            {option.name: getattr(self, option.name) for option in fields(self)},
            self.sample,
        )
        del own["sample"], own["cut_at"]  # the latter follows from a training's settings
        return own | {
            "sample_share": None if sample is None else sample.share,
            "sample_seed": None if sample is None else sample.seed,
        }


def checked_cap(setting: str, value: int | None) -> int | None:
    """A cap in code points as it is. Raises ConfigError for an invalid one."""
    is_number = isinstance(value, int) and not isinstance(value, bool)
    if value is not None and (not is_number or value < 1):
        raise ConfigError(
            say("cap_no_whole_number", setting=setting, value=repr(value)), setting=setting
        )
    if value is not None and value > MAX_CAP:
        raise ConfigError(
            say("cap_too_large", setting=setting, value=value, greatest=MAX_CAP), setting=setting
        )
    return value


def _check_text(setting: str, value: object) -> None:
    try:
        if isinstance(value, str):
            value.encode()
            return
    except UnicodeEncodeError:
        pass
    raise ConfigError(say("reading_no_text", setting=setting, value=repr(value)), setting=setting)


def _hash(seed: int, number: int) -> int:
    """64 evenly spread bits: SplitMix64 (Steele, Lea and Flood 2014) of both numbers."""
    return _mixed(_mixed(seed & _WORD) ^ (number & _WORD))


def _mixed(word: int) -> int:
    word = (word + 0x9E3779B97F4A7C15) & _WORD
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _WORD
    return word ^ (word >> 31)
