"""The Compression pane: metrics by language and text, of one tokenizer or several.

Open `compression_pane.py` first.
"""
