"""How well tokenizers do on texts: metrics, losses of models, n-gram losses.

In: tokenizers and labelled texts. Out: `Evaluation` with figures per label and between languages,
`LossReport` with losses of models per byte, `NgramLoss` with code lengths of n-gram models.
`METRICS` has the definition and the source of each figure.
"""

from typing import TYPE_CHECKING

from engine.lazy_names import lazy_names

if TYPE_CHECKING:
    from engine.evaluation.evaluation import Evaluation as Evaluation
    from engine.evaluation.evaluation import EvaluationWork as EvaluationWork
    from engine.evaluation.evaluation import MeasuredSource as MeasuredSource
    from engine.evaluation.evaluation import all_evaluation_steps as all_evaluation_steps
    from engine.evaluation.evaluation import checked_labels as checked_labels
    from engine.evaluation.evaluation import evaluate as evaluate
    from engine.evaluation.evaluation import evaluate_all as evaluate_all
    from engine.evaluation.evaluation import nothing_evaluated as nothing_evaluated
    from engine.evaluation.evaluation import sample_evaluation_steps as sample_evaluation_steps
    from engine.evaluation.figures import FairnessFigures as FairnessFigures
    from engine.evaluation.figures import LabelEvaluation as LabelEvaluation
    from engine.evaluation.figures import LabelFairness as LabelFairness
    from engine.evaluation.figures import TextDifference as TextDifference
    from engine.evaluation.loss_reading import LossColumns as LossColumns
    from engine.evaluation.loss_table import LossFigures as LossFigures
    from engine.evaluation.loss_table import LossFile as LossFile
    from engine.evaluation.loss_table import LossReport as LossReport
    from engine.evaluation.loss_table import LossScale as LossScale
    from engine.evaluation.loss_table import LossUnit as LossUnit
    from engine.evaluation.loss_table import TokenLoss as TokenLoss
    from engine.evaluation.loss_table import TokenScale as TokenScale
    from engine.evaluation.loss_table import files_of as files_of
    from engine.evaluation.loss_table import loss_scale_steps as loss_scale_steps
    from engine.evaluation.loss_table import loss_steps as loss_steps
    from engine.evaluation.metrics import DASHBOARD as DASHBOARD
    from engine.evaluation.metrics import METRICS as METRICS
    from engine.evaluation.metrics import Metric as Metric
    from engine.evaluation.metrics import Scope as Scope
    from engine.evaluation.metrics import Value as Value
    from engine.evaluation.metrics import metrics_of_scope as metrics_of_scope
    from engine.evaluation.ngram_bits import NgramLoss as NgramLoss
    from engine.evaluation.ngram_bits import NgramRow as NgramRow
    from engine.evaluation.ngram_bits import ngram_loss as ngram_loss
    from engine.evaluation.ngram_bits import ngram_loss_steps as ngram_loss_steps
    from engine.evaluation.ngram_model import is_held_out as is_held_out
    from engine.evaluation.ngram_model import passages as passages
    from engine.evaluation.parallel import CountedLines as CountedLines
    from engine.evaluation.parallel import EvaluationTexts as EvaluationTexts
    from engine.evaluation.parallel import TextReport as TextReport
    from engine.evaluation.parallel import check_reference as check_reference
    from engine.evaluation.parallel import counted_lines as counted_lines
    from engine.evaluation.parallel import evaluation_texts as evaluation_texts
    from engine.evaluation.parallel import lost_texts_remark as lost_texts_remark
    from engine.evaluation.requirements import Requirement as Requirement
    from engine.evaluation.requirements import RequirementResult as RequirementResult
    from engine.evaluation.requirements import RequirementVerdict as RequirementVerdict
    from engine.evaluation.requirements import Threshold as Threshold
    from engine.evaluation.requirements import check_baselines as check_baselines
    from engine.evaluation.requirements import check_labels as check_labels
    from engine.evaluation.requirements import judged as judged
    from engine.evaluation.requirements import labels_meant as labels_meant
    from engine.evaluation.requirements import read_requirements as read_requirements
    from engine.evaluation.requirements import read_threshold as read_threshold
    from engine.evaluation.requirements import thresholds_can_be_met as thresholds_can_be_met
    from engine.evaluation.service import GREATEST_PREMIUM as GREATEST_PREMIUM
    from engine.evaluation.service import USUAL_AT_IDS as USUAL_AT_IDS
    from engine.evaluation.service import USUAL_FACTOR as USUAL_FACTOR
    from engine.evaluation.service import LanguageService as LanguageService
    from engine.evaluation.service import Reason as Reason
    from engine.evaluation.service import RedFlag as RedFlag
    from engine.evaluation.service import language_service as language_service
    from engine.evaluation.service import red_flag as red_flag
    from engine.evaluation.service import share_words as share_words
    from engine.evaluation.service import training_share as training_share
else:
    __getattr__, __dir__, __all__ = lazy_names(__name__)
