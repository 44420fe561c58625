"""Texts painted with spans: tokens, pre-tokens, bytes and masks."""
