#!/bin/sh
# Writes the files of this folder with the values of machine.env: sh fill.sh machine.env /tmp/files
set -eu
values=$1
to=$2
here=$(dirname "$0")

commands=$(mktemp)
trap 'rm -f "$commands"' EXIT
if grep -nE '^[A-Z_]+=$' "$values" >&2; then
  echo "these lines of $values have no value yet" >&2
  exit 1
fi
sed -nE 's/^([A-Z_]+)=(.*)$/s|@\1@|\2|g/p' "$values" > "$commands"

mkdir -p "$to"
chmod 700 "$to"
for file in etcd.env patroni.yml portal.sql haproxy.cfg pgbouncer.ini userlist.txt portal.env; do
  sed -f "$commands" "$here/$file" > "$to/$file"
  if grep -n '@[A-Z_]*@' "$to/$file" >&2; then
    echo "$file asks for a value that $values does not have" >&2
    exit 1
  fi
done
