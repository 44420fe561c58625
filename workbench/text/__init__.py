"""Numbers, names and tables as words, without Qt: for window and command line."""
