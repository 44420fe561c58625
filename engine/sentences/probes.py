"""On probe models: their settings, texts and tasks, and what they found."""

from __future__ import annotations

from collections.abc import Mapping

from engine.sentences import Words

FORMS: Mapping[str, Words] = {
    "probe_setting": "{name} must be between {least:,} and {most:,}, not {value}.",
    "probe_little_text": (
        "The texts have {n_bytes:,} bytes, too few to train on one part and measure another."
    ),
    "probe_without_torch": "A probe model needs PyTorch, which is not installed. {install}",
    "probe_out_of_memory": (
        "The probe ran out of memory; give it fewer parameters or a shorter context, or close "
        "other programs."
    ),
    "probe_failed": "The training of the probe failed: {reason}.",
    "probe_model_ended": (
        "The process that trains the probe ended without a word; it may have run out of memory. "
        "What it finished is kept in {path}."
    ),
    "probe_other_plan": (
        "{path} has a probe with other tokenizers, texts or settings; name another directory."
    ),
    "probe_no_plan": "{path} has no probe that can be read.",
    "probe_no_run": "The model in {path} cannot be read; delete that directory to train it again.",
    "probe_one_seed": (
        "{name}: {percent:+.2f} % bits per byte against {other}; one seed does not tell noise "
        "from difference."
    ),
    "probe_differs": (
        "{name}: {percent:+.2f} % bits per byte against {other}, more than the {seeds:,} "
        "seeds vary."
    ),
    "probe_within_noise": (
        "{name}: {percent:+.2f} % bits per byte against {other}, within what the {seeds:,} "
        "seeds vary."
    ),
    "choices_empty": "{path} has no items.",
    "choices_line": (
        '{path}, line {line:,}: an item needs "prompt", "choices" (two or more texts) and '
        '"answer", the index of the right one.'
    ),
}
