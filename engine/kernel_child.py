"""Compile what is missing of some groups of kernels: `python -m engine.kernel_child GROUP...`.

With --others-first it begins where another process is to end.
"""

from __future__ import annotations

import sys

from engine.kernel_cache import compile_missing
from engine.kernel_children import OTHERS_FIRST

if __name__ == "__main__":
    groups = [argument for argument in sys.argv[1:] if argument != OTHERS_FIRST]
    compile_missing(groups, cutting_first=OTHERS_FIRST not in sys.argv)
