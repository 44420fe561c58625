"""The conventions of this project as checks over its source; `tests/test_conventions.py` runs them.

A check takes a Module and yields a sentence, with the line, for each place that breaks it.
"""
