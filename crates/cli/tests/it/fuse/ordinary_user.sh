#!/bin/sh
# A mount by a user without rights: ordinary_user.sh DIRECTORY PROGRAM, as root and in a mount namespace of its own.
# Exit status: 77 where this cannot be tried, with the reason on standard output; 1 where something is not as it should be.
set -u
own=$1 program=$2
duo=$own/duo

skip() { echo "$1"; exit 77; }
fail() { echo "$1" >&2; exit 1; }
user() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
is_mounted() { grep -q " $duo fuse.yomikiri " /proc/mounts; }

# The machine may keep its device for root: the namespace has one for all.
mount -t tmpfs -o mode=755 tmpfs "$own" || skip "no file system can be mounted"
mknod -m 666 "$own/fuse" c 10 229 && mount --bind "$own/fuse" /dev/fuse || skip "no device can be made"
touch "$own/yomikiri" && mount --bind "$program" "$own/yomikiri" || skip "the program cannot be shown to the user"
user dd if=/dev/fuse count=0 status=none || skip "the user cannot open the device"
[ -u "$(command -v fusermount3)" ] || skip "fusermount3 does not run as root"
install -d -o 65534 -g 65534 "$duo"
cd "$own" || exit

user ./yomikiri mount blokus "$duo" --background || fail "it does not mount"
user ls "$duo/66t0" | grep -qx 8Aj2 || fail "the user sees no moves"
[ "$(user cat "$duo/66t0/value")" = -56 ] || fail "the user reads no value"
[ "$(user stat -c %u "$duo/66t0/value")" = 65534 ] || fail "the files are not the user's"
cat "$duo/66t0/value" 2> errors && fail "root may look in"
grep -q "Permission denied" errors || fail "root is kept out otherwise: $(cat errors)"
user fusermount3 -u "$duo" || fail "it does not unmount"
! is_mounted || fail "fusermount3 leaves it mounted"

setpriv --reuid=65534 --regid=65534 --clear-groups ./yomikiri mount blokus "$duo" > said &
mount=$!
until [ -s said ]; do kill -0 $mount || fail "it ends at once"; sleep 0.01; done
[ "$(user cat "$duo/66t0/value")" = -56 ] || fail "the user reads no value in the foreground"
kill -INT $mount
wait $mount || fail "Ctrl-C ends it with an error"
! is_mounted || fail "Ctrl-C leaves it mounted"
