"""What is found in a tokenizer's files, in the language of the person who reads it.

A finding has a stable code and an English sentence, which a reader of files made of numbers and of
names out of them. The forms here give the sentence back its data, so that it can be said in another
language; a sentence that fits no form of its code stays as it is.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from engine.sentences import Form, Plain, Sentence
from workbench.engine_words import sentence_words

if TYPE_CHECKING:
    from engine.formats import Finding


def _counted(many: str, one: str) -> Form:
    """The form of a finding that several items have; both without `{n:,}` and the items."""
    return Form(f"{{n:,}} {many}: {{items}}.", f"{{n:,}} {one}: {{items}}.", "n")


AND_OTHERS = Form("{items} and others")
FORMS: dict[str, tuple[Form, ...]] = {
    "id-invalid": (_counted("tokens have no id that can be", "token has no id that can be"),),
    "id-twice": (
        _counted("ids are given to more than one token", "id is given to more than one token"),
    ),
    "token-twice": (_counted("tokens stand there twice", "token stands there twice"),),
    "setting-twice": (
        _counted(
            "settings stand there twice; libraries disagree on which counts",
            "setting stands there twice; libraries disagree on which counts",
        ),
        Form("Settings stand in it twice: {items}; libraries disagree on which counts."),
    ),
    "special-twice": (
        _counted("special tokens stand there twice", "special token stands there twice"),
    ),
    "byte-missing": (
        _counted(
            "of the 256 bytes have no token; text with such bytes cannot be encoded",
            "of the 256 bytes has no token; text with such bytes cannot be encoded",
        ),
    ),
    "token-too-long": (
        _counted("tokens are longer than any tokenizer's", "token is longer than any tokenizer's"),
    ),
    "merge-invalid": (
        _counted("merges are not two tokens", "merge is not two tokens"),
        _counted("lines are not two tokens", "line is not two tokens"),
    ),
    "merge-part-missing": (
        _counted(
            "merges join a token that is not in the vocabulary",
            "merge joins a token that is not in the vocabulary",
        ),
    ),
    "merge-product-missing": (
        _counted(
            "merges make a token that is not in the vocabulary",
            "merge makes a token that is not in the vocabulary",
        ),
    ),
    "merge-too-early": (
        _counted(
            "merges join a token that only a later merge makes",
            "merge joins a token that only a later merge makes",
        ),
        _counted(
            "merges join a token that no line before them makes",
            "merge joins a token that no line before them makes",
        ),
    ),
    "merge-twice": (_counted("merges stand there twice", "merge stands there twice"),),
    "special-collides": (
        _counted(
            "special tokens are ordinary tokens, too, with another id",
            "special token is ordinary tokens, too, with another id",
        ),
        _counted(
            "special tokens have another id than tokenizers gives them",
            "special token has another id than tokenizers gives them",
        ),
    ),
    "size-exceeded": (
        Form("The file says that there are {size:,} ids and gives the id {highest:,}."),
    ),
    "line-invalid": (
        _counted(
            "lines are not a token in base64 and its rank",
            "line is not a token in base64 and its rank",
        ),
        _counted(
            "lines are neither a special token nor a merge of ids made before",
            "line is neither a special token nor a merge of ids made before",
        ),
    ),
    "entry-invalid": (
        _counted(
            "entries have no token in base64 or not the rank of their place",
            "entry has no token in base64 or not the rank of their place",
        ),
    ),
    "spelling-differs": (
        _counted(
            "entries are spelled as another text than their bytes are; the bytes count",
            "entry is spelled as another text than their bytes are; the bytes count",
        ),
    ),
    "entries-beyond-size": (
        Form(
            "Of the {listed:,} entries {counted:,} count; the others lie beyond the vocabulary "
            "size of the config."
        ),
    ),
    "never-merged": (
        _counted(
            "tokens are never made: merging their bytes gives others",
            "token is never made: merging their bytes gives others",
        ),
    ),
    "not-normalized": (
        _counted(
            "tokens are not in the form that text is brought into",
            "token is not in the form that text is brought into",
        ),
    ),
    "cut-by-pattern": (
        _counted(
            "tokens are cut by the split pattern wherever they stand",
            "token is cut by the split pattern wherever they stand",
        ),
    ),
    "holds-special": (
        _counted(
            "tokens hold the text of a special token", "token holds the text of a special token"
        ),
    ),
    "same-bytes": (
        _counted("tokens have two ids for the same bytes", "token has two ids for the same bytes"),
    ),
    "id-holes": (
        Form("{n:,} ids stand for no token: {ranges} and {more} more ranges."),
        Form("{n:,} ids stand for no token: {ranges}."),
    ),
    "special-is-ordinary": (
        _counted(
            "special tokens have the text of an ordinary token",
            "special token has the text of an ordinary token",
        ),
    ),
    "special-prefix": (
        _counted(
            "special tokens begin with another one; libraries disagree on which is read",
            "special token begins with another one; libraries disagree on which is read",
        ),
    ),
    "special-blank": (
        _counted(
            "special tokens begin or end with white space",
            "special token begins or end with white space",
        ),
    ),
    "special-none": (
        Form(
            "There is no special token, so nothing marks where a document ends; a model that is "
            "trained with it needs one."
        ),
    ),
    "roles-unknown": (
        Form(
            "No role is known: the files do not say which special token begins or ends a "
            "document, and no name suggests it."
        ),
    ),
    "class-differs": (
        Form("Its class is {name}, which is for tokenizers of another kind than this one."),
    ),
    "added-ordinary": (
        _counted(
            "added tokens are not special: they are read in every text, also in that of users",
            "added token is not special: they are read in every text, also in that of users",
        ),
    ),
    "special-normalized": (
        _counted(
            "special tokens are looked for in the normalized text",
            "special token is looked for in the normalized text",
        ),
    ),
    "role-without-token": (
        _counted(
            "roles name a token that the tokenizer does not have",
            "role names a token that the tokenizer does not have",
        ),
    ),
    "roles-differ": (
        _counted(
            "roles differ between tokenizer_config.json and special_tokens_map.json",
            "role differs between tokenizer_config.json and special_tokens_map.json",
        ),
    ),
    "added-id-differs": (
        _counted(
            "added tokens have another id beside the tokenizer than in it",
            "added token has another id beside the tokenizer than in it",
        ),
    ),
    "model-too-small": (
        Form("The model has {size:,} embeddings for {n_ids:,} ids; the last ones have none."),
    ),
    "model-larger": (Form("The model has {n:,} more embeddings than the tokenizer has ids."),),
    "model-role-differs": (
        Form("The {role} token {token} has the id {id}; the model says {wanted}."),
    ),
    "templates-differ": (
        Form(
            "tokenizer_config.json has another chat template than chat_template.jinja; the latter "
            "counts in new libraries, the former in old ones."
        ),
    ),
    "missing": (Form("There is nothing at {place}."),),
    "refused": (
        Form("Reading it took too much memory ({name})."),
        Form("{where} cannot be used: {reason}."),
        Form("{path} cannot be read: {reason}."),
        Form("{path} is not a tokenizer file of this program, or it is damaged ({reason})."),
    ),
    "pattern-slow": (
        Form("The split pattern did not finish compiling in time; make it simpler."),
        Form(
            "The split pattern explodes on long runs of {runs}: it goes through the same text "
            "again and again, so that a single document can take minutes."
        ),
    ),
    "pattern-regex": (Form("The split pattern holds {reason}, so that text is cut slowly."),),
    "pattern-assumed": (
        Form(
            "No file says how texts are split; GPT-2's split pattern is taken. Name another where "
            "the tokenizer was trained with another."
        ),
    ),
    "token-bytes-missing": (
        Form("{file} is not there; nanochat needs it to measure bits per byte."),
    ),
    "token-bytes-differ": (
        Form("It has {n_lengths:,} lengths for {n_ids:,} ids."),
        _counted(
            "tokens have another length there than in bytes, so that bits per byte are wrong",
            "token has another length there than in bytes, so that bits per byte are wrong",
        ),
    ),
    "ranks-differ": (Form("It holds other ranks than the pickle beside it; the pickle counts."),),
}
"""What a finding of a code says, as the engine writes it."""

_PLACE = re.compile(r"\\\{(\w+)(:,)?\\\}")


def finding_words(finding: Finding) -> str:
    """Return what was found, in the language of the program."""
    sentence = finding.sentence
    if isinstance(sentence, Sentence):
        return sentence_words(sentence)
    for form in FORMS.get(finding.code, ()):
        data = _data_of(sentence, form)
        if data is not None:
            return sentence_words(Sentence(finding.code, form, data))
    return sentence


def _data_of(sentence: str, form: Form) -> dict[str, Plain] | None:
    """The data from which a form makes a sentence; None if it makes others."""
    for words in filter(None, (form.one, form.many)):
        match = _expression(words).fullmatch(sentence)
        if match is not None:
            return {name: _value(name, text, words) for name, text in match.groupdict().items()}
    return None


@cache
def _expression(words: str) -> re.Pattern[str]:
    def group(place: re.Match[str]) -> str:
        return f"(?P<{place[1]}>{'[0-9,]+' if place[2] else '.+'})"

    return re.compile(_PLACE.sub(group, re.escape(words)), re.DOTALL)


def _value(name: str, text: str, words: str) -> Plain:
    if f"{{{name}:,}}" in words:
        return int(text.replace(",", ""))
    items = text.removesuffix(" and others")
    if name == "items" and items != text:
        return Sentence("and_others", AND_OTHERS, {"items": items})
    return text
