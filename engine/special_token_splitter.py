"""Finding special tokens in text that may hold them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.errors import SpecialTokenError


class SpecialTokenSplitter:
    """Cuts UTF-8 text at special tokens; where two begin at one place the longer one is meant."""

    def __init__(self, special_tokens: Mapping[str, int]) -> None:
        import regex  # most texts are encoded without looking for special tokens

        self._ids = {token.encode(): token_id for token, token_id in special_tokens.items()}
        longest_first = sorted(self._ids, key=len, reverse=True)
        alternatives = b"|".join(map(regex.escape, longest_first))
        self._expression = regex.compile(alternatives)
        self._cut = regex.compile(b"(" + alternatives + b")").split

    def may_be_in(self, data: bytes) -> bool:
        """Whether a special token stands in a text, or across the border of two in a row."""
        return self._expression.search(data) is not None

    def pieces(self, data: bytes, *, reject: bool) -> Iterator[tuple[bytes, int | None]]:
        """(ordinary text, id of the special token after it); None after the last piece.

        Raises SpecialTokenError at the first special token where `reject` is set.
        """
        reached = 0
        for match in self._expression.finditer(data):
            token = match.group()
            if reject:
                raise SpecialTokenError(
                    f"The text holds the special token {token.decode()!r} at byte "
                    f'{match.start():,}; encode it as text with special="text" or as its id with '
                    'special="parse".',
                    token=token.decode(),
                    offset=match.start(),
                )
            yield data[reached : match.start()], self._ids[token]
            reached = match.end()
        yield data[reached:], None

    def cut(self, data: bytes, *, reject: bool) -> tuple[list[bytes], list[int]]:
        """The ordinary texts, and the ids of the special tokens between them.

        As `pieces`, at once. Raises SpecialTokenError.
        """
        parts = self._cut(data)
        if reject and len(parts) > 1:
            for _ in self.pieces(data, reject=True):
                pass
        return parts[::2], [self._ids[token] for token in parts[1::2]]
