# SPDX-License-Identifier: BSD-3-Clause
"""Isosurface (Path Traced) with a client and a pvserver: the picture equals that of a session without a
server, and frames refine it until it has all samples, wherever they are drawn."""
import os
import tempfile

from paraview import simple

import path_testing as path
import raycast_testing as t
import session_testing


def show(view):
    display = simple.Show(simple.Wavelet(WholeExtent=[-8, 8] * 3), view)
    display.ColorArrayName = [None, '']
    display.SetRepresentationType(path.TYPE)
    display.Isovalues = [150.0, 200.0]
    display.PathTraceSamples, display.PathTraceIncludeSurfaces = 4, 1
    sphere = simple.Show(simple.Sphere(Center=[6, 6, 6], Radius=3), view)
    sphere.ColorArrayName = [None, '']
    t.turn(view)
    return display


def examine(check, display):
    view = simple.GetActiveView()
    check(path.rows(display)['samples'] == '4' and int(path.rows(display)['triangles']) > 0,
          'all samples, with the sphere in the scene: %s' % path.rows(display))
    check(path.unfinished(display) == 0, 'nobody refines a script')
    few = t.image(view)
    display.PathTraceSamples = 40
    whole = t.image(view)
    check(t.difference(few, whole)[0] > 0.001, 'more samples, less noise')

    # As in a window: each frame adds some samples, and the next frame is asked for until all are there.
    path.refine(display, 1)
    display.PathTraceBounces = 3
    view.SMProxy.InteractiveRender()
    check(path.rows(display)['samples'] == '1' and path.unfinished(display) == 39,
          'one sample while somebody turns the camera: %s' % path.rows(display)['samples'])
    display.PathTraceBounces = 4
    view.SMProxy.InteractiveRender()
    counts = []  # of stills; the interactive image is coarser
    while path.unfinished(display) and len(counts) < 42:
        counts.append(path.render(view, display))
    check(len(counts) > 0 and counts == sorted(set(counts)) and counts[-1] == 40
          and path.unfinished(display) == 0, 'refined to the end: %s' % counts)
    check.near(t.image(view), whole, 0, 0, 'the same picture as at once')

    # A screenshot of a refining view has all samples.
    display.PathTraceBounces = 3
    view.SMProxy.InteractiveRender()
    display.PathTraceBounces = 4
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, 'shot.png')
        simple.SaveScreenshot(name, view, ImageResolution=t.SIZE)
        check(path.rows(display)['samples'] == '40',
              'a screenshot has all samples: %s' % path.rows(display)['samples'])
        shot = path.read_png(name)
    check.near(shot, whole, 0.0005, 3 / 255, 'and shows them')
    path.refine(display, 0)
    display.PathTraceSamples = 4


session_testing.client_and_server('path_trace_', show, examine, 'IsosurfaceImageSampleDistance')
