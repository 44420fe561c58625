"""What a pipeline did before: a file for each recipe beside the store, and the keys of its steps.

    runs.sqlite
    runs-pipelines/3f0c...json      {"recipe": ..., "train": {"key": ..., "run_id": ...}, ...}

A key is a hash over everything that decides the result of a step: settings, contents of files and
the version of the engine. A step whose key is the one of last time is not done again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.corpus import content_hash, found_files
from engine.machine import make_directory, write_whole
from engine.settings import ENGINE_VERSION
from engine.text import UNICODE_VERSION
from workbench.store import RunStore
from workbench.work.tokenizer_export import chosen_options
from workbench.work.training_settings import (
    MIXTURE_SETTINGS,
    PLAIN_SETTINGS,
    READING_SETTINGS,
    SUPERWORD_SETTINGS,
    plain_values,
)

if TYPE_CHECKING:
    from engine.corpus import Corpus
    from engine.encoding import Tokenizer
    from engine.settings import Parity
    from workbench.work.named_tokenizer import NamedTokenizer
    from workbench.work.pipeline.recipe import EvaluateStep, ExportStep, Pipeline

_KIND = "tokenizer-workbench pipeline"
_ABOVE = frozenset({
    "vocab_size", "pattern", "pattern_cases", "special_tokens", "roles", "reserved_slots",
    "pad_vocab_to", "merge_rules", "parity", "name", "out", *PLAIN_SETTINGS, *SUPERWORD_SETTINGS,
    *READING_SETTINGS, *MIXTURE_SETTINGS,
})  # fmt: skip
"""Settings that `training_key` takes in the form that a training gets, or that decide no result."""


@dataclass
class PipelineState:
    """What was done for a recipe, by step; each a document with its key."""

    file: Path
    recipe: Path
    steps: dict[str, dict[str, Any]] = field(default_factory=dict)

    @classmethod
    def of(cls, store: RunStore, recipe: Path) -> PipelineState:
        """What is kept of a recipe; nothing where the file is missing or damaged."""
        folder = store.path.with_name(f"{store.path.stem}-pipelines")
        name = hashlib.sha256(str(recipe.resolve()).encode("utf-8", "surrogatepass")).hexdigest()
        state = cls(folder / f"{name[:32]}.json", recipe.resolve())
        with suppress(OSError, ValueError):
            found = json.loads(state.file.read_bytes())
            if isinstance(found, dict) and found.get("kind") == _KIND:
                steps = found.get("steps", {})
                state.steps = {key: step for key, step in steps.items() if isinstance(step, dict)}
        return state

    def kept(self, step: str, key: str) -> dict[str, Any] | None:
        """What is kept of a step if its key is the same."""
        found = self.steps.get(step)
        return found if found is not None and found.get("key") == key else None

    def keep(self, step: str, key: str, **document: Any) -> None:
        """Note what a step did, on disk as well. Raises OSError."""
        self.steps[step] = {"key": key, **document}
        content = {"kind": _KIND, "recipe": str(self.recipe), "steps": self.steps}
        make_directory(self.file.parent)
        write_whole(self.file, json.dumps(content, indent=1).encode("utf-8", "surrogatepass"))


def corpus_steps(corpus: Corpus) -> Iterator[tuple[str, list[Any]]]:
    """The label of each source and what decides its text; files are hashed between two values.

    Raises CorpusError.
    """
    for source in corpus.sources:
        hashes = [content_hash(path) for path in source.paths]
        yield source.label, [source.label, asdict(source.reading), hashes]


def training_key(pipeline: Pipeline, sources: list[list[Any]]) -> str:
    """Of a training: its settings, mixture and sources."""
    training = pipeline.training
    settings, corpus = training.settings, training.corpus
    assert corpus is not None
    config = settings.config(training.pattern)
    mixture = training.mixture
    rules = config.merge_rules
    return _hash(
        "train",
        {
            "vocab_size": config.vocab_size,
            "pattern": config.pattern,
            "special_tokens": list(config.special_tokens),
            "roles": settings.roles,
            "reserved_slots": config.reserved_slots,
            **plain_values(config),
            "superwords": None if config.superwords is None else asdict(config.superwords),
            "merge_rules": None if rules is None else rules.document(),
            "parity": None if config.parity is None else _of_parity(config.parity),
            "mixture": None if mixture.mixture is None else mixture.mixture.given(),
            "groups": None if mixture.recipe is None else asdict(mixture.recipe),
            "options": [
                corpus.max_document_chars,
                corpus.max_chars,
                corpus.document_separator,
                corpus.text_field,
                corpus.encoding_errors,
            ],
            "sources": sources,
            "others": {
                key: value for key, value in pipeline.recipe.settings.items() if key not in _ABOVE
            },
        },
    )


def _of_parity(parity: Parity) -> list[Any]:
    """The settings of parity without the places of its texts, and what the texts contain."""
    files = [file for path in parity.texts for file in found_files(path)]
    document = {key: value for key, value in parity.document().items() if key != "texts"}
    return [document, [[Path(str(file)).name, content_hash(file)] for file in files]]


def evaluation_key(
    step: EvaluateStep,
    tokenizer_hash: str,
    sources: list[list[Any]],
    baselines: list[NamedTokenizer],
) -> str:
    """Of an evaluation: the tokenizers, the texts and the reference."""
    from engine.evaluation import METRICS

    return _hash(
        "evaluate",
        {
            "tokenizer": tokenizer_hash,
            "texts": sources,
            "baselines": [[each.name, each.identity] for each in baselines],
            "reference": step.reference,
            "metrics": [[metric.key, metric.formula] for metric in METRICS.values()],
        },
    )


def export_key(step: ExportStep, tokenizer: Tokenizer) -> str:
    """Of an export: the tokenizer with its roles and template, the format and its options."""
    wish = step.wish
    return _hash(
        "export",
        {
            "tokenizer": tokenizer.semantic_hash,
            "roles": tokenizer.roles,
            "template": tokenizer.chat_template,
            "size": step.size,
            "format": wish.format,
            "folder": str(wish.directory.resolve()),
            "name": wish.name,
            "options": chosen_options(wish.options),
            "verifies": wish.verifies,
        },
    )


def _hash(step: str, document: Mapping[str, Any]) -> str:
    versions = {"engine": ENGINE_VERSION, "unicode": UNICODE_VERSION}
    text = json.dumps([step, versions, document], sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
