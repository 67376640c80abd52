#!/usr/bin/env bash
# Makes the packages of the engine and their checksums: target/packages.
# The same commit gives the same bytes, in whatever folder and at whatever time.
set -euo pipefail
cd "$(dirname "$0")/../.."

target=x86_64-unknown-linux-musl
out=target/packages
stage=$out/stage
cargo_deb=3.8.0
version=$(cargo metadata --format-version 1 --no-deps --locked | python3 -c '
import json, sys
packages = json.load(sys.stdin)["packages"]
print(next(package["version"] for package in packages if package["name"] == "parlour"))')
rm -rf "$stage" "$out"/*.deb "$out"/*.tar.gz "$out"/SHA256SUMS
mkdir -p "$stage"

# The program: static, and with nothing of this machine in it.
rustup target add "$target"
export CARGO_TARGET_DIR=$out/build
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
library=$(rustc --print sysroot)/lib/rustlib/src/rust
commit=$(rustc -vV | sed -n 's/^commit-hash: //p')
RUSTFLAGS="--remap-path-prefix=$PWD=/parlour \
    --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo \
    --remap-path-prefix=$library=/rustc/$commit" \
    cargo build --locked --package parlour --bin parlour --profile dist --target "$target"
cp "$CARGO_TARGET_DIR/$target/dist/parlour" "$stage"
# The name by which managers of Gomocup know an engine.
ln -s parlour "$stage/pbrain-parlour"
CARGO_PROFILE_DEV_OPT_LEVEL=0 \
    cargo run --quiet --locked --package parlour-man-page-and-completions -- "$stage/manual"
# The licences of the code of others that is in it.
python3 -B tools/packages/third_party_licences.py "$target" >"$stage/THIRD-PARTY.txt"

# The archive.
folder=parlour-$version-$target
tar --create --directory "$stage" --transform "flags=r;s,^\./,$folder/," \
    --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=u+rw,go=u,go-w \
    ./parlour ./pbrain-parlour ./manual ./THIRD-PARTY.txt \
    --directory "$PWD" ./README.md ./protocol.md ./CHANGELOG.md ./LICENSE-MIT ./LICENSE-APACHE |
    gzip -9n >"$out/$folder.tar.gz"

# The Debian package.
tools=$PWD/target/tools
[ "$("$tools/bin/cargo-deb" --version 2>/dev/null)" = "cargo-deb $cargo_deb" ] ||
    env -u CARGO_TARGET_DIR cargo install "cargo-deb@$cargo_deb" --locked --root "$tools"
PATH=$tools/bin:$PATH cargo deb --locked --no-build --no-strip --output "$out"

(cd "$out" && sha256sum -- *.deb *.tar.gz | tee SHA256SUMS)
