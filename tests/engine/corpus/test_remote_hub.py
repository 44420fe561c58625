"""`hf://datasets/...` against a server of this machine that answers as the hub does."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys

import pyarrow as pa
import pytest
from pyarrow import parquet

from tests.engine.corpus.hub_stand_in import running_hub
from tests.forking_python import ForkingPython

pytestmark = pytest.mark.slow

FOLDER = "hf://datasets/owner/name"
TEXTS = [f"document {i} größer 你好 " * 40 for i in range(400)]


def table(texts, column="text") -> bytes:
    out = io.BytesIO()
    columns = {
        column: texts,
        "url": ["https://host/" + "x" * 3000 + str(i) for i in range(len(texts))],
    }
    parquet.write_table(pa.table(columns), out, row_group_size=50, compression="none")
    return out.getvalue()


CHILD = """
import json, sys
from engine import Corpus, CorpusError
paths, options, waits = json.loads(sys.argv[1])
try:
    corpus = Corpus.from_paths(paths, **options)
    parts = [corpus.parts(source) for source in corpus.sources]
    texts = [next(parts[0]).data.decode()] if waits else []
    if waits:
        print("begun", flush=True)
        sys.stdin.readline()
    texts += [part.data.decode() for each in parts for part in each]
except CorpusError as error:
    print(json.dumps(str(error)))
else:
    print(json.dumps(texts))
"""


class Readers:
    """Processes that read from the hub: here no socket connects."""

    def __init__(self, hub, python, environ):
        self.hub, self._python, self._environ = hub, python, environ

    def read(self, *paths, token=None, **options):
        """The texts, or the sentence of an error."""
        done = self._python.run(
            CHILD, json.dumps([paths, options, False]), environ={"HF_TOKEN": token}
        )
        return json.loads(done.stdout)

    def begun(self, *paths):
        """A reader that waits for a line after its first text."""
        return self.program(CHILD, json.dumps([paths, {}, True]))

    def program(self, text, *arguments):
        """A process of its own that can be told something."""
        environ = {**os.environ, **self._environ}
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        command = [sys.executable, "-c", text, *arguments]
        return subprocess.Popen(command, text=True, env=environ, **pipes)


@pytest.fixture(scope="module")
def readers(tmp_path_factory):
    """What reads knows the address of the hub from its start on."""
    home = str(tmp_path_factory.mktemp("hub"))
    with running_hub() as server:
        environ = {
            "HF_ENDPOINT": server.endpoint, "HF_HOME": home, "HF_TOKEN": "", "HF_HUB_OFFLINE": "",
            "TRANSFORMERS_OFFLINE": "",
        }  # fmt: skip
        libraries = ("engine.corpus.corpus", "pyarrow.parquet", "huggingface_hub.hf_file_system")
        with ForkingPython(*libraries, environ=environ) as python:
            yield Readers(server, python, environ)


@pytest.fixture
def hub(readers):
    server = readers.hub
    vars(server).update(vars(type(server)()) | {"endpoint": server.endpoint})
    server.files = {
        "sample/10BT/000_00000.parquet": table(TEXTS),
        "sample/10BT/001_00000.parquet": table(["another text"]),
        "README.md": b"# about",
    }
    return server


@pytest.fixture
def read(readers):
    return readers.read


def test_a_file_a_revision_and_a_pattern(hub, read):
    assert read(f"{FOLDER}/sample/10BT/000_00000.parquet") == TEXTS
    assert read(f"{FOLDER}@v1/sample/10BT/001_00000.parquet") == ["another text"]
    assert read(f"{FOLDER}/sample/10BT/*.parquet") == [*TEXTS, "another text"]


def test_another_column_is_read_in_ranges(hub, read):
    hub.files["a/eng.parquet"] = data = table(TEXTS, "content")
    assert read(f"{FOLDER}/a/eng.parquet", text_field="content") == TEXTS
    assert hub.ranges
    assert all(end <= len(data) for _, end in hub.ranges)


@pytest.mark.parametrize("faults", [[500], [429, 503], ["cut"]])
def test_faults_that_pass_are_tried_again(faults, hub, read):
    hub.faults = list(faults)
    assert read(f"{FOLDER}/sample/10BT/000_00000.parquet") == TEXTS
    assert not hub.faults


def test_a_token_from_the_environment(hub, read):
    hub.token = "hf_secret"
    path = f"{FOLDER}/sample/10BT/001_00000.parquet"
    assert "set HF_TOKEN or run hf auth login" in read(path)
    assert read(path, token="hf_secret") == ["another text"]
    assert "Bearer hf_secret" in hub.tokens


def test_what_the_hub_does_not_have_or_give(hub, read):
    for path in (
        f"{FOLDER}/no.parquet",
        f"{FOLDER}@v2/a.parquet",
        "hf://datasets/no/one/a.parquet",
    ):
        assert f"{path} was not found on the hub, or needs a login" in read(path)
    hub.gated = True
    sentence = read(f"{FOLDER}/sample/10BT/001_00000.parquet")
    assert "the hub does not give access (403)" in sentence


def test_a_file_that_changes_while_it_is_read(hub, readers):
    program = readers.begun(f"{FOLDER}/sample/10BT/000_00000.parquet")
    assert program.stdout.readline() == "begun\n"
    hub.files["sample/10BT/000_00000.parquet"] = table(TEXTS[::-1])
    out, _ = program.communicate("\n")
    assert "000_00000.parquet changed while it was read" in json.loads(out)


TWO_PASSES = """
import sys
from engine import Corpus, CorpusError, Superwords, TrainingConfig, train
from engine.training import Phase
steps = train(
    Corpus.from_paths([sys.argv[1]]), TrainingConfig(290, "gpt2", superwords=Superwords(270))
)
while next(steps).phase is not Phase.COMPUTE_MERGES:
    pass
print("first pass", flush=True)
sys.stdin.readline()
try:
    for _ in steps:
        pass
except CorpusError as error:
    print(error)
"""


def test_a_file_that_changes_between_two_passes(hub, readers):
    """Superwords read the text again after the merges of words."""
    path = "sample/10BT/000_00000.parquet"
    program = readers.program(TWO_PASSES, f"{FOLDER}/{path}")
    assert program.stdout.readline() == "first pass\n"
    hub.files[path] = table([text.upper() for text in TEXTS])
    out, _ = program.communicate("\n")
    assert "000_00000.parquet changed between two passes over the text" in out
