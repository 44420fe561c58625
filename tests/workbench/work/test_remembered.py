"""Values that the settings keep: read as they were written, and usual where they are damaged."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from workbench.work import remembered
from workbench.work.remembered import Remembered


@dataclass(frozen=True)
class Choice:
    name: str = ""
    size: int = 3
    is_on: bool = False
    path: Path | None = None
    widths: tuple[tuple[str, int], ...] = ()
    places: dict[str, int] = field(default_factory=dict)


@pytest.fixture
def settings(tmp_path):
    return QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)


def test_a_value_comes_back_as_it_was_kept(settings):
    choice = Choice("größe", 7, True, Path("a"), (("x", 1),), {"y": 2})
    Remembered(settings, "choice", Choice()).keep(choice)
    assert Remembered(settings, "choice", Choice()).value == choice


def test_the_usual_value_is_not_written(settings):
    kept = Remembered(settings, "choice", Choice())
    kept.keep(Choice("other"))
    kept.keep(Choice())
    assert not settings.contains("choice")
    assert kept.value == Choice()


@pytest.mark.parametrize(
    "damaged",
    [
        "", "{", "null", "[]", "7", "[" * 100_000, '{"name": 5}', '{"size": true}', '{"size": "7"}',
        '{"path": 5}', '{"widths": [["x"]]}', '{"widths": [["x", 1, 2]]}', '{"widths": 5}',
        '{"places": {"y": "2"}}', '{"places": []}',
    ],
)  # fmt: skip
def test_what_is_damaged_counts_as_not_kept(settings, damaged):
    settings.setValue("choice", damaged)
    assert Remembered(settings, "choice", Choice()).value == Choice()


def test_keys_of_another_version_are_left_out(settings):
    settings.setValue("choice", '{"name": "a", "colour": "red"}')
    assert Remembered(settings, "choice", Choice()).value == Choice("a")


def test_what_is_too_large_is_not_read(settings, monkeypatch):
    kept = Remembered(settings, "choice", Choice())
    kept.keep(Choice("a" * 100))
    monkeypatch.setattr(remembered, "MOST_CHARACTERS", 50)
    assert kept.value == Choice()


def test_a_tuple_has_its_kind_said(settings):
    kept = Remembered(settings, "paths", (), tuple[Path, ...])
    kept.keep((Path("a"), Path("b")))
    assert kept.value == (Path("a"), Path("b"))
