"""HTML of tokens and tables, for notebooks: coloured, readable without colours, escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from engine.sentences import counted
from engine.settings import N_BYTES

if TYPE_CHECKING:
    from engine.encoding.tokenizer import Tokenizer
    from engine.settings import TrainingRecord

MOST_TOKENS = 2000
_MOST_MERGES, _MOST_PATTERN = 100, 100
_BACKGROUNDS = ("#d7e8fa", "#fbe3cd", "#dcefdc", "#ecdff5")
_SPECIAL = "#4a4f57"
_INK = "#14181d"  # on every background at least 12:1
_CARD = "padding:8px 0;white-space:pre-wrap;font-family:monospace;overflow-wrap:anywhere"
_BOX = (
    "display:inline-block;max-width:100%;line-height:1.5;padding:0 2px;margin:1px;"
    "border:1px solid #5c6670;border-radius:3px"
)
_SIGNS = {" ": "·", "\t": "⇥", "\r": "␍"}


def html_of_tokens(
    tokens: Sequence[bytes], ids: Sequence[int], special: Sequence[bool], title: str = ""
) -> str:
    """Return tokens as boxes with their ids; the tip of each has id and bytes.

    tokens: the bytes of each. Neighbours have different colours and a border, special tokens are
    light on dark, white space is drawn, and bytes that are no whole character are hexadecimal.
    title: above them, in place of the number of tokens and bytes.
    """
    boxes = []
    for number, (token, token_id) in enumerate(zip(tokens[:MOST_TOKENS], ids, strict=False)):
        colour = f"background:{_BACKGROUNDS[number % len(_BACKGROUNDS)]};color:{_INK}"
        if special[number]:
            colour = f"background:{_SPECIAL};color:#fff"
        tip = f"id {token_id}, bytes {token.hex(' ')}"
        line_end = "<br>" if token.endswith(b"\n") else ""
        boxes.append(
            f'<span role="listitem" style="{_BOX};{colour}" title="{tip}" '
            f'aria-label="{escape(shown_token(token), quote=True)}, id {token_id}">'
            f"{escape(shown_token(token))}</span>{line_end}"
        )
    more = len(tokens) - MOST_TOKENS
    rest = f"<div>… {more:,} more tokens</div>" if more > 0 else ""
    n_bytes = sum(map(len, tokens))
    head = escape(title) or f"{len(tokens):,} tokens, {n_bytes:,} bytes"
    return (
        f'<div style="{_CARD}"><div>{head}</div>'
        f'<div role="list" aria-label="tokens">{"".join(boxes)}</div>{rest}</div>'
    )


def shown_token(token: bytes) -> str:
    """Return a token as a person reads it: `·` for a space, `⟨E2 96⟩` for parts of characters."""
    try:
        text = token.decode("utf-8")
    except UnicodeDecodeError:
        return f"⟨{token.hex(' ').upper()}⟩"
    return "".join(_shown_character(character) for character in text)


def _shown_character(character: str) -> str:
    if character in _SIGNS:
        return _SIGNS[character]
    if character == "\n":
        return "⏎"
    if character.isprintable():
        return character
    return f"⟨U+{ord(character):04X}⟩"


def html_table(
    caption: str, head: Sequence[str], rows: Iterable[Sequence[str]], note: str = ""
) -> str:
    """Return a table; its first column names the rows, the others are numbers."""
    titles = "".join(f'<th scope="col">{escape(title)}</th>' for title in head)
    lines = []
    for row in rows:
        cells = "".join(f'<td style="text-align:right">{escape(cell)}</td>' for cell in row[1:])
        name = f'<th scope="row" style="text-align:left">{escape(row[0])}</th>'
        lines.append(f"<tr>{name}{cells}</tr>")
    after = f"<div>{escape(note)}</div>" if note else ""
    return (
        f'<table><caption style="text-align:left">{escape(caption)}</caption>'
        f"<thead><tr>{titles}</tr></thead><tbody>{''.join(lines)}</tbody></table>{after}"
    )


def _trained_on(training: TrainingRecord) -> str:
    n_bytes, labels = int(training.source_bytes.sum()), training.source_labels
    return f"{n_bytes:,} bytes of {counted(len(labels), 'source')}"


def html_of_tokenizer(tokenizer: Tokenizer) -> str:
    """Return the facts of a tokenizer as a table, and its first and last merges as boxes."""
    training = tokenizer.training
    pattern = tokenizer.pattern_name or tokenizer.pattern
    rows = [
        ("ids", f"{tokenizer.vocab_size:,}"),
        ("merges", f"{tokenizer.n_merges:,}"),
        ("special tokens", ", ".join(tokenizer.special_tokens) or "none"),
        (
            "split pattern",
            pattern if len(pattern) <= _MOST_PATTERN else f"{pattern[:_MOST_PATTERN]}…",
        ),
        ("normalization", tokenizer.normalization or "none"),
        ("semantic hash", tokenizer.semantic_hash[:16]),
    ]
    if training is not None:
        rows.append(("trained on", _trained_on(training)))
    made = tokenizer.ranked_ids.tolist()[N_BYTES:]
    shown = made[:_MOST_MERGES]
    tokens = [tokenizer.vocabulary[token_id] for token_id in shown]
    facts = html_table("Tokenizer", ("property", "value"), rows)
    return facts + html_of_tokens(tokens, shown, [False] * len(shown), "the first merges")
