"""Compiling all kernels ahead of use: `python -m engine.warm_up [--json]`.

The window runs this in a child process at its first start, because compiling beside the event
loop makes it stutter. Afterwards the kernels come from the folder of `kernel_cache`.
"""

from __future__ import annotations

import json
import sys
import time

import numpy as np

from engine.automaton_cache import automaton_cache_folder
from engine.cache_folders import remove_unused_folders, wipe
from engine.config import TrainingConfig
from engine.corpus import Corpus
from engine.evaluation import evaluate_all
from engine.kernel_cache import (
    import_kernels,
    is_compiled,
    registered_kernels,
)
from engine.kernel_folder import kernel_cache_folder, write_ready_mark
from engine.merge_loop import MergeLoop
from engine.merge_recovery import own_merging, recovered_merges
from engine.merges_done import MergesDone
from engine.ngram_loss import ngram_loss
from engine.patterns import preset_names
from engine.pretoken_counts import count_pretokens, counted
from engine.pretoken_table import PretokenTable
from engine.splitter import Splitter
from engine.superwords import Superwords
from engine.tokenizer import Tokenizer
from engine.trainer import train_tokenizer
from engine.utf8 import first_characters

_TEXT = "low lower lowest newer newest wider " * 4 + "a" * 300
_MANY_WORDS = " ".join(f"{i} {i:016b}{i}" for i in range(20_000))
"""Enough distinct pre-tokens, short and long, for every table to grow; three times this is cut."""


def warm_up() -> Tokenizer:
    """Call every kernel once, with the types of real work; slow when nothing is cached."""
    long_document = Corpus.from_texts([_MANY_WORDS * 3])
    pretokens = counted(count_pretokens(long_document, Splitter("gpt2"), n_threads=2))
    loop = MergeLoop(pretokens, TrainingConfig(300))
    loop.count_pairs()
    loop.make_room()
    done = MergesDone.of_merges(np.array([[97, 97]] * 4, np.uint32), len(pretokens.labels))
    MergeLoop(pretokens, TrainingConfig(300, tie_break="greatest-bytes"), done=done).count_pairs()
    PretokenTable().enter(pretokens.data, np.array([0, 1], np.int64))
    Splitter("gpt2").spans(_TEXT.encode())
    Tokenizer([]).encode_to_array(_MANY_WORDS)
    corpus = Corpus.from_texts([_TEXT])
    tokenizer = train_tokenizer(corpus, TrainingConfig(300))
    train_tokenizer(corpus, TrainingConfig(300, superwords=Superwords(280)))
    evaluate_all([tokenizer], long_document)
    evaluate_all([tokenizer], Corpus.from_texts(["\n  indented"]))
    ngram_loss(tokenizer, long_document, held_out=0.5)
    tokenizer.decode_bytes(tokenizer.encode_to_array(_TEXT))
    ab = recovered_merges([b"ab"])
    own_merging([b"ab"], ab, ab[:, 0])
    first_characters(b"abc", 2)
    return tokenizer


def kernels_ready() -> bool:
    """Whether all kernels are compiled, here or in the cache folder."""
    import_kernels()
    return all(is_compiled(kernel) for kernel in registered_kernels())


def main() -> int:
    """Warm up, compile the presets, remove what old versions left, and say how long it took.

    Where kernels are missing all are compiled: a part that was lost would not be missed by the
    kernels that took it in.
    """
    began = time.perf_counter()
    if not kernels_ready():
        wipe(kernel_cache_folder())
    warm_up()
    for name in preset_names():
        Splitter(name)
    write_ready_mark()
    removed = remove_unused_folders((kernel_cache_folder(), automaton_cache_folder()))
    seconds = time.perf_counter() - began
    answer = {
        "seconds": round(seconds, 3),
        "folder": str(kernel_cache_folder()),
        "removed": [str(folder) for folder in removed],
    }
    text = json.dumps(answer) if "--json" in sys.argv[1:] else f"Kernels ready in {seconds:.1f} s."
    sys.stdout.write(text + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
