"""The window: start, gaps of its event loop, pattern preview, token view, vocabulary filter."""
