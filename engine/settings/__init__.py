"""Settings of a training: plain values that are checked, and compute nothing.

In: names, numbers, recipes, files of tokens. Out: frozen settings (`TrainingConfig`, `Mixture`,
`Superwords`, special tokens, merge rules) and the record of a training. Errors name the setting.
"""

from typing import TYPE_CHECKING

from engine.lazy_names import lazy_names

if TYPE_CHECKING:
    from engine.settings.config import MAX_NUMBER as MAX_NUMBER
    from engine.settings.config import MAX_VOCAB_SIZE as MAX_VOCAB_SIZE
    from engine.settings.config import TIE_BREAKS as TIE_BREAKS
    from engine.settings.config import SpecialText as SpecialText
    from engine.settings.config import TieBreak as TieBreak
    from engine.settings.config import TokenLimit as TokenLimit
    from engine.settings.config import TrainingConfig as TrainingConfig
    from engine.settings.config import checked_normalization as checked_normalization
    from engine.settings.mixture_recipe import AppliedRecipe as AppliedRecipe
    from engine.settings.mixture_recipe import MixtureRecipe as MixtureRecipe
    from engine.settings.mixture_recipe import RecipeGroup as RecipeGroup
    from engine.settings.mixture_recipe import built_in_recipes as built_in_recipes
    from engine.settings.mixture_recipe import find_recipe as find_recipe
    from engine.settings.mixture_recipe import save_recipe as save_recipe
    from engine.settings.parity import Parity as Parity
    from engine.settings.parity import ParityRecord as ParityRecord
    from engine.settings.pieces import CONTROLS as CONTROLS
    from engine.settings.pieces import PIECE_SPLITS as PIECE_SPLITS
    from engine.settings.pieces import WHOLE_RUNS as WHOLE_RUNS
    from engine.settings.pieces import Pieces as Pieces
    from engine.settings.record import ENGINE_VERSION as ENGINE_VERSION
    from engine.settings.record import SecondStage as SecondStage
    from engine.settings.record import TrainingRecord as TrainingRecord
    from engine.settings.record import whole_occurrences as whole_occurrences
    from engine.settings.sources import ENCODING_ERRORS as ENCODING_ERRORS
    from engine.settings.sources import MUCH_REPETITION as MUCH_REPETITION
    from engine.settings.sources import DocumentSample as DocumentSample
    from engine.settings.sources import EncodingErrors as EncodingErrors
    from engine.settings.sources import Mixture as Mixture
    from engine.settings.sources import MixtureMaker as MixtureMaker
    from engine.settings.sources import MixtureRow as MixtureRow
    from engine.settings.sources import ReadingOptions as ReadingOptions
    from engine.settings.sources import ResolvedMixture as ResolvedMixture
    from engine.settings.sources import check_mixture as check_mixture
    from engine.settings.sources import checked_cap as checked_cap
    from engine.settings.sources import checked_floor as checked_floor
    from engine.settings.special_tokens import MAX_MULTIPLE as MAX_MULTIPLE
    from engine.settings.special_tokens import N_BYTES as N_BYTES
    from engine.settings.special_tokens import ROLES as ROLES
    from engine.settings.special_tokens import SET_ROLES as SET_ROLES
    from engine.settings.special_tokens import SPECIAL_TOKEN_SETS as SPECIAL_TOKEN_SETS
    from engine.settings.special_tokens import USUAL_MULTIPLES as USUAL_MULTIPLES
    from engine.settings.special_tokens import WELL_KNOWN_NAMES as WELL_KNOWN_NAMES
    from engine.settings.special_tokens import DesignWarning as DesignWarning
    from engine.settings.special_tokens import Roles as Roles
    from engine.settings.special_tokens import SpecialTokenDesign as SpecialTokenDesign
    from engine.settings.special_tokens import TokenKind as TokenKind
    from engine.settings.special_tokens import check_special_tokens as check_special_tokens
    from engine.settings.special_tokens import checked_roles as checked_roles
    from engine.settings.special_tokens import design_warnings as design_warnings
    from engine.settings.special_tokens import guessed_roles as guessed_roles
    from engine.settings.special_tokens import special_token_design as special_token_design
    from engine.settings.superwords import SECOND_PATTERN as SECOND_PATTERN
    from engine.settings.superwords import SUPERWORD_PRESETS as SUPERWORD_PRESETS
    from engine.settings.superwords import SuperwordOrigin as SuperwordOrigin
    from engine.settings.superwords import SuperwordRules as SuperwordRules
    from engine.settings.superwords import Superwords as Superwords
    from engine.settings.superwords import superword_rules as superword_rules
    from engine.settings.token_lists import LONGEST_TOKEN as LONGEST_TOKEN
    from engine.settings.token_lists import GivenToken as GivenToken
    from engine.settings.token_lists import MergeRules as MergeRules
    from engine.settings.token_lists import RefusedToken as RefusedToken
    from engine.settings.token_lists import TokenList as TokenList
    from engine.settings.token_lists import blocked_in as blocked_in
    from engine.settings.token_lists import blocked_in_lines as blocked_in_lines
    from engine.settings.token_lists import blocked_in_values as blocked_in_values
    from engine.settings.token_lists import line_of_token as line_of_token
    from engine.settings.token_lists import read_token_list as read_token_list
    from engine.settings.token_lists import token_list as token_list
    from engine.settings.token_lists import token_words as token_words
    from engine.settings.token_lists import tokens_of_text as tokens_of_text
    from engine.settings.trainers import OWN_TRAINER as OWN_TRAINER
    from engine.settings.trainers import TRAINER_OPTIONS as TRAINER_OPTIONS
    from engine.settings.trainers import TRAINERS as TRAINERS
    from engine.settings.trainers import LibraryTrainer as LibraryTrainer
    from engine.settings.trainers import TrainerName as TrainerName
    from engine.settings.trainers import library_trainer as library_trainer
    from engine.settings.trainers import library_trainers as library_trainers
else:
    __getattr__, __dir__, __all__ = lazy_names(__name__)
