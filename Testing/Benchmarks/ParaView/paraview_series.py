# SPDX-License-Identifier: BSD-3-Clause
"""Measures what a step of a series costs in ParaView, where the mesh stays and its values change.

    Testing/Python/with_display.sh pvpython Testing/Benchmarks/ParaView/paraview_series.py \\
        --plugin build/lib/InKRay/InKRay.so
    ... --cells 93 --size 1024 --device CUDA     (a wavelet of 93^3 voxels, each cut into tetrahedra: 3.89 M)

The values are in memory. The animation goes on by one step at a time, as Play does. It runs once with an
outline of the mesh, which is what ParaView itself needs for new values, and once with Volume (Ray Cast).
Prints the median and the slowest milliseconds of a step."""
import argparse
import os
import statistics
import time

import numpy as np
from paraview import simple
from vtkmodules.util.numpy_support import numpy_to_vtk, vtk_to_numpy
from vtkmodules.vtkCommonDataModel import vtkUnstructuredGrid


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--plugin', required=True)
    parser.add_argument('--device', choices=('Auto', 'CUDA', 'CPU'), default='Auto')
    parser.add_argument('--cells', type=int, default=40, help='voxels along each axis')
    parser.add_argument('--size', type=int, default=400)
    parser.add_argument('--steps', type=int, default=12)
    parser.add_argument('--ways', default='Outline,Volume (Ray Cast),Outline,Volume (Ray Cast)')
    return parser.parse_args()


class Series:
    """A source of one mesh, with an array of its own at each step."""

    def __init__(self, cells, steps):
        half = cells // 2
        made = simple.Tetrahedralize(simple.Wavelet(WholeExtent=[-half, cells - half] * 3))
        made.UpdatePipeline()
        self.mesh = vtkUnstructuredGrid()
        self.mesh.DeepCopy(made.GetClientSideObject().GetOutputDataObject(0))
        simple.Delete(made)
        values = vtk_to_numpy(self.mesh.GetPointData().GetArray('RTData')).astype(np.float32)
        self.mesh.GetPointData().Initialize()
        self.values = [values * np.float32(1 + 0.01 * step) for step in range(steps)]

        self.source = simple.PVTrivialProducer()
        self.put(0)

    def put(self, step):
        """Puts a new array for a step, as a reader does; nobody knows its range."""
        mesh = vtkUnstructuredGrid()
        mesh.ShallowCopy(self.mesh)
        array = numpy_to_vtk(self.values[step], deep=0)
        array.SetName('RTData')
        mesh.GetPointData().SetScalars(array)
        self.source.GetClientSideObject().SetOutput(mesh)
        self.source.MarkModified(self.source.SMProxy)


def play(way, series, options, scene):
    view = simple.CreateView('RenderView')
    view.ViewSize = [options.size, options.size]
    view.OrientationAxesVisibility = view.UseFXAA = 0
    display = simple.Show(series.source, view)
    display.Representation = way
    if way != 'Outline':
        simple.ColorBy(display, ('POINTS', 'RTData'))
        display.RayCastDevice = options.device
    simple.ResetCamera(view)
    scene.GoToFirst()
    simple.Render(view)
    times = []
    for step in range(1, options.steps):
        series.put(step)
        start = time.perf_counter()
        scene.GoToNext()
        times.append(1e3 * (time.perf_counter() - start))
    simple.Hide(series.source, view)
    simple.Delete(view)
    return times


def main():
    options = arguments()
    simple.LoadPlugin(os.path.abspath(options.plugin), remote=False, ns=globals())
    series = Series(options.cells, options.steps)
    scene = simple.GetAnimationScene()
    scene.PlayMode = 'Sequence'
    scene.StartTime, scene.EndTime, scene.NumberOfFrames = 0, options.steps - 1, options.steps
    print(f'{series.mesh.GetNumberOfCells()} tetrahedra, {series.mesh.GetNumberOfPoints()} points, '
          f'{options.size} x {options.size}, {options.device}')
    for way in options.ways.split(','):
        times = play(way, series, options, scene)
        print(f'{way:20}{statistics.median(times):9.1f} ms a step, {max(times):.1f} the slowest')


if __name__ == '__main__':
    main()
