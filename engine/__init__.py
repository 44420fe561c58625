"""The BPE library of Tokenizer Workbench: corpora, split patterns, training, encoding.

>>> from engine import Corpus, TrainingConfig, train_tokenizer
>>> tokenizer = train_tokenizer(Corpus.from_texts(["low lower lowest"]), TrainingConfig(259))
>>> tokenizer.encode("lowest")
[257, 101, 115, 116]

`Corpus.from_paths` reads files, `Tokenizer.load` and `load_any_tokenizer` read tokenizers,
`evaluate` measures them, `export_tokenizer` writes them for other libraries. What takes long and
yields progress is run by `result_of`. Below, all names are in the order in which a user meets them.

The packages are in one order, each importing only those before it: machine, compiled, text,
splitting, settings, corpus, encoding, counting, training, library, analysis, extension, datasets,
chat, formats, evaluation, trainers, cluster. The interface of each is what its `__init__.py`
imports. Names load on first use, so that `import engine` does not wait for Numba.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.encoding.known_formats import set_formats
from engine.lazy_names import lazy_names
from engine.machine import paused_collection
from engine.old_names import current_name, keep_old_names

__version__ = "0.1.0"  # as that of the workbench; a test compares them

if TYPE_CHECKING:
    from engine.encoding.known_formats import Formats

    # In the order in which a user meets the names.
    # isort: off

    # Texts, training, encoding
    from engine.corpus import Corpus as Corpus
    from engine.settings import TrainingConfig as TrainingConfig
    from engine.training import train_tokenizer as train_tokenizer
    from engine.encoding import Tokenizer as Tokenizer
    from engine.formats import load_any_tokenizer as load_any_tokenizer
    from engine.formats import load_published as load_published
    from engine.evaluation import evaluate as evaluate
    from engine.formats import export_tokenizer as export_tokenizer

    # Long work: progress, the result, stopping, going on
    from engine.machine import result_of as result_of
    from engine.training import train as train
    from engine.training import CountedCorpus as CountedCorpus
    from engine.counting import CountsCache as CountsCache
    from engine.counting import write_counts as write_counts
    from engine.counting import open_counts as open_counts
    from engine.counting import merge_counts as merge_counts
    from engine.counting import check_counts as check_counts
    from engine.counting import counted_rows as counted_rows
    from engine.counting import CountsRules as CountsRules
    from engine.machine import StopRequest as StopRequest
    from engine.training import TrainingCheckpoint as TrainingCheckpoint
    from engine.extension import extend_tokenizer as extend_tokenizer
    from engine.extension import extend_with_tokens as extend_with_tokens
    from engine.trainers import train_with_library as train_with_library
    from engine.datasets import write_dataset as write_dataset
    from engine.datasets import write_mixture as write_mixture
    from engine.datasets import MixtureFileSettings as MixtureFileSettings
    from engine.warm_up import prepare as prepare
    from engine.warm_up import kernels_ready as kernels_ready

    # Settings
    from engine.settings import LibraryTrainer as LibraryTrainer
    from engine.settings import MergeRules as MergeRules
    from engine.settings import Mixture as Mixture
    from engine.settings import MixtureRecipe as MixtureRecipe
    from engine.settings import MixtureMaker as MixtureMaker
    from engine.settings import find_recipe as find_recipe
    from engine.extension import GeneralShare as GeneralShare
    from engine.settings import Parity as Parity
    from engine.settings import Superwords as Superwords
    from engine.settings import SuperwordRules as SuperwordRules
    from engine.training import SuperwordOptions as SuperwordOptions
    from engine.settings import SpecialTokenDesign as SpecialTokenDesign
    from engine.settings import ReadingOptions as ReadingOptions
    from engine.settings import DocumentSample as DocumentSample
    from engine.extension import ExtensionSettings as ExtensionSettings
    from engine.settings import TokenList as TokenList
    from engine.settings import read_token_list as read_token_list
    from engine.datasets import DatasetSettings as DatasetSettings
    from engine.formats import ExportOptions as ExportOptions
    from engine.encoding import Numbering as Numbering
    from engine.settings import TIE_BREAKS as TIE_BREAKS
    from engine.settings import ENGINE_VERSION as ENGINE_VERSION
    from engine.formats import EXPORT_FORMATS as EXPORT_FORMATS

    # Split patterns
    from engine.splitting import Splitter as Splitter
    from engine.splitting import Preset as Preset
    from engine.splitting import preset_names as preset_names
    from engine.splitting import preset_pattern as preset_pattern
    from engine.splitting import presets as presets

    # Texts in detail
    from engine.corpus import Source as Source
    from engine.corpus import CorpusProblem as CorpusProblem
    from engine.corpus import label_for_path as label_for_path

    # Other tokenizers
    from engine.library import AnyTokenizer as AnyTokenizer
    from engine.library import LibraryTokenizer as LibraryTokenizer
    from engine.formats import validate_tokenizer as validate_tokenizer
    from engine.formats import verify_export as verify_export

    # Measuring
    from engine.evaluation import evaluate_all as evaluate_all
    from engine.analysis import text_size_curves as text_size_curves
    from engine.analysis import model_sizes as model_sizes

    # Conversations
    from engine.chat import chat_renderer as chat_renderer
    from engine.chat import ChatRenderer as ChatRenderer
    from engine.chat import Conversation as Conversation
    from engine.chat import Message as Message
    from engine.chat import ConversationFile as ConversationFile
    from engine.chat import read_conversations as read_conversations
    from engine.chat import write_chat_arrays as write_chat_arrays
    from engine.chat import lint_chat as lint_chat
    from engine.chat import lint_template as lint_template

    # Results
    from engine.encoding import TokenSpans as TokenSpans
    from engine.encoding import TokenOffsets as TokenOffsets
    from engine.settings import TrainingRecord as TrainingRecord
    from engine.evaluation import Evaluation as Evaluation
    from engine.evaluation import LabelEvaluation as LabelEvaluation
    from engine.analysis import SizeCurves as SizeCurves
    from engine.analysis import ModelSize as ModelSize
    from engine.analysis import ModelCost as ModelCost
    from engine.trainers import LibraryTraining as LibraryTraining
    from engine.extension import Extension as Extension
    from engine.formats import ExportVerdict as ExportVerdict
    from engine.formats import ImportReport as ImportReport
    from engine.chat import RenderedChat as RenderedChat
    from engine.chat import ChatLint as ChatLint
    from engine.counting import CountsFolder as CountsFolder
    from engine.counting import CountsCheck as CountsCheck
    from engine.counting import CountedRows as CountedRows

    # Progress
    from engine.training import Training as Training
    from engine.training import TrainingProgress as TrainingProgress
    from engine.training import Phase as Phase
    from engine.training import Merge as Merge
    from engine.trainers import LibraryProgress as LibraryProgress
    from engine.extension import ExtensionProgress as ExtensionProgress
    from engine.datasets import DatasetProgress as DatasetProgress
    from engine.machine import Progress as Progress

    # Types of arguments
    from engine.encoding import SpecialHandling as SpecialHandling
    from engine.encoding import SpecialTokenChoice as SpecialTokenChoice
    from engine.encoding import DecodingErrors as DecodingErrors
    from engine.text import Normalization as Normalization
    from engine.settings import TieBreak as TieBreak
    from engine.settings import TokenLimit as TokenLimit
    from engine.chat import MaskSource as MaskSource
    from engine.chat import AnyConversation as AnyConversation

    # Errors, as engine.errors lays them out
    from engine.errors import EngineError as EngineError
    from engine.errors import CorpusError as CorpusError
    from engine.errors import ConfigError as ConfigError
    from engine.errors import ArgumentError as ArgumentError
    from engine.errors import ArgumentValueError as ArgumentValueError
    from engine.errors import PatternError as PatternError
    from engine.errors import TokenizerFileError as TokenizerFileError
    from engine.errors import InexactTokenizerError as InexactTokenizerError
    from engine.analysis import ModelConfigError as ModelConfigError
    from engine.formats import PublishedTokenizerError as PublishedTokenizerError
    from engine.errors import ClusterError as ClusterError
    from engine.errors import LibraryError as LibraryError
    from engine.errors import ModelFileError as ModelFileError
    from engine.errors import CheckpointError as CheckpointError
    from engine.errors import SpecialTokenError as SpecialTokenError
    from engine.errors import TokenIdError as TokenIdError
    from engine.errors import ExportError as ExportError
    from engine.chat import ChatError as ChatError
    from engine.chat import ConversationError as ConversationError
else:
    _load, __dir__, __all__ = lazy_names(__name__)

    def __getattr__(name: str) -> object:
        with paused_collection():  # nothing of what Numba brings is garbage
            return _load(current_name(name))


def _formats() -> Formats:
    from engine import formats  # late: it reads every format

    return formats


set_formats(_formats)
keep_old_names()
