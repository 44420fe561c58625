"""Adding tokens to a tokenizer whose ids must not move.

In: a Tokenizer, and texts, a list of tokens or another tokenizer. Out: a Tokenizer with the new
tokens behind the old ones, and a report with rows for the embeddings.
"""

from typing import TYPE_CHECKING

from engine.lazy_names import lazy_names

if TYPE_CHECKING:
    from engine.extension.checkpoint import Checkpoint as Checkpoint
    from engine.extension.checkpoint import is_checkpoint as is_checkpoint
    from engine.extension.checkpoint import read_checkpoint as read_checkpoint
    from engine.extension.extension import Extending as Extending
    from engine.extension.extension import Extension as Extension
    from engine.extension.extension import ExtensionSettings as ExtensionSettings
    from engine.extension.extension import extend_tokenizer as extend_tokenizer
    from engine.extension.extension import extend_with_tokens as extend_with_tokens
    from engine.extension.given_tokens import tokens_of_other as tokens_of_other
    from engine.extension.learning import ExtensionProgress as ExtensionProgress
    from engine.extension.learning import GeneralShare as GeneralShare
    from engine.extension.learning import joined_corpus as joined_corpus
    from engine.extension.report import DOMAIN as DOMAIN
    from engine.extension.report import GENERAL as GENERAL
    from engine.extension.report import HELD_OUT as HELD_OUT
    from engine.extension.report import ExtensionReport as ExtensionReport
    from engine.extension.report import NewToken as NewToken
    from engine.extension.report import never_fired_rows as never_fired_rows
    from engine.extension.report import report_steps as report_steps
    from engine.extension.report import write_embedding_rows as write_embedding_rows
    from engine.extension.report import write_report as write_report
    from engine.extension.resizing import ROW_RULES as ROW_RULES
    from engine.extension.resizing import ResizedCheckpoint as ResizedCheckpoint
    from engine.extension.resizing import ResizeSettings as ResizeSettings
    from engine.extension.resizing import TablePicture as TablePicture
    from engine.extension.resizing import check_fits as check_fits
    from engine.extension.resizing import check_target as check_target
    from engine.extension.resizing import resize_steps as resize_steps
    from engine.extension.resizing import token_of_words as token_of_words
    from engine.extension.tensor_files import Tensor as Tensor
    from engine.extension.tensor_files import header_bytes as header_bytes
    from engine.extension.tensor_files import read_tensor_file as read_tensor_file
else:
    __getattr__, __dir__, __all__ = lazy_names(__name__)
