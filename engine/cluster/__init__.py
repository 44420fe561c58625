"""The same work on many machines, through Dask: counting, datasets, evaluation.

In: a corpus that every machine can read, and a Dask client. Out: what one machine would give.
Files, parts of text files and row groups of parquet are tasks; a task writes its result to a folder
beside the end result under its own name, so that a task that runs twice counts once, and a second
call goes on from what is there.
"""

from typing import TYPE_CHECKING

from engine.lazy_names import lazy_names

if TYPE_CHECKING:
    from engine.cluster.connection import connected as connected
    from engine.cluster.counting import count as count
    from engine.cluster.counting import counting_steps as counting_steps
    from engine.cluster.encoding import encode as encode
    from engine.cluster.encoding import encoding_steps as encoding_steps
    from engine.cluster.evaluating import evaluate as evaluate
    from engine.cluster.evaluating import evaluating_steps as evaluating_steps
else:
    __getattr__, __dir__, __all__ = lazy_names(__name__)
