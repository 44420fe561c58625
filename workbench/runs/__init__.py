"""Stored runs: list, comparison, registry and export: the Runs pane."""
