"""Tiny models as folders: config.json, safetensors in one file or several, a tokenizer."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np

ITEM_TYPES = {"F32": np.float32, "F16": np.float16, "F64": np.float64, "BF16": np.uint16}


def numbers(shape: tuple[int, ...], dtype: str, seed: int):
    """Normal numbers as they are stored; bfloat16 as the upper halves of float32."""
    values = np.random.default_rng(seed).standard_normal(shape)
    if dtype == "BF16":
        return (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
    return values.astype(ITEM_TYPES[dtype])


def tensor_bytes(tensors: dict[str, tuple[str, object]], metadata=None) -> bytes:
    """A file of (dtype, array) by name, written without the library."""
    header, at = {"__metadata__": metadata} if metadata else {}, 0
    for name, (dtype, array) in tensors.items():
        end = at + array.nbytes
        header[name] = {"dtype": dtype, "shape": list(array.shape), "data_offsets": [at, end]}
        at = end
    written = json.dumps(header).encode()
    content = b"".join(array.tobytes() for _, array in tensors.values())
    return struct.pack("<Q", len(written)) + written + content


def model_tensors(n_rows: int, width: int, dtype: str, *, is_tied: bool):
    tensors = {
        "model.embed_tokens.weight": (dtype, numbers((n_rows, width), dtype, 1)),
        "model.layers.0.mlp.weight": (dtype, numbers((width, 3 * width), dtype, 2)),
        "model.norm.weight": ("F32", numbers((width,), "F32", 3)),
    }
    if not is_tied:
        tensors["lm_head.weight"] = (dtype, numbers((n_rows, width), dtype, 4))
        tensors["lm_head.bias"] = (dtype, numbers((n_rows,), dtype, 5))
    return tensors


def write_model(folder: Path, n_rows: int, *, width=12, dtype="F32", is_tied=True, n_files=1):
    """A model; with several files, each tensor has its own in turn. Returns its tensors."""
    folder.mkdir(parents=True, exist_ok=True)
    config = {"model_type": "llama", "vocab_size": n_rows, "hidden_size": width}
    config["tie_word_embeddings"] = is_tied
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    (folder / "generation_config.json").write_text('{"eos_token_id": 2}', encoding="utf-8")
    tensors = model_tensors(n_rows, width, dtype, is_tied=is_tied)
    if n_files == 1:
        content = tensor_bytes(tensors, {"format": "pt"})
        (folder / "model.safetensors").write_bytes(content)
        return tensors
    places = {
        name: f"model-{1 + i % n_files:05}-of-{n_files:05}.safetensors"
        for i, name in enumerate(tensors)
    }
    for file in set(places.values()):
        own = {name: tensors[name] for name in tensors if places[name] == file}
        (folder / file).write_bytes(tensor_bytes(own))
    size = sum(array.nbytes for _, array in tensors.values())
    index = {"metadata": {"total_size": size}, "weight_map": places}
    path = folder / "model.safetensors.index.json"
    path.write_text(json.dumps(index), encoding="utf-8")
    return tensors


def as_float(array, dtype: str):
    """float64 of what is stored."""
    if dtype == "BF16":
        return (array.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    return array.astype(np.float64)
