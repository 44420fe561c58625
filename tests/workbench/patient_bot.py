"""PatientBot: pytest-qt's qtbot, which waits as long as something moves (see tests/patience.py)."""

from __future__ import annotations

import inspect
import linecache
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.exceptions import TimeoutError as NothingMoved
from pytestqt.qtbot import QtBot
from pytestqt.wait_signal import MultiSignalBlocker, SignalBlocker

from tests.patience import MOMENT_S, QUIET_S, Patience

_LOOK_EVERY_MS = 10


class PatientBot(QtBot):
    """No wait takes a timeout, except that of `assertNotEmitted`.

    quiet_s: seconds without any progress after which a wait fails.
    """

    quiet_s = QUIET_S

    def addWidget(self, widget: QWidget, **options: Any) -> None:
        """Close `widget` at the end; dress it by the fixture `theme`, now that it is complete."""
        super().addWidget(widget, **options)
        application = QApplication.instance()
        if "theme" in self._request.fixturenames:
            theme = self._request.getfixturevalue("theme")  # made now, it takes off the old dress
            if not application.styleSheet():
                application.setStyleSheet(theme.stylesheet())

    def waitUntil(self, callback: Callable[[], bool | None]) -> None:
        """Handle events until `callback` returns True, or None without an AssertionError."""
        __tracebackhide__ = True
        patience = Patience(quiet_s=self.quiet_s, interval_s=_LOOK_EVERY_MS / 1000)
        loop, look = QEventLoop(), QTimer(interval=_LOOK_EVERY_MS, singleShot=True)
        look.timeout.connect(loop.quit)
        while True:
            with patience.looking():
                is_done, error = _ask(callback)
            if is_done:
                return
            if patience.is_over:
                words = f"waitUntil {_source_of(callback)}"
                raise NothingMoved(patience.report(words)) from error
            look.start()
            loop.exec()

    def waitSignal(
        self,
        signal: Any,
        *,
        timeout: int | None = None,
        raising: bool = True,
        check_params_cb: Callable[..., bool] | None = None,
    ) -> SignalBlocker:
        """Return a blocker, or context manager, that waits for `signal`."""
        kind = PatientBlocker if timeout is None else SignalBlocker
        blocker = kind(timeout=timeout, raising=raising, check_params_cb=check_params_cb)
        blocker.quiet_s = self.quiet_s
        blocker.connect((signal, str(signal)))  # pytest-qt knows the names of PyQt's signals only
        return blocker

    def waitSignals(self, signals: list[Any], *, order: str = "none") -> MultiSignalBlocker:
        """Return a blocker, or context manager, that waits for all of the signals."""
        blocker = PatientMultiBlocker(timeout=None, raising=True, order=order)
        blocker.quiet_s = self.quiet_s
        blocker.add_signals(signals)
        return blocker


def release_mouse_buttons() -> None:
    """Release what Qt takes for pressed, over no widget of anybody."""
    if QApplication.instance() is not None:
        for button in Qt.MouseButton:
            if button in QGuiApplication.mouseButtons():
                QTest.mouseRelease(QWidget(), button)


class _Patient:
    """The wait of a blocker of pytest-qt, as long as something moves."""

    quiet_s = QUIET_S

    def wait(self) -> None:
        __tracebackhide__ = True
        if self.signal_triggered:
            return
        patience = Patience(quiet_s=self.quiet_s)

        def give_up_in_time() -> None:
            if patience.is_over:
                self._quit_loop_by_timeout()

        look = QTimer(interval=round(MOMENT_S * 1000))
        look.timeout.connect(give_up_in_time)
        look.start()
        self._loop.exec()
        look.stop()
        if not self.signal_triggered and self.raising:
            words = self._timeout_message.removesuffix(" after None ms")
            raise NothingMoved(patience.report(words))


class PatientBlocker(_Patient, SignalBlocker):
    pass


class PatientMultiBlocker(_Patient, MultiSignalBlocker):
    pass


def _ask(callback: Callable[[], bool | None]) -> tuple[bool, AssertionError | None]:
    try:
        result = callback()
    except AssertionError as error:
        return False, error
    if result not in (None, True, False):
        raise ValueError(f"waitUntil() needs None, True or False, not {result!r}")
    return result is not False, None


def _source_of(callback: Callable[[], Any]) -> str:
    """Return the file, the line and the text of what is waited for."""
    code = getattr(inspect.unwrap(callback), "__code__", None)
    if code is None:
        return repr(callback)
    line = linecache.getline(code.co_filename, code.co_firstlineno).strip()
    return f"{line!r} ({code.co_filename}:{code.co_firstlineno})"
