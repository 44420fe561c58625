"""Tables of losses: the sums against the plain formula, every format, every kind of bad row."""

from __future__ import annotations

import gzip
import json
import math
import random

import numpy as np
import pytest

from engine import ConfigError, Corpus, CorpusError, Tokenizer, TrainingConfig
from engine import train_tokenizer as train
from engine.evaluation.loss_reading import PART_ROWS, LossColumns
from engine.evaluation.loss_table import LossFile, loss_steps
from engine.machine import result_of

TEXTS = ("Der Zug fährt nicht.", "今日は寒い ですね", "Why not 👩‍🚀? Low lower", "ราคา ขึ้น อีก")
LABELS = ("deu", "jpn", "eng", "tha")
EOS = "<|end|>"


def losses_of(tokenizer, files, **settings):
    return result_of(loss_steps(tokenizer, files, **settings))


@pytest.fixture(scope="module")
def tokenizer():
    return train(Corpus.from_texts(TEXTS), TrainingConfig(290, special_tokens=(EOS,)))


@pytest.fixture(scope="module")
def rows(tokenizer):
    """(id, loss or None, label) of four texts, each with a token without loss and a special one."""
    rng = random.Random(3)
    found = []
    for text, label in zip(TEXTS, LABELS, strict=True):
        ids = [*tokenizer.encode(text), tokenizer.special_tokens[EOS]]
        found += [
            (token_id, None if i == 0 else round(rng.random() * 9, 6), label)
            for i, token_id in enumerate(ids)
        ]
    return found


def expected(rows, tokenizer, label=None):
    """Bits per byte, tokens, bytes and nats by the formula, token by token."""
    special = set(tokenizer.special_tokens.values())
    taken = [
        (token_id, loss)
        for token_id, loss, of in rows
        if loss is not None and token_id not in special and label in (None, of)
    ]
    nats = math.fsum(loss for _, loss in taken)
    n_bytes = sum(len(tokenizer.vocabulary[token_id]) for token_id, _ in taken)
    return nats / (math.log(2) * n_bytes), len(taken), n_bytes, nats


def written(rows, folder, how):
    """A file of the rows, and the file of ids that goes with it."""
    path = folder / f"losses{how}"
    numbers = [(a, math.nan if b is None else b, c) for a, b, c in rows]
    given = [(a, b, c) for a, b, c in rows if b is not None]
    match how:
        case ".csv" | ".tsv" | ".csv.gz":
            sign = "\t" if how == ".tsv" else ","
            lines = ["token_id", "loss", "lang"], *(map(str, (a, "" if b is None else b, c))
                                                    for a, b, c in rows)  # fmt: skip
            text = "\n".join(sign.join(line) for line in lines)
            path.write_bytes(gzip.compress(text.encode()) if how.endswith("gz") else text.encode())
        case ".jsonl":
            records = [{"id": a, "loss": b, "lang": c} for a, b, c in rows]
            path.write_text("\n".join(map(json.dumps, records)))
        case "-documents.jsonl":
            records = [
                {"ids": [a for a, _, c in rows if c == label],
                 "losses": [b for _, b, c in rows if c == label], "lang": label}
                for label in LABELS
            ]  # fmt: skip
            path.write_text("\n".join(map(json.dumps, records)))
        case ".json":
            columns = {"ids": [a for a, _, _ in rows], "losses": [b for _, b, _ in rows],
                       "lang": [c for _, _, c in rows]}  # fmt: skip
            path.write_text(json.dumps(columns))
        case ".parquet":
            import pyarrow as pa
            from pyarrow import parquet

            columns = {"id": [a for a, _, _ in rows], "loss": [b for _, b, _ in rows],
                       "lang": [c for _, _, c in rows]}  # fmt: skip
            parquet.write_table(pa.table(columns), path)
        case ".npz":
            ids, losses, labels = zip(*given, strict=True)
            np.savez(path, ids=ids, losses=losses, lang=np.array(labels))
        case ".npy":
            np.save(path, np.array([b for _, b, _ in given]))
            np.save(folder / "ids.npy", np.array([a for a, _, _ in given], np.uint16))
            return LossFile(path, folder / "ids.npy")
    assert len(numbers) == len(rows)
    return LossFile(path)


FORMATS = (".csv", ".tsv", ".csv.gz", ".jsonl", "-documents.jsonl", ".json", ".parquet", ".npz")


@pytest.mark.parametrize("how", [*FORMATS, ".npy"])
def test_every_format_gives_the_same_figures(tokenizer, rows, tmp_path, how):
    file = written(rows, tmp_path, how)
    columns = LossColumns(labels=None if how == ".npy" else "lang")
    report = losses_of(tokenizer, [file], columns=columns)
    bits, tokens, n_bytes, nats = expected(rows, tokenizer)
    total = report.total
    assert total.bits_per_byte == pytest.approx(bits, rel=1e-12)
    assert (total.tokens, total.bytes, total.special) == (tokens, n_bytes, 4)
    assert total.without_loss == (0 if how in (".npy", ".npz") else 4)
    assert report.left_out == 0 and not report.problems
    assert total.nats_per_token == pytest.approx(nats / tokens)
    if how != ".npy":
        assert [row.label for row in report.rows] == list(LABELS)
        for row in report.rows:
            assert row.bits_per_byte == pytest.approx(expected(rows, tokenizer, row.label)[0])


def test_bits_and_nats(tokenizer, rows, tmp_path):
    nats = losses_of(tokenizer, [written(rows, tmp_path, ".csv")]).total
    in_bits = [(a, None if b is None else b / math.log(2), c) for a, b, c in rows]
    bits = losses_of(tokenizer, [written(in_bits, tmp_path, ".jsonl")], unit="bits").total
    assert bits.bits_per_byte == pytest.approx(nats.bits_per_byte, rel=1e-14)
    with pytest.raises(ConfigError, match="nats or bits"):
        losses_of(tokenizer, [], unit="bytes")


def test_a_ratio_of_sums_and_not_a_mean_of_ratios(tmp_path):
    """Tokens of ten bytes and of one, one nat each: 2 / (11 ln 2), not the mean of two ratios."""
    merges = [(97, 97), (256, 256), (257, 257), (258, 256)]
    tokenizer = Tokenizer(merges)
    assert len(tokenizer.vocabulary[259]) == 10
    path = tmp_path / "two.csv"
    path.write_text("id,loss\n259,1\n98,1\n")
    assert losses_of(tokenizer, [LossFile(path)]).total.bits_per_byte == pytest.approx(
        2 / (11 * math.log(2))
    )


def test_tokens_that_end_inside_a_character_count_with_their_own_bytes(tmp_path):
    """U+FFFD would make three bytes of each; nanochat counted so until July 2026."""
    path = tmp_path / "ä.csv"
    path.write_text("id,loss\n195,1\n164,1\n")  # the two bytes of ä
    total = losses_of(Tokenizer([]), [LossFile(path)]).total
    assert (total.bytes, total.characters, total.words) == (2, 1, 1)
    assert total.bits_per_byte == pytest.approx(1 / math.log(2))
    assert total.perplexity("byte") == pytest.approx(math.e)
    assert total.perplexity("character") == pytest.approx(math.e**2)


def test_characters_and_words_are_those_of_the_text(tokenizer, rows, tmp_path):
    whole = [(a, 1.0, c) for a, _, c in rows]
    report = losses_of(
        tokenizer, [written(whole, tmp_path, ".csv")], columns=LossColumns(labels="lang")
    )
    for row, text in zip(report.rows, TEXTS, strict=True):
        assert row.bytes == len(text.encode())
        assert row.characters == len(text)
        assert row.words == len(text.split())
    assert report.total.words == sum(len(text.split()) for text in TEXTS)


def test_parts_do_not_show(tmp_path):
    """More rows than a part, words across the border, labels in turn."""
    text = b"word " * (PART_ROWS // 2)
    losses = np.random.default_rng(1).random(len(text))
    np.savez(tmp_path / "long.npz", ids=np.frombuffer(text, np.uint8), losses=losses)
    report = losses_of(Tokenizer([]), [LossFile(tmp_path / "long.npz")])
    assert len(text) > 2 * PART_ROWS
    assert (report.total.bytes, report.total.words) == (len(text), PART_ROWS // 2)
    assert report.total.nats == pytest.approx(math.fsum(losses), rel=1e-15)
    np.testing.assert_array_equal(report.counts, np.bincount(list(text), minlength=256))


def test_sums_keep_their_digits(tmp_path):
    """One great loss and many small ones, which float32 sums would lose."""
    losses = np.full(200_000, 1e-9)
    losses[0] = 2.0**20
    np.savez(tmp_path / "odd.npz", ids=np.full(len(losses), 97), losses=losses)
    total = losses_of(Tokenizer([]), [LossFile(tmp_path / "odd.npz")]).total
    assert total.nats == pytest.approx(math.fsum(losses), rel=2**-51, abs=0)
    assert total.nats > 2.0**20


def test_the_tokens_that_carry_the_loss(tmp_path):
    path = tmp_path / "losses.csv"
    path.write_text("id,loss\n97,1\n98,5\n97,3\n99,4\n")
    report = losses_of(Tokenizer([]), [LossFile(path)])
    worst = report.worst_tokens(2)
    assert [(each.token, each.count, each.nats) for each in worst] == [(b"b", 1, 5), (b"a", 2, 4)]
    assert [each.share for each in worst] == [5 / 13, 4 / 13]
    assert worst[1].mean == 2
    assert worst[1].bits_per_byte == pytest.approx(2 / math.log(2))
    assert len(report.worst_tokens(100)) == 3


BAD_ROWS = (
    ("400,1", 'the id 400 is not in the vocabulary of 291 ids'),
    ("289,1", "the id 289 has no token"),
    ("97,nan", "the loss nan is no number"),
    ("97,inf", "the loss inf is no number"),
    ("97,-0.5", "the loss -0.5 is below 0; log probabilities need their sign changed"),
    ("97,much", 'the loss "much" is no number'),
    ("a,1", 'the id "a" is no whole number'),
    ("1.5,1", 'the id "1.5" is no whole number'),
    (",1", 'the id "" is no whole number'),
    (f"{10 ** 30},1", "too many digits"),
)  # fmt: skip


@pytest.mark.parametrize(("row", "words"), BAD_ROWS)
def test_bad_rows_are_told_and_the_rest_goes_on(tmp_path, row, words):
    tokenizer = Tokenizer([(97, 98)], special_tokens={EOS: 290}, vocab_size=291)
    path = tmp_path / "losses.csv"
    path.write_text(f"id,loss\n97,2\n{row}\n98,2\n")
    report = losses_of(tokenizer, [LossFile(path)])
    assert report.total.tokens == 2 and report.left_out == 1
    assert report.total.bits_per_byte == pytest.approx(2 / math.log(2))
    sentence = report.problem_sentences[0]
    assert sentence.startswith(f"{path}, line 3: skipped: ") and words in sentence


def test_ignored_targets_and_rounding_below_zero_are_no_problem(tmp_path):
    path = tmp_path / "losses.csv"
    path.write_text("id,loss\n-1,0\n-100,nan\n97,-0.0000001\n97,2\n")
    report = losses_of(Tokenizer([]), [LossFile(path)])
    assert (report.total.ignored, report.total.tokens, report.total.nats) == (2, 2, 2.0)
    assert not report.problems


def test_lists_that_differ_in_length(tmp_path):
    path = tmp_path / "losses.jsonl"
    path.write_text('{"ids": [97, 98], "losses": [1]}\n{"ids": [97], "losses": [1]}\n[1]\n{]\n')
    report = losses_of(Tokenizer([]), [LossFile(path)])
    assert report.total.tokens == 1 and report.left_out == 3
    first, second, third = report.problem_sentences
    assert "line 1: skipped: 2 ids and 1 losses (the first id of a context has no loss" in first
    assert "line 3: skipped: [1] is no object" in second
    assert "line 4: skipped: not valid JSON" in third


def test_items_of_a_json_list_are_no_lines(tmp_path):
    path = tmp_path / "losses.json"
    path.write_text(
        '[{"id": 97, "loss": 1},\n{"ids": [97], "losses": 1}, {"id": 97.5, "loss": 1}, 3]'
    )
    report = losses_of(Tokenizer([]), [LossFile(path)])
    assert report.total.tokens == 1 and report.left_out == 3
    lists, number, item = report.problem_sentences
    assert lists.endswith("row 2 skipped: ids and losses are not both lists.")
    assert number.endswith("row 3 skipped: the id 97.5 is no whole number.")
    assert item.endswith("row 4 skipped: 3 is no object.")


def test_arrays_that_do_not_fit(tmp_path):
    np.save(tmp_path / "ids.npy", np.arange(5))
    np.save(tmp_path / "losses.npy", np.ones(4))
    np.save(tmp_path / "words.npy", np.array(["a"]))
    file = LossFile(tmp_path / "losses.npy", tmp_path / "ids.npy")
    with pytest.raises(CorpusError, match=r"5 ids and 4 losses \(the first id of a context"):
        losses_of(Tokenizer([]), [file])
    with pytest.raises(CorpusError, match="the ids are <U1"):
        losses_of(Tokenizer([]), [LossFile(file.path, tmp_path / "words.npy")])
    with pytest.raises(CorpusError, match="the losses are <U1"):
        losses_of(Tokenizer([]), [LossFile(tmp_path / "words.npy", tmp_path / "ids.npy")])
    with pytest.raises(CorpusError, match="name the file with the ids"):
        losses_of(Tokenizer([]), [LossFile(file.path)])


def test_two_dimensions_are_read_row_after_row(tmp_path):
    np.savez(tmp_path / "b.npz", ids=np.full((3, 4), 97), losses=np.ones((3, 4), np.float16))
    assert losses_of(Tokenizer([]), [LossFile(tmp_path / "b.npz")]).total.tokens == 12


BAD_FILES = (
    ("x.csv", b"a,b\n1,2\n", 'no column of ids by its name .such as id, ids.*it has "a", "b"'),
    ("x.csv", b"id,b\n1,2\n", "no column of losses by its name"),
    ("x.csv", b"", "it has none"),
    ("x.csv", b'id,loss\n1,"2\n', "line 2: not valid CSV"),
    ("x.csv", b"id,loss\n1,\xff\n", r"line 2, byte 10: invalid UTF-8 \(FF\)"),
    ("x.csv", "id,loss\n1,2\n".encode("utf-16"), "UTF-16"),
    ("x.csv", b"id,loss\n", "no token has a loss"),
    ("x.json", b"{", "line 1: not valid JSON"),
    ("x.npz", b"PK\x03\x04no", "is no array that can be read"),
    ("x.npy", b"no", "name the file with the ids"),
    ("x.parquet", b"PAR1 no", "damaged or no parquet file"),
    ("x.csv.gz", b"no", "cut short or damaged"),
    ("x.txt", b"1 2", "is no table of losses that is read here: they end in .csv"),
)


@pytest.mark.parametrize(("name", "content", "words"), BAD_FILES)
def test_files_that_cannot_be_read(tmp_path, name, content, words):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(CorpusError, match=words) as error:
        losses_of(Tokenizer([]), [LossFile(path)])
    assert str(path) in str(error.value)


def test_pickled_arrays_are_never_loaded(tmp_path):
    np.savez(tmp_path / "p.npz", ids=np.array([{}], object), losses=np.ones(1))
    with pytest.raises(CorpusError, match="cannot be read"):
        losses_of(Tokenizer([]), [LossFile(tmp_path / "p.npz")])


def test_columns_by_name_and_several_files(tmp_path):
    (tmp_path / "a.csv").write_text("Zahl;Verlust;Teil\n97;1;x\n")
    (tmp_path / "b.csv").write_text("Zahl,Verlust,Teil\n98,3,y\n")
    files = [LossFile(tmp_path / "a.csv"), LossFile(tmp_path / "b.csv")]
    report = losses_of(Tokenizer([]), files, columns=LossColumns("Zahl", "Verlust", "Teil"))
    assert [(row.label, row.nats) for row in report.rows] == [("x", 1), ("y", 3)]
    with pytest.raises(CorpusError, match='no column "loss"'):
        losses_of(Tokenizer([]), files, columns=LossColumns("Zahl", "loss"))


def test_perplexity_beyond_all_numbers_is_none(tmp_path):
    path = tmp_path / "losses.csv"
    path.write_text("id,loss\n97,1e6\n")
    total = losses_of(Tokenizer([]), [LossFile(path)]).total
    assert total.perplexity("token") is None and math.isfinite(total.bits_per_byte)
