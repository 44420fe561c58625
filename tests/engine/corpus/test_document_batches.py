"""Batches: the same cuts from parts as from whole documents, and characters counted."""

from __future__ import annotations

import gzip
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Corpus, Source, Splitter
from engine.corpus import pieces as document_batches
from engine.corpus.pieces import DocumentCutter, TextRooms, file_groups, part_groups
from engine.corpus.pieces import document_batches as batches_of
from engine.corpus.readers import text
from engine.errors import CorpusError
from engine.settings.config import TrainingConfig
from engine.text.normalization import normalized
from engine.training.training import train_tokenizer

WORDS = st.sampled_from(
    ["low ", "lower", "größe ", "你好", "e\u0301", "\u0301", "\n", " ", "x1", "한"]
)
TEXTS = st.lists(WORDS, min_size=1, max_size=80).map("".join)
GPT2 = Splitter("gpt2")
BY_REGEX = Splitter(r"(?<=a)b|\w+|\W+")


def divided(data, sizes):
    """The text in parts of these numbers of characters."""
    document = data.decode()
    at, parts = 0, []
    for size in sizes:
        parts.append(document[at : at + size].encode())
        at += size
    return [*parts, document[at:].encode()]


def pieces(splitter, data, sizes, form=None, piece_bytes=8):
    cutter = DocumentCutter(splitter, piece_bytes, form)
    parts = divided(data, sizes)
    last = len(parts) - 1
    return [
        piece for i, part in enumerate(parts) for piece in cutter.pieces(part, i == 0, i == last)
    ]


@settings(deadline=None)
@given(document=TEXTS, sizes=st.lists(st.integers(0, 20), max_size=8))
@pytest.mark.parametrize("splitter", [GPT2, BY_REGEX], ids=["automaton", "regex"])
def test_where_a_document_is_cut_does_not_depend_on_its_parts(splitter, document, sizes):
    data = document.encode()
    found = pieces(splitter, data, sizes)
    assert found == pieces(splitter, data, [])
    assert b"".join(piece.data for piece in found) == data
    assert [piece.is_first for piece in found] == [True] + [False] * (len(found) - 1)
    pretokens = [pretoken for piece in found for pretoken in splitter.split(piece.data.decode())]
    assert pretokens == splitter.split(document)


@settings(deadline=None)
@given(document=TEXTS, sizes=st.lists(st.integers(0, 20), max_size=8))
@pytest.mark.parametrize("form", ["nfc", "nfkc"])
def test_parts_are_normalized_as_the_whole(form, document, sizes):
    data = document.encode()
    found = b"".join(piece.data for piece in pieces(GPT2, data, sizes, form))
    assert found == normalized(data, form)
    assert unicodedata.is_normalized(form.upper(), found.decode())


def test_a_cutter_forgets_a_document_that_was_given_up():
    cutter = DocumentCutter(GPT2, 8, "nfc")
    list(cutter.pieces("one tw\u0065".encode(), True, False))
    found = list(cutter.pieces("\u0301three".encode(), True, True))
    assert b"".join(piece.data for piece in found) == "\u0301three".encode()
    assert found[0].is_first


@settings(deadline=None)
@given(
    documents=st.lists(TEXTS, min_size=1, max_size=6),
    block=st.integers(4, 60),
    batch=st.integers(8, 60),
)
def test_batches_hold_every_document_once(tmp_path_factory, documents, block, batch):
    folder = tmp_path_factory.mktemp("batches")
    paths = []
    for i, document in enumerate(documents):
        paths.append(folder / f"{i}.txt")
        paths[-1].write_bytes(document.encode())
    sources = [Source("a", tuple(paths[::2])), Source("b", tuple(paths[1::2]))]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text, "BLOCK_BYTES", block)
        patch.setattr(document_batches, "BATCH_BYTES", batch)
        found = list(batches_of(Corpus(sources), GPT2))
    for index, part in enumerate((documents[::2], documents[1::2])):
        of_source = [batch for batch in found if batch.source == index]
        assert b"".join(batch.data for batch in of_source) == "".join(part).encode()
        assert sum(batch.n_documents for batch in of_source) == len(part)
        assert sum(batch.n_characters for batch in of_source) == len("".join(part))
    offset = 0
    for batch in found:
        assert batch.offset == offset
        assert batch.bounds[0] == 0 and batch.bounds[-1] == len(batch.data)
        offset += len(batch.data)


def test_a_training_is_the_same_in_blocks_of_any_size(tmp_path, monkeypatch):
    path = tmp_path / "eng.txt"
    path.write_text("low lower größer newest widest naïve 你好 " * 200 + "end", "utf-8")
    config = TrainingConfig(300, tie_break="first-seen")
    whole = train_tokenizer(Corpus.from_paths(path), config)
    for block, batch in ((7, 5), (64, 100), (1000, 33)):
        monkeypatch.setattr(text, "BLOCK_BYTES", block)
        monkeypatch.setattr(document_batches, "BATCH_BYTES", batch)
        again = train_tokenizer(Corpus.from_paths(path), config)
        assert (again.merges == whole.merges).all()
        assert (again.training.counts == whole.training.counts).all()
        assert again.training.documents == 1


STRETCHES = st.sampled_from(
    [b"low ", b"lower", "größe ".encode(), "你好".encode(), b"\n", b" ", b"x1", b"zzzzzzzz"]
)
BLEMISHES = st.sampled_from([b"", b"", b"", b"\xff", b"\0", b"\xe4\xbd", b"\xef\xbb\xbf"])
CONTENTS = st.builds(
    lambda first, blemish, second: b"".join(first) + blemish + b"".join(second),
    st.lists(STRETCHES, max_size=60), BLEMISHES, st.lists(STRETCHES, max_size=60),
)  # fmt: skip


def batches_with_texts(corpus, rooms):
    """All of each batch; what was read into a room is given back, so that it is used again."""
    found = []
    for batch in batches_of(corpus, GPT2, None, rooms):
        data = batch.data if batch.piece is None else bytes(batch.piece.view)
        numbers = (batch.source, batch.n_documents, batch.n_characters, batch.offset, batch.n_bytes)
        found.append((data, batch.bounds.tolist(), *numbers))
        batch.release()
    return found


@settings(deadline=None, max_examples=60)
@given(
    contents=st.lists(CONTENTS, min_size=1, max_size=4),
    block=st.integers(4, 60),
    batch=st.integers(8, 60),
    window=st.integers(4, 40),
    errors=st.sampled_from(["replace", "skip", "stop"]),
)
def test_files_read_into_rooms_give_the_same_batches(
    tmp_path_factory, contents, block, batch, window, errors
):
    """Also where a file has to be repaired, refused or reported in the middle."""
    folder = tmp_path_factory.mktemp("rooms")
    for number, content in enumerate(contents):
        (folder / f"{number}.txt").write_bytes(content)
    corpus = Corpus.from_paths(folder, encoding_errors=errors)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text, "BLOCK_BYTES", block)
        patch.setattr(document_batches, "BATCH_BYTES", batch)
        patch.setattr(document_batches, "_WINDOW_BYTES", window)
        results = []
        for rooms in (None, TextRooms()):
            try:
                found = batches_with_texts(corpus, rooms)
            except CorpusError as error:
                found = str(error)
            results.append((found, [str(problem) for problem in corpus.problems]))
    assert results[0] == results[1]


def groups_with_texts(groups):
    """All of each group; a text in a buffer is given back, so that it is used again."""
    found = []
    for group in groups:
        data = group.data if group.piece is None else bytes(group.piece.view)
        assert bytes(group.padded[: len(data)]) == data and len(group.padded) >= len(data) + 64
        numbers = (group.source, group.n_documents, group.n_bytes, group.before, group.is_cut)
        found.append((data, group.bounds.tolist(), *numbers))
        group.release()
    return found


@settings(deadline=None, max_examples=60)
@given(
    contents=st.lists(CONTENTS, min_size=1, max_size=4),
    block=st.integers(4, 60),
    group=st.integers(4, 60),
    window=st.integers(4, 40),
    errors=st.sampled_from(["replace", "skip", "stop"]),
    is_packed=st.booleans(),
)
def test_files_read_into_rooms_give_the_same_groups(
    tmp_path_factory, contents, block, group, window, errors, is_packed
):
    """A file of one block stays whole; its size does not say so where it is compressed."""
    folder = tmp_path_factory.mktemp("groups")
    for number, content in enumerate(contents):
        name = f"{number}.txt.gz" if is_packed else f"{number}.txt"
        (folder / name).write_bytes(gzip.compress(content) if is_packed else content)
    corpus = Corpus.from_paths(folder, encoding_errors=errors)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text, "BLOCK_BYTES", block)
        patch.setattr(document_batches, "GROUP_BYTES", group)
        patch.setattr(document_batches, "_WINDOW_BYTES", window)
        results = []
        for in_rooms in (False, True):
            try:
                groups = part_groups(corpus.labelled_parts(), GPT2)
                if in_rooms:
                    groups = file_groups(corpus, GPT2, TextRooms())
                found = groups_with_texts(groups)
            except CorpusError as error:
                found = str(error)
            results.append((found, [str(problem) for problem in corpus.problems]))
    assert results[0] == results[1]


def test_a_room_is_read_into_again_once_it_was_given_back(tmp_path):
    path = tmp_path / "eng.txt"
    path.write_bytes(b"low lower lowest " * 300_000)
    corpus, rooms, used = Corpus.from_paths(path), TextRooms(), set()
    for batch in batches_of(corpus, GPT2, None, rooms):
        used.add(id(batch.piece.room))
        batch.release()
    kept = list(batches_of(corpus, GPT2, None, rooms))
    assert len(used) == 1 and len({id(batch.piece.room) for batch in kept}) == len(kept) == 5
    assert b"".join(bytes(batch.piece.view) for batch in kept) == path.read_bytes()


def test_a_room_much_larger_than_a_batch_is_let_go():
    rooms = TextRooms()
    usual, large = rooms.take(2 << 20), rooms.take(5 << 20)
    for room in (usual, large):
        rooms.give_back(room)
    assert rooms.take(100) is usual
    assert len(rooms.take(100)) == 100


@pytest.mark.parametrize(
    "options",
    [
        {"document_separator": "\n"},
        {"max_document_chars": 2_000_000},
        {"max_chars": 2_000_000},
    ],
)
def test_files_that_are_shaped_are_not_read_into_rooms(tmp_path, options):
    (tmp_path / "eng.txt").write_bytes(b"low lower\n" * 300_000)
    corpus = Corpus.from_paths(tmp_path, **options)
    assert all(batch.piece is None for batch in batches_of(corpus, GPT2, None, TextRooms()))
