"""`mixture`: show how much of each source a training would take, and what it would read.

Takes a recipe, the mixture and the reading options; trains nothing. With --out it writes the mixed
text as files.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.cli.shared.inputs import cap_remark, chosen_corpus, given_recipe
from workbench.cli.shared.mixture_files import (
    add_writing_options,
    check_writing_use,
    write_mixture_files,
)
from workbench.cli.shared.options import (
    PATHS_HELP,
    CommandParser,
    add_counts,
    add_labels,
    add_reading_options,
    add_setting_option,
)
from workbench.cli.shared.output import (
    count,
    known_language,
    prepare_engine,
    print_json,
    print_note,
    print_table,
    result_with_line,
)
from workbench.cli.shared.settings import add_weighting_options, chosen_cache, wanted_mixture
from workbench.cli.shared.training_report import repetition_remarks
from workbench.text.numbers import byte_size
from workbench.work.training_settings import SETTINGS

if TYPE_CHECKING:
    from argparse import Namespace

    from engine.corpus import Corpus
    from engine.counting import CountsCache, SourcePlan
    from engine.settings import AppliedRecipe, Mixture, ResolvedMixture, TrainingConfig
    from workbench.work.recipe import Recipe
    from workbench.work.recipe_values import WantedMixture


def add_mixture_options(mixture: CommandParser) -> None:
    """Add the options of `mixture`."""
    mixture.add_argument("paths", metavar="PATH", nargs="*", help=PATHS_HELP)
    add_counts(mixture)
    mixture.add_argument("--recipe", metavar="FILE", type=Path, help="settings as train takes them")
    mixture.add_argument(
        "--pattern", metavar="P", help="split pattern of the training, for what would be read"
    )
    normalization = replace(SETTINGS["normalization"], help="as train, for what would be read")
    add_setting_option(mixture, "normalization", normalization)
    add_reading_options(mixture)
    add_labels(mixture)
    add_weighting_options(mixture)
    add_writing_options(mixture)


def mixture_command(arguments: Namespace) -> int:
    """Measure the sources, resolve the mixture and report or write it; nothing is trained."""
    check_writing_use(arguments)
    recipe = given_recipe(arguments)
    corpus = chosen_corpus(arguments, recipe)
    is_written = arguments.out is not None
    wanted = wanted_mixture(arguments, recipe.settings, corpus, draws=is_written)
    if is_written:
        prepare_engine()
        return write_mixture_files(arguments, corpus, wanted.maker)
    return _report(arguments, recipe, corpus, wanted)


def _report(arguments: Namespace, recipe: Recipe, corpus: Corpus, wanted: WantedMixture) -> int:
    from engine.counting import reading_plan
    from engine.settings import Mixture, TrainingConfig

    config = TrainingConfig(
        256,
        pattern=arguments.pattern or recipe.settings.get("pattern", "gpt2"),
        normalization=arguments.normalization or recipe.settings.get("normalization"),
    )
    cache = chosen_cache(arguments)
    prepare_engine()
    sizes = _measured(corpus, config, cache)
    plans = reading_plan(corpus, config, cache)  # afterwards: what is damaged is gone by then
    if remark := cap_remark(corpus, sizes):
        print_note(remark)
    labels = [source.label for source in corpus.sources]
    mixture = (wanted.maker or Mixture()).for_sources(labels, sizes)
    resolved = mixture.resolve(labels, sizes)
    if resolved.is_sampled:
        read = _sampled_sizes(corpus, config, cache, mixture, resolved)
        resolved = mixture.resolve(labels, read, natural_bytes=sizes)
    applied = wanted.applied(labels, sizes)
    if arguments.json:
        print_json(_document(resolved, applied, plans))
    else:
        _print(resolved, applied, plans)
    return 0


def mixture_rows(resolved: ResolvedMixture) -> list[dict[str, Any]]:
    """The sources of a mixture as JSON has them."""
    return [
        {
            "label": row.label,
            "language": known_language(row.label),
            "bytes": row.n_bytes,
            "natural_share": row.natural_share,
            "share": row.share,
            "effective_bytes": round(row.effective_bytes),
            "repetition": row.repetition,
            "weight": row.weight,
            "sample_share": row.sample_share,
            "read_bytes": row.read_bytes,
        }
        for row in resolved.rows
    ]


def _measured(corpus: Corpus, config: TrainingConfig, cache: CountsCache | None) -> tuple[int, ...]:
    from engine.counting import source_sizes
    from engine.splitting import Splitter

    steps = source_sizes(corpus, Splitter(config.pattern), config.normalization, cache)
    return result_with_line(steps, lambda step: _progress_text(step.done, step.total))


def _sampled_sizes(
    corpus: Corpus,
    config: TrainingConfig,
    cache: CountsCache | None,
    mixture: Mixture,
    resolved: ResolvedMixture,
) -> tuple[int, ...]:
    """What a training would read of each source: the documents that the samples really keep.

    As in a training, a source of which a sample would keep nothing is taken whole.
    """
    from engine.counting import sampled

    shares = [row.sample_share if row.weight else 0.0 for row in resolved.rows]
    read = _measured(sampled(corpus, shares, mixture.seed), config, cache)
    if all(n_bytes or not share for n_bytes, share in zip(read, shares, strict=True)):
        return read
    shares = [share if n else float(share > 0) for n, share in zip(read, shares, strict=True)]
    return _measured(sampled(corpus, shares, mixture.seed), config, cache)


def _progress_text(done: int, expected: int) -> str:
    return f"Read {done / max(1, expected):4.0%}  {byte_size(done)}"


def _document(
    resolved: ResolvedMixture, applied: AppliedRecipe | None, plans: tuple[SourcePlan, ...]
) -> dict[str, Any]:
    rows = mixture_rows(resolved)
    for row, plan in zip(rows, plans, strict=True):
        row["is_kept"] = plan.is_kept
        row["bytes_on_disk"] = plan.n_bytes_on_disk
    document: dict[str, Any] = {
        "sources": rows,
        "weight_scale": resolved.scale,
        "left_out": list(resolved.left_out),
        "remarks": list(_remarks(resolved, applied)),
        "bytes_to_read": sum(plan.n_bytes_on_disk for plan in plans if not plan.is_kept),
    }
    if applied is not None:
        document["groups"] = [
            {
                "name": group.name,
                "asked": group.asked,
                "share": group.share,
                "labels": list(group.labels),
            }
            for group in applied.groups
        ]
        document["empty_groups"] = list(applied.empty_groups)
        document["missing_labels"] = list(applied.missing)
        document["in_no_group"] = list(applied.left_out)
    return document


def _print(
    resolved: ResolvedMixture, applied: AppliedRecipe | None, plans: tuple[SourcePlan, ...]
) -> None:
    headers = (
        "label", "language", "counts", "bytes", "natural share", "share", "effective bytes",
        "repetition", "sample",
    )  # fmt: skip
    rows = [
        (
            row.label,
            known_language(row.label) or "",
            "kept" if plan.is_kept else "to read",
            count(row.n_bytes),
            f"{row.natural_share:.2%}",
            f"{row.share:.2%}",
            count(round(row.effective_bytes)),
            f"{row.repetition:.3f}",
            f"{row.read_bytes / row.n_bytes:.1%}" if row.is_sampled else "all",
        )
        for row, plan in zip(resolved.rows, plans, strict=True)
    ]
    total = sum(row.n_bytes for row in resolved.rows)
    effective = round(sum(row.effective_bytes for row in resolved.rows))
    rows.append(
        ("all", "", "", count(total), "100.00%", "100.00%", count(effective),
         f"{effective / total:.3f}", "")
    )  # fmt: skip
    print_table(headers, rows, n_words=3)
    to_read = [plan for plan in plans if not plan.is_kept]
    n_bytes = sum(plan.n_bytes_on_disk for plan in to_read)
    print(
        f"\n{len(plans) - len(to_read)} of {len(plans)} sources counted"
        + (f"; {len(to_read)} ({byte_size(n_bytes)} on disk) to count." if to_read else ".")
    )
    for remark in _remarks(resolved, applied):
        print_note(remark)


def _remarks(resolved: ResolvedMixture, applied: AppliedRecipe | None) -> tuple[str, ...]:
    """What is to be known of it before training, as sentences."""
    often = repetition_remarks([(row.label, row.repetition) for row in resolved.rows])
    if applied is not None:
        return (*often, *applied.remarks)
    left_out = ", ".join(resolved.left_out)
    return (*often, f"Skipped: {left_out}.") if left_out else often
