"""The notebooks of docs/, run from top to bottom on the sample corpus."""

from __future__ import annotations

import ast
import json
import sys
from types import ModuleType

import numpy as np
import pytest

import engine
from engine import Corpus, TrainingConfig, train_tokenizer
from workbench.frame.guide_pages import DOCS, GuidePages

NOTEBOOKS = sorted(path.name for path in (DOCS / "notebooks").glob("*.ipynb"))
SAMPLE = DOCS.parent / "resources" / "corpus"


class Shown:
    """What the last lines of cells show."""

    def __init__(self) -> None:
        self.html: list[str] = []

    def take(self, value: object) -> None:
        if hasattr(value, "_repr_html_"):
            self.html.append(value._repr_html_())


def run_cell(source: str, names: dict[str, object], shown: Shown) -> None:
    """Run a cell as Jupyter does: the value of an expression at its end is shown."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)  # noqa: S102  our own notebook
    if isinstance(last, ast.Expr):
        shown.take(eval(compile(ast.Expression(last.value), "cell", "eval"), names))  # noqa: S307


def small_torch() -> dict[str, ModuleType]:
    """As much of PyTorch as the notebook uses, over NumPy: the tests do without PyTorch."""
    torch, utils, data = ModuleType("torch"), ModuleType("torch.utils"), ModuleType("data")
    torch.int64, torch.from_numpy = np.int64, np.asarray
    torch.zeros = lambda *shape, dtype: np.zeros(shape, dtype)
    torch.full = np.full

    class DataLoader:
        def __init__(self, dataset, batch_size, collate_fn):
            self._rows = [dataset[number] for number in range(len(dataset))]
            self._size, self._join = batch_size, collate_fn

        def __len__(self):
            return (len(self._rows) + self._size - 1) // self._size

        def __iter__(self):
            for start in range(0, len(self._rows), self._size):
                yield self._join(self._rows[start : start + self._size])

    data.Dataset, data.DataLoader = object, DataLoader
    torch.utils, utils.data = utils, data
    return {"torch": torch, "torch.utils": utils, "torch.utils.data": data}


class Plots(ModuleType):
    """matplotlib.pyplot without pictures: takes every call and notes its name."""

    def __init__(self) -> None:
        super().__init__("matplotlib.pyplot")
        self.calls: list[str] = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *arguments, **options: self.calls.append(name)


@pytest.fixture(scope="module")
def published():
    """Small tokenizers in place of published ones."""
    corpus = Corpus.from_paths([SAMPLE])
    sizes = {"gpt2": ("gpt2", 400), "cl100k_base": ("cl100k", 500), "o200k_base": ("o200k", 600)}
    return {
        name: train_tokenizer(corpus, TrainingConfig(size, pattern=pattern))
        for name, (pattern, size) in sizes.items()
    }


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_runs_from_top_to_bottom(name, published, monkeypatch, capsys):
    plots, package = Plots(), ModuleType("matplotlib")
    package.pyplot = plots
    fakes = {"matplotlib": package, "matplotlib.pyplot": plots, **small_torch()}
    for module, fake in fakes.items():
        monkeypatch.setitem(sys.modules, module, fake)
    monkeypatch.setattr(engine, "load_published", published.__getitem__)
    notebook = json.loads((DOCS / "notebooks" / name).read_text("utf-8"))
    names: dict[str, object] = {"__name__": "__main__"}
    shown = Shown()
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert not cell["outputs"]
            run_cell("".join(cell["source"]), names, shown)
    assert capsys.readouterr().out.strip()
    assert ("size" in name) == ("plot" in plots.calls)
    if name in ("train-and-compare.ipynb", "superwords.ipynb"):
        assert len(shown.html) >= 3
        assert all("<script" not in html for html in shown.html)


def test_a_notebook_is_a_page():
    page = GuidePages().text("notebooks/train-and-compare.ipynb")
    assert page.startswith("# Notebook: train and compare\n")
    assert "\n```python\nfrom importlib.resources import files\n" in page
