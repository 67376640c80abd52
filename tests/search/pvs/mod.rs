//! The selective search against a naive one: with every technique off, and with each alone.

mod full_width;
mod naive;
mod proofs;
