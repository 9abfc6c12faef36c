# SPDX-License-Identifier: BSD-3-Clause
"""Undo and redo restore pictures to the last bit, and with them the plug-in's own choices: array, functions,
unit distance, isovalues."""
from paraview import simple

import raycast_testing as t
from undo_testing import Change

check = t.Checks()
t.load_plugin()


def undone(view, what, change):
    before = t.image(view)
    with Change() as step:
        change()
    after = t.image(view)
    step.undo()
    check.near(t.image(view), before, 0, 0, what + ': undone')
    step.redo()
    check.near(t.image(view), after, 0, 0, what + ': done again')
    check(t.difference(before, after)[1] > 0, what + ': seen')


def set_to(display, **properties):
    return lambda: [setattr(display, name, value) for name, value in properties.items()]


view = t.new_view()
display = simple.Show(t.wavelet_tets(4), view)
simple.ResetCamera(view)
view.GetActiveCamera().Azimuth(30)
view.GetActiveCamera().Elevation(20)
undone(view, 'a volume', lambda: display.SetRepresentationType(t.TYPE))
undone(view, 'shade', set_to(display, Shade=1, Ambient=0.2))
undone(view, 'gradient opacity', set_to(display, UseGradientOpacity=1))
undone(view, 'a preset', set_to(display, RayCastOpacityPreset='Layers'))
undone(view, 'isosurfaces in the volume', set_to(display, RayCastIsovalues=[150.0]))
undone(view, 'isosurfaces', lambda: display.SetRepresentationType('Isosurface (Ray Cast)'))
undone(view, 'isovalues', set_to(display, Isovalues=[120.0, 180.0]))
undone(view, 'path tracing', lambda: display.SetRepresentationType('Isosurface (Path Traced)'))
display.PathTraceSamples = 2
undone(view, 'up', set_to(display, PathTraceSkyUp='Z'))
undone(view, 'a volume around them', set_to(display, PathTraceIncludeVolume=1))
undone(view, 'the volume again', lambda: display.SetRepresentationType(t.TYPE))
display.UseGradientOpacity = 0
undone(view, 'the 2D function', set_to(display, UseTransfer2D=1))
check.done()
