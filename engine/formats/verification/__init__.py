"""Exports asked of the real libraries, in a process of its own: ids, pieces, causes."""
