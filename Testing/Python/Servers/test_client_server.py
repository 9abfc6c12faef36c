# SPDX-License-Identifier: BSD-3-Clause
"""A client and a pvserver: rendering on the server and on the client gives the picture of a session without a
server."""
from paraview import simple

import raycast_testing as t
import session_testing


def show(view):
    display = t.show(t.wavelet_tets(6), view)
    # Cut by what goes by the bounds of the data, and by values that travel beside those that are drawn.
    display.UseThreshold, display.ThresholdArray = 1, ['POINTS', 'RTData']
    display.ThresholdRange = [100.0, 270.0]
    display.UseCropping, display.CroppingRotation = 1, [0.0, 0.0, 30.0]
    display.CroppingScale = [0.8, 0.6, 1.0]
    display.UseSlices, display.SliceOpacity, display.SliceNormal = 1, 0.5, [0.0, 0.3, 1.0]
    # Beside it, a smaller mesh with a 2D transfer function, which is an object on the server as well.
    boxed = t.show(t.wavelet_tets(3), view, camera=False)
    t.place(boxed, [7.0, -7.0, 4.0])
    boxed.UseTransfer2D = 1
    function = boxed.TransferFunction2D
    assert 20.0 < function.Range[3] < 100.0, 'the server has told its largest gradient: %s' % list(
        function.Range)
    function.OutputDimensions = [32, 32]
    function.Range = [100.0, 280.0, 0.0, 40.0]
    function.Boxes = [100.0, 5.0, 180.0, 30.0, 0.9, 0.6, 0.2, 0.9]
    sphere = simple.Show(simple.Sphere(Radius=2.5), view)
    sphere.ColorArrayName = [None, '']
    return display


def examine(check, display):
    count = t.counters(display)
    check(count['meshes'] == 1 and count['tets'] > 0,
          'counters come from where the frame was drawn: %s' % count)


session_testing.client_and_server('', show, examine, 'RayCastImageSampleDistance')
