"""Signal: Qt's signal, whose annotation names what it carries.

    class Flow(QObject):
        started = Signal()
        run_chosen: Signal[str | None] = Signal(object)

The types are in `signals.pyi`: mypy checks by them what is sent and which slots are connected.
At run time every signal carries an `object`: Qt cuts an `int` at 32 bits, copies a dict or a list,
which loses keys and identity, and knows no unions. Types that Qt need not see need no import.
"""

from PySide6.QtCore import Signal

__all__ = ["Signal"]
