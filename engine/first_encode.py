"""How long a start takes: `python -m engine.first_encode` prints it as one line of JSON.

The clock starts before numpy or Numba are imported and stops when the first text is encoded.
"""

from __future__ import annotations

import json
import sys
import time


def main() -> int:
    """Import the engine, encode a sentence, print the seconds of both and in all."""
    began = time.perf_counter()
    from engine import Tokenizer

    imported = time.perf_counter()
    tokenizer = Tokenizer([(108, 111), (256, 119)], pattern="gpt2")
    tokenizer.encode("The first sentence, low and slow.")
    encoded = time.perf_counter()
    seconds = {
        "import_s": round(imported - began, 3),
        "first_encode_s": round(encoded - imported, 3),
        "total_s": round(encoded - began, 3),
    }
    sys.stdout.write(json.dumps(seconds) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
