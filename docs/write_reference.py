"""Write the pages of the reference from the program: commands, settings, metrics, store, Python.

    python docs/write_reference.py [--check]

The pages lie in docs/reference/commands, docs/reference/api and docs/reference/settings.md,
metrics.md and store.md. Commands come from the parser, settings from their records, metrics from
the engine's table of them, tables of the store from its schema, and the Python library from
signatures and docstrings, which are read and not imported. The manual page and the completions of
shells, in packaging/shell, are made from the parser as well. With --check nothing is written; the
exit status is 1 if a page is missing, not current, or of nothing any more.
"""

from __future__ import annotations

import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent
sys.path[:0] = [str(DOCS.parent), str(DOCS)]

from reference_api import api_pages  # noqa: E402
from reference_commands import command_pages  # noqa: E402
from reference_man import shell_files  # noqa: E402
from reference_tables import metrics_page, settings_page, store_page  # noqa: E402

FOLDERS = ("reference/commands", "reference/api")
"""Folders whose pages are all written here."""


def main(arguments: list[str]) -> int:
    pages = reference_pages()
    old = {path for folder in FOLDERS for path in (DOCS / folder).glob("*.md")}
    unwanted = old - {DOCS / name for name in pages}
    if "--check" in arguments:
        return int(bool(unwanted) or any(is_old(name, text) for name, text in pages.items()))
    for path in unwanted:
        path.unlink()
    for name, text in pages.items():
        (DOCS / name).parent.mkdir(parents=True, exist_ok=True)
        (DOCS / name).write_text(text, encoding="utf-8")
    return 0


def reference_pages() -> dict[str, str]:
    """Return the pages by their names."""
    return {
        **command_pages(),
        **api_pages(),
        "reference/settings.md": settings_page(),
        "reference/metrics.md": metrics_page(),
        "reference/store.md": store_page(),
        **{f"../{path}": text for path, text in shell_files().items()},
    }


def is_old(name: str, text: str) -> bool:
    path = DOCS / name
    return not path.is_file() or path.read_text("utf-8") != text


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
