"""Content hashes: right for every content, and not computed again where nothing changed."""

from __future__ import annotations

import hashlib
import io
import os
import threading
import time

import pytest

from engine import CorpusError
from engine.corpus import file_search as module
from engine.corpus import paths
from engine.corpus.file_search import content_hash, known_hash
from engine.corpus.paths import RemotePath


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "hashes"


@pytest.fixture
def hashed(monkeypatch):
    """The files whose content was really read."""
    seen = []
    compute = module._hashed
    monkeypatch.setattr(module, "_hashed", lambda path: seen.append(path) or compute(path))
    return seen


def old_file(path, content):
    """A file that was last changed a minute ago."""
    path.write_bytes(content)
    past = time.time_ns() - 60 * 10**9
    os.utime(path, ns=(past, past))
    return path


def test_a_file_is_hashed_once(tmp_path, folder, hashed):
    path = old_file(tmp_path / "a.txt", b"text" * 1000)
    expected = hashlib.sha256(b"text" * 1000).hexdigest()
    assert known_hash(path, folder) is None
    assert content_hash(path, folder) == content_hash(path, folder) == expected
    assert hashed == [path]
    assert known_hash(path, folder) == expected


def test_what_a_killed_process_left_is_removed(tmp_path, folder):
    folder.mkdir()
    left = old_file(folder / "tmp1234.unfinished", b"half a memo")
    young = folder / "tmp5678.unfinished"
    young.write_bytes(b"another program writes this now")
    os.utime(left, (0, 0))
    content_hash(old_file(tmp_path / "a.txt", b"text"), folder)
    assert not left.exists()
    assert young.exists()


def test_a_changed_file_is_hashed_again(tmp_path, folder, hashed):
    path = old_file(tmp_path / "a.txt", b"one")
    content_hash(path, folder)
    old_file(path, b"two")  # of the same size
    os.utime(path, ns=(1, 1))
    assert content_hash(path, folder) == hashlib.sha256(b"two").hexdigest()
    other = old_file(tmp_path / "b.txt", b"six")
    os.utime(other, ns=(1, 1))
    other.replace(path)  # size and time as before: only the inode tells
    assert content_hash(path, folder) == hashlib.sha256(b"six").hexdigest()


@pytest.mark.skipif(os.name != "posix", reason="only there a file tells when it was changed at all")
def test_a_time_that_was_set_back_hides_nothing(tmp_path, folder):
    path = old_file(tmp_path / "a.txt", b"one")
    content_hash(path, folder)
    before = path.stat()
    path.write_bytes(b"ten")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    after = path.stat()
    assert (after.st_size, after.st_mtime_ns, after.st_ino) == (
        before.st_size, before.st_mtime_ns, before.st_ino,
    )  # fmt: skip
    assert content_hash(path, folder) == hashlib.sha256(b"ten").hexdigest()


@pytest.mark.parametrize("tells", [("size", "Last-Modified"), ("size",)])
def test_a_file_at_an_address_is_remembered_by_more_than_its_size(folder, monkeypatch, tells):
    path = RemotePath("https://host/deu.txt")
    content, fetched = {"bytes": b"one", "Last-Modified": "Monday"}, []

    class System:
        def invalidate_cache(self):
            pass

        def info(self, _name):
            facts = {"size": len(content["bytes"]), "Last-Modified": content["Last-Modified"]}
            return {name: facts[name] for name in tells}

        def open(self, name, _mode):
            fetched.append(name)
            return io.BytesIO(content["bytes"])

    monkeypatch.setattr(paths, "_file_system", lambda _path: (System(), "deu.txt"))
    for data, day in ((b"one", "Monday"), (b"one", "Monday"), (b"two", "Tuesday")):
        content.update({"bytes": data, "Last-Modified": day})
        assert content_hash(path, folder) == hashlib.sha256(data).hexdigest()
    assert len(fetched) == (2 if "Last-Modified" in tells else 3)


def test_a_file_written_just_now_is_not_remembered(tmp_path, folder, hashed):
    path = tmp_path / "a.txt"
    path.write_bytes(b"one")
    for _ in range(2):
        content_hash(path, folder)
    assert len(hashed) == 2


@pytest.mark.parametrize("damage", [b"", b"junk", None])
def test_damaged_memos_are_as_good_as_none(tmp_path, folder, hashed, damage):
    path = old_file(tmp_path / "a.txt", b"one")
    expected = content_hash(path, folder)
    (memo,) = folder.iterdir()
    line = memo.read_bytes()
    wrong = line.replace(expected.encode(), b"0" * 64)
    memo.write_bytes(wrong if damage is None else damage)
    assert content_hash(path, folder) == expected
    assert len(hashed) == 2
    assert memo.read_bytes() == line


def test_where_nothing_can_be_written_it_is_computed(tmp_path, hashed):
    path = old_file(tmp_path / "a.txt", b"one")
    (tmp_path / "file").write_text("in the way")
    for _ in range(2):
        assert content_hash(path, tmp_path / "file" / "in") == hashlib.sha256(b"one").hexdigest()
    assert len(hashed) == 2


def test_many_at_once(tmp_path, folder):
    paths = [old_file(tmp_path / f"{i}.txt", bytes([i]) * 100) for i in range(8)]
    found = []

    def work():
        found.extend(content_hash(path, folder) for path in paths)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(found) == {hashlib.sha256(bytes([i]) * 100).hexdigest() for i in range(8)}
    assert len(list(folder.iterdir())) == 8


def test_old_memos_go(tmp_path, folder, monkeypatch):
    monkeypatch.setattr(module, "MOST_MEMOS", 10)
    paths = [old_file(tmp_path / f"{i}.txt", bytes([i])) for i in range(30)]
    for path in paths:
        content_hash(path, folder)
    assert len(list(folder.iterdir())) <= 10
    assert known_hash(paths[-1], folder) == hashlib.sha256(bytes([29])).hexdigest()


def test_a_file_that_changes_while_it_is_hashed(tmp_path, folder, monkeypatch):
    path = old_file(tmp_path / "a.txt", b"one")

    def compute(stream):
        path.write_bytes(b"longer")
        return "0" * 64

    monkeypatch.setattr(module, "_digest_of", compute)
    with pytest.raises(CorpusError, match=r"a\.txt changed while it was read"):
        content_hash(path, folder)


def test_files_that_cannot_be_hashed(tmp_path, folder):
    with pytest.raises(CorpusError, match=r"gone.txt was not found"):
        content_hash(tmp_path / "gone.txt", folder)
    with pytest.raises(CorpusError, match="cannot be read"):
        content_hash(tmp_path, folder)


def test_hashes_are_kept_in_the_home_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TOKENIZER_WORKBENCH_HOME", str(tmp_path / "home"))
    path = old_file(tmp_path / "a.txt", b"one")
    assert known_hash(path) is None
    assert content_hash(path) == known_hash(path)
    assert len(list((tmp_path / "home" / "cache" / "hashes").glob("*.memo"))) == 1
