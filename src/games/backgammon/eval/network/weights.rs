//! The weights of one network as floats, as they are trained, and the file that stores those of all
//! four: whole numbers of 16 bits, and a checksum.
//!
//! ```text
//! bytes  0..=7    "PBGNETS" and the version as a byte
//! then for each of contact, crashed, race, pruning network:
//!        u16 u16  hidden units of the first layer and of the second
//!        u16 u16  raw inputs, expert features (none for the pruning network)
//!        seven groups (raw, experts, bias, inner, inner bias, outputs, output bias):
//!        f32      what one step of the group's numbers is worth
//!        i16 ...  the numbers, in steps
//! last 8 bytes    FNV-1a of all before, 64 bits
//! ```
//!
//! All little-endian.

use std::fmt;

use super::layer_arithmetic::LANES;
use crate::base::hash::fnv_1a;
use crate::games::backgammon::eval::inputs::{EXPERT_FEATURES, RAW_INPUTS};

/// The weights of one network: what the trainer changes and a file holds.
///
/// A network has all expert features or none, and one layer of hidden units or two. Unit h of
/// the first is the sigmoid of `bias[h]` + Σ raw inputs × `raw[i][h]` + Σ expert features ×
/// `experts[f][h]`; unit u of the second that of `inner_bias[u]` + Σ first units ×
/// `inner[u][h]`; output o that of `output_bias[o]` + Σ units of the last layer × `outputs[o]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// Units of the first layer, a multiple of 16.
    pub hidden: usize,
    /// Units of the second layer, a multiple of 16; 0 without one.
    pub second: usize,
    /// [`RAW_INPUTS`] rows of `hidden` numbers.
    pub raw: Vec<f32>,
    /// [`EXPERT_FEATURES`] rows of `hidden` numbers, or none.
    pub experts: Vec<f32>,
    /// `hidden` numbers.
    pub bias: Vec<f32>,
    /// `second` rows of `hidden` numbers.
    pub inner: Vec<f32>,
    /// `second` numbers.
    pub inner_bias: Vec<f32>,
    /// Five rows of numbers, one for each unit of the last layer.
    pub outputs: Vec<f32>,
    /// Five numbers.
    pub output_bias: Vec<f32>,
}

impl Weights {
    /// The networks of a file: contact, crashed, race, and the pruning network.
    pub const NETWORKS: usize = 4;
    /// Which of them have the expert features.
    pub const WITH_EXPERTS: [bool; Self::NETWORKS] = [true, true, true, false];
    /// The most units of a layer. Set by hand.
    pub const WIDEST: usize = 512;

    /// Weights that are all zero, with the expert features or without.
    ///
    /// The units of both layers are rounded up to multiples of 16: those of the first within 16 to
    /// [`Self::WIDEST`], those of the second from 0.
    pub fn zero(units: [usize; 2], with_experts: bool) -> Self {
        let experts = if with_experts { EXPERT_FEATURES } else { 0 };
        let [hidden, second] = units.map(|n| n.next_multiple_of(LANES).min(Self::WIDEST));
        let hidden = hidden.max(LANES);
        let last = if second > 0 { second } else { hidden };
        Self {
            hidden,
            second,
            raw: vec![0.0; RAW_INPUTS * hidden],
            experts: vec![0.0; experts * hidden],
            bias: vec![0.0; hidden],
            inner: vec![0.0; second * hidden],
            inner_bias: vec![0.0; second],
            outputs: vec![0.0; 5 * last],
            output_bias: vec![0.0; 5],
        }
    }

    /// Expert features: all of them or none.
    pub const fn features(&self) -> usize {
        self.experts.len() / self.hidden
    }

    /// Units of the last layer.
    pub const fn last_layer_units(&self) -> usize {
        if self.second > 0 { self.second } else { self.hidden }
    }

    /// The groups of numbers in the order of the file.
    pub fn groups(&self) -> [&[f32]; 7] {
        let Self { raw, experts, bias, inner, inner_bias, outputs, output_bias, .. } = self;
        [raw, experts, bias, inner, inner_bias, outputs, output_bias]
    }

    /// The groups of numbers in the order of the file, to be changed.
    pub fn groups_mut(&mut self) -> [&mut [f32]; 7] {
        let Self { raw, experts, bias, inner, inner_bias, outputs, output_bias, .. } = self;
        [raw, experts, bias, inner, inner_bias, outputs, output_bias]
    }
}

/// The first bytes of the file; the last of them is the version.
const MAGIC: [u8; 8] = *b"PBGNETS\x02";

/// Why a file of weights was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileError {
    /// It does not begin like one.
    NotWeights,
    /// It is of this version, which is not known here.
    Version(u8),
    /// It ends too early or too late.
    Length,
    /// Its networks have another shape.
    Shape,
    /// Its contents are not those that were written.
    Checksum,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotWeights => f.write_str("not a file of weights"),
            Self::Version(version) => write!(f, "version {version} of the file is not known"),
            Self::Length => f.write_str("the file has not the length that its head says"),
            Self::Shape => f.write_str("the networks have another shape than this engine's"),
            Self::Checksum => f.write_str("the checksum does not fit: the file is damaged"),
        }
    }
}

impl std::error::Error for FileError {}

impl Weights {
    /// The file of four sets of weights, in the order contact, crashed, race, pruning network.
    pub fn write_file(networks: &[Self; Self::NETWORKS]) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        for weights in networks {
            for size in [weights.hidden, weights.second, RAW_INPUTS, weights.features()] {
                out.extend((size as u16).to_le_bytes());
            }
            for group in weights.groups() {
                let largest = group.iter().fold(0.0_f32, |most, weight| most.max(weight.abs()));
                let step = if largest > 0.0 { largest / f32::from(i16::MAX) } else { 1.0 };
                out.extend(step.to_le_bytes());
                let steps = group.iter().map(|weight| (weight / step).round() as i16);
                out.extend(steps.flat_map(i16::to_le_bytes));
            }
        }
        let sum = fnv_1a(&out);
        out.extend(sum.to_le_bytes());
        out
    }

    /// Reads what [`Self::write_file`] wrote.
    ///
    /// # Errors
    /// [`FileError`] if it is not such a file, of another version or shape, or damaged.
    pub fn read_file(bytes: &[u8]) -> Result<[Self; Self::NETWORKS], FileError> {
        let (magic, _) = bytes.split_first_chunk::<8>().ok_or(FileError::NotWeights)?;
        if magic[..7] != MAGIC[..7] {
            return Err(FileError::NotWeights);
        }
        if magic[7] != MAGIC[7] {
            return Err(FileError::Version(magic[7]));
        }
        let (contents, sum) = bytes.split_last_chunk::<8>().ok_or(FileError::Length)?;
        if fnv_1a(contents) != u64::from_le_bytes(*sum) {
            return Err(FileError::Checksum);
        }
        let mut rest = contents.get(8..).ok_or(FileError::Length)?;
        let mut next = |network: usize| read_one(&mut rest, Self::WITH_EXPERTS[network]);
        let networks = [next(0)?, next(1)?, next(2)?, next(3)?];
        if rest.is_empty() { Ok(networks) } else { Err(FileError::Length) }
    }
}

fn read_one(rest: &mut &[u8], with_experts: bool) -> Result<Weights, FileError> {
    let mut size = || take(rest).map(u16::from_le_bytes).map(usize::from);
    let (hidden, second, raw, experts) = (size()?, size()?, size()?, size()?);
    let is_whole = |units: usize| units.is_multiple_of(LANES) && units <= Weights::WIDEST;
    let fits = hidden > 0 && is_whole(hidden) && is_whole(second);
    let features = if with_experts { EXPERT_FEATURES } else { 0 };
    if !fits || raw != RAW_INPUTS || experts != features {
        return Err(FileError::Shape);
    }
    let mut weights = Weights::zero([hidden, second], with_experts);
    for group in weights.groups_mut() {
        let step = f32::from_le_bytes(take(rest)?);
        for weight in group {
            *weight = f32::from(i16::from_le_bytes(take(rest)?)) * step;
        }
    }
    Ok(weights)
}

fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], FileError> {
    let (taken, left) = rest.split_first_chunk().ok_or(FileError::Length)?;
    *rest = left;
    Ok(*taken)
}

#[cfg(test)]
mod tests {
    use super::{FileError, fnv_1a};
    use crate::games::backgammon::eval::Weights;

    fn sample_networks() -> [Weights; 4] {
        let shapes = [([32, 16], true), ([16, 0], true), ([48, 32], true), ([16, 0], false)];
        shapes.map(|(units, with_experts)| {
            let mut weights = Weights::zero(units, with_experts);
            for group in weights.groups_mut() {
                for (i, weight) in group.iter_mut().enumerate() {
                    *weight = ((i * 37 % 101) as f32 - 50.0) / 25.0;
                }
            }
            weights
        })
    }

    #[test]
    fn weights_come_back_within_a_step() {
        let (written, back) = (
            sample_networks(),
            Weights::read_file(&Weights::write_file(&sample_networks())).unwrap(),
        );
        for (written, back) in written.iter().zip(&back) {
            assert_eq!((written.hidden, written.second), (back.hidden, back.second));
            for (written, back) in written.groups().into_iter().zip(back.groups()) {
                assert_eq!(written.len(), back.len());
                assert!(written.iter().zip(back).all(|(a, b)| (a - b).abs() <= 2.0 / 32_767.0));
            }
        }
        assert_eq!(
            Weights::write_file(&back),
            Weights::write_file(&sample_networks()),
            "and stay so"
        );
    }

    #[test]
    fn damaged_and_foreign_files_are_refused() {
        let file = Weights::write_file(&sample_networks());
        let with = |at: usize, byte: u8| {
            let mut file = file.clone();
            file[at] ^= byte;
            Weights::read_file(&file).unwrap_err()
        };
        assert_eq!(with(0, 1), FileError::NotWeights);
        assert_eq!(with(7, 3), FileError::Version(1));
        assert_eq!(with(8, 16), FileError::Checksum);
        assert_eq!(with(file.len() / 2, 1), FileError::Checksum);
        assert_eq!(with(file.len() - 1, 128), FileError::Checksum);
        assert_eq!(Weights::read_file(&file[..file.len() - 3]), Err(FileError::Checksum));
        assert_eq!(Weights::read_file(&[]), Err(FileError::NotWeights));
        assert_eq!(Weights::read_file(&file[..8]), Err(FileError::Checksum));
    }

    #[test]
    fn shapes_and_lengths_are_checked_behind_the_checksum() {
        let resealed = |mut contents: Vec<u8>| {
            let sum = fnv_1a(&contents);
            contents.extend(sum.to_le_bytes());
            Weights::read_file(&contents).unwrap_err()
        };
        let mut contents = Weights::write_file(&sample_networks());
        contents.truncate(contents.len() - 8);
        assert_eq!(resealed(contents[..100].to_vec()), FileError::Length);
        assert_eq!(resealed([&contents[..], &[0]].concat()), FileError::Length);
        contents[8] = 17;
        assert_eq!(resealed(contents), FileError::Shape);
    }
}
