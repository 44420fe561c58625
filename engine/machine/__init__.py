"""What any program needs of the machine: threads, clocks, child processes, files, memory.

In: work to do, paths, programs of ours by name. Out: results in order, files that are whole or not
there, children that are ended with their parent. Nothing here knows of tokens.
Imports: `engine.errors` only.
"""

from typing import TYPE_CHECKING

from engine.lazy_names import lazy_names

if TYPE_CHECKING:
    from engine.machine.cache_folders import COUNTS_CACHE_VARIABLE as COUNTS_CACHE_VARIABLE
    from engine.machine.cache_folders import HOME_VARIABLE as HOME_VARIABLE
    from engine.machine.cache_folders import KERNEL_CACHE_VARIABLE as KERNEL_CACHE_VARIABLE
    from engine.machine.cache_folders import cache_base as cache_base
    from engine.machine.cache_folders import counts_cache_folder as counts_cache_folder
    from engine.machine.cache_folders import digest_of as digest_of
    from engine.machine.cache_folders import folder_bytes as folder_bytes
    from engine.machine.cache_folders import make_folder as make_folder
    from engine.machine.cache_folders import mark_used as mark_used
    from engine.machine.cache_folders import remove_files as remove_files
    from engine.machine.cache_folders import remove_unused_folders as remove_unused_folders
    from engine.machine.cache_folders import user_cache_folder as user_cache_folder
    from engine.machine.child_programs import RUN_MODULE as RUN_MODULE
    from engine.machine.child_programs import can_start as can_start
    from engine.machine.child_programs import child_command as child_command
    from engine.machine.child_programs import is_packaged as is_packaged
    from engine.machine.child_programs import run_module as run_module
    from engine.machine.children import LIMITED_VARIABLE as LIMITED_VARIABLE
    from engine.machine.children import Child as Child
    from engine.machine.children import Deadline as Deadline
    from engine.machine.children import Ending as Ending
    from engine.machine.children import Frame as Frame
    from engine.machine.children import answer_pipes as answer_pipes
    from engine.machine.children import finished as finished
    from engine.machine.children import finishing as finishing
    from engine.machine.children import is_limited as is_limited
    from engine.machine.children import limit_memory as limit_memory
    from engine.machine.children import output_lines as output_lines
    from engine.machine.children import read_frame as read_frame
    from engine.machine.children import started as started
    from engine.machine.children import write_frame as write_frame
    from engine.machine.disk_space import reserve_space as reserve_space
    from engine.machine.files import PARTIAL_FILES as PARTIAL_FILES
    from engine.machine.files import GrowingLog as GrowingLog
    from engine.machine.files import add_member as add_member
    from engine.machine.files import beginning as beginning
    from engine.machine.files import cannot_write as cannot_write
    from engine.machine.files import check_regular as check_regular
    from engine.machine.files import file_lock as file_lock
    from engine.machine.files import is_running as is_running
    from engine.machine.files import make_directory as make_directory
    from engine.machine.files import move_into_place as move_into_place
    from engine.machine.files import partial_folder as partial_folder
    from engine.machine.files import read_bytes as read_bytes
    from engine.machine.files import read_json as read_json
    from engine.machine.files import read_member as read_member
    from engine.machine.files import read_text as read_text
    from engine.machine.files import records as records
    from engine.machine.files import refusal as refusal
    from engine.machine.files import refuse_pattern as refuse_pattern
    from engine.machine.files import remove_abandoned as remove_abandoned
    from engine.machine.files import remove_matching as remove_matching
    from engine.machine.files import replacing as replacing
    from engine.machine.files import sync_folder as sync_folder
    from engine.machine.files import sync_stream as sync_stream
    from engine.machine.files import toml_document as toml_document
    from engine.machine.files import try_lock as try_lock
    from engine.machine.files import write_files as write_files
    from engine.machine.files import write_whole as write_whole
    from engine.machine.lines import used_in_order as used_in_order
    from engine.machine.memory import available_bytes as available_bytes
    from engine.machine.memory import check_memory as check_memory
    from engine.machine.memory import counts_bytes as counts_bytes
    from engine.machine.memory import give_back_freed_memory as give_back_freed_memory
    from engine.machine.memory import joining_bytes as joining_bytes
    from engine.machine.memory import long_pretoken_remark as long_pretoken_remark
    from engine.machine.memory import megabytes as megabytes
    from engine.machine.memory import merging_bytes as merging_bytes
    from engine.machine.memory import parity_bytes as parity_bytes
    from engine.machine.memory import paused_collection as paused_collection
    from engine.machine.memory import supply_pages as supply_pages
    from engine.machine.memory import threads_with_memory as threads_with_memory
    from engine.machine.memory import training_bytes as training_bytes
    from engine.machine.optional_libraries import LIBRARIES as LIBRARIES
    from engine.machine.optional_libraries import OptionalLibrary as OptionalLibrary
    from engine.machine.optional_libraries import how_to_install as how_to_install
    from engine.machine.optional_libraries import install_command as install_command
    from engine.machine.optional_libraries import libraries_named_in as libraries_named_in
    from engine.machine.optional_libraries import library_names as library_names
    from engine.machine.optional_libraries import missing_libraries as missing_libraries
    from engine.machine.optional_libraries import optional_library as optional_library
    from engine.machine.work import OwnTime as OwnTime
    from engine.machine.work import Progress as Progress
    from engine.machine.work import StopRequest as StopRequest
    from engine.machine.work import WorkClock as WorkClock
    from engine.machine.work import WorkerThread as WorkerThread
    from engine.machine.work import each_side_by_side as each_side_by_side
    from engine.machine.work import interrupt_later as interrupt_later
    from engine.machine.work import leave_to_window as leave_to_window
    from engine.machine.work import limit_cores as limit_cores
    from engine.machine.work import n_cores as n_cores
    from engine.machine.work import n_free_cores as n_free_cores
    from engine.machine.work import passed_on as passed_on
    from engine.machine.work import relayed as relayed
    from engine.machine.work import result_of as result_of
    from engine.machine.work import results_in_order as results_in_order
    from engine.machine.work import side_by_side as side_by_side
    from engine.machine.work import stopped_sentence as stopped_sentence
else:
    __getattr__, __dir__, __all__ = lazy_names(__name__)
