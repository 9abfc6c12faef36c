# SPDX-License-Identifier: BSD-3-Clause
"""Measures how fast and how good pictures are while the camera is turned: frames as ParaView draws them while
the mouse is held, on the CPU.

    Testing/Python/with_display.sh pvpython Testing/Benchmarks/ParaView/paraview_turning.py --plugin
    build/lib/InKRay/InKRay.so ... --files mesh.vtk,volume.vti --types "Volume (Ray Cast)" --size 1000 750

The data are a wavelet cut into tetrahedra as Volume (Ray Cast), with Turbo, and one as Isosurface (Ray Cast),
unless --files names others. The camera turns by two degrees a frame. Prints medians: milliseconds of a frame
and of the processor, the width of the image that is cast, and the rays of single pixels at edges. Then it
prints the root mean square difference of colors (from 0 to 1) to a still of the same camera, of all pixels
and of those near edges (two pixels around a difference of 0.25). It also prints the difference of the still's
own pixels at the distance of the image's, interpolated linearly. Frames of so few rays would look so without
more rays at edges."""
import argparse
import os
import statistics
import time

import numpy
from paraview import simple
from paraview_maps import choose
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonCore import vtkUnsignedCharArray

MESH, SURFACE = 'Volume (Ray Cast)', 'Isosurface (Ray Cast)'


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--plugin', required=True)
    parser.add_argument('--device', choices=('Auto', 'CUDA', 'CPU'), default='CPU')
    parser.add_argument('--cells', type=int, default=27,
                        help='of the generated mesh, along each axis, each of five tetrahedra')
    parser.add_argument('--points', type=int, default=129, help='of the generated image, along each axis')
    parser.add_argument('--files', default='', help='comma-separated, in place of these')
    parser.add_argument('--types', default=MESH, help='of representation, one for each file')
    parser.add_argument('--size', type=int, nargs=2, default=[1000, 750])
    parser.add_argument('--frames', type=int, default=30)
    parser.add_argument('--stills', type=int, default=5, help='frames whose picture is compared')
    return parser.parse_args()


def sources(options):
    """Yields each data set: its name, source, type of representation, and array."""
    if options.files:
        for file, kind in zip(options.files.split(','), options.types.split(',')):
            source = simple.OpenDataFile(os.path.abspath(file))
            source.UpdatePipeline()
            yield os.path.basename(file), source, kind, source.PointData.GetArray(0).GetName()
        return
    for name, number, kind in (('mesh', options.cells + 1, MESH), ('image', options.points, SURFACE)):
        source = simple.Wavelet(WholeExtent=[-(number // 2), number - 1 - number // 2] * 3)
        source = simple.Tetrahedralize(source) if kind == MESH else source
        source.UpdatePipeline()
        yield f'{name} of {source.GetDataInformation().GetNumberOfCells()} cells', source, kind, 'RTData'


def pixels(view):
    window = view.GetRenderWindow()
    width, height = window.GetSize()
    data = vtkUnsignedCharArray()
    window.GetPixelData(0, 0, width - 1, height - 1, 0, data, 0)
    return vtk_to_numpy(data).reshape(height, width, 3) / 255.0


def edges(picture):
    """Returns the pixels within two pixels of a difference of 0.25 to a pixel beside."""
    found = numpy.zeros(picture.shape[:2], bool)
    for axis in (0, 1):
        steps = abs(numpy.diff(picture, axis=axis)).max(axis=2) > 0.25
        found[tuple(slice(0, number) for number in steps.shape)] |= steps
    near = found.copy()
    for dy in range(-2, 3):
        for dx in range(-2, 3):
            near |= numpy.roll(found, (dy, dx), (0, 1))
    return near


def interpolated(picture, width):
    """Returns a picture of so many pixels in a row, taken from a whole one and interpolated linearly."""
    for axis, number in ((1, width), (0, max(1, round(picture.shape[0] * width / picture.shape[1])))):
        whole = picture.shape[axis]
        centers = (numpy.arange(number) + 0.5) * whole / number - 0.5
        at = numpy.clip((numpy.arange(whole) - centers[0]) * number / whole, 0, number - 1)
        first = numpy.minimum(at.astype(int), max(0, number - 2))
        share = (at - first).reshape((-1, 1, 1) if axis == 0 else (1, -1, 1))
        few = numpy.take(picture, numpy.clip(numpy.rint(centers).astype(int), 0, whole - 1), axis=axis)
        picture = (1 - share) * numpy.take(few, first, axis=axis) + share * numpy.take(
            few, numpy.minimum(first + 1, number - 1), axis=axis)
    return picture


def difference(one, other, where):
    return float(numpy.sqrt(numpy.mean((one - other)[where] ** 2))) if where.any() else float('nan')


def measure(view, display, kind, options):
    held, still = view.SMProxy.InteractiveRender, view.SMProxy.StillRender
    report = 'RayCastReport' if kind == MESH else 'IsosurfaceReport'
    figures, errors = [], []
    for frame in range(options.frames + 5):  # the first ones find the pace
        view.GetActiveCamera().Azimuth(2)
        begin, processor = time.perf_counter(), time.process_time()
        held()
        view.GetRenderWindow().WaitForCompletion()
        seconds, processed = time.perf_counter() - begin, time.process_time() - processor
        if frame < 5:
            continue
        display.SMProxy.UpdatePropertyInformation()
        data = list(display.GetProperty(report).GetData())
        rows = dict(zip(data[0::3], data[1::3]))
        width = int(rows['image width'])
        figures.append((1e3 * seconds, 1e3 * processed, width, int(rows['edge rays'])))
        if frame >= options.frames + 5 - options.stills:
            moving = pixels(view)
            still()
            whole = pixels(view)
            near = edges(whole)
            few = interpolated(whole, width)
            errors.append([difference(one, whole, where) for where in (numpy.ones_like(near), near)
                           for one in (few, moving)])
    return ([statistics.median(column) for column in zip(*figures)],
            [statistics.mean(column) for column in zip(*errors)])


def main():
    options = arguments()
    simple._DisableFirstRenderCameraReset()
    simple.LoadPlugin(os.path.abspath(options.plugin), remote=False, ns=globals())
    print(f'{options.size[0]} x {options.size[1]}, {os.cpu_count()} CPU threads')
    print(f'{"":28}{"ms":>8}{"processor":>11}{"width":>7}{"edge rays":>11}'
          f'{"all: linear":>13}{"ours":>8}{"edges: linear":>15}{"ours":>8}')
    for name, source, kind, array in sources(options):
        view = simple.CreateView('RenderView')
        view.ViewSize = options.size
        view.OrientationAxesVisibility = view.UseFXAA = 0
        display = simple.Show(source, view)
        simple.ColorBy(display, ('POINTS', array))
        choose('Turbo', simple.GetColorTransferFunction(array), simple.GetOpacityTransferFunction(array),
               source.PointData[array].GetRange())
        display.SetRepresentationType(kind)
        if kind == MESH:
            display.RayCastDevice = options.device
        else:
            display.IsosurfaceDevice = options.device
        simple.ResetCamera(view)
        simple.Render(view)
        (ms, processor, width, rays), errors = measure(view, display, kind, options)
        print(f'{name:28}{ms:8.1f}{processor:11.1f}{width:7.0f}{rays:11.0f}'
              f'{errors[0]:13.4f}{errors[1]:8.4f}{errors[2]:15.4f}{errors[3]:8.4f}', flush=True)
        simple.Delete(view)
    os._exit(0)  # the end of pvpython has crashes of its own


if __name__ == '__main__':
    main()
