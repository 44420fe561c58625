"""Everything there is to say about a file before it is used."""
