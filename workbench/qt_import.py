"""Loads Qt and gives Python its own import statement back; import this before anything of Qt.

WORKAROUND for PYSIDE-1019, as told in https://github.com/pyzo/pyzo/pull/851: PySide replaces the
statement by one (`__feature_import__`) that calls `inspect.getsource` for every module imported
later, in search of `from __feature__ import`, which we never write. For our seven hundred modules
that is a tenth of a second, and twenty megabytes of source lines stay in memory. A test says when
PySide leaves the statement alone and this module can go.
"""

from __future__ import annotations

import builtins
import linecache

__all__ = ["QtCore"]

_import = builtins.__import__

from PySide6 import QtCore  # noqa: E402  its loading replaces the statement

builtins.__import__ = _import
linecache.clearcache()
