"""The Pattern pane: edit a split pattern and see how it splits a text, beside other libraries.

Open `pattern_pane.py` first.
"""
