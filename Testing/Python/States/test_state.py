# SPDX-License-Identifier: BSD-3-Clause
"""State files, as XML and as Python, restore the picture and the settings, also in a new program."""
from paraview import simple

import raycast_testing as t
import session_testing


def make(view):
    display = t.show(t.wavelet_tets(6), view, unit_distance=2.5)
    opacity = simple.GetOpacityTransferFunction('RTData')
    opacity.Points = [40.0, 0.0, 0.5, 0.0, 180.0, 0.1, 0.5, 0.0, 270.0, 0.9, 0.5, 0.0]
    display.RayCastImageSampleDistance = 0.5
    display.RayCastEarlyTermination = 0.01
    display.RayCastDevice = 'CPU'
    display.RayCastAutoAdjust = 0
    display.RayCastMaximumImageSampleDistance = 3.0
    display.UseThreshold = 1
    display.ThresholdArray = ['POINTS', 'RTData']
    display.ThresholdRange = [90.0, 240.0]
    display.UseCropping, display.CroppingKeepOutside = 1, 1
    display.CroppingOrigin, display.CroppingRotation = [1.0, 2.0, -3.0], [10.0, 20.0, 30.0]
    display.CroppingScale = [0.5, 0.6, 0.7]
    display.UseSlices, display.SliceOpacity, display.SliceOffsets = 1, 0.75, [-2.0, 3.0]
    display.SliceOrigin, display.SliceNormal = [1.0, 0.5, 0.0], [0.0, 0.6, 0.8]
    display.UseGradientOpacity = 1
    display.GradientOpacityFunction.Points = [0.0, 0.25, 0.5, 0.0, 20.0, 1.0, 0.5, 0.0]
    function = simple.GetTransferFunction2D('RTData')
    function.Range = [40.0, 270.0, 0.0, 60.0]
    function.Boxes = [50.0, 10.0, 150.0, 40.0, 0.2, 0.4, 0.6, 0.8]


def examine(check, kind, view):
    display = [d for d in view.Representations if hasattr(d, 'RayCastMapper')][0]
    check(display.Representation == t.TYPE, kind + ': the representation type')
    check(abs(display.RayCastImageSampleDistance - 0.5) < 1e-6
          and abs(display.RayCastEarlyTermination - 0.01) < 1e-6, kind + ': settings of the ray caster')
    check(abs(display.ScalarOpacityUnitDistance - 2.5) < 1e-6, kind + ': unit distance')
    check(display.RayCastDevice == 'CPU', kind + ': device')
    check(display.RayCastAutoAdjust == 0 and display.RayCastMaximumImageSampleDistance == 3.0,
          kind + ': sample distance of interaction')
    check(display.UseGradientOpacity == 1
          and list(display.GradientOpacityFunction.Points)[4:6] == [20.0, 1.0], kind + ': gradient opacity')
    function = display.TransferFunction2D
    check(list(function.Range) == [40.0, 270.0, 0.0, 60.0] and abs(function.Boxes[2] - 150.0) < 1e-6
          and abs(function.Boxes[7] - 0.8) < 1e-6, kind + ': 2D transfer function: %s' % list(function.Boxes))
    check(display.UseThreshold == 1 and display.ThresholdArray[:] == ['POINTS', 'RTData']
          and list(display.ThresholdRange) == [90.0, 240.0], kind + ': threshold')
    check(display.UseCropping == 1 and display.CroppingKeepOutside == 1 and list(display.CroppingOrigin)
          == [1.0, 2.0, -3.0] and list(display.CroppingRotation) == [10.0, 20.0, 30.0]
          and list(display.CroppingScale) == [0.5, 0.6, 0.7], kind + ': cropping')
    check(display.UseSlices == 1 and display.SlicesAlone == 0 and display.SliceOpacity == 0.75
          and list(display.SliceOffsets) == [-2.0, 3.0]
          and list(display.SliceOrigin) == [1.0, 0.5, 0.0] and list(display.SliceNormal) == [0.0, 0.6, 0.8],
          kind + ': slices')


session_testing.states(__file__, 'state', make, examine)
