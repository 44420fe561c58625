"""Compiling the kernels before a command needs them, and saying so: it takes half a minute."""

from __future__ import annotations

import sys
from contextlib import suppress

from engine.cache_folders import make_folder
from engine.kernel_folder import has_ready_mark, kernel_cache_folder, write_ready_mark


def prepare_engine(*, quiet: bool = False) -> None:
    """Compile all kernels where that was not done yet; nothing where they are there.

    quiet: say nothing on standard error. Where the folder for the kernels cannot be written they
    are compiled by whoever calls them, and only those: all of them would take longer every time.
    """
    if has_ready_mark():
        return
    from engine.warm_up import kernels_ready, warm_up  # they import every kernel

    if kernels_ready():
        write_ready_mark()
        return
    if not quiet:
        with suppress(OSError):
            sys.stderr.write("Preparing the engine (first start only) ...\n")
            sys.stderr.flush()
    if make_folder(kernel_cache_folder()):
        warm_up()
        write_ready_mark()
