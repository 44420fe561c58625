"""Tokenizer Workbench: the window, the run store and the command line around `engine`."""

__version__ = "0.1.0"
