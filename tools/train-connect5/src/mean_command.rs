//! The command `mean`: the mean of several networks of a rule.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use parlour::games::connect5::threat_map::pattern_network;

/// Writes the network whose numbers are the means of those of these networks, rounded.
///
/// # Errors
/// When a file cannot be read, is no network, or is of another length than the first; or when the
/// result cannot be written.
pub(crate) fn run(networks: &[PathBuf], out: &Path) -> Result<()> {
    let networks = networks.iter().map(|path| read(path)).collect::<Result<Vec<_>>>()?;
    let words = networks.first().map_or(0, Vec::len);
    ensure!(networks.iter().all(|network| network.len() == words), "networks of several rules");
    let mean = |at: usize| {
        let sum: f64 = networks.iter().map(|network| f64::from(network[at])).sum();
        (sum / networks.len() as f64).round() as i16
    };
    let bytes: Vec<u8> = (0..words).flat_map(|at| mean(at).to_le_bytes()).collect();
    std::fs::write(out, bytes).with_context(|| format!("cannot write {}", out.display()))
}

/// The numbers of a network, in the order of its file.
fn read(path: &Path) -> Result<Vec<i16>> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let is_network = pattern_network::write(&pattern_network::read(&bytes)) == bytes;
    ensure!(is_network, "{} is no network", path.display());
    Ok(bytes.as_chunks().0.iter().map(|bytes| i16::from_le_bytes(*bytes)).collect())
}

#[cfg(test)]
mod tests {
    use super::run;
    use parlour::games::connect5::Rule;
    use parlour::games::connect5::threat_map::pattern_network::{built_in, read, write};

    #[test]
    fn every_number_is_the_mean() {
        let file = |part: &str| {
            std::env::temp_dir().join(format!("train-mean-{}-{part}", std::process::id()))
        };
        let (one, two, out) = (file("one"), file("two"), file("out"));
        let [freestyle, standard] = [Rule::Freestyle, Rule::Standard].map(built_in);
        std::fs::write(&one, write(&freestyle)).unwrap();
        std::fs::write(&two, write(&standard)).unwrap();
        run(&[one.clone(), two.clone()], &out).unwrap();
        let mean = read(&std::fs::read(&out).unwrap());
        for at in 0..32 {
            let sum = i32::from(freestyle[0].last[at]) + i32::from(standard[0].last[at]);
            assert!((2 * i32::from(mean[0].last[at]) - sum).abs() <= 1);
        }
        run(&[one.clone(), one.clone()], &out).unwrap();
        assert_eq!(read(&std::fs::read(&out).unwrap()), freestyle);
        std::fs::write(&two, write(&built_in(Rule::Renju))).unwrap();
        assert!(run(&[one.clone(), two.clone()], &out).is_err());
        std::fs::write(&two, [1, 2, 3]).unwrap();
        assert!(run(&[two.clone(), two.clone()], &out).is_err());
        for file in [one, two, out] {
            std::fs::remove_file(file).unwrap();
        }
    }
}
