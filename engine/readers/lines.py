"""Lines as text, by a policy for what is not UTF-8."""

from __future__ import annotations

from engine.readers.encoding import refuse_invalid, repaired
from engine.readers.problems import FileProblems
from engine.reading_options import EncodingErrors
from engine.utf8 import first_invalid_byte


def decoded_line(
    line: bytes, number: int, offset: int, errors: EncodingErrors, problems: FileProblems
) -> str | None:
    """A line as text; None where it is left out. What was done is reported.

    number: of the line, from 1; offset: where it begins in the file.
    """
    try:
        return line.decode()
    except UnicodeDecodeError:
        pass
    if errors == "replace":
        return repaired(line, problems, offset=offset, line=number).decode()
    at = first_invalid_byte(line) or 0
    if errors == "stop":
        refuse_invalid(problems.path, line, at, offset=offset, line=number)
    problems.add("line left out: invalid UTF-8.", line=number, offset=offset + at)
    return None
