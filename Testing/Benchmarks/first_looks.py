# SPDX-License-Identifier: BSD-3-Clause
"""First looks and presets of opacity functions on one sheet, for people to look at.

usage: pvpython first_looks.py InKRay.so SHEET.png [FILE]... draws a row for each mesh, generated ones and the files: the first look, and each preset.
"""
import math
import sys

from paraview import simple
from vtkmodules.vtkCommonDataModel import vtkImageData
from vtkmodules.vtkFiltersCore import vtkImageAppend
from vtkmodules.vtkIOImage import vtkPNGWriter

SIZE = [220, 180]
PRESETS = ('None', 'Ramp', 'Peaks of the Histogram', 'Layers', 'Highest Tenth')
WAVELET = simple.Wavelet(WholeExtent=[-10, 10] * 3)

# Of x, y and z from -1 to 1: a name and an expression for Calculator.
FIELDS = {
    'ramp': 'coordsX',
    'ball': 'sqrt(coordsX^2+coordsY^2+coordsZ^2)',
    'waves': 'sin(6*coordsX)*sin(5*coordsY)*sin(4*coordsZ)',
    'shells': 'sin(12*sqrt(coordsX^2+coordsY^2+coordsZ^2))',
    'spike': 'exp(-30*(coordsX^2+coordsY^2+coordsZ^2))',
    'two balls': 'exp(-8*((coordsX-0.4)^2+coordsY^2+coordsZ^2))+0.6*exp(-8*((coordsX+0.4)^2+coordsY^2+coordsZ^2))',
    'steep wall': '1/(1+exp(-25*(coordsX+0.3*coordsY)))',
    'constant': '0*coordsX+1',
}
STRETCHES = {'plate': [1, 1, 1e-4], 'rod': [20, 1, 1], 'tiny': [1e-9, 1e-9, 1e-9], 'huge': [1e7, 1e7, 1e7]}


def meshes(files):
    """(name, source) of each mesh."""
    unit = simple.Transform(Input=simple.Tetrahedralize(Input=WAVELET))
    unit.Transform.Scale = [0.1] * 3
    yield 'wavelet', unit
    for name, function in FIELDS.items():
        yield name, simple.PassArrays(Input=simple.Calculator(Input=unit, ResultArrayName=name, Function=function), PointDataArrays=[name])
    for name, scale in STRETCHES.items():
        stretched = simple.Transform(Input=unit)
        stretched.Transform.Scale = scale
        yield name, stretched
    yield 'holes', simple.Threshold(Input=unit, Scalars=['POINTS', 'RTData'], LowerThreshold=100.0, UpperThreshold=180.0)
    yield 'cells', simple.PointDatatoCellData(Input=unit)
    yield 'few cells', simple.Tetrahedralize(Input=simple.Wavelet(WholeExtent=[-1, 1] * 3))
    for file in files:
        source = simple.OpenDataFile(file)
        yield file, simple.Tetrahedralize(Input=source) if file.endswith('.vti') else source


def picture(view):
    """A copy of what the view shows."""
    simple.Render(view)
    shown = view.CaptureWindow(1)
    copied = vtkImageData()
    copied.DeepCopy(shown)
    return copied


def join(axis, images):
    """Pictures side by side (axis 0) or one above the other, the first lowest (axis 1)."""
    joined = vtkImageAppend()
    joined.SetAppendAxis(axis)
    for image in images:
        joined.AddInputData(image)
    joined.Update()
    return joined.GetOutput()


def main(plugin, sheet, *files):
    """Draw the sheet."""
    simple.LoadPlugin(plugin, remote=False, ns=globals())
    rows = []
    for name, source in meshes(files):
        view = simple.CreateView('RenderView')
        view.ViewSize, view.OrientationAxesVisibility = SIZE, 0
        display = simple.Show(source, view)
        display.SetRepresentationType('Volume (Ray Cast)')
        simple.ResetCamera(view)
        camera = view.GetActiveCamera()
        camera.Azimuth(30)
        camera.Elevation(25)
        simple.ResetCamera(view)
        row = []
        for preset in PRESETS:
            display.RayCastOpacityPreset = preset
            row.append(picture(view))
        print(name, 'unit distance', display.ScalarOpacityUnitDistance, flush=True)
        display.RayCastOpacityPreset = 'None'  # displays of one array share its function
        simple.Render(view)
        rows.append(join(0, row))
        simple.Delete(view)
    half = math.ceil(len(rows) / 2)
    columns = [join(1, list(reversed(rows[i:i + half]))) for i in (0, half)]
    writer = vtkPNGWriter()
    writer.SetFileName(sheet)
    writer.SetInputData(join(0, columns))
    writer.Write()


main(*sys.argv[1:])
