"""Merges across words: the second stage of a superword training, which reads the text again."""
