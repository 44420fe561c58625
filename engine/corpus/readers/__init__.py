"""Reading documents out of files: one module for each format, and one that opens them.

What cannot be read at all raises CorpusError with a sentence. What can be read in part is read,
and every departure from the file's content is reported as a CorpusProblem: nothing is dropped or
changed silently.
"""
