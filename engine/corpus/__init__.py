"""Where text comes from: sources, their files, and the documents in them.

In: paths, addresses, globs, texts. Out: `Corpus`, whose documents come as bytes with the number of
their source, in pieces that kernels take, cut only between pre-tokens. `readers` has one module for
text and one for records (JSON lines, CSV, Parquet); repairs and omissions are CorpusProblems, which
name file and line.
"""

from typing import TYPE_CHECKING

from engine.lazy_names import lazy_names

if TYPE_CHECKING:
    from engine.corpus.corpus import Corpus as Corpus
    from engine.corpus.corpus import CorpusOptions as CorpusOptions
    from engine.corpus.corpus import Source as Source
    from engine.corpus.corpus import checked_corpus as checked_corpus
    from engine.corpus.counts_labels import FOLDER_FORMAT as FOLDER_FORMAT
    from engine.corpus.counts_labels import LABELS as LABELS
    from engine.corpus.counts_labels import MANIFEST as MANIFEST
    from engine.corpus.counts_labels import CountsLabel as CountsLabel
    from engine.corpus.counts_labels import counts_folder_of as counts_folder_of
    from engine.corpus.counts_labels import is_counts_folder as is_counts_folder
    from engine.corpus.counts_labels import read_counts_label as read_counts_label
    from engine.corpus.dividing import FilePart as FilePart
    from engine.corpus.dividing import file_parts as file_parts
    from engine.corpus.file_search import ChosenLabels as ChosenLabels
    from engine.corpus.file_search import content_hash as content_hash
    from engine.corpus.file_search import content_state as content_state
    from engine.corpus.file_search import found_files as found_files
    from engine.corpus.file_search import hashes_folder as hashes_folder
    from engine.corpus.file_search import is_inside as is_inside
    from engine.corpus.file_search import is_settled as is_settled
    from engine.corpus.file_search import known_hash as known_hash
    from engine.corpus.file_search import merged_folders as merged_folders
    from engine.corpus.file_search import n_joined_folders as n_joined_folders
    from engine.corpus.file_search import repeated_files as repeated_files
    from engine.corpus.iterators import IteratedTexts as IteratedTexts
    from engine.corpus.iterators import MakeIterator as MakeIterator
    from engine.corpus.iterators import repeated_exactly as repeated_exactly
    from engine.corpus.look_alikes import BOUNDARIES as BOUNDARIES
    from engine.corpus.look_alikes import LookAlike as LookAlike
    from engine.corpus.look_alikes import LookAlikeCounter as LookAlikeCounter
    from engine.corpus.look_alikes import likely_separator as likely_separator
    from engine.corpus.look_alikes import look_alikes_in as look_alikes_in
    from engine.corpus.look_alikes import usual_tokens as usual_tokens
    from engine.corpus.paths import COMPRESSION_SUFFIXES as COMPRESSION_SUFFIXES
    from engine.corpus.paths import DAMAGE as DAMAGE
    from engine.corpus.paths import LABEL_ENDING as LABEL_ENDING
    from engine.corpus.paths import TEXT_SUFFIXES as TEXT_SUFFIXES
    from engine.corpus.paths import FileStates as FileStates
    from engine.corpus.paths import RemotePath as RemotePath
    from engine.corpus.paths import SourcePath as SourcePath
    from engine.corpus.paths import is_address as is_address
    from engine.corpus.paths import is_counts_label as is_counts_label
    from engine.corpus.paths import label_for_path as label_for_path
    from engine.corpus.paths import open_file as open_file
    from engine.corpus.paths import plain_suffix as plain_suffix
    from engine.corpus.paths import remote_state as remote_state
    from engine.corpus.paths import size_on_disk as size_on_disk
    from engine.corpus.paths import source_path as source_path
    from engine.corpus.paths import state_on_disk as state_on_disk
    from engine.corpus.pieces import GROUP_BYTES as GROUP_BYTES
    from engine.corpus.pieces import DocumentBatch as DocumentBatch
    from engine.corpus.pieces import DocumentGroup as DocumentGroup
    from engine.corpus.pieces import TextRooms as TextRooms
    from engine.corpus.pieces import document_batches as document_batches
    from engine.corpus.pieces import document_groups as document_groups
    from engine.corpus.pieces import file_groups as file_groups
    from engine.corpus.pieces import part_groups as part_groups
    from engine.corpus.readers.documents import CorpusProblem as CorpusProblem
    from engine.corpus.readers.documents import FileProblems as FileProblems
    from engine.corpus.readers.documents import ProblemLog as ProblemLog
    from engine.corpus.readers.documents import field_names as field_names
    from engine.corpus.readers.documents import has_records as has_records
    from engine.corpus.readers.documents import is_one_document as is_one_document
    from engine.corpus.readers.documents import problem_sentences as problem_sentences
    from engine.corpus.readers.documents import without_text as without_text
    from engine.corpus.readers.parts import Cuts as Cuts
    from engine.corpus.readers.parts import DocumentPart as DocumentPart
    from engine.corpus.readers.records import TextLines as TextLines
    from engine.corpus.readers.records import json_value as json_value
    from engine.corpus.readers.records import opened_parquet as opened_parquet
    from engine.corpus.readers.text import decoded_line as decoded_line
    from engine.corpus.readers.text import refuse_binary as refuse_binary
else:
    __getattr__, __dir__, __all__ = lazy_names(__name__)
