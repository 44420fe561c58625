"""What the files beside tokenizer.json say, and where they contradict it.

tokenizer_config.json, special_tokens_map.json and added_tokens.json say again what tokenizer.json
says of its special tokens, and libraries differ in which of them counts. config.json is that of
the model.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.errors import TokenizerFileError
from engine.formats.findings import Finding, gathered
from engine.formats.reading.companions import roles_of
from engine.machine import read_json, read_text

COMPANIONS = (
    "tokenizer_config.json", "special_tokens_map.json", "added_tokens.json", "config.json",
    "generation_config.json", "chat_template.jinja",
)  # fmt: skip
"""Files that say something about a tokenizer beside the one that holds it."""

_CONFIG = "tokenizer_config.json"
_OTHER_MODELS = ("Bert", "DistilBert", "Electra", "T5", "Albert", "XLNet", "Wav2Vec")
_ODD_FLAGS = {
    "lstrip": "takes the white space before it away",
    "rstrip": "takes the white space behind it away",
    "single_word": "counts only between other words",
}


def companion_findings(folder: Path, ids: Mapping[str, int], n_ids: int) -> list[Finding]:
    """Contradictions between the files of a folder.

    ids: every token that can be named, by its text; n_ids: how many ids the tokenizer has.
    """
    documents, findings = _documents(folder)
    config = documents.get(_CONFIG, {})
    findings += _unknown_roles(_CONFIG, config, ids)
    findings += _unknown_roles("special_tokens_map.json", documents["special_tokens_map.json"], ids)
    findings += _roles_differ(config, documents["special_tokens_map.json"])
    findings += _added_tokens(config, documents["added_tokens.json"], ids)
    findings += _model(documents["config.json"], config, ids, n_ids)
    findings += _template(folder, config)
    name = str(config.get("tokenizer_class", ""))
    if name.startswith(_OTHER_MODELS):
        sentence = f"Its class is {name}, which is for tokenizers of another kind than this one."
        findings.append(Finding("warning", "class-differs", sentence, _CONFIG))
    return findings


def added_token_findings(document: Any) -> list[Finding]:
    """Added tokens of a tokenizer.json with flags that change what stands around them."""
    added = document.get("added_tokens") if isinstance(document, dict) else None
    entries = [each for each in added if isinstance(each, dict)] if isinstance(added, list) else []
    findings: list[Finding] = []
    for flag, meaning in _ODD_FLAGS.items():
        odd = [str(each.get("content")) for each in entries if each.get(flag) is True]
        words = f"{{n}} added tokens have the flag {flag}: each {meaning}"
        findings += gathered(odd, "warning", f"flag-{flag}", words, lambda name: (repr(name), ""))
    ordinary = [str(each.get("content")) for each in entries if each.get("special") is False]
    words = "{n} added tokens are not special: they are read in every text, also in that of users"
    findings += gathered(ordinary, "note", "added-ordinary", words, lambda name: (repr(name), ""))
    normalized = [
        str(each.get("content"))
        for each in entries
        if each.get("normalized") is True and each.get("special") is True
    ]
    words = "{n} special tokens are looked for in the normalized text"
    findings += gathered(
        normalized, "note", "special-normalized", words, lambda name: (repr(name), "")
    )
    return findings


def _documents(folder: Path) -> tuple[dict[str, dict[str, Any]], list[Finding]]:
    documents: dict[str, dict[str, Any]] = {}
    findings = []
    for name in COMPANIONS:
        documents[name] = {}
        if not name.endswith(".json") or not (folder / name).is_file():
            continue
        try:
            document = read_json(folder / name)
        except TokenizerFileError as error:
            findings.append(Finding("warning", "companion-damaged", str(error), name))
            continue
        if isinstance(document, dict):
            documents[name] = document
    return documents, findings


def _unknown_roles(
    name: str, config: Mapping[str, Any], ids: Mapping[str, int]
) -> list[Finding]:  # fmt: skip
    unknown = [f"{role} {token!r}" for role, token in roles_of(config).items() if token not in ids]
    words = "{n} roles name a token that the tokenizer does not have"
    return gathered(unknown, "warning", "role-without-token", words, lambda each: (each, name))


def _roles_differ(config: Mapping[str, Any], special_map: Mapping[str, Any]) -> list[Finding]:
    ours, theirs = roles_of(config), roles_of(special_map)
    differing = [
        f"{role}: {ours[role]!r} and {theirs[role]!r}"
        for role in ours
        if role in theirs and ours[role] != theirs[role]
    ]
    words = "{n} roles differ between tokenizer_config.json and special_tokens_map.json"
    return gathered(differing, "warning", "roles-differ", words, lambda each: (each, ""))


def _added_tokens(
    config: Mapping[str, Any], added: Mapping[str, Any], ids: Mapping[str, int]
) -> list[Finding]:
    """added_tokens_decoder and added_tokens.json against the ids of the tokenizer itself."""
    said: list[tuple[str, Any, str]] = [(t, i, "added_tokens.json") for t, i in added.items()]
    decoder = config.get("added_tokens_decoder")
    for written, entry in decoder.items() if isinstance(decoder, dict) else ():
        if isinstance(entry, dict) and isinstance(entry.get("content"), str):
            token_id = int(written) if written.isdecimal() and len(written) < 10 else written
            said.append((entry["content"], token_id, _CONFIG))
    differing = [
        (f"{token!r} ({token_id} there, {ids.get(token, 'none')} here)", where)
        for token, token_id, where in said
        if ids.get(token) != token_id
    ]
    words = "{n} added tokens have another id beside the tokenizer than in it"
    return gathered(differing, "warning", "added-id-differs", words, lambda each: each)


def _model(
    model: Mapping[str, Any], config: Mapping[str, Any], ids: Mapping[str, int], n_ids: int
) -> list[Finding]:
    """config.json of the model: room for all ids, and ids of roles that are those of the tokens."""
    findings = []
    size = model.get("vocab_size")
    if type(size) is int and size < n_ids:
        sentence = f"The model has {size:,} embeddings for {n_ids:,} ids; the last ones have none."
        findings.append(Finding("warning", "model-too-small", sentence, "config.json"))
    elif type(size) is int and size > n_ids:
        sentence = f"The model has {size - n_ids:,} more embeddings than the tokenizer has ids."
        findings.append(Finding("note", "model-larger", sentence, "config.json"))
    for role, token in roles_of(config).items():
        wanted = model.get(f"{role}_token_id")
        allowed = wanted if isinstance(wanted, list) else [wanted]
        if wanted is not None and token in ids and ids[token] not in allowed:
            sentence = (
                f"The {role} token {token!r} has the id {ids[token]}; the model says {wanted}."
            )
            findings.append(Finding("warning", "model-role-differs", sentence, "config.json"))
    return findings


def _template(folder: Path, config: Mapping[str, Any]) -> list[Finding]:
    """Where a chat template is said twice, that in chat_template.jinja wins."""
    written, file = config.get("chat_template"), folder / "chat_template.jinja"
    if not isinstance(written, str) or not file.is_file():
        return []
    try:
        is_same = read_text(file).strip() == written.strip()
    except TokenizerFileError as error:
        return [Finding("warning", "companion-damaged", str(error), file.name)]
    if is_same:
        return []
    sentence = (
        "tokenizer_config.json has another chat template than chat_template.jinja; the latter "
        "counts in new libraries, the former in old ones."
    )
    return [Finding("warning", "templates-differ", sentence, file.name)]
