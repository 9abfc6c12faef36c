# SPDX-License-Identifier: BSD-3-Clause
"""Isosurfaces with a client and a pvserver: rendering on the server and on the client gives the picture of a
session without a server."""
from paraview import simple

import iso_testing as iso
import raycast_testing as t
import session_testing


def show(view):
    display = iso.show(simple.Wavelet(WholeExtent=[-8, 8] * 3), view, [130.0, 180.0],
                       color=('POINTS', 'RTData'))
    sphere = simple.Show(simple.Sphere(Center=[4, 4, 4], Radius=5), view)
    sphere.ColorArrayName = [None, '']
    return display


def examine(check, display):
    count = iso.rays(display)
    check(count['hits'] > 0 and iso.uploads(display)['volumes'] == 1,
          'counters come from where the frame was drawn: %s' % count)
    display.IsosurfaceProbePixel = [t.SIZE[0] // 2, t.SIZE[1] // 2]
    rows = list(t.information(display, 'IsosurfaceProbeReport'))
    check(rows[0] == 'isovalue' and float(rows[1]) in (130.0, 180.0), 'rows of what is probed: %s' % rows)
    check(t.information(display, 'IsosurfaceProbed') == 1,
          'that frame is probed: %s' % list(t.information(display, 'IsosurfaceProbedPosition')))


session_testing.client_and_server('iso_', show, examine, 'IsosurfaceImageSampleDistance')
