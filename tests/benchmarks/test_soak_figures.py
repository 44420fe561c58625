"""What the soak looks at does not grow by looking."""

from __future__ import annotations

import ctypes
import sys
import weakref

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from benchmarks.reliability.soak_window import figures


def test_looking_keeps_no_objects(qapp):
    window = QWidget()
    label = QLabel()
    QVBoxLayout(window).addWidget(label)
    before = figures()["objects"]
    for number in range(20):
        label.setText(f"<b>{number}</b>")
        label.grab()  # makes a document
        assert figures()["objects"] == before
    window.deleteLater()


def test_what_malloc_has_given_out_is_told_where_it_can_be():
    libc = ctypes.CDLL(None) if sys.platform == "linux" else None
    if libc is None or not hasattr(libc, "mallinfo2"):
        assert "in_use_mb" not in figures()
        return
    libc.malloc.restype, libc.free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
    before = figures()["in_use_mb"]
    kept = [libc.malloc(ctypes.c_size_t(1000)) for _ in range(20_000)]
    assert 15 < figures()["in_use_mb"] - before < 25
    for place in kept:
        libc.free(place)


def test_a_proxy_of_what_is_gone_is_not_asked_what_it_is():
    class Thing:
        pass

    thing = Thing()
    proxies = [weakref.proxy(thing)]
    del thing
    assert figures()["objects"] >= 0
    assert len(proxies) == 1
