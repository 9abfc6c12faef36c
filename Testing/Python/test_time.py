# SPDX-License-Identifier: BSD-3-Clause
"""A time step on the same mesh uploads values only; a new transfer function not even these; a new mesh
uploads everything."""
from paraview import simple

import iso_testing as iso
import path_testing
import raycast_testing as t

check = t.Checks()
t.load_plugin()


def over_time(source):
    """A mesh with the array f, whose values change with time. Points and cells are the input's."""
    values = simple.ProgrammableFilter(Input=source)
    values.RequestInformationScript = '''
info = self.GetOutputInformation(0)
info.Set(self.GetExecutive().TIME_STEPS(), [0.0, 1.0, 2.0, 3.0], 4)
info.Set(self.GetExecutive().TIME_RANGE(), [0.0, 3.0], 2)
'''
    values.Script = '''
from vtkmodules.numpy_interface import dataset_adapter as dsa
info = self.GetOutputInformation(0)
step = self.GetExecutive().UPDATE_TIME_STEP()
time = info.Get(step) if info.Has(step) else 0.0
self.GetOutput().ShallowCopy(self.GetInputDataObject(0, 0))
data = dsa.WrapDataObject(self.GetOutput())
f = data.PointData['RTData']
data.PointData.append(f * (1.0 - 0.25 * time), 'f')
'''
    return values


values = over_time(t.wavelet_tets(6))
view = t.new_view()
display = t.show(values, view, ('POINTS', 'f'))
scene = simple.GetAnimationScene()
scene.UpdateAnimationUsingDataTimeSteps()
view.ViewTime = 0.0
pictures = []
for step in range(4):
    view.ViewTime = float(step)
    pictures.append(t.image(view))
count = t.counters(display)
for before, after in zip(pictures, pictures[1:]):
    check(t.difference(before, after)[0] > 0.002, 'each time step has its picture')
check(count['meshes'] == 1, 'the mesh went to the device once: %s' % count)
check(count['values'] >= 4, 'the values went at each time step')
view.ViewTime = 0.0
check.near(t.image(view), pictures[0], 0, 0, 'the first time step again')

# Turning the camera uploads nothing; changing the opacity uploads the function only.
before = t.counters(display)
view.GetActiveCamera().Azimuth(30)
t.image(view)
check({**t.counters(display), 'entries': 0} == {**before, 'entries': 0}, 'a new camera: nothing moved')
opacity = simple.GetOpacityTransferFunction('f')
opacity.Points = [opacity.Points[0], 0.0, 0.5, 0.0, opacity.Points[-4], 0.3, 0.5, 0.0]
t.image(view)
after = t.counters(display)
check(after['functions'] > before['functions'] and after['values'] == before['values']
      and after['meshes'] == 1,
      'a new transfer function: the function only (%s)' % after)

# A structured grid keeps its hexahedra from step to step.
structured = over_time(t.structured_grid(simple.Wavelet(WholeExtent=[-5, 5] * 3)))
simple.Hide(values, view)
display = t.show(structured, view, ('POINTS', 'f'))
for step in range(3):
    view.ViewTime = float(step)
    t.image(view)
count = t.counters(display)
check(count['meshes'] == 1 and count['values'] >= 3, 'structured grid: values only (%s)' % count)

# Another mesh is uploaded.
simple.Hide(structured, view)
source = simple.Wavelet(WholeExtent=[-4, 4] * 3)
display = t.show(simple.Tetrahedralize(Input=source), view)
tets = t.counters(display)['tets']
source.WholeExtent = [-5, 5] * 3
t.image(view)
count = t.counters(display)
check(count['meshes'] == 2 and count['tets'] > tets, 'a new mesh: %s' % count)

# A series with another mesh at each step: cells and points come and go, and one step has none. Each step must
# equal the picture of a new display at that step.
SIZES = {0.0: 3, 1.0: 5, 2.0: 0, 3.0: 4}


def growing(kind):
    """A wavelet of another size at each time step, as tetrahedra or, where the type is of images, as it is;
    of step 2 there is nothing."""
    source = simple.ProgrammableSource(OutputDataSetType='vtkImageData' if kind == 'image'
                                       else 'vtkUnstructuredGrid')
    source.ScriptRequestInformation = '''
info = self.GetExecutive().GetOutputInformation(0)
info.Set(self.GetExecutive().TIME_STEPS(), [0.0, 1.0, 2.0, 3.0], 4)
info.Set(self.GetExecutive().TIME_RANGE(), [0.0, 3.0], 2)
info.Set(self.GetExecutive().WHOLE_EXTENT(), [-5, 5] * 3, 6)
'''
    source.Script = '''
from vtkmodules.vtkImagingCore import vtkRTAnalyticSource
from vtkmodules.vtkFiltersGeneral import vtkDataSetTriangleFilter
info = self.GetExecutive().GetOutputInformation(0)
step = self.GetExecutive().UPDATE_TIME_STEP()
time = info.Get(step) if info.Has(step) else 0.0
half = %s[time]
if half:
    wavelet = vtkRTAnalyticSource()
    wavelet.SetWholeExtent(*[-half, half] * 3)
    made = wavelet if %d else vtkDataSetTriangleFilter()
    if made is not wavelet:
        made.SetInputConnection(wavelet.GetOutputPort())
    made.Update()
    self.GetOutput().ShallowCopy(made.GetOutput())
''' % (SIZES, kind == 'image')
    return source


def shown(source, kind, havs):
    view = t.new_view(size=[64, 48])
    display = simple.Show(source, view)
    display.SetRepresentationType(kind)
    simple.ColorBy(display, ('POINTS', 'RTData'))
    display.PathTraceSamples, display.Isovalues = 1, [150.0]
    if havs:
        display.RayCastMapper = 'HAVS'
    t.turn(view)
    view.CameraPosition, view.CameraFocalPoint = [30.0, 18.0, 22.0], [0.0, 0.0, 0.0]
    return view


# Scripts of sources leave their variables in those of the module, and NumPy's names for VTK.
def look_at_each():
    for kind, data, havs in ((t.TYPE, 'mesh', False), (t.TYPE, 'mesh', True), (iso.TYPE, 'mesh', False),
                             (path_testing.TYPE, 'mesh', False), (iso.TYPE, 'image', False)):
        source = growing(data)
        view = shown(source, kind, havs)
        pictures = {}
        with t.Messages() as said:
            for time in (0.0, 1.0, 2.0, 3.0, 1.0):
                view.ViewTime = time
                pictures.setdefault(time, []).append(t.image(view))
        what = '%s%s of %s' % (kind, ' by HAVS' * havs, data)
        check('ERROR' not in said.text(), '%s that changes at each time step: %s' % (what, said.text()))
        lit = [round(t.lit(pictures[time][0]), 3) for time in SIZES]
        check([share > 0.005 for share in lit] == [half > 0 for half in SIZES.values()],
              '%s: shares of the pixels %s' % (what, lit))
        differences = []
        for time in (1.0, 3.0):
            other = shown(source, kind, havs)
            other.ViewTime = time
            alone = t.image(other)
            differences += [t.difference(alone, picture)[1] for picture in pictures[time]]
        check(differences == [0.0] * 3,
              '%s: each step is what is drawn of it alone, %s' % (what, differences))


look_at_each()
check.done()
