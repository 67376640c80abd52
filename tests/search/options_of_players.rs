//! The options that players use: an option acts on the next search, whenever it was set, and the
//! players without levels are those that protocol.md names.

use std::fs;

use parlour::base::SplitMix64;
use parlour::games::GAMES;
use parlour::host::{GameEntry, GameHost, SearchRequest, VariantWords};
use parlour::search::player::options::{COMMON, OptionKind, OptionSpec};
use parlour::search::{Limits, Options};

use crate::ask_player::options;
use crate::explain_and_go::{found, play_random_moves};
use crate::on_all_cores::for_each_on_all_cores;

/// Positions in which an option is set.
const POSITIONS: u64 = 6;
/// How often a player of level 0 is asked for a move; 60 % of its moves are picked at random.
const MOVES_OF_LEVEL_0: u64 = 12;

/// A game after a few random moves, which this number chooses.
fn game_in_progress(entry: &GameEntry, round: u64) -> Box<dyn GameHost> {
    let mut game = (entry.new_game)(&mut VariantWords::new(&[])).unwrap();
    play_random_moves(game.as_mut(), 2 * round, &mut SplitMix64::at(5, round));
    game
}

/// Every game with each of its players.
fn players() -> Vec<(&'static GameEntry, &'static str)> {
    let players = GAMES.iter().flat_map(|entry| {
        game_in_progress(entry, 0).players().into_iter().map(move |player| (*entry, player))
    });
    players.collect()
}

/// The options of a game with these values.
fn options_of(entry: &GameEntry, values: &[(&str, &str)]) -> Options {
    options(COMMON.iter().chain(entry.options), values)
}

/// Values of an option that are not its default, as `setoption` reads them.
fn other_values(spec: &OptionSpec) -> Vec<String> {
    match spec.kind {
        OptionKind::Check { default } => vec![(!default).to_string()],
        OptionKind::Spin { min, max, default } => {
            [min, max].iter().filter(|value| **value != default).map(i64::to_string).collect()
        }
        OptionKind::Combo { choices, default } => choices
            .iter()
            .filter(|choice| **choice != default)
            .map(|choice| (*choice).to_owned())
            .collect(),
        _ => Vec::new(),
    }
}

/// The move of a player, and why.
fn answer(game: &dyn GameHost, player: &str, options: &Options) -> (String, String) {
    let limits = Limits { nodes: Some(300), ..Limits::default() };
    let found = found(game, &SearchRequest { player: Some(player), limits, moves: &[], options });
    (found.best, found.reason)
}

/// Asks a player with an option set after a search with the defaults, and with it set from the
/// start. A player that the option does not name must answer as with the default.
fn check_option(entry: &GameEntry, player: &str, spec: &OptionSpec, value: &str) {
    let (defaults, set) = (options_of(entry, &[]), options_of(entry, &[(spec.name, value)]));
    let is_used = spec.players.is_empty() || spec.players.contains(&player);
    for round in 0..POSITIONS {
        let mut game = game_in_progress(entry, round);
        let before = answer(game.as_ref(), player, &set);
        let mut later = game_in_progress(entry, round);
        let default = answer(later.as_ref(), player, &defaults);
        for game in [&mut game, &mut later] {
            game.clear_tables();
            game.restart_random_streams();
        }
        let context = format!("{} {player}: {} {value}", entry.name, spec.name);
        let again = answer(game.as_ref(), player, &set);
        assert_eq!(before, again, "{context}: the same search twice");
        let after = answer(later.as_ref(), player, &set);
        assert_eq!(after, again, "{context}: `Player::configure` must take the value over");
        assert!(is_used || after == default, "{context}: name it in `OptionSpec::players`");
    }
}

#[test]
fn option_acts_whenever_it_is_set_and_on_the_players_that_it_names() {
    let players = players();
    for entry in GAMES {
        for name in entry.options.iter().flat_map(|spec| spec.players) {
            assert!(players.iter().any(|(of, player)| of.name == entry.name && player == name));
        }
    }
    for_each_on_all_cores(players, |(entry, player)| {
        for spec in entry.options {
            for value in other_values(spec) {
                check_option(entry, player, spec, &value);
            }
        }
    });
}

/// Whether a player plays moves at random at level 0 that it does not at full level.
fn heeds_level(entry: &GameEntry, player: &str) -> bool {
    let game = game_in_progress(entry, 3);
    let is_random = |level, seed: u64| {
        let options = options_of(entry, &[("Level", level), ("Seed", &seed.to_string())]);
        answer(game.as_ref(), player, &options).1.contains("picked at random")
    };
    (0..MOVES_OF_LEVEL_0).any(|seed| is_random("0", seed) && !is_random("20", seed))
}

#[test]
fn players_without_levels_are_those_that_the_document_names() {
    let document = fs::read_to_string("protocol.md").unwrap();
    let begin = "Levels act on all players except ";
    let sentence = document.lines().find_map(|line| line.strip_prefix(begin)).unwrap();
    let list = sentence.split_once(';').unwrap().0;
    let named: Vec<&str> = list.split('`').skip(1).step_by(2).collect();
    for (entry, player) in players() {
        assert_eq!(
            heeds_level(entry, player),
            !named.contains(&player),
            "{} {player}: in protocol.md, \"{begin}…\" names the others",
            entry.name
        );
    }
}
