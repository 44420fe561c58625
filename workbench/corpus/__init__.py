"""The Corpus pane: which texts a training reads, and how they are mixed.

Open `corpus_pane.py` first.
"""
