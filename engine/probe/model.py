"""The model of a probe, in PyTorch: the only module that imports it.

A transformer as small language models have it: norms before attention and perceptron, rotary
positions, one matrix for embedding and head, AdamW. The body is drawn before the embedding, so
models of one seed begin with the same body, whatever their tokenizers.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as functions

from engine.compiled import Floats
from engine.extension import Tensor, header_bytes, read_tensor_file
from engine.machine import replacing
from engine.probe.settings import ModelShape

_INITIAL, _NORM_END = 0.02, 1e-5
_BETAS, _EPSILON, _DECAY, _CLIP = (0.9, 0.95), 1e-8, 0.1, 1.0
_MOST_LOGITS = 1 << 25
"""Numbers in the logits of rows that are computed at once; larger batches go in parts."""
_ROTARY_BASE = 10_000.0


def device_name() -> str:
    """Where models are trained: the GPU where PyTorch finds one."""
    return "cuda" if torch.cuda.is_available() else "cpu"


class ProbeModel:
    """Weights with the state of their optimizer. step: how many it has made."""

    def __init__(self, shape: ModelShape, n_rows: int, seed: int, *, n_threads: int = 0) -> None:
        if n_threads:
            torch.set_num_threads(n_threads)
        self.shape, self.n_rows, self.step = shape, n_rows, 0
        self._device = torch.device(device_name())
        drawing = torch.Generator().manual_seed(seed)
        self.weights: dict[str, Any] = {
            name: value.to(self._device).requires_grad_()
            for name, value in _new_weights(shape, n_rows, drawing)
        }
        # By hand: torch.optim imports a compiler, which takes longer than a short training.
        self._means = {name: torch.zeros_like(w) for name, w in self.weights.items()}
        self._squares = {name: torch.zeros_like(w) for name, w in self.weights.items()}

    def train(self, rows: Any, rate: float, ignored: int) -> float:
        """One step on rows uint32[n, context + 1]; the loss in nats per token before it.

        ignored: the id that is no target.
        """
        n_targets = int((rows[:, 1:] != ignored).sum())
        total = 0.0
        for weight in self.weights.values():
            weight.grad = None
        for part in self._parts(rows):
            loss = self._losses(part, ignored).sum() / max(1, n_targets)
            loss.backward()
            total += float(loss.detach())
        self.step += 1
        self._update(rate)
        return total

    def losses(self, rows: Any, ignored: int) -> Floats:
        """float64[n, context]: nats of each target; 0 for ignored ones."""
        with torch.no_grad():
            parts = [self._losses(part, ignored) for part in self._parts(rows)]
        return np.asarray(torch.cat(parts).double().cpu().numpy())

    def best(self, ids: Iterable[int]) -> list[int]:
        """The likeliest next id behind each of some ids."""
        row = torch.tensor([list(ids)], device=self._device)
        with torch.no_grad():
            return [int(i) for i in self._logits(row)[0].argmax(-1).tolist()]

    def continued(
        self, ids: Iterable[int], n: int, *, banned: int, context: int, seed: int = 0
    ) -> list[int]:
        """Up to n further ids, drawn with temperature 0.8 from the likeliest 80 percent."""
        drawing = torch.Generator().manual_seed(seed)
        made = list(ids)
        for _ in range(n):
            row = torch.tensor([made[-context:]], device=self._device)
            with torch.no_grad():
                logits = self._logits(row)[0, -1].float().cpu() / 0.8
            logits[banned] = -math.inf
            shares, order = torch.softmax(logits, -1).sort(descending=True)
            kept = (shares.cumsum(0) - shares) < 0.8
            drawn = torch.multinomial(shares * kept, 1, generator=drawing)
            made.append(int(order[drawn]))
        return made

    def save(self, path: Path, *, whole: bool) -> None:
        """Write the weights; whole: with the state of the optimizer too. Raises OSError."""
        arrays = {f"weight.{name}": _array(value) for name, value in self.weights.items()}
        if whole:
            arrays |= {f"mean.{name}": _array(value) for name, value in self._means.items()}
            arrays |= {f"square.{name}": _array(value) for name, value in self._squares.items()}
        tensors = [Tensor(name, "F32", a.shape, 0, a.nbytes) for name, a in arrays.items()]
        with replacing(path) as partial, partial.open("wb") as stream:
            stream.write(header_bytes(tensors, {"step": str(self.step)}))
            for array in arrays.values():
                stream.write(array.tobytes())

    def load(self, path: Path) -> None:
        """Go on from a file that `save` wrote whole. Raises ModelFileError and KeyError."""
        file = read_tensor_file(path)
        content = np.memmap(path, np.uint8, "r")

        def stored(name: str) -> Any:
            tensor = file.tensors[name]
            data = content[tensor.begin : tensor.begin + tensor.n_bytes].copy()
            return torch.from_numpy(data.view(np.float32).reshape(tensor.shape)).to(self._device)

        with torch.no_grad():
            for kind, values in (
                ("weight", self.weights), ("mean", self._means), ("square", self._squares)
            ):  # fmt: skip
                for name, value in values.items():
                    value.copy_(stored(f"{kind}.{name}"))
        self.step = int(file.metadata["step"])

    # ---- inside

    def _update(self, rate: float) -> None:
        """AdamW (Loshchilov and Hutter 2019), with gradients of a length of at most 1."""
        with torch.no_grad():
            grads = {name: weight.grad for name, weight in self.weights.items()}
            length = torch.stack([grad.norm() for grad in grads.values()]).norm()
            factor = (_CLIP / (length + 1e-6)).clamp(max=1.0)
            for name, weight in self.weights.items():
                grad, mean, square = grads[name] * factor, self._means[name], self._squares[name]
                mean.lerp_(grad, 1 - _BETAS[0])
                square.mul_(_BETAS[1]).addcmul_(grad, grad, value=1 - _BETAS[1])
                if weight.ndim == 2:
                    weight.mul_(1 - rate * _DECAY)
                root = (square / (1 - _BETAS[1] ** self.step)).sqrt_().add_(_EPSILON)
                weight.addcdiv_(mean, root, value=-rate / (1 - _BETAS[0] ** self.step))

    def _parts(self, rows: Any) -> list[Any]:
        n = max(1, _MOST_LOGITS // (self.n_rows * (rows.shape[1] - 1)))
        whole = torch.from_numpy(np.ascontiguousarray(rows).astype(np.int64)).to(self._device)
        return list(whole.split(n))

    def _losses(self, rows: Any, ignored: int) -> Any:
        logits = self._logits(rows[:, :-1])
        targets = rows[:, 1:]
        flat = functions.cross_entropy(
            logits.reshape(-1, self.n_rows).float(), targets.reshape(-1), ignore_index=ignored,
            reduction="none",
        )  # fmt: skip
        return flat.view(targets.shape)

    def _logits(self, ids: Any) -> Any:
        weights, shape = self.weights, self.shape
        n, length = ids.shape
        turns = _rotation(length, shape.width // shape.heads, self._device)
        with torch.autocast("cuda", torch.bfloat16, enabled=self._device.type == "cuda"):
            x = functions.embedding(ids, weights["embedding"])
            for layer in range(shape.layers):
                name = f"layers.{layer}"
                h = _normed(x, weights[f"{name}.norm_attention"])
                q, k, v = (
                    part.view(n, length, shape.heads, -1).transpose(1, 2)
                    for part in (h @ weights[f"{name}.query_key_value"].T).split(shape.width, -1)
                )
                q, k = _turned(q, turns), _turned(k, turns)
                mixed = functions.scaled_dot_product_attention(q, k, v, is_causal=True)
                mixed = mixed.transpose(1, 2).reshape(n, length, shape.width)
                x = x + mixed @ weights[f"{name}.attention_out"].T
                h = _normed(x, weights[f"{name}.norm_perceptron"])
                h = functions.gelu(h @ weights[f"{name}.up"].T)
                x = x + h @ weights[f"{name}.down"].T
            return _normed(x, weights["norm"]) @ weights["embedding"].T


def _new_weights(shape: ModelShape, n_rows: int, drawing: Any) -> Iterable[tuple[str, Any]]:
    width = shape.width

    def drawn(rows: int, columns: int, spread: float = _INITIAL) -> Any:
        return torch.randn(rows, columns, generator=drawing) * spread

    out = _INITIAL / math.sqrt(2 * shape.layers)
    for layer in range(shape.layers):
        name = f"layers.{layer}"
        yield f"{name}.norm_attention", torch.ones(width)
        yield f"{name}.query_key_value", drawn(3 * width, width)
        yield f"{name}.attention_out", drawn(width, width, out)
        yield f"{name}.norm_perceptron", torch.ones(width)
        yield f"{name}.up", drawn(4 * width, width)
        yield f"{name}.down", drawn(width, 4 * width, out)
    yield "norm", torch.ones(width)
    yield "embedding", drawn(n_rows, width)


def _normed(x: Any, weight: Any) -> Any:
    return functions.rms_norm(x, weight.shape, weight, _NORM_END)


def _rotation(length: int, width: int, device: Any) -> tuple[Any, Any]:
    speeds = _ROTARY_BASE ** (-torch.arange(0, width, 2, device=device) / width)
    angles = torch.arange(length, device=device)[:, None] * speeds
    return angles.cos(), angles.sin()


def _turned(x: Any, turns: tuple[Any, Any]) -> Any:
    cosine, sine = turns
    one, other = x.chunk(2, -1)
    return torch.cat((one * cosine - other * sine, one * sine + other * cosine), -1)


def _array(value: Any) -> Any:
    return value.detach().float().cpu().numpy()


def versions() -> Mapping[str, str]:
    """For the record of a probe."""
    return {"torch": str(torch.__version__), "device": device_name()}
