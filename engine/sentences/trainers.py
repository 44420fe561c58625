"""On trainings in other libraries."""

from __future__ import annotations

from collections.abc import Mapping

from engine.sentences import Form, Words

FORMS: Mapping[str, Words] = {
    "trainer_kind": "trainer must be a LibraryTrainer or None, not {value}.",
    "trainer_twice": "{trainer} is named twice as a trainer of this text; name it once.",
    "trainer_lacks_option": (
        "{trainer} has no option {option}, which belongs to {having}; its own are {own}."
    ),
    "own_trainer_lacks_option": (
        "The option {option} belongs to the trainers {having}; choose one of them, or leave it out."
    ),
    "trainer_lacks_setting": (
        "{trainer} has no setting {setting}: it belongs to the trainer of this program. Leave it "
        "out, or train without another trainer."
    ),
    "trainer_has_no_pattern": (
        "{trainer} splits text in its own way and takes no split pattern; leave the pattern out."
    ),
    "option_value": "{option} must be {expected}, not {value}.",
    "share_of_characters": "a share from 0.98 to 1, such as 0.9995",
    "whole_number_from": "a whole number of at least {least}",
    "true_or_false": "true or false",
    "plain_name": "a name of printable characters without spaces and folders",
    "trainer_is_library": (
        "{trainer} trains in {package}: use train_with_library(corpus, config) instead of train."
    ),
    "trainer_is_own": (
        "train_with_library needs a TrainingConfig with a trainer of another library; train and "
        "train_tokenizer use the one of this engine."
    ),
    "trainer_needs_text": (
        "{trainer} trains on text, and {label} is a folder of counts without it. Give the files "
        "that were counted, or train with the trainer of this program."
    ),
    "trainer_not_installed": "{trainer} trains in {package}, which is not installed. {advice}",
    "trainer_failed": "{trainer} failed in {library}: {reason:.}.",
    "trainer_out_of_memory": (
        "{trainer} ran out of memory in {library}; give it less text ({ways}) or a smaller "
        "vocabulary."
    ),
    "trainer_crashed": (
        "{trainer} crashed in {library} (signal {signal}), most likely because memory ran out; "
        "give it less text ({ways}) or a smaller vocabulary."
    ),
    "trainer_got_no_memory": (
        "{trainer} was ended: in {library} it made no progress for {seconds:,.0f} seconds for lack "
        "of memory. Give it less text ({ways}) or a smaller vocabulary."
    ),
    "trainer_did_nothing": (
        "{trainer} was ended: in {library} it did nothing for {seconds:,.0f} seconds. Train again, "
        "or give it less text ({ways})."
    ),
    "trainer_killed": (
        "{trainer} was ended by signal {signal} while it trained in {library}. Where memory is "
        "short, the system ends programs with signal 9: give it less text or a smaller vocabulary."
    ),
    "trainer_no_process": "{trainer} could not be started: {reason}.",
    "trainer_no_folder": "The text for {trainer} cannot be written to {folder}: {reason}.",
    "trainer_file_unreadable": (
        "The tokenizer that {trainer} made in {library} cannot be read: {reason:.}."
    ),
    "trainer_size_too_large": (
        "{library} finds at most {most:,} tokens in this text; a vocabulary size of {size:,} is "
        "too large. Ask for {most:,} or fewer, or give it more text."
    ),
    "trainer_size_too_small": (
        "{library} needs at least {least:,} tokens for the characters of this text; a vocabulary "
        "size of {size:,} is too small. Ask for more, or lower character_coverage."
    ),
    "trainer_no_text": "{trainer} found no text to train on: every line was empty or too long.",
    "trainer_skipped_lines": Form(
        one="{library} skipped 1 line of more than {longest:,} bytes (max_sentence_length).",
        many="{library} skipped {n:,} lines of more than {longest:,} bytes (max_sentence_length).",
        count="n",
    ),
    "trainer_smaller": (
        "{library} made {made:,} of the {asked:,} tokens that were asked for: the text yields no "
        "more."
    ),
    "trainer_unknown_left": (
        "{share:.2%} of the characters are not covered by character_coverage {coverage}; they "
        "become the unknown token."
    ),
    "exit_status": "exit status {status}",
}
