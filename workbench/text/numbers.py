"""Numbers as people read them here: grouped, three significant digits for ratios, units."""

from __future__ import annotations

GROUP_SPACE = "\u202f"  # narrow no-break space
NOTHING = "–"
_MOST_DIGITS = 18


def whole_number(digits: str) -> int:
    """Return the number that decimal digits write; 10 ** 18 for every one that is greater.

    No id, size or count is as great, and Python reads no more than some thousand digits.

    >>> whole_number("0512"), whole_number("9" * 5000) == 10 ** 18
    (512, True)
    """
    bare = digits.lstrip("0")
    return int(bare or "0") if len(bare) <= _MOST_DIGITS else 10**_MOST_DIGITS


def grouped(number: int) -> str:
    """Return a whole number in groups of three.

    >>> grouped(1234567).replace(GROUP_SPACE, " ")
    '1 234 567'
    """
    return f"{number:,}".replace(",", GROUP_SPACE)


def ratio(number: float | None) -> str:
    """Return three significant digits; a dash where there is no number.

    >>> ratio(4.1288), ratio(0.51239), ratio(41.288), ratio(412.88), ratio(None)
    ('4.13', '0.512', '41.3', '413', '–')
    """
    if number is None or number != number:
        return NOTHING
    size = abs(number)
    decimals = 3 if size < 1 else 2 if size < 10 else 1 if size < 100 else 0
    return f"{number:.{decimals}f}" if decimals else grouped(round(number))


def multiple(number: float | None) -> str:
    """Return a premium or another multiple; it follows the name of what it is of.

    >>> multiple(2.5), multiple(13.2), multiple(None)
    ('2.50 ×', '13.2 ×', '–')
    """
    return NOTHING if number is None or number != number else f"{ratio(number)} ×"


def percent(share: float | None) -> str:
    """Return a share with three significant digits, a dash where there is none.

    Only nothing is "0 %" and only all is "100 %".

    >>> percent(0.0123), percent(0.5), percent(0.0), percent(1), percent(None)
    ('1.23 %', '50.0 %', '0 %', '100 %', '–')
    >>> percent(0.00001), percent(0.9999), percent(0.00056), percent(1.5)
    ('< 0.01 %', '> 99.9 %', '0.056 %', '150 %')
    """
    if share is None or share != share:
        return NOTHING
    if share in (0, 1):
        return f"{share:.0%}".replace("%", " %")
    if 0 < share < 0.0001:
        return "< 0.01 %"
    if 0.9995 <= share < 1:
        return "> 99.9 %"
    return f"{ratio(100 * share)} %"


def percent_cell(share: float | None) -> str:
    """Return a share for a column: two decimals in every row, so that the points are aligned.

    >>> percent_cell(0.0086), percent_cell(0.73), percent_cell(0.0), percent_cell(None)
    ('0.86 %', '73.00 %', '0.00 %', '–')
    >>> percent_cell(0.00001)
    '< 0.01 %'
    """
    if share is None or share != share:
        return NOTHING
    return "< 0.01 %" if 0 < share < 0.0001 else f"{100 * share:.2f} %"


def byte_size(n_bytes: int) -> str:
    """Return a size in the largest fitting decimal unit.

    >>> byte_size(999), byte_size(21_300_000)
    ('999 B', '21.3 MB')
    """
    size = float(n_bytes)
    for unit in ("B", "kB", "MB", "GB"):
        if size < 1000 or unit == "GB":
            break
        size /= 1000
    return f"{n_bytes} B" if unit == "B" else f"{ratio(size)} {unit}"


def duration(seconds: float | None) -> str:
    """Return a time span in words that do not jitter.

    >>> duration(0.012), duration(0.84), duration(12.3), duration(83), duration(3720)
    ('12 ms', '0.8 s', '12 s', '1 min 23 s', '1 h 02 min')
    """
    if seconds is None:
        return NOTHING
    if seconds < 0.1:
        return f"{1000 * seconds:.0f} ms"
    if seconds < 10:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02d} min"
