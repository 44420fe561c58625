"""register and registry: freezing, listing, exports with hashes; TOKENIZER by NAME@VERSION."""

from __future__ import annotations

import hashlib
import json

import pytest

from engine import Tokenizer
from tests.provenance import provenance_of
from tests.store.builders import make_config, make_tokenizer
from workbench.store import (
    FileRecord,
    RegistryNameError,
    RunStore,
    SourceRecord,
    UnknownTokenizerError,
)
from workbench.work.runs import registry


def store_run(name, seed=1):
    """A finished run in the store of this test; nothing is trained."""
    sources = [
        SourceRecord("deu", (FileRecord("~/deu.txt", 1200, "ab" * 32),)),
        SourceRecord("eng", (FileRecord("~/eng.txt", 900, "cd" * 32),)),
    ]
    with RunStore.open() as store:
        run_id = store.begin_run(name, make_config(), sources)
        tokenizer = make_tokenizer(seed=seed)
        store.finish_run(run_id, tokenizer)
    return tokenizer


@pytest.fixture
def trained(cli, tmp_path):
    """A tokenizer file; the store holds its run under the name "small"."""
    return store_run("small").save(tmp_path / "made" / "tokenizer.twb")


@pytest.fixture
def registered(cli, trained):
    """The run "small" of the store is registered as wide@1."""
    outcome = cli("register", "small", "--name", "wide", "--metadata", "for=model 7", "--json")
    assert outcome.status == 0, outcome.err
    return outcome.document


def test_a_run_is_registered_and_told(cli, trained, registered):
    tokenizer = Tokenizer.load(trained)
    assert registered["reference"] == "wide@1"
    assert registered["is_new"]
    assert registered["semantic_hash"] == tokenizer.semantic_hash
    assert registered["metadata"] == {"for": "model 7"}
    sources = registered["trained_from"]["sources"]
    assert [source["label"] for source in sources] == ["deu", "eng"]
    assert [source["files"][0]["sha256"] for source in sources] == ["ab" * 32, "cd" * 32]
    assert cli("registry", "--json").document["registered"][0]["reference"] == "wide@1"


def test_the_list_says_what_was_trained_from_which_bytes(cli, registered):
    head, line = cli("registry").out.splitlines()
    assert head.split()[:3] == ["tokenizer", "hash", "from"]
    assert "wide@1" in line
    assert registered["semantic_hash"][:12] in line
    assert "run small (" in line
    assert "deu, eng" in line


def test_show_names_files_with_their_hashes(cli, registered):
    shown = cli("registry", "show", "wide").out
    assert f"eng.txt  sha256 {'cd' * 32}" in shown
    assert registered["semantic_hash"] in shown
    assert "model 7" in shown
    assert cli("registry", "show", "wide@1", "--json").document["version"] == 1


def test_registering_twice_is_a_sentence(cli, registered):
    again = cli("register", "small", "--name", "wide", "--metadata", "for=another")
    assert again.status == 0
    assert again.out.startswith("wide@1  ")
    assert "nothing was changed" in again.err
    assert "metadata given now was not stored" in again.err
    assert len(cli("registry", "--json").document["registered"]) == 1


def test_a_file_is_registered_too(cli, trained):
    document = cli("register", trained, "--name", "file", "--json").document
    digest = hashlib.sha256(trained.read_bytes()).hexdigest()
    assert document["file"] == {"name": "tokenizer.twb", "sha256": digest}
    assert document["origin"] == "imported"
    assert document["trained_from"]["sources"][0]["label"] == "deu"


def test_tokenizers_of_the_registry_are_understood_everywhere(cli, trained, registered):
    ids = cli("encode", "small", stdin=b"lower").out
    for name in ("wide", "wide@1", f"wide@{registered['semantic_hash'][:8]}"):
        assert cli("encode", name, stdin=b"lower").out == ids, name
    refused = cli("encode", "wide@7", stdin=b"lower")
    assert (refused.status, "has no version or hash 7" in refused.sentence) == (1, True)
    refused = cli("encode", "wide@1", "--pattern", "gpt2", stdin=b"lower")
    assert (refused.status, "has its own split pattern" in refused.sentence) == (2, True)
    refused = cli("encode", "slim@1", stdin=b"lower")
    assert (refused.status, "is neither a file" in refused.sentence) == (1, True)


def test_a_name_of_two_tokenizers_is_a_sentence(cli, trained):
    assert cli("register", "small", "--name", "small").status == 0
    assert cli("encode", "small", stdin=b"low").status == 0  # both give the same ids
    store_run("other", seed=2)
    assert cli("register", "other", "--name", "small").status == 0
    refused = cli("encode", "small", stdin=b"low")
    assert refused.status == 1
    assert "is a run and a registered tokenizer" in refused.sentence
    assert "small@2" in refused.sentence
    assert cli("encode", "small@1", stdin=b"low").status == 0


def test_a_run_may_have_a_sign_of_the_registry_in_its_name(cli):
    store_run("a@1")
    assert cli("encode", "a@1", stdin=b"low").status == 0


@pytest.mark.slow
def test_exports_are_hashed_and_checked_again(cli, trained, tmp_path):
    outcome = cli(
        "register", "small", "--name", "wide", "--format", "workbench", "--format", "tiktoken",
        "--out", tmp_path / "out", "--json",
    )  # fmt: skip
    assert outcome.status == 0, outcome.err
    exported = {each["format"]: each for each in outcome.document["exported"]}
    assert set(exported) == {"workbench", "tiktoken"}
    file = exported["tiktoken"]["files"][0]
    written = tmp_path / "out" / "tiktoken" / file["name"]
    assert file["sha256"] == hashlib.sha256(written.read_bytes()).hexdigest()
    verdict = exported["tiktoken"]["verification"]
    assert verdict["status"] == "equal"
    assert verdict["libraries"][0].startswith("tiktoken ")
    assert cli("registry", "verify", "wide", "--json").document["unchanged"]
    written.write_bytes(written.read_bytes() + b"\n")
    (tmp_path / "out" / "workbench" / "tokenizer.twb").unlink()
    checked = cli("registry", "verify", "wide")
    assert checked.status == 1
    assert f"changed  {written}" in checked.out
    assert "gone     " in checked.out
    assert "1 file of wide@1 changed" in checked.sentence
    shown = cli("registry", "show", "wide").out
    assert "tiktoken, " in shown
    assert ": equal" in shown


def test_a_file_that_a_later_export_replaced_did_not_change(cli, trained, tmp_path):
    assert cli("register", "small", "--name", "wide").status == 0
    arguments = ("export", "wide", "--format", "tokenizer.json", "--out", tmp_path)
    assert cli(*arguments).status == 0
    assert cli(*arguments, "--layout", "v4").status == 0
    checked = cli("registry", "verify", "wide")
    assert checked.status == 0, checked.err
    written = tmp_path / "tokenizer_config.json"
    assert f"replaced {written}" in checked.out and f"same     {written}" in checked.out
    assert "replaced by a later export" in checked.err
    written.write_text("{}", "utf-8")
    checked = cli("registry", "verify", "wide")
    assert checked.status == 1 and "1 file of wide@1 changed" in checked.sentence
    unknown = cli("registry", "verify", "wider")
    assert unknown.status == 2 and "wider" in unknown.sentence  # 1 would mean: it changed
    assert cli("registry", "show", "wider").status == 1
    written.unlink()
    checked = cli("registry", "verify", "wide")
    assert checked.status == 0 and "2 files missing" in checked.err


def test_an_export_of_the_registry_is_kept_without_its_run(cli, registered, tmp_path):
    assert cli("runs", "delete", "small").status == 0
    outcome = cli("registry", "export", "wide@1", "--format", "workbench", "--out", tmp_path / "o")
    assert outcome.status == 0, outcome.err
    assert outcome.out.split()[0].endswith("tokenizer.twb")
    exports = cli("registry", "show", "wide", "--json").document["exports"]
    assert [each["format"] for each in exports] == ["workbench"]
    assert Tokenizer.load(tmp_path / "o").semantic_hash == registered["semantic_hash"]


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("small", "--name", "a@b"), 2, "without @, slashes"),
        (("small", "--name", "a", "--metadata", "novalue"), 2, "write KEY=VALUE"),
        (("small", "--name", "a", "--metadata", "k=1", "--metadata", "k=2"), 2, "k twice"),
        (("small", "--name", "a", "--format", "tiktoken"), 2, "needs both"),
        (("small", "--name", "a", "--format", "word"), 2, "no export format 'word'"),
        (("nobody", "--name", "a"), 1, "is neither a file"),
        (("small", "--name", "a", "--format", "sentencepiece", "--out", "o"), 1, "no string"),
    ],
)
def test_wrong_use_is_a_sentence(cli, trained, arguments, status, words):
    refused = cli("register", *arguments)
    assert (refused.status, words in refused.sentence) == (status, True), refused.err
    assert cli("registry", "--json").document == {"registered": []}


def test_an_empty_registry_says_how_to_fill_it(cli, trained):
    assert "register RUN --name NAME" in cli("registry").out
    assert "No registered tokenizer" in cli("registry", "show", "wide").sentence


def test_python_loads_by_name_and_hash(cli, home, trained, registered):
    digest = registered["semantic_hash"]
    for wanted in ({}, {"version": 1}, {"semantic_hash": digest[:8]}, {"semantic_hash": digest}):
        assert registry.load("wide", **wanted).semantic_hash == digest
    assert registry.load("wide", version=1, semantic_hash=digest[:10]).semantic_hash == digest
    with pytest.raises(RegistryNameError, match="has the hash"):
        registry.load("wide", version=1, semantic_hash="ab" * 32)
    with pytest.raises(UnknownTokenizerError):
        registry.load("wide", semantic_hash="ab" * 32)
    (found,) = registry.registered()
    assert found.reference == "wide@1"
    with RunStore.open() as store:
        assert store.registered() == (found,)
    assert json.dumps(dict(found.metadata)) == '{"for": "model 7"}'


def test_a_bundle_of_a_registered_tokenizer_says_where_it_comes_from(cli, registered, tmp_path):
    outcome = cli("export", "wide@1", "--format", "bundle", "--out", tmp_path / "made")
    assert outcome.status == 0, outcome.err
    told = provenance_of(tmp_path / "made" / "tokenizer.twb")["registered"]
    assert told["reference"] == "wide@1"
    assert told["semantic_hash"] == registered["semantic_hash"]
    assert told["trained_from"] == registered["trained_from"]
