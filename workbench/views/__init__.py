"""Painted widgets: spans of text with colours and boundaries, and the tree of a token's merges."""
