"""Makes an event of the words of a command line, or of the settings in a log."""

import itertools
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from parlour.game_description import Description
from tournament.events.ask_description import description_of, first_game
from tournament.events.event_definition import DIALECTS, Contestant, Event, EventRules, Limits
from tournament.events.schedule import in_order, meetings, pairs
from tournament.openings.read_openings import read_openings

GAMES = Path(__file__).resolve().parents[3] / "src" / "games"  # a folder each
BUILT = Path(__file__).resolve().parents[3] / "target" / "release" / "parlour"
START = "startpos"
RANDOM_PLIES = 4  # where the game has no set of openings
LIMITS = ("movetime", "nodes", "depth", "tc")
SETTINGS: dict[str, Any] = {
    "engines": [],
    "game": "",
    "variant": "",
    "schedule": "round-robin",
    "openings": "",
    "order": "sequential",
    "random_plies": None,
    "seed": 1,
    "movetime": 0,
    "nodes": 0,
    "depth": 0,
    "tc": "",
    "judge": "",
    "tolerance": 100.0,
    "hang": 60_000.0,
    "games": 100,  # of each two engines; 0: until a sequential test has decided
}
FIRST_GAMES = 400  # of those without a number: then twice as many, and so on


class SettingsError(ValueError):
    """Words of a command line that do not describe an event."""


def new_settings(said: Mapping[str, Any]) -> dict[str, Any]:
    """All settings of a new event, by default where they were not given.

    The judge is asked for the description of the game, and for its first game if none is given.
    Raises OSError or EngineError if it cannot be asked, ValueError for a bad file of openings.
    """
    settings = {**SETTINGS, **said}
    settings["judge"] = settings["judge"] or (
        shlex.quote(str(BUILT)) if BUILT.exists() else "parlour"
    )
    settings["game"] = settings["game"] or first_game(settings["judge"])
    description = description_of(settings["judge"], settings["game"])
    settings["description"] = asdict(description)
    own = GAMES / settings["game"] / "openings.txt"
    if settings["openings"]:
        settings["openings"] = _openings(settings["openings"])
    elif not settings["variant"] and settings["random_plies"] is None and own.exists():
        settings["openings"] = read_openings(own)
    else:
        settings["openings"] = [START]
        if settings["random_plies"] is None and not description.dice:
            settings["random_plies"] = RANDOM_PLIES
    settings["random_plies"] = settings["random_plies"] or 0
    return settings


def kept_settings(kept: Mapping[str, Any], said: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a log that is resumed; only the number of games may change.

    Raises SettingsError if any other setting was given and differs.
    """
    for name, value in said.items():
        now = _openings(value) if name == "openings" else value
        if name != "games" and kept.get(name) != now:
            raise SettingsError(
                f"--{name.replace('_', '-')} differs from what the log was begun with"
            )
    return {**kept, **{name: value for name, value in said.items() if name == "games"}}


def growing_events(settings: Mapping[str, Any], played: int) -> Iterator[Event]:
    """The event, or if its games have no number, ever longer events that begin alike.

    The first of them has all the games that are played. Raises SettingsError.
    """
    if settings["games"]:
        yield event_of(settings)
        return
    for step in itertools.count():
        if FIRST_GAMES << step >= played:
            yield event_of({**settings, "games": FIRST_GAMES << step})


def _openings(said: str) -> list[str]:
    """Those of a file, or the start position alone."""
    return [START] if said == "none" else read_openings(said)


def event_of(settings: Mapping[str, Any]) -> Event:
    """The event of these settings; raises SettingsError.

    Logs of older versions have no description: then the judge is asked. Raises OSError or
    EngineError if it cannot be.
    """
    if "description" in settings:
        description = Description.from_json(settings["description"])
    else:
        description = description_of(settings["judge"], settings["game"])
    rules = EventRules(
        game=settings["game"],
        variant=settings["variant"],
        judge=settings["judge"],
        tolerance=settings["tolerance"],
        hang=settings["hang"],
        random_plies=settings["random_plies"],
        seed=settings["seed"],
        description=description,
    )
    limits = read_limits(settings)
    contestants = tuple(read_contestant(words, limits) for words in settings["engines"])
    names = [contestant.name for contestant in contestants]
    if twice := {name for name in names if names.count(name) > 1}:
        raise SettingsError(f"two engines are called '{twice.pop()}': give them a name=")
    try:
        met = meetings(settings["schedule"], len(contestants))
        openings = in_order(settings["openings"], settings["order"], settings["seed"])
        return Event(rules, contestants, tuple(pairs(met, openings, settings["games"])))
    except ValueError as fault:
        raise SettingsError(str(fault)) from None


def read_contestant(words: list[str], limits: Limits) -> Contestant:
    """Reads an engine: its command, then NAME=VALUE."""
    command, *rest = words
    said: dict[str, str] = {}
    for word in rest:
        name, equals, value = word.partition("=")
        if not (name and equals):
            raise SettingsError(f"engine '{command}': '{word}' is not NAME=VALUE")
        said[name] = value
    own = {name: said.pop(name) for name in LIMITS if name in said}
    dialect = said.pop("dialect", "native")
    if dialect not in DIALECTS:
        raise SettingsError(f"engine '{command}': '{dialect}' is none of {', '.join(DIALECTS)}")
    called = said.pop("name", "") or "-".join(
        [Path(command.split()[0]).name if command.split() else "", *said.values()]
    )
    return Contestant(called, command, dialect, said, read_limits(own) if own else limits)


def read_limits(said: Mapping[str, Any]) -> Limits:
    """Reads limits; limits of an engine's own replace all limits of the event."""
    limits = Limits()
    for name in ("movetime", "nodes", "depth"):
        limits = replace(limits, **{name: _number(name, said.get(name, 0), int)})
    if clock := said.get("tc"):
        base, _, inc = str(clock).partition("+")
        limits = replace(
            limits, base=_number("tc", base, float), inc=_number("tc", inc or 0, float)
        )
        if not limits.base:
            raise SettingsError(f"tc: '{clock}' gives no time for the game")
    return limits


def _number(name: str, said: Any, kind: type) -> Any:
    try:
        number = kind(said)
    except ValueError:
        raise SettingsError(f"{name}: '{said}' is no number") from None
    if not 0 <= number < 1e12:
        raise SettingsError(f"{name}: {said} is out of range")
    return number
