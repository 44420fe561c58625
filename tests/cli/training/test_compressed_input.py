"""encode and split decompress by the ending, as train does."""

from __future__ import annotations

import gzip
import lzma
import sys

import pytest

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

TEXT = "low lower Größe"


@pytest.mark.parametrize(
    ("ending", "compress"),
    [(".gz", gzip.compress), (".xz", lzma.compress), (".zst", zstd.compress)],
)
def test_a_compressed_file_is_read_as_its_text(ending, compress, cli, trained, tmp_path):
    (tmp_path / "in.txt").write_text(TEXT, "utf-8")
    (tmp_path / f"in.txt{ending}").write_bytes(compress(TEXT.encode()))
    for command in (["encode", "small"], ["split", "--pattern", "gpt2"]):
        outcome = cli(*command, f"in.txt{ending}")
        assert outcome.status == 0, outcome.err
        assert outcome.out == cli(*command, "in.txt").out != ""


@pytest.mark.parametrize("command", [["encode", "small"], ["split", "--pattern", "gpt2"]])
def test_a_damaged_archive_is_named(command, cli, trained, tmp_path):
    (tmp_path / "in.gz").write_bytes(gzip.compress(TEXT.encode())[:-9])
    outcome = cli(*command, "in.gz")
    assert (outcome.status, outcome.out) == (1, "")
    assert "in.gz is cut short or damaged" in outcome.sentence


def test_standard_input_stays_as_it_is(cli):
    outcome = cli("split", "--pattern", "gpt2", "--json", stdin=gzip.compress(b"low"))
    assert outcome.document["bytes"] == len(gzip.compress(b"low"))


def test_the_help_says_so(cli):
    for command in ("encode", "split"):
        assert "ends in .gz, .zst or .xz" in " ".join(cli(command, "--help").out.split())
