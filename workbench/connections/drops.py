"""Drops: what becomes of files, folders and text that are dropped on the window."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from engine.errors import ConfigError
from workbench.frame.drop_overlay import Kind, Way, read_mixture_json
from workbench.text.engine_words import error_words
from workbench.text.placeholders import fill

if TYPE_CHECKING:
    from workbench.app import Workbench


class Drops(QObject):
    """The ways for things that the pane below the pointer does not take itself."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._workbench = workbench
        ways = {
            Kind.CORPUS: Way(self.tr("Add to the corpus"), self.add_to_corpus, "corpus"),
            Kind.MIXTURE: Way(self.tr("Use as the mixture of the corpus"),
                              self.take_mixture, "corpus"),
            Kind.TOKENIZER: Way(self.tr("Report on this tokenizer's files"),
                                workbench.imports.read_paths, ""),
            Kind.TEMPLATE: Way(self.tr("Use this chat template"), self.use_template, "chat"),
        }  # fmt: skip
        workbench.window.drops.set_ways(ways, self.tr("Show this text as tokens"), self.show_text)

    def add_to_corpus(self, paths: Sequence[Any]) -> None:
        """Add files, folders and addresses."""
        self._workbench.window.show_workspace("corpus")
        self._workbench.corpus_pane.add_paths(paths)

    def take_mixture(self, paths: Sequence[Path]) -> None:
        """Use the first of these mixture files; what is wrong with it is said."""
        from workbench.corpus.corpus_pane import MIXTURE

        path, pane = paths[0], self._workbench.corpus_pane
        self._workbench.window.show_workspace("corpus")
        pane.show_view(MIXTURE)
        if path.suffix.lower() != ".json":
            pane.mixture.take_recipe(str(path))
            return
        from engine.settings import Mixture

        try:
            mixture = Mixture(**read_mixture_json(path))  # type: ignore[arg-type]  # it checks
        except (OSError, ValueError, TypeError, ConfigError) as error:
            words = self.tr("%1 cannot be used as a mixture: %2")
            pane.bar.show_error(fill(words, str(path), error_words(error)))
        else:
            self._workbench.state.set_mixture(mixture)

    def use_template(self, paths: Sequence[Path]) -> None:
        """Render conversations with the first of these templates."""
        self._workbench.window.show_workspace("chat")
        self._workbench.chat_pane.open_template(paths[0])

    def show_text(self, text: str) -> None:
        self._workbench.window.show_workspace("tokens")
        self._workbench.tokens_pane.set_text(text)
