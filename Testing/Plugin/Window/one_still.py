# SPDX-License-Identifier: BSD-3-Clause
"""Run in ParaView's window: one still shows a change that was made shortly after the view was turned. A view
that was drawn coarsely gets a still after some time, which here ends while the still is drawn. A still that
takes long, as one that casts many rays, handles events meanwhile. Here the observer of its beginning handles
them, and takes more than that time. A view that nobody changes gets its still as before."""
import time

import window_testing
from paraview import simple

frames, slow = [], False


def handle_events(seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        window_testing.handle_events()
        time.sleep(0.01)


def begin(*_):
    global slow
    if slow:
        slow = False
        handle_events(0.8)


def end(*_):
    frames.append('interactive' if view.GetRenderWindow().GetDesiredUpdateRate() > 1 else 'still')


with window_testing.checks() as check:
    view = simple.GetActiveViewOrCreate('RenderView')
    display = simple.Show(simple.Tetrahedralize(Input=simple.Wavelet(WholeExtent=[-4, 4] * 3)), view)
    simple.ColorBy(display, ('POINTS', 'RTData'))
    display.SetRepresentationType('Volume (Ray Cast)')
    display.RayCastDevice = 'CPU'
    simple.Render(view)
    handle_events(1.5)
    view.GetRenderer().AddObserver('StartEvent', begin)
    view.SMProxy.AddObserver('EndEvent', end)

    view.SMProxy.InteractiveRender()
    display.UseThreshold, slow = 1, True
    simple.Render(view)
    handle_events(1.5)
    check(frames == ['interactive', 'still'], 'one still of the change: %s' % frames)

    frames.clear()
    view.SMProxy.InteractiveRender()
    handle_events(2.0)
    check(frames == ['interactive', 'still'], 'a still of the view at rest: %s' % frames)
