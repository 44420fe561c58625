"""Text as bytes and characters, before anything is split: UTF-8, Unicode 16, scripts, languages.

In: bytes of UTF-8, whole or damaged, labels of files. Out: sets of code points, normalized text,
words and lines, the language and script of a label. Tables come from resources/unicode16.npz.
"""

from typing import TYPE_CHECKING

from engine.lazy_names import lazy_names

if TYPE_CHECKING:
    from engine.text.languages import WORD_RULES as WORD_RULES
    from engine.text.languages import WordRule as WordRule
    from engine.text.languages import is_code as is_code
    from engine.text.languages import language_code as language_code
    from engine.text.languages import script_names as script_names
    from engine.text.languages import word_rule_of_script as word_rule_of_script
    from engine.text.normalization import NORMALIZATIONS as NORMALIZATIONS
    from engine.text.normalization import SPACE_FORMS as SPACE_FORMS
    from engine.text.normalization import Normalization as Normalization
    from engine.text.normalization import form_name as form_name
    from engine.text.normalization import normalization_remark as normalization_remark
    from engine.text.normalization import normalization_version as normalization_version
    from engine.text.normalization import normalized as normalized
    from engine.text.normalization import normalized_documents as normalized_documents
    from engine.text.normalization import unicode_data as unicode_data
    from engine.text.unicode_sets import EMPTY as EMPTY
    from engine.text.unicode_sets import EVERYTHING as EVERYTHING
    from engine.text.unicode_sets import N_POINTS as N_POINTS
    from engine.text.unicode_sets import UNICODE_VERSION as UNICODE_VERSION
    from engine.text.unicode_sets import CodePointSet as CodePointSet
    from engine.text.unicode_sets import PointSet as PointSet
    from engine.text.unicode_sets import cases_of as cases_of
    from engine.text.unicode_sets import category as category
    from engine.text.unicode_sets import expanding as expanding
    from engine.text.unicode_sets import expansions as expansions
    from engine.text.unicode_sets import in_any_case as in_any_case
    from engine.text.unicode_sets import named_set as named_set
    from engine.text.unicode_sets import points as points
    from engine.text.unicode_sets import property_set as property_set
    from engine.text.unicode_sets import script_number as script_number
    from engine.text.unicode_sets import script_of_points as script_of_points
    from engine.text.unicode_sets import script_titles as script_titles
    from engine.text.unicode_sets import white_space as white_space
    from engine.text.unicode_sets import without_script as without_script
    from engine.text.utf8 import byte_offsets as byte_offsets
    from engine.text.utf8 import code_points as code_points
    from engine.text.utf8 import count_characters as count_characters
    from engine.text.utf8 import first_characters as first_characters
    from engine.text.utf8 import first_invalid_byte as first_invalid_byte
    from engine.text.utf8 import is_lone_byte as is_lone_byte
    from engine.text.utf8 import utf8_of as utf8_of
    from engine.text.utf8 import utf8_of_each as utf8_of_each
    from engine.text.utf8 import valid_characters as valid_characters
    from engine.text.utf8 import without_cut_character as without_cut_character
    from engine.text.utf8 import without_lone_surrogates as without_lone_surrogates
    from engine.text.words import BLANK as BLANK
    from engine.text.words import RANGE as RANGE
    from engine.text.words import Lines as Lines
    from engine.text.words import TextFacts as TextFacts
    from engine.text.words import detected_script as detected_script
    from engine.text.words import text_facts as text_facts
    from engine.text.words import word_rule as word_rule
    from engine.text.words import word_runs as word_runs
    from engine.text.words import words_between_spaces as words_between_spaces
else:
    __getattr__, __dir__, __all__ = lazy_names(__name__)
