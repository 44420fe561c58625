"""In place of PyInstaller's own hook, which takes in the dialects of every database."""

from PyInstaller.utils.hooks import collect_submodules

hiddenimports = [
    "sqlalchemy.sql.default_comparator",
    *collect_submodules("sqlalchemy.dialects.sqlite"),
]
