"""The Explore workspace: a question, the search for its answer, and the front of tokenizers.

Open `explore_pane.py` first.
"""
