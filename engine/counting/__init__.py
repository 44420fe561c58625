"""The distinct pre-tokens of a corpus with their counts, by source; kept between trainings.

In: a corpus and a splitter. Out: `PretokenCounts`: bytes and int64 counts for each source, from
tables that threads fill (`table`) and that are joined; `kept` has them on disk.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
