//! Floor 6: the games, one folder each, and the registry that names them.

pub mod connect4;
pub mod sticks;
