"""The gallery's order, its words, and docs/gallery.md made of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import gallery_scenes as scenes
import gallery_superwords as further
from gallery_stage import HIGH_CONTRAST, Stage, Variant, variants_of

FOLDER = "pictures"
HEAD = """# Gallery

Every workspace over real text: {train} files to train on, languages in over twenty scripts, code
and LaTeX, and {texts} to measure on, most of them the same lines in another language. Each picture
is shown at 1280×800 in the light scheme; the links below it lead to the dark one and, for most, to
1920×1080. All are made by one script, [make_pictures.py](make_pictures.py), which drives the window
as a person does. The [guide](index.md) explains each workspace, and [looking.md](looking.md) lists
what was changed after looking at the pictures. Tokens, vocabulary, conversations and runs are on
the [next page](gallery-more.md).
"""
HEAD_LATER = """# Gallery, continued

Tokens, vocabulary, conversations and runs; the [first part](gallery.md) has the making of a
tokenizer.
"""
FIRST_LATER = "tokens"
"""The picture with which the second page begins."""
CONTRASTED = ("compression", "tokens")
"""Pictures that are also made in high contrast."""


class Shown(NamedTuple):
    """One picture: its file's stem, its title, and what is to be seen."""

    name: str
    title: str
    words: str


class Scene(NamedTuple):
    """What is played, and the pictures that come of it."""

    play: Callable[[Stage], None]
    pictures: Sequence[Shown]

    @property
    def names(self) -> frozenset[str]:
        return frozenset(shown.name for shown in self.pictures)


SCENES = (
    Scene(scenes.first_start, (
        Shown("tour", "First start", "The sample corpus, and a card that points at one control "
              "after the other."),
    )),
    Scene(scenes.corpus, (
        Shown("sources", "Corpus: sources", "Every source with its label and size; next to them "
              "the first documents of the selected one, Hindi."),
        Shown("corpus", "Corpus: mixture", "Temperature 0.3 raises the small languages: natural "
              "share as a ring, effective share as a disc, and the change in bytes per token by a "
              "training in the background."),
    )),
    Scene(scenes.pattern, (
        Shown("pattern-cut", "Pattern: a text in twelve scripts", "Each alternative of the split "
              "pattern has a colour, and so has every pre-token that it makes; the inspector "
              "explains the selected pre-token."),
        Shown("pattern", "Pattern: two side by side", "Only differences from GPT-2's pattern are "
              "coloured; the table has both in numbers, and the row of engines says which of them "
              "split the text identically."),
    )),
    Scene(scenes.train, (
        Shown("train", "Train: in the middle of the merges", "Phases with speed and time left, "
              "memory, whether to go on, the labels as a band, and the merges as they happen, both "
              "tokens in their colours."),
        Shown("trained", "Train: finished", "The same training at its end: its time, the error of "
              "the estimate, and every merge to search."),
    )),
    Scene(further.superwords, (
        Shown("superword-training", "Train: superwords", "Stage two of one training: the merges "
              "after the marked transition cross word boundaries, and the curves rise again."),
        Shown("superwords", "Vocabulary: superwords", "Every superword with its words and parts, "
              "and their share of each language's text."),
        Shown("superwords-compared", "Runs: superwords", "The same size without superwords: the "
              "tokens saved in each language, and how evenly both use their vocabulary."),
    )),
    Scene(scenes.special_tokens, (
        Shown("special-tokens", "Train: special tokens", "Two sets with ids and roles, sixteen "
              "reserved slots and a vocabulary that is a multiple of 128, before anything is "
              "trained."),
    )),
    Scene(scenes.files, (
        Shown("tokenizer-files", "Tokenizer files", "The report on GPT-2's tokenizer.json "
              "before it is used: sizes, hashes, special tokens, and problems."),
    )),
    Scene(scenes.compression, (
        Shown("compression", "Compression: table", "128 parallel languages: premiums, highest "
              "first, the difference from three other tokenizers in percent, and warnings."),
        Shown("compression-map", "Compression: heat map", "One row for each language, one column "
              "for each tokenizer; zero is neutral, blue better, orange worse."),
        Shown("compression-dots", "Compression: dots", "One mark for each tokenizer on one scale: "
              "premiums by script, with medians."),
    )),
    Scene(scenes.sizes, (
        Shown("sizes", "Sizes", "Bytes per token at every size of one training, the recommended "
              "size, where returns diminish, and the parameters of embedding and output."),
    )),
    Scene(scenes.explore, (
        Shown("explore", "Explore", "Tokenizers none of which another beats in every objective: "
              "compression, highest premium and size, with the knee and the current run."),
        Shown("explore-linked", "Explore: what if", "The same trials as parallel coordinates, and "
              "what the premium does if only the temperature moves."),
    )),
    Scene(scenes.tokens, (
        Shown("tokens", "Tokens", "One text in twelve scripts: every token with its border, "
              "characters that are split over several tokens above their hatched bytes."),
        Shown("tokens-beside", "Tokens: four tokenizers", "The same text in four columns, each "
              "compared with the first: equal tokens are plain, differences coloured."),
        Shown("tokens-libraries", "Tokens: files of others", "Beside the open run: GPT-2, a file "
              "in the style of Llama 3, and a SentencePiece model that runs in its own library."),
    )),
    Scene(scenes.vocabulary, (
        Shown("vocabulary-tree", "Vocabulary: a token and its tree", "The merges that made a "
              "Russian stem, the tokens it is used in, and its properties."),
        Shown("vocabulary", "Vocabulary: contexts", "The same token where the corpus really has "
              "it, aligned on the token."),
        Shown("timeline", "Vocabulary: timeline", "The text as it was encoded after 8 000 merges, "
              "and the merges that changed it."),
        Shown("report", "Vocabulary: report", "The vocabulary by script and length, twins, and the "
              "unused and unreachable tokens with the reason."),
    )),
    Scene(scenes.chat, (
        Shown("chat", "Chat: a conversation", "Supervised tokens are green with a strong mark, the "
              "others grey and hatched; the margin names the role."),
        Shown("chat-file", "Chat: a file", "300 conversations with tool calls, checked with a "
              "limit: the truncated ones, the line of the limit, and the tokens lost."),
    )),
    Scene(scenes.runs, (
        Shown("runs", "Runs: table", "Every training with its tags and its note; the inspector "
              "shows the selected one."),
        Shown("runs-compared", "Runs: settings and metrics", "Three runs: the scorecard, what "
              "changed, and each property with its difference from the baseline."),
        Shown("first-difference", "Runs: first difference", "The first merge where two runs "
              "diverge, the reason if it is proven, and lines between equal merges."),
        Shown("runs-languages", "Runs: languages", "The same three runs by language."),
    )),
    Scene(scenes.exports, (
        Shown("export", "Runs: export", "A run in four formats; each was loaded in the real "
              "library, which gave the same ids."),
        Shown("registry", "Runs: registry", "Two tokenizers that never change, and the files "
              "that the selected one was trained on, with their hashes."),
    )),
    Scene(further.loss, (
        Shown("loss", "Compression: loss", "Bits per byte of n-gram models with three "
              "tokenizers, comparable across tokenizers."),
    )),
    Scene(further.extend, (
        Shown("extend", "Extend a tokenizer", "Two thousand new tokens for LaTeX: the tokens saved "
              "there and elsewhere, and the old parts of each."),
    )),
    Scene(further.resume, (
        Shown("resume", "Runs: resume", "A training that was interrupted, and two ways to continue "
              "it to the same result."),
    )),
    Scene(scenes.frame, (
        Shown("layout", "Two workspaces side by side", "The layout Compare: the runs, and the "
              "compression of the open one by language."),
        Shown("palette", "Commands", "Every command by a few letters, with its keys."),
        Shown("shortcuts", "Keyboard shortcuts", "New keys for a command, and the command that "
              "already uses them."),
        Shown("guide", "Guide", "The guide inside the window, with a search."),
        Shown("settings", "Settings", "All settings, with a search."),
    )),
    Scene(scenes.tasks, (
        Shown("tasks", "Tasks", "A training runs and an evaluation waits: progress, speed, pause "
              "and cancel."),
    )),
)  # fmt: skip


def page_texts(train: int, texts: int) -> dict[str, str]:
    """Return the two pages of the gallery by file name.

    train, texts: how many files the two corpora have.
    """
    pictures = [shown for scene in SCENES for shown in scene.pictures]
    first_later = next(i for i, shown in enumerate(pictures) if shown.name == FIRST_LATER)
    head = HEAD.format(train=train, texts=texts)
    return {
        "gallery.md": "\n".join([head, *map(_entry, pictures[:first_later])]),
        "gallery-more.md": "\n".join([HEAD_LATER, *map(_entry, pictures[first_later:])]),
    }


def _entry(shown: Shown) -> str:
    first, *others = variants_of(shown.name)
    contrasted = HIGH_CONTRAST if shown.name in CONTRASTED else ()
    links = " · ".join(_link(shown.name, variant) for variant in (*others, *contrasted))
    picture = f"{FOLDER}/{first.file_of(shown.name)}"
    return f"## {shown.title}\n\n{shown.words}\n\n![{shown.title}]({picture})\n\n{links}\n"


def _link(name: str, variant: Variant) -> str:
    scheme = variant.scheme.replace("-contrast", ", high contrast")
    words = f"{scheme}, {variant.width}×{variant.height}"
    return f"[{words}]({FOLDER}/{variant.file_of(name)})"
