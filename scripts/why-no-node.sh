#!/bin/sh
# npm runs this if the Node that `npm ci` installed does not start. The loader names a missing library but
# no remedy. This is a shell script, because there is nothing else to run it.
said=$(node --version 2>&1)
case $said in
  *libatomic*)
    why='libatomic is missing; apt install libatomic1, dnf install libatomic or apk add libatomic' ;;
  *) why=$said ;;
esac
echo "error: the Node that npm ci installed does not start: $why" >&2
exit 1
