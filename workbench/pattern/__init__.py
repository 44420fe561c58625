"""The split pattern: editor, preview, comparison and other libraries' verdicts."""
