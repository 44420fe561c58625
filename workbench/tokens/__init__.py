"""The Tokens pane: texts as coloured tokens, of up to four tokenizers side by side.

Open `tokens_pane.py` first.
"""
