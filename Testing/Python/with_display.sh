#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Run a command under a virtual X server of its own: with_display.sh COMMAND ARG...
# INKRAY_TEST_GL=hardware leaves the choice of OpenGL to the system; without it, Mesa draws on the CPU.
# Unlike under xvfb-run -a, the server picks its number itself, so that any number of tests can start at once, and it lives on between the clients of one test.
set -u
folder=$(mktemp -d)
mkfifo "$folder/number"
Xvfb -displayfd 3 -screen 0 1280x1024x24 -nolisten tcp -noreset 3>"$folder/number" 2>"$folder/log" &
server=$!
trap 'kill $server 2>/dev/null; wait $server 2>/dev/null; rm -rf "$folder"' EXIT
read -r -t 30 number <"$folder/number" || { cat "$folder/log" >&2; echo "with_display.sh: Xvfb did not start" >&2; exit 1; }
export DISPLAY=":$number"
[ "${INKRAY_TEST_GL:-software}" = hardware ] || export LIBGL_ALWAYS_SOFTWARE=1
unset WAYLAND_DISPLAY
"$@"
status=$?
kill -0 $server 2>/dev/null || { echo "with_display.sh: the X server :$number ended before the command" >&2; cat "$folder/log" >&2; }
exit $status
