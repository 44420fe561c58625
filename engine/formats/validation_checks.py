"""Checks of a validation: the vocabulary that was read, and the files beside tokenizer.json.

Of a vocabulary: reach, doubles, holes, special tokens. tokenizer_config.json,
special_tokens_map.json and added_tokens.json say again what tokenizer.json says of its special
tokens, and libraries differ in which of them counts. config.json is that of the model.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.analysis import (
    ALWAYS_CUT,
    NEVER_MERGED,
    NOT_NORMALIZED,
    SPECIAL_TEXT,
    vocabulary_report,
)
from engine.errors import TokenizerFileError
from engine.formats.findings import Finding, Severity, gathered
from engine.formats.reading.contents import roles_of
from engine.machine import read_json, read_text
from engine.sentences import say
from engine.text import form_name

if TYPE_CHECKING:
    from engine.encoding import Tokenizer

_REASONS: dict[int, tuple[str, Severity, str]] = {
    NEVER_MERGED: ("never-merged", "warning", "tokens_never_merged"),
    NOT_NORMALIZED: ("not-normalized", "warning", "tokens_not_normalized"),
    ALWAYS_CUT: ("cut-by-pattern", "warning", "tokens_cut_by_pattern"),
    SPECIAL_TEXT: ("holds-special", "note", "tokens_hold_special"),
}
_ROLES_EXPECTED = ("bos", "eos")
COMPANIONS = (
    "tokenizer_config.json", "special_tokens_map.json", "added_tokens.json", "config.json",
    "generation_config.json", "chat_template.jinja",
)  # fmt: skip
"""Files about a tokenizer beside the file that contains it."""
_CONFIG = "tokenizer_config.json"
_OTHER_MODELS = ("Bert", "DistilBert", "Electra", "T5", "Albert", "XLNet", "Wav2Vec")
_ODD_FLAGS = {"lstrip": "flag_lstrip", "rstrip": "flag_rstrip", "single_word": "flag_single_word"}


def vocabulary_findings(
    tokenizer: Tokenizer, facts: dict[str, Any], *, is_pattern_tried: bool
) -> list[Finding]:
    """Findings on a tokenizer; its figures go into `facts`.

    is_pattern_tried: whether cutting with its pattern is known to end; otherwise tokens that the
    pattern would cut are not looked for.
    """
    _note_sizes(tokenizer, facts)
    findings = _doubled(tokenizer) + _holes(tokenizer, facts) + _special(tokenizer)
    findings += _roles(tokenizer)
    if is_pattern_tried:
        findings += _unreached(tokenizer, facts)
    else:
        facts["unreachable"] = "not looked for"
    return findings


def _note_sizes(tokenizer: Tokenizer, facts: dict[str, Any]) -> None:
    facts["vocabulary"] = tokenizer.vocab_size
    facts["merges"] = tokenizer.n_merges
    facts["special tokens"] = len(tokenizer.special_tokens)
    facts["longest token in bytes"] = int(tokenizer.token_lengths.max(initial=0))
    if tokenizer.extra_tokens:
        facts["tokens without a merge"] = len(tokenizer.extra_tokens)
    if tokenizer.normalization is not None:
        facts["normalization"] = form_name(tokenizer.normalization)
    facts["semantic hash"] = tokenizer.semantic_hash


def _doubled(tokenizer: Tokenizer) -> list[Finding]:
    ids: dict[bytes, list[int]] = defaultdict(list)
    special = set(tokenizer.special_tokens.values())
    for token_id, token in enumerate(tokenizer.vocabulary):
        if token and token_id not in special:
            ids[token].append(token_id)
    doubled = [(token, found) for token, found in ids.items() if len(found) > 1]
    return gathered(
        doubled, "warning", "same-bytes", "tokens_of_same_bytes",
        lambda item: (f"{item[0]!r} ({' and '.join(map(str, item[1]))})", ""),
    )  # fmt: skip


def _holes(tokenizer: Tokenizer, facts: dict[str, Any]) -> list[Finding]:
    unused = tokenizer.unused_ids
    facts["ids without a token"] = len(unused)
    if not len(unused):
        return []
    ranges = _ranges(unused)
    data = {"n": len(unused), "ranges": ", ".join(ranges[:3]), "more": len(ranges) - 3}
    sentence = say("id_holes_more", **data) if len(ranges) > 3 else say("id_holes", **data)
    return [Finding("note", "id-holes", sentence)]


def _ranges(ids: Sequence[int]) -> list[str]:
    array = np.fromiter(ids, np.int64, len(ids))
    breaks = np.flatnonzero(np.diff(array) > 1) + 1
    parts = np.split(array, breaks)
    return [f"{a[0]:,}" if len(a) == 1 else f"{a[0]:,} to {a[-1]:,}" for a in parts]


def _special(tokenizer: Tokenizer) -> list[Finding]:
    special = tokenizer.special_tokens
    ids = set(special.values())
    ordinary = {token: i for i, token in enumerate(tokenizer.vocabulary) if token and i not in ids}
    clashes = [name for name in special if name.encode() in ordinary]
    found = gathered(
        clashes, "warning", "special-is-ordinary", "special_is_ordinary",
        lambda name: (f"{name!r} ({special[name]} and {ordinary[name.encode()]})", ""),
    )  # fmt: skip
    names = sorted(special)
    inside = [(short, long) for short, long in pairwise(names) if long.startswith(short)]
    found += gathered(
        inside, "note", "special-prefix", "special_prefix",
        lambda item: (f"{item[1]!r} with {item[0]!r}", ""),
    )  # fmt: skip
    blank = [name for name in special if name != name.strip()]
    sentence = "special_blank"
    found += gathered(blank, "warning", "special-blank", sentence, lambda name: (repr(name), ""))
    if not special:
        found.append(Finding("note", "special-none", say("special_none")))
    return found


def _roles(tokenizer: Tokenizer) -> list[Finding]:
    roles = tokenizer.roles
    if not tokenizer.special_tokens or any(role in roles for role in _ROLES_EXPECTED):
        return []
    return [Finding("note", "roles-unknown", say("roles_unknown"))]


def _unreached(tokenizer: Tokenizer, facts: dict[str, Any]) -> list[Finding]:
    reasons = vocabulary_report(tokenizer).unreachable
    assert reasons is not None
    facts["unreachable"] = int(np.count_nonzero(reasons))
    found: list[Finding] = []
    for number, (code, severity, sentence) in _REASONS.items():
        ids = np.flatnonzero(reasons == number).tolist()
        found += gathered(
            ids, severity, code, sentence,
            lambda i: (f"{tokenizer.vocabulary[i][:24]!r} (id {i:,})", ""),
        )  # fmt: skip
    return found


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
        sentence = say("class_differs", name=name)
        findings.append(Finding("warning", "class-differs", sentence, _CONFIG))
    return findings


def added_token_findings(document: Any) -> list[Finding]:
    """Added tokens of a tokenizer.json with flags that change the text around them."""
    added = document.get("added_tokens") if isinstance(document, dict) else None
    entries = [each for each in added if isinstance(each, dict)] if isinstance(added, list) else []
    findings: list[Finding] = []
    for flag, sentence in _ODD_FLAGS.items():
        odd = [str(each.get("content")) for each in entries if each.get(flag) is True]
        findings += gathered(
            odd, "warning", f"flag-{flag}", sentence, lambda name: (repr(name), "")
        )
    ordinary = [str(each.get("content")) for each in entries if each.get("special") is False]
    findings += gathered(
        ordinary, "note", "added-ordinary", "added_ordinary", lambda name: (repr(name), "")
    )
    normalized = [
        str(each.get("content"))
        for each in entries
        if each.get("normalized") is True and each.get("special") is True
    ]
    findings += gathered(
        normalized,
        "note",
        "special-normalized",
        "special_normalized",
        lambda name: (repr(name), ""),
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


def _unknown_roles(name: str, config: Mapping[str, Any], ids: Mapping[str, int]) -> list[Finding]:
    unknown = [f"{role} {token!r}" for role, token in roles_of(config).items() if token not in ids]
    sentence = "roles_without_token"
    return gathered(unknown, "warning", "role-without-token", sentence, lambda each: (each, name))


def _roles_differ(config: Mapping[str, Any], special_map: Mapping[str, Any]) -> list[Finding]:
    ours, theirs = roles_of(config), roles_of(special_map)
    differing = [
        f"{role}: {ours[role]!r} and {theirs[role]!r}"
        for role in ours
        if role in theirs and ours[role] != theirs[role]
    ]
    sentence = "roles_differ"
    return gathered(differing, "warning", "roles-differ", sentence, lambda each: (each, ""))


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
    sentence = "added_ids_differ"
    return gathered(differing, "warning", "added-id-differs", sentence, lambda each: each)


def _model(
    model: Mapping[str, Any], config: Mapping[str, Any], ids: Mapping[str, int], n_ids: int
) -> list[Finding]:
    """config.json of the model: room for all ids, and ids of roles that are those of the tokens."""
    findings = []
    size = model.get("vocab_size")
    if type(size) is int and size < n_ids:
        sentence = say("model_too_small", size=size, n_ids=n_ids)
        findings.append(Finding("warning", "model-too-small", sentence, "config.json"))
    elif type(size) is int and size > n_ids:
        sentence = say("model_larger", n=size - n_ids)
        findings.append(Finding("note", "model-larger", sentence, "config.json"))
    for role, token in roles_of(config).items():
        wanted = model.get(f"{role}_token_id")
        allowed = wanted if isinstance(wanted, list) else [wanted]
        if wanted is not None and token in ids and ids[token] not in allowed:
            data = {"role": role, "token": repr(token), "id": ids[token], "wanted": str(wanted)}
            sentence = say("model_role_differs", **data)
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
    return [Finding("warning", "templates-differ", say("templates_differ"), file.name)]
