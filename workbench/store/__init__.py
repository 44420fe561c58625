"""The store of runs: SQLite through SQLAlchemy. It gives and takes frozen records, never rows.

Its names load on first use, so that a record or an error needs no SQLAlchemy.
"""

from __future__ import annotations

import lazy_loader

from engine.machine import paused_collection

_load, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)


def __getattr__(name: str) -> object:
    with paused_collection():  # nothing of what SQLAlchemy brings is garbage
        return _load(name)
