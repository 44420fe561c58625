"""What `extend` prints: tables of texts and tokens, sentences on ids and cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.cli.shared.output import count, counted, print_note, print_table
from workbench.text.numbers import byte_size, duration
from workbench.text.visible_text import visible

if TYPE_CHECKING:
    from engine.extension import ExtensionReport, NewToken

_TOKENS_SHOWN = 20
_LABELS_SHOWN = 40
_PROBLEMS_SHOWN = 10


def print_extension(report: ExtensionReport) -> None:
    """The tables and sentences; problems go to standard error."""
    extension = report.extension
    _print_problems(report)
    old, new = extension.old, extension.tokenizer
    if report.new_tokens:  # special tokens alone change no text
        _print_texts(report)
        print()
        _print_tokens(report)
        print()
    n_between = int((~extension.is_wanted).sum())
    between = f", {counted(n_between, 'intermediate token')} among them" if n_between else ""
    ids = extension.new_ids.tolist()
    range_of = f", ids {min(ids):,} to {max(ids):,}" if ids else ""
    print(
        f"{counted(extension.n_new, 'new token')}{between}{range_of}; "
        f"{count(new.vocab_size)} ids in total, {count(old.vocab_size)} before"
    )
    if specials := extension.new_special_tokens:
        named = ", ".join(f"{name} {token_id}" for name, token_id in specials.items())
        print(f"{counted(len(specials), 'new special token')}: {named}")
    if report.never_fired is not None and report.unused_old is not None:
        print(
            f"{count(len(report.never_fired))} of the {counted(old.n_merges, 'old merge')} never "
            f"fire on the domain; {counted(len(report.unused_old), 'old token')} unused there"
        )
    print(_cost_words(report))
    print(duration(extension.seconds))


def _print_texts(report: ExtensionReport) -> None:
    rows = []
    for text in report.texts:
        before, after = int(text.before.sum()), int(text.after.sum())
        rows.append((text.name, "all", *_figures(int(text.n_bytes.sum()), before, after)))
        if len(text.labels) > 1:
            figures = zip(
                text.labels, text.n_bytes.tolist(), text.before.tolist(), text.after.tolist(),
                strict=True,
            )  # fmt: skip
            for label, *numbers in list(figures)[:_LABELS_SHOWN]:
                rows.append((text.name, label, *_figures(*numbers)))
    headers = ("text", "label", "size", "tokens before", "after", "saved")
    print_table(headers, rows, n_words=2)


def _figures(n_bytes: int, before: int, after: int) -> tuple[str, str, str, str]:
    saved = 1 - after / before if before else 0.0
    return byte_size(n_bytes), count(before), count(after), f"{saved:.2%}"


def _print_tokens(report: ExtensionReport) -> None:
    new = report.new_tokens
    rows = [_token_row(report, each) for each in new[:_TOKENS_SHOWN]]
    print_table(("token", "id", "uses", "parts before"), rows, n_words=1)
    if len(new) > _TOKENS_SHOWN:
        print(f"and {len(new) - _TOKENS_SHOWN:,} more (report.json has all)")


def _token_row(report: ExtensionReport, each: NewToken) -> tuple[str, str, str, str]:
    old = report.extension.old
    parts = " ".join(_shown(old.vocabulary[part]) for part in each.parts)
    uses = "-" if each.uses is None else count(each.uses)
    name = _shown(each.token) if each.is_wanted else f"{_shown(each.token)} (intermediate)"
    return name, str(each.token_id), uses, parts


def _shown(token: bytes) -> str:
    try:
        return visible(token)
    except UnicodeDecodeError:
        return f"hex:{token.hex()}"


def _cost_words(report: ExtensionReport) -> str:
    words = f"The embeddings grow by {counted(report.n_new_rows, 'row')}"
    if report.cost is None or report.new_parameters is None:
        return words
    how = "tied" if report.cost.is_tied else "input and output apart"
    return (
        f"{words}: {report.new_parameters:,} parameters at a width of {report.cost.width:,}, {how}"
    )


def _print_problems(report: ExtensionReport) -> None:
    problems = report.problems
    for problem in problems[:_PROBLEMS_SHOWN]:
        print_note(problem)
    if len(problems) > _PROBLEMS_SHOWN:
        print_note(f"And {len(problems) - _PROBLEMS_SHOWN:,} more such sentences in report.json.")
    taken = [each for each in report.extension.reaches if each.n_taken]
    if taken:
        print_note(
            f"{counted(len(taken), 'token')} not reached in every longer pre-token, as with any "
            f"merges (report.json has all). {taken[0].sentence}"
        )
