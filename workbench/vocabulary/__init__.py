"""Each token, its merges, uses and neighbours: the Vocabulary pane."""
