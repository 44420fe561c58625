"""The store of runs: SQLite through SQLAlchemy. It gives and takes frozen records, never rows.

Its names load on first use, so that a record or an error needs no SQLAlchemy.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
