//! Files of weights, as `tools/train-backgammon` writes them.

use parlour::base::hash::fnv_1a;
use parlour::games::backgammon::eval::{Evaluator, Nets, RAW_INPUTS, Shortlist, Weights};
use parlour::games::backgammon::{Backgammon, GameSettings, Roll};

/// Puts the checksum at the end right.
pub fn put_checksum_right(bytes: &mut [u8]) {
    if let Some((contents, sum)) = bytes.split_last_chunk_mut::<8>() {
        *sum = fnv_1a(&*contents).to_le_bytes();
    }
}

/// A file of weights of the right length, filled with these bytes again and again.
pub fn weights_of(how: u8, bytes: &[u8]) -> Vec<u8> {
    let layers = [usize::from(how % 3 + 1) * 16, usize::from(how / 4 % 3) * 16];
    let zero = |with_experts| Weights::zero(layers, with_experts);
    let mut file = Weights::write_file(&Weights::WITH_EXPERTS.map(zero));
    // The head of the first network stays; so do the sizes of the others, mostly.
    if !bytes.is_empty() && how & 0x80 == 0 {
        let mut nets: Vec<Vec<u8>> = Vec::new();
        for with_experts in Weights::WITH_EXPERTS {
            let mut net = Vec::new();
            let weights = zero(with_experts);
            let sizes = [weights.hidden, weights.second, RAW_INPUTS, weights.features()];
            net.extend(sizes.iter().flat_map(|size| (*size as u16).to_le_bytes()));
            let length: usize = weights.groups().iter().map(|group| 4 + 2 * group.len()).sum();
            net.extend(bytes.iter().copied().cycle().take(length));
            nets.push(net);
        }
        let end = file.len() - 8;
        file.splice(8..end, nets.concat());
    } else {
        for (at, byte) in bytes.iter().enumerate().take(file.len()) {
            let at = at * 37 % file.len();
            file[at] ^= byte;
        }
    }
    put_checksum_right(&mut file);
    file
}

/// Networks that are accepted judge positions, whatever their weights are.
pub fn check(bytes: &[u8]) {
    let Ok(nets) = Nets::read(bytes) else { return };
    let mut evaluator = Evaluator::new(&nets);
    let start = Backgammon::start(&GameSettings::default());
    let _ = evaluator.evaluate(start.board());
    evaluator.evaluate_all_by_pruning_network(&[start.board()], &mut Vec::new());
    let mut shortlist = Shortlist::default();
    for roll in Roll::ALL {
        let _ = shortlist.best_play(&mut evaluator, start.board(), roll);
    }
}
