# SPDX-License-Identifier: BSD-3-Clause
"""A session whose server is busy while the window handles events, as ParaView says of a server that has not
answered yet. No filter of ParaView 5.11 handles events while it works. Libraries of others do, and dialogs
that a filter opens."""
import ctypes
import time

from paraview import servermanager

_qt = ctypes.PyDLL(None)
_process_events = getattr(_qt,
                          '_ZN16QCoreApplication13processEventsE6QFlagsIN10QEventLoop17ProcessEventsFlagEE')
_process_events.argtypes = [ctypes.c_int]
_application = getattr(_qt, '_ZN17pqApplicationCore8instanceEv')
_application.restype = ctypes.c_void_p
_render = getattr(_qt, '_ZN17pqApplicationCore6renderEv')
_render.argtypes = [ctypes.c_void_p]


def render():
    """Asks for a frame of each view, as the window does after a change."""
    _render(_application())


def handle_events(seconds):
    """Handles the window's events, timers above all, while the server is busy."""
    session = servermanager.ActiveConnection.Session
    session.PrepareProgress()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        _process_events(0)
        time.sleep(0.01)
    session.CleanupPendingProgress()
