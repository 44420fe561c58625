"""Split patterns, and cutting text into pre-tokens by them.

In: the name of a preset or a regular expression, and bytes. Out: `Splitter`, whose spans are
int64[n, 2]. A pattern is read once, into a tree that keeps its text (`expression_reader`). It
becomes an automaton (`automaton_subset`, `automaton`, `lookahead`) that kernels run; what has none
goes to the `regex` module without its character tables (`stable_expression`). The slow reference is
`tests/reference_bpe.py`.
"""

from typing import TYPE_CHECKING

from engine.lazy_names import lazy_names

if TYPE_CHECKING:
    from engine.splitting._lane_kernels import cut_block as cut_block
    from engine.splitting.alternatives import AlternativeFinder as AlternativeFinder
    from engine.splitting.automaton_cache import automaton_cache_folder as automaton_cache_folder
    from engine.splitting.automaton_cutter import ScanRoom as ScanRoom
    from engine.splitting.automaton_cutter import ScanTables as ScanTables
    from engine.splitting.automaton_cutter import endless as endless
    from engine.splitting.automaton_cutter import first_sure_cut as first_sure_cut
    from engine.splitting.automaton_cutter import scan_room as scan_room
    from engine.splitting.automaton_cutter import scan_room_size as scan_room_size
    from engine.splitting.expression_reader import PatternToken as PatternToken
    from engine.splitting.expression_reader import as_lines as as_lines
    from engine.splitting.expression_reader import brackets as brackets
    from engine.splitting.expression_reader import from_lines as from_lines
    from engine.splitting.expression_reader import pattern_tokens as pattern_tokens
    from engine.splitting.expression_reader import place_in_pattern as place_in_pattern
    from engine.splitting.expression_reader import place_on_lines as place_on_lines
    from engine.splitting.expression_reader import read_expression as read_expression
    from engine.splitting.expression_reader import read_pattern as read_pattern
    from engine.splitting.expression_reader import top_level_alternatives as top_level_alternatives
    from engine.splitting.expression_tree import THEN as THEN
    from engine.splitting.expression_tree import Kind as Kind
    from engine.splitting.pattern_probe import COMMON_RUNS as COMMON_RUNS
    from engine.splitting.pattern_probe import RUN_LENGTH as RUN_LENGTH
    from engine.splitting.pattern_probe import PatternProbe as PatternProbe
    from engine.splitting.pattern_probe import explosive_construct as explosive_construct
    from engine.splitting.pattern_probe import probe_pattern as probe_pattern
    from engine.splitting.pattern_probe import surely_cuts as surely_cuts
    from engine.splitting.preset_patterns import PatternStage as PatternStage
    from engine.splitting.preset_patterns import Preset as Preset
    from engine.splitting.preset_patterns import full_pattern as full_pattern
    from engine.splitting.preset_patterns import joined_stages as joined_stages
    from engine.splitting.preset_patterns import pattern_stages as pattern_stages
    from engine.splitting.preset_patterns import preset_name_of as preset_name_of
    from engine.splitting.preset_patterns import preset_names as preset_names
    from engine.splitting.preset_patterns import preset_pattern as preset_pattern
    from engine.splitting.preset_patterns import presets as presets
    from engine.splitting.preset_patterns import refuse_too_long as refuse_too_long
    from engine.splitting.regex_cutter import compile_stage as compile_stage
    from engine.splitting.regex_cutter import spans_of as spans_of
    from engine.splitting.span_differences import CUT_BOTH as CUT_BOTH
    from engine.splitting.span_differences import CUT_HERE as CUT_HERE
    from engine.splitting.span_differences import CUT_THERE as CUT_THERE
    from engine.splitting.span_differences import SpanDifference as SpanDifference
    from engine.splitting.span_differences import cut_changes as cut_changes
    from engine.splitting.span_differences import span_difference as span_difference
    from engine.splitting.splitter import Splitter as Splitter
    from engine.splitting.stable_expression import ExpressionError as ExpressionError
    from engine.splitting.stable_expression import stable_regex as stable_regex
else:
    __getattr__, __dir__, __all__ = lazy_names(__name__)
