"""Our Tokenizer as the files of other libraries."""
