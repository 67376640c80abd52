//! The selective search against a naive one: with every technique off, and with each alone.

mod ask_player;
mod full_width;
mod naive;
mod proofs;
