"""LazyPanes: the panes of the workspaces, each built when it is first needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count
from typing import TYPE_CHECKING, Any, Generic, TypeVar, TypeVarTuple, overload

from PySide6.QtCore import QObject

from workbench.ui.widgets.pane import Pane

if TYPE_CHECKING:
    from workbench.signals import SignalInstance

APane = TypeVar("APane", bound=Pane)
Values = TypeVarTuple("Values")


class Workspace(str, Generic[APane]):
    """The name of a workspace, with the class of its pane for the type checker."""

    __slots__ = ()


class LazyPanes(Mapping[str, Pane]):
    """Panes by workspace name, in the order of the rail. Reading one builds it.

    A pane reads the state while it is built. Everything else that it must know is said here,
    before or after that: `when_built` connects a pane, `tell` passes on what a signal says.
    """

    def __init__(self, makers: Mapping[str, Callable[[], Pane]]) -> None:
        self._makers = dict(makers)
        self._panes: dict[str, Pane] = {}
        self._waiting: dict[str, list[Callable[[Any], object]]] = {}  # each takes its own class
        self._messages: dict[str, list[_Message]] = {}
        self._order = count()

    def __getitem__(self, name: str) -> Pane:
        return self.build(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)

    def __contains__(self, name: object) -> bool:
        return name in self._makers

    @property
    def built(self) -> dict[str, Pane]:
        """The panes that exist."""
        return {name: self._panes[name] for name in self._makers if name in self._panes}

    def build(self, name: str) -> Pane:
        """Return a pane, which is built if it is not yet."""
        if name in self._panes:
            return self._panes[name]
        pane = self._panes[name] = self._makers[name]()
        for act in self._waiting.pop(name, ()):
            act(pane)
        messages = self._messages.pop(name, [])
        for message in messages:
            message.lead_to(pane)
        for message in sorted(messages, key=lambda message: message.sent):
            message.deliver(pane)
        return pane

    def build_all(self, names: Iterable[str]) -> bool:
        """Build the panes of these workspaces; True if one of them is new."""
        missing = [name for name in names if name not in self._panes]
        for name in missing:
            self.build(name)
        return bool(missing)

    def pane(self, name: Workspace[APane]) -> APane:
        """Return a pane as what it is, built if it is not yet."""
        pane: Any = self.build(name)
        return pane  # type: ignore[no-any-return]  # `name` says so

    @overload
    def when_built(self, name: Workspace[APane], act: Callable[[APane], object]) -> None: ...

    @overload
    def when_built(self, name: str, act: Callable[[Pane], object]) -> None: ...

    def when_built(self, name: str, act: Callable[[Any], object]) -> None:
        """Call `act` with a pane: now if it exists, else as soon as it is built."""
        if name in self._panes:
            act(self._panes[name])
        else:
            self._waiting.setdefault(name, []).append(act)

    def tell(
        self,
        name: Workspace[APane],
        signal: SignalInstance[*Values],
        slot_of: Callable[[APane], Callable[[*Values], object] | Callable[[], object]],
    ) -> None:
        """Connect a signal to a slot of a pane, which is found by `slot_of(pane)`.

        While the pane does not exist, the last values of the signal are kept. When it is built,
        the values of all its signals are delivered in the order in which they were sent.
        """
        if name in self._panes:
            signal.connect(slot_of(self.pane(name)))
        else:
            message = _Message(signal, slot_of, self._order)
            self._messages.setdefault(name, []).append(message)


class _Message(QObject):
    """The last values of a signal that goes to a pane that does not exist yet.

    sent: place among the messages of all panes; -1 before the signal was sent.
    """

    def __init__(
        self,
        signal: SignalInstance[*tuple[Any, ...]],
        slot_of: Callable[[Any], Callable[..., object]],
        order: Iterator[int],
    ) -> None:
        super().__init__()
        self._signal, self._slot_of, self._order = signal, slot_of, order
        self._values: tuple[object, ...] = ()
        self.sent = -1
        signal.connect(self._keep)

    def lead_to(self, pane: Pane) -> None:
        self._signal.disconnect(self._keep)
        self._signal.connect(self._slot_of(pane))

    def deliver(self, pane: Pane) -> None:
        if self.sent >= 0:
            self._slot_of(pane)(*self._values)

    def _keep(self, *values: object) -> None:
        self._values, self.sent = values, next(self._order)
