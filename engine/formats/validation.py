"""Validation: a report on a tokenizer's files before they are used.

Loading raises the first error of a file. An ImportReport has all of them: the files with their
SHA-256, their content, what is wrong or odd in them, how other programs will read them, and the
tokenizer if it can be used.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from engine.argument_types import checked_path
from engine.encoding import Tokenizer
from engine.errors import (
    EngineError,
    InexactTokenizerError,
    LibraryError,
    TokenizerFileError,
    reason_of,
)
from engine.formats.findings import SEVERITIES, Finding, Severity, gathered
from engine.formats.reading.contents import Contents, RankContents
from engine.formats.reading.loading import importer_of, library_tokenizer, read_contents
from engine.formats.reading.nanochat import TOKEN_BYTES, token_byte_lengths
from engine.formats.reading.published import fetch_published, kept_file, read_published
from engine.formats.reading.tokenizer_json import JsonContents
from engine.formats.validation_checks import (
    COMPANIONS,
    added_token_findings,
    companion_findings,
    vocabulary_findings,
)
from engine.formats.validation_code import code_findings
from engine.library import LibraryTokenizer
from engine.machine import paused_collection
from engine.sentences import Sentence, say
from engine.splitting import PatternProbe, probe_pattern

__all__ = ["Finding", "ImportReport", "validate_published", "validate_tokenizer"]
_MOST_FILES = 40
_FORMAT_FILES = {
    "merges and ids": ("vocab.bpe", "encoder.json", "merges.txt", "vocab.json"),
    "tokenizer.json": ("tokenizer.json",),
    "tekken.json": ("tekken.json",),
    "nanochat": ("tokenizer.pkl", TOKEN_BYTES),
    "rank file": ("*.tiktoken", "*.tiktoken.json"),
    "SentencePiece": ("*.model", "*.spm"),
    "Tokenizer Workbench": ("tokenizer.twb",),
}


@dataclass(frozen=True)
class ImportReport:
    """What was found in a file or directory.

    path: the file or directory. facts: values by name in reading order: numbers, strings, lists of
    strings, or mappings of such. findings: errors first. tokenizer: what the files hold, None
    where they cannot be used.
    """

    path: Path
    facts: Mapping[str, Any]
    findings: tuple[Finding, ...]
    tokenizer: Tokenizer | None = field(default=None, repr=False)

    @property
    def is_usable(self) -> bool:
        """Whether there is a tokenizer and no error."""
        return self.tokenizer is not None and not self.of("error")

    def of(self, severity: Severity) -> tuple[Finding, ...]:
        """The findings of one severity."""
        return tuple(each for each in self.findings if each.severity == severity)

    @property
    def verdict(self) -> str:
        """One sentence: whether these files can be used, and how much there is to read."""
        counted = [_counted(len(self.of(each)), each) for each in SEVERITIES if self.of(each)]
        words = ", ".join(counted) or "nothing found that speaks against it"
        return f"{'Usable' if self.is_usable else 'Not usable'}: {words}."

    def document(self) -> dict[str, Any]:
        """The report as JSON holds it, without the tokenizer."""
        return {
            "path": str(self.path),
            "usable": self.is_usable,
            "verdict": self.verdict,
            "facts": dict(self.facts),
            "findings": [asdict(each) for each in self.findings],
        }


def ordered(findings: list[Finding]) -> tuple[Finding, ...]:
    """Errors first, then warnings, then notes; otherwise as they were found, none twice."""
    return tuple(sorted(dict.fromkeys(findings), key=lambda each: SEVERITIES.index(each.severity)))


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'s' if number != 1 else ''}"


@dataclass(slots=True)
class _Work:
    """A report in the making."""

    path: Path
    kind: str
    contents: Contents | None = None
    facts: dict[str, Any] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    @property
    def folder(self) -> Path:
        return self.path if self.path.is_dir() else self.path.parent

    def add(self, severity: Severity, code: str, sentence: str, where: str = "") -> None:
        self.findings.append(Finding(severity, code, sentence, where))


def validate_tokenizer(path: Path | str, pattern: str | None = None) -> ImportReport:
    """The report on a file or a directory; the content of the files never makes it raise.

    pattern: the split pattern where the files do not hold one, as for `load_tokenizer`.
    """
    place = checked_path(path, "The path of a tokenizer")
    return _report(place, pattern, lambda: read_contents(place, pattern))


def validate_published(name: str) -> ImportReport:
    """The report on a published tokenizer, which is fetched unless it is kept.

    Raises PublishedTokenizerError where it cannot be had.
    """
    place = kept_file(name) or fetch_published(name)
    report = _report(place, None, lambda: read_published(place, name))
    return replace(report, facts={"published as": name, **report.facts})


def _report(place: Path, pattern: str | None, read: Callable[[], Contents]) -> ImportReport:
    if not place.exists():
        missing = Finding("error", "missing", say("nothing_there", place=place))
        return ImportReport(place, {"path": str(place)}, (missing,))
    try:
        importer = importer_of(place)
    except TokenizerFileError as error:
        finding = Finding("error", "refused", str(error))
        return ImportReport(place, {"path": str(place)}, (finding,))
    work = _Work(place, importer.name if importer else "")
    work.facts |= {"path": str(place), "kind": work.kind or "unknown"}
    work.facts["files"] = _files(work)
    with paused_collection():
        tokenizer = _loaded(work, pattern, read)
        if isinstance(tokenizer, LibraryTokenizer):
            _describe_library(work, tokenizer)
        elif tokenizer is not None:
            _describe(work, tokenizer)
        _look_beside(work, tokenizer)
    work.findings += code_findings(place, getattr(tokenizer, "chat_template", None))
    if tokenizer is not None and pattern is None:
        _note_assumed_pattern(work)
    return ImportReport(place, work.facts, ordered(work.findings), tokenizer)  # type: ignore[arg-type]


def _loaded(
    work: _Work, pattern: str | None, read: Callable[[], Contents]
) -> Tokenizer | LibraryTokenizer | None:
    """The tokenizer, None for none; everything that is wrong with the files becomes a finding.

    What its own library takes all the same is a warning.
    """
    tokenizer: Tokenizer | LibraryTokenizer | None = None
    contents = None
    try:
        contents = read()
        tokenizer = contents.tokenizer()
    except InexactTokenizerError as inexact:
        try:
            tokenizer = library_tokenizer(inexact)
        except LibraryError as error:
            work.add("error", "refused", _shortened(work, str(error)))
    except EngineError as error:
        if contents is None:
            work.add("error", "refused", _shortened(work, str(error)))
    except (MemoryError, RecursionError) as error:
        work.add("error", "refused", say("reading_out_of_memory", name=type(error).__name__))
    if contents is None:
        return tokenizer
    work.contents = contents
    work.facts |= contents.facts
    found = contents.found.listed(lacks_pattern=pattern is None)
    for each in found[1:] if isinstance(tokenizer, LibraryTokenizer) else found:
        is_taken = tokenizer is not None and each.severity == "error"
        severity = "warning" if is_taken else each.severity
        if not (is_taken and each.code == "refused"):
            work.add(severity, each.code, _shortened(work, each.sentence), each.where)
    if isinstance(tokenizer, Tokenizer):
        work.findings += [Finding("note", "reader-remark", each) for each in contents.remarks]
    return tokenizer


def _shortened(work: _Work, sentence: str) -> str:
    if isinstance(sentence, Sentence):
        data = {
            name: _shortened(work, value) if isinstance(value, str) else value
            for name, value in sentence.data.items()
        }
        return Sentence(sentence.code, sentence.form, data)
    return sentence.replace(str(work.path), work.path.name or str(work.path))


# ---- files --------------------------------------------------------------------------------------


def _files(work: _Work) -> dict[str, str]:
    """Size and SHA-256 of every file that belongs to the tokenizer, by name."""
    found: dict[str, str] = {}
    for file in _belonging(work)[:_MOST_FILES]:
        try:
            found[file.name] = f"{file.stat().st_size:,} bytes, sha256 {_sha256(file)}"
        except OSError as error:
            found[file.name] = f"cannot be read: {reason_of(error)}"
    return found


def _belonging(work: _Work) -> list[Path]:
    folder = work.folder
    names = (*_FORMAT_FILES.get(work.kind, ()), *COMPANIONS)
    files = {file for name in names for file in folder.glob(name) if file.is_file()}
    if work.path.is_file():
        if work.kind not in ("merges and ids", "nanochat", "tokenizer.json"):
            files = {f for f in files if f.name in COMPANIONS or f.name.startswith(work.path.name)}
        files.add(work.path)
    elif not work.kind:
        files |= {file for file in folder.iterdir() if file.is_file()}
    return sorted(files)


def _sha256(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


# ---- what was read ------------------------------------------------------------------------------


def _describe(work: _Work, tokenizer: Tokenizer) -> None:
    probe = probe_pattern(tokenizer.pattern)
    _note_pattern(work, tokenizer, probe)
    is_safe = not probe.slow_on and not probe.error
    work.findings += vocabulary_findings(tokenizer, work.facts, is_pattern_tried=is_safe)
    work.facts["special token ids"] = _named(tokenizer.special_tokens)
    work.facts["roles"] = [f"{role} {token}" for role, token in tokenizer.roles.items()]
    if tokenizer.chat_template is not None:
        work.facts["chat template"] = f"{len(tokenizer.chat_template):,} characters"
    if is_safe:
        _note_llama_cpp(work, tokenizer)


def _note_pattern(work: _Work, tokenizer: Tokenizer, probe: PatternProbe) -> None:
    work.facts["split pattern"] = tokenizer.pattern_name or tokenizer.pattern
    kind = "an automaton" if probe.kind == "automaton" else "the regex module"
    work.facts["text is cut by"] = kind
    if probe.error:
        work.add("error", "pattern-unusable", probe.error)
    elif probe.slow_on == "compiling":
        work.add("error", "pattern-slow", say("pattern_unfinished"))
    elif probe.slow_on:
        work.add("warning", "pattern-slow", say("pattern_explodes", runs=probe.slow_on))
    elif probe.kind == "regex":
        sentence = say("pattern_cut_slowly", reason=probe.fallback_reason)
        work.add("note", "pattern-regex", sentence)


def _note_llama_cpp(work: _Work, tokenizer: Tokenizer) -> None:
    from engine.formats.llama_cpp import find_pre_tokenizer

    match = find_pre_tokenizer(tokenizer.pattern)
    if match.pre is not None:
        work.facts["in llama.cpp"] = f"pre-tokenizer {match.pre.name}"
    else:
        work.facts["in llama.cpp"] = "unknown"
        work.add("note", "llama-cpp-unknown", match.sentence())


def _describe_library(work: _Work, tokenizer: LibraryTokenizer) -> None:
    work.facts["runs through"] = tokenizer.library
    work.facts["vocabulary"] = tokenizer.vocab_size
    work.facts["special tokens"] = len(tokenizer.special_tokens)
    work.facts["special token ids"] = _named(tokenizer.special_tokens)
    work.add("warning", "runs-through-library", tokenizer.sentence)
    for remark in tokenizer.remarks:
        work.add("note", "library-remark", remark)


def _named(special_tokens: dict[str, int]) -> list[str]:
    by_id = sorted(special_tokens.items(), key=lambda item: item[1])
    shown = [f"{token_id} {name}" for name, token_id in by_id[:24]]
    return shown if len(by_id) <= len(shown) else [*shown, f"and {len(by_id) - len(shown):,} more"]


# ---- what lies beside ---------------------------------------------------------------------------


def _look_beside(work: _Work, tokenizer: Tokenizer | LibraryTokenizer | None) -> None:
    if work.kind in ("tokenizer.json", "merges and ids"):
        if isinstance(work.contents, JsonContents):
            work.findings += added_token_findings(work.contents.document)
        if tokenizer is not None:
            ids = {t.decode("utf-8", "replace"): i for i, t in enumerate(tokenizer.vocabulary)}
            ids |= tokenizer.special_tokens
            work.findings += companion_findings(work.folder, ids, tokenizer.vocab_size)
    if work.kind == "nanochat" and isinstance(tokenizer, Tokenizer):
        work.findings += _token_bytes(work.folder, tokenizer, work.facts)
        work.findings += _ranks_beside(work.folder, tokenizer)


def _note_assumed_pattern(work: _Work) -> None:
    """merges.txt with vocab.json is what many libraries write, and not all split as GPT-2."""
    beside = ("tokenizer_config.json", "merges.txt.json")
    if work.kind != "merges and ids" or not (work.folder / "merges.txt").is_file():
        return
    if not any((work.folder / name).is_file() for name in beside):
        work.add("warning", "pattern-assumed", say("pattern_assumed"))


def _token_bytes(folder: Path, tokenizer: Tokenizer, facts: dict[str, Any]) -> list[Finding]:
    """token_bytes.pt against the lengths of the tokens; nanochat measures bits per byte with it."""
    file = folder / TOKEN_BYTES
    if not file.is_file():
        sentence = say("token_bytes_missing", file=TOKEN_BYTES)
        return [Finding("note", "token-bytes-missing", sentence)]
    try:
        lengths = token_byte_lengths(file)
    except TokenizerFileError as error:
        return [Finding("warning", "token-bytes-damaged", str(error), file.name)]
    special = set(tokenizer.special_tokens.values())
    expected = [0 if i in special else len(t) for i, t in enumerate(tokenizer.vocabulary)]
    if len(expected) != len(lengths):
        sentence = say("token_bytes_count", n_lengths=len(lengths), n_ids=len(expected))
        return [Finding("warning", "token-bytes-differ", sentence, file.name)]
    differing = [i for i, n in enumerate(lengths.tolist()) if n != expected[i]]
    if not differing:
        facts[TOKEN_BYTES] = "the lengths of all tokens"
    return gathered(
        differing, "warning", "token-bytes-differ", "token_bytes_differ",
        lambda i: (f"id {i:,} ({lengths[i]} for {expected[i]})", file.name),
    )  # fmt: skip


def _ranks_beside(folder: Path, tokenizer: Tokenizer) -> list[Finding]:
    """Rank files beside a pickle against the ranks in it, which are its ids."""
    special = set(tokenizer.special_tokens.values())
    ours = {token: i for i, token in enumerate(tokenizer.vocabulary) if token and i not in special}
    found = []
    for file in sorted(folder.glob("*.tiktoken")):
        contents = read_contents(file, tokenizer.pattern)
        if not isinstance(contents, RankContents) or contents.ranks != ours:
            sentence = say("ranks_differ")
            found.append(Finding("warning", "ranks-differ", sentence, file.name))
    return found
