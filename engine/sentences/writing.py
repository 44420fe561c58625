"""On exports, their verification, and split patterns of other libraries."""

from __future__ import annotations

from collections.abc import Mapping

from engine.sentences import Words

FORMS: Mapping[str, Words] = {
    "and_others": "{items} and others",
    "answer_no_process": "no process can be started ({reason})",
    "answer_too_late": "the library gave no answer within {seconds:g} seconds",
    "answer_process_ended": "the library ended its process ({reason})",
    "answer_unreadable": "the library's process gave an unreadable answer",
    "cause_special_there": "the special token {token} is read in the text there and not here",
    "cause_special_here": "the special token {token} is parsed here, but not by the library",
    "cause_other_ids": "the same tokens have other ids there",
    "cause_special_inside": (
        "the text contains the special token {token}, around which the text is split differently"
    ),
    "cause_pattern": (
        "the split pattern is read differently: this tokenizer splits before byte {byte:,}, "
        "and a token there crosses it"
    ),
    "cause_whole_token": (
        "the whole-token rule: {token} is given out whole there, although no merge makes it of "
        "its bytes"
    ),
    "cause_finer": "the library splits more finely: another split pattern, or fewer merges",
    "cause_order": "the merges are applied in another order there",
    "cause_unicode_form": (
        "the normalizer: the text has another {form} form in the Unicode version of the library"
    ),
    "cause_dropped": (
        "the library drops text that its split pattern does not match: {dropped} is missing "
        "in the text of its ids"
    ),
    "cause_without_piece": "the ids there give the text without {piece} at byte {byte:,}",
    "cause_space": "the library puts a space before the text",
    "cause_normalizer": "the normalizer: the library changes the text before it is split",
    "check_unknown_pre_tokenizer": ("what llama.cpp's pre-tokenizer {name} does is not known here"),
    "check_long_s": "Texts with {letter} were skipped: llama.cpp takes it for no contraction.",
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
    "texts_no_list": "texts must be a list of strings, not {given}.",
    "check_semantic_hash": "the saved file has another semantic hash",
    "difference_in": (
        "first difference in {text}, at token {token}: here {ours}; in {library} {theirs}"
    ),
    "difference_with_cause": "{difference}; {cause}",
    "check_template_refuses": (
        "The chat template refuses a user's question and its answer: {reason}."
    ),
    "provenance_no_json": "The provenance cannot be written as JSON: {reason}.",
    "no_export_format": (
        "There is no export format {name}; choose one of these, or another name of it: {choices}."
    ),
    "export_of_pieces": (
        "This is a tokenizer of characters as in SentencePiece; {format} is for tokenizers of "
        "bytes. Choose sentencepiece or tokenizer.json."
    ),
    "export_option": "The option {name} is one of {known}, not {value}.",
    "sentencepiece_no_unknown": (
        "A SentencePiece model needs the special token {token}, which this tokenizer lacks."
    ),
    "sentencepiece_not_offered": (
        "SentencePiece is no export format for this tokenizer: a piece of a SentencePiece "
        "model is a string, and byte-level BPE has tokens that end in the middle of a "
        "character (such as {token}, the beginning of a quotation mark), which no string can "
        "contain. Its model also has no split pattern. Choose tokenizer.json, tiktoken or gguf."
    ),
    "export_name": "{name} cannot be the name of a file; choose a plain name.",
    "export_other_template": (
        "{folder} contains a {file} of an earlier export, which transformers would read "
        "with these files, that have none. Remove it, or choose another directory."
    ),
    "gguf_unknown_pre": ("What the pre-tokenizer {pre} does in your llama.cpp is not known here."),
    "gguf_converter": (
        "llama.cpp's converter does not know a new vocabulary. To convert a model with it, add "
        "to get_vocab_base_pre in convert_hf_to_gguf.py:\n{lines}"
    ),
    "gguf_no_pattern": (
        "{reason} Train with a pattern that llama.cpp has, or, if yours has one under another "
        "name, give it (pre)."
    ),
    "gguf_other_cut": (
        "llama.cpp has a pre-tokenizer for this split pattern and reads it in its own way. "
        "{reason} To write a file with those other ids all the same, name it (pre={name})."
    ),
    "gguf_long_s": (
        "llama.cpp does not take {letter} (the old letter ſ behind an apostrophe) for a "
        "contraction; texts with it get other ids there."
    ),
    "gguf_no_bos": (
        "No special token has the role bos, so llama.cpp would put the id {id} before every "
        "text. Give a token the role, or leave add_bos away."
    ),
    "gguf_normalization": (
        "This tokenizer brings every text into the form {form} first, which llama.cpp does not "
        "do: it would give other ids. Export to tokenizer.json, or train without normalization."
    ),
    "merges_other_pattern": (
        "Attention, the split pattern is not GPT-2's: libraries that take the two files for "
        "GPT-2's give other ids. Set the split pattern of {file} there, or export to "
        "tokenizer.json, which can contain it."
    ),
    "merges_special_between": (
        "Special tokens lie between the other ids; llama.cpp's converter wants them at the end."
    ),
    "ids_filled": ("{n:,} ids without a token are filled with entries that no text can reach."),
    "merges_normalization": (
        "This tokenizer brings every text into the form {form} first, which {ids_file} and "
        "{merges_file} cannot say. Export to tokenizer.json."
    ),
    "merges_whole_tokens": (
        "This tokenizer gives out {token} and {n:,} other tokens whole, although no merge "
        "makes them; {file} cannot say that. Export to tokenizer.json."
    ),
    "merges_header": (
        "The merge {merge} would be line {number:,} of {file}, and readers take it for the "
        "header. Export to tokenizer.json."
    ),
    "empty_cuts": "splits the text there",
    "json_special": (
        "tokenizers and transformers always read special tokens in text as special tokens; "
        "there is no switch for ordinary text in the file."
    ),
    "json_unicode": (
        "tokenizers normalizes by an older version of Unicode: characters that are newer than "
        "its tables, some 170 with NFKC, stay there as they are written."
    ),
    "json_oniguruma": "The split pattern is rewritten for Oniguruma, with the same meaning.",
    "json_same_bytes": (
        "Ids {one} and {other} have the same bytes {token}; {file} names tokens by their "
        "text and cannot contain both."
    ),
    "json_special_clash": (
        "The special token {token} (id {id}) is spelled like the ordinary token {other}; "
        "{file} cannot contain both. Rename the special token."
    ),
    "json_merge_space": (
        "The merge of {left} and {right} cannot be written as a string: a token in it "
        "contains a space. Write the merges as pairs."
    ),
    "unmatched_dropped": (
        "{library} drops text that the split pattern does not match; the exported pattern has "
        "one more alternative that takes such text whole, as here."
    ),
    "minbpe_ids_left_out": ("{n:,} ids without a token are skipped; minbpe cannot decode them."),
    "minbpe_load": (
        "minbpe's `load` reads the split pattern and goes on splitting with GPT-4's, which "
        "gives other ids. After `load`, write `tokenizer.compiled_pattern = "
        "regex.compile(tokenizer.pattern)`."
    ),
    "minbpe_regex": (
        "minbpe splits with the installed version of `regex`, whose Unicode may be newer than "
        "ours (16): it then calls some rare characters letters or numbers that are none here."
    ),
    "minbpe_lines": (
        "The split pattern is spread over several lines with the flag x; a minbpe file has one "
        "line for it. Write it on one line, without the flag."
    ),
    "minbpe_pattern": (
        "The split pattern {pattern} cannot be written so that minbpe, which drops "
        "unmatched text, splits as here. Change it so that it matches every character."
    ),
    "minbpe_group": (
        "The split pattern refers to a group of its own at position {position}; minbpe, which "
        "splits with `findall`, would return the group instead of the match. Write it without."
    ),
    "minbpe_ids": (
        "A minbpe file has no ids: a byte has its own value and merge k has 256 + k. This "
        "imported tokenizer is numbered in another way, or gives out tokens that no merge "
        "makes; export to tokenizer.json or tiktoken instead."
    ),
    "minbpe_merge_twice": (
        "The merge of {left} and {right} occurs in the tokenizer twice; minbpe would take the "
        "later one, and here the earlier counts."
    ),
    "empty_given_out": "gives them out as pre-tokens",
    "minbpe_space": (
        "The special token {name} contains white space, at which minbpe splits its line; "
        "rename it, or export to another format."
    ),
    "nanochat_no_bos": (
        "nanochat looks for the special token {token} when it loads a tokenizer, and this one "
        "has none. Train with the set of special tokens nanochat, or export to tiktoken."
    ),
    "nanochat_no_chat": (
        "nanochat renders chats with {tokens}, which this tokenizer has not: it can be used "
        "for pretraining, not for chats."
    ),
    "nanochat_unused": ("{n:,} ids without a token have 0 bytes; tiktoken cannot decode them."),
    "tekken_renumbered": (
        "Attention, the ids are others than here: special tokens have the first ids in "
        "tekken.json. Use it for models that are trained with it; {file} has the new id of "
        "each."
    ),
    "tekken_left_out": ("{n:,} ids without a token are skipped; tekken.json has no gaps."),
    "tekken_special": (
        "mistral_common never reads special tokens in a text; they stay ordinary text."
    ),
    "tekken_gaps": (
        "bytes have the ids that follow the special tokens there, in their order, and the "
        "other tokens follow without gaps; here they do not"
    ),
    "tekken_impossible": (
        "tekken.json cannot represent these ids: {reason}. A model that is trained with the "
        "ids of here would not understand those of the file. To write it with new ids, for "
        "a model that is yet to be trained, export with renumber; {file} will have the mapping."
    ),
    "template_of_nanochat": (
        "nanochat's rules are no Jinja text, so no file can contain them; name a template "
        "such as chatml, or a .jinja file."
    ),
    "export_template_fails": "The chat template fails on a question of the user: {reason}",
    "export_without_template": (
        "No chat template is written: the tokenizer has none. It has the special tokens of the "
        "templates {templates}; the option chat template writes one."
    ),
    "export_eos_no_turn_end": (
        "eos_token is {eos}, but turns end with {eot} (role eot). A program that stops at "
        "eos_token alone writes on after an answer. Give its generation_config.json both ids, or "
        "give {eot} the role eos before the export."
    ),
    "export_no_eos": (
        "No eos_token is written, and turns end with {eot} (role eot). A program that stops at "
        "eos_token alone does not stop. Give its generation_config.json the id of {eot}, or give "
        "{eot} the role eos before the export."
    ),
    "export_template_tokens": (
        "The chat template {template} writes {tokens}, which this tokenizer does not have as "
        "special tokens: there they are ordinary text of several tokens."
    ),
    "object_needs_library": (
        "A tokenizer of {library} needs {library}, which is not installed. {advice}"
    ),
    "tiktoken_unused": ("{n:,} ids without a token get no rank; tiktoken cannot decode them."),
    "tiktoken_prefix": (
        "The special token {longer} begins with {shorter}; which of the two tiktoken reads in "
        "a text is not defined."
    ),
    "one_split_only": (
        "The split pattern is a sequence of {n} splits; {library} has one split only and "
        "would split text elsewhere. Export to tokenizer.json instead."
    ),
    "no_normalization": (
        "This tokenizer brings every text into the form {form} first, which {library} cannot "
        "do: it would give other ids. Export to tokenizer.json, or train without normalization."
    ),
    "tiktoken_same_bytes": (
        "Ids {one} and {other} have the same bytes {token}; {file} has one rank for each "
        "token and cannot contain both."
    ),
    "tiktoken_not_made": (
        "tiktoken, which merges by the rank of the joined bytes, would not make the token "
        "{token} as this tokenizer does and give other ids; export to tokenizer.json instead."
    ),
    "tiktoken_other_encoding": (
        "Token {id} ({token}) is not what its own bytes encode to. tiktoken, which merges "
        "by the rank of the joined bytes, would give different ids; export to "
        "tokenizer.json instead."
    ),
    "empty_stops": "stops at them",
    "token_bytes_special": ("Special tokens have zero bytes or those of their text, not {value}."),
    "token_bytes_suffix": (
        "The bytes of tokens are written as {suffixes}, and {path} ends otherwise."
    ),
    "llama_cut": "{probe} is split into {theirs} there and into {ours} here",
    "llama_other_cut": (
        "llama.cpp's pre-tokenizer {name} splits differently from this split pattern: {cuts}."
    ),
    "llama_no_pre": (
        "No pre-tokenizer of llama.cpp splits like this split pattern, so no GGUF file can "
        "give the same ids there. The nearest is {name}: {cuts}."
    ),
    "split_sequence": (
        "The split pattern is a sequence of {n} splits, which cannot be written as one "
        "expression for {engine}."
    ),
    "pattern_too_deep": "The split pattern is too deeply nested.",
    "pattern_without_equivalent": (
        "The split pattern contains {part} at position {position}, which cannot be written "
        "for {engine} with the same meaning."
    ),
    "pattern_read_otherwise": (
        "The split pattern {pattern} contains {part} at position {position}, which tokenizers "
        "and this program read differently."
    ),
    "part_any_case": "{part} where case is ignored",
    "part_code_point": "the code point {text}",
    "part_combined_sets": "combined sets",
    "part_empty_repeat": "the repeat {text} of nothing",
    "part_escape": "the escape {text}",
    "part_group": "the group {text}",
    "part_letter_range": "a range of letters",
    "part_ligature": "letters with a ligature",
    "part_lone_parenthesis": "an unbalanced parenthesis",
    "part_open_comment": "an unclosed comment",
    "part_open_group": "an unclosed group",
    "part_open_set": "an unclosed set",
    "part_property": "the property {text}",
    "part_range_of_set": "a range that ends in a set",
    "part_reference": "the reference {text}",
    "part_repeat": "the repeat {text}",
    "part_repeated_flags": "flags before a repeat",
    "part_set": "the set {text}",
    "part_set_operation": "an operation on sets without a set",
    "part_some_set": "a set",
    "pattern_not_usable": "the split pattern {pattern} cannot be used here: {reason}.",
    "tiktoken_reads_otherwise": "tiktoken's regex engine reads it in another way",
    "minbpe_no_compile": "it does not compile ({reason})",
    "minbpe_groups": "of a pattern with groups minbpe takes the groups alone",
    "split_joiner": "{sign} joins several splits here and is a comment there",
    "pattern_leaves_text": (
        "it may leave text unmatched, which {library} drops and this program keeps, so that "
        "ids would differ"
    ),
    "pattern_empty_matches": (
        "The split pattern {pattern} can match without taking a character. Such matches are "
        "nothing here, but {library} {consequence}; change the pattern so that every match "
        "takes a character."
    ),
    "lost_roles": (
        "The format cannot store the roles of special tokens; workbench or tokenizer.json can."
    ),
    "lost_template": (
        "The format cannot store the chat template; workbench or tokenizer.json can."
    ),
    "lost_roles_and_template": (
        "The format cannot store the roles of special tokens and the chat template; "
        "workbench or tokenizer.json can."
    ),
    "gguf_roles": (
        "No special token has the role {roles}; llama.cpp then takes the id {id} for it. Give "
        "the roles, or say them when the model is run."
    ),
    "gguf_whole_tokens": (
        "llama.cpp's pre-tokenizer {name} gives out tokens whole that no merge makes, unlike "
        "this tokenizer; it would give other ids. Export to tokenizer.json."
    ),
    "gguf_no_whole_tokens": (
        "llama.cpp's pre-tokenizer {name} never gives out tokens whole that no merge makes, "
        "unlike this tokenizer; it would give other ids. Export to tokenizer.json."
    ),
    "merges_hold_no_pattern": (
        "The two files contain no split pattern and do not say which tokens are special; "
        "{file} does."
    ),
    "tekken_names": (
        "mistral_common looks for {tokens} by name where a text is to begin or end with a "
        "special token; this tokenizer has no such token."
    ),
    "tekken_order": (
        "special tokens have the first ids there and ordinary ones follow; here {token} has "
        "the id {id:,} and ordinary tokens begin at {lowest:,}"
    ),
}
