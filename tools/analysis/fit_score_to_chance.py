"""Fits the scale from scores to winning chances (`describe`, key `chance`) to logs of the arena.

    python -m analysis.fit_score_to_chance run.jsonl

A score of x hundredths shall be the chance 1 / (1 + exp(-x / c)); c has the least cross-entropy
over all scores that prove nothing, a draw being half a win. The interval is that of 38 of 40
samples of as many pairs of games, drawn with repetition.
"""

import math
import random
import sys
from collections.abc import Sequence
from pathlib import Path

from json_log import LogError
from tournament.events.event_log import read_log
from tournament.playing.game_record import GameRecord

FOUND_WIN_SCORE = 15_000  # hundredths: a win that is found, although not proved
LEAST, MOST, STEPS = 5.0, 5000.0, 24  # the range of c, and halvings of it by the golden section
GOLDEN = (math.sqrt(5) - 1) / 2
SAMPLES, SEED = 40, 1
LARGEST_LOGIT = 35.0  # of x / c: beyond that the chance is 1

ScoresWithResults = list[tuple[float, float]]  # scores in hundredths, and what came of the game


def estimates_with_results(game: GameRecord) -> ScoresWithResults:
    """The estimates of a game, each for the side to move."""
    found = []
    for mover, said in zip(game.movers, game.scores, strict=True):
        kind, _, number = said.partition(" ")
        if kind == "cp" and number.lstrip("-").isdecimal() and abs(int(number)) < FOUND_WIN_SCORE:
            own = game.score_of(game.first)
            found.append((float(number), own if mover == "1" else 1 - own))
    return found


def loss(scale: float, scores: ScoresWithResults) -> float:
    """The cross-entropy of this scale, in nats, summed over all scores."""
    total = 0.0
    for score, result in scores:
        logit = max(-LARGEST_LOGIT, min(LARGEST_LOGIT, score / scale))
        total += math.log1p(math.exp(-abs(logit))) + max(logit, 0.0) - logit * result
    return total


def fit(scores: ScoresWithResults) -> float:
    """The scale with the least loss, by the golden section on its logarithm."""
    low, high = math.log(LEAST), math.log(MOST)
    for _ in range(STEPS):
        one, two = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
        if loss(math.exp(one), scores) < loss(math.exp(two), scores):
            high = two
        else:
            low = one
    return math.exp((low + high) / 2)


def interval(pairs: Sequence[ScoresWithResults]) -> tuple[float, float]:
    """Between these lie 38 of 40 samples."""
    chance = random.Random(SEED)
    fits = sorted(
        fit([score for pair in chance.choices(pairs, k=len(pairs)) for score in pair])
        for _ in range(SAMPLES)
    )
    return fits[1], fits[-2]


def main(paths: list[str]) -> int:
    """Prints a line for each log; returns the exit status."""
    try:
        for path in paths:
            pairs: dict[int, ScoresWithResults] = {}
            for game in read_log(Path(path))[1]:
                pairs.setdefault(game.pair, []).extend(estimates_with_results(game))
            scores = [score for pair in pairs.values() for score in pair]
            if not scores:
                raise LogError(f"{path}: no scores")
            low, high = interval(list(pairs.values()))
            print(f"{path}: {len(scores)} scores, {fit(scores):.0f}, 95 % {low:.0f} to {high:.0f}")
    except LogError as fault:
        print(f"fit_score_to_chance: {fault}", file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
