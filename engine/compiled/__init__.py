"""Machine code of the kernels: compiled once, kept checked, loaded fast.

In: functions marked `@kernel` in modules named `_..._kernels`, and the types in
resources/kernel_types.json. Out: `run_kernel`, which calls one and compiles it if it is missing.
`intrinsics` has the processor's own instructions, `arrays` the types of arrays that kernels take.
"""

from typing import TYPE_CHECKING

from engine.lazy_names import lazy_names

if TYPE_CHECKING:
    from engine.compiled.arrays import PADDING as PADDING
    from engine.compiled.arrays import Bools as Bools
    from engine.compiled.arrays import Element as Element
    from engine.compiled.arrays import Floats as Floats
    from engine.compiled.arrays import Int16s as Int16s
    from engine.compiled.arrays import Int32s as Int32s
    from engine.compiled.arrays import Int64s as Int64s
    from engine.compiled.arrays import ReusedArrays as ReusedArrays
    from engine.compiled.arrays import UInt8s as UInt8s
    from engine.compiled.arrays import UInt16s as UInt16s
    from engine.compiled.arrays import UInt32s as UInt32s
    from engine.compiled.arrays import UInt64s as UInt64s
    from engine.compiled.arrays import aligned as aligned
    from engine.compiled.arrays import bounds_of as bounds_of
    from engine.compiled.arrays import enlarged as enlarged
    from engine.compiled.arrays import joined_bytes as joined_bytes
    from engine.compiled.arrays import larger as larger
    from engine.compiled.arrays import padded as padded
    from engine.compiled.arrays import read_only as read_only
    from engine.compiled.arrays import supplied_zeros as supplied_zeros
    from engine.compiled.arrays import without_rest as without_rest
    from engine.compiled.arrays import zeros as zeros
    from engine.compiled.intrinsics import BLOCK_BYTES as BLOCK_BYTES
    from engine.compiled.intrinsics import KEY_BYTES as KEY_BYTES
    from engine.compiled.intrinsics import bits_set as bits_set
    from engine.compiled.intrinsics import bytes_from as bytes_from
    from engine.compiled.intrinsics import copy_block as copy_block
    from engine.compiled.intrinsics import copy_sixteen as copy_sixteen
    from engine.compiled.intrinsics import count_ones as count_ones
    from engine.compiled.intrinsics import high_bits as high_bits
    from engine.compiled.intrinsics import leading_zeros as leading_zeros
    from engine.compiled.intrinsics import load_word as load_word
    from engine.compiled.intrinsics import masked_key as masked_key
    from engine.compiled.intrinsics import mixed_in as mixed_in
    from engine.compiled.intrinsics import prefetch as prefetch
    from engine.compiled.intrinsics import store_ids as store_ids
    from engine.compiled.intrinsics import store_word as store_word
    from engine.compiled.intrinsics import trailing_zeros as trailing_zeros
    from engine.compiled.intrinsics import vector_level as vector_level
    from engine.compiled.kernel_cache import compile_missing as compile_missing
    from engine.compiled.kernel_cache import import_kernels as import_kernels
    from engine.compiled.kernel_cache import inlined_part as inlined_part
    from engine.compiled.kernel_cache import is_compiled as is_compiled
    from engine.compiled.kernel_cache import kernel as kernel
    from engine.compiled.kernel_cache import kernel_groups as kernel_groups
    from engine.compiled.kernel_cache import kernel_part as kernel_part
    from engine.compiled.kernel_cache import load_all as load_all
    from engine.compiled.kernel_cache import locked_kernel as locked_kernel
    from engine.compiled.kernel_cache import registered_kernels as registered_kernels
    from engine.compiled.kernel_cache import run_kernel as run_kernel
    from engine.compiled.kernel_cache import separate_part as separate_part
    from engine.compiled.kernel_cache import shared_kernel as shared_kernel
    from engine.compiled.kernel_children import start_kernel_child as start_kernel_child
    from engine.compiled.kernel_folder import ENCODING as ENCODING
    from engine.compiled.kernel_folder import GROUPS as GROUPS
    from engine.compiled.kernel_folder import TRAINING as TRAINING
    from engine.compiled.kernel_folder import has_ready_mark as has_ready_mark
    from engine.compiled.kernel_folder import is_for_this_machine as is_for_this_machine
    from engine.compiled.kernel_folder import keeping_problem as keeping_problem
    from engine.compiled.kernel_folder import kernel_cache_folder as kernel_cache_folder
    from engine.compiled.kernel_folder import planned_of as planned_of
    from engine.compiled.kernel_folder import write_ready_mark as write_ready_mark
    from engine.compiled.lane_intrinsics import lanes_of as lanes_of
    from engine.compiled.lane_intrinsics import least_lane as least_lane
    from engine.compiled.lane_intrinsics import store_lanes as store_lanes
    from engine.compiled.lane_intrinsics import take_few as take_few
    from engine.compiled.lane_intrinsics import take_many as take_many
    from engine.compiled.lane_intrinsics import with_lanes as with_lanes
    from engine.compiled.mask_intrinsics import ROW_BYTES as ROW_BYTES
    from engine.compiled.mask_intrinsics import few_window_masks as few_window_masks
    from engine.compiled.mask_intrinsics import has_fast_tables as has_fast_tables
    from engine.compiled.mask_intrinsics import has_row_tables as has_row_tables
    from engine.compiled.mask_intrinsics import number_block as number_block
    from engine.compiled.mask_intrinsics import put_places as put_places
    from engine.compiled.mask_intrinsics import repeat_number as repeat_number
    from engine.compiled.mask_intrinsics import window_masks as window_masks
    from engine.compiled.point_intrinsics import POINTS as POINTS
    from engine.compiled.point_intrinsics import narrow_points as narrow_points
    from engine.compiled.point_intrinsics import put_points as put_points
    from engine.compiled.shared_intrinsics import add_to as add_to
    from engine.compiled.shared_intrinsics import claim_word as claim_word
    from engine.compiled.shared_intrinsics import publish_word as publish_word
    from engine.compiled.shared_intrinsics import put_word as put_word
    from engine.compiled.shared_intrinsics import seen_word as seen_word
    from engine.compiled.shared_intrinsics import wait_a_moment as wait_a_moment
    from engine.compiled.shared_intrinsics import word_at as word_at
else:
    __getattr__, __dir__, __all__ = lazy_names(__name__)
