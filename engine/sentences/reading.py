"""On files of tokenizers that are read or validated, and on the libraries that run them."""

from __future__ import annotations

from collections.abc import Mapping

from engine.sentences import Form, Words

FORMS: Mapping[str, Words] = {
    "no_tokenizer_in": "{path} contains no tokenizer: {accepted}.",
    "no_known_json": "it is a .json file of no known format; {accepted}",
    "no_known_file": "it is a file of no known format; {accepted}",
    "accepted": (
        "a tokenizer is a .twb file, tokenizer.json, vocab.bpe with encoder.json, merges.txt "
        "with vocab.json, a .tiktoken rank file, tekken.json, a .model of minbpe or "
        "SentencePiece, or a nanochat directory"
    ),
    "half_pair": (
        "{folder} contains {one} without {other}, which belongs to it; put the two beside "
        "each other."
    ),
    "sentencepiece_blanks": "it is a SentencePiece model that removes repeated blanks",
    "sentencepiece_model": (
        "it is a SentencePiece model, whose tokens are characters with ▁ for blanks"
    ),
    "sentencepiece_no_bytes": (
        "it is a SentencePiece model without byte fallback, which loses unknown characters"
    ),
    "sentencepiece_normalizer": "it is a SentencePiece model that rewrites texts",
    "sentencepiece_scores": "it is a SentencePiece model of which several tokens have one score",
    "sentencepiece_suffix": "it is a SentencePiece model that has ▁ behind words",
    "sentencepiece_unigram": (
        "it is a Unigram model of SentencePiece, which has probabilities and no merges"
    ),
    "sentencepiece_user_defined": (
        "it is a SentencePiece model with user-defined symbols, which are found in every text"
    ),
    "added_is_ordinary": "the added token {token} is an ordinary token as well",
    "added_no_content": "added token {number} has no content",
    "added_no_id": "the added token {token} has no id",
    "added_no_list": "its added_tokens are no list",
    "added_no_object": "added token {number} is no object",
    "added_no_truth": "{flag} of the added token {token} is neither true nor false",
    "added_normalized": "the added token {token} is looked for in normalized text",
    "added_not_special": (
        "{n:,} of its added tokens are no special ones ({first}). tokenizers finds them in "
        "every text; here they are found where special tokens are."
    ),
    "added_other_id": (
        "it says that the added token {token} has the id {id}, which tokenizers does not heed: "
        "it gives it {given}"
    ),
    "added_overlap": (
        "its added tokens {one} and {other} can overlap in a text, and are looked for one "
        "after the other"
    ),
    "added_single_word": "the added token {token} is found as a whole word only ({flag})",
    "added_takes_after": "the added token {token} takes the blanks after it ({flag})",
    "added_takes_before": "the added token {token} takes the blanks before it ({flag})",
    "added_twice": "it adds the token {token} twice",
    "affix": "it writes tokens with {key} {affix}",
    "byte_level_switch": "ByteLevel in it does not say {switch}",
    "byte_order": "its byte order is {order}",
    "bytes_before_split": "its normalizer writes bytes as characters before it splits",
    "companion_template": "chat_template is no text",
    "digits_switch": "Digits in it does not say whether it splits digits one by one",
    "dropout": "it drops merges at random (dropout {dropout})",
    "dropout_no_number": "its dropout is no number",
    "empty_encoding": "its tiktoken.Encoding is empty",
    "empty_matches": (
        "its split pattern {pattern} can match without a character, and splits there"
    ),
    "foreign_character": "{character} in {part} is not in GPT-2's byte alphabet",
    "foreign_characters": (
        "{n:,} of its tokens contain characters outside of the byte alphabet; no text is "
        "encoded to them, and their ids are unused here."
    ),
    "id_not_made": "it joins the id {id}, which no line before makes",
    "impossible_size": "no tokenizer has {size:,} ids",
    "impossible_token": "no tokenizer has a token of {n:,} bytes with the rank {rank:,}",
    "inverted_behavior": "it splits with {behavior} and inverted",
    "is_cut_short": "{reason}; is the file cut short?",
    "line_not_two_tokens": "{line} is not two tokens with a space between",
    "made_before": "it makes {token}, which an earlier line makes too",
    "made_without_id": "it makes {token}, which has no id in {file}",
    "merge_joins_unknown": (
        "merge {number:,} joins {left} and {right}, but {token} is not in the vocabulary"
    ),
    "merge_not_two": "merge {place:,}, {entry}, is not two tokens",
    "merge_too_early": ("its merge of {left} and {right} comes before the merge that makes {made}"),
    "merges_never_taken": (
        "{n:,} of the {listed:,} merges that it lists are never taken, because other merges come "
        "before them in every text; they were skipped, and {left:,} are left. Files that list "
        "every way to each token have such merges: the ids stay the same, and nothing is to be "
        "done."
    ),
    "merges_without_pattern": (
        "merges and ids alone do not say how {name} splits text. Give the split pattern "
        "(pattern=): {presets} or a regular expression"
    ),
    "metaspace_prefix": "its Metaspace puts ▁ only before texts that do not begin with a blank",
    "metaspace_splits": "its Metaspace splits texts or writes another character than ▁",
    "name_doubled": "{name} appears twice in it",
    "neither_text_nor_special": (
        "{name} (id {id}) is neither text in GPT-2's byte alphabet nor one of the special "
        "tokens of the description beside it; take it out, or name it there"
    ),
    "no_base64_and_rank": "{line} is not a base64 token and its rank",
    "no_byte_level": "its pre-tokenizer has no ByteLevel, so its tokens are not of bytes",
    "no_data_member": "it has no member data.pkl",
    "no_ids_by_token": "it does not contain ids by token",
    "no_int32": "it does not contain int32",
    "no_merges": "its model has no list of merges",
    "no_object": "its {part} is no object",
    "no_pair_of_ids": "{line} is not a pair of ids",
    "no_pickled_encoding": "it is not a pickled tiktoken.Encoding",
    "no_plain_row": "it is not one plain row",
    "no_ranks": "it contains no ranks by token",
    "no_row_of_torch": "it is not a row of int32 saved by torch ({error})",
    "no_settings": "it contains no settings by name",
    "no_special_and_id": "{line} is not a special token and its id",
    "no_special_number": "{count} is not the number of special tokens",
    "no_split_pattern": "it contains no split pattern",
    "no_storage": "it contains no storage",
    "no_tensor": "it contains no tensor",
    "no_token_and_id": "{token}: {id} is not a token and its id",
    "no_token_and_rank": "its ranks contain {kinds}, not a token and its rank",
    "no_tokenizer_json": "it is no tokenizer.json: there is no model in it",
    "no_vocabulary": "its model has no vocabulary of ids by token",
    "normalizer": "its normalizer is {form}",
    "older_unicode": (
        "tokenizers normalizes by an older version of Unicode: it leaves characters that are "
        "newer as they are written."
    ),
    "other_decoder": "Its decoder is {decoders}; decoding here gives the bytes of the tokens.",
    "other_model": "its model is {kind}, not BPE",
    "other_number_of_ranks": (
        "it has {n:,} tokens where {name} has {expected:,}, so it is damaged or another one. "
        "If it is another, give its split pattern (pattern=)"
    ),
    "padding": "It pads texts; encoding here never does.",
    "pair_twice": "the merge {left} {right} appears twice in it",
    "part_no_object": "one of its {key} is no object with a type",
    "part_not_made": "it joins {part}, which no line before it makes",
    "pickle_damaged": "its pickle is damaged ({error})",
    "pickle_ends": "its pickle is damaged (it ends in the middle)",
    "pickle_instruction": "its instruction {name} is not one of plain data",
    "pickle_key_twice": "the key {key} appears twice in it",
    "pickle_key_type": "a key in it is a {name}",
    "pickle_name": "it names {name}, which unpickling would run; it is not unpickled",
    "pickle_name_no_text": "its pickle is damaged (a name is no text)",
    "pickle_no_call": "its pickle is damaged (it calls what is no name)",
    "pickle_no_dict": "its pickle is damaged (pairs without a dict)",
    "pickle_no_instruction": "its pickle is damaged (no instruction is {instruction})",
    "pickle_no_list": "its pickle is damaged (values without a list)",
    "pickle_no_object": "its pickle is damaged (a state without an object)",
    "pickle_nothing_on_mark": "its pickle is damaged (nothing lies above a mark)",
    "pickle_too_large": (
        "its pickle contains more values than any tokenizer, over {containers:,} lists and "
        "the like, or over {steps:,} instructions"
    ),
    "pieces_foreign": (
        "{n:,} of its tokens contain a blank that no text has behind the normalizer; their ids "
        "are unused here."
    ),
    "pieces_whole_words": (
        "it looks whole texts up in its vocabulary before it merges (ignore_merges)"
    ),
    "post_processor": ("Its post-processor adds {tokens} to every text; encoding here never does."),
    "prefix_space": "it puts a blank before texts (add_prefix_space)",
    "published_name": (
        "it contains no tokenizer but the name of a published one, {name}; load that by its name"
    ),
    "rank_order": (
        "the token {token} is put together from one with a higher rank than its own; ranks "
        "must follow the order of the merges"
    ),
    "rank_twice": "the rank {rank:,} appears twice: for {other} and for {token}",
    "ranks_without_pattern": (
        "a rank file does not contain its split pattern, and this one is not known. Give "
        "the pattern (pattern=): {presets} or a regular expression"
    ),
    "removes_matches": "it removes the text that its split pattern matches (Removed)",
    "removes_rest": "it removes unmatched text (Removed)",
    "role_without_token": "a role has no token",
    "sequence_without_list": "a Sequence in it does not list its {key}",
    "setting_no_text": "its {key} is no text",
    "several_rank_files": "it contains {n} rank files; name one of {files}",
    "sidecar_damaged": "it is damaged ({error})",
    "sidecar_of_no_merges": "it is not the description of these merges; move it away",
    "sidecar_of_no_ranks": "it is not the description of a rank file; move it away",
    "sidecar_of_other_merges": "it describes other merges than those beside it",
    "sidecar_of_other_ranks": "it describes other ranks than those beside it",
    "spaces_not_replaced": "its normalizer does not write ▁ for blanks",
    "special_cut_short": "its {count} special tokens are not all there; is it cut short?",
    "special_doubled": "the special token {name} appears twice in it",
    "special_no_ids": "its special tokens are not ids by name",
    "split_behind_bytes": "its pre-tokenizer splits again behind ByteLevel",
    "split_invert": "a Split in it does not say whether it is inverted",
    "split_without_pattern": "a Split in it has no pattern",
    "switch_no_truth": "{switch} is neither true nor false",
    "tekken_byte": "the rank {place} is not the byte {byte} but {token}",
    "tekken_counted": "{n:,} of {listed:,} count",
    "tekken_cut_short": (
        "its 'vocab' has {n:,} tokens, {missing:,} less than its config says; is the file cut "
        "short?"
    ),
    "tekken_entry_rank": "the entry {place:,} of its 'vocab' has the rank {rank}",
    "tekken_entry_token": "the entry {place:,} of its 'vocab' has no token in base64",
    "tekken_no_config": "it contains no 'config', which tekken.json has",
    "tekken_no_list": "its 'vocab' is not a list of tokens",
    "tekken_no_number": "its config says {name}: {value}, which is no number of ids",
    "tekken_no_pattern": "its config contains no split 'pattern'",
    "tekken_special_no_list": "its 'special_tokens' are not a list",
    "tekken_special_no_name": "its special token {place:,} has no name: {entry}",
    "tekken_special_over": "it names {n:,} special tokens where its config says {expected:,}",
    "tekken_special_rank": (
        "the special token {name} is at position {place:,} and has the rank {rank}"
    ),
    "tekken_special_too_many": "its {special:,} special tokens do not fit into {size:,} ids",
    "tekken_special_unlisted": (
        "it is of version {version} and lists no special tokens, as from v8 on"
    ),
    "tensor_too_short": "it ends before its {n} numbers",
    "token_over": "no tokenizer has a token of over {longest:,} bytes",
    "token_over_limit": "it has a token of more than {longest:,} bytes",
    "truncation": "It truncates texts at a length; encoding here never does.",
    "two_ranks": "the token {token} has two ranks, {first:,} and {rank:,}",
    "two_templates": (
        "{file} has a chat template of its own for conversations with tools; a tokenizer keeps "
        "one, the default. Name the file itself as template to use both."
    ),
    "types_of_rank": "a {token} with a {rank}",
    "unknown_behavior": "the behavior {behavior} is not known",
    "unknown_kind_of_model": "its model is of an unknown kind, not BPE",
    "unknown_part": "it contains {name}, which no tokenizer.json does",
    "unknown_step": "its pre-tokenizer has a step of the kind {kind}",
    "unknown_token_missing": "its unk_token {token} is not in its vocabulary",
    "unknown_token_no_text": "its unk_token is no text",
    "unknown_version": "its version {version} is not known",
    "wrong_first_line": "{line} is not {expected}",
    "fetch_ended": (
        "{name} could not be fetched: the program that fetches it ended without a reason."
    ),
    "fetch_failed": "{name} could not be fetched: {reason}.",
    "fetch_other_content": (
        "The file fetched as {name} has another SHA-256 than the published one; it was not kept."
    ),
    "fetch_status": "{name} could not be fetched: its host answers {status}.",
    "fetch_too_large": (
        "The file that its host sends as {name} is larger than {most:,} MB, unlike the "
        "published one; it was not fetched."
    ),
    "fetch_too_late": "{name} did not arrive within {seconds:,} seconds; try again.",
    "hub_no_tokenizer": "{name} contains no file of a tokenizer.",
    "hub_too_large": (
        "The tokenizer files of {name} have {size:,} MB, more than the {most:,} MB that are "
        "fetched; download them yourself and open them."
    ),
    "hub_without_library": "hub:... needs huggingface_hub. {advice}",
    "host_not_reached": (
        "{name} is not kept here, and the network does not reach its host. Fetch it where "
        "there is a network, or open its files."
    ),
    "host_of_ranks_not_reached": (
        "{name} is not kept here, and the network does not reach its host. Fetch {file} where "
        "there is a network, and give its path instead of the name, or put it into a folder that "
        "{variable} names."
    ),
    "no_published_name": (
        "{name} is no published tokenizer: known are {names} and hub:owner/name."
    ),
    "merges_no_tokenizer": (
        "No byte-level tokenizer has this vocabulary and these merges: {reason}."
    ),
    "pattern_of_ranks": "{sentence:^}",
    "ranks_entry": "ranks must be whole numbers by bytes; {token}: {rank} is not.",
    "ranks_no_mapping": "ranks must be ranks by token, not {given}.",
    "ranks_no_tokenizer": "No tokenizer has these ranks: {reason}.",
    "special_no_list": "special_tokens must be a list or ids by token, not {given}.",
    "special_unknown": (
        "The special token {token} is not in the vocabulary; give its id as in {example}."
    ),
    "tokens_of_same_id": (
        "The tokens {one} and {other} have the same id, {number:,}; each needs its own."
    ),
    "tokens_of_same_rank": (
        "The tokens {one} and {other} have the same rank, {number:,}; each needs its own."
    ),
    "vocabulary_entry": "vocabulary must be ids by token; {token}: {id} is not.",
    "vocabulary_id_outside": (
        "The token {token} has the id {id:,}; ids lie from 0 to {highest:,}."
    ),
    "vocabulary_no_mapping": "vocabulary must be ids by token, not {given}.",
    "byte_unranked": Form(
        "the byte {byte} has no rank, and {others:,} others", "the byte {byte} has no rank", "n"
    ),
    "vocabulary_lacks_byte": Form(
        "its vocabulary has no token for the byte {byte}, and {others:,} others",
        "its vocabulary has no token for the byte {byte}",
        "n",
    ),
    "library_no_process": "No process can be started for {library}: {reason}.",
    "library_too_late": ("{library} gave no answer within {seconds:.0f} seconds and was stopped."),
    "library_ended": "{library} ended its process ({reason}).",
    "no_reason_given": "it does not say why",
    "library_no_encoding": "{library} gave an answer that is no encoding of the text.",
    "runs_through_library": "It runs in {library}, because {reason}.",
    "id_beyond_vocabulary": (
        "The id {id} is not in the vocabulary, which has the ids 0 to {highest:,}."
    ),
    "library_not_installed": ("{library} is not installed, which this tokenizer runs in. {advice}"),
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
    "shown_with_word_ends": ("Its tokens are shown with a space for what marks the end of a word."),
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
    "reason": "{sentence:.}",
    "small_reason": "{sentence:v.}",
    "inexact": "{reason:^}.",
    "reading_ended": "Reading ended after {most:,} faults; the file may have others.",
    "tokens_of_one_id": "its tokens {one} and {other} have the same id, {id}",
    "id_of_two_tokens": "the id {id:,} is given to more than one token: {one}, {other}",
    "special_id_taken": "the id {id:,} of the special token {token} is that of another token",
    "ids_invalid": Form(
        "{n:,} tokens have no id that can be: {items}.",
        "{n:,} token has no id that can be: {items}.",
        "n",
    ),
    "ids_twice": Form(
        "{n:,} ids are given to more than one token: {items}.",
        "{n:,} id is given to more than one token: {items}.",
        "n",
    ),
    "tokens_twice": Form(
        "{n:,} tokens appear twice: {items}.", "{n:,} token appears twice: {items}.", "n"
    ),
    "settings_twice": Form(
        "{n:,} settings appear twice; libraries disagree on which counts: {items}.",
        "{n:,} setting appears twice; libraries disagree on which counts: {items}.",
        "n",
    ),
    "special_tokens_twice": Form(
        "{n:,} special tokens appear twice: {items}.",
        "{n:,} special token appears twice: {items}.",
        "n",
    ),
    "bytes_missing": Form(
        "{n:,} of the 256 bytes have no token; text with such bytes cannot be encoded: {items}.",
        "{n:,} of the 256 bytes has no token; text with such bytes cannot be encoded: {items}.",
        "n",
    ),
    "tokens_too_long": Form(
        "{n:,} tokens are longer than any tokenizer's: {items}.",
        "{n:,} token is longer than any tokenizer's: {items}.",
        "n",
    ),
    "merges_invalid": Form(
        "{n:,} merges are not two tokens: {items}.",
        "{n:,} merge is not two tokens: {items}.",
        "n",
    ),
    "lines_not_two_tokens": Form(
        "{n:,} lines are not two tokens: {items}.",
        "{n:,} line is not two tokens: {items}.",
        "n",
    ),
    "merge_parts_missing": Form(
        "{n:,} merges join a token that is not in the vocabulary: {items}.",
        "{n:,} merge joins a token that is not in the vocabulary: {items}.",
        "n",
    ),
    "merge_products_missing": Form(
        "{n:,} merges make a token that is not in the vocabulary: {items}.",
        "{n:,} merge makes a token that is not in the vocabulary: {items}.",
        "n",
    ),
    "merges_too_early": Form(
        "{n:,} merges join a token that only a later merge makes: {items}.",
        "{n:,} merge joins a token that only a later merge makes: {items}.",
        "n",
    ),
    "merges_unmade": Form(
        "{n:,} merges join a token that no line before them makes: {items}.",
        "{n:,} merge joins a token that no line before them makes: {items}.",
        "n",
    ),
    "merges_twice": Form(
        "{n:,} merges appear twice: {items}.", "{n:,} merge appears twice: {items}.", "n"
    ),
    "special_tokens_renumbered": Form(
        "{n:,} special tokens have another id than tokenizers gives them: {items}.",
        "{n:,} special token has another id than tokenizers gives it: {items}.",
        "n",
    ),
    "rank_lines_invalid": Form(
        "{n:,} lines are not a token in base64 and its rank: {items}.",
        "{n:,} line is not a token in base64 and its rank: {items}.",
        "n",
    ),
    "minbpe_lines_invalid": Form(
        "{n:,} lines are neither a special token nor a merge of ids made before: {items}.",
        "{n:,} line is neither a special token nor a merge of ids made before: {items}.",
        "n",
    ),
    "entries_invalid": Form(
        "{n:,} entries have no token in base64 or not the rank of their line: {items}.",
        "{n:,} entry has no token in base64 or not the rank of its line: {items}.",
        "n",
    ),
    "spellings_differ": Form(
        "{n:,} entries are spelled as another text than their bytes are; the bytes count: {items}.",
        "{n:,} entry is spelled as another text than its bytes are; the bytes count: {items}.",
        "n",
    ),
    "tokens_never_merged": Form(
        "{n:,} tokens are never made: merging their bytes gives others: {items}.",
        "{n:,} token is never made: merging their bytes gives others: {items}.",
        "n",
    ),
    "tokens_not_normalized": Form(
        "{n:,} tokens are not in the form that text is brought into: {items}.",
        "{n:,} token is not in the form that text is brought into: {items}.",
        "n",
    ),
    "tokens_cut_by_pattern": Form(
        "{n:,} tokens are split by the split pattern wherever they occur: {items}.",
        "{n:,} token is split by the split pattern wherever it occurs: {items}.",
        "n",
    ),
    "tokens_hold_special": Form(
        "{n:,} tokens contain the text of a special token: {items}.",
        "{n:,} token contains the text of a special token: {items}.",
        "n",
    ),
    "tokens_of_same_bytes": Form(
        "{n:,} tokens have two ids for the same bytes: {items}.",
        "{n:,} token has two ids for the same bytes: {items}.",
        "n",
    ),
    "id_holes_more": "{n:,} ids have no token: {ranges} and {more} more ranges.",
    "id_holes": "{n:,} ids have no token: {ranges}.",
    "special_is_ordinary": Form(
        "{n:,} special tokens have the text of an ordinary token: {items}.",
        "{n:,} special token has the text of an ordinary token: {items}.",
        "n",
    ),
    "special_prefix": Form(
        "{n:,} special tokens begin with another one; libraries disagree on which is read: "
        "{items}.",
        "{n:,} special token begins with another one; libraries disagree on which is read: "
        "{items}.",
        "n",
    ),
    "special_blank": Form(
        "{n:,} special tokens begin or end with white space: {items}.",
        "{n:,} special token begins or ends with white space: {items}.",
        "n",
    ),
    "template_reaches": (
        "The chat template names {names}: inner parts of Python, through which a template could "
        "run code. The sandbox in which templates run stops that, and no usual template needs it; "
        "read it before you use these files anywhere."
    ),
    "code_named": (
        "auto_map names Python code ({names}), which transformers runs with trust_remote_code. "
        "Nothing of it was run here; read it before another program does."
    ),
    "code_beside": Form(
        "{n:,} files of Python code lie in the folder: {items}. They were not run.",
        "{n:,} file of Python code lies in the folder: {items}. It was not run.",
        "n",
    ),
    "special_none": (
        "There is no special token, so nothing marks where a document ends; a model that is "
        "trained with it needs one."
    ),
    "roles_unknown": (
        "No role is known: the files do not say which special token begins or ends a document, "
        "and no name suggests it."
    ),
    "class_differs": (
        "Its class is {name}, which is for tokenizers of another kind than this one."
    ),
    "added_ordinary": Form(
        "{n:,} added tokens are not special: they are read in every text, also in that of "
        "users: {items}.",
        "{n:,} added token is not special: it is read in every text, also in that of users: "
        "{items}.",
        "n",
    ),
    "special_normalized": Form(
        "{n:,} special tokens are looked for in the normalized text: {items}.",
        "{n:,} special token is looked for in the normalized text: {items}.",
        "n",
    ),
    "roles_without_token": Form(
        "{n:,} roles name a token that the tokenizer does not have: {items}.",
        "{n:,} role names a token that the tokenizer does not have: {items}.",
        "n",
    ),
    "roles_differ": Form(
        "{n:,} roles differ between tokenizer_config.json and special_tokens_map.json: {items}.",
        "{n:,} role differs between tokenizer_config.json and special_tokens_map.json: {items}.",
        "n",
    ),
    "added_ids_differ": Form(
        "{n:,} added tokens have another id beside the tokenizer than in it: {items}.",
        "{n:,} added token has another id beside the tokenizer than in it: {items}.",
        "n",
    ),
    "model_too_small": (
        "The model has {size:,} embeddings for {n_ids:,} ids; the last ones have none."
    ),
    "model_larger": "The model has {n:,} more embeddings than the tokenizer has ids.",
    "model_role_differs": "The {role} token {token} has the id {id}; the model says {wanted}.",
    "templates_differ": (
        "tokenizer_config.json has another chat template than chat_template.jinja; the latter "
        "counts in new libraries, the former in old ones."
    ),
    "nothing_there": "There is nothing at {place}.",
    "reading_out_of_memory": "Reading it took too much memory ({name}).",
    "pattern_unfinished": ("The split pattern did not finish compiling in time; make it simpler."),
    "pattern_explodes": (
        "The split pattern explodes on long runs of {runs}: it goes through the same text "
        "again and again, so that a single document can take minutes."
    ),
    "pattern_cut_slowly": "The split pattern contains {reason}, so text is split slowly.",
    "pattern_assumed": (
        "No file says how texts are split; GPT-2's split pattern is taken. Name another where "
        "the tokenizer was trained with another."
    ),
    "token_bytes_missing": "{file} was not found; nanochat needs it to measure bits per byte.",
    "token_bytes_count": "It has {n_lengths:,} lengths for {n_ids:,} ids.",
    "token_bytes_differ": Form(
        "{n:,} tokens have another length there than in bytes, so that bits per byte are "
        "wrong: {items}.",
        "{n:,} token has another length there than in bytes, so that bits per byte are wrong: "
        "{items}.",
        "n",
    ),
    "ranks_differ": "It contains other ranks than its companion pickle; the pickle counts.",
    "flag_lstrip": Form(
        "{n:,} added tokens have the flag lstrip: each takes the white space before it away: "
        "{items}.",
        "{n:,} added token has the flag lstrip: each takes the white space before it away: "
        "{items}.",
        "n",
    ),
    "flag_rstrip": Form(
        "{n:,} added tokens have the flag rstrip: each takes the white space behind it away: "
        "{items}.",
        "{n:,} added token has the flag rstrip: each takes the white space behind it away: "
        "{items}.",
        "n",
    ),
    "flag_single_word": Form(
        "{n:,} added tokens have the flag single_word: each counts only between other words: "
        "{items}.",
        "{n:,} added token has the flag single_word: each counts only between other words: "
        "{items}.",
        "n",
    ),
    "entries_beyond_size": ("Some entries lie beyond the vocabulary size of the config: {items}."),
}
