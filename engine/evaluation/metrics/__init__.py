"""Metrics of a tokenizer: definitions, figures per label, fairness between languages."""

from __future__ import annotations
