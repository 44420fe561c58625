"""What the command line may ask of the window, without knowing it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from workbench.cli.command_error import CommandError

if TYPE_CHECKING:
    from engine.settings import TrainingConfig

_INVISIBLE = frozenset({"offscreen", "minimal", "minimalegl", "vnc", "linuxfb"})
_ANSWER_S = 2.0
_X_SOCKET = "/tmp/.X11-unix/X"
_X_PORT = 6000


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

    Every command opens it here. Raises CommandError where nobody could see it.
    """
    if problem := display_problem():
        raise CommandError(
            f"The window cannot open: {problem} The commands work without a display: "
            "tokenizer-workbench --help."
        )
    from workbench.cli.system_libraries import advice, missing_packages

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
    if not number.isdecimal():
        return False
    if host in {"", "unix"}:
        path = f"{_X_SOCKET}{number}"
        return _connects("AF_UNIX", path) or _connects("AF_UNIX", "\0" + path)
    return _connects("AF_INET", (host, _X_PORT + int(number)))


def _connects(family: str, address: str | tuple[str, int]) -> bool:
    import socket  # here: the commands, which need no window, start without it

    kind = getattr(socket, family)
    with suppress(OSError), socket.socket(kind, socket.SOCK_STREAM) as connection:
        connection.settimeout(_ANSWER_S)
        connection.connect(address)
        return True
    return False
