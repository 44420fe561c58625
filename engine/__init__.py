"""The BPE library of Tokenizer Workbench: corpora, split patterns, training, encoding.

Names load on first use, so that `import engine` does not wait for Numba.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from engine.encoding.known_formats import set_loader
from engine.machine.garbage import paused_collection

_MODULES = {
    "config": ("TIE_BREAKS", "TrainingConfig"),
    "corpus": ("Corpus", "Source"),
    "counted_corpus": ("CountedCorpus",),
    "counts_cache": ("CountsCache",),
    "errors": (
        "ArgumentError",
        "ConfigError",
        "CorpusError",
        "EngineError",
        "PatternError",
        "SpecialTokenError",
        "TokenIdError",
        "TokenizerFileError",
    ),
    "evaluation": ("Evaluation", "LabelEvaluation", "evaluate"),
    "labels": ("label_for_path",),
    "model_cost": ("ModelCost", "model_sizes"),
    "mixture": ("Mixture",),
    "mixture_recipe": ("find_recipe",),
    "preparation": ("PreparationProgress", "prepare"),
    "patterns": ("Preset", "preset_names", "preset_pattern", "presets"),
    "progress": ("Merge", "Phase", "TrainingProgress"),
    "size_curves": ("SizeCurves",),
    "splitter": ("Splitter",),
    "stop_request": ("StopRequest",),
    "text_size_curves": ("text_size_curves",),
    "readers.problems": ("CorpusProblem",),
    "reading_options": ("DocumentSample", "ReadingOptions"),
    "tokenizer": ("TokenSpans", "Tokenizer"),
    "trainer": ("train", "train_tokenizer"),
    "training_record": ("ENGINE_VERSION", "TrainingRecord"),
    "warm_up": ("kernels_ready",),
}
_HOME = {name: module for module, names in _MODULES.items() for name in names}

__all__ = sorted(_HOME)  # noqa: PLE0605

if TYPE_CHECKING:
    from engine.analysis.model_cost import ModelCost, model_sizes
    from engine.analysis.sizes import SizeCurves, text_size_curves
    from engine.corpus.corpus import Corpus, Source
    from engine.corpus.labels import label_for_path
    from engine.corpus.readers.problems import CorpusProblem
    from engine.counting.kept import CountsCache
    from engine.encoding.tokenizer import Tokenizer, TokenSpans
    from engine.errors import (
        ArgumentError,
        ConfigError,
        CorpusError,
        EngineError,
        PatternError,
        SpecialTokenError,
        TokenIdError,
        TokenizerFileError,
    )
    from engine.evaluation.evaluation import Evaluation, LabelEvaluation, evaluate
    from engine.machine.stop_request import StopRequest
    from engine.preparation import PreparationProgress, prepare
    from engine.settings.config import TIE_BREAKS, TrainingConfig
    from engine.settings.mixture import Mixture
    from engine.settings.mixture_recipe import find_recipe
    from engine.settings.reading_options import DocumentSample, ReadingOptions
    from engine.settings.record import ENGINE_VERSION, TrainingRecord
    from engine.splitting.splitter import Preset, Splitter, preset_names, preset_pattern, presets
    from engine.training.progress import Merge, Phase, TrainingProgress
    from engine.training.training import CountedCorpus, train, train_tokenizer
    from engine.warm_up import kernels_ready


def _load(path: str | Path, pattern: str | None) -> Tokenizer:
    from engine.formats.reading.loading import load_tokenizer  # late: it reads every format

    return load_tokenizer(path, pattern)


set_loader(_load)


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'engine' has no attribute {name!r}")
    with paused_collection():  # nothing of what Numba brings is garbage
        value = getattr(import_module(f"engine.{_HOME[name]}"), name)
    globals()[name] = value
    return value
