"""On conversations, templates and their checks."""

from __future__ import annotations

from collections.abc import Mapping

from engine.sentences import Form, Words

FORMS: Mapping[str, Words] = {
    "lint_template_fails": "The template cannot render a question and an answer: {reason}",
    "lint_template_refuses": "The template refuses {what}: {reason}",
    "lint_no_markers_prefix": (
        "{name} has no {{% generation %}} block; the mask is what each answer adds to the "
        "text. Other programs that ask the template for it get zeros only."
    ),
    "lint_no_markers": (
        "{name} has no {{% generation %}} block, so that the mask is zero everywhere. Put it "
        "around the answers, or let the mask come from prefixes."
    ),
    "lint_template_needs_tokens": (
        "The template {name} needs {tokens}, which the tokenizer does not have: it is split "
        "into ordinary tokens. Train with these special tokens, or name another template."
    ),
    "lint_reason_no_answer": ("it has no message of the assistant. Remove it, or add the answer"),
    "lint_reason_cut_off": (
        "the first answer lies beyond the {kept:,} kept tokens of {all:,}. Raise the limit "
        "or exclude the conversation"
    ),
    "lint_reason_unmarked": (
        "no answer of the assistant is marked. Put {{% generation %}} around the answers in "
        "the template, or let the mask come from prefixes"
    ),
    "lint_all_zero": "No token is supervised: {reason}.",
    "lint_all_one": (
        "Every token is supervised, also what the user says. Put {{% generation %}} around "
        "the answers only."
    ),
    "lint_no_stop": (
        "No special token ends the answer in message {message}: the model would never learn "
        "to stop. Let the template write one within {{% generation %}}."
    ),
    "lint_end_token": "the end token",
    "lint_stop_not_trained": (
        "{token} after the answer in message {message} is not supervised: the model would "
        "not stop. Move it into the {{% generation %}} block."
    ),
    "lint_runs_to_end": (
        "The mask runs from token {token:,} to the end, over messages that are not the "
        "assistant's. Close {{% generation %}} after each answer."
    ),
    "lint_kept": "of {all:,} tokens {kept:,} are kept",
    "lint_answer_cut_off": (
        "The answer in message {message} is truncated before its end token: {kept}. It "
        "teaches to go on without end; raise the limit or exclude the conversation."
    ),
    "lint_end_cut_off": "The end of the conversation is truncated: {kept}.",
    "lint_marks_too_much": "marks as supervised what no answer adds",
    "lint_marks_too_little": "omits a part of an answer",
    "lint_against_prefixes": (
        "The template's {{% generation %}} {what}, {text}, as rendering the messages up to "
        "each answer shows. Check where the block begins and ends."
    ),
    "lint_not_prefix_preserving": (
        "The text up to the answer in message {message} differs from the beginning of the "
        "whole conversation: what was supervised, or kept in a cache, is rewritten by later "
        "turns. Let the template write every message the same at every position."
    ),
    "lint_first_token": "the first token",
    "lint_bos_twice": (
        "{token} occurs twice in a row at token {place:,}. Write it once: in the template, or "
        "by the tokenizer, not by both."
    ),
    "lint_bos_again": (
        "{token} begins a text, but occurs {times} times in this one, the second time at "
        "token {place:,}. Let the template write it before the first message only."
    ),
    "lint_bos_of_both": (
        "The template writes {token}, and the tokenizer adds it to every text "
        "automatically: encode rendered text with add_special_tokens=False."
    ),
    "lint_doubled_newline": (
        "The template writes {n} line breaks between two turns (token {token:,}), where "
        "formats have one. Begin and end its tags with a minus, as in {{%- ... -%}}."
    ),
    "lint_token_in_content": (
        "The text of message {message} ({role}) contains {token}, which became the special "
        "token: the author of a message can end it and speak for another. Remove it from "
        "the text, or break it up with a space."
    ),
    "lint_tool_dropped": (
        "The conversation describes the tool {name}, but the template does not write it: "
        "calls of it are supervised without their description."
    ),
    "lint_unknown_role": (
        "Message {message} has the role {role}, but the template writes it as if the {other} "
        "spoke ({header}). Use a template that knows the role."
    ),
    "lint_tokens_missing": (
        "The template writes {tokens}, which the tokenizer does not have: it is split into "
        "ordinary tokens. Train with these special tokens, or name another template."
    ),
    "not_rendered": "not rendered: {reason}",
    "arrays_folder_is_file": "{folder} is a file; name a folder for the arrays.",
    "conversation_file_changed": "{path} changed since it was opened; open it again.",
    "record_left_out": "skipped: {reason}",
    "conversation_file_damaged": (
        "the file is cut short or damaged ({damage}); the part before the damage was read. "
        "Fetch or compress it again."
    ),
    "no_conversation_in_file": "the file contains no conversation.",
    "record_nested_deeply": "It is nested too deeply to be read.",
    "line_blank": "The line is blank.",
    "record_no_json": "It is not valid JSON ({reason}).",
    "name_twice": "The name {name} occurs twice in one object.",
    "no_json_constant": "{name} is no JSON.",
    "tokenizer_without_template": (
        "The tokenizer has no chat template of its own; name one, such as chatml, or a file."
    ),
    "tokenizers_template": "the tokenizer's template",
    "unknown_mask_source": "mask must be generation, prefix or auto, not {mask}.",
    "prefix_mask_impossible": (
        "{name} has no generation markers, and rendering the conversation up to message "
        "{message} does not tell what it adds: the template writes earlier messages "
        "differently once others follow. Put {{% generation %}} around what is to be "
        "supervised."
    ),
    "message_no_object": "is {kind}, not an object with a role and content",
    "message_empty": "Message {message} ({role}) is empty.",
    "message_content_kind": "has {kind} as its content, not a text or a list of parts",
    "message_without_content": "({role}) has no content",
    "turn_no_object": 'is {kind}, not an object with "from" and "value"',
    "turn_without_speaker": 'has no "from", the name of who speaks',
    "turn_unknown_speaker": ('is from {speaker}, which is no known name; "from" is one of {known}'),
    "turn_without_text": 'has no "value", the text',
    "turn_text_kind": '({role}) has {kind} in "{field}", not a text',
    "tools_no_json": '"tools" is a text that is not JSON; no tools are taken from it.',
    "tools_no_list": '"tools" is not a list of objects that each describe a tool.',
    "tools_too_deep": '"tools" is nested more than {levels} levels deep.',
    "part_kind": "has {kind} among its parts",
    "part_without_type": 'has a part without a "type"; it is one of {known}',
    "part_unknown_type": "has a part of type {kind}; known are {known}",
    "part_as_text": "{kind} as its text",
    "part_text_kind": "has a part of type {kind} with {what}",
    "tool_calls_kind": 'has {kind} as "tool_calls", not a list',
    "tool_call_without_name": "has a tool call without the name of a function",
    "tool_call_arguments": ("has a tool call whose arguments are {kind}, not an object or a text"),
    "lone_surrogate_replaced": "Message {message}: a lone surrogate was replaced by U+FFFD.",
    "message_without_role": "has no role; it is one of {roles}",
    "message_unknown_role": "has the role {role}; known are {roles}",
    "message_too_deep": "contains something nested more than {levels} levels deep",
    "message_refused": "Message {message} {reason}.",
    "record_kind": (
        'The record is {kind}; a conversation is an object with "messages", or a list of messages.'
    ),
    "conversation_without_messages": "The conversation has no messages.",
    "record_unknown_layout": (
        'The record has {names}; a conversation has "messages", "conversations" (ShareGPT), '
        '"instruction" (Alpaca) or "prompt" and "chosen".'
    ),
    "two_system_messages": (
        'The record has "system" and a first turn of the system; both are kept.'
    ),
    "history_entry": (
        'An entry of "history" is not a list of two texts: a question and its answer.'
    ),
    "field_no_text": '"{field}" is {kind}, not a text.',
    "field_no_messages": '"{field}" is {kind}, not a list of messages.',
    "last_message_no_answer": (
        "is the last one and from {role}; a completion is asked for the answer of an "
        "assistant, which is missing"
    ),
    "nanochat_system_alone": (
        "is a system message, and nanochat's rules fold it into a message of the user right "
        "after it, which is missing"
    ),
    "nanochat_text": "{fault}; nanochat's rules need a text",
    "nanochat_turns": (
        "is from {role} where nanochat's rules need {expected}: user and assistant take "
        "turns, the user first"
    ),
    "nanochat_user_text": "{fault}; nanochat's rules need a text of the user",
    "nanochat_text_or_parts": "{fault}; nanochat's rules need a text or parts",
    "nanochat_part_type": "has a part of type {kind}; nanochat's rules know {known}",
    "fault_no_content": "has no content",
    "fault_parts": "has a list of parts as its content",
    "damage_no_json": "not valid JSON ({reason})",
    "damage_rest": "everything after conversation {number:,} was skipped",
    "damage_left_out": "skipped: {damage}.",
    "comma_missing": "a comma is missing after this item of the list.",
    "document_left_out": "not valid JSON ({reason}); the whole file was skipped.",
    "more_after_document": "there is more text after the end of the JSON document.",
    "truncated_to_nothing": (
        "A conversation is truncated to at least one token, not to {tokens:,}."
    ),
    "unknown_template": "There is no chat template named {name}; there are {known}.",
    "folder_without_template": "{folder} contains no chat template: none of {files}.",
    "template_too_large": "{path} is too large for a chat template.",
    "unknown_template_or_file": (
        "There is no chat template and no file named {path}; the templates are nanochat, "
        "tokenizer, {known}."
    ),
    "template_no_json": "{path}, line {line}: this is not JSON.",
    "template_not_in_file": (
        "{path} contains no chat_template. Newer models keep it in a file of its own, "
        "chat_template.jinja."
    ),
    "template_kind": (
        "{path}: chat_template is neither a text nor a list of named templates with one named "
        "default."
    ),
    "template_stopped_often": "{fault} It was stopped {times} times in a row; mend it.",
    "template_no_process": "{where} cannot be run: no process can be started ({reason}).",
    "template_ended_process": "it ended the process that ran it (code {code})",
    "template_too_slow": "it was stopped after {seconds:g} seconds; a loop may have no end",
    "record_no_json_at": "It is not valid JSON ({reason}, character {character:,}).",
    "damage_and_rest": "{damage}; {rest}.",
    "blank_lines": Form(
        "{n:,} blank lines passed over, the first here.",
        "{n:,} blank line passed over, the first here.",
        "n",
    ),
    "lint_message_dropped": (
        "The template writes nothing of {text} in message {message} ({role}). Use a template "
        "that knows such messages, or mend it."
    ),
    "lint_message_partly_dropped": (
        "The template writes only a part of {text} in message {message} ({role}). Use a "
        "template that knows such messages, or mend it."
    ),
    "probe_system": "a system message",
    "probe_tools": "calls of tools",
    "json_boolean": "true or false",
    "json_number": "a number",
    "json_text": "a text",
    "json_list": "a list",
    "json_object": "an object",
    "part_without_text": "no text",
    "no_fields": "no fields",
    "nanochat_lacks_all": (
        "The tokenizer has none of the nine special tokens of nanochat: {tokens}. Train with "
        "the nanochat set of special tokens, or choose another template."
    ),
    "nanochat_lacks": (
        "The tokenizer lacks {n} of the nine special tokens of nanochat: {tokens}. Train with "
        "the nanochat set of special tokens, or choose another template."
    ),
    "nothing_rendered": "No conversation could be rendered. {problems}",
    "template_fault": "{where}: {reason}.",
    "template_fault_in_line": "{where}, line {line}: {reason}.",
    "template_lone_surrogate": "the text contains half of a surrogate pair, which is no text",
    "template_no_template": "it is no template: {reason}",
    "template_recursion": "it calls itself without end, or is nested too deeply",
    "template_memory": "it needs too much memory",
    "template_sandbox": "the sandbox stops it: {reason}",
    "template_limit": "it is stopped: {reason}",
    "template_says": "it says: {reason}",
    "template_includes": ("it imports or includes another template; a chat template is one text"),
    "template_no_text_to_continue": "the last message contains no text that could be continued",
    "template_last_message_missing": (
        "the last message is not in the text, it cannot be continued"
    ),
    "template_large_number": "the result of {operator} is too large a number",
    "template_long_result": "the result of * is too long",
    "template_writes_too_much": "it writes more than {most:,} characters",
    "template_unplaced_block": (
        "a macro or {{% set %}} block with messages or {{% generation %}} in it is changed "
        "before it is written, so that it cannot be said where they are in the text; write it "
        "directly"
    ),
    "nothing_rendered_at_all": "No conversation could be rendered.",
}
