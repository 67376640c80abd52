"""What the terminal says of analysed games; the tables of the report are the same."""

from collections.abc import Sequence

from analysis.decision_and_game_records import CUBE, PLAY, Candidate, Decision, GameAnalysis
from analysis.player_sums import PHASES, PlayerSums, name_of, sums_of, worst
from analysis.score_values_and_marks import EQUITY, MARK_SIGNS, MARKS, THRESHOLDS, score_words
from tournament.text_table import table

UNKNOWN = "-"
WORST = 10  # decisions that are listed


def number(value: float | None, digits: int, sign: bool = False) -> str:
    """A number, or that it is not known."""
    return UNKNOWN if value is None else f"{value + 0.0:{'+' if sign else ''}.{digits}f}"


def player_rows(players: Sequence[PlayerSums]) -> list[list[str]]:
    """A head, and a row for each player."""
    heads = ["Player", "Games", "W-D-L", "Decisions", "Best", "Loss", "?!", "?", "??"]
    has_dice = any(player.unit == EQUITY for player in players)
    if has_dice:
        heads += ["Plays", "Cube", "PR", "Rolls", "Luck"]
    rows = [heads]
    for player in players:
        every = player.all
        row = [
            player.name,
            f"{player.games}",
            f"{player.won}-{player.drawn}-{player.lost}",
            f"{every.decisions}",
            f"{player.best_moves_found / player.unforced:.0%}" if player.unforced else UNKNOWN,
            number(player.rate(every), 2),
            *(f"{player.marks[mark]}" for mark in ("doubtful", "mistake", "blunder")),
        ]
        if has_dice:
            row += [number(player.rate(player.by_kind[kind]), 2) for kind in (PLAY, CUBE)]
            row += [number(player.performance_rating, 2), f"{player.rolls}"]
            row.append(number(player.luck, 3, sign=True) if player.rolls else UNKNOWN)
        rows.append(row)
    return rows


def phase_rows(players: Sequence[PlayerSums]) -> list[list[str]]:
    """A head, and for each player the loss a decision in each third of the games."""
    rows = [["Player", *(phase.capitalize() for phase in PHASES)]]
    for player in players:
        rates = (number(player.rate(phase), 2) for phase in player.phases)
        counts = (phase.decisions for phase in player.phases)
        cells = [f"{rate} ({count})" for rate, count in zip(rates, counts, strict=True)]
        rows.append([player.name, *cells])
    return rows


def unit_words(unit: str) -> str:
    """What the column of losses has."""
    is_equity = unit == EQUITY
    leasts = zip(MARKS, THRESHOLDS[unit], strict=True)
    parts = 1000 if is_equity else 100
    marks = [f"{MARK_SIGNS[mark]} from {parts * least:.0f}" for mark, least in leasts]
    of = "thousandths of normalised equity (mEMG)" if is_equity else "per cent of winning chance"
    rating = " PR is half of the loss." if is_equity else ""
    return f"Loss: the mean loss of a decision, in {of}; {', '.join(reversed(marks))}.{rating}"


def luck_lines(players: Sequence[PlayerSums]) -> list[str]:
    """Lines for each player: points of money games and matches won, and the same less luck."""
    lines: list[str] = []
    for player in players:
        if player.money_games and player.rolls:
            lines.append(
                f"{player.name}: {player.points:+g} points in {player.money_games} games,"
                f" luck-adjusted {player.adjusted:+.3f}"
            )
        if player.matches and player.rolls:
            lines.append(
                f"{player.name}: {player.matches_won} of {player.matches} matches won,"
                f" luck-adjusted {player.adjusted_matches:.3f}"
            )
    return lines


def value_words(candidate: Candidate | None) -> str:
    """What a move is worth, for people."""
    if candidate is None:
        return UNKNOWN
    if "equity" in candidate.score and candidate.worth is not None:
        return f"{candidate.worth:+.3f}"
    return score_words(candidate.score, candidate.worth)


def loss_words(decision: Decision, unit: str) -> str:
    """What a decision has lost: "0.123", "12 %", "wins in 9 → draw"."""
    if decision.loss is None:
        return UNKNOWN
    return f"{decision.loss:.3f}" if unit == EQUITY else f"{decision.loss:.0%}"


def decision_line(analysis: GameAnalysis, decision: Decision) -> str:
    """One decision on one line."""
    best = decision.best.move if decision.best else UNKNOWN
    return (
        f"{analysis.game.file}:{analysis.game.line} {decision.ply}."
        f" {name_of(analysis, decision.side)} {decision.move}{MARK_SIGNS[decision.mark]}"
        f" {value_words(decision.best)} → {value_words(decision.played)}"
        f" (-{loss_words(decision, analysis.unit)}), better {best}"
    )


def summary_text(games: Sequence[GameAnalysis], most: int = WORST) -> str:
    """All tables, and the worst decisions."""
    players = sums_of(games)
    lines: list[str] = []
    for kind in dict.fromkeys(player.kind for player in players):
        own = [player for player in players if player.kind == kind]
        count = sum(analysis.game.game_name == kind for analysis in games)
        lines += [f"{kind}: {count} game{'' if count == 1 else 's'}", *table(player_rows(own), 0)]
        lines += [unit_words(own[0].unit), "", *table(phase_rows(own), 0)]
        lines += [*luck_lines(own), ""]
    bad = worst(games, most)
    if bad:
        lines += ["The worst decisions:", *(decision_line(*pair) for pair in bad)]
    return "\n".join(lines).rstrip()
