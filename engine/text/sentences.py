"""What the package says of errors and findings, in English."""

from __future__ import annotations

from engine.sentences import Sentences

say = Sentences(
    {
        "text_no_string_given": "A text must be a string, not {value}.",
        "other_unicode": (
            "The text was normalized by Unicode {version}, not {wanted}: install unicodedata2 "
            "16.0.0 for the same result as on other machines."
        ),
    }
)
