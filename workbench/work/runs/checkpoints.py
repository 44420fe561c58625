"""Checkpoints of stored trainings: a folder beside the store, in it one for each run.

    runs.sqlite
    runs-checkpoints/20261121-0001-ab12/

A run that is finished needs none; one that was interrupted, cancelled or failed keeps its own until
it is resumed, deleted, or cleared.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.machine import folder_bytes
from engine.training import checkpoint_about, remove_checkpoint
from workbench.store import RESUMABLE, RunId, RunStore

if TYPE_CHECKING:
    from engine.settings import MixtureMaker
    from engine.training import TrainingCheckpoint


@dataclass(frozen=True, slots=True)
class KeptCheckpoint:
    """A checkpoint on disk and the room it takes."""

    run_id: RunId
    folder: Path
    n_bytes: int


def checkpoints_folder(store: RunStore) -> Path:
    """Where the checkpoints of a store's runs are."""
    return store.path.with_name(f"{store.path.stem}-checkpoints")


def run_checkpoint(
    store: RunStore, run_id: RunId, mixture: MixtureMaker | None
) -> TrainingCheckpoint | None:
    """The checkpoint of a run that trains; None where they are switched off. Raises ConfigError."""
    from engine.counting import CheckpointPace
    from engine.settings import Mixture
    from engine.training import TrainingCheckpoint

    pace = CheckpointPace.chosen()
    if pace is None:
        return None
    if mixture is not None and not isinstance(mixture, Mixture):
        # The store knows mixtures only: a file of one must not be lost in the first seconds.
        pace = replace(pace, begin_after_s=0.0)
    about = {"run": run_id, "mixture": mixture_document(mixture)}
    return TrainingCheckpoint(checkpoints_folder(store) / run_id, about=about, pace=pace)


def has_checkpoint(store: RunStore, run_id: RunId) -> bool:
    """Whether a run left a checkpoint."""
    return checkpoint_about(checkpoints_folder(store) / run_id) is not None


def kept_checkpoints(store: RunStore) -> tuple[KeptCheckpoint, ...]:
    """All checkpoints, by run."""
    try:
        folders = sorted(each for each in checkpoints_folder(store).iterdir() if each.is_dir())
    except OSError:
        return ()
    return tuple(KeptCheckpoint(each.name, each, folder_bytes(each)) for each in folders)


def remove_run_checkpoint(store: RunStore, run_id: RunId) -> int:
    """Remove what a run left; returns the bytes that were freed."""
    freed = remove_checkpoint(checkpoints_folder(store) / run_id)
    with suppress(OSError):
        checkpoints_folder(store).rmdir()  # where it was the last one
    return freed


def clear_checkpoints(store: RunStore, *, everything: bool = False) -> int:
    """Remove checkpoints that no run needs any more; returns the bytes that were freed.

    everything: those of runs that could be resumed, too; never that of a run that trains.
    Raises StoreError.
    """
    kept = kept_checkpoints(store)
    if not kept:
        return 0
    status_of = {run.run_id: run.status for run in store.list_runs()}
    needed = ("running",) if everything else ("running", *RESUMABLE)
    return sum(
        remove_run_checkpoint(store, each.run_id)
        for each in kept
        if status_of.get(each.run_id) not in needed
    )


def kept_mixture(store: RunStore, run_id: RunId) -> tuple[bool, MixtureMaker | None]:
    """Whether a checkpoint tells the mixture that was asked for, and which."""
    about = checkpoint_about(checkpoints_folder(store) / run_id)
    if about is None or "mixture" not in about:
        return False, None
    return True, mixture_maker(about["mixture"])


def mixture_document(maker: MixtureMaker | None) -> dict[str, Any] | None:
    """What was asked for, a mixture or a mixture file, as JSON has it."""
    from engine.settings import Mixture, MixtureRecipe

    if isinstance(maker, Mixture):
        return {"mixture": maker.given()}
    if isinstance(maker, MixtureRecipe):
        return {"recipe": asdict(maker)}
    return None


def mixture_maker(document: Mapping[str, Any] | None) -> MixtureMaker | None:
    """The maker of a document. Raises TypeError, KeyError, ConfigError for what is none."""
    from engine.settings import Mixture, MixtureRecipe, RecipeGroup

    if document is None:
        return None
    if "mixture" in document:
        return Mixture(**document["mixture"])
    values = dict(document["recipe"])
    groups = tuple(
        RecipeGroup(each["name"], each["share"], tuple(each["labels"])) for each in values["groups"]
    )
    return MixtureRecipe(**values | {"groups": groups})
