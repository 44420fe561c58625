"""Conversations, chat templates and the supervision mask: the Chat pane."""
