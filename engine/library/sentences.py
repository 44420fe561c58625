"""What the package says of errors and findings, in English."""

from __future__ import annotations

from engine.sentences import Sentences

say = Sentences(
    {
        "library_no_process": "No process can be started for {library}: {reason}.",
        "library_too_late": (
            "{library} gave no answer within {seconds:.0f} seconds and was stopped."
        ),
        "library_ended": "{library} ended its process ({reason}).",
        "no_reason_given": "it does not say why",
        "library_no_encoding": "{library} gave an answer that is no encoding of the text.",
        "runs_through_library": "It runs in {library}, because {reason}.",
        "id_beyond_vocabulary": (
            "The id {id} is not in the vocabulary, which has the ids 0 to {highest:,}."
        ),
        "library_not_installed": (
            "{library} is not installed, which this tokenizer runs in. {advice}"
        ),
        "another_library": "another library",
        "merges_not_known": "its merges are not known here",
        "not_extendable": (
            "This tokenizer runs in {library}, because {reason}; only byte-level BPE whose "
            "merges are known here can be extended."
        ),
        "not_exportable": (
            "This tokenizer runs in {library}, because {reason}; only byte-level BPE whose "
            "merges are known here can be exported."
        ),
        "special_all_or_none": (
            "{library} reads all special tokens in a text or none of them; allowed_special must be "
            '"all" or an empty set.'
        ),
        "special_overlap": (
            "{library} cannot read {one} in a text without {other}, which can overlap it; "
            "allowed_special must have both or neither."
        ),
        "highest_id": "its highest id is {highest:,}; ids are below {limit:,} here",
        "shown_without_marks": (
            "Its tokens are shown without the ## of the middle of a word, and with the blanks "
            "before them, which belong to no token there."
        ),
        "shown_with_word_ends": (
            "Its tokens are shown with a space for what marks the end of a word."
        ),
        "shown_with_spaces": (
            "Its tokens are shown with a space for each ▁, also for the space that it puts "
            "before a text."
        ),
        "texts_rewritten": (
            "It rewrites texts before it splits them, so that decoding may give another text."
        ),
        "controls_not_read": (
            "It reads no control symbols in text; its user-defined symbols it always reads."
        ),
        "library_refuses": "{library} refuses it: {reason}.",
    }
)
