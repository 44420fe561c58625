"""Commands on a tokenizer: encoding, splitting, its vocabulary, checks, export, extension."""
