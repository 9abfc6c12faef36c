# SPDX-License-Identifier: BSD-3-Clause
"""Run by ParaView's window at its start: writes a line for each frame of the view into INKRAY_TEST_FRAMES:
interactive or still, and what a user may drag of the display as Volume (Ray Cast), from when it has a threshold first. Draws an interactive frame itself after the
first still with the opacity 0.9. After the first interactive frame the server is busy for a while and the window is to draw anew: "asked",
and "busy" for each frame that begins meanwhile."""
import os

import busy_server
from paraview import simple

view = simple.GetActiveViewOrCreate('RenderView')
DRAGGED = ('UseThreshold', 'ThresholdRange', 'ScalarOpacityUnitDistance', 'RayCastDensity', 'Opacity', 'UseSlices', 'SliceOrigin', 'UseCropping',
           'CroppingOrigin', 'CroppingScale')
began = left = busy = asked = False


def values(proxy, name):
    value = proxy.GetPropertyValue(name)
    return ' '.join(f'{number:.6g}' for number in (value if hasattr(value, '__len__') else [value]))


def write(*words):
    with open(os.environ['INKRAY_TEST_FRAMES'], 'a') as file:
        print(*words, sep='\t', file=file)


def begin(*_):
    if busy:
        write('busy', '')


def draw_while_busy():
    global busy, asked
    write('asked', '')
    asked = busy = True
    busy_server.render()
    busy_server.handle_events(0.2)
    busy = False


def record(*_):
    global began, left
    kind = 'interactive' if view.GetRenderWindow().GetDesiredUpdateRate() > 1 else 'still'
    for display in view.Representations:
        if display.GetProperty('Representation') and display.Representation == 'Volume (Ray Cast)' and display.Visibility:
            began = began or display.UseThreshold
            if not began:
                return
            state = [f'{name} {values(display, name)}' for name in DRAGGED]
            state += [values(display.ScalarOpacityFunction, 'Points'), values(display.LookupTable, 'RGBPoints')]
            write(kind, *state, view.CenterAxesVisibility)
            if kind == 'interactive' and not asked:
                draw_while_busy()
            if display.Opacity == 0.9 and not left:
                left = True
                view.SMProxy.InteractiveRender()


view.SMProxy.AddObserver('StartEvent', begin)
view.SMProxy.AddObserver('EndEvent', record)
