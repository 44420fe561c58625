"""One measurement in a process of its own: `python -m benchmarks.child train NAME SIZE VOCAB`."""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

from benchmarks.measuring import peak_mb, timed
from benchmarks.texts import documents
from benchmarks.trainers import TRAINERS


def main() -> None:
    """Prints seconds, peak memory and a digest of the result as JSON."""
    kind, name, size, vocab_size, corpus = sys.argv[1:6]
    if kind != "train":
        raise SystemExit(f"Unknown measurement {kind!r}.")
    trainer = TRAINERS[name]
    trainer(["warm the kernels up, warm them " * 50], 300)
    texts = documents(Path(corpus), size)
    before = peak_mb()
    seconds, tokens = timed(lambda: trainer(texts, int(vocab_size)))
    digest = hashlib.sha256(b"\0".join(tokens)).hexdigest()[:16]
    answer = {"seconds": seconds, "peak_mb": peak_mb(), "text_mb": before, "digest": digest}
    sys.stdout.write(json.dumps(answer) + "\n")


if __name__ == "__main__":
    main()
