"""Commands that read a corpus: counting, mixtures, training, resuming, searching."""
