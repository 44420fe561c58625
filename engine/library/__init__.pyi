from .tokenizer import AnyTokenizer as AnyTokenizer
from .tokenizer import LibraryEncoder as LibraryEncoder
from .tokenizer import LibraryTokenizer as LibraryTokenizer
