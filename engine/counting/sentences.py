"""What the package says of errors and findings, in English."""

from __future__ import annotations

from engine.sentences import Form, Sentences

say = Sentences(
    {
        "counts_cut_otherwise": (
            "The text of {label} is cut otherwise than when the training began, so its counts "
            "were given up; resume once more, and the text is counted again."
        ),
        "mixture_without_text": "The sources of this mixture hold no text to train on.",
        "no_text_to_train": "The corpus holds no text to train on; add files that are not empty.",
        "no_text_because": "The corpus holds no text to train on: {problem}",
        "no_text_because_of_several": Form(
            "The corpus holds no text to train on: {problem} (and {n} more problems)",
            "The corpus holds no text to train on: {problem} (and {n} more problem)",
            "n",
        ),
    }
)
