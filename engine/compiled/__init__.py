"""Machine code of the kernels: compiled once, kept checked, loaded fast.

In: functions marked `@kernel` in modules named `_..._kernels`, and the types in
resources/kernel_types.json. Out: `run_kernel`, which calls one and compiles it if it is missing.
`intrinsics` has the processor's own instructions, `arrays` the types of arrays that kernels take.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
