"""Parallel texts: files in which line n says the same in every language."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import NamedTuple, Unpack

from engine.corpus import (
    COMPRESSION_SUFFIXES,
    TEXT_SUFFIXES,
    ChosenLabels,
    Corpus,
    CorpusOptions,
    RemotePath,
    SourcePath,
    found_files,
    source_path,
)
from engine.evaluation.sentences import say
from engine.sentences import some_of
from engine.text import language_code

PathLike = str | os.PathLike[str]

_FLORES_SUFFIXES = frozenset({".dev", ".devtest"})
_NTREX = re.compile(r"newstest\d{4}-(?:src|ref)\.(.+)")
_VERSE_NAMES = "vref"
"""The file of a Bible corpus that names the verses."""


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
    is_flores = _plain_suffix(file.name) in _FLORES_SUFFIXES
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
    while _suffix(name) in COMPRESSION_SUFFIXES | TEXT_SUFFIXES | _FLORES_SUFFIXES:
        name = PurePath(name).stem
    return name


def _plain_suffix(name: str) -> str:
    while _suffix(name) in COMPRESSION_SUFFIXES:
        name = PurePath(name).stem
    return _suffix(name)


def _suffix(name: str) -> str:
    return PurePath(name).suffix.lower()
