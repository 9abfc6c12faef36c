# SPDX-License-Identifier: BSD-3-Clause
"""Time series that begin without cells, without the array, or without a number. The plug-in chooses its
defaults at the first step that allows it, as if that step were opened alone. Choices that a user made before
stay. Series are random, by seed."""
import random

import numpy as np
from paraview import simple

import iso_testing as iso
import raycast_testing as t

check = t.Checks()
t.load_plugin()
SURFACE, TRACED = iso.TYPE, 'Isosurface (Path Traced)'

# The data at time k: nothing in the first START steps, then values that grow with k.
SCRIPT = '''
import numpy as np
from vtkmodules.util import numpy_support
from vtkmodules.vtkCommonDataModel import vtkImageData, vtkMultiBlockDataSet, vtkUnstructuredGrid
from vtkmodules.vtkFiltersCore import vtkAppendFilter
info = self.GetOutputInformation(0)
key = self.GetExecutive().UPDATE_TIME_STEP()
step = int(info.Get(key)) if info.Has(key) else 0

def made(low, kind):
    image = vtkImageData()
    size = 5 + (step - START if step > START else 0) if CHANGES else 6
    nothing = step < START and EMPTY == 'cells'
    image.SetDimensions(*(3 * [0 if nothing else size]))
    image.SetOrigin(low, 0, 0)
    image.SetSpacing(*(3 * [10.0 / (size - 1)]))
    data = image
    if kind == 'mesh':
        data = vtkUnstructuredGrid()
        if not nothing:
            append = vtkAppendFilter()
            append.AddInputData(image)
            append.Update()
            data.ShallowCopy(append.GetOutput())
    if nothing:
        return data
    def add(attributes, points, name, values):
        array = numpy_support.numpy_to_vtk(np.ascontiguousarray(values), deep=1)
        array.SetName(name)
        attributes.AddArray(array)
    for attributes, count in (data.GetPointData(), size), (data.GetCellData(), size - 1):
        z, y, x = np.meshgrid(*3 * [np.linspace(0, 10, count)], indexing='ij')
        if IDS:
            add(attributes, count, 'ids', np.arange(count ** 3))
        if (PLACE == 'POINTS') != (attributes is data.GetPointData()) or (step < START and EMPTY == 'array'):
            continue
        values = (1.0 + step) * ((x + low) + 2 * y + 0.5 * z * z)
        add(attributes, count, 's', (np.nan if step < START and EMPTY == 'numbers' else 1) * values.ravel())
    return data

if BLOCKS:
    for i in range(2):
        if not (step < START and EMPTY == 'blocks'):
            self.GetOutput().SetBlock(i, made(10.0 * i, KIND))
else:
    self.GetOutput().ShallowCopy(made(0.0, KIND))
'''
INFORMATION = '''
info = self.GetOutputInformation(0)
info.Set(self.GetExecutive().TIME_STEPS(), [float(i) for i in range(START + 3)], START + 3)
info.Set(self.GetExecutive().TIME_RANGE(), [0.0, START + 2.0], 2)
'''
IMAGE_INFORMATION = '''
step = self.GetExecutive().UPDATE_TIME_STEP()
time = info.Get(step) if info.Has(step) else 0
size = 5 + (int(time) - START if time > START else 0) if CHANGES else 6
info.Set(self.GetExecutive().WHOLE_EXTENT(), 3 * [0, size - 1], 6)
'''


class Series:
    """A series whose first `start` steps lack cells, blocks, the array, or numbers. The array is on points or
    cells, possibly beside an array of ids, and the mesh may change from step to step."""

    def __init__(self, kind='mesh', empty='cells', start=1, place='POINTS', ids=False, changes=False,
                 blocks=False):
        self.start, self.empty = start, empty
        self.words = '%s of %s, %d steps without %s, values of %s%s%s' % (
            'blocks' if blocks else 'one', kind, start, empty, place.lower(), ', beside ids' if ids else '',
            ', changing' if changes else '')
        given = ('START, EMPTY, KIND, PLACE, IDS, CHANGES, '
                 'BLOCKS = %r\n' % ((start, empty, kind, place, ids, changes, blocks),))
        output = ('vtkMultiblockDataSet' if blocks else 'vtkUnstructuredGrid' if kind == 'mesh'
                  else 'vtkImageData')
        self.source = simple.ProgrammableSource(OutputDataSetType=output)
        self.source.ScriptRequestInformation = (given + INFORMATION
                                                + (IMAGE_INFORMATION if output == 'vtkImageData' else ''))
        self.source.Script = given + SCRIPT

    def open(self, step, type, choose=lambda display: None):
        """Show the series at this step in its own view, as representation `type`; choose(display) makes the
        user's choices."""
        simple.GetAnimationScene().UpdateAnimationUsingDataTimeSteps()
        view = t.new_view()
        view.ViewTime = float(step)
        self.source.UpdatePipeline(float(step))
        display = simple.Show(self.source, view)
        display.SetRepresentationType(type)
        choose(display)
        simple.Render(view)
        return view, display

    def close(self, view, display):
        simple.Delete(display)
        simple.Delete(view)


def forget(name):
    """Delete the functions of an array, as if it had never been seen."""
    for function in simple.GetColorTransferFunction(name), simple.GetOpacityTransferFunction(name):
        simple.Delete(function)


def look(view, display, step):
    """The picture at a step, seen from a corner, and all values chosen by then."""
    view.ViewTime = float(step)
    simple.Render(view)
    view.CameraPosition, view.CameraFocalPoint, view.CameraViewUp = [60, 40, 50], [8, 5, 5], [0, 1, 0]
    view.GetRenderer().ResetCameraClippingRange()
    picture = t.image(view)
    chosen = {}
    distance = ('ScalarOpacityUnitDistance',) if display.Representation == t.TYPE else ()
    for name in (*distance, 'ColorArrayName', 'IsosurfaceArray', 'Isovalues', 'ThresholdArray',
                 'ThresholdRange', 'SliceOrigin', 'RayCastIsovalues'):
        if display.SMProxy.GetProperty(name):
            value = t.value_of(display, name)
            chosen[name] = value[1] and value if 'Array' in name else np.round(value, 6).tolist()
    for name, points in ('LookupTable', 'RGBPoints'), ('ScalarOpacityFunction', 'Points'):
        function = getattr(display, name, None)
        chosen[name] = np.round(list(getattr(function, points)), 5).tolist() if function else None
    return picture, chosen


def differences(one, other):
    return ', '.join('%s is %s and not %s' % (name, value, other[name])
                     for name, value in one.items() if name in other and value != other[name])


def as_opened_alone(series, type, choose=lambda display: None):
    """Check that a series opened at its first step later looks like one opened at the first step with data,
    and that no message pops up."""
    view, display = series.open(series.start, type, choose)
    picture, chosen = look(view, display, series.start)
    series.close(view, display)
    forget('s')
    forget('ids')
    with t.Messages() as said:
        view, display = series.open(0, type, choose)
        for step in range(series.start + 1):
            later, found = look(view, display, step)
        again = look(view, display, series.start + 1)[1]
    different = differences(found, chosen)
    _, largest = t.difference(picture, later)
    check(t.lit(picture) > 0.02 and largest <= 2 / 255 and not different, '%s: %s: difference %.4f at most, '
          'of %.3f lit; %s' % (type, series.words, largest, t.lit(picture),
                               different or 'the same is chosen'))
    check(not differences(again, found), 'and stays: %s' % differences(again, found))
    check(said.text() == '' or (series.empty == 'numbers' and said.count('ERROR')
                                == said.count('is a finite number')), 'nothing pops up: %s' % said.text())
    series.close(view, display)
    forget('s')
    forget('ids')


def with_gradients(display):
    """Turn on functions of gradients before there is a gradient: the data give their ranges and boxes
    later."""
    display.UseGradientOpacity = 1


def with_boxes(display):
    display.UseTransfer2D = 1


# Each kind of beginning, with each type of representation.
rng = random.Random(44)
for type in t.TYPE, SURFACE, TRACED:
    for empty in 'cells', 'array', 'numbers', 'blocks':
        blocks = empty == 'blocks' or (type == SURFACE and rng.random() < 0.3)
        if type == TRACED and blocks:
            continue
        series = Series(kind=rng.choice(('mesh', 'image')) if type != t.TYPE else 'mesh', empty=empty,
                        start=rng.choice((1, 1, 2, 3)), place=rng.choice(('POINTS', 'CELLS')),
                        ids=rng.random() < 0.5,
                        changes=rng.random() < 0.5, blocks=blocks)
        as_opened_alone(series, type)
        simple.Delete(series.source)

# A user turns on functions of gradients while the first step has no gradient yet.
for choose in with_gradients, with_boxes:
    series = Series(empty=rng.choice(('cells', 'array', 'numbers')), start=2)
    as_opened_alone(series, t.TYPE, choose)
    simple.Delete(series.source)


# Choices that a user made before there were data stay.
def by_hand(display):
    display.ScalarOpacityUnitDistance = 3.0
    if display.Representation != t.TYPE:
        display.Isovalues = [12.0]
        display.IsosurfaceArray = ['POINTS', 's']
        display.ThresholdRange = [1.0, 20.0]
    simple.ColorBy(display, ('POINTS', 'ids'))
    display.LookupTable.RescaleTransferFunction(0.0, 500.0)
    display.ScalarOpacityFunction.RescaleTransferFunction(0.0, 400.0)


for type in t.TYPE, SURFACE:
    series = Series(empty=rng.choice(('cells', 'array')), ids=True)
    view, display = series.open(0, type)
    by_hand(display)
    chosen = look(view, display, 0)[1]
    found = look(view, display, 1)[1]
    check(not differences({name: found[name]
                           for name in found if name not in ('ThresholdArray', 'SliceOrigin')
                           and not (type == t.TYPE
                                    and name in ('IsosurfaceArray', 'Isovalues', 'ThresholdRange'))}, chosen),
          '%s: what is chosen at the first step stays: %s' % (type, differences(found, chosen)))
    series.close(view, display)
    simple.Delete(series.source)
    forget('ids')

# Solid Color stays as well if a user chose it after an array.
series = Series(empty='numbers')
view, display = series.open(0, t.TYPE)
simple.ColorBy(display, ('POINTS', 's'))
simple.ColorBy(display, None)
at_second = look(view, display, 1)[1]
check(not at_second['ColorArrayName'], 'Solid Color that was chosen stays: %s' % at_second['ColorArrayName'])
check.done()
