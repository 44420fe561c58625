from .tokenizer import AnyTokenizer as AnyTokenizer
from .tokenizer import LibraryEncoder as LibraryEncoder
from .tokenizer import LibraryTokenizer as LibraryTokenizer
from .tokenizer import checked_merges_known as checked_merges_known
from .tokenizer import checked_tokenizer as checked_tokenizer
from .tokenizer import may_overlap as may_overlap
