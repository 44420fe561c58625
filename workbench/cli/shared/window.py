"""The window as commands see it: opening it, the display, and missing system libraries."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import workbench
from workbench.cli.shared.errors import CommandError

if TYPE_CHECKING:
    from engine.settings import TrainingConfig

_INVISIBLE = frozenset({"offscreen", "minimal", "minimalegl", "vnc", "linuxfb"})
_ANSWER_S = 2.0
_X_SOCKET = "/tmp/.X11-unix/X"
_X_PORT = 6000
_LAST_PORT = 65535
_MOST_DIGITS = 5
"""Of the number of a display, which is part of a port."""
LIST = Path(workbench.__file__).parents[1] / "packaging" / "debian-packages.txt"
"""File and Debian package; run.py reads it too. A plain `pip install` has none."""


class Window(NamedTuple):
    """What the window does for commands; `__main__` fills it in.

    open: (store file or None, run id or None) -> exit status, when the window is closed.
    train: (store file or None, settings) -> exit status; as open, and a training on the sample
        corpus starts in it.
    render: (folder, store file or None, run id) -> the PNG files it wrote, without a display.
    self_test: () -> exit status; whether the installation works, reported on standard output.
    """

    open: Callable[[Path | None, str | None], int]
    train: Callable[[Path | None, TrainingConfig], int]
    render: Callable[[Path, Path | None, str], list[Path]]
    self_test: Callable[[], int]


def open_window(
    window: Window,
    database: Path | None,
    run_id: str | None = None,
    *,
    training: TrainingConfig | None = None,
) -> int:
    """Open the window, on a run or with a training on the sample corpus.

    Every command opens it here. Raises CommandError if there is no display.
    """
    if problem := display_problem():
        raise CommandError(
            f"The window cannot open: {problem} The commands work without a display: "
            "tokenizer-workbench --help."
        )

    if is_x11() and (missing := missing_packages()):  # Qt would abort the process
        raise CommandError(
            f"The window cannot open. {advice(missing)} The commands work without a display: "
            "tokenizer-workbench --help."
        )
    if training is not None:
        return window.train(database, training)
    return window.open(database, run_id)


def is_x11() -> bool:
    """Whether Qt will use an X display, unless QT_QPA_PLATFORM names something else."""
    platform = os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0].lower()
    wanted = platform or ("wayland" if os.environ.get("WAYLAND_DISPLAY") else "xcb")
    return sys.platform == "linux" and wanted == "xcb"


def display_problem() -> str | None:
    """A sentence on why a window could not be seen, None if it could."""
    platform = os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0].lower()
    if platform in _INVISIBLE:
        return f"QT_QPA_PLATFORM is {platform!r}, which shows nothing."
    if sys.platform != "linux":
        return None
    wayland, x11 = os.environ.get("WAYLAND_DISPLAY"), os.environ.get("DISPLAY")
    if not wayland and not x11:
        return "there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)."
    if (wayland and _wayland_answers(wayland)) or (x11 and _x_answers(x11)):
        return None
    return f"no display server answers on {wayland or x11!r}."


def _wayland_answers(name: str) -> bool:
    folder = os.environ.get("XDG_RUNTIME_DIR", "")
    return _connects("AF_UNIX", str(Path(folder) / name))


def _x_answers(display: str) -> bool:
    host, _, rest = display.rpartition(":")
    number = rest.partition(".")[0]
    if not number.isdecimal() or len(number) > _MOST_DIGITS:
        return False
    if host in {"", "unix"}:
        path = f"{_X_SOCKET}{number}"
        return _connects("AF_UNIX", path) or _connects("AF_UNIX", "\0" + path)
    port = _X_PORT + int(number)
    return port <= _LAST_PORT and _connects("AF_INET", (host, port))


def _connects(family: str, address: str | tuple[str, int]) -> bool:
    import socket  # here: the commands, which need no window, start without it

    kind = getattr(socket, family)
    with suppress(OSError), socket.socket(kind, socket.SOCK_STREAM) as connection:
        connection.settimeout(_ANSWER_S)
        connection.connect(address)
        return True
    return False


def missing_packages() -> dict[str, str]:
    """Library that cannot be loaded -> Debian package that has it; empty where all is well.

    Those of an X display count only where there is one.
    """
    if sys.platform != "linux":
        return {}
    kinds = {"always", "display"} if os.environ.get("DISPLAY") else {"always"}
    needed = debian_packages(kinds)
    return {name: package for name, package in needed.items() if not _can_load(name)}


def debian_packages(kinds: Collection[str]) -> dict[str, str]:
    """File -> Debian package that has it, of these kinds; empty after a plain `pip install`."""
    if not LIST.is_file():
        return {}
    rows = [line.split() for line in LIST.read_text("utf-8").splitlines()]
    return {row[1]: row[2] for row in rows if row and row[0] in kinds}


def advice(missing: dict[str, str]) -> str:
    """The sentence for libraries that are missing."""
    packages = " ".join(sorted(set(missing.values())))
    return (
        f"Shared libraries are missing ({', '.join(missing)}). On Debian and Ubuntu this installs "
        f"them: sudo apt-get install -y --no-install-recommends {packages}"
    )


def _can_load(name: str) -> bool:
    import ctypes  # here: the commands start without it

    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True
