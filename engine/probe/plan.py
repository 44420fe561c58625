"""The folder of a probe: what its models read, as files, and how far each of them is.

    plan.json                    settings, tokenizers, digest of the texts
    ids-T.npy, starts-T.npy      training passages as tokenizer T splits them
    held-ids-T.npy, ...          held-out passages
    bytes.npy, held-bytes.npy    of each passage
    tasks-T.json                 scored tokens of the tasks, prompts of the samples
    run-T-S/                     model of tokenizer T with seed S: curve.jsonl, checkpoint, result

The process that trains reads nothing else, so it needs neither texts nor tokenizers, and a probe
goes on where it was after any end.
"""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import CheckpointError
from engine.library import AnyTokenizer
from engine.machine import cannot_write, make_directory, write_whole
from engine.probe.boundaries import prompt_boundaries
from engine.probe.settings import ProbeSettings
from engine.probe.tasks import (
    ChoiceItem,
    ScoredTokens,
    continuation_items,
    cut_at_word,
    held_out_sums,
    scored_tokens,
)
from engine.probe.texts import EncodedPassages, ProbeTexts, encoded, ids_of
from engine.sentences import say

PLAN, CURVE, RESULT = "plan.json", "curve.jsonl", "result.json"
CHECKPOINT, WEIGHTS, REPORT = "checkpoint.safetensors", "model.safetensors", "report.json"
_VERSION = 1
_PROMPT_BYTES = 48


@dataclass(frozen=True, slots=True)
class ProbedTokenizer:
    """One of the tokenizers. n_rows: of its embedding, an id for the boundary among them.

    bytes_per_token: on the training passages. context: tokens in a row. merged_choices: share of
    the choices that merge into the prompt's last token, None for a probe of an older version.
    """

    name: str
    digest: str
    vocab_size: int
    bytes_per_token: float
    held_out_tokens: int
    context: int
    merged_choices: float | None = field(default=None, compare=False)

    @property
    def boundary(self) -> int:
        """The id before each passage, behind all of the tokenizer."""
        return self.vocab_size

    @property
    def n_rows(self) -> int:
        return self.vocab_size + 1


@dataclass(frozen=True, slots=True)
class ProbePlan:
    """What `plan.json` says. label_bytes: of the held-out text, by label."""

    settings: ProbeSettings
    tokenizers: tuple[ProbedTokenizer, ...]
    texts: str
    labels: tuple[str, ...]
    label_bytes: tuple[int, ...]
    passage_labels: tuple[str, ...]

    @property
    def runs(self) -> tuple[tuple[int, int], ...]:
        """(tokenizer, seed) of each model, so that the first seeds of all come first."""
        n = range(len(self.tokenizers))
        return tuple((t, seed) for seed in range(self.settings.seeds) for t in n)

    def document(self) -> dict[str, Any]:
        """As in JSON."""
        return {
            "version": _VERSION,
            "settings": self.settings.document(),
            "tokenizers": [
                {key: getattr(each, key) for key in ProbedTokenizer.__slots__}
                for each in self.tokenizers
            ],
            "texts": self.texts,
            "labels": list(self.labels),
            "label_bytes": list(self.label_bytes),
            "passage_labels": list(self.passage_labels),
        }


def run_folder(folder: Path, run: tuple[int, int]) -> Path:
    """Where a model of a probe is kept."""
    return folder / f"run-{run[0]}-{run[1]}"


def new_plan(
    tokenizers: Sequence[tuple[str, AnyTokenizer]],
    texts: ProbeTexts,
    settings: ProbeSettings,
    choices: Sequence[ChoiceItem] | None,
    folder: Path,
) -> ProbePlan:
    """Encode the texts with all tokenizers into a folder, or go on with an equal plan there.

    Raises CheckpointError for a folder with another probe, ExportError where nothing can be
    written.
    """
    items = continuation_items(texts.held_out, settings.choices) if choices is None else choices
    probed = []
    files: dict[str, bytes] = {}
    for number, (name, tokenizer) in enumerate(tokenizers):
        training = encoded(tokenizer, (passage.data for passage in texts.training))
        held_out = encoded(tokenizer, (passage.data for passage in texts.held_out))
        probed.append(
            ProbedTokenizer(
                name,
                getattr(tokenizer, "semantic_hash", name),
                tokenizer.vocab_size,
                training.bytes_per_token,
                len(held_out.ids),
                settings.context_of(training.bytes_per_token),
                prompt_boundaries(tokenizer, items).total.merged_share if items else None,
            )
        )
        files |= {
            f"ids-{number}.npy": _array(training.ids),
            f"starts-{number}.npy": _array(training.starts),
            f"held-ids-{number}.npy": _array(held_out.ids),
            f"held-starts-{number}.npy": _array(held_out.starts),
            f"tasks-{number}.json": _json(_tasks(tokenizer, items, texts, settings)),
            "bytes.npy": _array(training.n_bytes),
            "held-bytes.npy": _array(held_out.n_bytes),
        }
    of_labels = dict.fromkeys(texts.labels, 0)
    for passage in texts.held_out:
        of_labels[passage.label] += len(passage.data)
    plan = ProbePlan(
        settings, tuple(probed), texts.digest, tuple(of_labels), tuple(of_labels.values()),
        tuple(passage.label for passage in texts.held_out),
    )  # fmt: skip
    _keep(plan, files, folder)
    return plan


def _keep(plan: ProbePlan, files: dict[str, bytes], folder: Path) -> None:
    make_directory(folder)
    path = folder / PLAN
    if path.exists():
        if read_plan(folder) != plan:
            raise CheckpointError(say("probe_other_plan", path=folder), path=folder)
        return
    try:
        for name, content in files.items():
            write_whole(folder / name, content)
        write_whole(path, _json(plan.document()))  # last: with it the folder is whole
    except OSError as error:
        raise cannot_write(folder, error) from None


def read_plan(folder: Path) -> ProbePlan:
    """Raises CheckpointError for a folder without a plan that can be used."""
    try:
        document = json.loads((folder / PLAN).read_text("utf-8"))
        if document["version"] != _VERSION:
            raise ValueError
        return ProbePlan(
            ProbeSettings.of_document(document["settings"]),
            tuple(ProbedTokenizer(**each) for each in document["tokenizers"]),
            document["texts"],
            tuple(document["labels"]),
            tuple(document["label_bytes"]),
            tuple(document["passage_labels"]),
        )
    except (OSError, ValueError, KeyError, TypeError):
        raise CheckpointError(say("probe_no_plan", path=folder), path=folder) from None


def read_passages(folder: Path, number: int, *, held_out: bool) -> EncodedPassages:
    """The passages of a tokenizer; their ids stay in the file. Raises CheckpointError."""
    side = "held-" if held_out else ""
    try:
        return EncodedPassages(
            np.load(folder / f"{side}ids-{number}.npy", mmap_mode="r"),
            np.load(folder / f"{side}starts-{number}.npy"),
            np.load(folder / f"{side}bytes.npy"),
        )
    except (OSError, ValueError):
        raise CheckpointError(say("probe_no_plan", path=folder), path=folder) from None


def _tasks(
    tokenizer: AnyTokenizer,
    items: Sequence[ChoiceItem],
    texts: ProbeTexts,
    settings: ProbeSettings,
) -> dict[str, Any]:
    def scored(prompt: bytes, answer: bytes) -> dict[str, Any]:
        tokens = scored_tokens(tokenizer, prompt, answer)
        return {key: getattr(tokens, key) for key in ScoredTokens.__slots__}

    prompts = [cut_at_word(passage.data, _PROMPT_BYTES)[0] for passage in texts.held_out]
    spread = np.linspace(0, len(prompts) - 1, settings.samples).astype(np.int64).tolist()
    sums = held_out_sums(settings.choices) if settings.addition else []
    return {
        "choices": [
            {
                "answer": item.answer,
                "label": item.label,
                "scored": [scored(item.prompt, choice) for choice in item.choices],
            }
            for item in items
        ],
        "sums": [scored(*each) for each in sums],
        "prompts": [ids_of(tokenizer, prompts[i]).tolist() for i in dict.fromkeys(spread)],
    }


def _array(values: Any) -> bytes:
    stream = io.BytesIO()
    np.save(stream, values, allow_pickle=False)
    return stream.getvalue()


def _json(document: dict[str, Any]) -> bytes:
    return (json.dumps(document, ensure_ascii=False) + "\n").encode()
