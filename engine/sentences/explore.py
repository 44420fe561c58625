"""On searches for tokenizers: what is asked, what was tried, and what was found."""

from __future__ import annotations

from collections.abc import Mapping

from engine.sentences import Form, Words

FORMS: Mapping[str, Words] = {
    "explore_no_key": "{table}: {key} is unknown. The keys are {known}.",
    "explore_kind": "{key} must be written as in {wanted}.",
    "explore_whole": "{name} must be a whole number, not {value}.",
    "explore_number": "{name} must be between {low:,} and {high:,}.",
    "explore_time": 'time must be a duration such as "90s", "10m" or "2h", not {value}.',
    "explore_range": "{name} needs two numbers, [lowest, highest], not {value}.",
    "explore_bounds": "{name}: the lowest value {low:g} must be less than the highest, {high:g}.",
    "explore_outside": "{name} must be between {low:g} and {high:g}.",
    "explore_one_value": (
        "{name} has one value, so there is nothing to try; give it a second one, or set it "
        "outside of the variables."
    ),
    "explore_value_twice": "{name} has a value twice.",
    "explore_no_variables": (
        "The search has no variables; name at least one in [explore.variables]."
    ),
    "explore_variable_twice": "The variable {name} is given twice.",
    "explore_label_twice": "The share of {label} is given twice; a label may be in one group only.",
    "explore_shares_full": (
        "The lowest shares together are {least:g}, which leaves nothing to choose; they must stay "
        "below 1."
    ),
    "explore_needs_setting": "The variable {name} needs {needed} in the recipe.",
    "explore_library_trainer": (
        "Every trial trains with this program; the recipe names the trainer {trainer}."
    ),
    "explore_pieces": "A search trains tokenizers of bytes; the recipe asks for pieces.",
    "explore_no_rules": "{value} are no superword rules. The presets are {known}.",
    "explore_no_group": "{key}: there is no group {group}. The groups are {known}.",
    "explore_nothing_sought": (
        "The search has no objective to minimise or maximise; thresholds alone choose nothing."
    ),
    "explore_many_objectives": "At most {most} objectives can be minimised or maximised.",
    "explore_objective_twice": "The objective {key} is given twice.",
    "explore_no_metric": "{metric} is no metric. The metrics are {known}.",
    "explore_goal": "{value} is no goal. The goals are {known}.",
    "explore_no_number": "{metric} is no number, so it cannot be an objective.",
    "explore_of_all": "{metric} is of all languages together, so it has no figure for {label}.",
    "explore_of_label": "{metric} needs a label or a group.",
    "explore_hold_without": '{key}: this goal needs a threshold such as "<= 2.5".',
    "explore_not_equal": "{key}: a threshold of a search cannot be !=.",
    "explore_contradiction": "{key}: no value meets {thresholds}.",
    "explore_no_budget": "The search has no end; give trials, time or both.",
    "explore_empty_budget": "The budget must have at least one trial and more than 0 seconds.",
    "explore_sampler": "{value} is no sampler. The samplers are {known}.",
    "explore_counts_as_texts": "{path} has counts; a search needs texts to measure on.",
    "explore_no_texts": (
        "The search has no test texts; name files that the training does not read under texts."
    ),
    "explore_short_texts": ("Too short to be divided, so that validation lacks them: {labels}."),
    "explore_parity_texts": "{path} could not be written: {reason}.",
    "explore_no_label": "{key}: no test text has the label {label}. The labels are {labels}.",
    "explore_no_source": "{name}: no source has the label {label}. The labels are {labels}.",
    "explore_target_bytes": (
        "A search takes the whole corpus; remove target_bytes from the recipe."
    ),
    "explore_small_size": "vocab_size must be at least {least:,}: bytes, special tokens, a merge.",
    "explore_one_source": "The temperature needs at least two sources to weigh.",
    "explore_not_parallel": (
        "{key} needs parallel texts, in which line n says the same in every language."
    ),
    "explore_not_parallel_because": (
        "{key} needs parallel texts, in which line n says the same in every language. In the half "
        "that the search sees: {reason}"
    ),
    "explore_no_reference": (
        "{key} needs parallel text of the reference, by default English. In the half that the "
        "search sees: {reason}"
    ),
    "explore_validation_lacks": "On the validation texts: {reason}",
    "explore_no_figure": "{key} has no figure on these test texts, so it cannot be an objective.",
    "explore_file_kind": "{path}: a front is written to {known}.",
    "explore_same_file": (
        "{path} is among the training texts and the test texts; measure on texts that the "
        "training does not read."
    ),
    "explore_held": (
        "Another program is at this search, whose trials are in {path}; wait for its end."
    ),
    "explore_store": "What the search tries cannot be kept in {path}: {reason}.",
    "explore_all_failed": "No trial could be trained. The last one failed: {reason}",
    "explore_disagrees": (
        "The validation texts do not confirm the front: {n:,} of {all:,} points are still on it, "
        "and figures differ by {percent:.1f} % on average. More test texts would help."
    ),
    "explore_one_point": (
        "One point is best in every objective: trial {trial} at {size:,} ids ({figures})."
    ),
    "explore_two_points": "The front has two points: one with {first}, one with {last}.",
    "explore_advice": "{first} {last}",
    "explore_knee": "The knee is trial {trial} at {size:,} ids: {figures}.",
    "explore_loss": "{key} gets worse by {percent:.1f} %",
    "explore_last_gain": "Another {percent:.1f} % in {key} is possible, but {costs}.",
    "explore_last_gain_of": (
        "Another {percent:.1f} % in {key} is possible, but {costs}; most is paid by {labels}."
    ),
    "explore_paying": "{label} ({percent:+.1f} % tokens)",
    "explore_nothing_feasible": Form(
        many=(
            "No point keeps all thresholds. The nearest is trial {trial}, which fails {n:,} of "
            "them, {key} the most: it is {value} and must be {wanted}."
        ),
        one=(
            "No point keeps all thresholds. The nearest is trial {trial}, which fails one of "
            "them: {key} is {value} and must be {wanted}."
        ),
        count="n",
    ),
}
