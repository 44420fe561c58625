"""Compile what is missing of groups of kernels: `python -m engine.compiled.kernel_child GROUP...`.

With --others-first it begins with the kernels that another process compiles last. With
--with-parent it ends when its standard input does, that is, when the parent has ended. With
--load-kept it loads the compiled kernels and compiles nothing.
"""

from __future__ import annotations

import os
import sys
from threading import Thread

from engine.compiled.kernel_cache import compile_missing, load_kept
from engine.compiled.kernel_children import LOAD_KEPT, OTHERS_FIRST, WITH_PARENT


def _end_with_input() -> None:
    while os.read(0, 1):
        pass
    os._exit(1)  # from a thread; a kernel that is half compiled leaves nothing behind


if __name__ == "__main__":
    wishes = {argument for argument in sys.argv[1:] if argument.startswith("--")}
    if WITH_PARENT in wishes:
        Thread(target=_end_with_input, daemon=True).start()
    groups = [argument for argument in sys.argv[1:] if argument not in wishes]
    if LOAD_KEPT in wishes:
        load_kept()
    else:
        compile_missing(groups, cutting_first=OTHERS_FIRST not in wishes)
