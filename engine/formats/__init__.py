"""Files of tokenizers as other libraries have them: reading, writing, verifying, validating.

In: any known tokenizer file or directory. Out: our Tokenizer, with the same ids (`reading`); files
that other libraries load (`writing`), proved by asking them (`verification`); all faults of a file
at once (`validation`). Split patterns are written and read as each library has them
(`pattern_dialects`, `oniguruma`, `llama_cpp`).
"""

from typing import TYPE_CHECKING

from engine.lazy_names import lazy_names

if TYPE_CHECKING:
    from engine.formats.findings import Finding as Finding
    from engine.formats.llama_cpp import llama_cpp_note as llama_cpp_note
    from engine.formats.pattern_dialects import Dialect as Dialect
    from engine.formats.pattern_dialects import rewrite_stages as rewrite_stages
    from engine.formats.reading.loading import library_tokenizer as library_tokenizer
    from engine.formats.reading.loading import load_any_tokenizer as load_any_tokenizer
    from engine.formats.reading.loading import load_tokenizer as load_tokenizer
    from engine.formats.reading.loading import tokenizer_from_merges as tokenizer_from_merges
    from engine.formats.reading.loading import tokenizer_from_ranks as tokenizer_from_ranks
    from engine.formats.reading.nanochat import token_byte_lengths as token_byte_lengths
    from engine.formats.reading.published import PublishedTokenizerError as PublishedTokenizerError
    from engine.formats.reading.published import fetch_steps as fetch_steps
    from engine.formats.reading.published import is_published_name as is_published_name
    from engine.formats.reading.published import kept_file as kept_file
    from engine.formats.reading.published import kept_names as kept_names
    from engine.formats.reading.published import load_published as load_published
    from engine.formats.reading.published import published_names as published_names
    from engine.formats.reading.tiktoken import looks_like_ranks as looks_like_ranks
    from engine.formats.validation import ImportReport as ImportReport
    from engine.formats.validation import validate_published as validate_published
    from engine.formats.validation import validate_tokenizer as validate_tokenizer
    from engine.formats.verification import TIME_LIMIT_S as TIME_LIMIT_S
    from engine.formats.verification import corpus_sample as corpus_sample
    from engine.formats.verification import verification_steps as verification_steps
    from engine.formats.verification import verification_texts as verification_texts
    from engine.formats.verification import verify_export as verify_export
    from engine.formats.verification_verdict import ExportDifference as ExportDifference
    from engine.formats.verification_verdict import ExportVerdict as ExportVerdict
    from engine.formats.writing.export import check_alphabet as check_alphabet
    from engine.formats.writing.export import export_notes as export_notes
    from engine.formats.writing.export import export_tokenizer as export_tokenizer
    from engine.formats.writing.export import tokenizer_companions as tokenizer_companions
    from engine.formats.writing.export_formats import EXPORT_FORMATS as EXPORT_FORMATS
    from engine.formats.writing.export_formats import ExportOptions as ExportOptions
    from engine.formats.writing.export_formats import export_format as export_format
    from engine.formats.writing.export_formats import known_format as known_format
    from engine.formats.writing.gguf import check_hash as check_hash
    from engine.formats.writing.library_objects import tiktoken_encoding as tiktoken_encoding
    from engine.formats.writing.library_objects import (
        transformers_tokenizer as transformers_tokenizer,
    )
    from engine.formats.writing.nanochat import save_token_bytes as save_token_bytes
    from engine.formats.writing.nanochat import token_bytes as token_bytes
    from engine.formats.writing.tiktoken import tiktoken_pattern as tiktoken_pattern
else:
    __getattr__, __dir__, __all__ = lazy_names(__name__)
