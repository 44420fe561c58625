"""Write resources/kernel_types.json: `python -m tests.engine.write_kernel_types`.

Needed for a new kernel and after a change of what a kernel is called with. Everything is compiled
once more by work that needs it, first encoding, then training, then all else.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from threading import local
from typing import Any

from engine.machine.cache_folders import KERNEL_CACHE_VARIABLE

TABLE = Path(__file__).parents[2] / "resources" / "kernel_types.json"
_TEXT = "low lower lowest naïve"
_MANY = 3000  # texts that are long enough together for the kernels of text


def _encode() -> None:
    from engine import Tokenizer

    tokenizer = Tokenizer([[108, 111], [256, 119]])
    assert tokenizer.decode(tokenizer.encode(_TEXT)) == _TEXT


def _train() -> None:
    from engine import Corpus, TrainingConfig, train_tokenizer
    from engine.text import first_invalid_byte

    train_tokenizer(Corpus.from_texts([_TEXT] * _MANY), TrainingConfig(270))
    first_invalid_byte((_TEXT * _MANY).encode())  # as files are read


def _use_every_kernel() -> None:
    from tests.engine.every_kernel import use_every_kernel

    use_every_kernel()


def _measure_compilation() -> Counter[str]:
    """Processor seconds by kernel, without those of shared kernels inside; filled from now on."""
    from engine.compiled.kernel_cache import kernel_name
    from engine.compiled.kernel_compiler import Kernel

    seconds: Counter[str] = Counter()
    compile_kernel: Any = Kernel.compile
    of_thread = local()

    def measured(kernel: Any, signature: Any) -> Any:
        inside = of_thread.__dict__.setdefault("inside", [0.0])
        began = time.thread_time()
        inside.append(0.0)
        entry = compile_kernel(kernel, signature)
        elapsed = time.thread_time() - began
        seconds[kernel_name(kernel)] += elapsed - inside.pop()
        inside[-1] += elapsed
        return entry

    Kernel.compile = measured  # type: ignore[method-assign]
    return seconds


def kernel_types() -> dict[str, dict[str, Any]]:
    """By group and kernel, "seconds" and "types"; for a process that compiled nothing yet."""
    from engine.compiled.kernel_cache import kernel_name, registered_kernels
    from engine.compiled.kernel_folder import ENCODING, OTHER, TRAINING, text_of

    seconds = _measure_compilation()
    work: dict[str, Callable[[], None]] = {
        ENCODING: _encode, TRAINING: _train, OTHER: _use_every_kernel,
    }  # fmt: skip
    table: dict[str, dict[str, Any]] = {}
    for group, use in work.items():
        known = {name for kernels in table.values() for name in kernels}
        use()
        table[group] = {
            kernel_name(each): {
                "seconds": round(seconds[kernel_name(each)], 2),
                "types": [text_of(kind) for kind in next(iter(each.overloads))],
            }
            for each in registered_kernels()
            if each.overloads and kernel_name(each) not in known
        }
    return table


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ[KERNEL_CACHE_VARIABLE] = folder
        os.environ["TOKENIZER_WORKBENCH_KERNEL_CHILD"] = "1"  # no child compiles at the same time
        table = kernel_types()
    lines = []
    for group, kernels in table.items():
        rows = (f"  {json.dumps(name)}: {json.dumps(facts)}" for name, facts in kernels.items())
        lines.append(f" {json.dumps(group)}: {{\n" + ",\n".join(rows) + "\n }")
    TABLE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    total = sum(each["seconds"] for kernels in table.values() for each in kernels.values())
    sys.stdout.write(f"{sum(map(len, table.values()))} kernels, {total:.1f} s\n")


if __name__ == "__main__":
    main()
