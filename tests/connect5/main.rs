//! Connect 5: rules, players, threat map and threat searches against references.
#![cfg(test)]

mod ask;
mod claims;
mod players;
mod renju;
mod rules;
mod threat_map;
mod threats;
