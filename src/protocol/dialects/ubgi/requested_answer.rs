//! What a line of ubgi wants to be answered.

/// The form of the answer to a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum RequestedAnswer {
    /// Nothing: the line asks for no search.
    #[default]
    Nothing,
    /// The bare action, as in draft 0.01.
    Action,
    /// `bestmove`.
    Move,
    /// `bestcube`.
    Cube,
    /// `bestturn`: first a play, which is kept, then a cube action.
    Turn(Option<String>),
}
