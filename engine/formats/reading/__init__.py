"""Published tokenizer files as our Tokenizer, with the same ids or a refusal."""
