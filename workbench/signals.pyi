# PySide declares that any signal sends anything to anything.
from collections.abc import Callable
from typing import Generic, TypeVarTuple, overload

from PySide6.QtCore import QMetaObject, QObject, Qt
from PySide6.QtCore import SignalInstance as QtSignalInstance

_Values = TypeVarTuple("_Values")

class SignalInstance(QtSignalInstance, Generic[*_Values]):
    def emit(self, *values: *_Values) -> None: ...
    # Narrower than PySide's, on purpose.
    def connect(  # type: ignore[override]
        self,
        slot: Callable[[*_Values], object]
        | Callable[[], object]
        | SignalInstance[*_Values]
        | SignalInstance[()],
        type: Qt.ConnectionType = ...,
    ) -> QMetaObject.Connection: ...

class Signal(Generic[*_Values]):
    @overload
    def __init__(self: Signal[()]) -> None: ...
    @overload
    def __init__(self, carried: type[object], /) -> None: ...
    @overload
    def __get__(self, sender: QObject, owner: object) -> SignalInstance[*_Values]: ...
    @overload
    def __get__(self, sender: None, owner: object) -> Signal[*_Values]: ...
