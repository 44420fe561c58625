"""The BPE library of Tokenizer Workbench: corpora, split patterns, training, encoding.

>>> from engine import Corpus, TrainingConfig, train_tokenizer
>>> tokenizer = train_tokenizer(Corpus.from_texts(["low lower lowest"]), TrainingConfig(259))
>>> tokenizer.encode("lowest")
[257, 101, 115, 116]

`Corpus.from_paths` reads files, `Tokenizer.load` and `load_any_tokenizer` read tokenizers,
`evaluate` measures them, `export_tokenizer` writes them for other libraries. What takes long and
yields progress is run by `result_of`. `engine/__init__.pyi` lists all names in the order in which
a user meets them.

The packages are in one order, each importing only those before it: machine, compiled, text,
splitting, settings, corpus, encoding, counting, training, library, analysis, extension, datasets,
chat, formats, evaluation. The interface of each is its `__init__.pyi`. Names load on first use, so
that `import engine` does not wait for Numba.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import lazy_loader

from engine.encoding.known_formats import set_formats
from engine.machine import paused_collection
from engine.old_names import current_name, keep_old_names

if TYPE_CHECKING:
    from engine.encoding.known_formats import Formats

__version__ = "0.1.0"  # as that of the workbench; a test compares them

_load, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)


def __getattr__(name: str) -> object:
    with paused_collection():  # nothing of what Numba brings is garbage
        return _load(current_name(name))


def _formats() -> Formats:
    from engine import formats  # late: it reads every format

    return formats


set_formats(_formats)
keep_old_names()
