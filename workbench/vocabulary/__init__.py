"""The Vocabulary pane: every token, its merges and uses, with filter, timeline and report.

Open `vocabulary_pane.py` first.
"""
