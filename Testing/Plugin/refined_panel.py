# SPDX-License-Identifier: BSD-3-Clause
"""Run by ParaView's window at its start: shows an isosurface that is path traced frame by frame. Where the events switch the orientation axes, that frame becomes a long one, in which the
mouse and the keyboard of the X server use the panel: its wheel is turned in the first, and in the second its search is clicked on and typed into. Writes a line into INKRAY_TEST_FRAMES
for each frame of the view: what was done in it, and its samples."""
import ctypes
import os
import time

from paraview import simple

TEXT = 'sdfgbopac'  # with all letters that are shortcuts of ParaView by themselves
SEARCH, LABEL = (130, 452), (50, 542)  # in the panel of a window of 1000 x 750

view = simple.GetActiveViewOrCreate('RenderView')
display = simple.Show(simple.Wavelet(WholeExtent=[-8, 8] * 3), view)
display.ColorArrayName = [None, '']
display.SetRepresentationType('Isosurface (Path Traced)')
display.IsosurfaceDevice = os.environ['INKRAY_TEST_DEVICE'].upper()
display.PathTraceLight, display.PathTraceSamples = 'Sky', 65536
view.ResetCamera()

x11, xtst = ctypes.CDLL('libX11.so.6'), ctypes.CDLL('libXtst.so.6')
x11.XOpenDisplay.restype = ctypes.c_void_p
x11.XStringToKeysym.restype = ctypes.c_ulong


def click(server, place, button, number=1):
    xtst.XTestFakeMotionEvent(server, -1, *place, 0)
    for _ in range(number):
        for down in (1, 0):
            xtst.XTestFakeButtonEvent(server, button, down, 0)


def turn_wheel(server):
    click(server, LABEL, 5, 3)


def search(server):
    click(server, SEARCH, 1)
    for letter in TEXT:
        code = x11.XKeysymToKeycode(server, ctypes.c_ulong(x11.XStringToKeysym(letter.encode())))
        for down in (1, 0):
            xtst.XTestFakeKeyEvent(server, code, down, 0)


steps = [(0, 'turned the wheel', turn_wheel), (1, 'searched', search)]  # each where the axes are shown or not
done = ''


def draw(*_):
    """In a frame, when it has taken long."""
    global done
    done = ''
    if not steps or view.OrientationAxesVisibility != steps[0][0]:
        return
    _, done, act = steps.pop(0)
    time.sleep(0.3)
    server = ctypes.c_void_p(x11.XOpenDisplay(None))
    act(server)
    x11.XSync(server, 0)
    x11.XCloseDisplay(server)
    time.sleep(0.2)
    view.GetRenderWindow().InvokeEvent('AbortCheckEvent')  # as all do that draw for long


def end(*_):
    display.SMProxy.UpdatePropertyInformation()
    rows = list(display.PathTraceReport)
    rows = dict(zip(rows[0::3], rows[1::3]))
    with open(os.environ['INKRAY_TEST_FRAMES'], 'a') as file:
        print(rows.get('samples', ''), rows.get('new samples', ''), rows.get('image width', ''), done, sep='\t', file=file)
    if done and not steps:
        display.PathTraceSamples = 12


view.GetRenderer().AddObserver('EndEvent', draw)
view.SMProxy.AddObserver('EndEvent', end)
