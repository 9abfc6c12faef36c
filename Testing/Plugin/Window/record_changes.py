# SPDX-License-Identifier: BSD-3-Clause
"""ParaView's window runs this at its start. It writes a line for each frame of the view into
INKRAY_TEST_FRAMES: interactive or still, and what a user may drag of the display as Volume (Ray Cast). It
begins when the display first has a threshold. It draws an interactive frame itself after the first still with
the opacity 0.9. After the first interactive frame the server is busy for a while and the window must draw
anew. It then writes "asked", and "busy" for each frame that begins meanwhile. It writes "translucent" for a
frame with slices that has translucent polygons, for which a volume is cast once more."""
import os

import busy_server
from paraview import simple

view = simple.GetActiveViewOrCreate('RenderView')
DRAGGED = ('UseThreshold', 'ThresholdRange', 'ScalarOpacityUnitDistance', 'RayCastDensity', 'Opacity',
           'UseSlices', 'SliceOrigin', 'UseCropping',
           'CroppingOrigin', 'CroppingScale')
began = left = busy = asked = False
begun = []  # what is set, for each frame that is drawn


def values(proxy, name):
    value = proxy.GetPropertyValue(name)
    return ' '.join(f'{number:.6g}' for number in (value if hasattr(value, '__len__') else [value]))


def write(*words):
    with open(os.environ['INKRAY_TEST_FRAMES'], 'a') as file:
        print(*words, sep='\t', file=file)


def volume():
    """Returns the visible display as Volume (Ray Cast), or None."""
    for display in view.Representations:
        if (display.GetProperty('Representation') and display.Representation == 'Volume (Ray Cast)'
            and display.Visibility):
            return display
    return None


def begin(*_):
    """Notes what is set when a frame begins, which the frame shows. The next press may come while it is
    drawn."""
    if busy:
        write('busy', '')
    display = volume()
    begun.append(display and [f'{name} {values(display, name)}' for name in DRAGGED]
                 + [values(display.ScalarOpacityFunction, 'Points'),
                    values(display.LookupTable, 'RGBPoints')])


def draw_while_busy():
    global busy, asked
    write('asked', '')
    asked = busy = True
    busy_server.render()
    busy_server.handle_events(0.2)
    busy = False


def record(*_):
    global began, left
    state, display = begun.pop() if begun else None, volume()
    began = began or bool(display and display.UseThreshold)
    if not began or not state or not display:
        return
    kind = 'interactive' if view.GetRenderWindow().GetDesiredUpdateRate() > 1 else 'still'
    write(kind, *state, view.CenterAxesVisibility)
    translucent = [prop.GetClassName() for prop in view.GetRenderer().GetViewProps() if prop.GetVisibility()
                   and prop.HasTranslucentPolygonalGeometry()]
    if display.UseSlices and translucent:
        write('translucent', *translucent)
    if kind == 'interactive' and not asked:
        draw_while_busy()
    if display.Opacity == 0.9 and not left:
        left = True
        view.SMProxy.InteractiveRender()


view.SMProxy.AddObserver('StartEvent', begin)
view.SMProxy.AddObserver('EndEvent', record)
