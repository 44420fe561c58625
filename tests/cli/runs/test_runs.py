from __future__ import annotations

from workbench.store import RunStore


def test_no_runs_yet(cli):
    assert cli("runs").out == "No runs yet.\n"
    assert cli("runs", "--json").document == {"runs": []}
    assert cli("runs", "list", "--deleted").out == "No deleted runs.\n"


def test_the_list_and_one_run(cli, trained, corpus):
    row = cli("runs").out.splitlines()[1].split()
    assert row[1:5] == ["small", "finished", "gpt2", "300"]
    listed = cli("runs", "list", "--json").document["runs"]
    assert [run["name"] for run in listed] == ["small"]
    shown = cli("runs", "show", "small", "--json").document
    assert shown["run_id"] == row[0]
    assert shown["special_tokens"] == ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
    assert [source["label"] for source in shown["sources"]] == ["deu", "eng"]
    assert shown["sources"][0]["files"][0]["path"].endswith("deu.txt")
    assert shown["seconds"].keys() == {"count", "merge", "total"}
    text = cli("runs", "show", row[0]).out
    assert "small" in text
    assert "German" in text


def test_delete_restore_and_rename(cli, trained):
    run_id = cli("runs", "delete", "small", "--json").document["run_id"]
    assert cli("runs").out == "No runs yet.\n"
    assert cli("encode", "small").status == 1
    assert run_id in cli("runs", "list", "--deleted").out
    assert cli("encode", run_id).sentence.endswith("is deleted. Restore it first.")
    assert cli("runs", "restore", run_id).status == 0
    renamed = cli("runs", "rename", "small", "  large  one ", "--json").document
    assert renamed == {"run_id": run_id, "name": "large one"}
    assert cli("encode", "large one", stdin=b"low").status == 0


def test_deleted_runs_are_purged_after_a_confirmation(cli, trained):
    assert cli("runs", "purge").out == "No deleted runs.\n"
    cli("runs", "delete", "small")
    assert "--yes" in cli("runs", "purge").sentence
    assert "small" in cli("runs", "list", "--deleted").out
    purged = cli("runs", "purge", "--yes", "--json").document
    assert purged["purged"] == 1
    assert purged["bytes_given_back"] >= 0
    assert cli("runs", "list", "--deleted").out == "No deleted runs.\n"


def test_a_run_is_exported_by_name(cli, trained, tmp_path):
    outcome = cli("runs", "export", "small", "--format", "workbench", "--out", "out")
    assert outcome.status == 0
    assert (tmp_path / "out/tokenizer.twb").is_file()
    assert cli("runs", "export", "small", "--format", "x", "--out", "out").status == 2


def test_failed_runs_say_why(cli, tmp_path):
    (tmp_path / "empty.txt").touch()
    cli("train", "empty.txt", "--vocab-size", 300)
    (run,) = cli("runs", "--json").document["runs"]
    assert run["status"] == "failed"
    assert "empty.txt" in run["reason"]
    assert "empty.txt" in cli("runs", "show", run["run_id"]).out


def test_unknown_runs(cli):
    for action in ("show", "delete", "restore"):
        outcome = cli("runs", action, "nothing")
        assert outcome.status == 1
        assert '"nothing"' in outcome.sentence


def test_the_store_option_goes_before_and_after_the_command(cli, trained, tmp_path):
    other = tmp_path / "other.sqlite"
    RunStore.open(other).close()
    assert cli("runs", "--db", other).out == "No runs yet.\n"
    assert cli("--db", other, "runs").out == "No runs yet.\n"
    assert cli("runs", "list", "--db", other).out == "No runs yet.\n"
    assert "small" in cli("runs").out


def test_a_store_of_another_program(cli, tmp_path):
    (tmp_path / "notes.sqlite").write_bytes(b"this is no database at all" * 50)
    outcome = cli("--db", tmp_path / "notes.sqlite", "runs")
    assert outcome.status == 1
    assert "notes.sqlite" in outcome.sentence
