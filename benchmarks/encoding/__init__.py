"""A tokenizer at work: first calls, conversations, metrics and n-gram losses of texts."""
