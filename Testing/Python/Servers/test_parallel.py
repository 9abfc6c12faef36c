# SPDX-License-Identifier: BSD-3-Clause
"""Two ranks of pvbatch with ordered compositing draw the picture of one process. Called without arguments,
the script starts itself as `mpirun -np 2 pvbatch test_parallel.py FOLDER`, and then draws the scenes
alone."""
from paraview import simple

import raycast_testing as t
import session_testing


def scene(part):
    """Data that has as many pieces as there are ranks, seen from a corner. (No opaque surface: Debian 12's
    libexpat makes ParaView lose those.)"""
    view = t.new_view()
    view.RemoteRenderThreshold = 0.0
    if part == 'gradients':  # steepest on the last rank, whatever axis the pieces are along
        source = simple.Calculator(Input=t.wavelet_tets(8), ResultArrayName='bowl',
                                   Function='(coordsX+9)^2 + (coordsY+9)^2 + (coordsZ+9)^2')
    elif part == 'tets':
        source = t.wavelet_tets(8)
    elif part == 'cut':
        source = simple.PointDatatoCellData(Input=t.wavelet_tets(8), PassPointData=1)
    elif part in ('hexahedra', 'surfaces'):
        source = simple.AppendDatasets(Input=simple.Wavelet(WholeExtent=[-7, 7] * 3))
    else:
        source = simple.GroupDatasets(Input=[t.wavelet_tets(6), simple.Sphere(Center=[0, 0, 40])])
    display = t.show(source, view, ('POINTS', 'bowl' if part == 'gradients' else 'RTData'))
    if part == 'gradients':
        display.UseGradientOpacity = 1
        print('%s: fitted to %.4f' % (part, display.GradientOpacityFunction.Points[-4]), flush=True)
    if part == 'surfaces':
        display.RayCastIsosurfaces = [130.0, 0.4, 1, 0, 1, 1, 1, 200.0, 1.0, 1, 1, 0.9, 0.2, 0.1]
    if part != 'cut':
        return view, display
    # What is cut away is in the coordinates of the whole, and cells that two ranks share vanish in both.
    display.UseThreshold, display.ThresholdArray = 1, ['CELLS', 'RTData']
    display.ThresholdRange = [120.0, 250.0]
    display.UseCropping, display.CroppingKeepOutside = 1, 1
    display.CroppingOrigin, display.CroppingRotation = [3.0, -2.0, 4.0], [20.0, 10.0, 35.0]
    display.CroppingScale = [0.4, 0.6, 0.5]
    display.UseSlices, display.SliceOpacity, display.SliceOffsets = 1, 0.6, [-2.0, 3.0]
    display.SliceOrigin, display.SliceNormal = [0.0, 0.0, 0.0], [0.3, 0.5, 1.0]
    return view, display


def together(name, view, display, folder):
    if name:
        print(name, 'counters of rank 0:', t.counters(display), flush=True)


def examine(check, name, view, display, folder, said):
    if name == 'gradients':
        fitted = 'gradients: fitted to %.4f' % display.GradientOpacityFunction.Points[-4]
        check(display.GradientOpacityFunction.Points[-4] > 50 and fitted in said, 'two ranks: ' + fitted)


session_testing.two_ranks(__file__, 'parallel',
                          ('tets', 'hexahedra', 'surfaces', 'blocks', 'cut', 'gradients'), scene, 3 / 255,
                          together, examine, outlines={'surfaces': 0.004})
