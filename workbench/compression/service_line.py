"""ServiceLine: in one line why a language costs its tokens, with links."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QLabel, QWidget

from engine.evaluation import METRICS, LanguageService, language_service, share_words
from workbench.signals import Signal
from workbench.text.languages import language_name
from workbench.text.numbers import grouped, multiple
from workbench.text.placeholders import fill
from workbench.ui.theme.theme import Theme
from workbench.ui.widgets.figures import LINKS, link_style
from workbench.ui.words.translation import counted

if TYPE_CHECKING:
    from engine.library import AnyTokenizer
    from workbench.ui.languages.comparison_values import ComparisonValues, LanguageRow

_LANGUAGE, _CORPUS, _SCRIPT = "language", "corpus", "script"


class ServiceLine(QLabel):
    """Names a language, its premium and what is known of the reason.

    It is the chosen language, or the one with the highest premium while none is chosen.

    Signals:
        language_requested: the label whose row is asked for.
        corpus_requested: the training text is asked for.
        script_requested: English name of the script whose tokens are asked for.
    """

    language_requested: Signal[str] = Signal(object)
    corpus_requested = Signal()
    script_requested: Signal[str] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._facts = theme, ""
        theme.changed.connect(self._show_facts)
        self.setProperty("role", "caption")
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(True)
        self.setTextInteractionFlags(LINKS)
        self._service: LanguageService | None = None
        self.linkActivated.connect(self._follow)
        self.hide()

    def explain(
        self,
        values: ComparisonValues,
        chosen: LanguageRow | None,
        tokenizer: AnyTokenizer | None,
    ) -> None:
        """Explain the chosen language, else the one with the highest premium.

        Hidden where the texts have no premiums, whatever is chosen, so that nothing moves.
        """
        worst = values.total("worst_language")
        row = chosen or next((row for row in values.rows if row.label == worst), None)
        is_known = tokenizer is not None and isinstance(worst, str) and row is not None
        self.setVisible(is_known)
        if is_known and tokenizer is not None and row is not None:
            service = language_service(row.evaluated, tokenizer)
            self._show_service(service, values.value(METRICS["premium"], row))

    def _show_service(self, service: LanguageService, premium: float | None) -> None:
        """Explain a language. premium: None where its text is not parallel."""
        self._service = service
        name = language_name(service.label)
        begin = _link(_LANGUAGE, name if premium is None else f"{name}, {multiple(premium)}")
        facts = (
            (training_words(service), _CORPUS), (script_words(service), _SCRIPT),
            (split_words(service), ""),
        )  # fmt: skip
        known = [(words, target) for words, target in facts if words]
        parts = [_link(target, words) if target else escape(words) for words, target in known]
        self._facts = f"{begin}: {', '.join(parts)}" if parts else begin
        self._show_facts()
        plain = ", ".join(words for words, _ in known)
        self.setAccessibleName(f"{name}: {plain}")

    def _show_facts(self, _scheme: object = None) -> None:
        """Show the facts with links in the colour of the current theme."""
        self.setText(link_style(self._theme) + self._facts)

    def _follow(self, target: str) -> None:
        service = self._service
        if service is None:
            return
        if target == _LANGUAGE:
            self.language_requested.emit(service.label)
        elif target == _CORPUS:
            self.corpus_requested.emit()
        elif service.script is not None:
            self.script_requested.emit(service.script)


def training_words(service: LanguageService) -> str:
    """How much of the training text is in the language; "" if not known."""
    if service.training_share is None:
        return ""
    return fill(_tr("%1 of the training text"), share_words(service.training_share))


def script_words(service: LanguageService) -> str:
    """How many tokens have letters of its script; "" if not known."""
    if service.script is None or service.script_tokens is None:
        return ""
    if not service.script_tokens:
        return fill(_tr("no token with %1 letters"), service.script)
    return counted(
        "service_line",
        "1 token with %2 letters",
        "%1 tokens with %2 letters",
        service.script_tokens,
        grouped(service.script_tokens),
        service.script,
    )


def split_words(service: LanguageService) -> str:
    """How many of its characters no token has whole; "" if not known."""
    if service.split_share is None:
        return ""
    return fill(_tr("%1 of its characters split over tokens"), share_words(service.split_share))


def _link(target: str, words: str) -> str:
    return f'<a href="{target}">{escape(words)}</a>'


def _tr(words: str) -> str:
    return QCoreApplication.translate("service_line", words)
