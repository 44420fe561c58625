"""Sources, how they are read, and the mixture: the Corpus pane."""
