//! The selective search against a naive one: with every technique off, and with each alone.

#[cfg(test)]
mod ask;
#[cfg(test)]
mod full_width;
#[cfg(test)]
mod naive;
#[cfg(test)]
mod proofs;
