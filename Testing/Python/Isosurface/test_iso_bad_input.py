# SPDX-License-Identifier: BSD-3-Clause
"""Images, arrays and isovalues that cannot be drawn, or only in part: one clear message each, a session that
goes on, and other data that are still drawn."""
import re

import numpy as np
from paraview import simple
from vtkmodules.vtkCommonCore import vtkStringArray
from vtkmodules.vtkCommonDataModel import vtkImageData, vtkMultiBlockDataSet

import iso_testing as iso
import raycast_testing as t

check = t.Checks()
t.load_plugin()


shared_view = t.new_view()
simple.Show(simple.Sphere(Center=[3, 0, 0], Radius=0.5), shared_view).ColorArrayName = [None, '']


class Scene(t.Halves):
    """A bad image beside a good surface (a sphere). All scenes share one view, because a new window takes as
    long as a scene. Three frames are drawn, to see that each message comes once."""

    def __init__(self, data, **settings):
        self.view = shared_view
        with t.Messages() as said:
            self.source = iso.producer(data)
            self.display = simple.Show(self.source, self.view)
            self.display.ColorArrayName = [None, '']
            self.display.SetRepresentationType(iso.TYPE)
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


def expect(what, data, words, drawn, note=None, **settings):
    """Check one case: `words` are part of the message, which the report repeats unless the value is refused;
    `note` is part of a note that only the report has."""
    scene = Scene(data, **settings)
    text = scene.said.text()
    ours = len(re.findall(r'vtk(SM)?Isosurface(RayCast|Representation)\w+ \(0x', text))
    others = len(re.findall(r'^(ERROR|Warning|Generic Warning)', text, re.MULTILINE)) - ours
    good = (ours == (words is not None) and others <= 0
            and (words is None and not scene.problems or words is not None and words in text
                 and (words in scene.problems) != ('The isosurfaces stay as they were.' in text)))
    check(good, '%s: one message%s, got %d%s' % (what, '' if words is None else " '%s'" % words, ours,
                                                 ' and %d of others' % others if others > 0 else ''))
    if not good:
        print(text, scene.problems)
    check((note or '') in scene.notes and bool(note) == bool(scene.notes),
          '%s: the note %s' % (what, scene.notes))
    check((scene.left > 0.01) == drawn,
          '%s: %s (%.3f of the pixels)' % (what, 'drawn' if drawn else 'not drawn', scene.left))
    check(scene.right > 0.01, '%s: the other data set is drawn' % what)
    scene.close()


good = {'distance': iso.sphere}
image = iso.image_data(good)
expect('good data', image, None, True)

# Isovalues.
expect('no isovalue', image, None, False, 'isovalue', Isovalues=[])
expect('isovalue out of range', image, None, False, 'no isovalue is', Isovalues=[7.0])
expect('isovalue at the least value', image, None, False, '0 is the least of the values', Isovalues=[0.0])
expect('isovalues at the least value and out of range', image, None, False, '0 is the least of the values',
       Isovalues=[0.0, 7.0])
corner = iso.image_data({'distance': lambda x, y, z: x + y + z})
expect('isovalue at the greatest value, at one point', corner, None, False,
       'The isovalue 3 is the greatest of the values', Isovalues=[3.0])
expect('one of two isovalues at the greatest value', corner, None, True, Isovalues=[0.5, 3.0])
expect('one of two isovalues out of range', image, None, True, Isovalues=[0.6, 7.0])
expect('isovalue NaN: refused', image, 'has to be a finite number', True, Isovalues=[float('nan')])
expect('one of two isovalues infinite: refused', image, 'has to be a finite number', True,
       Isovalues=[float('inf'), 0.6])
expect('equal isovalues', image, None, True, Isovalues=[0.6, 0.6])

# Rows of the table.
ROW = [0.6, 1, 1, 0, 1, 1, 1]
expect('a row', image, None, True, Isosurfaces=ROW)
for what, words, row in (('opacity above 1', 'The opacity of the isosurface at 0.6 is 1.5, but has to be '
                          'within 0 to 1.', [0.6, 1.5] + ROW[2:]),
                         ('opacity below 0', 'has to be within 0 to 1', [0.6, -0.1] + ROW[2:]),
                         ('opacity NaN', 'has to be within 0 to 1', [0.6, float('nan')] + ROW[2:]),
                         ('neither visible nor hidden', 'The visibility of the isosurface at 0.6 is 2, but '
                          'has to be 0 or 1.', [0.6, 1, 2] + ROW[3:]),
                         ('own color or not', 'has to be 0 or 1', [0.6, 1, 1, 0.5] + ROW[4:]),
                         ('green above 1', 'The green of the isosurface', [0.6, 1, 1, 1, 0, 255, 0]),
                         ('isovalue infinite', 'An isovalue is inf, but has to be a finite number.',
                          [float('inf')] + ROW[1:])):
    expect(what + ': refused', image, words, True, Isosurfaces=row)
expect('opacity above 1: refused', image, 'has to be within 0 to 1', True, IsosurfaceOpacities=[1.5])

# Values.
expect('all NaN', iso.image_data({'distance': lambda x, y, z: x * np.nan}), 'finite', False, Isovalues=[0.6])
expect('partly NaN',
       iso.image_data({'distance': lambda x, y, z: np.where(x > 0.3, np.nan, iso.sphere(x, y, z))}), None,
       True, 'finite', Isovalues=[0.6])
expect('constant', iso.image_data({'distance': lambda x, y, z: 0 * x + 0.25}), None, False, 'no isosurface',
       Isovalues=[0.6])

expect('constant, at the isovalue', iso.image_data({'distance': lambda x, y, z: 0 * x + 0.25}), None, False,
       "all values of the array 'distance' are 0.25", Isovalues=[0.25])

# Grids.
expect('one slice', iso.image_data(good, (33, 33, 1)), 'at least two along each axis', False, Isovalues=[0.6])
expect('one point', iso.image_data(good, (1, 1, 1)), 'at least two along each axis', False, Isovalues=[0.6])
expect('empty image', vtkImageData(), None, False, 'empty')
expect('two points a side', iso.image_data({'distance': lambda x, y, z: x}, (2, 2, 2)), None, True,
       Isovalues=[0.1])

even = np.linspace(-1.0, 1.0, 33)
uneven = np.sort(np.random.default_rng(5).uniform(-1.0, 1.0, 40))
expect('a rectilinear grid', iso.rectilinear_data(good, (uneven, even, uneven)), None, True, Isovalues=[0.6])
expect('descending coordinates', iso.rectilinear_data(good, (even[::-1], even, uneven[::-1])), None, True,
       Isovalues=[0.6])
for what, change in (('coordinates in disorder', {3: even[5]}), ('a coordinate that is NaN', {3: np.nan}),
                     ('an infinite coordinate', {32: np.inf})):
    wrong = even.copy()
    for index, value in change.items():
        wrong[index] = value
    expect(what, iso.rectilinear_data({'distance': lambda x, y, z: np.abs(z)}, (even, wrong, even)),
           'along y are not in order', False, Isovalues=[0.6])
expect('a rectilinear grid without a width', iso.rectilinear_data(good, (even, 0 * even, even)),
       'has no width along y', False, Isovalues=[0.6])
expect('a rectilinear grid of one slice', iso.rectilinear_data(good, (even, even, [0.0])),
       'at least two along each axis', False, Isovalues=[0.6])

# Arrays.
bare = iso.image_data({})
expect('no arrays at all', bare, 'no array of numbers', False, Isovalues=[0.6])
expect('missing array', image, "no array 'nothing' on the points", False, Isovalues=[0.6],
       IsosurfaceArray=['POINTS', 'nothing'])
expect('missing cell array', image, "no array 'distance' on the cells", False, Isovalues=[0.6],
       IsosurfaceArray=['CELLS', 'distance'])
words = iso.image_data(good)
names = vtkStringArray()
names.SetName('names')
names.SetNumberOfValues(words.GetNumberOfPoints())
words.GetPointData().AddArray(names)
expect('an array of words', words, 'is not numeric; choose another isosurface array', False, Isovalues=[0.6],
       IsosurfaceArray=['POINTS', 'names'])
expect('missing array to color by', image, "no array 'nothing' of numbers", True, Isovalues=[0.6],
       ColorArrayName=['POINTS', 'nothing'])

# Blocks.
blocks = vtkMultiBlockDataSet()
blocks.SetBlock(0, iso.image_data({'other': iso.sphere}))
blocks.SetBlock(1, image)
expect('a block without the array', blocks, None, True, "1 of 2 blocks do not have the array 'distance'",
       Isovalues=[0.6], IsosurfaceArray=['POINTS', 'distance'])
halves = vtkMultiBlockDataSet()
halves.SetBlock(0, iso.image_data(good, low=(-1, -1, -1), high=(0, 1, 1)))
halves.SetBlock(1, iso.image_data({'distance': lambda x, y, z: 10 + iso.sphere(x, y, z)}, low=(0, -1, -1),
                                  high=(1, 1, 1)))
expect('isovalue in the range of one block', halves, None, True, Isovalues=[0.6])
expect('isovalue out of the range of all blocks', halves, None, False,
       'are within [0, 11.7321], but no isovalue is', Isovalues=[12.0])

expect('isovalue at the least value of all blocks', halves, None, False,
       "0 is the least of the values of the array 'distance'", Isovalues=[0.0])

# Everything that was wrong can be corrected in the same session.
scene = Scene(image, Isovalues=[])
check(scene.left == 0, 'put right: nothing at first')
scene.display.Isovalues = [0.6]
half = t.image(scene.view)[:, :t.SIZE[0] // 2]
check(t.lit(half) > 0.01, 'put right: drawn with an isovalue')
scene.display.IsosurfaceArray = ['POINTS', 'nothing']
with t.Messages() as said:
    t.image(scene.view)
    scene.display.IsosurfaceArray = ['POINTS', 'distance']
    half = t.image(scene.view)[:, :t.SIZE[0] // 2]
check(t.lit(half) > 0.01 and said.count("no array 'nothing'") == 1,
      'put right: drawn with the array that is there')
scene.display.LookupTable = None
simple.ColorBy(scene.display, ('POINTS', 'distance'))
picture = t.image(scene.view)
scene.view.ViewSize = [1, 1]
simple.Render(scene.view)
scene.view.ViewSize = t.SIZE
check.near(t.image(scene.view), picture, 0, 0, 'after a window of one pixel: the same picture')
scene.view.Background = [0.5, 0.5, 0.5]
with t.Messages() as said:
    scene.display.LookupTable.GetClientSideObject().RemoveAllPoints()
    t.image(scene.view)
    half = t.image(scene.view)[:, :t.SIZE[0] // 2]
check('vtkIsosurface' not in said.text(), 'a color map without points: no message')
dark = half.max(axis=2) < 0.02
check(0.01 < dark.mean() and (np.abs(half - 0.5).max(axis=2) < 0.01)[np.logical_not(dark)].all(),
      'a color map without points: a black surface (%.3f of the pixels), as Contour has it' % dark.mean())
scene.view.Background = [0.0, 0.0, 0.0]
scene.display.LookupTable.ApplyPreset('Cool to Warm', True)  # the next display of this array uses the same
                                                             # color map
scene.close()

# If CUDA is chosen where there is none, one warning comes, and the CPU draws.
scene = Scene(image, Isovalues=[0.6], IsosurfaceDevice='CUDA')
if 'CPU' in str(t.information(scene.display, 'IsosurfaceDeviceName')):
    check(scene.said.count('vtkIsosurfaceRayCastMapper (0x') == 1, 'CUDA without a device: one message')
    check(len(str(t.information(scene.display, 'IsosurfaceFallbackReason'))) > 10,
          'CUDA without a device: a reason')
    check(scene.left > 0.01, 'CUDA without a device: drawn')
scene.close()

# ParaView's ray tracing supports VTK's own mappers only: a message gives the reason (in builds with ray
# tracing).
scene = Scene(image, Isovalues=[0.6])
if hasattr(scene.view, 'OSPRayRendererType'):
    with t.Messages() as said:
        scene.view.EnableRayTracing = 1
        t.image(scene.view)
        t.image(scene.view)
    check(said.count('Ray tracing is on') == 1
          and len(str(t.information(scene.display, 'IsosurfaceFallbackReason'))) > 10,
          'ray tracing: one message, and a reason')
    scene.view.EnableRayTracing = 0
    check(t.lit(t.image(scene.view)[:, :t.SIZE[0] // 2]) > 0.01, 'ray tracing off again: drawn')
scene.close()
check.done()
