# SPDX-License-Identifier: BSD-3-Clause
"""Common parts of the pvpython tests: the plug-in, meshes, pictures as NumPy arrays, and VTK's messages as
text."""
import ast
import ctypes
import os
import sys

import numpy as np
from paraview import servermanager, simple
from paraview.vtk.util import numpy_support
from vtkmodules.vtkCommonCore import vtkOutputWindow, vtkStringOutputWindow
from vtkmodules.vtkRenderingCore import vtkWindowToImageFilter

import first_colors

TYPE = 'Volume (Ray Cast)'
SIZE = [200, 160]
HERE = os.path.dirname(os.path.abspath(__file__))
WITH_ADDRESS_SANITIZER = 'libasan' in os.environ.get('LD_PRELOAD', '')  # it ends a process whose memory runs
                                                                        # out, and keeps much of the freed
                                                                        # memory


def load_plugin(remote=False):
    """Load the plug-in of this build: INKRAY_PLUGIN is the path of InKRay.so. Its filters appear in `simple`:
    putting ParaView's own into another module would take half a second."""
    simple._DisableFirstRenderCameraReset()
    first_colors.use()
    simple.LoadPlugin(os.environ['INKRAY_PLUGIN'], remote=remote)


class Messages:
    """Collects VTK's messages: `with Messages() as said: ...; said.text()`."""

    def __enter__(self):
        self.previous = vtkOutputWindow.GetInstance()
        self.window = vtkStringOutputWindow()
        vtkOutputWindow.SetInstance(self.window)
        return self

    def __exit__(self, *ignored):
        vtkOutputWindow.SetInstance(self.previous)

    def text(self):
        return self.window.GetOutput()

    def count(self, words):
        return self.text().count(words)


def place(display, position=(0.0, 0.0, 0.0), scale=(1.0, 1.0, 1.0), orientation=(0.0, 0.0, 0.0)):
    """Move, scale and turn a display. ParaView calls the movement Translation from 5.13 on, Position
    before."""
    setattr(display, 'Translation' if display.GetProperty('Translation') else 'Position', list(position))
    display.Scale, display.Orientation = list(scale), list(orientation)


def new_view(background=(0.0, 0.0, 0.0), size=SIZE):
    view = simple.CreateView('RenderView')
    view.ViewSize = size
    view.OrientationAxesVisibility = 0
    view.CenterAxesVisibility = 0
    view.UseFXAA = 0
    if hasattr(view, 'UseColorPaletteForBackground'):
        view.UseColorPaletteForBackground = 0
    view.Background = background
    return view


def image(view):
    """The view as rows x columns x 3 numbers in [0, 1], bottom row first."""
    simple.Render(view)
    simple.SetActiveView(view)
    picture = view.CaptureWindow(1)
    width, height, _ = picture.GetDimensions()
    colors = numpy_support.vtk_to_numpy(picture.GetPointData().GetScalars())
    return colors.reshape(height, width, -1)[:, :, :3].astype(float) / 255.0


def of_window(window):
    """The picture of a VTK window, in the form of image()."""
    window.Render()
    grab = vtkWindowToImageFilter()
    grab.SetInput(window)
    grab.SetInputBufferTypeToRGB()
    grab.ReadFrontBufferOff()
    grab.Update()
    width, height, _ = grab.GetOutput().GetDimensions()
    return numpy_support.vtk_to_numpy(grab.GetOutput().GetPointData().GetScalars()).reshape(
        height, width, 3) / 255.0


class Halves:
    """A view with a display under test and another one, left and right. `draw()` draws three frames, in which
    each message must come once; `read()` then takes the notes and problems of the report."""

    def draw(self):
        simple.Render(self.view)
        self.picture = image(self.view)
        simple.Render(self.view)

    def read(self):
        self.notes, self.problems = (remarks(self.display, name) for name in ('note', 'problem'))
        middle = self.picture.shape[1] // 2
        self.left = lit(self.picture[:, :middle])
        self.right = lit(self.picture[:, middle:])


def save(picture, name):
    """Write a picture as PNG into the folder INKRAY_PICTURES, if that is set, for people to look at."""
    folder = os.environ.get('INKRAY_PICTURES')
    if not folder:
        return
    from vtkmodules.vtkCommonDataModel import vtkImageData
    from vtkmodules.vtkIOImage import vtkPNGWriter
    os.makedirs(folder, exist_ok=True)
    data = vtkImageData()
    data.SetDimensions(picture.shape[1], picture.shape[0], 1)
    values = np.ascontiguousarray((picture * 255 + 0.5).astype(np.uint8).reshape(-1, 3))
    data.GetPointData().SetScalars(numpy_support.numpy_to_vtk(values, deep=1))
    writer = vtkPNGWriter()
    writer.SetFileName(os.path.join(folder, name + '.png'))
    writer.SetInputData(data)
    writer.Write()


def wavelet_tets(half=8):
    source = simple.Wavelet(WholeExtent=[-half, half] * 3)
    return simple.Tetrahedralize(Input=source)


def filtered(script, output, source):
    """A programmable filter that outputs data of the type `output`."""
    return simple.ProgrammableFilter(Input=source, OutputDataSetType=output, Script=script)


def with_arrays(source, script):
    """A mesh with more arrays: the script adds them to `data`, an object of numpy_interface, from the points
    `p`."""
    return filtered('''
import numpy as np
from vtkmodules.numpy_interface import dataset_adapter as dsa
self.GetOutput().ShallowCopy(self.GetInputDataObject(0, 0))
data = dsa.WrapDataObject(self.GetOutput())
p = data.Points
''' + script, 'vtkUnstructuredGrid', source)


def write(source, file, writer):
    """Write the data of a source into a file."""
    source.UpdatePipeline()
    writer.SetFileName(file)
    writer.SetInputData(source.GetClientSideObject().GetOutputDataObject(0))
    writer.Write()


def structured_grid(image, bent='x, y, z'):
    """The points of an image as a structured grid; `bent` is an expression for the new place of the point at
    x, y, z."""
    return filtered('''
from vtkmodules.vtkCommonCore import vtkPoints
image = self.GetInputDataObject(0, 0)
out = self.GetOutput()
points = vtkPoints()
points.SetDataTypeToDouble()
for i in range(image.GetNumberOfPoints()):
    x, y, z = image.GetPoint(i)
    points.InsertNextPoint(%s)
out.SetExtent(image.GetExtent())
out.SetPoints(points)
out.GetPointData().ShallowCopy(image.GetPointData())
''' % bent, 'vtkStructuredGrid', image)


def show(source, view, array=('POINTS', 'RTData'), unit_distance=4.0, camera=True):
    """Show a source as a ray-cast volume, colored by an array, with opacity rising over its range."""
    display = simple.Show(source, view)
    if array:
        simple.ColorBy(display, array)
    display.SetRepresentationType(TYPE)
    display.ScalarOpacityUnitDistance = unit_distance
    if array:
        display.RescaleTransferFunctionToDataRange(False, True)
    if camera:
        turn(view)
    return display


def turn(view):
    """Look at the data from a corner, so that all three axes matter."""
    simple.ResetCamera(view)
    camera = view.GetActiveCamera()
    camera.Azimuth(25)
    camera.Elevation(20)
    simple.Render(view)


def information(display, name):
    display.SMProxy.UpdatePropertyInformation()
    return (display.GetProperty(name).GetData() if hasattr(display.GetProperty(name), 'GetData')
            else getattr(display, name))


def report_rows(display):
    """The rows of the report of the last frame, as texts: name, value and unit one after the other."""
    report = ('RayCastReport' if display.Representation == TYPE else 'PathTraceReport'
              if display.Representation == 'Isosurface (Path Traced)' else 'IsosurfaceReport')
    rows = list(information(display, report))
    assert len(rows) % 3 == 0 and set(rows[2::3]) <= {'', 'ms', 'MiB', '%', 'pixels', 'data',
                                                      'data/length'}, rows
    return rows


def remarks(display, name):
    """The problems (rows "problem") or notes (rows "note") in the report, one per line."""
    rows = report_rows(display)
    return '\n'.join(text for row, text in zip(rows[0::3], rows[1::3]) if row == name)


def report(display):
    """The last frame's report by name: numbers, or texts of rows that are no numbers."""
    rows = report_rows(display)

    def number(text):
        try:
            return float(text)
        except ValueError:
            return text

    return {name: number(value) for name, value in zip(rows[0::3], rows[1::3])}


def counters(display):
    names = {'tets': 'tetrahedra', 'faces': 'boundary faces', 'entries': 'list entries',
             'failed': 'failed rays', 'meshes': 'mesh uploads', 'values': 'scalar uploads',
             'functions': 'transfer function uploads'}
    rows = report(display)
    return {key: int(rows[name]) for key, name in names.items()}


def difference(a, b):
    """The mean and the largest difference of two pictures over all channels."""
    assert a.shape == b.shape, (a.shape, b.shape)
    d = np.abs(a - b)
    return d.mean(), d.max()


def is_between(a, b, reach, slack):
    """The pixels of a that lie between the least and the greatest value of b within `reach` pixels, in each
    channel, with a tolerance of `slack`."""
    padded = np.pad(b, ((reach, reach), (reach, reach), (0, 0)), mode='edge')
    around = [padded[i:i + a.shape[0], j:j + a.shape[1]] for i in range(2 * reach + 1)
              for j in range(2 * reach + 1)]
    return ((a >= np.min(around, axis=0) - slack) & (a <= np.max(around, axis=0) + slack)).all(axis=2)


def lit(picture, background=0.0):
    """The share of pixels that differ from the background."""
    return float((np.abs(picture - background).max(axis=2) > 2 / 255).mean())


RENAMED = {'Position': 'Translation'}  # by ParaView 5.13


def value_of(proxy, name):
    """The value of a property, as set_value takes it; the list of its elements if it has no name in
    Python."""
    name = name if proxy.SMProxy.GetProperty(name) else RENAMED[name]
    if not hasattr(type(proxy), name):
        smproperty = proxy.SMProxy.GetProperty(name)
        return [smproperty.GetElement(i) for i in range(smproperty.GetNumberOfElements())]
    value = getattr(proxy, name)
    if isinstance(value, servermanager.EnumerationProperty):
        return str(value).strip("'")
    return (value if value is None or isinstance(value, (int, float, str, servermanager.Proxy))
            else list(value))


def set_value(proxy, name, value):
    """Set a property of a display or filter, also one without a name in Python."""
    name = name if proxy.SMProxy.GetProperty(name) else RENAMED[name]
    if hasattr(type(proxy), name):
        setattr(proxy, name, value)
        return
    smproperty = proxy.SMProxy.GetProperty(name)
    for i, element in enumerate(value if isinstance(value, (list, tuple)) else [value]):
        smproperty.SetElement(i, element)
    proxy.SMProxy.UpdateVTKObjects()


def same(one, other):
    """Whether two results of looks (arrays, texts, numbers or tuples of these) are equal."""
    if isinstance(one, tuple):
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other))
    return np.array_equal(one, other)


def named_effects(file):
    """(method, property, line) of each call of Checks.effect or Checks.tells in a script. The property's name
    is a literal there, because CheckProperties.py reads it too."""
    with open(file) as script:
        calls = [node for node in ast.walk(ast.parse(script.read())) if isinstance(node, ast.Call)
                 and isinstance(node.func, ast.Attribute) and node.func.attr in ('effect', 'tells')]
    return [(node.func.attr, node.args[1].value, node.lineno) for node in calls if len(node.args) > 1
            and isinstance(node.args[1], ast.Constant)]


class Checks:
    """Counts and prints failed checks. Calling done() at the end of the script is a check itself: if the
    plug-in crashes pvpython, its exit status differs from 0."""

    def __init__(self):
        self.made = self.failed = 0
        self.seen = set()

    def __call__(self, condition, what):
        print(('  ok    ' if condition else '  FAILED ') + what, flush=True)
        self.made += 1
        self.failed += 0 if condition else 1

    def near(self, a, b, mean, maximum, what, outline=0.0, reach=1):
        """Check that two pictures differ by at most `mean` on average and by `maximum` in each pixel. A share
        of the pixels, `outline`, is exempt: where a surface ends, one picture may show it and the other the
        background. Such a pixel must lie between the values of the other picture within `reach` pixels; with
        None it may be anywhere."""
        off, largest = np.abs(a - b).max(axis=2), difference(a, b)
        beyond = off > maximum
        wrong = beyond & (reach is not None) & ~(
            is_between(a, b, reach or 0, maximum) & is_between(b, a, reach or 0, maximum))
        self(largest[0] <= mean and beyond.mean() <= outline and not wrong.any(),
             '%s: mean difference %.5f (at most %.5f), more than %.4f in %.5f of the pixels (at most %.5f), '
             'of which %d are on no edge, maximum %.4f'
             % (what, largest[0], mean, maximum, beyond.mean(), outline, wrong.sum(), largest[1]))

    def effect(self, proxy, name, value, look, holds, what):
        """Check the effect of property `name`: set it, look, set it back, and look again. look() is called
        with the property's old value, with `value`, and with the old value again. It returns a picture, rows
        of a report, or a tuple of such. holds(before, after) must follow from the meaning of the property, so
        that no other property can pass. Every property of the plug-in needs such a call, and the call must be
        reached (CheckProperties.py). Returns the look with `value`."""
        kept = value_of(proxy, name)
        before = look()
        set_value(proxy, name, value)
        after = look()
        set_value(proxy, name, kept)
        again = look()
        told = '' if np.array(before, dtype=object).size > 12 else ': %s, then %s' % (before, after)
        self(not same(before, after) and bool(holds(before, after)), '%s: %s%s' % (name, what, told))
        self(same(before, again), '%s: set back, all is as before' % name)
        self.seen.add(name)
        return after

    def tells(self, proxy, name, change, holds, what):
        """Check an information property, read before and after change(): holds(before, after) compares its
        values."""
        before = information(proxy, name)
        before = before if before is None or isinstance(before, (int, float, str)) else list(before)
        change()
        after = information(proxy, name)
        after = after if after is None or isinstance(after, (int, float, str)) else list(after)
        self(before != after and bool(holds(before, after)),
             '%s: %s: %s, then %s' % (name, what, before, after))
        self.seen.add(name)

    def done(self):
        """Call this last: ends the script with status 1 if a check failed or none was made, and returns
        otherwise."""
        scripts = {getattr(module, '__file__', None) or '' for module in list(sys.modules.values())}
        missing = sorted({name for script in scripts if os.path.abspath(script).startswith(HERE + os.sep)
                          for _, name, _ in named_effects(script)} - self.seen)
        if missing:
            self(False, 'no effect was looked at of %s' % ', '.join(missing))
        print('%d of %d checks failed' % (self.failed, self.made) if self.made else 'nothing was checked',
              flush=True)
        if self.failed or not self.made:
            # pvpython of ParaView 6.1 prints through std::cout, whose buffer flushing Python's stream does
            # not flush.
            ctypes.CDLL(None).fflush(None)
            os._exit(1)  # sys.exit() crashes pvpython 5.11 if there is a view, with and without the plug-in
