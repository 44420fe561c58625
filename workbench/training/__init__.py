"""The Train pane: choose the settings of a training, run it and watch its charts and merges.

Open `training_pane.py` first.
"""
