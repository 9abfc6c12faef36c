# SPDX-License-Identifier: BSD-3-Clause
"""Measures volumes of images: vtkGridRayCastMapper beside vtkGPUVolumeRayCastMapper, which is ParaView's
"Volume", on the same vtkVolume and in one process.

    PYTHONPATH=build/lib/InKRay Testing/Python/with_display.sh pvpython \\
        Testing/Benchmarks/ParaView/image_volumes.py --device CPU
    ... --points 257 --size 1024 --maps ramp,peaks --device CUDA
    ... --file head.vti

VTK's mapper takes samples along rays: at the distance that it chooses, and one, four and sixteen in the side
of a voxel, with one ray a pixel. The picture that errors are relative to is ours without early termination;
`bench_grid_volume --reference` checks it in double precision. Prints the median milliseconds of a frame and
of the processor, and the root of the mean square and the largest error of 255, over the pixels of all
views."""
import argparse
import os
import statistics
import time

import numpy
import vtkmodules.vtkRenderingOpenGL2  # noqa: F401: brings the classes that draw
from inkray import vtkGridRayCastMapper
from vtkmodules.util import numpy_support
from vtkmodules.vtkCommonDataModel import vtkImageData, vtkPiecewiseFunction
from vtkmodules.vtkIOXML import vtkXMLImageDataReader
from vtkmodules.vtkRenderingCore import (vtkColorTransferFunction, vtkRenderer, vtkRenderWindow, vtkVolume,
                                         vtkWindowToImageFilter)
from vtkmodules.vtkRenderingVolumeOpenGL2 import vtkOpenGLGPUVolumeRayCastMapper

SAMPLES = (0, 1, 4, 16)  # in the side of a voxel; 0: as VTK chooses


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--device', default='Auto', choices=('Auto', 'CUDA', 'CPU'), help='of ours')
    parser.add_argument('--points', type=int, default=129, help='of the generated image, along each axis')
    parser.add_argument('--file', help='a .vti file, of which the first array of points is drawn')
    parser.add_argument('--maps', default='ramp,peaks', help='ramp; peaks: four of opacity, 4 %% wide')
    parser.add_argument('--size', type=int, default=400)
    parser.add_argument('--views', type=int, default=5)
    return parser.parse_args()


def generated(points):
    """Returns an image of 8 bits: three waves in each direction."""
    x, y, z = numpy.meshgrid(*[numpy.linspace(-9.4, 9.4, points, dtype=numpy.float32)] * 3, indexing='ij')
    wave = numpy.sin(x) * numpy.cos(y) + numpy.sin(y) * numpy.cos(z) + numpy.sin(z) * numpy.cos(x)
    values = numpy_support.numpy_to_vtk((127.5 + 80 * wave).clip(0, 255).astype(numpy.uint8).ravel(), True)
    values.SetName('wave')
    image = vtkImageData()
    image.SetDimensions(points, points, points)
    image.GetPointData().SetScalars(values)
    return image


def choose(map_name, volume, values, width):
    """Sets a map of colors and opacity over a range of values; an opacity is that of a hundredth of the
    image's width."""
    low, high = values
    colors, opacity = vtkColorTransferFunction(), vtkPiecewiseFunction()
    for place, color in ((0, (0.2, 0.3, 0.8)), (0.5, (0.9, 0.9, 0.8)), (1, (0.7, 0.0, 0.1))):
        colors.AddRGBPoint(low + place * (high - low), *color)
    points = [(0, 0), (1, 0.1)]
    if map_name == 'peaks':
        points = [(0.14 + 0.24 * k + at, y) for k in range(4) for at, y in ((-0.02, 0), (0, 0.5), (0.02, 0))]
    for place, y in points:
        opacity.AddPoint(low + place * (high - low), y)
    volume.GetProperty().SetColor(colors)
    volume.GetProperty().SetScalarOpacity(opacity)
    volume.GetProperty().SetScalarOpacityUnitDistance(0.01 * width)
    volume.GetProperty().SetInterpolationTypeToLinear()


def picture(window):
    """Returns the window's pixels as an array."""
    grab = vtkWindowToImageFilter()
    grab.SetInput(window)
    grab.SetInputBufferTypeToRGB()
    grab.ReadFrontBufferOff()
    grab.ShouldRerenderOff()
    grab.Update()
    return numpy_support.vtk_to_numpy(grab.GetOutput().GetPointData().GetScalars()).astype(float)


def measure(window, renderer, views):
    """Returns the pictures of some views, and the median milliseconds of a frame and of the processor."""
    pictures, frames, processor = [], [], []
    camera = renderer.GetActiveCamera()
    for k in range(views + 1):
        start, begin = time.perf_counter(), time.process_time()
        window.Render()
        shown = picture(window)
        if k > 0:
            frames.append(1e3 * (time.perf_counter() - start))
            processor.append(1e3 * (time.process_time() - begin))
        pictures.append(shown)
        camera.Azimuth(11)
    camera.Azimuth(-11 * (views + 1))
    return numpy.array(pictures), statistics.median(frames), statistics.median(processor)


def main():
    options = arguments()
    if options.file:
        reader = vtkXMLImageDataReader()
        reader.SetFileName(os.path.abspath(options.file))
        reader.Update()
        image = reader.GetOutput()
    else:
        image = generated(options.points)
    ours = vtkGridRayCastMapper()
    ours.GetSettings().SetDevice({'Auto': 0, 'CUDA': 1, 'CPU': 2}[options.device])
    ours.GetSettings().SetEarlyTermination(0.0)
    theirs = vtkOpenGLGPUVolumeRayCastMapper()
    for mapper in (ours, theirs):
        mapper.SetInputData(image)
    volume, renderer, window = vtkVolume(), vtkRenderer(), vtkRenderWindow()
    volume.SetMapper(ours)
    renderer.AddVolume(volume)
    window.SetSize(options.size, options.size)
    window.AddRenderer(renderer)
    renderer.ResetCamera()
    renderer.GetActiveCamera().Elevation(20)
    for name in options.maps.split(','):
        choose(name, volume, image.GetPointData().GetArray(0).GetRange(), image.GetLength() / 3**0.5)
        volume.SetMapper(ours)
        exact, frame, processor = measure(window, renderer, options.views)
        print('%-6s ours: %.1f ms, %.0f ms of processor' % (name, frame, processor), flush=True)
        volume.SetMapper(theirs)
        for samples in SAMPLES:
            theirs.SetAutoAdjustSampleDistances(0)
            theirs.SetLockSampleDistanceToInputSpacing(samples == 0)
            theirs.SetSampleDistance(min(image.GetSpacing()) / max(samples, 1))
            drawn, frame, own = measure(window, renderer, options.views)
            off = numpy.abs(drawn - exact)
            print("%-6s VTK's, %s: %.1f ms, %.0f ms of processor (%.2f of ours), RMSE %.2f, largest %.0f of "
                  '255' % (name, '%d a voxel' % samples if samples else 'as it chooses', frame, own,
                           own / processor, (off**2).mean()**0.5, off.max()), flush=True)


main()
