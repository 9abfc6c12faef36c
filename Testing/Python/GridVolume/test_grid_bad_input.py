# SPDX-License-Identifier: BSD-3-Clause
"""Images that cannot be drawn as Volume (Ray Cast), or only in part: one clear message each, a session that
goes on, and other data that are still drawn."""
import re

import numpy as np
from paraview import simple
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import VTK_TETRA, vtkImageData, vtkMultiBlockDataSet, vtkUnstructuredGrid

import iso_testing as iso
import raycast_testing as t

check = t.Checks()
t.load_plugin()
shared_view = t.new_view()
simple.Show(simple.Sphere(Center=[3, 0, 0], Radius=0.5), shared_view).ColorArrayName = [None, '']


class Scene(t.Halves):
    """A bad image beside a good sphere."""

    def __init__(self, data, array, **settings):
        self.view = shared_view
        with t.Messages() as said:
            self.source = iso.producer(data)
            self.display = simple.Show(self.source, self.view)
            if array:
                simple.ColorBy(self.display, array)
            self.display.SetRepresentationType(t.TYPE)
            for name, value in settings.items():
                setattr(self.display, name, value)
            camera = self.view.GetActiveCamera()
            camera.SetPosition(1.5, 0, 12)
            camera.SetFocalPoint(1.5, 0, 0)
            camera.SetViewUp(0, 1, 0)
            self.draw()
        self.said = said
        self.read()

    def close(self):
        simple.Delete(self.display)
        simple.Delete(self.source)


def expect(what, data, words, drawn, note=None, array=('POINTS', 'f'), **settings):
    """Check one case: `words` are part of the only message, which the report repeats; `note` is part of a
    note that only the report has."""
    scene = Scene(data, array, **settings)
    text = scene.said.text()
    said = re.findall(r'^(ERROR|Warning|Generic Warning)|vtkGridRayCast\w+ \(0x', text, re.MULTILINE)
    ours = len(re.findall(r'vtkGridRayCast\w+ \(0x', text))
    good = ours == (words is not None) and len(said) <= 2 * ours and (
        not scene.problems if words is None else words in text and words in scene.problems)
    check(good, '%s: one message%s' % (what, '' if words is None else " '%s'" % words))
    if not good:
        print(text, scene.problems)
    check((note or '') in scene.notes and bool(note) == bool(scene.notes),
          '%s: the note %s' % (what, scene.notes))
    check((scene.left > 0.01) == drawn,
          '%s: %s (%.3f of the pixels)' % (what, 'drawn' if drawn else 'not drawn', scene.left))
    check(scene.right > 0.01, '%s: the other data set is drawn' % what)
    scene.close()


good = {'f': lambda x, y, z: x + y * z}
image = iso.image_data(good)
expect('good data', image, None, True)
expect('one slice', iso.image_data(good, (33, 33, 1)), 'at least two along each axis', False)
expect('one point', iso.image_data(good, (1, 1, 1)), 'at least two along each axis', False)
expect('empty image', vtkImageData(), None, False, 'empty', array=None)
expect('two points a side', iso.image_data(good, (2, 2, 2)), None, True)
flat = iso.image_data(good)
flat.SetSpacing(0.1, 0.0, 0.1)
expect('spacing 0', flat, 'no spacing zero', False)
flat.SetSpacing(0.1, float('nan'), 0.1)
expect('spacing NaN', flat, 'no spacing zero', False)
expect('all NaN', iso.image_data({'f': lambda x, y, z: x * np.nan}), "No value of the array 'f' is a finite",
       False)
expect('partly NaN', iso.image_data({'f': lambda x, y, z: np.where(x > 0.3, np.nan, y)}), None, True,
       'finite')
expect('no arrays at all', iso.image_data({}), 'no array of numbers', False, array=None)
expect('no array chosen', image, None, True, array=None)
expect('a missing array', image, "no array 'nothing' on the points", False, array=None,
       ColorArrayName=['POINTS', 'nothing'])
expect('a cropping box without volume', image, 'box', False, UseCropping=1, CroppingScale=[1, 0, 1])
expect('an empty range of averages', image, 'lower end first', False, RayCastBlendMode='Average Intensity',
       AverageIPScalarRange=[1, 0])
even = np.linspace(-1.0, 1.0, 33)
wrong = even.copy()
wrong[3] = even[5]
expect('a rectilinear grid', iso.rectilinear_data(good, (even, even ** 3, even[::-1])), None, True)
expect('coordinates in disorder', iso.rectilinear_data(good, (even, wrong, even)), 'along y are not in order',
       False)
expect('a rectilinear grid without a width', iso.rectilinear_data(good, (even, 0 * even, even)),
       'has no width along y', False)
colors = iso.image_data({'rgb': lambda x, y, z: np.stack([x, y, z], axis=3)})
expect('colors that are not mapped', colors, None, True,
       array=('POINTS', 'rgb'), MapScalars=0)


def blocks_of(*data):
    blocks = vtkMultiBlockDataSet()
    for i, block in enumerate(data):
        blocks.SetBlock(i, block)
    return blocks


expect('a block', blocks_of(image), None, True)
expect('blocks without points', blocks_of(vtkImageData(), None), None, False, 'empty', array=None)
moved = iso.image_data(good, low=(-1, -1, -3), high=(1, 1, -1))
expect('two blocks', blocks_of(image, moved), None, True)
moved.SetOrigin(-1, -1, -3.02)
expect('blocks off the lattice', blocks_of(image, moved), 'do not lie on one lattice', False, array=None)
moved.SetOrigin(-1, -1, -63)
expect('blocks far apart', blocks_of(image, moved), 'lie far apart', False, array=None)
rectilinear = iso.rectilinear_data(good, (even, even, even))
expect('blocks of two types, which are drawn as a mesh', blocks_of(image, rectilinear), None, True)
expect('good data again', image, None, True)
expect('a rectilinear grid of one slice', iso.rectilinear_data(good, (even, even, [0.0])),
       'The rectilinear grid has 33 x 33 x 1 points', False)


def shown(data, kind, filtered=False):
    """Show data in a view of their own. Returns the messages, the display, and the share of lit pixels."""
    view = t.new_view()
    with t.Messages() as said:
        source = iso.producer(data)
        source = simple.Tetrahedralize(Input=source) if filtered else source
        display = simple.Show(source, view)
        simple.ColorBy(display, ('POINTS', 'f'))
        display.SetRepresentationType(kind)
        simple.ResetCamera(view)
        picture = t.image(view)
        t.image(view)
    return said.text(), display, t.lit(picture)


# A mesh far from the origin, whose coordinates are rounded, is drawn with a note.
for size in (16.0, 1024.0):  # coordinates in single precision are multiples of 64 there
    far_mesh = vtkUnstructuredGrid()
    corners = vtkPoints()
    for x, y, z in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1)):
        corners.InsertNextPoint(1e9 + size * x, size * y, size * z)
    far_mesh.SetPoints(corners)
    for ids in ((0, 1, 2, 3), (1, 2, 3, 4)):
        far_mesh.InsertNextCell(VTK_TETRA, 4, ids)
    iso.add_array(far_mesh.GetPointData(), 'f', np.arange(5.0))
    text, display, _ = shown(far_mesh, t.TYPE)
    notes = t.remarks(display, 'note')
    check(text == '' and ('The points of the mesh cannot be told apart' in notes) == (size == 16.0),
          'a mesh of size %g far from the origin: %s%s' % (size, text, notes))

# In all types of representation: data with infinite values, and data far from the origin.
far = iso.image_data(good)
far.SetOrigin(1e20, 0, 0)
far_apart = iso.rectilinear_data(good, (1e17 + 64.0 * np.arange(33), even, even))
infinite = iso.image_data({'f': lambda x, y, z: np.where(x > 0.3, np.inf, z)})
for kind in (t.TYPE, iso.TYPE, 'Isosurface (Path Traced)'):
    for what, data in (('image', far), ('rectilinear grid', far_apart)):
        text, display, _ = shown(data, kind)
        words = 'The points of the %s cannot be told apart' % what
        check(text.count('(0x') == 1 and words in text and words in t.remarks(display, 'problem'),
              '%s of an %s far from the origin: one message' % (kind, what))
    for filtered in (False, True):
        text, display, lit = shown(infinite, kind, filtered)
        values = list(display.Isovalues)
        check(text == '' and lit > 0.01 and np.isfinite(values).all() and len(values) == 1,
              '%s of infinite values%s: no message, isovalues %s, %.3f of the pixels'
              % (kind, ', in a mesh' * filtered, values, lit))

# A series whose first step is empty: the unit distance is chosen with the first step that has points, or by
# the user. It would be 1, which is far too long for these data.
for chosen in (None, 0.5):
    series = simple.ProgrammableSource(OutputDataSetType='vtkImageData', ScriptRequestInformation='''
info = self.GetOutputInformation(0)
info.Set(self.GetExecutive().TIME_STEPS(), [0.0, 1.0], 2)
info.Set(self.GetExecutive().TIME_RANGE(), [0.0, 1.0], 2)
info.Set(self.GetExecutive().WHOLE_EXTENT(), [0, 8, 0, 8, 0, 8], 6)
''', Script='''
import numpy as np
from vtkmodules.util import numpy_support
out = self.GetOutput()
out.SetExtent(0, -1, 0, -1, 0, -1)
if self.GetOutputInformation(0).Get(self.GetExecutive().UPDATE_TIME_STEP()) > 0.5:
    out.SetExtent(0, 8, 0, 8, 0, 8)
    out.SetSpacing(1e-3, 1e-3, 1e-3)
    values = numpy_support.numpy_to_vtk(np.linspace(0, 1, 729), deep=1)
    values.SetName('late')
    out.GetPointData().SetScalars(values)
''')
    view = t.new_view()
    display = simple.Show(series, view)
    display.SetRepresentationType(t.TYPE)
    view.ViewTime = 0.0
    simple.Render(view)
    check('The image is empty' in t.remarks(display, 'note'), 'a first step without points: a note')
    if chosen:
        display.ScalarOpacityUnitDistance = chosen
    view.ViewTime = 1.0
    simple.Render(view)
    simple.ResetCamera(view)
    picture = t.image(view)
    distance = display.ScalarOpacityUnitDistance
    check(distance == chosen if chosen else 1e-3 < distance < 3e-3 and t.lit(picture) > 0.1,
          'the second step: unit distance %g, %.3f of the pixels' % (distance, t.lit(picture)))
check.done()
