"""Side-by-side measurements against other libraries: `python -m benchmarks`. Never in the tests."""

from pathlib import Path

PROJECT = Path(__file__).parents[1]
"""Where the programs of a measurement are started."""
