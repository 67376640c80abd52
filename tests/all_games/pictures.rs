//! Pictures and clicks of every game in random positions: each legal move can be clicked, each spot
//! is in the picture, and clicks decide for one move.

use std::collections::BTreeSet;

use parlour::base::{Side, SplitMix64};
use parlour::game::Turn;
use parlour::host::{ClickChoices, GameHost, HostError, MoveClicks, RemainingClicks};
use roxmltree::{Document, Node};

use crate::conformance::{every_game_and_variant, opened, words};
use crate::on_all_cores::for_each_on_all_cores;
use crate::quick_or_all::quick_or_all;

/// Random positions of each variant, in a quick test and with all.
const POSITIONS: [usize; 2] = [200, 1_000];
/// In each of them the clicks of every legal move play it; of more moves than these, those of each n-th.
const MOST_CLICKED: usize = 8;
/// At positions this far apart all moves are made click by click, and all orders of clicks are
/// followed, as far as these are not more than the most.
const FULL_CHECK_INTERVAL: usize = 50;
const MOST_ORDERS: usize = 4_000;

/// The legal moves of a position; none if dice are due.
fn legal_moves(table: &dyn GameHost) -> Vec<String> {
    let mut list = String::new();
    table
        .write_legal(&mut list)
        .map(|()| words(&list).into_iter().map(str::to_owned).collect())
        .unwrap_or_default()
}

/// The names of the spots with this class in a picture.
fn spots_of<'a>(picture: &'a Document<'_>, class: &str) -> BTreeSet<&'a str> {
    let has_class = |node: &Node<'_, '_>| {
        node.attribute("class").is_some_and(|list| list.split(' ').any(|name| name == class))
    };
    let spots = picture.descendants().filter(|node| node.has_attribute("data-spot"));
    for spot in spots.clone() {
        assert!(spot.attribute("aria-label").is_some_and(|words| !words.is_empty()));
    }
    spots.filter(has_class).filter_map(|node| node.attribute("data-spot")).collect()
}

/// A position of a variant, looked at from all sides.
struct ExaminedPosition<'a> {
    game: &'a dyn GameHost,
    clicks: MoveClicks,
    context: String,
    legal: Vec<String>,
}

impl ExaminedPosition<'_> {
    fn after(&self, clicks: &[&str]) -> ClickChoices {
        self.clicks
            .after(clicks)
            .unwrap_or_else(|fault| panic!("{}: {clicks:?}: {fault}", self.context))
    }

    /// The picture is well-formed and complete, and has every spot.
    fn check_picture(&self, bottom: Side, clicks: &[&str], next: &[String]) {
        let svg = self.game.picture(bottom, clicks).expect("a picture");
        let picture = Document::parse(&svg)
            .unwrap_or_else(|fault| panic!("{} {clicks:?}: {fault}", self.context));
        let root = picture.root_element();
        assert_eq!((root.tag_name().name(), root.attribute("role")), ("svg", Some("img")));
        assert!(root.attribute("viewBox").is_some() && root.attribute("width").is_none());
        let text = |name| {
            let mut children =
                root.children().filter(|child| child.has_tag_name((NAMESPACE, name)));
            children.next().and_then(|child| child.text()).unwrap_or_default()
        };
        assert!(!text("title").is_empty() && !text("desc").is_empty(), "{}", self.context);
        let next: BTreeSet<&str> = next.iter().map(String::as_str).collect();
        assert_eq!(spots_of(&picture, "parlour-next"), next, "{} {clicks:?}", self.context);
        assert!(spots_of(&picture, "parlour-spot").is_superset(&next), "{}", self.context);
        let foreign = ["<script", "href=\"http", "src=", "@import", "url(http"];
        assert!(foreign.iter().all(|part| !svg.contains(part)), "{}", self.context);
        assert!(svg.lines().all(|line| line.len() < 16_384 && !line.is_empty()));
    }

    /// The usual orders list exactly the legal moves, and none is the beginning of another.
    fn check_usual_orders(&self) -> ClickChoices {
        let choices = self.after(&[]);
        let moves: Vec<&str> = choices.moves.iter().map(|m| m.move_text.as_str()).collect();
        assert_eq!(moves, self.legal, "{}", self.context);
        let mut orders: Vec<String> =
            choices.moves.iter().map(|m| m.spots.join(" ") + " ").collect();
        orders.sort_unstable();
        for pair in orders.windows(2) {
            assert!(!pair[1].starts_with(&pair[0]), "{}: {pair:?}", self.context);
        }
        choices
    }

    /// Clicks at random, until a move is complete. If asked for, looks at the pictures on the way, and
    /// at what is refused.
    fn click_at_random(&self, random: &mut SplitMix64, look: bool) {
        let mut choices = self.after(&[]);
        let mut made: Vec<String> = Vec::new();
        while !choices.next.is_empty() {
            let chosen = random.below(choices.next.len() as u64) as usize;
            made.push(choices.next[chosen].clone());
            let clicks: Vec<&str> = made.iter().map(String::as_str).collect();
            choices = self.after(&clicks);
            if look {
                self.check_picture(Side::First, &clicks, &choices.next);
            }
        }
        let clicks: Vec<&str> = made.iter().map(String::as_str).collect();
        assert_eq!(self.game.clicks(&clicks).as_ref(), Ok(&choices), "{} {made:?}", self.context);
        if !self.legal.is_empty() {
            assert_eq!(choices.moves.len(), 1, "{} {made:?}", self.context);
            assert!(choices.moves[0].spots.is_empty(), "{} {made:?}", self.context);
        }
        if look {
            self.check_refused(&made);
        }
    }

    /// One click more than a move has, or an unknown one, is refused.
    fn check_refused(&self, made: &[String]) {
        for surplus in ["1", "?", "none", "S"] {
            let mut clicks: Vec<&str> = made.iter().map(String::as_str).collect();
            clicks.extend((!made.is_empty() || self.legal.is_empty()).then_some(surplus));
            clicks.extend((made.is_empty() && !self.legal.is_empty()).then_some("?"));
            let refused = |result: Result<(), HostError>| {
                assert!(
                    matches!(result, Err(HostError::BadValue(_))),
                    "{} {clicks:?}",
                    self.context
                );
            };
            refused(self.game.clicks(&clicks).map(|_| ()));
            refused(self.game.picture(Side::Second, &clicks).map(|_| ()));
        }
    }

    /// Follows every order of clicks, and returns the moves that they complete.
    fn follow_all(&self, made: &mut Vec<String>, reached: &mut BTreeSet<String>, left: &mut usize) {
        let clicks: Vec<&str> = made.iter().map(String::as_str).collect();
        let choices = self.after(&clicks);
        let complete: Vec<&str> = choices
            .moves
            .iter()
            .filter(|m| m.spots.is_empty())
            .map(|m| m.move_text.as_str())
            .collect();
        assert!(complete.len() <= 1, "{} {made:?}", self.context);
        if let Some(played) = complete.first() {
            assert!(choices.next.is_empty(), "{} {made:?}: more than complete", self.context);
            reached.insert((*played).to_owned());
        }
        for next in choices.next {
            *left = left.saturating_sub(1);
            if *left == 0 {
                return;
            }
            made.push(next);
            self.follow_all(made, reached, left);
            made.pop();
        }
    }
}

const NAMESPACE: &str = "http://www.w3.org/2000/svg";

/// The clicks of a move in their usual order play it.
fn click_at_once(place: &ExaminedPosition<'_>, wanted: &RemainingClicks) {
    let clicks: Vec<&str> = wanted.spots.iter().map(String::as_str).collect();
    let done = place.after(&clicks);
    let played: Vec<&str> = done.moves.iter().map(|m| m.move_text.as_str()).collect();
    assert_eq!(played, [wanted.move_text.as_str()], "{} {clicks:?}", place.context);
    assert!(done.next.is_empty(), "{} {clicks:?}", place.context);
}

/// Each click of a move in its usual order may follow those before it.
fn click_one_by_one(place: &ExaminedPosition<'_>, wanted: &RemainingClicks) {
    let clicks: Vec<&str> = wanted.spots.iter().map(String::as_str).collect();
    for made in 0..clicks.len() {
        let choices = place.after(&clicks[..made]);
        assert!(choices.next.iter().any(|next| next == clicks[made]), "{}", place.context);
    }
}

/// Looks at random positions of a variant.
fn check_variant(variant: &str) {
    let (mut table, mut random) = (opened(variant), SplitMix64::new(11));
    let [quick, all] = POSITIONS;
    for number in 0..quick_or_all(quick, all) {
        if matches!(table.turn(), Turn::Roll(_)) {
            assert_eq!(table.clicks(&[]), Err(HostError::NeedDice), "{variant}");
            assert_eq!(table.picture(Side::First, &["1"]), Err(HostError::NeedDice));
            assert!(table.picture(Side::First, &[]).is_ok(), "{variant}");
            table.roll(number as u64).expect("dice are due");
        }
        let mut fen = String::new();
        table.write_fen(&mut fen);
        let legal = legal_moves(table.as_ref());
        let place = ExaminedPosition {
            game: table.as_ref(),
            clicks: table.move_clicks().expect("a picture"),
            context: format!("{variant}: {fen}"),
            legal,
        };
        let usual = place.check_usual_orders();
        let bottom = Side::BOTH[number % 2];
        place.check_picture(bottom, &[], &usual.next);
        place.click_at_random(&mut random, number % 8 == 0);
        let n = usual.moves.len().div_ceil(MOST_CLICKED).max(1);
        let some = usual.moves.iter().skip(random.below(n as u64) as usize).step_by(n);
        some.for_each(|wanted| click_at_once(&place, wanted));
        if number % FULL_CHECK_INTERVAL == 0 {
            for wanted in &usual.moves {
                click_one_by_one(&place, wanted);
                click_at_once(&place, wanted);
            }
            let (mut reached, mut left) = (BTreeSet::new(), MOST_ORDERS);
            place.follow_all(&mut Vec::new(), &mut reached, &mut left);
            if left > 0 {
                let legal: BTreeSet<String> = place.legal.iter().cloned().collect();
                assert_eq!(reached, legal, "{}", place.context);
            }
        }
        let legal = place.legal;
        if legal.is_empty() {
            table.new_game();
        } else {
            let chosen = random.below(legal.len() as u64) as usize;
            table.play(&[&legal[chosen]]).expect("a legal move");
        }
    }
}

#[test]
fn every_move_of_random_positions_can_be_clicked() {
    for_each_on_all_cores(every_game_and_variant(), |(variant, _)| check_variant(&variant));
}

#[test]
fn picture_marks_the_last_move_and_the_line_that_has_won() {
    let mut table = opened("connect4");
    let drawn = |table: &dyn GameHost| table.picture(Side::First, &[]).expect("a picture");
    assert!(!drawn(table.as_ref()).contains("class=\"parlour-last\""));
    table.play(&["121212"]).expect("legal moves");
    assert_eq!(drawn(table.as_ref()).matches("class=\"parlour-last\"").count(), 1);
    table.play(&["1"]).expect("a legal move");
    let won = drawn(table.as_ref());
    assert_eq!(won.matches("class=\"parlour-won\"").count(), 4);
    assert!(won.contains("<title>Connect Four: red has won: four in line</title>"), "{won}");
}
