"""Buttons, fields, message bars and the frame of a pane."""
