# SPDX-License-Identifier: BSD-3-Clause
"""ParaView's window runs this at its start. It writes a line for each frame of the view into
INKRAY_TEST_FRAMES: interactive or still, and the isovalues."""
import os

from paraview import simple

view = simple.GetActiveViewOrCreate('RenderView')


def record(*_):
    kind = 'interactive' if view.GetRenderWindow().GetDesiredUpdateRate() > 1 else 'still'
    isovalues = [value for display in view.Representations if display.GetProperty('Isovalues')
                 for value in display.Isovalues]
    with open(os.environ['INKRAY_TEST_FRAMES'], 'a') as file:
        print(kind, *isovalues, file=file)


view.SMProxy.AddObserver('EndEvent', record)
