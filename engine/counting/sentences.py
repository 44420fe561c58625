"""What the package says of errors and findings, in English."""

from __future__ import annotations

from engine.sentences import Form, Sentences

say = Sentences(
    {
        "counts_cut_otherwise": (
            "The text of {label} is split differently than when the training began, so its "
            "counts were dropped; resume once more, and the text is counted again."
        ),
        "mixture_without_text": "The sources of this mixture contain no text to train on.",
        "no_text_to_train": "The corpus contains no text to train on; add files that are not "
        "empty.",
        "no_text_because": "The corpus contains no text to train on: {problem}",
        "no_text_because_of_several": Form(
            "The corpus contains no text to train on: {problem} (and {n} more problems)",
            "The corpus contains no text to train on: {problem} (and {n} more problem)",
            "n",
        ),
    }
)
