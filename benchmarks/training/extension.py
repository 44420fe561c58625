"""Published tokenizers extended by a domain: tokens saved, seconds, and whether old ids stay.

For every tokenizer and domain: `n_new` tokens learned from a file of corpus/train, figures on that
file, on its end that was held out, on the evaluation file of the same label and on all evaluation
files; every evaluation text taken apart into old tokens is compared with its old encoding, and the
export is verified by the libraries.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.machine import describe_machine
from engine.corpus import Corpus
from engine.encoding import Tokenizer
from engine.extension import (
    Extension,
    ExtensionReport,
    extend_tokenizer,
    report_steps,
)
from engine.formats import export_tokenizer, load_tokenizer, verification_texts, verify_export
from engine.machine import result_of

TOKENIZERS = {"gpt2": "gpt2/tokenizer.json", "cl100k": "tiktoken/cl100k_base.tiktoken"}
FORMATS = ("tokenizer.json", "tiktoken")
_VERIFIED = 4000
"""Characters of each evaluation file on which the libraries are asked."""


def measure_extension(
    corpus: Path, tokenizers: list[str], domains: list[str], n_new: int, folder: Path
) -> dict[str, Any]:
    """All tokenizers by all domains. tokenizers: names of TOKENIZERS, or paths."""
    rows = []
    general = [data.decode()[:_VERIFIED] for _, data in _eval(corpus).labelled_documents()]
    for name in tokenizers:
        place = corpus / "tokenizers" / TOKENIZERS[name] if name in TOKENIZERS else Path(name)
        old = load_tokenizer(place)
        for domain in domains:
            row, new = _measured(corpus, name, old, domain, n_new)
            row["exports"] = {each: _verified(new, each, general, folder) for each in FORMATS}
            rows.append(row)
    return {"machine": describe_machine(), "n_new": n_new, "rows": rows}


def _measured(
    corpus: Path, name: str, old: Tokenizer, domain: str, n_new: int
) -> tuple[dict[str, Any], Tokenizer]:
    texts = Corpus.from_paths(corpus / "train" / f"{domain}.txt.zst")
    began = time.perf_counter()
    extension = result_of(extend_tokenizer(old, texts, n_new))
    seconds = time.perf_counter() - began
    general = _eval(corpus)
    began = time.perf_counter()
    report = result_of(report_steps(extension, general=general))
    reporting = time.perf_counter() - began
    n_texts, n_changed = _taken_apart(extension, general)
    row = {
        "tokenizer": name,
        "label": domain,
        "new_tokens": extension.n_new,
        "seconds": round(seconds, 2),
        "report_seconds": round(reporting, 2),
        **_savings(report, domain),
        "never_fired": None if report.never_fired is None else len(report.never_fired),
        "unused_old": None if report.unused_old is None else len(report.unused_old),
        "new_tokens_unused": sum(not each.uses for each in report.new_tokens),
        "texts": n_texts,
        "texts_that_differ": n_changed,
    }
    return row, extension.tokenizer


def _savings(report: ExtensionReport, domain: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for text in report.texts:
        found[text.name.replace(" ", "_")] = round(text.saved, 4)
        if text.name == "general" and domain in text.labels:
            at = text.labels.index(domain)
            found["evaluation_file"] = round(1 - text.after[at] / text.before[at], 4)
    return found


def _taken_apart(extension: Extension, general: Corpus) -> tuple[int, int]:
    """(texts compared, texts whose new ids are not the old ones joined)."""
    old, new = extension.old, extension.tokenizer
    first = len(old.ranked_ids)
    ids, pairs = new.ranked_ids[first:].tolist(), new.merges[old.n_merges :].tolist()
    parts: dict[int, list[int]] = {}
    for token_id, pair in zip(ids, pairs, strict=True):
        parts[token_id] = [each for part in pair for each in parts.get(part, [part])]
    documents = [data for _, data in general.labelled_documents()]
    n_changed = 0
    encoded = zip(old.encode_batch(documents), new.encode_batch(documents), strict=True)
    for before, after in encoded:
        apart = [each for i in after.tolist() for each in parts.get(i, [i])]
        n_changed += not np.array_equal(before, np.array(apart, np.uint32))
    return len(documents), n_changed


def _verified(tokenizer: Tokenizer, format_name: str, general: list[str], folder: Path) -> str:
    place = folder / format_name
    export_tokenizer(tokenizer, format_name, place)
    texts = [*verification_texts(list(tokenizer.special_tokens)), *general]
    return str(verify_export(tokenizer, format_name, place, texts))


def _eval(corpus: Path) -> Corpus:
    return Corpus.from_paths(corpus / "eval")


def as_text(report: dict[str, Any]) -> str:
    """A table for a terminal."""
    lines = [f"{report['n_new']:,} new tokens each"]
    for row in report["rows"]:
        saved = ", ".join(
            f"{key} {100 * row[key]:.2f} %"
            for key in ("domain", "held_out", "evaluation_file", "general")
            if isinstance(row.get(key), float)
        )
        lines.append(
            f"{row['tokenizer']} + {row['label']}: {saved}; {row['seconds']} s and "
            f"{row['report_seconds']} s for the report; never fire {row['never_fired']:,}; new "
            f"tokens unused {row['new_tokens_unused']}; texts that differ "
            f"{row['texts_that_differ']} of {row['texts']:,}"
        )
        lines += [f"    {name}: {words}" for name, words in row["exports"].items()]
    return "\n".join(lines) + "\n"
