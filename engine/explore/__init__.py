"""Searching for tokenizers: what is asked, trainings that are tried, and the front of the best.

In: a `Question` with objectives and variables, a corpus, test texts. Out: `Exploration` with its
trials and the `Front`. Optuna and the kernels load when a search begins.
"""

from typing import TYPE_CHECKING

from engine.lazy_names import lazy_names

if TYPE_CHECKING:
    from engine.explore.exploration import Exploration as Exploration
    from engine.explore.exploration import ExplorePhase as ExplorePhase
    from engine.explore.exploration import ExploreProgress as ExploreProgress
    from engine.explore.exploration import slices as slices
    from engine.explore.front import Front as Front
    from engine.explore.front import Point as Point
    from engine.explore.front import front_of as front_of
    from engine.explore.front import hypervolume as hypervolume
    from engine.explore.front import non_dominated as non_dominated
    from engine.explore.front_files import front_html as front_html
    from engine.explore.front_files import front_table as front_table
    from engine.explore.front_files import write_front as write_front
    from engine.explore.keeping import TrialStorage as TrialStorage
    from engine.explore.keeping import study_name as study_name
    from engine.explore.measuring import figures_of as figures_of
    from engine.explore.metrics import EXPLORE_METRICS as EXPLORE_METRICS
    from engine.explore.mixing import training_of_point as training_of_point
    from engine.explore.question import SAMPLERS as SAMPLERS
    from engine.explore.question import Budget as Budget
    from engine.explore.question import Goal as Goal
    from engine.explore.question import Objective as Objective
    from engine.explore.question import Question as Question
    from engine.explore.question import Sampler as Sampler
    from engine.explore.reading import read_question as read_question
    from engine.explore.reading import seconds_of as seconds_of
    from engine.explore.search import explore as explore
    from engine.explore.starting import usual_variables as usual_variables
    from engine.explore.texts import DividedTexts as DividedTexts
    from engine.explore.texts import divided_texts as divided_texts
    from engine.explore.texts import parity_texts as parity_texts
    from engine.explore.trials import Trial as Trial
    from engine.explore.trials import TrialSeconds as TrialSeconds
    from engine.explore.trials import TrialState as TrialState
    from engine.explore.variables import LabelShare as LabelShare
    from engine.explore.variables import LongestToken as LongestToken
    from engine.explore.variables import MinCount as MinCount
    from engine.explore.variables import ParityShare as ParityShare
    from engine.explore.variables import PatternChoice as PatternChoice
    from engine.explore.variables import SuperwordRuleChoice as SuperwordRuleChoice
    from engine.explore.variables import SuperwordTransition as SuperwordTransition
    from engine.explore.variables import Temperature as Temperature
    from engine.explore.variables import Variable as Variable
    from engine.explore.variables import VariableValue as VariableValue
    from engine.explore.variables import VocabSize as VocabSize
    from engine.explore.variables import WholeNumbers as WholeNumbers
else:
    __getattr__, __dir__, __all__ = lazy_names(__name__)
