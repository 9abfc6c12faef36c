# SPDX-License-Identifier: BSD-3-Clause
"""ParaView's window runs this at its start. It writes a line for each frame of each view with displays of
ours into INKRAY_TEST_FRAMES: interactive or still, what is shown, and where the camera is."""
import os

from paraview import simple

watched = set()


def watch(view):
    if view.SMProxy not in watched:
        watched.add(view.SMProxy)
        view.SMProxy.AddObserver('EndEvent', lambda *_: record(view))


def record(view):
    for other in simple.GetRenderViews():
        watch(other)
    shown = [str(d.Representation).strip("'") for d in view.Representations if d.GetProperty('Representation')
             and d.Visibility]
    if shown and shown[0].endswith('(Ray Cast)'):
        kind = 'interactive' if view.GetRenderWindow().GetDesiredUpdateRate() > 1 else 'still'
        with open(os.environ['INKRAY_TEST_FRAMES'], 'a') as file:
            print(kind, shown[0], *(f'{x:.4f}' for x in view.GetActiveCamera().GetPosition()), sep='\t',
                  file=file)


watch(simple.GetActiveViewOrCreate('RenderView'))
