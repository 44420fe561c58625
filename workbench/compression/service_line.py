"""ServiceLine: in one line why a language costs its tokens, with links."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from engine.evaluation import METRICS, LanguageService, Reason, language_service
from workbench.signals import Signal
from workbench.text.engine_words import sentence_words
from workbench.text.languages import language_name
from workbench.text.numbers import grouped, multiple
from workbench.ui.theme.theme import Theme
from workbench.ui.widgets.figures import LINKS, link_style
from workbench.ui.words.tool_tips import plain_tip
from workbench.ui.words.translation import translator

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.library import AnyTokenizer
    from workbench.ui.languages.comparison_values import ComparisonValues, LanguageRow

_tr = translator("service_line")

_LANGUAGE = "language"
_LINKED = ("pattern", "advice", "training", "script", "uncounted")
"""Kinds of reasons that lead to where something can be done about them."""
_FACTS = ("training", "script")
_WIDE, _LINES, _LINES_OF_NARROW = 800, 2, 3
"""Nearly all reasons fit into two lines of this width."""


class ServiceLine(QLabel):
    """Names a language, its premium and the reasons, the main one first.

    It is the chosen language, or the one with the highest premium while none is chosen. It has the
    same height for all, so that nothing below it moves: details that have no room are left to the
    tool tip and the inspector.

    Signals:
        language_requested: the label whose row is asked for.
        corpus_requested: the training text is asked for.
        pattern_requested: name of the preset that the link advises, "" without advice.
        evaluation_requested: measure again, so that pre-tokens are counted.
        script_requested: English name of the script whose tokens are asked for.
    """

    language_requested: Signal[str] = Signal(object)
    corpus_requested = Signal()
    pattern_requested: Signal[str] = Signal(object)
    evaluation_requested = Signal()
    script_requested: Signal[str] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._explained: list[tuple[str, LanguageService]] = []
        self._language = ""
        theme.changed.connect(self._show_facts)
        self.setProperty("role", "caption")
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.setTextInteractionFlags(LINKS)
        self.linkActivated.connect(self._follow)
        self.hide()

    def heightForWidth(self, width: int) -> int:
        margins = self.contentsMargins()
        height = max(1, len(self._explained)) * self._text_height(width)
        return height + margins.top() + margins.bottom()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_facts()

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
            evaluation = values.comparison.measured[0].evaluation
            service = language_service(row.evaluated, tokenizer, evaluation)
            premium = values.value(METRICS["premium"], row)
            self._explain([(_head(language_name(service.label), premium), service)], "")

    def explain_each(
        self,
        values: ComparisonValues,
        chosen: LanguageRow | None,
        tokenizers: Mapping[int, AnyTokenizer],
    ) -> None:
        """Explain a language for several tokenizers, one below the other.

        tokenizers: by their places in `values`. They need not be the open one, so there are no
        links into its corpus and vocabulary.
        """
        worst = values.total("worst_language")
        row = chosen or next((row for row in values.rows if row.label == worst), None)
        explained = []
        for place, tokenizer in tokenizers.items():
            measured = None if row is None else row.measured[place]
            if row is None or measured is None:
                continue
            evaluation = values.comparison.measured[place].evaluation
            service = language_service(measured, tokenizer, evaluation)
            premium = values.value(METRICS["premium"], row, place)
            explained.append((_head(values.comparison.names[place], premium), service))
        is_known = isinstance(worst, str) and row is not None and bool(explained)
        self.setVisible(is_known)
        if is_known and row is not None:
            self._explain(explained, row.name)

    def _explain(self, explained: list[tuple[str, LanguageService]], language: str) -> None:
        """Show what explains a language, each beginning with its head.

        language: its name before the heads; "" where the only head has it, and links lead on.
        """
        changes_height = len(explained) != len(self._explained)
        self._explained, self._language = explained, language
        if changes_height:
            self.updateGeometry()
        self._show_facts()
        plain = [
            service.line(head if language else language_name(service.label), reason_words)
            for head, service in explained
        ]
        self.setToolTip(plain_tip("\n".join(plain)))
        begin = f"{language}: " if language else ""
        self.setAccessibleName(begin + "\n".join(plain))

    def _show_facts(self, _scheme: object = None) -> None:
        """Show what fits of the facts, with links in the colour of the current theme."""
        lines = []
        for number, (head, service) in enumerate(self._explained):
            n_details = service.n_details
            before = f"{self._language} · " if self._language and not number else ""
            while n_details and not self._fits(
                before + service.line(head, reason_words, n_details)
            ):
                n_details -= 1
            if self._language:
                first = f"{_link(_LANGUAGE, self._language)} · " if before else ""
                words = service.line(escape(head), _escaped, n_details)
                lines.append(first + words)
            else:
                lines.append(service.line(_link(_LANGUAGE, head), self._linked, n_details))
        self.setText(link_style(self._theme) + "<br>".join(lines) if lines else "")

    def _fits(self, words: str) -> bool:
        room = self.contentsRect()
        room.setHeight(10 * self._text_height(self.width()))
        found = self.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, words)
        return found.height() <= self._text_height(self.width())

    def _text_height(self, width: int) -> int:
        lines = _LINES if width >= _WIDE else _LINES_OF_NARROW
        return lines * self.fontMetrics().lineSpacing()

    def _linked(self, reason: Reason) -> str:
        """A reason in rich text, a link where something can be done; advice is the better one."""
        words = reason_words(reason)
        has_advice = self._explained[0][1].advice is not None
        is_link = reason.kind in _LINKED and not (reason.kind == "pattern" and has_advice)
        return _link(reason.kind, words) if is_link else escape(words)

    def _follow(self, target: str) -> None:
        if not self._explained:
            return
        service = self._explained[0][1]
        if target == _LANGUAGE:
            self.language_requested.emit(service.label)
        elif target == "training":
            self.corpus_requested.emit()
        elif target == "uncounted":
            self.evaluation_requested.emit()
        elif target == "script" and service.script is not None:
            self.script_requested.emit(service.script)
        elif target in ("pattern", "advice"):
            advice = service.advice if target == "advice" else None
            self.pattern_requested.emit("" if advice is None else str(advice.words.data["pattern"]))


def _head(name: str, premium: float | None) -> str:
    """What a line begins with. premium: None where the text is not parallel."""
    return name if premium is None else f"{name}, {multiple(premium)}"


def _escaped(reason: Reason) -> str:
    """A reason in rich text, without a link."""
    return escape(reason_words(reason))


def reason_words(reason: Reason) -> str:
    """A reason in the language of the program, with the names of languages."""
    data = reason.words.data
    names: dict[str, str] = {}
    if isinstance(label := data.get("reference"), str):
        names["reference"] = language_name(label)
    if isinstance(count := data.get("count"), int):
        names["number"] = grouped(count)
    return sentence_words(reason.words, **names)


def service_facts(service: LanguageService) -> list[tuple[str, str]]:
    """Heads and words of what is known of a language, the factors of its premium first."""
    known = {reason.kind: reason for reason in service.facts}
    words = []
    for factor in service.factors:
        details = service.details_of(factor)
        known |= {reason.kind: reason for reason in details}
        marks = [reason for reason in details if reason.kind == "marks"]
        said = "; ".join(reason_words(each) for each in (service.reason_of(factor), *marks))
        words.append((_heads()[factor.kind], said))
    facts = [(_heads()[kind], reason_words(known[kind])) for kind in _FACTS if kind in known]
    return words + facts


def _heads() -> dict[str, str]:
    return {
        "pattern": _tr("Split pattern"),
        "tokens": _tr("Each pre-token"),
        "uncounted": _tr("Pre-tokens"),
        "unknown": _tr("Pre-tokens"),
        "training": _tr("Training text"),
        "script": _tr("Vocabulary"),
    }


def _link(target: str, words: str) -> str:
    return f'<a href="{target}">{escape(words)}</a>'
