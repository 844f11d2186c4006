#!/bin/sh
# npm runs this where the Node that `npm ci` brought along does not start: its loader names a library
# and no remedy. For sh alone: without that Node there is nothing else to run.
said=$(node --version 2>&1)
case $said in
  *libatomic*)
    why='libatomic is missing; apt install libatomic1, dnf install libatomic or apk add libatomic' ;;
  *) why=$said ;;
esac
echo "error: the Node that npm ci brought along does not start here: $why" >&2
exit 1
