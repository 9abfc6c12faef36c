# SPDX-License-Identifier: BSD-3-Clause
"""Functions that the scripts in ParaView's window share (window_test.sh)."""
import contextlib
import ctypes
import os
import sys
import traceback

import raycast_testing as t

_qt = ctypes.PyDLL(None)
_process_events = getattr(_qt,
                          '_ZN16QCoreApplication13processEventsE6QFlagsIN10QEventLoop17ProcessEventsFlagEE')
_process_events.argtypes = [ctypes.c_int]


@contextlib.contextmanager
def checks():
    """Gives the checks of a script. Afterwards ParaView ends: with 1 where a check failed, none was made, or
    the script raised."""
    sys.stdout = sys.stderr = os.fdopen(os.dup(1), 'w', buffering=1)  # ParaView's own streams are windows
    check = t.Checks()
    try:
        yield check
    except BaseException:  # ParaView would print it and stay
        traceback.print_exc()
        os._exit(1)
    check.done()
    os._exit(0)


def handle_events():
    """Handles the events of the window."""
    _process_events(0)
