"""Texts as coloured tokens, of up to four tokenizers side by side: the Tokens pane."""
