"""Tables of losses that a model had, and what they come to for each byte of text."""
