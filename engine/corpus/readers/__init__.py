"""Reading documents from files: text and records, and one module that opens them all.

A file that cannot be read raises CorpusError. A damaged one is read as far as possible, and every
departure from its content is reported as a CorpusProblem: nothing is dropped or changed silently.
"""
