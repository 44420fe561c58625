"""What the package says of errors and findings, in English."""

from __future__ import annotations

from engine.sentences import Sentences

say = Sentences(
    {
        "answer_no_process": "no process can be started ({reason})",
        "answer_too_late": "the library gave no answer within {seconds:g} seconds",
        "answer_process_ended": "the library ended its process ({reason})",
        "answer_unreadable": "the library's process gave an answer that is none",
        "cause_special_there": "the special token {token} is read in the text there and not here",
        "cause_special_here": "the special token {token} is read in the text here and not there",
        "cause_other_ids": "the same tokens have other ids there",
        "cause_special_inside": (
            "the text holds the special token {token}, around which the text is cut otherwise"
        ),
        "cause_pattern": (
            "the split pattern is read differently: this tokenizer cuts before byte {byte:,}, and "
            "a token there crosses it"
        ),
        "cause_whole_token": (
            "the whole-token rule: {token} is given out whole there, although no merge makes it "
            "of its bytes"
        ),
        "cause_finer": "the text is cut more finely there: another split pattern, or fewer merges",
        "cause_order": "the merges are applied in another order there",
        "cause_unicode_form": (
            "the normalizer: the text has another {form} form in the Unicode version of the library"
        ),
        "cause_dropped": (
            "the library drops text that its split pattern does not match: {dropped} is missing "
            "in what its ids stand for"
        ),
        "cause_without_piece": "the ids there stand for the text without {piece} at byte {byte:,}",
        "cause_space": "the library puts a space before the text",
        "cause_normalizer": "the normalizer: the library changes the text before it is cut",
        "check_unknown_pre_tokenizer": (
            "what llama.cpp's pre-tokenizer {name} does is not known here"
        ),
        "check_long_s": (
            "Texts with {letter} were left out: llama.cpp takes it for no contraction."
        ),
        "check_unreadable": "{path} cannot be read: {reason}",
        "check_foreign_pickle": (
            "{path} is not what this tokenizer's export writes; a pickle is a program, and one "
            "that is not ours is not run"
        ),
        "check_size": "the vocabulary has {there:,} ids there, {here:,} here",
        "check_special_id": "{token} has id {there} there, {here} here",
        "check_field": "{key} is read as {there}, not {here}",
        "check_token_bytes": "token_bytes gives the token {id} {there} bytes, it has {here}",
        "check_other_template": "the chat template there is {there}",
        "check_template_fails": (
            "the chat template fails on a user's question and its answer: {reason}"
        ),
        "check_decoded_text": "the ids of {text} are decoded to {decoded}",
        "check_decoded_bytes": "the ids of the bytes {piece} are decoded to {decoded}",
        "saved_file": "the saved file",
        "check_semantic_hash": "the saved file has another semantic hash",
        "difference_in": (
            "first difference in {text}, at token {token}: here {ours}; in {library} {theirs}"
        ),
        "difference_with_cause": "{difference}; {cause}",
        "check_template_refuses": (
            "The chat template refuses a user's question and its answer: {reason}."
        ),
    }
)
