"""Registered tokenizers never change: SQL itself refuses it; exports stay with their verdicts."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta

import pytest

from engine import Tokenizer
from tests.store.builders import NOON, add_run, make_config, make_tokenizer
from workbench.store import (
    AmbiguousTokenizerError,
    DamagedStoreError,
    ExportedFile,
    ExportRecord,
    FileRecord,
    ImportedFile,
    RegistryNameError,
    RunStateError,
    RunStore,
    SourceRecord,
    UnknownRunError,
    UnknownTokenizerError,
)

VERDICT = {"version": 1, "status": "equal", "libraries": ["tokenizers 0.22.2"]}


def export_of(tokenizer, **changes):
    record = ExportRecord(
        "tokenizer.json",
        "~/out",
        (ExportedFile("tokenizer.json", 9, "ab" * 32), ExportedFile("b.json", 2, "cd" * 32)),
        tokenizer.vocab_size,
        tokenizer.semantic_hash,
        verdict=VERDICT,
        options={"layout": "v4"},
        notes=("One to know.",),
    )
    return replace(record, **changes)


def run_sql(path, statement, *values):
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(statement, values)


@pytest.fixture
def registered(store):
    run_id = add_run(store, "mine")
    return store.register("wide", run_id, {"for": "model 7"})


def test_a_registered_run_tells_everything(store, registered, clock):
    run = store.run("mine")
    assert (registered.reference, registered.is_new, registered.created) == ("wide@1", True, NOON)
    assert registered.semantic_hash == run.summary.semantic_hash
    assert registered.metadata == {"for": "model 7"}
    assert (registered.origin, registered.run_id) == ("trained", run.summary.run_id)
    assert registered.run_name == "mine"
    assert registered.trained_from.sources == run.sources
    assert registered.trained_from.bytes == run.summary.bytes
    clock.forward(hours=1)
    assert store.registered() == (replace(registered, is_new=False),)


def test_the_registered_tokenizer_is_the_one_of_the_run(store, registered):
    loaded, trained = store.registered_tokenizer("wide"), store.tokenizer("mine")
    assert loaded.semantic_hash == trained.semantic_hash == registered.semantic_hash
    assert loaded.encode("Grüße 東京") == trained.encode("Grüße 東京")
    assert loaded.training.counts.tolist() == trained.training.counts.tolist()


def test_the_same_twice_is_one_version_and_another_is_the_next(store, registered, clock):
    clock.forward(days=1)
    again = store.register("wide", "mine", {"for": "model 8"})
    assert again == replace(registered, is_new=False)
    other = store.register("wide", add_run(store, seed=2))
    assert (other.version, other.is_new) == (2, True)
    assert store.register("slim", "mine").version == 1
    assert [each.reference for each in store.registered()] == ["slim@1", "wide@2", "wide@1"]


def test_other_roles_are_another_version_of_the_same_hash(store, clock):
    tokenizer = make_tokenizer()
    file = ImportedFile("a.twb", "ab" * 32)
    store.register_file("chat", tokenizer, file)
    with_role = tokenizer.with_companions(roles={"eos": "<|end|>"}, chat_template="{{ 1 }}")
    second = store.register_file("chat", with_role, file)
    assert (second.version, second.is_new) == (2, True)
    assert store.find_registered(f"chat@{tokenizer.semantic_hash[:8]}").version == 2
    loaded = store.registered_tokenizer("chat@2")
    assert (loaded.roles, loaded.chat_template) == ({"eos": "<|end|>"}, "{{ 1 }}")


def test_a_file_is_registered_with_its_hash(store, tmp_path):
    path = make_tokenizer().save(tmp_path / "a.twb")
    found = store.register_file("file", Tokenizer.load(path), ImportedFile.of(path))
    assert (found.origin, found.run_id) == ("imported", None)
    assert found.file == ImportedFile("a.twb", hashlib.sha256(path.read_bytes()).hexdigest())
    assert [source.label for source in found.trained_from.sources] == ["deu", "eng"]
    assert ImportedFile.of(tmp_path).sha256 is None


def test_what_another_library_runs_is_refused(store):
    class Foreign:
        library = "sentencepiece 0.2.3"

    with pytest.raises(RegistryNameError, match=r"sp\.model runs in sentencepiece 0\.2\.3"):
        store.register_file("sp", Foreign(), ImportedFile("sp.model"))
    assert store.registered() == ()


@pytest.mark.slow
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE registered_tokenizers SET metadata = '{}'",
        "UPDATE registered_tokenizers SET content = x'00'",
        "UPDATE registered_tokenizers SET version = 9",
        "DELETE FROM registered_tokenizers",
        "INSERT OR REPLACE INTO registered_tokenizers SELECT * FROM registered_tokenizers",
        "UPDATE run_exports SET verdict = '{}'",
        "UPDATE run_exports SET registered_name = NULL, registered_version = NULL",
        "DELETE FROM run_exports",
        "INSERT OR REPLACE INTO run_exports SELECT * FROM run_exports",
        "UPDATE run_export_files SET sha256 = ''",
        "DELETE FROM run_export_files",
        "INSERT OR REPLACE INTO run_export_files SELECT * FROM run_export_files",
    ],
)
def test_sql_itself_refuses_changes(store, path, registered, statement):
    store.record_export("mine", export_of(store.tokenizer("mine")))
    before = store.registered()
    with pytest.raises(sqlite3.IntegrityError, match=r"cannot|taken"):
        run_sql(path, statement)
    assert store.registered() == before
    assert store.check() == []


def test_a_run_may_go_its_registered_tokenizer_stays(store, clock):
    sources = [SourceRecord("deu", (FileRecord("~/d.txt", 12, "ab" * 32),)), SourceRecord("eng")]
    run_id = store.begin_run("gone", make_config(), sources)
    store.finish_run(run_id, make_tokenizer())
    registered = store.register("kept", run_id)
    store.record_export(run_id, export_of(store.tokenizer(run_id)))
    store.record_export(run_id, export_of(store.tokenizer(run_id), semantic_hash="ef" * 32))
    store.delete(run_id)
    clock.forward(days=9)
    assert store.purge_deleted(timedelta(days=1)) == 1
    (found,) = store.registered()
    assert found.trained_from == registered.trained_from
    assert found.trained_from.sources[0].files == (FileRecord("~/d.txt", 12, "ab" * 32),)
    assert [(record.run_id, record.verdict) for record in found.exports] == [(None, VERDICT)]
    assert store.registered_tokenizer("kept@1").semantic_hash == registered.semantic_hash
    assert store.check() == []


def test_exports_come_newest_first_and_belong_to_the_version(store, clock):
    add_run(store, "mine")
    tokenizer = store.tokenizer("mine")
    first = store.record_export("mine", export_of(tokenizer, verdict=None))
    registered = store.register("wide", "mine")
    assert [record.export_id for record in registered.exports] == [first.export_id]
    clock.forward(hours=1)
    cut = tokenizer.truncated(265)
    second = store.record_export("mine", export_of(cut, format="tiktoken"))
    third = store.record_export("mine", export_of(tokenizer))
    assert store.exports("mine") == (third, second, replace(first, registered=("wide", 1)))
    assert store.find_registered("wide").exports[0] == third
    assert (second.registered, third.registered) == (None, ("wide", 1))
    assert (first.status, second.status) == ("not asked", "equal")


def test_an_export_of_nothing_stored_is_refused(store):
    with pytest.raises(ValueError, match="belongs to a run or to a registered"):
        store.record_export(None, export_of(make_tokenizer()))
    with pytest.raises(UnknownRunError):
        store.record_export("nobody", export_of(make_tokenizer()))


def test_references(store, registered, clock):
    clock.forward(minutes=1)
    second = store.register("wide", add_run(store, seed=2))
    for reference, version in (
        ("wide", 2),
        ("wide@1", 1),
        ("wide@2", 2),
        (f"wide@{registered.semantic_hash}", 1),
        (f"wide@{second.semantic_hash[:8].upper()}", 2),
    ):
        assert store.find_registered(reference).version == version, reference


@pytest.mark.parametrize(
    ("reference", "error", "words"),
    [
        ("slim", UnknownTokenizerError, 'No registered tokenizer is called "slim"'),
        ("wide@3", UnknownTokenizerError, r'"wide" has no version or hash 3; it has @1 \('),
        ("wide@abcdef0", RegistryNameError, "neither a version"),
        ("wide@0", RegistryNameError, "neither a version"),
        ("@1", UnknownTokenizerError, "No registered tokenizer"),
    ],
)
def test_references_that_mean_nothing(store, registered, reference, error, words):
    with pytest.raises(error, match=words):
        store.find_registered(reference)


def test_a_hash_that_fits_several_is_ambiguous(store, path, registered, clock):
    clock.forward(minutes=1)
    other = store.register("wide", add_run(store, seed=2))
    twin = registered.semantic_hash[:20] + other.semantic_hash[20:]
    run_sql(path, "DROP TRIGGER registered_tokenizers_fixed_on_UPDATE")
    run_sql(path, "UPDATE registered_tokenizers SET semantic_hash = ? WHERE version = 2", twin)
    with pytest.raises(AmbiguousTokenizerError, match=r"wide@2, wide@1 begin with") as caught:
        store.find_registered(f"wide@{twin[:20]}")
    assert caught.value.references == ("wide@2", "wide@1")
    assert store.find_registered(f"wide@{twin}").version == 2


@pytest.mark.parametrize("name", ["", "  ", "a@1", "a/b", "a\\b", "a\x07b", "x" * 101])
def test_names_that_cannot_be_given(store, name):
    add_run(store, "mine")
    with pytest.raises(RegistryNameError):
        store.register(name, "mine")


@pytest.mark.parametrize("metadata", [{"": "x"}, {"a": "x" * 10_001}, {"a": "1", " a": "2"}])
def test_metadata_that_cannot_be_given(store, metadata):
    add_run(store, "mine")
    with pytest.raises(RegistryNameError):
        store.register("wide", "mine", metadata)


def test_a_name_is_put_in_order(store):
    add_run(store, "mine")
    assert store.register("  wide   ünï ", "mine").reference == "wide ünï@1"


def test_only_finished_runs_can_be_registered(store):
    run_id = store.begin_run("runs", make_config(), [])
    with pytest.raises(RunStateError, match="has no tokenizer: it is running"):
        store.register("wide", run_id)


@pytest.mark.parametrize(
    ("column", "value", "words"),
    [
        ("content", b"PK\x03\x04 not a tokenizer", "do not have the sha256"),
        ("semantic_hash", "ab" * 32, "does not have the hash"),
        ("content_hash", "ab" * 32, "does not have the hash"),
        ("trained_from", "{", "registered tokenizer wide@1"),
        ("metadata", "[]", "no JSON object"),
    ],
)
def test_damage_is_named(store, path, registered, column, value, words):
    run_sql(path, "DROP TRIGGER registered_tokenizers_fixed_on_UPDATE")
    run_sql(path, f"UPDATE registered_tokenizers SET {column} = ?", value)
    (finding,) = store.check()
    assert words in finding
    assert "wide@1" in finding
    if column not in ("trained_from", "metadata"):
        with pytest.raises(DamagedStoreError, match=words):
            store.registered_tokenizer("wide@1")
    assert store.tokenizer("mine").semantic_hash == registered.semantic_hash


def test_a_damaged_export_is_named(store, path):
    add_run(store, "mine")
    number = store.record_export("mine", export_of(store.tokenizer("mine"))).export_id
    run_sql(path, "DROP TRIGGER run_exports_fixed_on_UPDATE")
    run_sql(path, "UPDATE run_exports SET verdict = 'broken'")
    (finding,) = store.check()
    assert f"The export {number}" in finding
    with pytest.raises(DamagedStoreError):
        store.exports("mine")


def test_a_backup_holds_the_registry(store, registered, path):
    copy = store.back_up()
    with RunStore.open(copy) as restored:
        assert restored.registered() == (replace(registered, is_new=False),)
    path.write_bytes(b"damaged" * 1000)
    with RunStore.open(path, replace_damaged=True) as again:
        assert [each.reference for each in again.registered()] == ["wide@1"]


def test_a_store_with_nothing_but_the_registry_is_backed_up_daily(store, path, clock):
    store.register_file("only", make_tokenizer(), ImportedFile("a.twb"))
    clock.forward(days=2)
    store.begin_run(None, make_config(), [])
    assert len(list((path.parent / "backups").glob("*-daily.sqlite"))) == 1


def test_odd_names_of_files_survive(store):
    odd = FileRecord("~/b\udcffd.txt", 3, "ab" * 32)
    run_id = store.begin_run("odd", make_config(), [SourceRecord("deu", (odd,)), SourceRecord("e")])
    store.finish_run(run_id, make_tokenizer(labels=("deu", "e")))
    found = store.register("odd", run_id)
    assert found.trained_from.sources[0].files == (odd,)
    record = export_of(
        store.tokenizer(run_id), directory="~/b\udcffd", files=(ExportedFile("a\udcff", 1, "0"),)
    )
    stored = store.record_export(run_id, record)
    assert store.exports(run_id) == (stored,)
    assert stored.directory == "~/b\udcffd"
    assert json.dumps(dict(stored.options)) == '{"layout": "v4"}'
