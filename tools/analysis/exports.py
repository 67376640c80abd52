"""Writes analysed games for other programs: CSV, cards, annotated SGF, `.mat`, lists of moves."""

import csv
import html
from collections.abc import Iterable, Sequence
from pathlib import Path

from analysis.decision_and_game_records import Decision, GameAnalysis
from analysis.luck import roll_of
from analysis.player_sums import name_of
from analysis.score_values_and_marks import EQUITY, MARK_SIGNS
from analysis.settings import Settings
from analysis.summary_text import loss_words, value_words
from parlour import Description, Engine
from parlour.game_description import POINTS
from tournament.notation.mat_writer import MatGame, rule_tags_of_one_game, write_mat
from tournament.notation.move_list_writer import write_list
from tournament.notation.sgf_writer import write_sgf
from tournament.playing.game_record import GameRecord

CSV_HEADS = (
    *("file", "line", "title", "game", "ply", "side", "player", "kind", "choices", "counts"),
    *("move", "best", "worth_before", "worth_after", "loss", "cost", "mark", "luck", "best_line"),
    "reason",
)
DIGITS = 6
FIVE_IN_LINE = 5  # in line: what `write_sgf` writes
SGF_MARK_PROPERTIES = {"doubtful": "DO[]", "mistake": "BM[1]", "blunder": "BM[2]"}  # of SGF


def write_csv(path: Path, games: Iterable[GameAnalysis]) -> None:
    """One line a decision, under a line of heads; raises OSError."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(CSV_HEADS)
        for analysis in games:
            writer.writerows(_row(analysis, decision) for decision in analysis.decisions)


def _row(analysis: GameAnalysis, decision: Decision) -> list[object]:
    game, best, played = analysis.game, decision.best, decision.played

    def number(value: float | None) -> object:
        return "" if value is None else round(value, DIGITS)

    return [
        *(game.file, game.line, game.title, game.game, decision.ply, decision.side),
        *(name_of(analysis, decision.side), decision.kind, decision.choices, int(decision.counts)),
        *(decision.move, best.move if best else ""),
        number(best.worth if best else None),
        number(played.worth if played else None),
        *(number(decision.loss), number(decision.cost), decision.mark, number(decision.luck)),
        " ".join(best.line) if best else "",
        decision.reason,
    ]


def write_cards(path: Path, games: Iterable[GameAnalysis], settings: Settings) -> int:
    """Writes a card for each marked decision, as Anki imports it; returns how many.

    The question has the position as a picture, in backgammon as the side to act sees it, the answer
    the moves, what they are worth, and why. Raises OSError, EngineError.
    """
    count = 0
    with path.open("w", encoding="utf-8", newline="") as file, settings.start_engine() as engine:
        file.write("#separator:Comma\n#html:true\n#tags column:3\n")
        writer = csv.writer(file, lineterminator="\n")
        for analysis in games:
            description = engine.describe(analysis.game.game)
            for decision in analysis.decisions:
                if decision.mark:
                    position = analysis.game.position(decision.ply - 1, roll_of(decision.move))
                    turned = decision.side == 2 and description.board == POINTS
                    picture = engine.picture(position, turned).replace("\n", " ")
                    question = picture + _card_front(decision, description)
                    tags = f"{analysis.game.game_name} {decision.kind} {decision.mark}"
                    writer.writerow([question, _card_back(analysis, decision), tags])
                    count += 1
    return count


def _card_front(decision: Decision, description: Description) -> str:
    dice, colon, _ = decision.move.partition(":")
    roll = f" with {dice[0]} and {dice[1]}" if colon else ""
    return f"<p>{html.escape(description.sides[decision.side - 1])} to act{roll}</p>"


def _card_back(analysis: GameAnalysis, decision: Decision) -> str:
    """The best move, what was played, and the others, each with its value."""
    assert decision.best, "a decision with a mark has values"
    said = [f"<b>{html.escape(decision.best.move)}</b> {value_words(decision.best)}"]
    said += [f"{html.escape(one.move)} {value_words(one)}" for one in decision.others]
    said.append(f"played: {html.escape(decision.text)} {value_words(decision.played)}")
    said.append(f"loss {loss_words(decision, analysis.unit)}, {decision.mark}")
    said.append(html.escape(decision.reason))
    return "<br>".join(filter(None, said))


def remark_of(decision: Decision, unit: str) -> str:
    """What is to be said of a decision in a record: nothing of a forced one."""
    if decision.best is None:
        return ""
    said = [f"{MARK_SIGNS[decision.mark]} {value_words(decision.played)}".strip()]
    if decision.loss:
        said.append(f"loses {loss_words(decision, unit)}")
    if decision.best.move != decision.text:
        said.append(f"better {' '.join(decision.best.line[:6])}: {value_words(decision.best)}")
    if decision.mark and (why := decision.words.get(decision.best.move) or decision.reason):
        said.append(why)
    if decision.luck is not None:
        said.append(f"luck {decision.luck:+.3f}")
    return ", ".join(said)


def write_records(folder: Path, games: Sequence[GameAnalysis], settings: Settings) -> list[str]:
    """Writes `<number>.sgf`, `.mat` or `.txt` for each game, with remarks where the form has them.

    Returns a line for each kind of game that the form does not have. Raises OSError, EngineError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    left_out = 0
    with Engine.popen(settings.engine) as engine:
        for number, analysis in enumerate(games, 1):
            description = engine.describe(analysis.game.game)
            game, variant = _record(analysis, number), analysis.game.game.partition(" ")[2]
            notes = [remark_of(decision, analysis.unit) for decision in analysis.decisions]
            name = f"game{number:05}"
            if description.record == "mat":
                if analysis.game.start != "startpos":
                    left_out += 1
                    continue
                _write(folder / f"{name}.mat", _mat(analysis, notes))
            elif description.record == "sgf" and description.in_line == FIVE_IN_LINE:
                glyphs = [
                    SGF_MARK_PROPERTIES.get(decision.mark, "") for decision in analysis.decisions
                ]
                text = write_sgf([game], description, variant, [notes], [glyphs])
                _write(folder / f"{name}.sgf", text)
            else:
                text = write_list([game], analysis.game.game_name, description, variant, [notes])
                _write(folder / f"{name}.txt", text)
    if not left_out:
        return []
    return [f"{left_out} games not written as .mat: the format begins at the start position"]


def _record(analysis: GameAnalysis, number: int) -> GameRecord:
    """The game as the arena's writers take it."""
    game = analysis.game
    return GameRecord(
        pair=number,
        leg=0,
        first=name_of(analysis, 1),
        second=name_of(analysis, 2),
        opening=game.start,
        result=game.result,
        points=game.points,
        ending=game.ending or "unfinished",
        moves=list(game.moves),
    )


def _mat(analysis: GameAnalysis, notes: Sequence[str]) -> str:
    """The match of one game; its remarks stand before it, by the number of the ply."""
    game, words = analysis.game, analysis.game.game.split()
    length = int(words[words.index("match") + 1]) if "match" in words else 0
    scores = words[words.index("score") + 1 :][:2] if "score" in words else ["0", "0"]
    names = (name_of(analysis, 1), name_of(analysis, 2))
    winner = {"p1win": 0, "p2win": 1}.get(game.result)
    plies = [move for move in game.moves if move != "roll"]
    score = (int(scores[0]), int(scores[1]))
    beginner = analysis.decisions[0].side - 1 if analysis.decisions else 0
    played = MatGame(plies, beginner, score, winner, int(game.points) or 1)
    tags = rule_tags_of_one_game(words) | {
        f"Remark {decision.ply}": f"{decision.move}: {note}"
        for decision, note in zip(analysis.decisions, notes, strict=True)
        if decision.mark and analysis.unit == EQUITY
    }
    return write_mat(names, length, [played], tags)


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")
