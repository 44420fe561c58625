"""Work that calls every kernel at least once, with the types of real work."""

from __future__ import annotations

import numpy as np

from engine.compiled import run_kernel
from engine.corpus.corpus import Corpus
from engine.counting import count_pretokens
from engine.counting.counts_by_source import source_pretokens
from engine.counting.table import PretokenTable
from engine.encoding.id_lists import IdLists
from engine.encoding.merge_tables import own_merging, recovered_merges
from engine.encoding.tokenizer import Tokenizer
from engine.evaluation.evaluation import evaluate_all
from engine.evaluation.ngram_bits import ngram_loss
from engine.machine import result_of
from engine.settings.config import TrainingConfig
from engine.settings.parity import Parity
from engine.settings.superwords import Superwords
from engine.splitting.splitter import Splitter
from engine.text.utf8 import first_characters, first_invalid_byte, utf8_of
from engine.training._replacing_kernels import help_merging
from engine.training.merge_loop import MergeLoop
from engine.training.merges_done import MergesDone
from engine.training.parity_loop import ParityLoop
from engine.training.parity_texts import ParityTexts
from engine.training.training import train_tokenizer

_TEXT = "low lower lowest newer newest wider " * 4 + "a" * 300
_MANY_WORDS = " ".join(f"{i} {i:016b}{i} {i:040b}" for i in range(20_000))
"""Enough distinct pre-tokens of any length for every table to grow; three times this is cut."""


def help_with(loop: MergeLoop) -> None:
    """Call the kernel of a thread that helps, where no other one has work for it."""
    run_kernel(
        help_merging, loop._arena, loop._table, loop._sources, loop._scratch,
        loop._tie_order.lengths, loop._team,
    )  # fmt: skip


def use_every_kernel() -> None:
    """Call every kernel."""
    long_document = Corpus.from_texts([_MANY_WORDS * 3])
    pretokens = result_of(count_pretokens(long_document, Splitter("gpt2"), n_threads=2))
    list(source_pretokens(pretokens, [0], {0: ()}))
    loop = MergeLoop(pretokens, TrainingConfig(300))
    loop.count_pairs()
    loop.make_room()
    help_with(loop)
    done = MergesDone.of_merges(np.array([[97, 97]] * 4, np.uint32), len(pretokens.labels))
    MergeLoop(pretokens, TrainingConfig(300, tie_break="greatest-bytes"), done=done).count_pairs()
    PretokenTable().enter(pretokens.data, np.array([0], np.int64), np.array([1], np.int64))
    Splitter("gpt2").spans(_TEXT.encode())
    Splitter("gpt2").sure_cut("low 你好 lower".encode(), 4)
    Splitter(r"l(?=ow+e)|\s+").spans(_TEXT.encode())
    # Merges of all digits that long words have: without them they would be cut into parts.
    Tokenizer([[48, 48], [48, 49], [49, 48], [49, 49]]).encode_to_array(_MANY_WORDS)
    corpus = Corpus.from_texts([_TEXT])
    tokenizer = train_tokenizer(corpus, TrainingConfig(300))
    train_tokenizer(corpus, TrainingConfig(300, superwords=Superwords(280)))
    texts = ParityTexts(pretokens.labels, pretokens, 1, "")
    parity = ParityLoop(pretokens, TrainingConfig(300, parity=Parity(("texts",), 0.5)), texts)
    parity.count_pairs()
    parity.run_slice(100, 1 << 40)
    parity.run_slice(100, 1 << 40)
    evaluate_all([tokenizer], long_document)
    evaluate_all([tokenizer], Corpus.from_texts(["\n  indented"]))
    ngram_loss(tokenizer, long_document, held_out=0.5)
    tokenizer.decode_bytes(tokenizer.encode_to_array(_TEXT))
    tokenizer.encode(_TEXT, dropout=0.1, seed=1)
    ab = recovered_merges([b"ab"])
    own_merging([b"ab"], ab, ab[:, 0])
    lists = IdLists(2)
    lists.of(np.zeros(1 << 22, np.uint32))
    first_characters(b"abc", 2)
    first_invalid_byte(("é" + _MANY_WORDS).encode())
    for _ in range(2):  # Python spells the first one
        utf8_of("é" * (1 << 20))
