# SPDX-License-Identifier: BSD-3-Clause
"""ParaView's window runs this at its start. It shows an isosurface that is path traced frame by frame. When
the events switch the orientation axes, that frame becomes long, and the mouse and the keyboard of the X
server use the window. In the first such frame the wheel is turned over the panel; in the second the panel's
search is clicked on and typed into. In the next one, which refines and has not traced anything yet, the wheel
is turned again. In the last, which has not either, the view is clicked on. It writes a line into
INKRAY_TEST_FRAMES for each frame of the view: its samples, and what was done in it."""
import ctypes
import os
import time

from paraview import simple

TEXT = 'sdfgbopac'  # with all letters that are shortcuts of ParaView by themselves
# In the panel and in the view of a window of 1000 x 750.
SEARCH, LABEL, MIDDLE = (130, 452), (50, 542), (640, 460)

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


def use_view(server):
    click(server, MIDDLE, 1)


# Each where the axes are shown or not, and when the renderer has drawn, or before.
steps = [(0, 'EndEvent', 'turned the wheel', turn_wheel), (1, 'EndEvent', 'searched', search),
         (1, 'StartEvent', 'turned it again', turn_wheel),
         (0, 'StartEvent', 'clicked on the view', use_view)]
done = ''


def draw(_, event):
    """Takes the next step in a frame, and makes the frame long."""
    global done
    if not steps or (view.OrientationAxesVisibility, event) != steps[0][:2]:
        return
    _, _, done, act = steps.pop(0)
    time.sleep(0.3)
    server = ctypes.c_void_p(x11.XOpenDisplay(None))
    act(server)
    x11.XSync(server, 0)
    x11.XCloseDisplay(server)
    time.sleep(0.2)
    view.GetRenderWindow().InvokeEvent('AbortCheckEvent')  # as all renderers do that draw for long


def end(*_):
    global done
    display.SMProxy.UpdatePropertyInformation()
    rows = list(display.PathTraceReport)
    rows = dict(zip(rows[0::3], rows[1::3]))
    with open(os.environ['INKRAY_TEST_FRAMES'], 'a') as file:
        print(rows.get('samples', ''), rows.get('new samples', ''), rows.get('image width', ''), done,
              sep='\t', file=file)
    if done and not steps:
        display.PathTraceSamples = 12
    done = ''


for event in ('StartEvent', 'EndEvent'):
    view.GetRenderer().AddObserver(event, draw)
view.SMProxy.AddObserver('EndEvent', end)
