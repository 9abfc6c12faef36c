# SPDX-License-Identifier: BSD-3-Clause
"""ParaView's window runs this at its start. It writes a line for each frame of the view with a legend into
INKRAY_TEST_FRAMES: whether a sky is shown behind the surfaces, and whether the legend has a background."""
import os

from paraview import simple

view = simple.GetActiveViewOrCreate('RenderView')


def shown(name):
    """Returns the displays and legends of the view that have a property and are visible."""
    return [one for one in view.Representations if one.GetProperty(name) and one.Visibility]


def record(*_):
    skies, legends = shown('PathTraceShowSky'), shown('DrawBackground')
    if skies and legends:
        with open(os.environ['INKRAY_TEST_FRAMES'], 'a') as file:
            print(int(any(one.PathTraceShowSky for one in skies)),
                  int(all(one.DrawBackground for one in legends)), file=file)


view.SMProxy.AddObserver('EndEvent', record)
