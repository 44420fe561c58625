"""RunSearch, which finds runs by typed words, and titles that tell runs of one name apart."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from workbench.text.numbers import grouped

if TYPE_CHECKING:
    from workbench.store import RunSummary

FIELDS = ("tag", "pattern", "status", "name", "note")
_UNKNOWN_FIELD = re.compile(r"(?:^|\s)-?([A-Za-z]+):(?=[^\s/])")
_TERM = re.compile(r'(-?)(?:(tag|pattern|status|name|note):)?(?:"([^"]*)"?|(\S+))', re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SearchTerm:
    """One word of a search. field: one of FIELDS, "" for all of them; words: case folded."""

    field: str
    words: str
    is_excluded: bool = False


@dataclass(frozen=True, slots=True)
class RunSearch:
    """Terms that all have to fit.

    Words are looked for in name, tags, pattern, note, status and id, whatever their case;
    `tag:draft`, `pattern:cl100k`, `status:failed`, `name:`, `note:` look in that place alone.
    A tag is meant whole (`tag:draft` does not find "drafts"), or its beginning with a star
    (`tag:dra*`). Quotes hold words together, a minus before a term leaves runs out.
    """

    terms: tuple[SearchTerm, ...] = ()

    @classmethod
    def of(cls, text: str) -> RunSearch:
        """Read what was typed; anything can be typed. Example: `tag:"to keep" -failed llama`."""
        terms = []
        for minus, field, quoted, bare in _TERM.findall(text):
            words = " ".join((quoted or bare).split()).casefold()
            if words:
                terms.append(SearchTerm(field.casefold(), words, bool(minus)))
        return cls(tuple(terms))

    def finds(self, run: RunSummary) -> bool:
        """Whether all terms fit a run."""
        return all(_fits(term, run) is not term.is_excluded for term in self.terms)


@dataclass(frozen=True, slots=True)
class SearchProblem:
    """What of a search cannot be meant. field: the word before a colon that is none of FIELDS,
    else a quote is open."""

    field: str = ""


def search_problem(text: str) -> SearchProblem | None:
    """Return what is wrong with a search; it is read all the same while it is typed."""
    outside = re.sub(r'"[^"]*"', '""', text)
    for field in _UNKNOWN_FIELD.findall(outside):
        if field.casefold() not in FIELDS:
            return SearchProblem(field)
    return SearchProblem() if '"' in outside.replace('""', "") else None


def tag_term(tag: str) -> str:
    """The search for a tag, as a person would type it. Example: to keep -> tag:"to keep"."""
    return f'tag:"{tag}"' if " " in tag else f"tag:{tag}"


def _fits(term: SearchTerm, run: RunSummary) -> bool:
    if term.field == "tag":
        return any(_is_tag(term.words, tag.casefold()) for tag in run.tags)
    if term.field == "status":
        return run.outcome.startswith(term.words)
    patterns = (run.pattern_name or "own", run.pattern, run.trainer or "")
    places = {
        "pattern": patterns,
        "name": (run.name,),
        "note": (run.notes,),
        "": (run.name, run.notes, run.outcome, run.run_id, patterns[0], *run.tags),
    }
    return any(term.words in " ".join(place.split()).casefold() for place in places[term.field])


def _is_tag(words: str, tag: str) -> bool:
    return tag.startswith(words[:-1]) if words.endswith("*") else tag == words


class NamedRun(Protocol):
    """What a title is made of."""

    @property
    def run_id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def vocab_size(self) -> int: ...


def title_among(run: NamedRun, runs: Iterable[NamedRun]) -> str:
    """The title of a run among others; it may be one of them or not, as a deleted one."""
    return run_titles((*runs, run))[run.run_id]


def run_titles(runs: Iterable[NamedRun]) -> dict[str, str]:
    """The title of each run by its id: its name, if others share it also its size, or its id.

    Example: two runs "keep" of 8,192 and one of 4,096 tokens -> "keep, 4 096", "keep, 8 192, 3ed1"
    and "keep, 8 192, 77a0".
    """
    known = list({run.run_id: run for run in runs}.values())
    sized = {run.run_id: f"{run.name}, {grouped(run.vocab_size)}" for run in known}
    short = {run.run_id: f"{sized[run.run_id]}, {run.run_id.rpartition('-')[2]}" for run in known}
    whole = {run.run_id: f"{run.name}, {run.run_id}" for run in known}
    titles = {run.run_id: run.name for run in known}
    for longer in (sized, short, whole):
        times = Counter(titles.values())
        titles = {
            run_id: title if times[title] == 1 else longer[run_id]
            for run_id, title in titles.items()
        }
    return titles
