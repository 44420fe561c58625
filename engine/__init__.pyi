# In the order in which a user meets the names.
# isort: off

# Texts, training, encoding
from .corpus import Corpus as Corpus
from .settings import TrainingConfig as TrainingConfig
from .training import train_tokenizer as train_tokenizer
from .encoding import Tokenizer as Tokenizer
from .formats import load_any_tokenizer as load_any_tokenizer
from .formats import load_published as load_published
from .evaluation import evaluate as evaluate
from .formats import export_tokenizer as export_tokenizer

# Long work: progress, the result, stopping, going on
from .machine import result_of as result_of
from .training import train as train
from .training import CountedCorpus as CountedCorpus
from .counting import CountsCache as CountsCache
from .machine import StopRequest as StopRequest
from .training import TrainingCheckpoint as TrainingCheckpoint
from .extension import extend_tokenizer as extend_tokenizer
from .extension import extend_with_tokens as extend_with_tokens
from .datasets import write_dataset as write_dataset
from .preparation import prepare as prepare
from .warm_up import kernels_ready as kernels_ready

# Settings
from .settings import MergeRules as MergeRules
from .settings import Mixture as Mixture
from .settings import MixtureRecipe as MixtureRecipe
from .settings import MixtureMaker as MixtureMaker
from .settings import find_recipe as find_recipe
from .extension import GeneralShare as GeneralShare
from .settings import Superwords as Superwords
from .settings import SuperwordRules as SuperwordRules
from .training import SuperwordOptions as SuperwordOptions
from .settings import SpecialTokenDesign as SpecialTokenDesign
from .settings import ReadingOptions as ReadingOptions
from .settings import DocumentSample as DocumentSample
from .extension import ExtensionSettings as ExtensionSettings
from .settings import TokenList as TokenList
from .settings import read_token_list as read_token_list
from .datasets import DatasetSettings as DatasetSettings
from .formats import ExportOptions as ExportOptions
from .encoding import Numbering as Numbering
from .settings import TIE_BREAKS as TIE_BREAKS
from .settings import ENGINE_VERSION as ENGINE_VERSION
from .formats import EXPORT_FORMATS as EXPORT_FORMATS

# Split patterns
from .splitting import Splitter as Splitter
from .splitting import Preset as Preset
from .splitting import preset_names as preset_names
from .splitting import preset_pattern as preset_pattern
from .splitting import presets as presets

# Texts in detail
from .corpus import Source as Source
from .corpus import CorpusProblem as CorpusProblem
from .corpus import label_for_path as label_for_path

# Other tokenizers
from .library import AnyTokenizer as AnyTokenizer
from .library import LibraryTokenizer as LibraryTokenizer
from .formats import validate_tokenizer as validate_tokenizer
from .formats import verify_export as verify_export

# Measuring
from .evaluation import evaluate_all as evaluate_all
from .analysis import text_size_curves as text_size_curves
from .analysis import model_sizes as model_sizes

# Conversations
from .chat import chat_renderer as chat_renderer
from .chat import ChatRenderer as ChatRenderer
from .chat import Conversation as Conversation
from .chat import Message as Message
from .chat import ConversationFile as ConversationFile
from .chat import read_conversations as read_conversations
from .chat import write_chat_arrays as write_chat_arrays
from .chat import lint_chat as lint_chat
from .chat import lint_template as lint_template

# Results
from .encoding import TokenSpans as TokenSpans
from .encoding import TokenOffsets as TokenOffsets
from .settings import TrainingRecord as TrainingRecord
from .evaluation import Evaluation as Evaluation
from .evaluation import LabelEvaluation as LabelEvaluation
from .analysis import SizeCurves as SizeCurves
from .analysis import ModelSize as ModelSize
from .analysis import ModelCost as ModelCost
from .extension import Extension as Extension
from .formats import ExportVerdict as ExportVerdict
from .formats import ImportReport as ImportReport
from .chat import RenderedChat as RenderedChat
from .chat import ChatLint as ChatLint

# Progress
from .training import Training as Training
from .training import TrainingProgress as TrainingProgress
from .training import Phase as Phase
from .training import Merge as Merge
from .extension import ExtensionProgress as ExtensionProgress
from .datasets import DatasetProgress as DatasetProgress
from .machine import Progress as Progress

# Types of arguments
from .encoding import SpecialHandling as SpecialHandling
from .encoding import SpecialTokenChoice as SpecialTokenChoice
from .encoding import DecodingErrors as DecodingErrors
from .text import Normalization as Normalization
from .settings import TieBreak as TieBreak
from .settings import TokenLimit as TokenLimit
from .chat import MaskSource as MaskSource
from .chat import AnyConversation as AnyConversation

# Errors, as engine.errors lays them out
from .errors import EngineError as EngineError
from .errors import CorpusError as CorpusError
from .errors import ConfigError as ConfigError
from .errors import ArgumentError as ArgumentError
from .errors import ArgumentValueError as ArgumentValueError
from .errors import PatternError as PatternError
from .errors import TokenizerFileError as TokenizerFileError
from .errors import InexactTokenizerError as InexactTokenizerError
from .analysis import ModelConfigError as ModelConfigError
from .formats import PublishedTokenizerError as PublishedTokenizerError
from .errors import LibraryError as LibraryError
from .errors import CheckpointError as CheckpointError
from .errors import SpecialTokenError as SpecialTokenError
from .errors import TokenIdError as TokenIdError
from .errors import ExportError as ExportError
from .chat import ChatError as ChatError
from .chat import ConversationError as ConversationError

__version__: str
