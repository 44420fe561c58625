"""KeptCounts: the counts of the corpus in memory, for trainings and previews alike."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from engine.machine import relayed

if TYPE_CHECKING:
    from engine import Corpus, TrainingConfig, TrainingProgress
    from engine.corpus import SourcePath
    from engine.counting import CountsCache
    from engine.training import CountedCorpus

Result = TypeVar("Result")


class KeptCounts:
    """Holds the CountedCorpus of one corpus, and the cache of counts on disk.

    `of` and `watched` are for the job thread, where importing the engine's kernels is free;
    `has` is for anybody.
    """

    def __init__(self) -> None:
        self._corpus: Corpus | None = None
        self._counted: CountedCorpus | None = None
        self._settings: tuple[str, str | None, tuple[str, ...]] | None = None
        self._files: tuple[object, ...] = ()

    def cache(self) -> CountsCache:
        """The counts that are kept on disk."""
        from engine.counting import CountsCache

        return CountsCache()

    def cache_in_use(self) -> CountsCache | None:
        """Return the cache, None if it is empty: the engine is then not loaded in vain."""
        from engine.machine import counts_cache_folder

        try:
            is_used = any(counts_cache_folder().iterdir())
        except OSError:
            return None
        return self.cache() if is_used else None

    def of(self, corpus: Corpus) -> CountedCorpus:
        """Return the counted form of a corpus; that of the corpus before is given up."""
        if self._counted is None or self._corpus is not corpus:
            from engine.training import CountedCorpus

            self._settings = None
            self._corpus, self._counted = corpus, CountedCorpus(corpus, cache=self.cache())
        return self._counted

    def has(self, corpus: Corpus | None, config: TrainingConfig | None) -> bool:
        """Return whether the counts of a corpus for these settings are in memory."""
        if corpus is None or config is None or self._corpus is not corpus:
            return False
        return self._settings == (config.pattern, config.normalization, config.cut_at)

    def has_present(self, corpus: Corpus, config: TrainingConfig) -> bool:
        """Return whether the counts in memory are those of the files as they lie now."""
        return self.has(corpus, config) and self._files == _states(corpus)

    def watched(
        self,
        corpus: Corpus,
        config: TrainingConfig,
        steps: Generator[TrainingProgress, None, Result],
    ) -> Generator[TrainingProgress, None, Result]:
        """Pass on what a training on `of(corpus)` yields, and note when it has counted."""
        from engine.training import Phase

        before = _states(corpus)

        def noted(progress: TrainingProgress) -> TrainingProgress:
            if progress.phase is not Phase.PRETOKENIZE:
                self._note(corpus, config, before)
            return progress

        result = yield from relayed(steps, noted)
        self._note(corpus, config, before)
        return result

    def _note(self, corpus: Corpus, config: TrainingConfig, files: tuple[object, ...]) -> None:
        if self._corpus is corpus:
            self._settings = (config.pattern, config.normalization, config.cut_at)
            self._files = files

    def forget_others(self, corpus: Corpus | None) -> None:
        """Free the counts of any other corpus."""
        if self._corpus is not corpus:
            self._corpus = self._counted = self._settings = None


def _states(corpus: Corpus) -> tuple[object, ...]:
    """What changes with the content of a corpus's files; None for what cannot be asked."""
    return tuple(_state(path) for source in corpus.sources for path in source.paths)


def _state(path: SourcePath) -> object:
    if not isinstance(path, Path):
        return path.size_bytes
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns, found.st_ino
