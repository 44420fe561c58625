"""Stored runs: recording, resuming, searching, comparing, and what they were made of."""
