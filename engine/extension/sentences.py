"""What the package says of errors and findings, in English."""

from __future__ import annotations

from engine.sentences import Sentences

say = Sentences(
    {
        "token_is_special": "is a special token already, with the id {id}",
        "token_not_normal": (
            "is no text in the form {form}, into which every text is brought first; write {token}"
        ),
        "token_exists": "is there already, with the id {id}",
        "token_exists_unreached": (
            "is there already, with the id {id}, although no text is encoded to it: its merges "
            "are missing or come too late. It stays so, since the old merges stay"
        ),
        "token_no_way": (
            "cannot be put together: every pair of its parts would make a token that is there "
            "already and is not made that way"
        ),
        "special_token_exists": "The special token {token} is there already, with the id {id}.",
        "special_token_as_ordinary": (
            "The special token {token} is spelled like the ordinary token {id}, and "
            "tokenizer.json cannot contain both; rename it."
        ),
        "too_many_new_tokens": (
            "With {n:,} new tokens the {size:,} ids would be more than the limit of {greatest:,}."
        ),
        "no_token_given": "There is no token to add: nothing was given.",
        "new_tokens_no_number": (
            "The number of new tokens must be a whole number of at least 1, not {value}."
        ),
        "tokens_of_library": (
            "The tokenizer to take tokens from runs in {library}, and its tokens are known by "
            "their look alone; only those of byte-level BPE can be taken over."
        ),
        "token_not_reached": (
            "{token} is not reached in {n_taken} of the {n_inside} contexts tried in which it is "
            "a part of a longer pre-token: {text} becomes {tokens}."
        ),
        "extension_stopped": "Stopped at {made:,} of {asked:,} new tokens and kept.",
        "nothing_left_to_merge": (
            "every pre-token of it is one token already, or only pairs are left that may not be "
            "made"
        ),
        "no_new_token": "The corpus yields no new token: {reason}.",
        "fewer_new_tokens": (
            "The corpus yields only {made:,} of the {asked:,} new tokens: {reason}."
        ),
        "extension_held_out": (
            "The held-out share of the text must be from 0 to below 1, not {share}."
        ),
        "general_share": "The share of general text must lie between 0 and 1, not {share}.",
        "token_cut": (
            "cannot be reached: the split pattern splits it into {pieces}, and no merge crosses "
            "that boundary"
        ),
        "token_refused": "{token} {why}.",
        "token_refused_at": "{place}: {token} {why}.",
        "some_refused": "Not every token can be added: {reason}",
        "some_refused_more": "Not every token can be added: {reason} (and {n:,} more like it)",
        "all_refused": "None of the tokens can be added: {reason}",
        "all_refused_more": "None of the tokens can be added: {reason} (and {n:,} more like it)",
        "domain_empty": "The domain contains no text, so the two cannot be mixed.",
        "general_empty": "The general text contains no text, so the two cannot be mixed.",
    }
)
