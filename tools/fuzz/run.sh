#!/bin/sh
# Runs the fuzz targets one after another: run.sh <seconds> [<target> …]; all targets if none is named.
# With 0 seconds it only builds them.
# Needs a C++ compiler, and no nightly toolchain: the flags are those of cargo fuzz without a
# sanitizer. SANITIZER=address adds that one. What is found lies in target/fuzz/artifacts, what has
# led to new code in target/fuzz/corpus.
set -eu
cd "$(dirname "$0")/../.."
seconds=$1
command -v c++ >/dev/null 2>&1 || {
    echo "run.sh: please install a C++ compiler first (g++ or clang)" >&2
    exit 1
}
shift
[ $# -gt 0 ] || set -- command_grammar notation dialects loaders session

host=$(rustc -vV | sed -n 's/^host: //p')
flags="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4"
flags="$flags -Cllvm-args=-sanitizer-coverage-inline-8bit-counters"
flags="$flags -Cllvm-args=-sanitizer-coverage-pc-table"
flags="$flags -Cllvm-args=-sanitizer-coverage-trace-compares"
flags="$flags -Cdebug-assertions -Coverflow-checks --cfg=fuzzing"
dir=target/fuzz
if [ -n "${SANITIZER:-}" ]; then
    # The one unstable flag; the runtime of the sanitizer comes with the stable toolchain, too.
    export RUSTC_BOOTSTRAP=1
    flags="$flags -Zsanitizer=$SANITIZER"
    dir=target/fuzz-$SANITIZER
fi
RUSTFLAGS="$flags" cargo build --release --locked --manifest-path tools/fuzz/Cargo.toml \
    --target "$host" --target-dir "$dir"
[ "$seconds" -gt 0 ] || exit 0

failed=""
for target in "$@"; do
    mkdir -p "target/fuzz/corpus/$target" target/fuzz/artifacts
    echo "== $target, $seconds s"
    # Leaks are not looked for: what a thread in the background holds would be taken for one.
    RUST_BACKTRACE=1 "$dir/$host/release/$target" -max_total_time="$seconds" -timeout=20 \
        -detect_leaks=0 -rss_limit_mb=2048 -max_len=4096 -len_control=10 -print_final_stats=1 \
        -artifact_prefix="target/fuzz/artifacts/$target-" \
        "target/fuzz/corpus/$target" "tools/fuzz/seeds/$target" || failed="$failed $target"
done
[ -z "$failed" ] || {
    echo "failed:$failed" >&2
    exit 1
}
