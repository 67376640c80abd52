"""Plain text in columns for a terminal: widths as it shows them, long names cut in the middle."""

import unicodedata
from collections.abc import Sequence

WIDTH = 100
LEAST_NAME_COLUMNS = 8  # columns that a name keeps, however narrow it gets
GAP = "  "
WIDE_CLASSES = ("W", "F")  # classes of characters that take two columns


def clean(text: str) -> str:
    """The text on one line, with `?` for all that a terminal would not print as it is."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def columns(text: str) -> int:
    """Columns that a text takes."""
    return sum(
        0
        if unicodedata.combining(sign)
        else 1 + (unicodedata.east_asian_width(sign) in WIDE_CLASSES)
        for sign in text
    )


def cut(text: str, limit: int) -> str:
    """The text in `limit` columns at most: where names are long, their ends distinguish them."""
    text = clean(text)
    if columns(text) <= limit:
        return text
    tail = ""
    for sign in reversed(text):
        if columns(sign + tail) > (limit - 1) // 2:
            break
        tail = sign + tail
    head = ""
    for sign in text:
        if columns(head + sign) > limit - 1 - columns(tail):
            break
        head += sign
    return f"{head}…{tail}"


def pad(text: str, width: int, to_right: bool = True) -> str:
    """The text with blanks, before or after it, up to this width."""
    blanks = " " * (width - columns(text))
    return blanks + text if to_right else text + blanks


def table(rows: Sequence[Sequence[str]], name: int, width: int = WIDTH) -> list[str]:
    """Lines of rows of equal length, the first one the head; column `name` is shortened.

    Columns of numbers stand to the right, names to the left.
    """
    widths = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    others = sum(widths) - widths[name] + len(GAP) * (len(widths) - 1)
    widths[name] = min(
        max(columns(clean(row[name])) for row in rows), max(LEAST_NAME_COLUMNS, width - others)
    )
    lines = []
    for row in rows:
        cells = [
            pad(cut(cell, size) if place == name else cell, size, to_right=place != name)
            for place, (cell, size) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(GAP.join(cells).rstrip())
    return lines
