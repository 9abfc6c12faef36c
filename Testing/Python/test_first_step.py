# SPDX-License-Identifier: BSD-3-Clause
"""A series that is 0 everywhere at its first step: functions, unit distance and isovalue are chosen at the
first step with a range, unless a user chose them before. No message pops up while time plays."""
from paraview import simple

import path_testing as path
import raycast_testing as t

check = t.Checks()
t.load_plugin()


def series(source):
    """Values f that are 0 at the first of three time steps."""
    values = simple.ProgrammableFilter(Input=source, OutputDataSetType='Same as Input')
    values.RequestInformationScript = '''
info = self.GetOutputInformation(0)
info.Set(self.GetExecutive().TIME_STEPS(), [0.0, 1.0, 2.0], 3)
info.Set(self.GetExecutive().TIME_RANGE(), [0.0, 2.0], 2)
'''
    values.Script = '''
from vtkmodules.numpy_interface import dataset_adapter as dsa
info = self.GetOutputInformation(0)
step = self.GetExecutive().UPDATE_TIME_STEP()
time = info.Get(step) if info.Has(step) else 0.0
self.GetOutput().ShallowCopy(self.GetInputDataObject(0, 0))
data = dsa.WrapDataObject(self.GetOutput())
data.PointData.append(data.PointData['RTData'] * time, 'f')
'''
    return simple.PassArrays(Input=values, PointDataArrays=['f'])


def at(view, time):
    view.ViewTime = float(time)
    return t.image(view)


def open_at_first(source, kind):
    """A view at the first step with a new display of this type."""
    view = t.new_view()
    simple.GetAnimationScene().UpdateAnimationUsingDataTimeSteps()
    view.ViewTime = 0.0
    display = simple.Show(source, view)
    display.SetRepresentationType(kind)
    t.turn(view)
    return view, display


# A volume.
tets = series(t.wavelet_tets(6))
with t.Messages() as said:
    view, display = open_at_first(tets, t.TYPE)
    first = at(view, 0)
    distance = display.ScalarOpacityUnitDistance
    second = at(view, 1)
    points = list(display.ScalarOpacityFunction.Points)
    kept = display.ScalarOpacityUnitDistance
    at(view, 0)
    at(view, 2)
    last = list(display.ScalarOpacityFunction.Points), display.ScalarOpacityUnitDistance
    at(view, 0)
check(said.text() == '', 'nothing pops up while time plays: ' + said.text())
check(t.lit(first) > 0.1, 'one value everywhere is seen')
check(points[0] > 30 and points[-4] > 200, 'the functions have the range of the second step: %s' % points)
check(kept != distance and t.lit(second) > 0.1 and second[second.max(axis=2) > 0.1].std(axis=0).max() > 0.05,
      'and the unit distance: %s, then %s' % (distance, kept))
check(last == (points, kept), 'once they are chosen they stay')
check('nothing can be seen until there are other values' in t.remarks(display, 'note'),
      'the report says why nothing is seen: ' + t.remarks(display, 'note'))
simple.Delete(view)

# Choices that a user made at the first step stay.
view, display = open_at_first(tets, t.TYPE)
display.ScalarOpacityUnitDistance = 3.0
display.ScalarOpacityFunction.Points = [0.0, 0.0, 0.5, 0.0, 500.0, 1.0, 0.5, 0.0]
display.LookupTable.RescaleTransferFunction(0.0, 500.0)
at(view, 0)
at(view, 1)
check(display.ScalarOpacityUnitDistance == 3.0 and display.ScalarOpacityFunction.Points[-4] == 500.0,
      'functions and unit distance that were '
      'chosen: %s %s' % (display.ScalarOpacityUnitDistance, list(display.ScalarOpacityFunction.Points)))
simple.Delete(view)

# A volume around path traced isosurfaces, included at the first step.
for data_set in (series(simple.Wavelet(WholeExtent=[-6, 6] * 3)), tets):
    view, display = open_at_first(data_set, path.TYPE)
    display.PathTraceSamples, display.Isovalues = 1, []
    at(view, 0)
    display.PathTraceIncludeVolume = 1
    at(view, 0)
    distance = display.ScalarOpacityUnitDistance
    at(view, 1)
    kept = display.ScalarOpacityUnitDistance
    simple.Delete(view)
    view, display = open_at_first(data_set, path.TYPE)
    display.PathTraceSamples, display.Isovalues = 1, []
    at(view, 1)
    display.PathTraceIncludeVolume = 1
    at(view, 1)
    check(kept != distance and abs(kept / display.ScalarOpacityUnitDistance - 1) < 1e-6,
          'its unit distance is that of a display made at the second step: %s, then '
          '%s for %s' % (distance, kept, display.ScalarOpacityUnitDistance))
    simple.Delete(view)

# Isosurfaces of an image and of a mesh.
for data_set in (series(simple.Wavelet(WholeExtent=[-6, 6] * 3)), tets):
    with t.Messages() as said:
        view, display = open_at_first(data_set, 'Isosurface (Ray Cast)')
        at(view, 0)
        values = [list(display.Isovalues)]
        shown = at(view, 1)
        values.append(list(display.Isovalues))
        at(view, 2)
        values.append(list(display.Isovalues))
    check(values[0] == [0.0] and 100 < values[1][0] < 200 and values[2] == values[1] and t.lit(shown) > 0.05,
          'at the one value, in the middle of the range once there is one, and there it stays: %s' % values)
    check(said.text() == '', 'nothing pops up: ' + said.text())
    simple.Hide(data_set, view)
    view, display = open_at_first(data_set, 'Isosurface (Ray Cast)')
    display.Isovalues = [0.0, 150.0]
    at(view, 0)
    at(view, 1)
    check(list(display.Isovalues) == [0.0, 150.0], 'isovalues that were chosen stay')
    simple.Hide(data_set, view)
check.done()
