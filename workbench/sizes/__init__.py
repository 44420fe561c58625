"""The Sizes pane: the compression and the cost of every vocabulary size of a run.

Open `sizes_pane.py` first.
"""
