# SPDX-License-Identifier: BSD-3-Clause
"""Volume (Ray Cast) beside the stock Volume: the pictures are the same, and so are the effects of the
properties that both have."""
import numpy as np
from paraview import simple

import raycast_testing as t

check = t.Checks()
t.load_plugin()
view = t.new_view()
tets = t.wavelet_tets()
with t.Messages() as said:
    display = t.show(tets, view)
    ours = t.image(view)


def stock(mapper='Projected tetra'):
    """The picture of representation Volume with otherwise the same settings."""
    display.SetRepresentationType('Volume')
    display.SelectMapper = mapper
    picture = t.image(view)
    display.SetRepresentationType(t.TYPE)
    return picture


def both(what, mean=0.004, maximum=0.04):
    """Compare with Projected tetra, which approximates: a few of 255 levels of difference are normal."""
    mine = t.image(view)
    check.near(mine, stock(), mean, maximum, what)
    return mine


check(t.TYPE in display.GetProperty('Representation').GetAvailable(), 'the representation type is listed')
check('ERROR' not in said.text() and 'vtkTetRayCast' not in said.text(), 'no messages')
check(0.1 < t.lit(ours) < 0.9, 'a picture: %.2f of the pixels' % t.lit(ours))
check.near(ours, stock(), 0.004, 0.04, 'as Volume')

# Settings that users change.
display.ScalarOpacityUnitDistance = 1.0
dense = both('unit distance', maximum=0.1)
check(t.difference(ours, dense)[0] > 0.01, 'unit distance: the picture changes')
display.ScalarOpacityUnitDistance = 4.0

opacity = simple.GetOpacityTransferFunction('RTData')
before = list(opacity.Points)
opacity.Points = [37.0, 0.0, 0.5, 0.0, 150.0, 0.0, 0.5, 0.0, 200.0, 0.9, 0.5, 0.0, 210.0, 0.1, 0.5, 0.0,
                  277.0, 0.6, 0.5, 0.0]
shell = both('opacity function', 0.01, 0.2)
check(t.difference(ours, shell)[0] > 0.01, 'opacity function: the picture changes')
opacity.Points = before

before_colors = ours
colors = simple.GetColorTransferFunction('RTData')
colors.ApplyPreset('Rainbow Uniform', True)
both('color map', 0.006, 0.1)
colors.ApplyPreset('Cool to Warm', True)
# The preset's numbers have one digit more than those of the default map.
ours = t.image(view)
check.near(ours, before_colors, 0.001, 2 / 255, 'back to the first colors')

t.place(display, [3.0, 1.0, 0.0], [1.0, 0.7, 1.2], [20.0, 0.0, 30.0])
both('position, scale and orientation')
t.place(display)

# Cameras: parallel, inside the volume, and in a part of a window.
view.CameraParallelProjection = 1
both('parallel projection')
view.CameraParallelProjection = 0
position, focus = list(view.CameraPosition), list(view.CameraFocalPoint)
view.CameraPosition = [1.0, 2.0, 0.5]
inside = t.image(view)
check(t.lit(inside) > 0.99, 'camera inside the volume: all pixels covered')
view.CameraPosition = position
big = view.GetRenderWindow().GetSize()
check.near(t.image(view), ours, 0, 0, 'camera back again')

# Mappers: the ray caster is the default, and the stock mappers draw nearly the same.
check(display.RayCastMapper == 'InKRay Ray Caster (default)', 'the ray caster is the default mapper')
# Bunyk's caster loses rays of its own.
for mapper, mean, outline, reach in (('ParaView: Bunyk', 0.01, 0.02, None),
                                     ('ParaView: Z Sweep', 0.006, 0.006, 1),
                                     ('ParaView: Projected Tetra', 0.004, 0.0005, 1)):
    display.RayCastMapper = mapper
    check.near(t.image(view), ours, mean, 0.05, 'mapper ' + mapper, outline=outline, reach=reach)
# The mapper that draws an image of samples does not approximate faces of cells, but its picture ends at the
# last sample.
RESAMPLED = 'ParaView: Resample To Image'
display.RayCastMapper, display.RayCastSamplingDimensions = RESAMPLED, 3 * [48]
display.SamplingDimensions = 3 * [48]
resampled = t.image(view)
check.near(resampled, stock('Resample To Image'), 0, 0, RESAMPLED + ': as Volume')
check.near(resampled, ours, 0.03, 0.15, RESAMPLED, outline=0.03, reach=2)
display.RayCastSamplingDimensions = [4, 5, 3]
coarse = t.image(view)
check(t.difference(coarse, resampled)[0] > 0.005, RESAMPLED + ': fewer samples are another picture')
display.SamplingDimensions = [4, 5, 3]
stock()  # Volume resamples when its mapper changes
check.near(coarse, stock('Resample To Image'), 0, 0, RESAMPLED + ', fewer samples: as Volume')
display.RayCastSamplingDimensions = 3 * [48]
check.near(t.image(view), resampled, 0, 0, RESAMPLED + ', as many samples again')
display.UseCropping = 1
simple.Render(view)
check('Threshold, slices and cropping need the mapper' in t.remarks(display, 'note'),
      RESAMPLED + ': a note about what it leaves out')
display.UseCropping = 0
display.RayCastMapper = 'InKRay Ray Caster (default)'
check.near(t.image(view), ours, 0, 0, 'the ray caster again')

# The paper's face test gives the same picture.
display.RayCastFaceTest = 'On-Demand VDFI'
check.near(t.image(view), ours, 0.0001, 1.05 / 255, 'on-demand VDFI')
display.RayCastFaceTest = 'Edge Function'
check.near(t.image(view), ours, 0, 0, 'edge functions again')

# Fewer rays, and another end of rays.
display.RayCastImageSampleDistance = 2.0
coarse = t.image(view)
rows = t.report(display)
check((rows['image width'], rows['image height']) == (t.SIZE[0] // 2, t.SIZE[1] // 2),
      'sample distance 2: half the image size')
check.near(coarse, ours, 0.01, 0.05, 'sample distance 2', outline=0.0005)
display.RayCastImageSampleDistance = 1.0
display.RayCastEarlyTermination = 0.0
check.near(t.image(view), ours, 0.001, 2 / 255, 'no early termination')
display.RayCastEarlyTermination = 0.001

# What the panel shows.
check(len(str(t.information(display, 'RayCastDeviceName'))) > 2,
      'device: %s' % t.information(display, 'RayCastDeviceName'))
rows = t.report(display)
check(rows['device'] == t.information(display, 'RayCastDeviceName'), 'device: %s' % rows['device'])
check(0 < rows['cast'] <= rows['frame'], 'times: cast %s of %s ms' % (rows['cast'], rows['frame']))
check(rows['mesh memory'] > 0, 'memory of the mesh: %s MiB' % rows['mesh memory'])
count = t.counters(display)
check(count['tets'] == tets.GetDataInformation().GetNumberOfCells() and count['failed'] == 0,
      'counters: %s' % count)
check(count['meshes'] == 1, 'the mesh went to the device once')

# Interaction draws the volume rather than a surface, even if ParaView shows lower levels of detail of
# everything else.
view.LODThreshold = 0.0
before = t.counters(display)['entries']
view.GetActiveCamera().Azimuth(17)
view.SMProxy.InteractiveRender()
moving = t.counters(display)['entries']
check(moving > 0 and moving != before,
      'interactive render: rays are cast (%d entries, %d before)' % (moving, before))
still = t.image(view)
check(t.difference(still, ours)[0] > 0.005, 'interactive render: the still after it is whole')
view.GetActiveCamera().Azimuth(-17)

# Opaque geometry inside the volume hides only what is behind it.
sphere = simple.Show(simple.Sphere(Radius=5.0, ThetaResolution=60, PhiResolution=60), view)
sphere.ColorArrayName = [None, '']
sphere.AmbientColor = [0.0, 1.0, 0.0]
sphere.Ambient, sphere.Diffuse, sphere.Specular = 1.0, 0.0, 0.0
display.ScalarOpacityUnitDistance = 20.0
simple.Hide(tets, view)
only_sphere = t.image(view)
simple.Show(tets, view)
with_sphere = t.image(view)
t.save(with_sphere, 'sphere_in_volume')
check.near(with_sphere, stock(), 0.004, 0.05, 'opaque sphere inside', outline=0.0005)
on_sphere = only_sphere[:, :, 1] > 0.9
check(with_sphere[on_sphere][:, 1].min() > 0.3, 'opaque sphere inside: seen through the volume')
check(with_sphere[on_sphere][:, 0].mean() > 0.05, 'opaque sphere inside: behind some of the volume')

# Translucent geometry is drawn at its depth: it dims the volume behind it, but not the part in front, which
# is what an opaque sphere leaves.
sphere.Opacity = 0.4
through = t.image(view)
t.save(through, 'translucent_sphere_in_volume')
simple.Hide(tets, view)
pale = t.image(view)
simple.Show(tets, view)
beside = np.logical_not(on_sphere)
sphere.Visibility = 0
without = t.image(view)
sphere.Visibility = 1
check(np.abs(through - without)[beside].max() < 3 / 255,
      'translucent sphere inside: beside it, the volume as without')
# Of the volume alone.
red, before, of_all = through[on_sphere][:, 0], with_sphere[on_sphere][:, 0], without[on_sphere][:, 0]
check((red >= before - 3 / 255).all(), 'translucent sphere inside: the volume in front of it')
check((red <= of_all + 3 / 255).all() and (of_all - red).mean() > 0.02,
      'translucent sphere inside: before the rest of the volume')
check(t.difference(through, without)[0] > 0.005 and pale[on_sphere][:, 1].max() < 0.7,
      'translucent sphere inside: seen')
sphere.Opacity = 1.0

display.RayCastImageSampleDistance = 2.0
# Where the sphere ends, a ray that stands for four pixels stops at the depth of one of them.
check.near(t.image(view), with_sphere, 0.002, 0.05, 'opaque sphere inside, sample distance 2', outline=0.008,
           reach=None)
# The unit distance that a display begins with shows the same of a mesh of any size.
looks = {}
for size in (1e-9, 1e-3, 1.0, 1e7):
    view = t.new_view()
    scaled = simple.Transform(Input=t.wavelet_tets(6), Transform='Transform')
    scaled.Transform.Scale = [size / 12] * 3
    display = simple.Show(scaled, view)
    simple.ColorBy(display, ('POINTS', 'RTData'))
    display.SetRepresentationType(t.TYPE)
    display.RescaleTransferFunctionToDataRange(False, True)
    t.turn(view)
    looks[size] = t.image(view)
    check(t.lit(looks[size]) > 0.1,
          'a mesh of size %g shows something: %.2f of the pixels' % (size, t.lit(looks[size])))
    check.near(looks[size], looks[1e-9], 0.001, 4 / 255, 'and the same as of any other size')

# Resampling turns cell values into point values: the image has all arrays at its points.
cells = simple.PointDatatoCellData(Input=tets, ProcessAllArrays=1)
view = t.new_view()
of_cells = t.show(cells, view, ('CELLS', 'RTData'))
of_cells.ScalarOpacityUnitDistance = 4.0
mine = t.image(view)
of_cells.RayCastMapper, of_cells.RayCastSamplingDimensions = RESAMPLED, 3 * [48]
with t.Messages() as said:
    colored = t.image(view)
    check.near(colored, mine, 0.03, 0.2, RESAMPLED + ', values of cells', outline=0.03, reach=2)
    simple.ColorBy(of_cells, None)
    of_cells.OpacityArrayName = ['CELLS', 'RTData']
    solid = t.image(view)
check(t.lit(solid) > 0.1 and t.difference(solid, colored)[0] > 0.01 and not t.remarks(of_cells, 'problem'),
      RESAMPLED + ', Solid Color: %.3f lit; %s' % (t.lit(solid), said.text()))

# When a session ends with several views, ParaView 5.11 frees the surfaces of one view in the context of the
# next. The buffers of a volume there go with them, and OpenGL reports an error when the volume frees them
# itself.
simple.Delete(view)
check.done()
