"""Text as ids in arrays on disk, for training models.

In: a corpus, a tokenizer and settings. Out: shards of uint16 or uint32 with an index, written as a
stream in bounded memory, whole or not at all.
"""

from typing import TYPE_CHECKING

from engine.lazy_names import lazy_names

if TYPE_CHECKING:
    from engine.datasets.dataset_settings import DatasetSettings as DatasetSettings
    from engine.datasets.dataset_settings import is_dataset_file as is_dataset_file
    from engine.datasets.dataset_settings import is_put_before as is_put_before
    from engine.datasets.mixture_files import MixtureFormat as MixtureFormat
    from engine.datasets.mixture_writing import MIXTURE_MANIFEST as MIXTURE_MANIFEST
    from engine.datasets.mixture_writing import SEPARATOR as SEPARATOR
    from engine.datasets.mixture_writing import MixtureFileSettings as MixtureFileSettings
    from engine.datasets.mixture_writing import MixtureProgress as MixtureProgress
    from engine.datasets.mixture_writing import write_mixture as write_mixture
    from engine.datasets.plan import DatasetPlan as DatasetPlan
    from engine.datasets.plan import Sums as Sums
    from engine.datasets.shards import GrowingArray as GrowingArray
    from engine.datasets.source_files import SourceFiles as SourceFiles
    from engine.datasets.source_files import file_facts as file_facts
    from engine.datasets.unfinished import n_unfinished_shards as n_unfinished_shards
    from engine.datasets.unfinished import unfinished_folder as unfinished_folder
    from engine.datasets.writing import DatasetProgress as DatasetProgress
    from engine.datasets.writing import check_new_folder as check_new_folder
    from engine.datasets.writing import move_dataset as move_dataset
    from engine.datasets.writing import write_dataset as write_dataset
    from engine.datasets.writing import write_manifest as write_manifest
else:
    __getattr__, __dir__, __all__ = lazy_names(__name__)
