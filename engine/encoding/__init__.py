"""A tokenizer, and text as its ids.

In: merges, special tokens, a splitter, bytes. Out: `Tokenizer`, its file, ids as uint32[n] and
their bytes. `encoder` encodes superwords in two levels; `word_cache` keeps what was encoded.
The slow reference is `tests/reference_bpe.py`.
"""

from typing import TYPE_CHECKING

from engine.lazy_names import lazy_names

if TYPE_CHECKING:
    from engine.encoding._cache_kernels import LONGER as LONGER
    from engine.encoding._cache_kernels import SHORT_PRETOKEN as SHORT_PRETOKEN
    from engine.encoding._cache_kernels import hash_of_bytes as hash_of_bytes
    from engine.encoding._cache_kernels import hash_of_words as hash_of_words
    from engine.encoding._cache_kernels import same_bytes as same_bytes
    from engine.encoding._cache_kernels import short_key as short_key
    from engine.encoding._cache_kernels import short_or_longer as short_or_longer
    from engine.encoding._cache_kernels import slot_of_hash as slot_of_hash
    from engine.encoding._encoding_kernels import SPARE_IDS as SPARE_IDS
    from engine.encoding._level_kernels import PLAIN as PLAIN
    from engine.encoding._merge_table_kernels import add_up_lengths as add_up_lengths
    from engine.encoding._merging_kernels import SCANNED as SCANNED
    from engine.encoding._merging_kernels import merge_short as merge_short
    from engine.encoding._merging_kernels import merge_windows as merge_windows
    from engine.encoding.base_tokenizer import BaseTokenizer as BaseTokenizer
    from engine.encoding.base_tokenizer import DecodingErrors as DecodingErrors
    from engine.encoding.base_tokenizer import SpecialHandling as SpecialHandling
    from engine.encoding.base_tokenizer import SpecialTokenChoice as SpecialTokenChoice
    from engine.encoding.base_tokenizer import SpecialTokenSplitter as SpecialTokenSplitter
    from engine.encoding.base_tokenizer import TokenOffsets as TokenOffsets
    from engine.encoding.base_tokenizer import TokenSpans as TokenSpans
    from engine.encoding.base_tokenizer import special_splitter as special_splitter
    from engine.encoding.batch import BatchEncoder as BatchEncoder
    from engine.encoding.batch import DocumentEncoder as DocumentEncoder
    from engine.encoding.batch import MergeForest as MergeForest
    from engine.encoding.batch import encode_group as encode_group
    from engine.encoding.batch import spread as spread
    from engine.encoding.batch import token_counts as token_counts
    from engine.encoding.dropout import check_dropout as check_dropout
    from engine.encoding.dropout import placed_groups as placed_groups
    from engine.encoding.encoder import Encoder as Encoder
    from engine.encoding.encoder import encoding_room as encoding_room
    from engine.encoding.known_formats import set_formats as set_formats
    from engine.encoding.merge_tables import NO_PAIR as NO_PAIR
    from engine.encoding.merge_tables import MergeModel as MergeModel
    from engine.encoding.merge_tables import merge_model as merge_model
    from engine.encoding.merge_tables import own_merging as own_merging
    from engine.encoding.merge_tables import recovered_merges as recovered_merges
    from engine.encoding.pieces import HIDDEN as HIDDEN
    from engine.encoding.pieces import PieceNumbering as PieceNumbering
    from engine.encoding.pieces import alphabet_merges as alphabet_merges
    from engine.encoding.rich_display import html_table as html_table
    from engine.encoding.token_table import BYTE_TO_CHARACTER as BYTE_TO_CHARACTER
    from engine.encoding.token_table import CHARACTER_TO_BYTE as CHARACTER_TO_BYTE
    from engine.encoding.token_table import Numbering as Numbering
    from engine.encoding.token_table import from_byte_alphabet as from_byte_alphabet
    from engine.encoding.token_table import to_byte_alphabet as to_byte_alphabet
    from engine.encoding.tokenizer import Tokenizer as Tokenizer
    from engine.encoding.tokenizer_file import FILE_NAME as FILE_NAME
    from engine.encoding.tokenizer_file import load_tokenizer_file as load_tokenizer_file
    from engine.encoding.tokenizer_file import tokenizer_bytes as tokenizer_bytes
else:
    __getattr__, __dir__, __all__ = lazy_names(__name__)
