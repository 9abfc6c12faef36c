#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Run a command under its own virtual X server: with_display.sh COMMAND ARG... INKRAY_TEST_GL=hardware leaves
# the choice of OpenGL to the system; without it, Mesa draws on the CPU. Unlike under xvfb-run -a, any number
# of tests can start at once, and the server lives on between the clients of one test. The server's number
# follows from this process. A server that searches for a free number itself would briefly take the sockets of
# all numbers in use, and a client that then connects to another server would lose its connection.
set -u
folder=$(mktemp -d)
mkfifo "$folder/number"
server=
trap '[ -z "$server" ] || kill $server 2>/dev/null
  [ -z "$server" ] || wait $server 2>/dev/null
  rm -rf "$folder"' EXIT
number=
for try in 0 1 2 3 4; do
  Xvfb ":$((100 + ($$ + 7919 * try) % 59000))" -displayfd 3 -screen 0 1280x1024x24 -nolisten tcp \
    -noreset 3>"$folder/number" 2>"$folder/log" &
  server=$!
  read -r -t 30 number <"$folder/number" && break
  number=
  kill $server 2>/dev/null
done
[ -n "$number" ] || { cat "$folder/log" >&2; echo "with_display.sh: Xvfb did not start" >&2; exit 1; }
export DISPLAY=":$number"
[ "${INKRAY_TEST_GL:-software}" = hardware ] || export LIBGL_ALWAYS_SOFTWARE=1
unset WAYLAND_DISPLAY
"$@"
status=$?
kill -0 $server 2>/dev/null || {
  echo "with_display.sh: the X server :$number ended before the command" >&2
  cat "$folder/log" >&2
}
exit $status
