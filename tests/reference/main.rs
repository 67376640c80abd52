//! Every generic search gives what a naive one gives, and keeps its limits.

#[cfg(test)]
mod alpha_beta;
#[cfg(test)]
mod ask;
#[cfg(test)]
mod expectiminimax;
#[cfg(test)]
mod iterations;
#[cfg(test)]
mod limits;
#[cfg(test)]
mod perft;
#[cfg(test)]
mod toys;
