"""A catalogue of translations as a .ts file: phrases with their translations, in a fixed order.

Places in the code are left out, so that a catalogue changes only when words do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from xml.etree import ElementTree as ET

from translated_strings import Phrase

_PLACEHOLDER = re.compile(r"%\d|%n|\{\w*(?::[^{}]*)?\}|<\|\w+\|>")
_ACCELERATOR = re.compile(r"&\w")

FORMS = "\n\x1f"
"""Between the plural forms of a translation, from one on."""

Translations = dict[Phrase, str]


def read(path: Path) -> Translations:
    """Return the translations of a catalogue, "" for those that are not done."""
    if not path.exists():
        return {}
    found = {}
    for context in ET.parse(path).getroot().iter("context"):
        name = context.findtext("name") or ""
        for message in context.iter("message"):
            done = message.find("translation")
            is_done = done is not None and done.get("type") is None
            words = (done.text or "") if is_done and done is not None else ""
            is_plural = message.get("numerus") == "yes"
            if is_plural and is_done and done is not None:
                words = FORMS.join(form.text or "" for form in done.iter("numerusform"))
            found[Phrase(name, message.findtext("source") or "", is_plural)] = words
    return found


def write(path: Path, translations: Mapping[Phrase, str], language: str) -> None:
    """Write a catalogue, by context and source."""
    root = ET.Element("TS", version="2.1", language=language, sourcelanguage="en")
    contexts: dict[str, ET.Element] = {}
    for phrase in sorted(translations):
        context = contexts.get(phrase.context)
        if context is None:
            context = contexts[phrase.context] = ET.SubElement(root, "context")
            ET.SubElement(context, "name").text = phrase.context
        message = ET.SubElement(context, "message")
        ET.SubElement(message, "source").text = phrase.source
        done = ET.SubElement(message, "translation")
        if phrase.is_plural:
            message.set("numerus", "yes")
            for form in translations[phrase].split(FORMS):
                ET.SubElement(done, "numerusform").text = form
        else:
            done.text = translations[phrase]
        if not translations[phrase]:
            done.set("type", "unfinished")
    ET.indent(root, " ")
    text = ET.tostring(root, encoding="unicode")
    path.write_text(f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{text}\n', "utf-8")


def merged(known: Mapping[Phrase, str], phrases: Iterable[Phrase]) -> Translations:
    """Return a translation for each phrase: its own, or that of the same words elsewhere."""
    elsewhere = {
        (phrase.source, phrase.is_plural): words for phrase, words in sorted(known.items()) if words
    }
    return {
        phrase: known.get(phrase, "") or elsewhere.get((phrase.source, phrase.is_plural), "")
        for phrase in phrases
    }


def faults(translations: Mapping[Phrase, str]) -> Iterator[str]:
    """Translations that lost a placeholder, an accelerator, an ellipsis or a space at an end."""
    for phrase, words in sorted(translations.items()):
        source = phrase.source
        if not words:
            continue
        said = f"{phrase.context}: {source!r} -> {words!r}"
        if phrase.is_plural:
            if not all(words.split(FORMS)):
                yield f"a form is missing: {said}"
                continue
            words = words.split(FORMS)[-1]
        if sorted(_PLACEHOLDER.findall(source)) != sorted(_PLACEHOLDER.findall(words)):
            yield f"other placeholders: {said}"
        if bool(_ACCELERATOR.search(source)) != bool(_ACCELERATOR.search(words)):
            yield f"an accelerator is missing or too many: {said}"
        if source.endswith("…") != words.endswith("…"):
            yield f"an ellipsis is missing or too many: {said}"
        if (source[0].isspace(), source[-1].isspace()) != (words[0].isspace(), words[-1].isspace()):
            yield f"other white space at an end: {said}"
