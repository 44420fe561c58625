"""Folders of counts for the command line and the window: found, opened, described.

A folder of another program has no manifest. Once it is checked, its manifest is kept in the user's
cache, in the shape of a folder of ours whose parts are where they are: a corpus can name it, and a
run can find it again.

    CACHE/folders/DIGEST/counts.json, labels/
"""

from __future__ import annotations

import hashlib
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.corpus import MANIFEST, is_counts_folder
from engine.errors import CorpusError
from engine.machine import counts_cache_folder, make_folder

if TYPE_CHECKING:
    from engine.corpus import Corpus
    from engine.counting import CountsFolder, CountsRules
    from engine.machine import Progress
    from engine.settings import TrainingConfig

ADOPTED = "folders"


def folder_document(folder: CountsFolder) -> dict[str, Any]:
    """A folder of counts as JSON has it."""
    from dataclasses import asdict

    manifest = folder.manifest
    return {
        "folder": str(folder.path),
        "manifest_sha256": folder.sha256 or None,
        "pattern_name": manifest.rules.pattern_name,
        **asdict(manifest.rules),
        "min_count": manifest.min_count,
        "rows": manifest.rows,
        **{
            name: manifest.total(name) for name in ("documents", "bytes", "characters", "pretokens")
        },
        "labels": {label: asdict(facts) for label, facts in manifest.labels.items()},
        "parts": [asdict(part) for part in manifest.parts],
        "read": [asdict(file) for file in manifest.read],
        "problems": list(manifest.problems),
    }


def adopted(
    folder: Path, rules: CountsRules | None
) -> Generator[Progress, None, tuple[Path, tuple[str, ...]]]:
    """The folder that a corpus can name, and warnings: `folder` itself where it has a manifest.

    rules: by which a folder without one was counted. Raises CorpusError for a folder that cannot be
    used, or without rules, and ExportError where the cache cannot be written.
    """
    if is_counts_folder(folder) or rules is None:
        from engine.counting import open_counts

        open_counts(folder)
        return folder, ()
    from engine.counting import check_counts, write_manifest

    found = yield from check_counts(folder, rules)
    if found.error is not None or found.folder is None:
        raise CorpusError(found.error or "", path=folder)
    content = found.folder.manifest.content()
    place = counts_cache_folder() / ADOPTED / hashlib.sha256(content).hexdigest()[:40]
    if not (place / MANIFEST).exists():
        make_folder(place)
        write_manifest(place, found.folder.manifest)
    return place, found.warnings


def rules_in(paths: Sequence[object]) -> CountsRules | None:
    """The rules of the first folder of counts among some paths; None where none is one.

    Raises CorpusError for a folder that is not whole.
    """
    from engine.counting import open_counts

    for path in paths:
        if isinstance(path, str | Path) and is_counts_folder(Path(path)):
            return open_counts(Path(path)).manifest.rules
    return None


def check_counts_of(corpus: Corpus, config: TrainingConfig) -> None:
    """Raise CorpusError where counts in a corpus cannot serve a training."""
    if not any(source.is_counts for source in corpus.sources):
        return
    from engine.counting import CountsRules, counts_of_label
    from engine.training import refuse_counts

    if config.superwords is not None:
        refuse_counts(corpus)
    rules = CountsRules.of(config)
    for source in corpus.sources:
        for path in source.paths if source.is_counts else ():
            folder, _ = counts_of_label(path)
            folder.manifest.rules.check_equal(rules, folder.path)
