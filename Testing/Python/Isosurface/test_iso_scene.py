# SPDX-License-Identifier: BSD-3-Clause
"""The isosurface among other objects: depth with opaque and translucent geometry and with volumes, cropping,
selecting, probing, the axes grid, time steps."""
import numpy as np
from paraview import simple

import iso_testing as iso
import raycast_testing as t

check = t.Checks()
t.load_plugin()
view = t.new_view()


def color(display, rgb):
    display.ColorArrayName = [None, '']
    display.DiffuseColor = display.AmbientColor = rgb
    return display


image = iso.image_data({'distance': iso.sphere, 'height': lambda x, y, z: z}, (41, 41, 41))
source = iso.producer(image)
display = color(iso.flat(iso.show(source, view, [0.6], IsosurfaceArray=['POINTS', 'distance'])),
                 [1.0, 0.0, 0.0])
alone = t.image(view)
red = iso.hit(alone)

# Depth: a ray cast sphere and a sphere of polygons intersect as two spheres of polygons do.
ball = simple.Sphere(Center=[0.35, 0.2, 0.3], Radius=0.45, ThetaResolution=120, PhiResolution=120)
shown = color(iso.flat(simple.Show(ball, view)), [0.0, 1.0, 0.0])
both = t.image(view)
t.save(both, 'iso_depth')
simple.Hide(source, view)
surface, polygons = iso.contour(source, view, [0.6], ('POINTS', 'distance'))
color(iso.flat(polygons), [1.0, 0.0, 0.0])
theirs = t.image(view)
check.near(both, theirs, 0.002, 3 / 255, 'an opaque ball through the surface: as polygons', outline=0.0005)
check((both[:, :, 1] > 0.9).sum() > 100 and (both[:, :, 0] > 0.9).sum() > 100,
      'an opaque ball through the surface: parts of both are seen')
shown.Opacity = 0.4
theirs = t.image(view)
simple.Delete(polygons)
simple.Delete(surface)
simple.Show(source, view)
t.save(t.image(view), 'iso_ball_translucent')
t.save(theirs, 'iso_ball_translucent_polygons')
check.near(t.image(view), theirs, 0.002, 3 / 255, 'a translucent ball through the surface: as polygons',
           outline=0.0005)
display.IsosurfaceImageSampleDistance = 2.0
shown.Opacity = 1.0
# Four pixels share one ray, and so one color, also where the surface bends away from the eye.
check.near(t.image(view), both, 0.002, 3 / 255, 'sample distance 2: the ball is where it was', outline=0.012,
           reach=None)
display.IsosurfaceImageSampleDistance = 1.0
simple.Hide(ball, view)

# Two of ours go through one another as well.
other = iso.producer(iso.image_data({'distance': lambda x, y, z: iso.sphere(x - 0.35, y - 0.2, z - 0.3)},
                                    (41, 41, 41)))
second = color(iso.flat(iso.show(other, view, [0.45], camera=False)), [0.0, 1.0, 0.0])
check.near(t.image(view), both, 0.001, 3 / 255, 'two ray cast surfaces: as surface and ball', outline=0.0005)

# Two translucent spheres look like depth-peeled polygons, whichever was shown first.
display.Opacity, second.Opacity = 0.5, 0.4
translucent = t.image(view)
t.save(translucent, 'iso_two_translucent')
simple.Hide(source, view)
simple.Show(source, view)
check.near(t.image(view), translucent, 0, 0, 'the order of showing does not matter')
for shown_one in source, other:
    simple.Hide(shown_one, view)
surface, polygons = iso.contour(source, view, [0.6], ('POINTS', 'distance'))
color(iso.flat(polygons), [1.0, 0.0, 0.0]).Opacity = 0.5
simple.Show(ball, view)
shown.Opacity = 0.4
theirs = t.image(view)
t.save(theirs, 'iso_two_translucent_polygons')
check.near(translucent, theirs, 0.002, 4 / 255,
           'two translucent surfaces that go through one another: as polygons', outline=0.002)
shown.Opacity = 1.0
simple.Delete(polygons)
simple.Delete(surface)
simple.Hide(ball, view)
simple.Show(source, view)
display.Opacity, second.Opacity = 1.0, 1.0

# Cropping as in representation Volume: relative to the bounds, which it scales and moves.
display.UseCropping = 1
check.near(t.image(view), alone, 0.0005, 3 / 255, 'cropping to the whole box: all of it', outline=0.0005)
display.CroppingScale = [0.5, 1.0, 1.0]
display.CroppingOrigin = [0.5, 0.0, 0.0]
half = t.image(view)
t.save(half, 'iso_cropped')
simple.Hide(source, view)
voi = simple.ExtractSubset(Input=source, VOI=[20, 40, 0, 40, 0, 40])
part = color(iso.flat(iso.show(voi, view, [0.6], camera=False, IsosurfaceArray=['POINTS', 'distance'])),
              [1.0, 0.0, 0.0])
check.near(half, t.image(view), 0.001, 3 / 255, 'cropping to a half: as that half of the image',
           outline=0.0005)
check(0.2 < iso.hit(half).sum() / red.sum() < 0.95, 'cropping to a half: less than all')
display.CroppingKeepOutside = 1
simple.Show(source, view)
simple.Hide(voi, view)
beyond = t.image(view)
check((iso.hit(half) | iso.hit(beyond))[iso.hit(alone)].mean() > 0.999
      and 0.2 < iso.hit(beyond).sum() / iso.hit(alone).sum() < 0.95, 'outside of the box: the other half')
display.CroppingKeepOutside = 0
# Turned about z by 90 degrees, the half along x becomes a half along y.
display.CroppingRotation = [0.0, 0.0, 90.0]
display.CroppingOrigin = [0.0, 0.5, 0.0]
half = t.image(view)
simple.Hide(source, view)
voi.VOI = [0, 40, 20, 40, 0, 40]
simple.Show(voi, view)
check.near(half, t.image(view), 0.001, 3 / 255, 'a box that is turned: as the other half of the image',
           outline=0.0005)
display.CroppingRotation, display.CroppingOrigin = [0.0, 0.0, 0.0], [0.5, 0.0, 0.0]
simple.Delete(part)
simple.Delete(voi)
simple.Show(source, view)
display.SetRepresentationType('Volume')
check(display.UseCropping == 1 and list(display.CroppingScale) == [0.5, 1.0, 1.0],
      'cropping is that of representation Volume')
display.SetRepresentationType(iso.TYPE)
display.UseCropping = 0
color(display, [1.0, 0.0, 0.0])  # Volume has chosen an array
check.near(t.image(view), alone, 0, 0, 'without cropping again')

# A selection on the surface finds the data set; beside the surface it finds nothing.
def picked(x, y):
    found = view.SMProxy.Pick(int(x), int(y))
    return found == display.SMProxy


rows, columns = np.nonzero(red)
middle = (int(columns.mean()), int(rows.mean()))
check(picked(*middle), 'a pick on the surface finds it')
check(not picked(2, 2), 'a pick in a corner finds nothing')
simple.Show(ball, view)
green = both[:, :, 1] > 0.9
y, x = [int(a.mean()) for a in np.nonzero(green)]
check(green[y, x] and view.SMProxy.Pick(x, y) == shown.SMProxy, 'a pick on the ball before it finds the ball')
simple.Hide(ball, view)
check.near(t.image(view), alone, 0, 0, 'after selecting: the same picture')

# Probing gives the place and the value under a pixel.
display.IsosurfaceProbePixel = list(middle)
t.image(view)
position = np.array(list(t.information(display, 'IsosurfaceProbedPosition')))
values = list(t.information(display, 'IsosurfaceProbedValues'))
check(t.information(display, 'IsosurfaceProbed') == 1, 'probing: a surface is there')
check(abs(np.linalg.norm(position) - 0.6) < 0.005,
      'probing: the place %s is on the sphere (%.4f)' % (position, np.linalg.norm(position)))
check(abs(values[0] - 0.6) < 1e-9 and abs(values[1] - 0.6) < 1e-5, 'probing: isovalue and value %s' % values)
simple.ColorBy(display, ('POINTS', 'height'))
t.image(view)
values = list(t.information(display, 'IsosurfaceProbedValues'))
check(abs(values[2] - position[2]) < 1e-4,
      'probing: value of the color array %s at %s' % (values[2], position))
display.IsosurfaceProbePixel = [1, 1]
check(t.information(display, 'IsosurfaceProbed') == 0, 'probing: nothing in the corner')
color(display, [1.0, 0.0, 0.0])

# The axes grid and the center of rotation need the surface's depths.
view.AxesGrid.Visibility = 1
gridded = t.image(view)
check(t.difference(gridded, alone)[0] > 0.001, 'the axes grid is drawn')
check((gridded[red][:, 0] > 0.5).mean() > 0.8, 'the axes grid is behind the surface')
view.AxesGrid.Visibility = 0

# A second view shows the image too, and is deleted.
second_view = t.new_view(size=[150, 150])
again = color(iso.flat(iso.show(source, second_view, [0.6], IsosurfaceArray=['POINTS', 'distance'])),
               [1.0, 0.0, 0.0])
check(t.lit(t.image(second_view)) > 0.02, 'a second view: drawn')
check.near(t.image(view), alone, 0.0001, 1.05 / 255, 'a second view: the first is as before')
simple.Delete(second_view)
view.UseFXAA = 0  # deleting a view resets it
check.near(t.image(view), alone, 0.0001, 1.05 / 255, 'a second view deleted: the first is as before')
# Time steps: each has another volume, and the first step is shown again.
moving = simple.ProgrammableSource()
moving.OutputDataSetType = 'vtkImageData'
moving.ScriptRequestInformation = '''
executive = self.GetExecutive()
info = executive.GetOutputInformation(0)
info.Set(executive.TIME_STEPS(), [0.0, 1.0, 2.0], 3)
info.Set(executive.TIME_RANGE(), [0.0, 2.0], 2)
info.Set(executive.WHOLE_EXTENT(), 0, 20, 0, 20, 0, 20)
'''
moving.Script = '''
import numpy as np
from vtkmodules.util import numpy_support
executive = self.GetExecutive()
info = executive.GetOutputInformation(0)
time = info.Get(executive.UPDATE_TIME_STEP()) if info.Has(executive.UPDATE_TIME_STEP()) else 0.0
out = self.GetOutput()
out.SetExtent(0, 20, 0, 20, 0, 20)
out.SetSpacing(0.1, 0.1, 0.1)
out.SetOrigin(-1, -1, -1)
axis = np.arange(21) * 0.1 - 1.0
z, y, x = np.meshgrid(axis, axis, axis, indexing='ij')
f = (np.sqrt(x * x + y * y + z * z) + 0.2 * time).astype('float64' if time < 1.5 else 'float32')
array = numpy_support.numpy_to_vtk(f.ravel(), deep=1)
array.SetName('f')
out.GetPointData().SetScalars(array)
'''
simple.Hide(source, view)
steps = iso.flat(iso.show(moving, view, [0.8], camera=False))
simple.GetAnimationScene().UpdateAnimationUsingDataTimeSteps()
areas = []
for step in (0, 1, 2, 0):
    view.ViewTime = float(step)
    areas.append(int(iso.hit(t.image(view)).sum()))
check(areas[0] > 1.2 * areas[1] > 1.2 * areas[2] > 0 and areas[3] == areas[0],
      'time steps: spheres of radius 0.8, 0.6, 0.4, 0.8: %s pixels' % areas)
scene = simple.GetAnimationScene()
scene.PlayMode = 'Snap To TimeSteps'
cached = [int(iso.hit(t.image(view)).sum()) for scene.AnimationTime in (0.0, 1.0, 2.0, 1.0, 0.0)]
check(cached == [areas[0], areas[1], areas[2], areas[1], areas[0]],
      'time steps played back and forth: %s' % cached)
simple.Hide(moving, view)

check.done()
