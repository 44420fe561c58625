"""The Chat pane: conversations, chat templates and the supervision mask.

Open `chat_pane.py` first.
"""
