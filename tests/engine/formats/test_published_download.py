"""Fetching published tokenizers, from a server of the test's own, and their use without it."""

from __future__ import annotations

import base64
import hashlib
import json
import pickle
import sys
import threading
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from unittest import mock

import pytest
import tiktoken

from engine.corpus.corpus import Corpus
from engine.errors import TokenizerFileError
from engine.formats import export_tokenizer
from engine.formats.reading import published
from engine.formats.reading import tiktoken as known_encodings
from engine.formats.reading.loading import load_any_tokenizer
from engine.formats.reading.published import (
    PublishedTokenizerError,
    kept_file,
    kept_names,
    load_published,
)
from engine.settings.config import TrainingConfig
from engine.training.training import train_tokenizer
from tests.texts import some_texts

pytestmark = pytest.mark.slow

COMMIT = "c0ffee" + "0" * 34
CHILD = """
import sys
from dataclasses import replace
from engine.formats.reading import published_download, tiktoken as known_encodings
known = known_encodings._ENCODINGS
known["cl100k_base"] = replace(known["cl100k_base"], sha256=sys.argv[1])
published_download.MOST_RANKS = int(sys.argv[2])
sys.exit(published_download.main(sys.argv[3:]))
"""


class _Server(HTTPServer):
    """files: what it has, by path; asked: the paths of what was asked for with GET."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.files: dict[str, bytes] = {}
        self.asked: list[str] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def offer_repository(self, name: str, files: dict[str, bytes], **sizes: int) -> None:
        """As the hub does it: a description, a list of files, and the files. sizes: as told."""
        told = [
            {"type": "file", "path": file, "rfilename": file, "oid": hashlib.sha1(data).hexdigest(),
             "size": sizes.get(file.partition(".")[0], len(data))}
            for file, data in files.items()
        ]  # fmt: skip
        about = json.dumps({"id": name, "sha": COMMIT, "siblings": told}).encode()
        for path in (f"/api/models/{name}", f"/api/models/{name}/revision/main"):
            self.files[path] = about
        self.files[f"/api/models/{name}/tree/{COMMIT}"] = json.dumps(told).encode()
        for file, data in files.items():
            self.files[f"/{name}/resolve/{COMMIT}/{file}"] = data


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_HEAD(self) -> None:
        self._answer()

    def do_GET(self) -> None:
        data = self._answer()
        self.server.asked.append(self.path.partition("?")[0])
        self.wfile.write(data)

    def _answer(self) -> bytes:
        data = self.server.files.get(self.path.partition("?")[0])
        self.send_response(404 if data is None else 200)
        self.send_header("Content-Length", str(len(data or b"")))
        self.send_header("X-Repo-Commit", COMMIT)
        self.send_header("ETag", f'"{hashlib.sha1(data or b"").hexdigest()}"')
        self.end_headers()
        return data or b""

    def log_message(self, *_: object) -> None:
        """Nothing: what is asked is not for people."""


@pytest.fixture
def server(tmp_path, monkeypatch):
    made = _Server()
    thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    monkeypatch.setenv("TOKENIZER_WORKBENCH_PUBLISHED", str(tmp_path / "kept"))
    monkeypatch.setenv("TOKENIZER_WORKBENCH_RANKS_AT", made.address + "/ranks/")
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path / "none"))
    monkeypatch.setenv("HF_ENDPOINT", made.address)
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hub"))
    for name in ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE", "HF_HUB_CACHE"):
        monkeypatch.delenv(name, raising=False)
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.setenv(name, "127.0.0.1")
    yield made
    made.shutdown()
    made.server_close()
    thread.join()


@pytest.fixture(scope="module")
def trained():
    config = TrainingConfig(400, pattern="cl100k", special_tokens=("<|end|>",))
    return train_tokenizer(Corpus.from_texts(some_texts(100)), config)


@pytest.fixture
def ranks(trained, monkeypatch):
    """A rank file that passes for the published one, here and in the process that fetches it."""
    lines = [b"%s %d\n" % (base64.b64encode(t), i) for i, t in enumerate(trained.ranked_tokens)]
    data = b"".join(lines)
    expect(monkeypatch, hashlib.sha256(data).hexdigest())
    return data


def expect(monkeypatch, sha256: str, most: int = 1 << 20) -> None:
    """Take this hash for the published one, and this for the largest size."""
    known = known_encodings._ENCODINGS
    monkeypatch.setitem(known, "cl100k_base", replace(known["cl100k_base"], sha256=sha256))
    start = [sys.executable, "-c", CHILD, sha256, str(most)]
    monkeypatch.setattr(
        published, "download_command", lambda name, place: [*start, name, str(place)]
    )


def test_ranks_are_fetched_once_and_used_without_the_server(server, ranks):
    server.files["/ranks/cl100k_base.tiktoken"] = ranks
    assert kept_names() == ()
    tokenizer = load_published("cl100k_base")
    assert server.asked == ["/ranks/cl100k_base.tiktoken"]
    assert kept_file("cl100k_base").read_bytes() == ranks
    server.files.clear()
    again = load_published("cl100k_base")
    assert again.semantic_hash == tokenizer.semantic_hash
    assert again.special_tokens["<|endoftext|>"] == 100257
    assert kept_names() == ("cl100k_base",)
    assert len(server.asked) == 1


def test_ranks_with_another_hash_are_not_kept(server, ranks, tmp_path):
    server.files["/ranks/cl100k_base.tiktoken"] = ranks + b"IQ== 0\n"
    with pytest.raises(PublishedTokenizerError, match="another SHA-256 than the published"):
        load_published("cl100k_base")
    assert list((tmp_path / "kept").iterdir()) == []


def test_what_is_too_large_or_not_there_is_a_sentence(server, ranks, tmp_path, monkeypatch):
    with pytest.raises(PublishedTokenizerError, match="its host answers 404"):
        load_published("cl100k_base")
    server.files["/ranks/cl100k_base.tiktoken"] = ranks
    expect(monkeypatch, hashlib.sha256(ranks).hexdigest(), most=100)
    with pytest.raises(PublishedTokenizerError, match=r"is larger than .* it was not fetched"):
        load_published("cl100k_base")
    assert list((tmp_path / "kept").iterdir()) == []


def test_a_repository_of_the_hub_is_fetched_once_without_its_weights(server, trained, tmp_path):
    pytest.importorskip("huggingface_hub")
    folder = tmp_path / "export"
    folder.mkdir()
    export_tokenizer(trained, "tokenizer.json", folder)
    files = {file.name: file.read_bytes() for file in folder.iterdir()}
    files |= {"spiece.model": b"\nno model", "model.safetensors": b"x" * 1000}
    server.offer_repository("some-owner/a-b.c", files, model=10**12)
    name = "hub:some-owner/a-b.c"
    tokenizer = load_published(name)
    assert tokenizer.encode("Grüße 你好") == trained.encode("Grüße 你好")
    kept = {file.name for file in kept_file(name).iterdir()}
    assert kept == files.keys() - {"model.safetensors"}
    assert not any("safetensors" in path for path in server.asked)
    server.files.clear()
    n_asked = len(server.asked)
    assert load_published(name).semantic_hash == trained.semantic_hash
    assert kept_names() == (name,)
    assert len(server.asked) == n_asked


def test_a_repository_with_too_much_or_nothing_is_a_sentence(server, tmp_path):
    pytest.importorskip("huggingface_hub")
    server.offer_repository("owner/large", {"tokenizer.json": b"{}"}, tokenizer=10**9)
    with pytest.raises(PublishedTokenizerError, match=r"have 1,000 MB, more than the 268 MB"):
        load_published("hub:owner/large")
    server.offer_repository("owner/none", {"config.json": b"{}"})
    with pytest.raises(PublishedTokenizerError, match="contains no file of a tokenizer"):
        load_published("hub:owner/none")
    assert list((tmp_path / "kept/hub").iterdir()) == []


def test_names_of_what_is_kept_are_those_it_was_fetched_by(server, tmp_path):
    names = ("hub:a--b/c", "hub:a/b--c", "hub:gpt2", "hub:o-/-n.d")
    for name in names:
        place = published._place(name)
        place.mkdir(parents=True)
        (place / "spiece.model").write_bytes(b"\n")
    (tmp_path / "kept/hub/x%2Fy.17.part").mkdir()
    (tmp_path / "kept/hub/x%2Fy.17.part/vocab.json").write_text("{}")
    (tmp_path / "kept/hub/x%2Fz").mkdir()
    (tmp_path / "kept/hub/x%2Fz/config.json").write_text("{}")
    assert sorted(kept_names()) == sorted(names)


def test_a_pickle_that_only_names_a_published_one_needs_its_ranks(server, ranks, tmp_path):
    by_ranks = {base64.b64decode(line.split()[0]): i for i, line in enumerate(ranks.splitlines())}
    encoding = tiktoken.Encoding(
        "cl100k_base", pat_str=r"\s+|\S+", mergeable_ranks=by_ranks, special_tokens={}
    )
    file = tmp_path / "tokenizer.pkl"
    with mock.patch.dict(tiktoken.registry.ENCODINGS, {"cl100k_base": encoding}):
        file.write_bytes(pickle.dumps(encoding))
    with pytest.raises(TokenizerFileError, match=r"the name of a published one, 'cl100k_base'"):
        load_any_tokenizer(file)
    server.files["/ranks/cl100k_base.tiktoken"] = ranks
    published = load_published("cl100k_base")
    assert load_any_tokenizer(file).semantic_hash == published.semantic_hash
