"""The BPE library of Tokenizer Workbench: corpora, split patterns, training, encoding.

Names load on first use, so that `import engine` does not wait for Numba.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from engine.known_formats import set_loader
from engine.paused_collection import paused_collection

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
    from engine.config import TIE_BREAKS as TIE_BREAKS
    from engine.config import TrainingConfig as TrainingConfig
    from engine.corpus import Corpus as Corpus
    from engine.corpus import Source as Source
    from engine.counted_corpus import CountedCorpus as CountedCorpus
    from engine.counts_cache import CountsCache as CountsCache
    from engine.errors import ArgumentError as ArgumentError
    from engine.errors import ConfigError as ConfigError
    from engine.errors import CorpusError as CorpusError
    from engine.errors import EngineError as EngineError
    from engine.errors import PatternError as PatternError
    from engine.errors import SpecialTokenError as SpecialTokenError
    from engine.errors import TokenIdError as TokenIdError
    from engine.errors import TokenizerFileError as TokenizerFileError
    from engine.evaluation import Evaluation as Evaluation
    from engine.evaluation import LabelEvaluation as LabelEvaluation
    from engine.evaluation import evaluate as evaluate
    from engine.labels import label_for_path as label_for_path
    from engine.mixture import Mixture as Mixture
    from engine.mixture_recipe import find_recipe as find_recipe
    from engine.model_cost import ModelCost as ModelCost
    from engine.model_cost import model_sizes as model_sizes
    from engine.patterns import Preset as Preset
    from engine.patterns import preset_names as preset_names
    from engine.patterns import preset_pattern as preset_pattern
    from engine.patterns import presets as presets
    from engine.preparation import PreparationProgress as PreparationProgress
    from engine.preparation import prepare as prepare
    from engine.progress import Merge as Merge
    from engine.progress import Phase as Phase
    from engine.progress import TrainingProgress as TrainingProgress
    from engine.readers.problems import CorpusProblem as CorpusProblem
    from engine.reading_options import DocumentSample as DocumentSample
    from engine.reading_options import ReadingOptions as ReadingOptions
    from engine.size_curves import SizeCurves as SizeCurves
    from engine.splitter import Splitter as Splitter
    from engine.stop_request import StopRequest as StopRequest
    from engine.text_size_curves import text_size_curves as text_size_curves
    from engine.tokenizer import Tokenizer as Tokenizer
    from engine.tokenizer import TokenSpans as TokenSpans
    from engine.trainer import train as train
    from engine.trainer import train_tokenizer as train_tokenizer
    from engine.training_record import ENGINE_VERSION as ENGINE_VERSION
    from engine.training_record import TrainingRecord as TrainingRecord
    from engine.warm_up import kernels_ready as kernels_ready


def _load(path: str | Path, pattern: str | None) -> Tokenizer:
    from engine.formats.loading import load_tokenizer  # late: it reads every format

    return load_tokenizer(path, pattern)


set_loader(_load)


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'engine' has no attribute {name!r}")
    with paused_collection():  # nothing of what Numba brings is garbage
        value = getattr(import_module(f"engine.{_HOME[name]}"), name)
    globals()[name] = value
    return value
