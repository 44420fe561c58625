"""The distinct pre-tokens of a corpus with their counts, by source; kept between trainings.

In: a corpus and a splitter. Out: `PretokenCounts` (`counts`): bytes and int64 counts for each
source. `counting` fills a `table` in each thread, `joining` makes one of them; `kept` has counts on
disk. Folders of counts for other machines and programs: `counts_folder` says what they consist of,
`counts_writing` counts into them, `counts_reading` trains on them, `counts_checking` checks them.
"""

from typing import TYPE_CHECKING

from engine.lazy_names import lazy_names

if TYPE_CHECKING:
    from engine.counting.batches import CheckpointPace as CheckpointPace
    from engine.counting.batches import CountingCheckpoint as CountingCheckpoint
    from engine.counting.batches import OneSource as OneSource
    from engine.counting.batches import SourcePlan as SourcePlan
    from engine.counting.batches import counting_facts as counting_facts
    from engine.counting.batches import cut_at_special_tokens as cut_at_special_tokens
    from engine.counting.batches import reading_plan as reading_plan
    from engine.counting.counting import CountingProgress as CountingProgress
    from engine.counting.counting import count_pretokens as count_pretokens
    from engine.counting.counts import PretokenCounts as PretokenCounts
    from engine.counting.counts_by_source import copied_pretokens as copied_pretokens
    from engine.counting.counts_checking import CountsCheck as CountsCheck
    from engine.counting.counts_checking import check_counts as check_counts
    from engine.counting.counts_folder import CountsFolder as CountsFolder
    from engine.counting.counts_folder import CountsManifest as CountsManifest
    from engine.counting.counts_folder import CountsRules as CountsRules
    from engine.counting.counts_folder import LabelFacts as LabelFacts
    from engine.counting.counts_folder import PartFile as PartFile
    from engine.counting.counts_folder import ReadFile as ReadFile
    from engine.counting.counts_folder import open_counts as open_counts
    from engine.counting.counts_of_corpus import CorpusCounts as CorpusCounts
    from engine.counting.counts_of_corpus import MixedCounts as MixedCounts
    from engine.counting.counts_of_corpus import sampled as sampled
    from engine.counting.counts_of_corpus import source_sizes as source_sizes
    from engine.counting.counts_parts import CountedTexts as CountedTexts
    from engine.counting.counts_parts import RowSpill as RowSpill
    from engine.counting.counts_parts import WrittenPart as WrittenPart
    from engine.counting.counts_parts import close_folder as close_folder
    from engine.counting.counts_parts import table_arrays as table_arrays
    from engine.counting.counts_parts import write_manifest as write_manifest
    from engine.counting.counts_parts import write_part as write_part
    from engine.counting.counts_reading import FrequentRow as FrequentRow
    from engine.counting.counts_reading import counted_source as counted_source
    from engine.counting.counts_reading import counts_of_label as counts_of_label
    from engine.counting.counts_reading import most_frequent as most_frequent
    from engine.counting.counts_rows import counts_schema as counts_schema
    from engine.counting.counts_rows import partition_numbers as partition_numbers
    from engine.counting.counts_rows import summed_rows as summed_rows
    from engine.counting.counts_writing import CountedRows as CountedRows
    from engine.counting.counts_writing import check_counts_out as check_counts_out
    from engine.counting.counts_writing import counted_rows as counted_rows
    from engine.counting.counts_writing import merge_counts as merge_counts
    from engine.counting.counts_writing import write_counts as write_counts
    from engine.counting.dropped import N_PAIRS as N_PAIRS
    from engine.counting.dropped import DroppedPairs as DroppedPairs
    from engine.counting.joining import joined as joined
    from engine.counting.kept import COUNTING_VERSION as COUNTING_VERSION
    from engine.counting.kept import CountsCache as CountsCache
    from engine.counting.kept import SourcePretokens as SourcePretokens
    from engine.counting.table import CountedSources as CountedSources
    from engine.counting.table import PretokenTable as PretokenTable
else:
    __getattr__, __dir__, __all__ = lazy_names(__name__)
