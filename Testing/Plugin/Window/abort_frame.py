# SPDX-License-Identifier: BSD-3-Clause
"""ParaView's window runs this at its start. It shows a volume. When the events hide the orientation axes, it
makes that frame long and presses the abort button in it with the mouse of the X server. It writes a line for
each frame of the view into INKRAY_TEST_FRAMES: when it was, who drew it, and what was noted.

The observer of messages sleeps, so that the frame takes long on any machine. So does the observer that is
asked whether to go on: when ParaView looks for clicks after that, they are there."""
import ctypes
import os
import time

from paraview import simple

view = simple.GetActiveViewOrCreate('RenderView')
display = simple.Show(simple.Tetrahedralize(Input=simple.Wavelet(WholeExtent=[-6, 6] * 3)), view)
simple.ColorBy(display, ('POINTS', 'RTData'))
display.SetRepresentationType('Volume (Ray Cast)')
display.RayCastDevice = os.environ['INKRAY_TEST_DEVICE'].upper()
view.ResetCamera()
simple.Render(view)

opacities = display.ScalarOpacityFunction
shown = list(opacities.Points)
hidden = [number for i in range(0, len(shown), 4)
          for number in (shown[i], 0.0, 0.5, 0.0)] + [1e6, 1.0, 0.5, 0.0]
state = 'before'


def click_along_the_status_bar():
    """Clicks along the status bar, because the button is somewhere in it."""
    x11, xtst = ctypes.CDLL('libX11.so.6'), ctypes.CDLL('libXtst.so.6')
    x11.XOpenDisplay.restype = ctypes.c_void_p
    server = ctypes.c_void_p(x11.XOpenDisplay(None))
    for x in range(5, 1000, 8):
        xtst.XTestFakeMotionEvent(server, -1, x, 735, 0)
        for down in (1, 0):
            xtst.XTestFakeButtonEvent(server, 1, down, 0)
    x11.XSync(server, 0)
    x11.XCloseDisplay(server)


def begin(*_):
    global state
    if state == 'before' and not view.OrientationAxesVisibility:
        state = 'aborting'
        opacities.Points = hidden  # the mapper has a message about these
    elif state == 'aborted':
        state = 'after'
        opacities.Points = shown


def ask(*_):
    global state
    if state == 'aborting':
        state = 'aborted'
        click_along_the_status_bar()
        time.sleep(0.5)


def end(*_):
    display.SMProxy.UpdatePropertyInformation()
    rows = list(display.RayCastReport)
    rows = dict(zip(rows[0::3], rows[1::3]))
    with open(os.environ['INKRAY_TEST_FRAMES'], 'a') as file:
        print(state, rows.get('drawn by'), rows.get('note', ''), sep='\t', file=file)


volumes = view.GetRenderer().GetVolumes()
volumes = [volumes.GetItemAsObject(i) for i in range(volumes.GetNumberOfItems())]
mappers = [volume.GetMapper() for volume in volumes if volume.GetVisibility() and volume.GetMapper()]
mapper = next(mapper for mapper in mappers if mapper.GetClassName() == 'vtkTetRayCastMapper')
mapper.AddObserver('WarningEvent', lambda *_: time.sleep(0.5))
view.GetRenderWindow().AddObserver('AbortCheckEvent', ask, 1.0)  # before ParaView's window
view.SMProxy.AddObserver('StartEvent', begin)
view.SMProxy.AddObserver('EndEvent', end)
