"""Conversations as token ids with supervision masks.

A conversation is read (`conversation_file`), rendered by nanochat's rules or a Jinja template
(`renderer`), and checked (`chat_lints`). What cannot be used is a sentence that names line and
message; nothing is dropped or changed silently.
"""
