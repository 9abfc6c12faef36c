# SPDX-License-Identifier: BSD-3-Clause
"""ParaView's window runs this at its start. It shows a volume. When the events hide the orientation axes, it
makes that frame long and asks the window to close while it is drawn, as a window manager does. It writes what
happens into INKRAY_TEST_FRAMES, a line each.

The observer of messages sleeps, so that the frame takes long on any machine. So does the observer that is
asked whether to go on."""
import os
import time

from paraview import simple

import x_windows

view = simple.GetActiveViewOrCreate('RenderView')
display = simple.Show(simple.Tetrahedralize(Input=simple.Wavelet(WholeExtent=[-6, 6] * 3)), view)
simple.ColorBy(display, ('POINTS', 'RTData'))
display.SetRepresentationType('Volume (Ray Cast)')
view.ResetCamera()
simple.Render(view)

opacities = display.ScalarOpacityFunction
shown = list(opacities.Points)
hidden = [number for i in range(0, len(shown), 4)
          for number in (shown[i], 0.0, 0.5, 0.0)] + [1e6, 1.0, 0.5, 0.0]
state = 'before'


def write(what):
    with open(os.environ['INKRAY_TEST_FRAMES'], 'a') as file:
        print(what, file=file)


def begin(*_):
    global state
    if state == 'before' and not view.OrientationAxesVisibility:
        state = 'drawing'
        opacities.Points = hidden  # the mapper has a message about these


def ask(*_):
    global state
    if state == 'drawing':
        state = 'closing'
        x_windows.close(b'ParaView')
        write('closed in the middle of a frame')
        time.sleep(0.5)


def end(*_):
    if state == 'closing':
        write('the frame ended')


volumes = view.GetRenderer().GetVolumes()
volumes = [volumes.GetItemAsObject(i) for i in range(volumes.GetNumberOfItems())]
mappers = [volume.GetMapper() for volume in volumes if volume.GetVisibility() and volume.GetMapper()]
mapper = next(mapper for mapper in mappers if mapper.GetClassName() == 'vtkTetRayCastMapper')
mapper.AddObserver('WarningEvent', lambda *_: time.sleep(0.5))
view.GetRenderWindow().AddObserver('AbortCheckEvent', ask, 1.0)  # before ParaView's window
view.SMProxy.AddObserver('StartEvent', begin)
view.SMProxy.AddObserver('EndEvent', end)
