# SPDX-License-Identifier: BSD-3-Clause
"""A session whose server is busy while the window handles events, as ParaView says it of one that has not answered yet. No filter of ParaView
5.11 handles events while it works; what does is a library of others, or a dialog that a filter opens."""
import ctypes
import time

from paraview import servermanager

_process_events = getattr(ctypes.PyDLL(None), '_ZN16QCoreApplication13processEventsE6QFlagsIN10QEventLoop17ProcessEventsFlagEE')
_process_events.argtypes = [ctypes.c_int]


def handle_events(seconds):
    """Whatever the window has to do, timers above all, while the server is busy."""
    session = servermanager.ActiveConnection.Session
    session.PrepareProgress()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        _process_events(0)
        time.sleep(0.01)
    session.CleanupPendingProgress()
