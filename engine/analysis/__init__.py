"""Properties of finished tokenizers: vocabulary, usage, sizes, superwords, differences.

In: a Tokenizer, or two, and texts. Out: frozen records of arrays: facts, origin and uses of every
token, tokens of a text at each smaller size, the merge at which two trainings diverge, the cost of
ids in a model, and whether a model's configuration fits its tokenizer.
"""

from typing import TYPE_CHECKING

from engine.lazy_names import lazy_names

if TYPE_CHECKING:
    from engine.analysis.differences import ChosenPair as ChosenPair
    from engine.analysis.differences import MergeDivergence as MergeDivergence
    from engine.analysis.differences import PairCount as PairCount
    from engine.analysis.differences import Reason as Reason
    from engine.analysis.differences import UnknownMerges as UnknownMerges
    from engine.analysis.differences import VocabularyDifference as VocabularyDifference
    from engine.analysis.differences import merge_comparison as merge_comparison
    from engine.analysis.differences import vocabulary_difference as vocabulary_difference
    from engine.analysis.model_check import CONFIG_FILE as CONFIG_FILE
    from engine.analysis.model_check import TEXT_PARTS as TEXT_PARTS
    from engine.analysis.model_check import ConfigFinding as ConfigFinding
    from engine.analysis.model_check import ModelCheck as ModelCheck
    from engine.analysis.model_check import ModelConfigError as ModelConfigError
    from engine.analysis.model_check import check_model_config as check_model_config
    from engine.analysis.model_check import read_model_config as read_model_config
    from engine.analysis.replay import MergeReplay as MergeReplay
    from engine.analysis.replay import MergeReplayer as MergeReplayer
    from engine.analysis.report import RECORD_NAMES as RECORD_NAMES
    from engine.analysis.report import ReportRow as ReportRow
    from engine.analysis.report import ReportSection as ReportSection
    from engine.analysis.report import VocabularyReport as VocabularyReport
    from engine.analysis.report import report_sections as report_sections
    from engine.analysis.report import report_steps as report_steps
    from engine.analysis.report import report_without_reach as report_without_reach
    from engine.analysis.report import vocabulary_report as vocabulary_report
    from engine.analysis.sizes import BUDGET_SHARE as BUDGET_SHARE
    from engine.analysis.sizes import DEFAULT_MODEL as DEFAULT_MODEL
    from engine.analysis.sizes import PER_TOKENS as PER_TOKENS
    from engine.analysis.sizes import SMOOTHED_OVER as SMOOTHED_OVER
    from engine.analysis.sizes import THRESHOLD as THRESHOLD
    from engine.analysis.sizes import HardwareSize as HardwareSize
    from engine.analysis.sizes import ModelCost as ModelCost
    from engine.analysis.sizes import ModelSize as ModelSize
    from engine.analysis.sizes import SizeCurves as SizeCurves
    from engine.analysis.sizes import hardware_sizes as hardware_sizes
    from engine.analysis.sizes import model_size as model_size
    from engine.analysis.sizes import model_sizes as model_sizes
    from engine.analysis.sizes import round_sizes as round_sizes
    from engine.analysis.sizes import text_size_curves as text_size_curves
    from engine.analysis.sizes import text_size_curves_steps as text_size_curves_steps
    from engine.analysis.superwords import SavedTokens as SavedTokens
    from engine.analysis.superwords import Superword as Superword
    from engine.analysis.superwords import SuperwordComparison as SuperwordComparison
    from engine.analysis.superwords import SuperwordReport as SuperwordReport
    from engine.analysis.superwords import SuperwordShare as SuperwordShare
    from engine.analysis.superwords import comparison_steps as comparison_steps
    from engine.analysis.superwords import superword_report as superword_report
    from engine.analysis.superwords import superword_shares as superword_shares
    from engine.analysis.usage import COVERAGE_SHARES as COVERAGE_SHARES
    from engine.analysis.usage import HYPER as HYPER
    from engine.analysis.usage import PER_LABEL as PER_LABEL
    from engine.analysis.usage import RENYI_ALPHA as RENYI_ALPHA
    from engine.analysis.usage import ContextProgress as ContextProgress
    from engine.analysis.usage import FrequencyCurves as FrequencyCurves
    from engine.analysis.usage import TokenContext as TokenContext
    from engine.analysis.usage import TokenDistribution as TokenDistribution
    from engine.analysis.usage import TokenTwins as TokenTwins
    from engine.analysis.usage import TokenUsage as TokenUsage
    from engine.analysis.usage import TwinDifference as TwinDifference
    from engine.analysis.usage import context_steps as context_steps
    from engine.analysis.usage import entropy_and_efficiency as entropy_and_efficiency
    from engine.analysis.usage import frequency_curves as frequency_curves
    from engine.analysis.usage import token_usage as token_usage
    from engine.analysis.usage import twin_steps as twin_steps
    from engine.analysis.usage import usage_steps as usage_steps
    from engine.analysis.vocabulary import AFTER as AFTER
    from engine.analysis.vocabulary import ALWAYS_CUT as ALWAYS_CUT
    from engine.analysis.vocabulary import BEFORE as BEFORE
    from engine.analysis.vocabulary import BYTE as BYTE
    from engine.analysis.vocabulary import EXTRA as EXTRA
    from engine.analysis.vocabulary import MIXED as MIXED
    from engine.analysis.vocabulary import NEVER_MERGED as NEVER_MERGED
    from engine.analysis.vocabulary import NO_SCRIPT as NO_SCRIPT
    from engine.analysis.vocabulary import NOT_NORMALIZED as NOT_NORMALIZED
    from engine.analysis.vocabulary import NOT_TEXT as NOT_TEXT
    from engine.analysis.vocabulary import PARTIAL as PARTIAL
    from engine.analysis.vocabulary import SPECIAL as SPECIAL
    from engine.analysis.vocabulary import SPECIAL_TEXT as SPECIAL_TEXT
    from engine.analysis.vocabulary import SUPERWORD as SUPERWORD
    from engine.analysis.vocabulary import UNUSED as UNUSED
    from engine.analysis.vocabulary import WHITE_SPACE as WHITE_SPACE
    from engine.analysis.vocabulary import VocabularyFacts as VocabularyFacts
    from engine.analysis.vocabulary import always_cut_tokens as always_cut_tokens
    from engine.analysis.vocabulary import making_by_label as making_by_label
    from engine.analysis.vocabulary import vocabulary_facts as vocabulary_facts
    from engine.analysis.vocabulary import vocabulary_lineage as vocabulary_lineage
else:
    __getattr__, __dir__, __all__ = lazy_names(__name__)
