# SPDX-License-Identifier: BSD-3-Clause
"""A turned display: the camera is reset to what it shows, and the first picture of a state file is complete.
Its near and far planes come from bounds that a display reports before it has drawn anything."""
import os
import tempfile

import numpy as np
from paraview import simple

import iso_testing as iso
import path_testing
import raycast_testing as t

# After such a turn, two opposite corners of a box span no box, or only a small part of it.
ORIENTATIONS = ([0.0, 0.0, 180.0], [2.301805260852168, 1e9, 1.0])
SIZE = [100, 80]
PROJECTED = 'ParaView: Projected Tetra'  # a mapper that ignores a cropping box and a threshold


def show(kind, view, orientation):
    source = t.wavelet_tets(6) if kind in (t.TYPE, PROJECTED) else simple.Wavelet(WholeExtent=[-6, 6] * 3)
    display = simple.Show(source, view)
    display.SetRepresentationType(t.TYPE if kind == PROJECTED else kind)
    if kind == PROJECTED:
        display.RayCastMapper, display.UseCropping, display.CroppingScale = PROJECTED, 1, [0.5, 1, 1]
        display.UseThreshold, display.ThresholdArray = 1, ['POINTS', 'RTData']
        display.ThresholdRange = [100.0, 200.0]
    simple.ColorBy(display, ('POINTS', 'RTData'))
    if display.GetProperty('PathTraceSamples'):
        display.PathTraceSamples = 1
    t.place(display, orientation=orientation)


def depths(view):
    """The depths of the corners of the box around everything that the view shows."""
    camera = view.GetActiveCamera()
    bounds = view.SMProxy.GetClientSideObject().GetRenderer().ComputeVisiblePropBounds()
    corners = np.asarray([[bounds[i], bounds[2 + j], bounds[4 + k]] for i in (0, 1) for j in (0, 1)
                          for k in (0, 1)])
    return (corners - camera.GetPosition()) @ np.asarray(camera.GetDirectionOfProjection())


def main():
    check = t.Checks()
    file = os.path.join(tempfile.mkdtemp(), 'state.pvsm')
    t.load_plugin()
    cases = [(kind, orientation) for kind in (t.TYPE, iso.TYPE, path_testing.TYPE, PROJECTED)
             for orientation in ORIENTATIONS]
    names = ['%s, turned by %s' % case for case in cases]
    before = []
    for name, (kind, orientation) in zip(names, cases):
        view = t.new_view(size=SIZE)
        show(kind, view, orientation)
        simple.ResetCamera(view)
        before.append(t.image(view))
        simple.RenameView(name, view)
        edge = np.concatenate([before[-1][0], before[-1][-1], before[-1][:, 0], before[-1][:, -1]])
        check(t.lit(before[-1]) > 0.1 and edge.max() == 0,
              '%s: the camera is reset to all of it, %.3f of the pixels' % (name, t.lit(before[-1])))
    simple.SaveState(file)
    simple.ResetSession()
    t.load_plugin()
    simple.LoadState(file)
    for name, (kind, _), picture in zip(names, cases, before):
        view = simple.FindView(name)
        view.ViewSize, view.UseFXAA = SIZE, 0
        after = t.image(view)
        nearest, farthest = view.GetActiveCamera().GetClippingRange()
        shown = depths(view)
        check(nearest < shown.min() and shown.max() < farthest, '%s: depths of %.2f to %.2f between planes '
              'at %.2f and %.2f' % (name, shown.min(), shown.max(), nearest, farthest))
        mean, most = (1e-5, 1.05 / 255) if kind == PROJECTED else (0, 0)  # which is ParaView's own
        check(t.difference(picture, after)[0] <= mean and t.difference(picture, after)[1] <= most,
              '%s: the same picture from a state file, %s' % (name, t.difference(picture, after)))
    check.done()


main()
