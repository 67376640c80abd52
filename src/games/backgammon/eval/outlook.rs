//! How a game would end if nobody turned the cube any more: five chances.

/// The chances of every end of a game, for one side; each counts the greater victories in.
///
/// All lie between 0.0 and 1.0, `win ≥ gammon ≥ backgammon`, and
/// `1 − win ≥ lose_gammon ≥ lose_backgammon`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outlook {
    /// To win.
    pub win: f32,
    /// To win a gammon or a backgammon.
    pub gammon: f32,
    /// To win a backgammon.
    pub backgammon: f32,
    /// To lose a gammon or a backgammon.
    pub lose_gammon: f32,
    /// To lose a backgammon.
    pub lose_backgammon: f32,
}

impl Outlook {
    /// The chances in the order of the fields, brought into their bounds.
    ///
    /// # Examples
    /// ```
    /// use parlour::games::backgammon::Outlook;
    /// let outlook = Outlook::new([0.5, 0.6, 0.0, 0.2, f32::NAN]);
    /// assert_eq!((outlook.gammon, outlook.lose_backgammon), (0.5, 0.0));
    /// ```
    pub fn new([win, gammon, backgammon, lose_gammon, lose_backgammon]: [f32; 5]) -> Self {
        let within = |chance: f32, most| if chance > 0.0 { chance.min(most) } else { 0.0 };
        let win = within(win, 1.0);
        let gammon = within(gammon, win);
        let lose_gammon = within(lose_gammon, 1.0 - win);
        Self {
            win,
            gammon,
            backgammon: within(backgammon, gammon),
            lose_gammon,
            lose_backgammon: within(lose_backgammon, lose_gammon),
        }
    }

    /// The chances in the order of the fields.
    pub const fn chances(self) -> [f32; 5] {
        [self.win, self.gammon, self.backgammon, self.lose_gammon, self.lose_backgammon]
    }

    /// The same for the other side.
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self {
            win: 1.0 - self.win,
            gammon: self.lose_gammon,
            backgammon: self.lose_backgammon,
            lose_gammon: self.gammon,
            lose_backgammon: self.backgammon,
        }
    }

    /// Expected points without a cube, −3.0 to 3.0; without gammons −1.0 to 1.0.
    pub const fn points(self, counts_gammons: bool) -> f32 {
        let plain = 2.0 * self.win - 1.0;
        if counts_gammons {
            plain + self.gammon + self.backgammon - self.lose_gammon - self.lose_backgammon
        } else {
            plain
        }
    }

    /// The shares of plain wins, gammons and backgammons among the wins; all plain if none.
    pub(crate) fn shares_of_wins(self) -> [f64; 3] {
        shares(self.win, self.gammon, self.backgammon)
    }
}

fn shares(all: f32, gammons: f32, backgammons: f32) -> [f64; 3] {
    if all <= 0.0 {
        return [1.0, 0.0, 0.0];
    }
    let [gammons, backgammons] =
        [gammons, backgammons].map(|chance| f64::from(chance) / f64::from(all));
    [1.0 - gammons, gammons - backgammons, backgammons]
}

#[cfg(test)]
mod tests {
    use super::Outlook;

    #[test]
    fn sides_see_the_same_game() {
        let outlook = Outlook::new([0.6, 0.2, 0.05, 0.1, 0.01]);
        assert!((outlook.points(true) + outlook.swapped().points(true)).abs() < 1e-6);
        assert!((outlook.points(true) - (0.2 + 0.25 - 0.11)).abs() < 1e-6);
        assert!((outlook.points(false) - 0.2).abs() < 1e-6);
    }

    #[test]
    fn shares_sum_to_one() {
        let hopeless = Outlook::default().shares_of_wins();
        assert!(hopeless[0] > 0.999 && hopeless[1] + hopeless[2] < 1e-9);
        let shares = Outlook::new([0.5, 0.25, 0.125, 0.0, 0.0]).shares_of_wins();
        assert!(shares.iter().zip([0.5, 0.25, 0.25]).all(|(a, b)| (a - b).abs() < 1e-9));
    }
}
