"""Bad input ends in one sentence that names it, with the promised exit status, nothing lost."""

from __future__ import annotations

import gzip
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from resources import sample_corpus_folder
from tests.cli.conftest import PROJECT, TEXT, run_program
from workbench.cli.training import train as train_module
from workbench.store import RunStore

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

UNREADABLE = Path("/proc/self/mem")


def train(cli, *arguments, vocab_size=270):
    return cli("train", *arguments, "--vocab-size", vocab_size, "--json")


# ---- files that cannot be trained on -------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("empty.txt", b"", "empty.txt: the file is empty."),
        ("marks.txt", b"\xef\xbb\xbf", "contains no text"),
        ("utf16.txt", "wide text".encode("utf-16"), "utf16.txt looks like UTF-16"),
        ("utf16.jsonl", '{"text": "a"}'.encode("utf-16"), "utf16.jsonl looks like UTF-16"),
        (
            "cut.txt.gz",
            gzip.compress(TEXT.encode(), mtime=0)[:60],
            "cut.txt.gz is cut short or damaged",
        ),
        ("cut.txt.zst", zstd.compress(TEXT.encode())[:60], "cut.txt.zst is cut short or damaged"),
        ("not.txt.gz", b"plain text", "not.txt.gz is cut short or damaged"),
        ("not.txt.zst", b"plain text", "not.txt.zst is cut short or damaged"),
        ("bad.jsonl", b'{"text": \n{"x": 1}\n', 'bad.jsonl: no line has the field "text"'),
    ],
)
def test_a_file_without_usable_text(name, content, sentence, cli, tmp_path):
    (tmp_path / name).write_bytes(content)
    outcome = train(cli, tmp_path / name)
    assert outcome.status == 1
    assert outcome.out == ""
    assert sentence in outcome.sentence
    with RunStore.open() as store:
        assert [run.status for run in store.list_runs()] == ["failed"]


@pytest.mark.parametrize(
    ("argument", "sentence"),
    [
        ("nowhere.txt", "nowhere.txt was not found"),
        ("no*.txt", "No file matches no*.txt"),
        ("pictures", "pictures contains no text files"),
        (UNREADABLE, f"{UNREADABLE} cannot be read"),
    ],
)
def test_a_path_without_a_corpus(argument, sentence, cli, tmp_path):
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures/a.png").write_bytes(b"\x89PNG")
    outcome = train(cli, argument)
    assert outcome.status == 1
    assert sentence in outcome.sentence


def test_a_file_that_vanishes_after_the_start(cli, corpus, monkeypatch):
    settings_of = train_module.training_settings

    def settings_and_then_gone(arguments):
        settings = settings_of(arguments)
        (corpus / "deu.txt").unlink()
        return settings

    monkeypatch.setattr(train_module, "training_settings", settings_and_then_gone)
    outcome = train(cli, corpus)
    assert outcome.status == 1
    assert "deu.txt was not found" in outcome.sentence


def bound_by_permissions() -> list[str]:
    """A prefix for a command that even the superuser's permissions bind."""
    if os.geteuid() != 0:
        return []
    powers = "-dac_override,-dac_read_search"
    return ["setpriv", f"--bounding-set={powers}", f"--inh-caps={powers}"]


@pytest.mark.slow
def test_a_file_without_permission(corpus):
    (corpus / "deu.txt").chmod(0)
    outcome = run_program("train", corpus, "--vocab-size", 300, before=bound_by_permissions())
    assert outcome.status == 1
    assert "deu.txt cannot be read: permission denied" in outcome.sentence


# ---- files that are repaired, and said to be -----------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("latin.txt", b"caf\xe9 au lait " * 3, "latin.txt, byte 3: invalid UTF-8 was replaced"),
        ("nul.txt", b"ab\0cd ab", "nul.txt, byte 2: 1 NUL byte, kept as text"),
        ("bom.txt", b"\xef\xbb\xbfab ab", "bom.txt, byte 0: a byte order mark"),
        ("a.jsonl", b'{"text": "ab ab"}\n{"text": \n', "a.jsonl, line 2: line skipped"),
        ("b.jsonl", b'{"text": "ab ab"}\n{"text": 7}\n', "the text is a number, not a string"),
        ("c.jsonl", b'{"text": "ab"}\n{"body": "x"}\n', "line 2: line skipped: there is no field"),
    ],
)
def test_a_repaired_file_is_trained_on_and_reported(name, content, problem, cli, tmp_path):
    (tmp_path / name).write_bytes(content)
    outcome = train(cli, tmp_path / name)
    assert outcome.status == 0
    assert any(problem in told for told in outcome.document["problems"])
    assert problem in outcome.err


def test_line_ends_are_kept_as_they_are(cli, tmp_path):
    (tmp_path / "dos.txt").write_bytes(b"one\r\ntwo\r\n" * 4)
    outcome = train(cli, tmp_path / "dos.txt")
    assert outcome.document["bytes"] == 40
    ids = cli("encode", outcome.document["run_id"], "dos.txt").out
    assert cli("decode", outcome.document["run_id"], stdin=ids.encode()).out == "one\r\ntwo\r\n" * 4


# ---- settings ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "status", "sentence"),
    [
        (["--vocab-size", "100"], 2, "A vocabulary size of 100 is too small"),
        (["--vocab-size", "260", "--special-tokens", "nanochat"], 2, "at least 265"),
        (["--vocab-size", "99999999999"], 2, "beyond the limit"),
        (["--vocab-size", "300", "--reserved-slots", "9" * 20], 2, "limit of 2,000,000"),
        (["--vocab-size", "300", "--min-frequency", "9" * 20], 2, "beyond the limit"),
        (["--vocab-size", "300", "--max-token-bytes", str(1 << 63)], 2, "beyond the limit"),
        (["--vocab-size", "300", "--max-chars", str(1 << 63)], 2, "beyond the limit"),
        (["--vocab-size", "300", "--max-document-chars", "9" * 20], 2, "beyond the limit"),
        (["--vocab-size", "many"], 2, "'many' is not a whole number"),
        ([], 2, "The vocabulary size is missing"),
        (["--vocab-size", "300", "--pattern", r"\p{L}+|(a"], 2, "at position 9"),
        (["--vocab-size", "300", "--pattern", "[z-a]"], 2, "The split pattern cannot be used"),
        (["--vocab-size", "300", "--special-tokens", "chatlm"], 2, "'chatlm'"),
        (["--vocab-size", "300", "--min-frequency", "0"], 2, "min_frequency"),
        (["--vocab-size", "300", "--tie-break", "coin"], 2, "'coin'"),
        (["--vocab-size", "300", "--label", "eng.txt"], 2, "not of the form PATH=LABEL"),
        (["--vocab-size", "300", "--label", "other.txt=eng"], 2, "none of the given paths"),
        (["--vocab-size", "300", "--frobnicate"], 2, "--frobnicate"),
        (["--vocab-size", "300", "--token-limit", "tokenizers"], 2, "give --max-token-bytes"),
        (["--vocab-size", "300", "--max-chars", "0"], 2, "max_chars"),
        (["--vocab-size", "300", "--special-tokens", "latin.txt"], 1, "latin.txt is not UTF-8"),
        (["--vocab-size", "300", "--name", " "], 2, "name"),
    ],
)
def test_settings_that_cannot_work(options, status, sentence, cli, corpus, tmp_path):
    (tmp_path / "latin.txt").write_bytes(b"caf\xe9")
    outcome = cli("train", corpus, *options)
    assert outcome.status == status
    assert sentence in outcome.sentence
    assert outcome.out == ""
    with RunStore.open() as store:
        assert store.list_runs() == []


@pytest.mark.parametrize(
    "option", ["--min-frequency", "--max-token-bytes", "--max-chars", "--max-document-chars"]
)
def test_the_greatest_numbers_work(option, cli, corpus):
    outcome = train(cli, corpus, option, (1 << 63) - 1)
    assert outcome.status == 0, outcome.err
    assert outcome.document["n_merges"] == (0 if option == "--min-frequency" else 14)
    setting = option.strip("-").replace("-", "_")
    shown = cli("runs", "show", outcome.document["run_id"], "--json").document
    assert shown[setting] == (1 << 63) - 1


@pytest.mark.parametrize(
    ("recipe", "options", "status", "sentence"),
    [
        ("vocab_size = 100", [], 1, "r.toml: A vocabulary size of 100 is too small"),
        ("vocab_size = 100", ["--vocab-size", "99"], 2, "A vocabulary size of 99 is too small"),
        ('vocab_size = 300\npattern = "(a"', [], 1, "The recipe"),
        ('vocab_size = 300\npattern = "(a"', ["--pattern", "(b"], 2, "split pattern"),
        ("vocab_size = 300\nmax_chars = 0", [], 1, "r.toml: max_chars"),
        ('vocab_size = 300\n[labels]\n"x.txt" = "eng"', [], 1, "none of the given paths"),
    ],
)
def test_a_fault_of_the_recipe_is_none_of_the_command_line(
    recipe, options, status, sentence, cli, corpus, tmp_path
):
    (tmp_path / "r.toml").write_text(recipe, "utf-8")
    outcome = cli("train", corpus, "--recipe", tmp_path / "r.toml", *options)
    assert outcome.status == status
    assert sentence in outcome.sentence


def test_no_corpus_is_wrong_use(cli):
    outcome = cli("train", "--vocab-size", 300)
    assert outcome.status == 2
    assert "No corpus" in outcome.sentence
    assert cli("train", "", "--vocab-size", 300).status == 2


def test_more_vocabulary_than_the_corpus_yields_is_reported(cli, tmp_path):
    (tmp_path / "tiny.txt").write_text("abab abab", "utf-8")
    outcome = train(cli, tmp_path / "tiny.txt", vocab_size=5000)
    assert outcome.status == 0
    report = outcome.document
    assert report["vocab_size"] == 5000
    assert report["unused_ids"] == 5000 - 256 - report["n_merges"]
    assert "ids stay unused" in outcome.err


# ---- tokenizers ----------------------------------------------------------------------------------


def test_an_unknown_run(cli):
    outcome = cli("encode", "no-such-run")
    assert outcome.status == 1
    assert "no-such-run is neither a file nor a directory nor a run" in outcome.sentence
    assert outcome.sentence.count(".") == 1  # one sentence, not one for each kind of thing
    assert "did you mean" not in outcome.sentence


def test_a_mistyped_run_gets_the_name_that_is_near(cli, trained):
    assert cli("register", "small", "--name", "wide").status == 0
    assert "; did you mean small? " in cli("encode", "smal").sentence
    assert "; did you mean wide? " in cli("encode", "wde").sentence


@pytest.mark.parametrize("kept", [0, 10, 200])
def test_a_damaged_tokenizer_file(kept, cli, trained):
    trained.write_bytes(trained.read_bytes()[:kept])
    outcome = cli("encode", trained, stdin=b"text")
    assert outcome.status == 1
    assert str(trained) in outcome.sentence


def test_a_directory_without_a_tokenizer(cli, corpus):
    outcome = cli("encode", corpus, stdin=b"text")
    assert outcome.status == 1
    assert str(corpus) in outcome.sentence


def test_one_file_of_a_pair_names_the_other(cli, tmp_path):
    (tmp_path / "gpt2").mkdir()
    (tmp_path / "gpt2/vocab.bpe").write_text("#version: 0.2\n", "utf-8")
    outcome = cli("encode", tmp_path / "gpt2", stdin=b"text")
    assert outcome.status == 1
    assert "gpt2 contains vocab.bpe without encoder.json" in outcome.sentence


def test_a_special_token_that_is_rejected_names_the_options(cli, trained):
    outcome = cli("encode", trained, "--special", "reject", stdin=b"low <|im_end|>")
    assert outcome.status == 1
    assert "'<|im_end|>' at byte 4; --special text encodes it" in outcome.sentence
    assert '="' not in outcome.sentence


def test_a_run_that_did_not_finish(cli, tmp_path):
    (tmp_path / "empty.txt").touch()
    cli("train", tmp_path / "empty.txt", "--vocab-size", 300, "--name", "broken")
    outcome = cli("export", "broken", "--format", "tiktoken", "--out", tmp_path / "out")
    assert outcome.status == 1
    assert "broken" in outcome.sentence or "failed" in outcome.sentence
    assert not (tmp_path / "out").exists()


# ---- the machine ---------------------------------------------------------------------------------


def in_little_space(kilobytes: int) -> list[str]:
    """A prefix for a command whose files may not grow beyond some kilobytes (512-byte blocks)."""
    return ["sh", "-c", f'ulimit -f {kilobytes * 2}; exec "$@"', "sh"]


@pytest.mark.slow
def test_a_full_disk_while_exporting_leaves_what_was_there(trained, tmp_path):
    out = tmp_path / "out"
    assert run_program("export", trained, "--format", "tokenizer.json", "--out", out).status == 0
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    outcome = run_program(
        "export", trained, "--format", "tokenizer.json", "--out", out, before=in_little_space(4)
    )
    assert outcome.status == 1
    assert "tokenizer.json cannot be written" in outcome.sentence
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before


@pytest.mark.slow
def test_a_full_disk_while_storing_loses_no_run(trained, home):
    with RunStore.open() as store:
        before = store.list_runs()
    size = (home / "runs.sqlite").stat().st_size // 1024
    outcome = run_program(
        "train",
        sample_corpus_folder(),
        "--vocab-size",
        4096,
        "--quiet",
        before=in_little_space(size + 4),
    )
    assert outcome.status == 1
    assert "runs.sqlite" in outcome.sentence
    with RunStore.open() as store:
        assert store.check() == []
        assert store.list_runs()[-1:] == before
        assert store.tokenizer("small").vocab_size == 300


@pytest.mark.slow
def test_a_home_that_cannot_be_written(corpus, tmp_path):
    (tmp_path / "file").write_text("x")
    for home in ("/proc/no-such-home", str(tmp_path / "file")):
        outcome = run_program("train", corpus, "--vocab-size", "300", TOKENIZER_WORKBENCH_HOME=home)
        assert outcome.status == 1
        assert home in outcome.sentence
        assert outcome.out == ""


@pytest.mark.slow
def test_a_read_only_home(corpus, tmp_path):
    home = tmp_path / "locked"
    home.mkdir()
    home.chmod(stat.S_IRUSR | stat.S_IXUSR)
    outcome = run_program(
        "train",
        corpus,
        "--vocab-size",
        "300",
        before=bound_by_permissions(),
        TOKENIZER_WORKBENCH_HOME=str(home),
    )
    home.chmod(stat.S_IRWXU)
    assert outcome.status == 1
    assert str(home) in outcome.sentence


@pytest.mark.slow
def test_a_file_needs_no_home(trained):
    outcome = run_program("encode", trained, stdin=b"low", TOKENIZER_WORKBENCH_HOME="/proc/no-home")
    assert outcome.status == 0
    assert outcome.out.strip()


@pytest.mark.slow
def test_a_reader_that_has_seen_enough(trained, tmp_path):
    (tmp_path / "long.txt").write_text("low lower lowest\n" * 20_000, "utf-8")
    command = f'"{sys.executable}" -m workbench split --pattern gpt2 long.txt | head -n 1'
    done = subprocess.run(
        [shutil.which("bash") or "bash", "-c", f"set -o pipefail; {command}"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr, done.returncode) == ('"low"\n', "", 0)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.slow
def test_output_onto_a_full_disk(trained, tmp_path):
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "workbench", "encode", str(trained)],
            input=b"low lower",
            stdout=full,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(PROJECT)},
            check=False,
        )
    assert done.returncode == 1
    assert b"no space left on device" in done.stderr
    assert b"Traceback" not in done.stderr


# ---- defects of ours -----------------------------------------------------------------------------


@pytest.fixture
def defect(monkeypatch):
    def broken(_arguments):
        raise ZeroDivisionError("the cup is broken")

    monkeypatch.setattr("workbench.cli.runs.runs.runs_command", broken)


def test_a_defect_is_one_sentence_and_its_traceback_is_in_the_log(
    cli, home, defect, monkeypatch, expected_log_records
):
    monkeypatch.delenv("TOKENIZER_WORKBENCH_DEBUG", raising=False)
    done = cli("runs", "list")
    log = home / "logs" / "workbench.log"
    assert done.status == 1
    assert len(done.err.splitlines()) == 1
    assert "The program made a mistake (ZeroDivisionError)" in done.sentence
    assert str(log) in done.sentence
    assert "the cup is broken" in log.read_text("utf-8")


def test_developers_see_the_traceback(cli, home, defect, monkeypatch, expected_log_records):
    monkeypatch.setenv("TOKENIZER_WORKBENCH_DEBUG", "1")
    done = cli("runs", "list")
    assert done.status == 1
    assert "Traceback" in done.err


def test_a_command_that_goes_well_leaves_no_log(cli, home):
    assert cli("runs", "list").status == 0
    assert not (home / "logs").exists()
