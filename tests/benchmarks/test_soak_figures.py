"""What the soak looks at does not grow by looking."""

from __future__ import annotations

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
