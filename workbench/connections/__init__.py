"""The connections between features: which signal of a pane reaches which flow, and back.

`app.py` calls `connect_…` for each; open the file of the feature you change.
"""
