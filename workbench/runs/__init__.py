"""The Runs pane: stored runs, their comparison, the registry of tokenizers, and exports.

Open `runs_pane.py` first.
"""
