"""Thousands of damaged tokenizer files, read here and by the library of each format."""
