# SPDX-License-Identifier: BSD-3-Clause
"""ParaView's window runs this at its start. It works as record_changes.py, and the mouse of the X server
clicks twice. The first click is on the list of opacity presets, once the center axes are shown. The panel has
been searched by then and shows the list alone. The second click is beside the open list, once the volume has
no threshold. A line "shown" for each frame says which of legend and axes it has."""
import ctypes

import record_changes
from record_changes import view

PLACES = [(200, 580), (640, 700)]  # of the clicks, in a window of 1000 x 750
x11, xtst = ctypes.CDLL('libX11.so.6'), ctypes.CDLL('libXtst.so.6')
x11.XOpenDisplay.restype = ctypes.c_void_p


def click(*_):
    """Clicks when it is time for the next click."""
    display = record_changes.volume()
    if display and record_changes.began and ((len(PLACES) == 2 and view.CenterAxesVisibility)
                                             or (len(PLACES) == 1 and not display.UseThreshold)):
        server = ctypes.c_void_p(x11.XOpenDisplay(None))
        xtst.XTestFakeMotionEvent(server, -1, *PLACES.pop(0), 0)
        for down in (1, 0):
            xtst.XTestFakeButtonEvent(server, 1, down, 0)
        x11.XSync(server, 0)
        x11.XCloseDisplay(server)


def shown(*_):
    bars = [one.Visibility for one in view.Representations if one.GetXMLName().startswith('ScalarBar')]
    record_changes.write('shown', *['legend'] * any(bars),
                         *['axes'] * (view.CenterAxesVisibility or view.OrientationAxesVisibility))


view.SMProxy.AddObserver('StartEvent', shown)
view.SMProxy.AddObserver('EndEvent', click)
