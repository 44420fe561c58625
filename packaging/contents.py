"""What goes into the bundle and what stays out; read by the spec and by the licence page."""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Iterable
from importlib import metadata
from importlib.util import find_spec

PROGRAM, COMMAND = "Tokenizer Workbench", "tokenizer-workbench"
PACKAGES = ("engine", "workbench", "resources")

PARTS_OF_GUIDE = (
    "start", "how-to", "concepts", "window", "reference", "reference/commands", "reference/api",
    "built",
)  # fmt: skip

DATA = (
    ("resources", "resources"),
    ("docs/contents.toml", "docs"),
    ("docs/*.md", "docs"),
    ("docs/notebooks/*.ipynb", "docs/notebooks"),
    ("docs/figures/*.svg", "docs/figures"),
    *((f"docs/{part}/*.md", f"docs/{part}") for part in PARTS_OF_GUIDE),
    ("docs/pictures/*-light.png", "docs/pictures"),  # what the guide shows; a quarter of all
    ("workbench/ui/theme/stylesheet.qss", "workbench/ui/theme"),
    ("engine/formats/tiktoken_loader.py.txt", "engine/formats"),
    ("engine/py.typed", "engine"),
    ("workbench/py.typed", "workbench"),
    ("LICENSE", "."),
    ("packaging/debian-packages.txt", "packaging"),
)
"""File or folder of the project -> folder in the bundle."""

WITH_SOURCES = ("engine", "workbench.store")
"""Packages whose sources lie beside them: the folder of compiled kernels is named by those of the
engine, and `lazy_names` reads what a package shows in its `__init__.py`."""

READERS = ("tokenizers", "tiktoken", "sentencepiece")
"""Read our exports back, cut text beside us and run what we cannot represent."""

HIDDEN = (
    *READERS,
    "tiktoken_ext",
    "jinja2",
    "jinja2.ext",
    "jinja2.sandbox",
    "numba._devicearray",  # its C code asks for it
    "sqlalchemy.dialects.sqlite",
    "sqlalchemy.sql.default_comparator",
    "pyarrow.parquet",
    "fsspec.implementations.http",
    "fsspec.implementations.local",
    "aiohttp",
)
"""Imported by name at run time, so PyInstaller does not find them in the sources."""

EXCLUDED = [
    # Qt: widgets, pictures and SVG are in use and nothing else.
    *(
        f"PySide6.Qt{module}"
        for module in (
            "Concurrent", "DBus", "Designer", "Help", "Network", "Nfc", "PrintSupport", "Qml",
            "Quick", "QuickControls2", "QuickTest", "QuickWidgets", "Sql", "Test", "UiTools", "Xml",
        )
    ),
    "PySide6.scripts",
    # Compilers for other machines than this one, and tests.
    "numba.cuda", "numba.tests", "numba.testing", "numba.core.rvsdg_frontend", "llvmlite.tests",
    "numpy.tests", "numpy.f2py", "numpy.distutils", "numpy.testing",
    # The dialects of other databases stay: alembic, which Optuna asks, imports them all.
    "sqlalchemy.testing", "sqlalchemy.ext.mypy",
    "pysqlite2", "MySQLdb", "psycopg2",
    "pyarrow.tests", "pyarrow.flight", "pyarrow._flight", "pyarrow.gandiva", "pyarrow.cuda",
    "pyarrow.dataset", "pyarrow._dataset", "pyarrow._dataset_parquet", "pyarrow._dataset_orc",
    "pyarrow._dataset_parquet_encryption", "pyarrow.acero", "pyarrow._acero",
    "pyarrow.substrait", "pyarrow._substrait", "pyarrow._orc", "pyarrow.orc",
    "pyarrow.interchange", "pyarrow.jvm", "pyarrow._s3fs", "pyarrow._gcsfs", "pyarrow._azurefs",
    # What our libraries would use if it were there. pyqtgraph cannot be imported without
    # PySide6.QtOpenGL and QtOpenGLWidgets (9 MB), though no chart draws with them.
    "pyqtgraph.canvas", "pyqtgraph.examples", "pyqtgraph.flowchart", "pyqtgraph.jupyter",
    "pyqtgraph.opengl", "OpenGL", "cupy", "h5py",
    "tkinter", "matplotlib", "IPython", "scipy", "pandas", "yaml", "setuptools", "pip",
    "pytest", "huggingface_hub", "httpx2", "requests", "transformers", "torch", "dask",
    "distributed",
]  # fmt: skip

_UNWANTED = re.compile(
    # Qt: translations of what we do not show, plugins for hardware and services we do not use.
    r"PySide6/Qt/(translations/(?!qtbase_(de|en))|qml|libexec|metatypes)"
    r"|PySide6/Qt/plugins/(egldeviceintegrations|generic|networkinformation|printsupport|qml"
    r"|sqldrivers|tls|designer|platforms/libq(eglfs|linuxfb|minimalegl|vkkhrdisplay|vnc)"
    r"|platformthemes/libqgtk3"
    r"|imageformats/libq(gif|icns|jpeg|tga|tiff|wbmp|webp|pdf)"
    r"|platforminputcontexts/libqtvirtualkeyboard)"
    r"|(^|/)(lib)?Qt6(Qml|Quick|Network|Sql|Pdf|VirtualKeyboard|EglF[sS]|Test|PrintSupport"
    r"|Help|Designer|Concurrent|Xml|LabsAnimation)"
    # Arrow: Parquet files and nothing else.
    r"|pyarrow/(include/|tests/|src/|.*\.(pxd|pyx|h|cmake)$|lib(arrow|parquet)\w*\.so$)"
    r"|(^|/)(lib)?arrow_(python_)?flight"
    # pyqtgraph: its own window's icon and the colour maps of its pictures.
    r"|pyqtgraph/(icons/peegee|colors/maps)/|pyqtgraph/.*\.pyi$"
    r"|numpy/.*/tests/|numba/(cuda|tests)/|numba/np/ufunc/(tbb|omp)pool|(^|/)__pycache__/"
)


def is_wanted(path: str) -> bool:
    """Whether a file that PyInstaller found goes into the bundle; separators of any system."""
    return _UNWANTED.search(path.replace("\\", "/")) is None


def used_distributions() -> list[str]:
    """The installed distributions whose version the program asks for or whose licence we show."""
    names = (
        "numpy", "numba", "llvmlite", "regex", "SQLAlchemy", "platformdirs", "PySide6-Essentials",
        "shiboken6", "tokenizers", "tiktoken", "sentencepiece", "Jinja2", "MarkupSafe",
        "backports.zstd", "pyqtgraph", "colorama", "packaging", "shtab",
        "unicodedata2", "typing-extensions", "pyarrow", "fsspec", "aiohttp", "aiohappyeyeballs",
        "aiosignal", "attrs", "frozenlist", "idna", "multidict", "propcache", "yarl",
        "optuna", "alembic", "Mako", "colorlog", "tqdm",
    )  # fmt: skip
    return [name for name in names if _is_installed(name)]


def unnamed_distributions(modules: Iterable[str]) -> list[str]:
    """The distributions of modules in the bundle whose licence the page would not show.

    modules: dotted names or paths in the bundle. PyInstaller's own code may be passed on freely.
    The program is itself a distribution if pip has installed it from this folder.
    """
    named = {_canonical(name) for name in (*used_distributions(), COMMAND, "pyinstaller")}
    owners = metadata.packages_distributions()
    tops = {re.split(r"[./\\]", module, maxsplit=1)[0] for module in modules}
    found = {owner for top in tops for owner in owners.get(top, ())}
    return sorted(owner for owner in found if _canonical(owner) not in named)


def _canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _is_installed(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def own_modules() -> list[str]:
    """Every module of ours: many are imported by name."""
    found = []
    for package in PACKAGES:
        spec = find_spec(package)
        assert spec is not None
        found.append(package)
        places = spec.submodule_search_locations
        found += [each.name for each in pkgutil.walk_packages(places, f"{package}.")]
    return found
