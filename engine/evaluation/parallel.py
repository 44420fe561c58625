"""Parallel texts, files in which line n says the same in every language: found, and their costs.

`evaluation_texts` makes a corpus of the files of known collections. `parallel_set` finds the
parallel texts by their numbers of lines; `parallel_training_texts` is stricter, for training texts
that are not declared parallel. `fairness_of` computes FairnessFigures from the tokens of each line.
"""

from __future__ import annotations

import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import NamedTuple, Unpack

import numpy as np

from engine.compiled import Bools, Int32s, Int64s, UInt8s
from engine.corpus import (
    COMPRESSION_SUFFIXES,
    TEXT_SUFFIXES,
    ChosenLabels,
    Corpus,
    CorpusOptions,
    RemotePath,
    SourcePath,
    found_files,
    plain_suffix,
    source_path,
)
from engine.errors import ConfigError
from engine.evaluation.figures import FairnessFigures, LabelFairness
from engine.sentences import say, some_of
from engine.text import BLANK, RANGE, is_code, language_code

PathLike = str | os.PathLike[str]

_FLORES_SUFFIXES = frozenset({".dev", ".devtest"})
_NTREX = re.compile(r"newstest\d{4}-(?:src|ref)\.(.+)")
_VERSE_NAMES = "vref"
"""The file of a Bible corpus that names the verses."""

ENGLISH = "eng"
_LEAST_LINES = 2
_LEAST_UNDECLARED_LINES = 16
_LEAST_CORRELATION = 0.6
"""Of tokens per line: two files of 16 unrelated lines reach it once in 140 times."""
_MOST_NAMED = 6


@dataclass(frozen=True, slots=True)
class TextReport:
    """One text of an evaluation, for judging whether it is what its label says.

    lines: line breaks, and one more if the text does not end in one. blank_lines: lines of
    white space only; range_lines: `<range>`, which belongs to the line above it.
    declared_script: ISO 15924, as the label says or its language is usually written; None where
    it says nothing. detected_script: the script of most letters, None without letters.
    is_parallel: whether the text takes part in premium and Gini.
    """

    label: str
    lines: int
    bytes: int
    blank_lines: int
    range_lines: int
    declared_script: str | None
    detected_script: str | None
    is_parallel: bool

    @property
    def has_other_script(self) -> bool:
        """Whether the script that was found is not the declared one."""
        declared, detected = self.declared_script, self.detected_script
        return None not in (declared, detected) and declared != detected


class EvaluationTexts(NamedTuple):
    """A corpus to evaluate on. remarks: what of a folder was left out, in sentences."""

    corpus: Corpus
    remarks: tuple[str, ...]


def evaluation_texts(
    paths: Iterable[PathLike] | PathLike,
    *,
    labels: Mapping[PathLike, str] | None = None,
    **options: Unpack[CorpusOptions],
) -> EvaluationTexts:
    """A corpus from files, directories and patterns, labelled with language codes where possible.

    Knows the names of NTREX (`newstest2019-ref.deu.txt`), FLORES-200 (`dev/eng_Latn.dev`), eBible
    (`eng-engwebp.txt`) and plain codes of two or three letters (`de.txt`, `zho_Hans.txt`); other
    files are labelled as in Corpus.from_paths, by `labels` above all. A directory of NTREX or
    FLORES files is taken for these alone, and others there are reported. The other keywords are
    those of Corpus. Raises CorpusError.
    """
    given = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    chosen_labels = ChosenLabels(labels or {})
    files: list[SourcePath] = []
    chosen: dict[SourcePath, str] = {}
    remarks: list[str] = []
    for path_or_folder in given:
        path = source_path(path_or_folder)
        chosen_files, left_out = _of_folder(path) if _is_folder(path) else ([], [])
        chosen_files = chosen_files or found_files(path_or_folder)
        files += chosen_files
        remarks += _left_out(path, left_out)
        chosen |= {
            file: label for file in chosen_files if (label := chosen_labels.label(file, path))
        }
    automatic = _labels(files)
    known: dict[PathLike | RemotePath, str] = dict(automatic.items())
    known.update(chosen.items())
    return EvaluationTexts(Corpus.from_paths(files, labels=known, **options), tuple(remarks))


def code_of_file(path: PurePath | RemotePath | str) -> str | None:
    """The language code in a file's name, as it is written there; None if there is none.

    Example: `newstest2019-ref.aze-Latn.txt` -> "aze-Latn", `dev/arb_Arab.dev` -> "arb_Arab".
    """
    stem = _stem(PurePath(str(path)).name)
    match = _NTREX.fullmatch(stem)
    code = match.group(1) if match else stem
    return code if language_code(code) is not None else None


def _of_folder(folder: SourcePath) -> tuple[list[SourcePath], list[Path]]:
    """The files of a known layout in a folder, and the others; nothing if there are too few."""
    assert isinstance(folder, Path)
    every = sorted(
        file for file in folder.rglob("*") if file.is_file() and _is_visible(file, folder)
    )
    of_layout = [file for file in every if _has_layout(file)]
    if len(of_layout) >= 2:
        return list(of_layout), [file for file in every if file not in set(of_layout)]
    verses = [file for file in every if _stem(file.name) == _VERSE_NAMES]
    if verses and len(every) > len(verses):
        texts = [file for file in found_files(folder) if file not in verses]
        return texts, verses
    return [], []


def _is_folder(path: SourcePath) -> bool:
    try:
        return isinstance(path, Path) and path.is_dir()
    except OSError:  # a name too long; looking for files says so
        return False


def _is_visible(file: Path, folder: Path) -> bool:
    return not any(part.startswith(".") for part in file.relative_to(folder).parts)


def _has_layout(file: Path) -> bool:
    is_flores = plain_suffix(file) in _FLORES_SUFFIXES
    return (is_flores or bool(_NTREX.fullmatch(_stem(file.name)))) and (
        code_of_file(file) is not None
    )


def _left_out(folder: SourcePath, files: list[Path]) -> list[str]:
    if not files:
        return []
    names = some_of([file.name for file in files], 4)
    return [say("files_left_out", folder=folder, names=names)]


def _labels(files: Iterable[SourcePath]) -> dict[SourcePath, str]:
    """Labels by the codes in the names: one spelling, unless two files of a folder would share it.

    Two letters count only if several files have such names: `in.txt` may be no Indonesian.
    """
    codes = {file: code for file in files if (code := code_of_file(file)) is not None}
    n_short = sum(len(code) == 2 for code in codes.values())
    codes = {file: code for file, code in codes.items() if len(code) > 2 or n_short > 1}
    canonical = {
        file: language.label for file, code in codes.items() if (language := language_code(code))
    }
    shared = Counter((str(file.parent), label) for file, label in canonical.items())
    return {
        file: label if shared[str(file.parent), label] == 1 else codes[file]
        for file, label in canonical.items()
    }


def _stem(name: str) -> str:
    """A file's name without the endings of formats and compressions."""
    while PurePath(name).suffix.lower() in COMPRESSION_SUFFIXES | TEXT_SUFFIXES | _FLORES_SUFFIXES:
        name = PurePath(name).stem
    return name


@dataclass(frozen=True)
class TextLines:
    """The lines of one text.

    flags: uint8[n], see engine.text.words; tokens: int32[n]; pretokens: int32[n], None if the
    tokenizer is not known to have a split pattern.
    """

    flags: UInt8s
    tokens: Int32s
    pretokens: Int32s | None = None


@dataclass(frozen=True)
class ParallelSet:
    """The labels whose texts have equally many lines, in order; remarks say what is left out.

    n_lines: of each of them. others: the lines of the texts that are not parallel to them.
    """

    labels: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    n_lines: int = 0
    others: Mapping[str, int] = field(default_factory=dict)


def parallel_set(n_lines: Mapping[str, int]) -> ParallelSet:
    """The texts that are parallel, found by their numbers of lines; program text never is.

    More than half of the texts in languages must have equally many lines. Where they have not,
    there is no set, and a remark gives the counts.
    """
    texts = {label: n for label, n in n_lines.items() if not is_code(label)}
    by_count = defaultdict(list)
    for label, n in texts.items():
        if n >= _LEAST_LINES:
            by_count[n].append(label)
    known = [label for label in texts if language_code(label) is not None]
    languages = known or list(texts)
    most = max(by_count, key=lambda n: (len(by_count[n]), n), default=0)
    chosen = by_count[most] if most else []
    if len(chosen) < 2 or 2 * sum(label in languages for label in chosen) <= len(languages):
        return ParallelSet(remarks=_refusal({label: texts[label] for label in languages}))
    others = {label: n for label, n in texts.items() if label not in chosen}
    odd = {label: n for label, n in others.items() if label in languages}
    if not odd:
        return ParallelSet(tuple(chosen), n_lines=most, others=others)
    remark = say("not_parallel", most=most, counts=_counts(odd))
    return ParallelSet(tuple(chosen), (remark,), most, others)


def parallel_training_texts(texts: Mapping[str, TextLines]) -> ParallelSet:
    """Find the parallel texts of a training corpus that does not declare any.

    Stricter than `parallel_set`, because files may have the same number of lines by chance: only
    texts in languages, enough lines, and lines whose lengths follow those of the reference.
    """
    languages = {label: len(text.flags) for label, text in texts.items() if language_code(label)}
    found = parallel_set(languages)
    if found.n_lines < _LEAST_UNDECLARED_LINES:
        return ParallelSet()
    reference = texts[chosen_reference(found.labels, None) or found.labels[0]]
    labels = tuple(label for label in found.labels if _is_alike(texts[label], reference))
    if len(labels) < 2:
        return ParallelSet()
    others = {label: n for label, n in languages.items() if label not in labels}
    return ParallelSet(labels, n_lines=found.n_lines, others=others)


def _is_alike(text: TextLines, reference: TextLines) -> bool:
    """Whether the lines of two texts with equally many are long and short at the same places."""
    both = np.stack([text.tokens, reference.tokens])[:, (text.flags == 0) & (reference.flags == 0)]
    if both.shape[1] < _LEAST_UNDECLARED_LINES or not both.std(axis=1).all():
        return False
    correlation = np.asarray(np.corrcoef(both))[0, 1]
    return bool(correlation >= _LEAST_CORRELATION)


def _refusal(languages: Mapping[str, int]) -> tuple[str, ...]:
    if len(languages) < 2 or len(set(languages.values())) == 1:
        return ()
    sentence = say("premium_needs_parallel", counts=_counts(languages))
    return (sentence,)


def _counts(n_lines: Mapping[str, int]) -> str:
    return some_of([f"{label} {n:,}" for label, n in n_lines.items()], _MOST_NAMED)


def chosen_reference(labels: Sequence[str], wanted: str | None) -> str | None:
    """The reference of premiums: the given label, or English; None if it is missing.

    A code counts for every spelling of it: "en" finds "eng", "eng" finds "eng_Latn".
    """
    if wanted in labels:
        return wanted
    code = language_code(wanted or ENGLISH)
    if code is None:
        return None
    if code.label in labels:
        return code.label
    known = [(label, language_code(label)) for label in labels]
    alike = [label for label, other in known if other and other.language == code.language]
    exact = [label for label in alike if (language_code(label) or code).variant is None]
    return next(iter(exact or alike), None)


def missing_reference(found: ParallelSet, wanted: str | None) -> str:
    """Why the parallel texts have no premium: no reference, or one with another line count."""
    there = chosen_reference(tuple(found.others), wanted)
    if there is None:
        return say("no_english_text")
    return say(
        "reference_not_parallel", reference=there, lines=found.others[there], parallel=found.n_lines
    )


def lost_texts_remark(labels: Sequence[str], reference: str | None) -> str:
    """Why texts that a tokenizer does not give back have no premium."""
    code = "reference_lost" if reference in labels else "texts_lost"
    return say(code, labels=some_of(labels, _MOST_NAMED), reference=reference)


def check_reference(labels: Sequence[str], wanted: str | None) -> None:
    """Raise ConfigError for a reference that is no label of a text."""
    if wanted is not None and chosen_reference(labels, wanted) is None:
        raise ConfigError(
            say("unknown_reference", label=repr(wanted), labels=", ".join(labels)),
            setting="reference",
        )


def fairness_of(
    texts: Mapping[str, TextLines], reference: str | None
) -> tuple[FairnessFigures, tuple[str, ...]]:
    """Premiums, costs and what had to be left out, of texts with equally many lines.

    A `<range>` line belongs to the line above it, in all texts that it is compared with. Lines
    that a text lacks are left out, with their partners.
    """
    flags = np.stack([text.flags for text in texts.values()])
    tokens = np.stack([text.tokens for text in texts.values()])
    units, is_whole = _units(flags)
    sums = _sums(tokens, flags, units)[:, is_whole]
    kept = int(is_whole[units].sum())
    n_whole = int(is_whole.sum())
    costs = sums.sum(axis=1) / n_whole if n_whole else np.zeros(len(texts))
    against = None if reference is None else texts[reference]
    rows = tuple(
        _label_fairness(label, cost, texts[label], against)
        for label, cost in zip(texts, costs.tolist(), strict=True)
    )
    figures = FairnessFigures(reference, n_whole, flags.shape[1] - kept, rows)
    return figures, _remarks(figures, flags, list(texts))


class CountedLines(NamedTuple):
    """The lines whose tokens count for fairness, bool[n] by label each; marks never count.

    common: lines of all texts, for the cost; n_common: what the cost is divided by. own, reference:
    lines of the pairs with the reference, here and there; {} without one.
    """

    common: Mapping[str, Bools]
    n_common: int
    own: Mapping[str, Bools]
    reference: Mapping[str, Bools]


def counted_lines(texts: Mapping[str, TextLines], reference: str | None) -> CountedLines:
    """The lines on which `fairness_of` counts; the tokens of the texts may be of any tokenizer."""
    flags = np.stack([text.flags for text in texts.values()])
    units, is_whole = _units(flags)
    kept = _lines_of(is_whole, units)
    common = {label: kept & (text.flags == 0) for label, text in texts.items()}
    own: dict[str, Bools] = {}
    there: dict[str, Bools] = {}
    against = None if reference is None else texts[reference]
    for label, text in texts.items() if against is not None else ():
        assert against is not None
        both = np.stack([text.flags, against.flags])
        units, is_pair = _units(both)
        tokens = _sums(np.stack([text.tokens, against.tokens]), both, units)[1]
        kept = _lines_of(is_pair & (tokens > 0), units)
        own[label], there[label] = kept & (text.flags == 0), kept & (against.flags == 0)
    return CountedLines(common, int(is_whole.sum()), own, there)


def _lines_of(is_kept: Bools, units: Int64s) -> Bools:
    return is_kept[units] if len(units) else np.zeros(0, np.bool_)


def _label_fairness(
    label: str, cost: float, text: TextLines, reference: TextLines | None
) -> LabelFairness:
    if reference is None:
        return LabelFairness(label, cost)
    flags = np.stack([text.flags, reference.flags])
    units, is_whole = _units(flags)
    sums = _sums(np.stack([text.tokens, reference.tokens]), flags, units)
    is_pair = is_whole & (sums[1] > 0)
    here, there = sums[:, is_pair]
    pairs = len(here)
    left_out = flags.shape[1] - int(is_whole[units].sum())
    if not pairs:
        return LabelFairness(label, cost, pairs_left_out=left_out)
    ratios = here / there
    pretokens = None
    if text.pretokens is not None and reference.pretokens is not None:
        cuts = _sums(np.stack([text.pretokens, reference.pretokens]), flags, units)
        pretokens = _pretoken_ratio(*cuts[:, is_pair].sum(axis=1).tolist())
    return LabelFairness(
        label,
        cost,
        premium=float(here.sum() / there.sum()),
        premium_median=float(np.median(ratios)),
        premium_p90=float(np.percentile(ratios, 90)),
        pairs=pairs,
        pairs_left_out=left_out,
        pretoken_ratio=pretokens,
    )


def _pretoken_ratio(here: int, there: int) -> float | None:
    """None where all pre-tokens of one text begin outside of the lines, as with pattern "none"."""
    return here / there if here and there else None


def _units(flags: UInt8s) -> tuple[Int64s, Bools]:
    """Lines that belong together: int64[n], the unit of each; bool[u], units that no text lacks.

    flags: uint8[t, n] of the texts that are compared.
    """
    is_range = flags == RANGE
    joined = is_range.any(axis=0)
    joined[:1] = False
    units = np.cumsum(~joined) - 1
    lacks = (flags == BLANK).any(axis=0)
    lacks[:1] |= is_range[:, :1].any(axis=0)  # there is no line above the first
    is_whole = np.ones(int(units[-1]) + 1 if len(units) else 0, np.bool_)
    is_whole[units[lacks]] = False
    return units, is_whole


def _sums(tokens: Int32s, flags: UInt8s, units: Int64s) -> Int64s:
    """int64[t, u]: tokens of every unit; marks and blank lines have none."""
    if not len(units):
        return np.zeros((len(tokens), 0), np.int64)
    # Units ascend, so that each is one stretch of lines.
    firsts = np.concatenate(([0], np.flatnonzero(units[1:] != units[:-1]) + 1))
    counted = np.where(flags == 0, tokens, 0)
    return np.asarray(np.add.reduceat(counted, firsts, axis=1, dtype=np.int64))


def _remarks(figures: FairnessFigures, flags: UInt8s, labels: list[str]) -> tuple[str, ...]:
    remarks = []
    n_ranges = int((flags == RANGE).any(axis=0).sum())
    if n_ranges:
        remarks.append(say("ranges_joined", n=n_ranges))
    if figures.lines_left_out:
        lacking = labels[int((flags == BLANK).sum(axis=1).argmax())]
        remarks.append(
            say("blank_lines_left_out", n=figures.lines_left_out, all=flags.shape[1], label=lacking)
        )
    if figures.lines == 0:
        remarks.append(say("no_common_line"))
    return tuple(remarks)
