//! The tools beside the engine.
#![cfg(test)]

mod python;
