# SPDX-License-Identifier: BSD-3-Clause
"""Isosurface (Ray Cast) compared with the filter Contour and closed forms: the surface is the same, and each
setting has its effect."""
import numpy as np
from paraview import simple

import iso_testing as iso
import raycast_testing as t

check = t.Checks()
t.load_plugin()
view = t.new_view()
# Fine enough for the filter's triangles to lie near the trilinear surface.
wavelet = simple.Wavelet(WholeExtent=[-24, 24] * 3, XFreq=25, YFreq=12, ZFreq=16)
with t.Messages() as said:
    display = simple.Show(wavelet, view)
    display.SetRepresentationType(iso.TYPE)
    display.ColorArrayName = [None, '']  # as the surfaces of Contour below
    t.turn(view)
    smooth = t.image(view)
    display.IsosurfaceSmoothNormals = 0
    ours = t.image(view)
t.save(ours, 'iso_wavelet')
check(iso.TYPE in display.GetProperty('Representation').GetAvailable(), 'the representation type is listed')
check('ERR' not in said.text() and 'vtkIsosurface' not in said.text(), 'no messages')
check(list(display.IsosurfaceArray) == ['POINTS', 'RTData'],
      'the isosurface array is the active one: %s' % list(display.IsosurfaceArray))
low, high = wavelet.PointData['RTData'].GetRange()
check(len(display.Isovalues) == 1 and abs(display.Isovalues[0] - (low + high) / 2) < 1e-3,
      'the isovalue is the middle of the range: %s' % list(display.Isovalues))
check(0.1 < t.lit(ours) < 0.9, 'a picture: %.2f of the pixels' % t.lit(ours))


def contour_picture(isovalues):
    """The filter's picture in the same view with the same settings."""
    simple.Hide(wavelet, view)
    surface, shown = iso.contour(wavelet, view, isovalues)
    picture = t.image(view)
    simple.Delete(shown)
    simple.Delete(surface)
    simple.Show(wavelet, view)
    return picture


theirs = contour_picture(list(display.Isovalues))
t.save(theirs, 'iso_wavelet_contour')
check.near(ours, theirs, 0.0005, 0.05, 'as Contour', outline=0.0005)
# Normals by central differences, the default, equal the filter's normals at points, interpolated over its
# triangles.
simple.Hide(wavelet, view)
surface, shown = iso.contour(wavelet, view, list(display.Isovalues), flat=False)
check.near(smooth, t.image(view), 0.001, 0.05, 'smooth normals: as Contour with normals', outline=0.001,
           reach=2)
simple.Delete(shown)
simple.Delete(surface)
simple.Show(wavelet, view)
check(t.difference(smooth, ours)[0] > 0.0005, 'smooth normals: another picture than the interpolant\'s own')
check((iso.hit(smooth) == iso.hit(ours)).all(), 'smooth normals: the same surface')
display.IsosurfaceSmoothNormals = 1
check.near(t.image(view), smooth, 0, 0, 'smooth normals on again')
display.IsosurfaceSmoothNormals = 0
disagree = (iso.hit(ours) != iso.hit(theirs)).mean()
check(disagree < 0.001, 'as Contour: the same pixels (%.4f differ)' % disagree)
check.near(t.image(view), ours, 0, 0, 'shown again: the same picture')

# Another isovalue shows another surface without a new upload of the volume.
display.Isovalues = [200.0]
other = t.image(view)
check.near(other, contour_picture([200.0]), 0.0005, 0.05, 'isovalue 200: as Contour', outline=0.0005)
check(t.difference(ours, other)[0] > 0.01, 'isovalue 200: the picture changes')
check(iso.uploads(display)['volumes'] == 1, 'isovalue 200: the volume stayed (%s)' % iso.uploads(display))
uploads = iso.uploads(display)
view.GetActiveCamera().Azimuth(20)
t.image(view)
check(iso.uploads(display) == uploads, 'a new camera: nothing moved (%s)' % iso.uploads(display))
view.GetActiveCamera().Azimuth(-20)

# Several isovalues, each with its opacity; there are fewer opacities than isovalues.
display.Isovalues = [130.0, 200.0]
opaque = t.image(view)
display.IsosurfaceOpacities = [0.3]
through = t.image(view)
t.save(through, 'iso_translucent')
display.IsosurfaceOpacities = [0.0]
check.near(t.image(view), other, 0.0005, 0.02, 'an invisible surface: the other alone')
check(t.difference(opaque, through)[0] > 0.01, 'a translucent surface: the picture changes')
display.IsosurfaceOpacities = []
check.near(t.image(view), opaque, 0, 0, 'no opacities: opaque again')
display.Opacity = 0.5
half = t.image(view)
check(t.difference(half, opaque)[0] > 0.01, 'overall opacity: the picture changes')
display.Opacity = 1.0
display.Isovalues = [157.0]
plain = t.image(view)

# Each pipeline and each compaction method gives the same picture.
for pipeline in ('Multi-Kernel', 'Single Kernel', 'Kd-Jump'):
    display.IsosurfacePipeline = pipeline
    check.near(t.image(view), plain, 1e-6, 1 / 255, 'pipeline ' + pipeline)
display.IsosurfacePipeline = 'Multi-Kernel'
for method in display.GetProperty('IsosurfaceCompaction').GetAvailable():
    display.IsosurfaceCompaction = method
    check.near(t.image(view), plain, 1e-6, 1 / 255, 'compaction ' + method)
count = iso.rays(display)
check(count['rounds'] > 0 and 0 < count['kept'] <= count['items'],
      'multi-kernel: rounds and compaction counted (%s)' % count)
check(t.report(display)['pipeline'] == 'multi-kernel', 'pipeline used: %s' % t.report(display)['pipeline'])
display.IsosurfacePipeline, display.IsosurfaceCompaction = 'Auto', 'InKCompact, Look-Back'

# Fewer rays.
display.IsosurfaceImageSampleDistance = 2.0
coarse = t.image(view)
rows = t.report(display)
check((rows['image width'], rows['image height']) == (t.SIZE[0] // 2, t.SIZE[1] // 2),
      'sample distance 2: half the image size')
# Four pixels of one ray have one color, also where the surface is bent away.
check.near(coarse, plain, 0.01, 0.05, 'sample distance 2', outline=0.05, reach=None)
display.IsosurfaceImageSampleDistance = 1.0

# The transform of the data.
t.place(display, [3.0, 1.0, 0.0], [1.0, 0.7, 1.2], [20.0, 0.0, 30.0])
moved = t.image(view)
simple.Hide(wavelet, view)
surface, shown = iso.contour(wavelet, view, [157.0])
t.place(shown, [3.0, 1.0, 0.0], [1.0, 0.7, 1.2], [20.0, 0.0, 30.0])
check.near(moved, t.image(view), 0.0005, 0.05, 'position, scale and orientation: as Contour', outline=0.0005)
simple.Delete(shown)
simple.Delete(surface)
simple.Show(wavelet, view)
t.place(display)
view.CameraParallelProjection = 1
check.near(t.image(view), contour_picture([157.0]), 0.0005, 0.05, 'parallel projection: as Contour',
           outline=0.0005)
view.CameraParallelProjection = 0

# Light.
for name, value in (('Ambient', 0.5), ('Diffuse', 0.5), ('Specular', 0.8), ('SpecularPower', 5.0)):
    setattr(display, name, value)
    lit = t.image(view)
    check(t.difference(lit, plain)[0] > 0.005, name + ': the picture changes')
simple.Hide(wavelet, view)
surface, shown = iso.contour(wavelet, view, [157.0])
for name, value in (('Ambient', 0.5), ('Diffuse', 0.5), ('Specular', 0.8), ('SpecularPower', 5.0)):
    setattr(shown, name, value)
check.near(lit, t.image(view), 0.0005, 0.05, 'all of them: as Contour', outline=0.0001, reach=None)
light = simple.AddLight(view=view)
light.Coords = 'Scene'
light.Position, light.FocalPoint, light.Intensity = [0, 0, 200], [0, 0, 0], 1.0
light.DiffuseColor = [1.0, 0.2, 0.2]
theirs = t.image(view)
simple.Delete(shown)
simple.Delete(surface)
simple.Show(wavelet, view)
ours = t.image(view)
t.save(ours, 'iso_light')
check(t.difference(ours, lit)[0] > 0.01, 'a second light: the picture changes')
check.near(ours, theirs, 0.0005, 0.05, 'a second light: as Contour', outline=0.0005)
simple.RemoveLight(light)
display.Ambient, display.Diffuse, display.Specular, display.SpecularPower = 0.0, 1.0, 0.0, 100.0
check.near(t.image(view), plain, 0.001, 2 / 255, 'as before')

# What the panel shows.
check(len(str(t.information(display, 'IsosurfaceDeviceName'))) > 2,
      'device: %s' % t.information(display, 'IsosurfaceDeviceName'))
rows = t.report(display)
check(rows['device'] == t.information(display, 'IsosurfaceDeviceName'), 'device: %s' % rows['device'])
check(0 < rows['cast'] <= rows['frame'], 'times: cast %s of %s ms' % (rows['cast'], rows['frame']))
check(rows['leaves'] == 27 and 0 < rows['active leaves'] <= 27,
      'leaves of 48 cells a side: %s, %s active' % (rows['leaves'], rows['active leaves']))
check(rows['frame memory'] > 0, 'memory of a frame: %s MiB' % rows['frame memory'])
count = iso.rays(display)
check(count['hits'] == int(iso.hit(plain).sum()),
      'hits: %d, pixels drawn: %d' % (count['hits'], iso.hit(plain).sum()))

# Interaction draws the surface itself, even if ParaView shows lower levels of detail of everything else.
view.LODThreshold = 0.0
view.GetActiveCamera().Azimuth(17)
before = iso.rays(display)
view.SMProxy.InteractiveRender()
moving = iso.rays(display)
check(moving['hits'] > 0 and moving != before, 'interactive render: rays are cast (%s)' % moving)
t.image(view)
view.GetActiveCamera().Azimuth(-17)
check.near(t.image(view), plain, 0.0005, 0.05, 'interactive render: the still after it is whole')
check.done()
