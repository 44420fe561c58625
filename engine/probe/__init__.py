"""Small language models trained on the same bytes with different tokenizers.

In: tokenizers and texts. Out: `ProbeReport` with bits per byte over several seeds, loss curves,
tasks and samples. PyTorch is imported in a child process only (`engine.probe.model`).
"""

from typing import TYPE_CHECKING

from engine.lazy_names import lazy_names

if TYPE_CHECKING:
    from engine.probe.boundaries import BoundaryReport as BoundaryReport
    from engine.probe.boundaries import BoundaryRow as BoundaryRow
    from engine.probe.boundaries import prompt_boundaries as prompt_boundaries
    from engine.probe.plan import ProbedTokenizer as ProbedTokenizer
    from engine.probe.plan import ProbePlan as ProbePlan
    from engine.probe.results import CurvePoint as CurvePoint
    from engine.probe.results import ProbeReport as ProbeReport
    from engine.probe.results import ProbeRow as ProbeRow
    from engine.probe.results import ProbeRun as ProbeRun
    from engine.probe.results import Spread as Spread
    from engine.probe.results import bits as bits
    from engine.probe.results import read_report as read_report
    from engine.probe.running import ProbeProgress as ProbeProgress
    from engine.probe.running import Probing as Probing
    from engine.probe.running import check_torch as check_torch
    from engine.probe.running import probe_steps as probe_steps
    from engine.probe.settings import USUAL_BYTES as USUAL_BYTES
    from engine.probe.settings import USUAL_PARAMETERS as USUAL_PARAMETERS
    from engine.probe.settings import USUAL_SEEDS as USUAL_SEEDS
    from engine.probe.settings import ModelShape as ModelShape
    from engine.probe.settings import ProbeSettings as ProbeSettings
    from engine.probe.settings import cosine_rate as cosine_rate
    from engine.probe.settings import shape_of as shape_of
    from engine.probe.tasks import ChoiceItem as ChoiceItem
    from engine.probe.tasks import read_choices as read_choices
else:
    __getattr__, __dir__, __all__ = lazy_names(__name__)
