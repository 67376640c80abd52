"""Damages lines: bytes, words, numbers, lengths, encodings."""

import re
from collections.abc import Callable
from random import Random

LONGEST_LINE = 65_536  # bytes that a line may have
NUMBERS = [
    b"0", b"1", b"-1", b"2", b"7", b"8", b"99", b"255", b"256", b"500", b"501", b"65535", b"65536",
    b"65537", b"2147483647", b"2147483648", b"-2147483648", b"4294967296", b"86400000", b"86400001",
    b"9223372036854775807", b"9223372036854775808", b"18446744073709551615",
    b"18446744073709551616", b"1e9", b"0x10", b"+5", b"007", b"1.5", b"-0", b"NaN",
    b"9" * 40,
]  # fmt: skip
BAD_BYTES = [
    b"\x00", b"\x01", b"\x07", b"\x0b", b"\x1b", b"\x7f", b"\x80", b"\xbf", b"\xc0\xaf", b"\xff",
    b"\xfe", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82", "é".encode(), "\u2028".encode(),
    "\u00a0".encode(), "\ufeff".encode(), "\U0001f3b2".encode(), "\u0301".encode(),
    "\u202e".encode(), b"\r", b"\t", b"  ", b"@", b"#", b"%s", b"\\", b'"', b"'", b"..", b",", b":",
]  # fmt: skip
NUMBER = re.compile(rb"\d+")
Mutator = Callable[[Random, bytes, list[bytes]], bytes]


def _place(chance: Random, line: bytes) -> int:
    return int(chance.random() * (len(line) + 1))


def replace_byte(chance: Random, line: bytes, _: list[bytes]) -> bytes:
    """Another byte in the place of one."""
    at = _place(chance, line)
    return line[:at] + bytes([int(chance.random() * 256)]) + line[at + 1 :]


def flip_bit(chance: Random, line: bytes, _: list[bytes]) -> bytes:
    """One bit turned over."""
    at = int(chance.random() * len(line)) if line else 0
    return (
        line[:at]
        + bytes([byte ^ (1 << chance.randrange(8)) for byte in line[at : at + 1]])
        + (line[at + 1 :])
    )


def drop(chance: Random, line: bytes, _: list[bytes]) -> bytes:
    """Some bytes less."""
    at = _place(chance, line)
    return line[:at] + line[at + 1 + int(chance.random() * 3) :]


def insert(chance: Random, line: bytes, _: list[bytes]) -> bytes:
    """Bytes that a text should not have, or seldom has."""
    at = _place(chance, line)
    return line[:at] + chance.choice(BAD_BYTES) + line[at:]


def cut(chance: Random, line: bytes, _: list[bytes]) -> bytes:
    """The line ends early."""
    return line[: _place(chance, line)]


def drop_word(chance: Random, line: bytes, _: list[bytes]) -> bytes:
    """A word less."""
    words = line.split(b" ")
    del words[int(chance.random() * len(words))]
    return b" ".join(words)


def swap_words(chance: Random, line: bytes, _: list[bytes]) -> bytes:
    """Two words exchanged."""
    words = line.split(b" ")
    one, two = int(chance.random() * len(words)), int(chance.random() * len(words))
    words[one], words[two] = words[two], words[one]
    return b" ".join(words)


def repeat_word(chance: Random, line: bytes, _: list[bytes]) -> bytes:
    """A word twice, or often."""
    words = line.split(b" ")
    at = int(chance.random() * len(words))
    times = 2 if chance.random() < 0.9 else int(2 ** (chance.random() * 9))
    words[at : at + 1] = [words[at]] * times
    return b" ".join(words)


def splice(chance: Random, line: bytes, others: list[bytes]) -> bytes:
    """The beginning of this line and the end of another."""
    words, more = line.split(b" "), chance.choice(others).split(b" ")
    return b" ".join(words[: _place(chance, b" " * len(words))] + more[-1 - len(more) // 2 :])


def number(chance: Random, line: bytes, _: list[bytes]) -> bytes:
    """A number at a limit, in the place of one or of a word."""
    found = list(NUMBER.finditer(line))
    new = chance.choice(NUMBERS)
    if found:
        at = chance.choice(found)
        if chance.random() < 0.3:
            new = b"%d" % (int(at[0][:20]) + chance.choice((-1, 1)))
        return line[: at.start()] + new + line[at.end() :]
    words = line.split(b" ")
    words[int(chance.random() * len(words))] = new
    return b" ".join(words)


def change_case(chance: Random, line: bytes, _: list[bytes]) -> bytes:
    """Capitals."""
    return line.upper() if chance.random() < 0.3 else line.swapcase()


def lengthen(chance: Random, line: bytes, _: list[bytes]) -> bytes:
    """A very long line: near the limit, or beyond it."""
    size = LONGEST_LINE + chance.choice((-1, 0, 1, 2, 5, 1000)) - chance.choice((0, 0, 5))
    part = chance.choice((b"x", b" ", line + b" ", b"9", b"\xff", b"4 "))
    return (line + b" " + part * (size // len(part) + 1))[:size]


def replace(chance: Random, line: bytes, _: list[bytes]) -> bytes:
    """Bytes without a meaning."""
    return chance.randbytes(int(chance.random() * (len(line) + 8)))


MUTATORS: list[Mutator] = [
    replace_byte,
    flip_bit,
    drop,
    insert,
    cut,
    drop_word,
    swap_words,
    repeat_word,
]
MUTATORS += [splice, number, number, change_case, replace]
LENGTHEN_ONE_IN = 2_000  # one line in this many is very long


def mutate(chance: Random, line: bytes, others: list[bytes]) -> bytes:
    """The line with one defect or some; it never holds the end of a line."""
    if chance.random() * LENGTHEN_ONE_IN < 1:
        return lengthen(chance, line, others).replace(b"\n", b" ")
    times = 1 if chance.random() < 0.7 else 1 + int(chance.random() * 3)
    for _ in range(times):
        line = MUTATORS[int(chance.random() * len(MUTATORS))](chance, line, others)
    return line.replace(b"\n", b" ")
