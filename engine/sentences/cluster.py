"""On work on a cluster of machines."""

from __future__ import annotations

from collections.abc import Mapping

from engine.sentences import Words

FORMS: Mapping[str, Words] = {
    "cluster_needs_dask": "Work on a cluster needs Dask. {advice}",
    "cluster_address": (
        "{address} is no address of a cluster; write tcp://HOST:PORT for a Dask scheduler, local "
        "for processes on this machine, or local:4 for four of them."
    ),
    "cluster_unreachable": (
        "No Dask scheduler answers at {address} ({reason}). Check the address, and that the "
        "scheduler runs."
    ),
    "cluster_no_worker": (
        "The cluster at {address} has had no worker for {seconds:,} seconds. Start workers and run "
        "it again; what was done is kept."
    ),
    "cluster_silent": (
        "The cluster at {address} has not answered for {seconds:,} seconds. Check its scheduler "
        "and workers and run it again; what was done is kept."
    ),
    "cluster_not_started": (
        "The processes of the cluster {address} could not be started ({reason}); try fewer of them."
    ),
    "cluster_lost": (
        "The connection to the cluster at {address} was lost ({reason}). What was done is kept: "
        "the same command goes on from there."
    ),
    "cluster_versions": (
        "The worker {worker} has another version of {name} ({own}, here {here}); install the same "
        "one there and here."
    ),
    "cluster_worker_without_engine": (
        "The worker {worker} cannot run Tokenizer Workbench ({reason}); install the same version "
        "there."
    ),
    "cluster_no_shared_folder": (
        "The worker {worker} does not see {folder}. A cluster needs a file system that all "
        "machines share: put the text and the result there, under the same names everywhere."
    ),
    "cluster_no_shared_file": (
        "The worker {worker} does not see {path}. Put the text where all machines see it, under "
        "the same name everywhere."
    ),
    "cluster_worker_died": (
        "Workers died again and again at {what}, the last one at {worker}; most often their "
        "memory was exhausted. Give them more memory or fewer threads; what was done is kept."
    ),
    "cluster_memory": (
        "A worker had no memory left at {what}; give the workers more memory or fewer threads. "
        "What was done is kept."
    ),
    "cluster_task_failed": "A task failed at {what}: {reason}. What was done is kept.",
    "cluster_dropout": (
        "Dropout draws by the position of a text in the corpus, which the tasks of a cluster do "
        "not know; encode with dropout on one machine."
    ),
    "cluster_iterator": (
        "The source {label} is an iterator, which only this process can read; name files that "
        "all machines see."
    ),
    "cluster_other_tokenizer": (
        "The worker {worker} reads another tokenizer from {path} than this machine wrote there; "
        "is it the same file system?"
    ),
    "cluster_partition": "part {number:,} of the result",
    "cluster_shard": "file {number:,} of the dataset",
    "cluster_partitions": "partitions must be a whole number of at least 1, not {value}.",
}
