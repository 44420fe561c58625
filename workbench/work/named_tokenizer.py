"""The tokenizer that a name means: a file, a run, a registered or a published one; without Qt."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.corpus import content_hash
from workbench.store import RunStore, UnknownRunError, UnknownTokenizerError
from workbench.work.comparison import tokenizer_name

if TYPE_CHECKING:
    from engine.library import AnyTokenizer


@dataclass(frozen=True)
class NamedTokenizer:
    """What a name means; nothing of it is loaded.

    identity: differs where the tokenizer may be another. One of run_id, registered, path and
    published is not None; path: of a file or folder.
    """

    name: str
    identity: str
    run_id: str | None = None
    registered: str | None = None
    path: Path | None = None
    published: str | None = None

    @property
    def place(self) -> str | None:
        """Where it is read from unless it is a run, as evaluations are stored with it."""
        if self.published is not None:
            return f"published:{self.published}"
        return None if self.path is None else str(self.path)

    def load(self, store: RunStore) -> AnyTokenizer:
        """The tokenizer; what cannot be represented exactly runs in its library.

        Raises EngineError, StoreError, OSError.
        """
        from engine.formats import load_any_tokenizer, load_published

        if self.run_id is not None:
            return store.any_tokenizer(self.run_id)
        if self.registered is not None:
            return store.registered_tokenizer(self.registered)
        if self.published is not None:
            return load_published(self.published)
        assert self.path is not None
        return load_any_tokenizer(self.path)


def named_tokenizer(store: RunStore, name: str) -> NamedTokenizer | None:
    """What a name means, in the order of the command line; None if it means nothing.

    Raises AmbiguousRunError, CorpusError for a file that cannot be read.
    """
    from engine.formats import is_published_name

    path = Path(name)
    if path.exists():
        return NamedTokenizer(tokenizer_name(path, set()), _files_hash(path), path=path)
    with suppress(UnknownRunError):
        run = store.run(name).summary
        return NamedTokenizer(run.name, f"{run.run_id} {run.semantic_hash}", run_id=run.run_id)
    with suppress(UnknownTokenizerError):
        found = store.find_registered(name)
        return NamedTokenizer(found.reference, found.content_hash, registered=found.reference)
    if is_published_name(name):
        return NamedTokenizer(name, name, published=name)
    return None


def _files_hash(path: Path) -> str:
    """Over the names and contents of a file, or of the files of a folder."""
    files = [path] if path.is_file() else sorted(each for each in path.iterdir() if each.is_file())
    rows = [f"{file.name} {content_hash(file)}" for file in files]
    return hashlib.sha256("\n".join(rows).encode("utf-8", "surrogatepass")).hexdigest()
