"""Two pages: the report on a tokenizer's files before they are used, and extending a vocabulary.

Open `import_page.py` or `extension_page.py` first.
"""
