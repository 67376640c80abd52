#!/usr/bin/env bash
# Installs the Debian package into an empty folder, uses it there, and removes it again.
set -euo pipefail
cd "$(dirname "$0")/../.."

(cd target/packages && sha256sum --check SHA256SUMS)
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates"
touch "$root/var/lib/dpkg/status"
debian() { dpkg --root="$root" --log=/dev/null --force-not-root "$@"; }

debian --install target/packages/*.deb
debian --listfiles parlour
# The program needs nothing else, and knows both of its names.
printf 'newgame connect4\nmove 4 4\nlegal\n' | env -i "$root/usr/bin/parlour" --strict
[ "$(printf 'START 15\n' | env -i "$root/usr/bin/pbrain-parlour")" = OK ]
[ "$(printf 'isready\n' | env -i "$root/usr/bin/parlour")" = readyok ]
# The completions are those that shells look for, and can be loaded.
bash -c '. "$1" && complete -p parlour' - "$root/usr/share/bash-completion/completions/parlour"
for shell in zsh fish; do
    command -v "$shell" >/dev/null || { echo "not loaded: there is no $shell" >&2; continue; }
    case $shell in
        zsh) zsh -fc 'autoload -U compinit && compinit -D && . "$1"' - \
            "$root/usr/share/zsh/vendor-completions/_parlour" ;;
        fish) fish --no-config --no-execute \
            "$root/usr/share/fish/vendor_completions.d/parlour.fish" ;;
    esac
done
for page in "$root"/usr/share/man/man1/*.gz; do
    if command -v man >/dev/null; then
        man --warnings --local-file "$page" | head -4
    fi
done
debian --purge parlour
left=$(find "$root" -path "$root/var/lib/dpkg" -prune -o ! -type d -print)
[ -z "$left" ] || { echo "left over: $left" >&2; exit 1; }
echo "installed, used and removed"
