from .shards import GrowingArray as GrowingArray
from .writing import DatasetProgress as DatasetProgress
from .writing import DatasetSettings as DatasetSettings
from .writing import check_new_folder as check_new_folder
from .writing import is_dataset_file as is_dataset_file
from .writing import is_put_before as is_put_before
from .writing import write_dataset as write_dataset
from .writing import write_manifest as write_manifest
