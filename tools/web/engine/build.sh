#!/usr/bin/env bash
# Builds the engine for a page: tools/web/public/engine/parlour.wasm.
set -euo pipefail
cd "$(dirname "$0")/../../.."

rustup target add wasm32-unknown-unknown
# Registers of 128 bits, which every browser has had since 2023; a stack for deep searches.
RUSTFLAGS="-C target-feature=+simd128 -C link-arg=-zstack-size=8388608" \
    cargo build --package parlour-web --profile web --target wasm32-unknown-unknown --locked
built=$(cargo metadata --format-version 1 --no-deps | python3 -c '
import json, sys
print(json.load(sys.stdin)["target_directory"])')
to=tools/web/public/engine
mkdir -p "$to"
cp "$built/wasm32-unknown-unknown/web/parlour_web.wasm" "$to/parlour.wasm"
ls -l "$to/parlour.wasm"
printf '%s bytes compressed\n' "$(gzip -9 -c "$to/parlour.wasm" | wc -c)"
