"""Pictures of the window: every workspace, drawn without a display, into PNG files."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.frame.actions import WORKSPACES

if TYPE_CHECKING:
    from PySide6.QtCore import QSettings

    from workbench.app import Workbench

SIZES = ((1280, 800), (1920, 1080))
SCHEMES = ("light", "dark")
WAIT_MS = 300_000
IDLE_LOOKS = 3
"""What a job shows last is laid out before the picture is taken."""


def render_window(
    folder: Path,
    *,
    database: Path | None = None,
    run_id: str | None = None,
    sizes: Sequence[tuple[int, int]] = SIZES[:1],
    schemes: Sequence[str] = SCHEMES,
    remembered: Path | None = None,
) -> list[Path]:
    """Open a run in an invisible window and write one PNG per workspace, size and scheme.

    remembered: settings file of a window, from which sources, mixture, split pattern and training
        settings are taken; None for those of a first start.
    Returns the files. Raises StoreError where the store cannot be opened, OSError where the
    folder cannot be written.
    """
    os.environ["QT_QPA_PLATFORM"] = os.environ.get("QT_QPA_PLATFORM") or "offscreen"
    from PySide6.QtCore import QSettings
    from PySide6.QtWidgets import QApplication

    from workbench.app import Workbench
    from workbench.frame.defects import log_qt_messages
    from workbench.store import RunStore
    from workbench.ui.theme.theme import Theme
    from workbench.work.demonstration import demonstration_config
    from workbench.work.preferences import TOUR_SEEN, Preferences
    from workbench.work.program_log import log_to_file
    from workbench.work.training_settings import TrainingSettings

    folder.mkdir(parents=True, exist_ok=True)
    application = QApplication.instance() or QApplication(["tokenizer-workbench"])
    assert isinstance(application, QApplication)
    with log_to_file(), log_qt_messages(), tempfile.TemporaryDirectory() as scratch:
        settings = QSettings(str(Path(scratch) / "window.ini"), QSettings.Format.IniFormat)
        Preferences(settings).set(TOUR_SEEN, True)
        if remembered is not None:
            _copy_session(QSettings(str(remembered), QSettings.Format.IniFormat), settings)
        theme = Theme(schemes[0])
        workbench = Workbench(RunStore.open(database), settings, theme)
        theme.apply(application, workbench.window)
        try:
            first_settings = TrainingSettings.of(demonstration_config())
            workbench.show(run_id, first_settings=first_settings)
            _wait_until_shown(workbench, run_id)
            return _grab_all(workbench, folder, sizes, schemes)
        finally:
            workbench.window.close()
            workbench.shutdown()


def _copy_session(kept: QSettings, settings: QSettings) -> None:
    for key in kept.allKeys():
        if key.startswith("session/"):
            settings.setValue(key, kept.value(key))


def _wait_until_shown(workbench: Workbench, run_id: str | None) -> None:
    """Run the event loop until the run is open, the pattern is tried and no job runs any more."""
    from PySide6.QtCore import QEventLoop, QTimer

    loop = QEventLoop()
    look = QTimer(interval=20)
    limit = QTimer(singleShot=True, interval=WAIT_MS)

    idle_looks = 0

    def leave_when_idle() -> None:
        opened = run_id is None or workbench.state.any_tokenizer is not None
        is_trying = "pattern" in workbench.panes.built and workbench.pattern_pane.is_trying
        busy = workbench.jobs.jobs or is_trying
        nonlocal idle_looks
        is_idle = workbench.engine.is_ready and opened and not busy
        idle_looks = idle_looks + 1 if is_idle else 0
        if idle_looks == IDLE_LOOKS:
            loop.quit()

    look.timeout.connect(leave_when_idle)
    limit.timeout.connect(loop.quit)
    look.start()
    limit.start()
    loop.exec()
    look.stop()
    if not limit.isActive():
        titles = ", ".join(job.title for job in workbench.jobs.jobs) or "starting"
        raise TimeoutError(f"The window is not done after {WAIT_MS // 1000} s: {titles}.")
    limit.stop()


def _grab_all(
    workbench: Workbench,
    folder: Path,
    sizes: Sequence[tuple[int, int]],
    schemes: Sequence[str],
) -> list[Path]:
    written = []
    window = workbench.window
    for scheme in schemes:
        workbench.theme.set_preference(scheme)
        for width, height in sizes:
            window.resize(width, height)
            for number, workspace in enumerate(WORKSPACES, start=1):
                window.show_workspace(workspace)
                _wait_until_shown(workbench, None)
                path = folder / f"{scheme}-{width}x{height}-{number}-{workspace}.png"
                if not window.grab().save(str(path)):
                    raise OSError(f"The picture {path} cannot be written.")
                written.append(path)
    return written
