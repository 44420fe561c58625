"""The window at the scales of screens: pictures have their pixels, icons theirs, words room."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from workbench.work.preferences import (
    INTERFACE_SIZE,
    SCALE_VARIABLE,
    Preferences,
    interface_settings,
)

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("scale", [1.5, 2.0])
def test_the_window_is_drawn_in_the_pixels_of_the_screen(tmp_path, scale):
    child = [sys.executable, "-m", "tests.workbench.high_dpi_window", str(tmp_path)]
    environment = os.environ | {SCALE_VARIABLE: str(scale), "QT_QPA_PLATFORM": "offscreen"}
    told = subprocess.run(
        child, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stderr[-2000:]
    seen = json.loads(told.stdout)
    assert seen["ratio"] == scale
    assert seen["sizes"] == [[round(1280 * scale), round(800 * scale)]]
    assert seen["icon"] >= 20 * scale
    assert seen["cut"] == []


def test_the_interface_size_is_set_before_the_window_is_made(tmp_path, monkeypatch, qapp):
    monkeypatch.setenv("TOKENIZER_WORKBENCH_HOME", str(tmp_path))
    monkeypatch.delenv(SCALE_VARIABLE, raising=False)
    settings = interface_settings("window.ini")
    assert SCALE_VARIABLE not in os.environ
    Preferences(settings).set(INTERFACE_SIZE, 150)
    settings.sync()
    interface_settings("window.ini")
    assert os.environ[SCALE_VARIABLE] == "1.5"
    monkeypatch.setenv(SCALE_VARIABLE, "3")  # what a person says at start counts more
    interface_settings("window.ini")
    assert os.environ[SCALE_VARIABLE] == "3"
