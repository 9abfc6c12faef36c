# SPDX-License-Identifier: BSD-3-Clause
"""Draws first looks and presets of opacity functions on one sheet, for people to look at.

usage: pvpython first_looks.py InKRay.so SHEET.png [FILE]... draws a row for each data set, generated ones and
the files: the first look as Volume (Ray Cast), each preset, and the first look as Isosurface (Ray Cast).
Images are drawn as tetrahedra of at most 48 points along each axis.
"""
import math
import os
import sys

from paraview import simple
from vtkmodules.vtkCommonDataModel import vtkImageData
from vtkmodules.vtkFiltersCore import vtkImageAppend
from vtkmodules.vtkIOImage import vtkPNGWriter

SIZE = [220, 180]
MOST_POINTS = 48
PRESETS = ('Ramp', 'Peaks of the Histogram', 'Layers', 'Highest Tenth')
WAVELET = simple.Wavelet(WholeExtent=[-10, 10] * 3)

# Fields of x, y and z from -1 to 1: a name and an expression for Calculator.
FIELDS = {
    'ramp': 'coordsX',
    'ball': 'sqrt(coordsX^2+coordsY^2+coordsZ^2)',
    'waves': 'sin(6*coordsX)*sin(5*coordsY)*sin(4*coordsZ)',
    'shells': 'sin(12*sqrt(coordsX^2+coordsY^2+coordsZ^2))',
    'spike': 'exp(-30*(coordsX^2+coordsY^2+coordsZ^2))',
    'two balls': 'exp(-8*((coordsX-0.4)^2+coordsY^2+coordsZ^2))'
                 '+0.6*exp(-8*((coordsX+0.4)^2+coordsY^2+coordsZ^2))',
    'steep wall': '1/(1+exp(-25*(coordsX+0.3*coordsY)))',
    'constant': '0*coordsX+1',
    'noise': 'sin(1e4*sin(91*coordsX)+1e4*sin(57*coordsY)+1e4*sin(73*coordsZ))',
    'labels': 'floor(1.2*sqrt(coordsX^2+coordsY^2+coordsZ^2))*4+1',
    'mostly zero': 'max(0,0.5-sqrt(coordsX^2+coordsY^2))',
    'decades': '10^(6*coordsX)',
    'one outlier': 'coordsX+1e4*floor(exp(-0.1*(coordsX^2+coordsY^2+coordsZ^2)))',
    'tiny range': '300+1e-3*sin(4*coordsX)*cos(3*coordsY+2*coordsZ)',
}
STRETCHES = {'plate': [1, 1, 1e-4], 'rod': [20, 1, 1], 'tiny': [1e-9, 1e-9, 1e-9], 'huge': [1e7, 1e7, 1e7]}


def meshes(files):
    """Yields (name, source) of each mesh."""
    unit = simple.Transform(Input=simple.Tetrahedralize(Input=WAVELET))
    unit.Transform.Scale = [0.1] * 3
    yield 'wavelet', unit
    for name, function in FIELDS.items():
        yield name, simple.PassArrays(Input=simple.Calculator(Input=unit, ResultArrayName=name,
                                                              Function=function), PointDataArrays=[name])
    for name, scale in STRETCHES.items():
        stretched = simple.Transform(Input=unit)
        stretched.Transform.Scale = scale
        yield name, stretched
    yield 'holes', simple.Threshold(Input=unit, Scalars=['POINTS', 'RTData'], LowerThreshold=100.0,
                                    UpperThreshold=180.0)
    yield 'cells', simple.PointDatatoCellData(Input=unit)
    yield 'few cells', simple.Tetrahedralize(Input=simple.Wavelet(WholeExtent=[-1, 1] * 3))
    yield 'hexahedra', simple.AppendDatasets(Input=WAVELET)
    yield 'vectors', simple.PassArrays(Input=simple.Calculator(Input=unit, ResultArrayName='vectors',
                                                               Function='coordsY*iHat-coordsX*jHat+0.2*kHat'),
                                       PointDataArrays=['vectors'])
    halves = [simple.ExtractSubset(Input=WAVELET, VOI=[low, high, -10, 10, -10, 10])
              for low, high in ((-10, -2), (2, 10))]
    yield 'blocks', simple.GroupDatasets(Input=[simple.AppendDatasets(Input=half) for half in halves])
    for file in files:
        source = simple.OpenDataFile(file)
        yield os.path.basename(file), as_tetrahedra(source) if file.endswith('.vti') else source


def as_tetrahedra(image):
    """Returns an image as tetrahedra, with fewer points."""
    image.UpdatePipeline()
    extent = image.GetDataInformation().GetExtent()
    steps = [max(1, math.ceil((extent[axis + 1] - extent[axis] + 1) / MOST_POINTS)) for axis in (0, 2, 4)]
    subset = simple.ExtractSubset(Input=image, VOI=list(extent))
    subset.SampleRateI, subset.SampleRateJ, subset.SampleRateK = steps
    return simple.Tetrahedralize(Input=subset)


def picture(view):
    """Returns a copy of what the view shows."""
    simple.Render(view)
    shown = view.CaptureWindow(1)
    copied = vtkImageData()
    copied.DeepCopy(shown)
    return copied


def join(axis, images):
    """Joins pictures side by side (axis 0), or one above the other with the first lowest (axis 1)."""
    joined = vtkImageAppend()
    joined.SetAppendAxis(axis)
    for image in images:
        joined.AddInputData(image)
    joined.Update()
    return joined.GetOutput()


def draw_row(name, source):
    """Returns the pictures of a data set, from left to right."""
    view = simple.CreateView('RenderView')
    view.ViewSize, view.OrientationAxesVisibility = SIZE, 0
    label = simple.Show(simple.Text(Text=name), view)
    label.FontSize, label.WindowLocation = 12, 'Lower Left Corner'
    display = simple.Show(source, view)
    display.SetRepresentationType('Volume (Ray Cast)')
    simple.ResetCamera(view)
    camera = view.GetActiveCamera()
    camera.Azimuth(30)
    camera.Elevation(25)
    simple.ResetCamera(view)
    row = [picture(view)]
    text = '%s: unit distance %.3g' % (name, display.ScalarOpacityUnitDistance)
    for preset in PRESETS:
        display.RayCastOpacityPreset = preset
        row.append(picture(view))
        text += ', %s %.3g' % (preset, display.ScalarOpacityUnitDistance)
    print(text, flush=True)
    display.RayCastOpacityPreset = 'None'  # displays of one array share its function
    simple.Render(view)
    display.SetRepresentationType('Isosurface (Ray Cast)')
    row.append(picture(view))
    simple.Delete(view)
    return join(0, row)


def main(plugin, sheet, *files):
    """Draws the sheet."""
    simple.LoadPlugin(plugin, remote=False, ns=globals())
    rows = [draw_row(name, source) for name, source in meshes(files)]
    half = math.ceil(len(rows) / 2)
    columns = [join(1, list(reversed(rows[i:i + half]))) for i in (0, half)]
    writer = vtkPNGWriter()
    writer.SetFileName(sheet)
    writer.SetInputData(join(0, columns))
    writer.Write()


main(*sys.argv[1:])
