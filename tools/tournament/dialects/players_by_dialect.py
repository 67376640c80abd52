"""The player of each dialect, and what went wrong when one was started."""

from parlour import EngineError
from tournament.dialects.dialect_player import CannotPlay, DialectPlayer
from tournament.dialects.engine_process import ProcessGuard
from tournament.dialects.gnubg_dialect import Gnubg
from tournament.dialects.harness_dialect import ProgramPerMove
from tournament.dialects.native_and_ugi_dialects import Native, Ugi
from tournament.dialects.piskvork_dialect import Piskvork
from tournament.dialects.ubgi_dialect import Ubgi
from tournament.events.event_definition import Contestant, EventRules

PLAYERS: dict[str, type[DialectPlayer]] = {
    "native": Native,
    "ugi": Ugi,
    "piskvork": Piskvork,
    "ubgi": Ubgi,
    "gnubg": Gnubg,
    "harness": ProgramPerMove,
}


def player_of(contestant: Contestant, rules: EventRules, guard: ProcessGuard) -> DialectPlayer:
    """The player for this contestant; raises CannotPlay if its dialect cannot play by the rules."""
    if contestant.dialect not in PLAYERS:
        known = ", ".join(PLAYERS)
        raise CannotPlay(
            f"engine '{contestant.name}' has the dialect '{contestant.dialect}', not one of {known}"
        )
    return PLAYERS[contestant.dialect](contestant, rules, guard)


def start_fault_text(player: DialectPlayer, fault: EngineError) -> str:
    """What went wrong when this player was started, for people."""
    engine = player.contestant
    what = str(fault)
    if fault.code == "no-answer":
        what = f"gave no answer in {player.rules.hang / 1000:g} s"
    elif fault.code == "closed" and "cannot be started" in fault.text:
        return f"engine '{engine.name}': {fault.text}"
    elif fault.code == "closed":
        what = "ended, or closed its output, before a game could begin"
    return f"engine '{engine.name}' ({engine.command}; dialect {engine.dialect}): {what}"
