"""Resizing a checkpoint: rows by every rule, old bytes unchanged, hostile and incomplete files."""

from __future__ import annotations

import json
import os
import struct

import numpy as np
import pytest
from safetensors.numpy import load_file

from engine.analysis import ModelConfigError
from engine.errors import ConfigError, ExportError, ModelFileError
from engine.extension import (
    ExtensionSettings,
    ResizeSettings,
    extend_with_tokens,
    read_checkpoint,
    report_steps,
    resize_steps,
    resizing,
    tensor_files,
)
from engine.machine import result_of
from tests.extension_cases import trained, with_gaps
from tests.model_folders import as_float, numbers, tensor_bytes, write_model

WANTED = (" kubelet", "kubelets", "ქართული")
EMBEDDING = "model.embed_tokens.weight"


def extended(old=None, **settings):
    """An extension with its report."""
    old = old or trained(400, "gpt2", ("<|end|>",))
    settings = ExtensionSettings(special_tokens=("<|new|>",), **settings)
    extension = result_of(extend_with_tokens(old, WANTED, settings=settings))
    return result_of(report_steps(extension))


def resize(source, out, report=None, *, companions=None, **settings):
    report = report or extended()
    steps = resize_steps(
        read_checkpoint(source), report.extension, report.rows, out,
        settings=ResizeSettings(**settings), companions=companions,
    )  # fmt: skip
    return result_of(steps)


def stored(folder, name):
    """The array of a tensor, bfloat16 as uint16, read without the module under test."""
    for path in sorted(folder.glob("*.safetensors")):
        content = path.read_bytes()
        (length,) = struct.unpack("<Q", content[:8])
        entry = json.loads(content[8 : 8 + length]).get(name)
        if entry is not None:
            first, last = (8 + length + n for n in entry["data_offsets"])
            kind = {"F32": "<f4", "F16": "<f2", "F64": "<f8", "BF16": "<u2"}[entry["dtype"]]
            return np.frombuffer(content[first:last], kind).reshape(entry["shape"])
    raise KeyError(name)


@pytest.mark.parametrize("dtype", ["F32", "F16", "BF16", "F64"])
@pytest.mark.parametrize(("is_tied", "n_files"), [(True, 1), (False, 3)])
def test_new_rows_are_the_mean_of_their_parts(tmp_path, dtype, is_tied, n_files):
    source, out, report = tmp_path / "model", tmp_path / "larger", extended()
    old = report.extension.old
    n_old, n_new = old.vocab_size, report.extension.tokenizer.vocab_size
    tensors = write_model(source, n_old, dtype=dtype, is_tied=is_tied, n_files=n_files)
    result = resize(source, out, report)
    tables = [name for name in tensors if name == EMBEDDING or name.startswith("lm_head")]
    assert sorted(result.tables) == sorted(tables)
    assert (result.rows_before, result.rows_after, result.is_tied) == (n_old, n_new, is_tied)
    assert (result.rows_same, result.tensors_same) == (n_old, len(tensors) - len(tables))
    for name, (kind, before) in tensors.items():
        after = stored(out, name)
        assert np.array_equal(after[: len(before)], before)
        if name not in tables:
            assert after.shape == before.shape
            continue
        assert len(after) == n_new
        for row in report.rows:
            exact = as_float(before, kind)[list(row.parts)].mean(axis=0)
            nearest = as_float(after, kind)[row.token_id]
            bits = {"F64": 50, "F32": 23, "F16": 10, "BF16": 7}[kind]
            assert np.allclose(nearest, exact, rtol=2.0**-bits, atol=2.0**-20)
    config = json.loads((out / "config.json").read_text("utf-8"))
    assert (config["vocab_size"], config["hidden_size"]) == (n_new, 12)
    assert (out / "generation_config.json").read_bytes() == b'{"eos_token_id": 2}'
    if n_files > 1:
        index = json.loads((out / "model.safetensors.index.json").read_text("utf-8"))
        whole = sum(stored(out, name).nbytes for name in tensors)
        assert index["metadata"]["total_size"] == whole
    if dtype != "BF16":  # NumPy has no such type
        read = {k: v for path in out.glob("*.safetensors") for k, v in load_file(path).items()}
        assert set(read) == set(tensors)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["larger", "model"]


def test_bfloat16_is_rounded_to_the_nearest_even(tmp_path):
    tensor = tensor_files.Tensor("x", "BF16", (4, 1), 0, 8)
    rows = tensor_files.Rows.of(tensor)
    halves = np.array([0x3F808000, 0x3F818000, 0x3F808001, 0x7FC00001], np.uint32)
    written = np.frombuffer(rows.encoded(halves.view(np.float32).astype(np.float64)), "<u2")
    assert written.tolist() == [0x3F80, 0x3F82, 0x3F81, 0x7FC0]


def test_other_rules_and_padding(tmp_path):
    source, report = tmp_path / "model", extended()
    n_old = report.extension.old.vocab_size
    before = write_model(source, n_old)[EMBEDDING][1].astype(np.float64)
    ids = [row.token_id for row in report.rows]

    def rows(name, **settings):
        resize(source, tmp_path / name, report, **settings)
        return stored(tmp_path / name, EMBEDDING)

    assert not rows("zeros", rule="zeros")[ids].any()
    assert np.allclose(rows("mean", rule="mean")[ids], before.mean(axis=0), atol=1e-6)
    assert np.array_equal(rows("token", rule="token", token=7)[ids], before[[7] * len(ids)])
    padded = rows("padded", multiple=64)
    assert len(padded) % 64 == 0
    assert len(padded) > max(ids) + 1
    assert np.allclose(padded[max(ids) + 1 :], before.mean(axis=0), atol=1e-6)
    assert json.loads((tmp_path / "padded/config.json").read_text())["vocab_size"] == len(padded)
    drawn = rows("normal", rule="normal")[ids]
    assert np.array_equal(drawn, rows("again", rule="normal")[ids])
    assert not np.array_equal(drawn, rows("seed", rule="normal", seed=1)[ids])


def test_normal_rows_have_the_mean_and_covariance_of_the_old_ones(tmp_path):
    table = np.random.default_rng(0).standard_normal((300, 3)) @ [[2, 1, 0], [0, 1, 1], [0, 0, 0.3]]
    (tmp_path / "x").write_bytes(table.astype("<f4").tobytes())
    rows = tensor_files.Rows.of(tensor_files.Tensor("x", "F32", (300, 3), 0, 3600))
    made = resizing.NewRows.__new__(resizing.NewRows)
    made._settings, made._n_known = ResizeSettings("normal"), 300
    some = [resizing.EmbeddingRow(300 + i, b"", ()) for i in range(4000)]
    with (tmp_path / "x").open("rb") as stream:
        drawn = made.values(rows, stream, some, table.mean(axis=0))
    assert np.allclose(drawn.mean(axis=0), table.mean(axis=0), atol=0.15)
    assert np.allclose(np.cov(drawn.T), np.cov(table.T), atol=0.3)


def test_ids_that_were_unused_get_rows_and_the_rest_stays(tmp_path):
    report = extended(with_gaps(), fill_unused=True)
    old = report.extension.old
    tensors = write_model(tmp_path / "model", old.vocab_size + 20)
    result = resize(tmp_path / "model", tmp_path / "out", report)
    ids = [row.token_id for row in report.rows]
    assert min(ids) < old.vocab_size
    before, after = tensors[EMBEDDING][1], stored(tmp_path / "out", EMBEDDING)
    kept = np.setdiff1d(np.arange(len(before)), ids)
    assert np.array_equal(after[kept], before[kept])
    assert result.rows_same == len(kept)
    assert not any(np.array_equal(after[i], before[i]) for i in ids if i < len(before))


def test_tokenizer_files_keep_what_only_the_old_ones_say(tmp_path):
    source, report = tmp_path / "model", extended()
    write_model(source, report.extension.old.vocab_size)
    (source / "tokenizer.json").write_text('{"post_processor": {"type": "X"}}', encoding="utf-8")
    (source / "tokenizer_config.json").write_text(
        '{"model_max_length": 77, "bos_token": "old"}', encoding="utf-8"
    )
    (source / "merges.txt").write_text("old", encoding="utf-8")
    (source / "pytorch_model.bin").write_bytes(b"of the old size")
    new = {"tokenizer.json": b'{"model": 1, "post_processor": null}'}
    new["tokenizer_config.json"] = b'{"bos_token": "new"}'
    result = resize(source, tmp_path / "out", report, companions=new)
    assert json.loads((tmp_path / "out/tokenizer.json").read_text()) == {
        "model": 1, "post_processor": {"type": "X"},
    }  # fmt: skip
    assert json.loads((tmp_path / "out/tokenizer_config.json").read_text()) == {
        "bos_token": "new", "model_max_length": 77,
    }  # fmt: skip
    assert not (tmp_path / "out/merges.txt").exists()
    assert result.left == ("pytorch_model.bin",)


def good_file():
    return tensor_bytes({"a": ("F32", numbers((2, 3), "F32", 0))})


def header(document, tail=b"") -> bytes:
    written = document if isinstance(document, bytes) else json.dumps(document).encode()
    return struct.pack("<Q", len(written)) + written + tail


def entry(begin=0, end=24, shape=(2, 3), dtype="F32"):
    return {"dtype": dtype, "shape": list(shape), "data_offsets": [begin, end]}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "shorter than its header"),
        (struct.pack("<Q", 1 << 62), "of which"),
        (struct.pack("<Q", 1000) + b"{}", "not downloaded completely"),
        (good_file()[:-1], "was interrupted"),
        (good_file() + b"x", "1 bytes follow"),
        (header(b"{" * 100_000), "cannot be read"),
        (header(b"[" * 100_000), "cannot be read"),
        (header(b"\xff\xfe"), "cannot be read"),
        (header([]), "no object"),
        (header(b'{"a": 1, "a": 2}'), "occurs twice"),
        (header({"a": 7}), "no usable dtype"),
        (header({"a": entry(shape=(-2, -3))}, bytes(24)), "no usable dtype"),
        (header({"a": entry(shape=(1 << 70, 3))}, bytes(24)), "no usable dtype"),
        (header({"a": entry(shape=(True, 6))}, bytes(24)), "no usable dtype"),
        (header({"a": entry(shape=(3, 3))}, bytes(24)), "takes 24 bytes"),
        (header({"a": entry(dtype="Q9")}, bytes(24)), "unknown type"),
        (header({"a": entry(), "b": entry()}, bytes(24)), "does not begin"),
        (header({"a": entry(4, 28)}, bytes(28)), "does not begin"),
        (header({"__metadata__": {"x": 1}, "a": entry()}, bytes(24)), "metadata"),
    ],
)
def test_hostile_headers_are_refused_with_a_sentence(tmp_path, content, words):
    path = tmp_path / "model.safetensors"
    path.write_bytes(content)
    with pytest.raises(ModelFileError, match=words) as caught:
        tensor_files.read_tensor_file(path)
    assert str(path) in str(caught.value)


def test_a_file_that_the_system_cannot_open_is_a_sentence(tmp_path):
    path = tmp_path / "model.safetensors"
    path.symlink_to(path)
    with pytest.raises(ModelFileError, match="symbolic links") as caught:
        tensor_files.read_tensor_file(path)
    assert str(path) in str(caught.value)
    assert caught.value.path == path


def test_half_checkpoints_and_other_models_are_refused(tmp_path):
    report, out = extended(), tmp_path / "out"
    n = report.extension.old.vocab_size

    def refused(words, error=ModelFileError, **settings):
        with pytest.raises(error, match=words):
            resize(tmp_path / "model", out, report, **settings)
        assert [path.name for path in tmp_path.iterdir()] == ["model"]

    source = tmp_path / "model"
    source.mkdir()
    refused("no config.json", ModelConfigError)
    write_model(source, n - 1)
    refused("it is not the model's tokenizer")
    write_model(source, 3 * n + 2000)
    refused("more than padding explains")
    write_model(source, n)
    config = json.loads((source / "config.json").read_text())
    (source / "config.json").write_text(json.dumps(config | {"vocab_size": n + 5}))
    refused("files are of different models")
    (source / "config.json").write_text('{"model_type": "llama"}')
    refused("names no vocab_size")
    for path in source.iterdir():
        path.unlink()
    refused("no config.json", ModelConfigError)
    write_model(source, n, n_files=3)
    index = source / "model.safetensors.index.json"
    good = json.loads(index.read_text())
    index.write_text(json.dumps(good | {"weight_map": {"a": "../model.safetensors"}}))
    refused("no usable index")
    lost = {"lost": "model-00001-of-00003.safetensors"}
    index.write_text(json.dumps(good | {"weight_map": good["weight_map"] | lost}))
    refused("do not have the same tensors")
    index.write_text(json.dumps(good))
    (source / "model-00002-of-00003.safetensors").unlink()
    refused("half a checkpoint: 1 of 3")
    for path in source.glob("*.safetensors*"):
        path.unlink()
    refused("has neither")
    quantized = {EMBEDDING: ("I8", np.zeros((n, 12), np.int8))}
    (source / "model.safetensors").write_bytes(tensor_bytes(quantized))
    refused("before it is quantized")
    table = ("F32", numbers((n, 4), "F32", 0))
    unknown = {EMBEDDING: table, "x.y": table}
    (source / "model.safetensors").write_bytes(tensor_bytes(unknown))
    refused("is no known table")
    write_model(source, n)
    refused("must be parts", ConfigError, rule="half")
    refused("needs the token", ConfigError, rule="token")
    refused("has no row", ConfigError, rule="token", token=n)
    refused("multiple of 0", ConfigError, multiple=0)


def test_nothing_is_left_of_a_write_that_fails(tmp_path, monkeypatch):
    report = extended()
    write_model(tmp_path / "model", report.extension.old.vocab_size)
    with pytest.raises(ModelFileError, match="directory of its own"):
        resize(tmp_path / "model", tmp_path / "model", report)
    monkeypatch.setattr(os, "fsync", lambda handle: (_ for _ in ()).throw(OSError(28, "full")))
    with pytest.raises(ExportError, match="disk is full"):
        resize(tmp_path / "model", tmp_path / "out", report)
    monkeypatch.undo()
    checkpoint = read_checkpoint(tmp_path / "model")
    steps = resize_steps(checkpoint, report.extension, report.rows, tmp_path / "out")
    next(steps)
    steps.close()
    steps = resize_steps(checkpoint, report.extension, report.rows, tmp_path / "out")
    assert next(step for step in steps if step.phase == "check")
    (path,) = tmp_path.glob(".out.*.part/model.safetensors")
    with path.open("r+b") as stream:  # the last tensor is compared after the first
        stream.seek(-1, os.SEEK_END)
        stream.write(b"\x7f")
    with pytest.raises(ModelFileError, match="other bytes"):
        result_of(steps)
    assert [path.name for path in tmp_path.iterdir()] == ["model"]
