# SPDX-License-Identifier: BSD-3-Clause
"""ParaView's window runs this at its start. It writes a line for each frame of the view into
INKRAY_TEST_FRAMES: interactive or still, the time, and the representations of the displays."""
import os

from paraview import simple

view = simple.GetActiveViewOrCreate('RenderView')


def record(*_):
    kind = 'interactive' if view.GetRenderWindow().GetDesiredUpdateRate() > 1 else 'still'
    shown = [str(d.Representation).strip("'") for d in view.Representations if d.GetProperty('Representation')
             and d.Visibility]
    with open(os.environ['INKRAY_TEST_FRAMES'], 'a') as file:
        print(kind, f'{view.ViewTime:.6g}', *shown, sep='\t', file=file)


view.SMProxy.AddObserver('EndEvent', record)
