"""What the tests of the store run in processes of their own: python -m tests.store.child_programs

Each prints one JSON value a line, so that a test can wait for a line instead of for time.
"""

from __future__ import annotations

import ctypes
import json
import os
import random
import select
import signal
import sys
import time
from contextlib import contextmanager
from pathlib import Path

from tests.store.builders import add_run, make_config, make_rows, make_sources, make_tokenizer
from workbench.store import RunStore, StoreError, connection
from workbench.store.connection import open_file

CONFIG = make_config(vocab_size=1500)
LABELS = [f"label{i}" for i in range(30)]
INCOMPRESSIBLE = 2**45


def tell(**facts):
    sys.stdout.write(json.dumps(facts) + "\n")
    sys.stdout.flush()


def large_tokenizer(seed=1):
    return make_tokenizer(CONFIG, LABELS, seed=seed, noise=INCOMPRESSIBLE)


def begin(path):
    """Begin a run and wait to be killed."""
    store = RunStore.open(path)
    run_id = store.begin_run("doomed", CONFIG, make_sources(LABELS))
    store.heartbeat(run_id, "Compute merges", 0.5)
    tell(run_id=run_id)
    sys.stdin.read()


def finish_and_wait(path):
    """Begin and finish a run, then wait."""
    store = RunStore.open(path)
    tell(run_id=add_run(store))
    sys.stdin.read()


def kill_while_finishing(path, seed, rounds):
    """Fork children that finish a run and kill each at a random moment; tell what was left.

    Half of the moments are a time, half are a step of SQLite's machine inside the transaction.
    """
    chance = random.Random(seed)
    tokenizer = large_tokenizer()
    assert tokenizer.semantic_hash  # shared by all children
    with RunStore.open(path) as store:
        began = time.monotonic()
        finish_large(store, tokenizer)
        seconds = time.monotonic() - began
        steps = steps_of_finishing(store, tokenizer)
    for i in range(rounds):
        by_step = i % 2 == 0
        moment = chance.randrange(1, steps) if by_step else chance.uniform(0, seconds * 1.2)
        run_id = round_of_killing(path, tokenizer, moment, by_step=by_step)
        with RunStore.open(path) as store:
            interrupted = [run.run_id for run in store.recognise_interrupted()]
            status = store.run(run_id).summary.status
            n_evaluations = len(store.evaluations(run_id))
            readable = status == "finished" and bool(store.tokenizer(run_id).semantic_hash)
            tell(
                run_id=run_id,
                status=status,
                interrupted=interrupted,
                n_evaluations=n_evaluations,
                readable=readable,
                findings=store.check(),
            )


def finish_large(store, tokenizer):
    run_id = store.begin_run(None, CONFIG, make_sources(LABELS))
    store.finish_run(run_id, tokenizer, make_rows(LABELS))
    return run_id


def steps_of_finishing(store, tokenizer):
    """How many times SQLite's machine reports while a run is finished."""
    run_id = store.begin_run(None, CONFIG, make_sources(LABELS))
    counted = []
    with stepping(counted.append):
        store.finish_run(run_id, tokenizer, make_rows(LABELS))
    return len(counted)


@contextmanager
def stepping(each):
    """Calls `each(1)` for every few steps that SQLite's machine takes."""

    def open_and_listen(path, mode):
        opened = open_file(path, mode)
        opened.set_progress_handler(lambda: each(1), 5)
        return opened

    connection.open_file = open_and_listen
    yield
    connection.open_file = open_file


def round_of_killing(path, tokenizer, moment, *, by_step):
    """A child that begins and finishes a run, killed on the way; returns the id of the run."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        with RunStore.open(path) as store:
            run_id = store.begin_run(None, CONFIG, make_sources(LABELS))
            os.write(writer, run_id.encode())
            if by_step:
                remaining = [moment]
                with stepping(lambda n: die_at_zero(remaining, n)):
                    store.finish_run(run_id, tokenizer, make_rows(LABELS))
            else:
                store.finish_run(run_id, tokenizer, make_rows(LABELS))
        os._exit(0)
    os.close(writer)
    run_id = os.read(reader, 100).decode()
    if not by_step:
        select.select([], [], [], moment)
        os.kill(child, signal.SIGKILL)
    os.close(reader)
    os.waitpid(child, 0)
    return run_id


def die_at_zero(remaining, n):
    remaining[0] -= n
    if remaining[0] <= 0:
        os.kill(os.getpid(), signal.SIGKILL)


def hammer(path, name):
    """Write for a second, as fast as it goes; tell how often and what went wrong."""
    done, errors = 0, []
    with RunStore.open(path) as store:
        end = time.monotonic() + 1.0
        while time.monotonic() < end:
            try:
                run_id = store.begin_run(f"{name}-{done}", make_config(), make_sources())
                store.heartbeat(run_id, "Count pairs", 0.5)
                store.set_notes(run_id, name)
                store.cancel_run(run_id)
                store.list_runs()
                done += 1
            except StoreError as error:
                errors.append(str(error))
    tell(done=done, errors=errors)


NO_LIMIT = -1


def fill_the_disk(path):
    """Finish a run under a file size limit that grows by a page until it fits."""
    tokenizer = large_tokenizer()
    store = RunStore.open(path)
    kept = add_run(store, "kept")
    run_id = store.begin_run(None, CONFIG, make_sources(LABELS))
    refusals = []
    limit = 0
    while True:
        try:
            limit_file_size(limit)
            store.finish_run(run_id, tokenizer, make_rows(LABELS))
            break
        except StoreError as error:
            refusals.append(f"{type(error).__name__}: {error}")
        finally:
            limit_file_size(NO_LIMIT)
        status = store.run(run_id).summary.status
        findings = store.check()
        if status != "running" or findings or not store.tokenizer(kept).semantic_hash:
            tell(limit=limit, status=status, findings=findings)
            return
        limit += 16384
    tell(refusals=refusals, status=store.run(run_id).summary.status, findings=store.check())


def make_on_a_full_disk(path):
    """Try to make a new store where nothing can be written, then where it can."""
    limit_file_size(0)
    try:
        RunStore.open(path)
    except StoreError as error:
        tell(error=f"{type(error).__name__}: {error}")
    limit_file_size(NO_LIMIT)
    with RunStore.open(path) as store:
        tell(run_id=add_run(store), findings=store.check())


def limit_file_size(limit):
    import resource  # POSIX only, as are the tests that come here

    assert resource.RLIM_INFINITY == NO_LIMIT
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, NO_LIMIT))


def without_rights(path):
    """Open, read and write with the rights of the file alone, also as root; tell the outcomes."""
    give_up_root()
    outcomes = {}
    try:
        store = RunStore.open(path)
        outcomes["listed"] = len(store.list_runs())
        outcomes["interrupted"] = len(store.recognise_interrupted())
        store.begin_run(None, make_config(), [])
    except StoreError as error:
        outcomes["error"] = f"{type(error).__name__}: {error}"
    tell(**outcomes)


def give_up_root():
    """Drop the capabilities of root that let it write everywhere."""
    if os.geteuid() == 0:
        header = (ctypes.c_uint32 * 2)(0x20080522, 0)
        nothing = (ctypes.c_uint32 * 6)()
        if ctypes.CDLL(None, use_errno=True).capset(header, nothing) != 0:
            raise OSError(ctypes.get_errno(), "capset")


if __name__ == "__main__":
    program, path, *arguments = sys.argv[1:]
    values = [int(argument) if argument.isdigit() else argument for argument in arguments]
    globals()[program](Path(path), *values)
