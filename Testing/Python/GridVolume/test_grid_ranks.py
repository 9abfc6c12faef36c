# SPDX-License-Identifier: BSD-3-Clause
"""Two ranks of pvbatch, each with a part of an image, draw its volume as one process does, without a seam.
Called without arguments, the script starts itself on two ranks, and then draws the scenes alone."""
from paraview import simple

import raycast_testing as t
import session_testing

PARTS = ('plain', 'cells', 'shaded', 'cropped', 'ball')


def scene(part):
    """Show an image that has as many parts as there are ranks, seen from a corner."""
    view = t.new_view()
    view.RemoteRenderThreshold = 0.0
    source = simple.Wavelet(WholeExtent=[-12, 12] * 3)
    if part == 'cells':
        source = simple.PointDatatoCellData(Input=source, PassPointData=0)
    display = t.show(source, view, ('CELLS' if part == 'cells' else 'POINTS', 'RTData'))
    display.RayCastEarlyTermination = 0.0
    if part == 'shaded':
        display.Shade, display.Ambient = 1, 0.2
    if part == 'cropped':
        display.UseCropping = 1
        display.CroppingScale, display.CroppingOrigin = [0.7, 0.8, 0.6], [2.0, 0.0, 4.0]
    if part == 'ball':
        ball = simple.Show(simple.Sphere(Center=[6, 6, 6], Radius=7, ThetaResolution=60, PhiResolution=60),
                           view)
        ball.ColorArrayName = [None, '']
    return view, display


def together(name, view, display, folder):
    """The work of each rank besides drawing."""
    if name:
        print(name, 'cells of rank 0:', t.report(display)['cells'], flush=True)


def examine(check, name, view, display, folder, said):
    if not name:
        check('ERR' not in said and 'WARN|' not in said, 'two ranks: no messages')


session_testing.two_ranks(__file__, 'grid_ranks', PARTS, scene, 0.02, together, examine)
