# SPDX-License-Identifier: BSD-3-Clause
"""Run by ParaView's window at its start: as record_changes.py, and once the volume has a threshold, the mouse of the X server clicks on the list of opacity presets, which the panel shows
alone; when it has none any more, the mouse clicks beside the list that is open."""
import ctypes

import record_changes
from record_changes import view

PLACES = {1: (200, 580), 0: (640, 700)}  # of the clicks, in a window of 1000 x 750
x11, xtst = ctypes.CDLL('libX11.so.6'), ctypes.CDLL('libXtst.so.6')
x11.XOpenDisplay.restype = ctypes.c_void_p


def click(*_):
    """In each of the two states once."""
    for display in view.Representations:
        if display.GetProperty('Representation') and display.Representation == 'Volume (Ray Cast)' and record_changes.began and display.UseThreshold in PLACES:
            server = ctypes.c_void_p(x11.XOpenDisplay(None))
            xtst.XTestFakeMotionEvent(server, -1, *PLACES.pop(display.UseThreshold), 0)
            for down in (1, 0):
                xtst.XTestFakeButtonEvent(server, 1, down, 0)
            x11.XSync(server, 0)
            x11.XCloseDisplay(server)


view.SMProxy.AddObserver('EndEvent', click)
