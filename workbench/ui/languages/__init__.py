"""Languages and metrics of several tokenizers as charts and cells, for Compression and Runs."""
