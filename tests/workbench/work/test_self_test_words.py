"""What the self-test says where a step fails, and that its chart is really drawn."""

from __future__ import annotations

import json
import sys

import pytest

from engine import (
    EXPORT_FORMATS,
    Corpus,
    ExportOptions,
    TrainingConfig,
    export_tokenizer,
    train_tokenizer,
)
from tests.workbench.explore import records
from workbench.self_test import (
    SelfTest,
    SelfTestError,
    draw_chart,
    draw_front,
    exportable,
    self_test,
)
from workbench.ui.charts import curves_chart


def test_a_step_that_fails_is_named_on_standard_error(monkeypatch, capsys):
    def fail(_test):
        raise SelfTestError("the compiler said no")

    monkeypatch.setattr(SelfTest, "_prepare_kernels", fail)
    assert self_test() == 1
    said = capsys.readouterr()
    assert not json.loads(said.out)["ok"]
    assert said.err.startswith("self-test: the step kernels failed after ")
    assert said.err.rstrip().endswith("SelfTestError: the compiler said no")
    assert said.err.count("\n") == 1


def test_every_format_takes_what_the_self_test_exports(tmp_path):
    trained = train_tokenizer(Corpus.from_texts(["low lower lowest"]), TrainingConfig(260))
    for name in EXPORT_FORMATS:
        options = ExportOptions(renumber=True)
        assert export_tokenizer(exportable(trained, name), name, tmp_path / name, options=options)


def test_a_chart_is_drawn_point_by_point(qapp):
    assert draw_chart() == {"points": 25}


def test_a_chart_without_its_library_fails(qapp, monkeypatch):
    monkeypatch.delitem(sys.modules, "workbench.ui.charts.plot", raising=False)
    monkeypatch.setitem(sys.modules, "pyqtgraph", None)
    with pytest.raises(ImportError, match="pyqtgraph"):
        draw_chart()


@pytest.mark.parametrize("lost", ["all", "colour"])
def test_a_chart_without_its_curve_fails(qapp, monkeypatch, lost):
    if lost == "all":
        monkeypatch.setattr(curves_chart.CurvesChart, "paint_on", lambda *_: None)
    else:
        monkeypatch.setattr(
            "workbench.ui.charts.plot.curve_colour", lambda theme, _: theme.colour("surface")
        )
    with pytest.raises(SelfTestError, match="0 of 25 points of the curve are drawn"):
        draw_chart()


def test_the_front_of_a_search_is_drawn_point_by_point(qapp, tmp_path, monkeypatch):
    found = SelfTest(tmp_path)._explore()
    assert found["trials"] == 3
    assert found["points"] > 1
    monkeypatch.setattr("workbench.explore.front_chart.FrontChart.paint_on", lambda *_: None)
    with pytest.raises(SelfTestError, match=r"0 of [0-9]+ points are drawn"):
        draw_front(records.exploration())
