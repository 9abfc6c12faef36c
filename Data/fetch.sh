#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Downloads public meshes that Data/manifest lists, and checks them. Needs internet and curl.
#
#   Data/fetch.sh                  lists the names
#   Data/fetch.sh NAME [FOLDER]    downloads into FOLDER (default: build/data)
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

if [ $# -eq 0 ]; then
  sed -n 's/^#   \([^ ]*  *[0-9].*\)/\1/p' "$here/manifest"
  exit 0
fi
name=$1
folder=${2:-$here/../build/data}
read -r _ bytes checksum license address < <(grep -E "^${name//./\\.}[[:space:]]" "$here/manifest") || {
  echo "Data/manifest has no '$name'; without a name, this script lists what there is." >&2
  exit 1
}
mkdir -p "$folder"
file="$folder/$name"
if [ -e "$file" ] && sha256sum --status -c <<<"$checksum  $file"; then
  echo "$file is there"
  exit 0
fi
command -v curl >/dev/null || {
  echo "curl is missing: apt-get install curl, or download $address yourself." >&2
  exit 1
}
echo "$name: $bytes bytes, license $license"
curl --fail --location --progress-bar --output "$file.part" "$address"
sha256sum --status -c <<<"$checksum  $file.part" || {
  echo "What came is not $name: its checksum differs. Left as $file.part." >&2
  exit 1
}
mv "$file.part" "$file"
echo "$file"
