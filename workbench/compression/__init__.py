"""Metrics per language and text, of one tokenizer or several: the Compression pane."""
