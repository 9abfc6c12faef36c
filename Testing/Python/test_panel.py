# SPDX-License-Identifier: BSD-3-Clause
"""Properties of both representations as a script sets them: Opacity scales a volume, and values that cannot be drawn are refused with the range that is allowed."""
import numpy as np
from paraview import simple

import iso_testing as iso
import raycast_testing as t

check = t.Checks()
t.load_plugin()

# Opacity multiplies the opacity function: exactly as twice the unit distance, and as half the function.
view = t.new_view(background=(0.2, 0.3, 0.4))
display = t.show(t.wavelet_tets(6), view, unit_distance=3.0)
whole = t.image(view)
empty = np.broadcast_to(whole[:1, :1], whole.shape)
pictures = {}
for mapper in ('Gu-Kim ray cast', 'Bunyk ray cast'):
    display.RayCastMapper = mapper
    display.Opacity, display.ScalarOpacityUnitDistance = 1.0, 6.0
    twice = t.image(view)
    display.Opacity, display.ScalarOpacityUnitDistance = 0.5, 3.0
    pictures[mapper] = half = t.image(view)
    check.near(half, twice, 0, 0, mapper + ': opacity 0.5 is twice the unit distance')
    check(t.difference(half, whole)[0] > 0.02, mapper + ': opacity 0.5 is another picture')
    display.Opacity = 0.0
    check.near(t.image(view), empty, 0, 0, mapper + ': opacity 0 shows nothing')
display.RayCastMapper = 'Gu-Kim ray cast'
display.Opacity = 1.0
opacity = simple.GetOpacityTransferFunction('RTData')
points = list(opacity.Points)
opacity.Points = [value * 0.5 if i % 4 == 1 else value for i, value in enumerate(points)]
check.near(t.image(view), pictures['Gu-Kim ray cast'], 0.0002, 1 / 255, 'opacity 0.5 is half the opacity function')
opacity.Points = points
check.near(t.image(view), whole, 0, 0, 'and back')

# In the closed form: through a unit of length with attenuation 1, a share exp(-o) of the light gets.
box = simple.Tetrahedralize(Input=simple.Calculator(Input=simple.Wavelet(WholeExtent=[0, 4] * 3), Function='1', ResultArrayName='one'))
flat = t.new_view()
uniform = t.show(box, flat, ('POINTS', 'one'), unit_distance=4.0)
function, colours = simple.GetOpacityTransferFunction('one'), simple.GetColorTransferFunction('one')
function.Points = [0.0, 1.0, 0.5, 0.0, 2.0, 1.0, 0.5, 0.0]
colours.RGBPoints = [0.0, 1, 1, 1, 2.0, 1, 1, 1]
flat.CameraParallelProjection = 1
flat.CameraPosition, flat.CameraFocalPoint, flat.CameraViewUp, flat.CameraParallelScale = [2, 2, 20], [2, 2, 2], [0, 1, 0], 1.0
for factor in (1.0, 0.5, 0.25):
    uniform.Opacity = factor
    seen = t.image(flat)[t.SIZE[1] // 2, t.SIZE[0] // 2, 0]
    check(abs(seen - (1 - np.exp(-factor))) < 1.5 / 255, 'opacity %g: %.4f of 1 - exp(-%g) = %.4f' % (factor, seen, factor, 1 - np.exp(-factor)))


def refused(display, view, name, value, kept, words):
    """Setting `name` to `value` is one message with `words`, and leaves the value `kept` and the picture."""
    before = t.image(view)
    with t.Messages() as said:
        setattr(display, name, value)
        after = t.image(view)
    found = display.GetProperty(name).GetData()
    check(said.count(words) == 1 and said.count('refused') == 1, '%s = %s: %s' % (name, value, words if said.count(words) == 1 else said.text()))
    check(found == kept, '%s = %s: it stays %s' % (name, value, found))
    check(np.array_equal(before, after), '%s = %s: the picture stays (%s)' % (name, value, t.difference(before, after)))


t.image(view)  # ParaView puts the camera anew after another view
for name, value, kept, words in (
        ('RayCastMapper', 'Foo', 'Gu-Kim ray cast', 'Mapper has to be one of Gu-Kim ray cast, HAVS, Bunyk ray cast, Z sweep, Projected tetra. Foo is refused; it stays Gu-Kim ray cast.'),
        ('Opacity', 3.0, 1.0, 'Opacity has to be from 0 to 1. 3 is refused; it stays 1.'),
        ('Opacity', -1.0, 1.0, 'Opacity has to be from 0 to 1. -1 is refused; it stays 1.'),
        ('Opacity', float('nan'), 1.0, 'Opacity has to be from 0 to 1.'),
        ('RayCastImageSampleDistance', 0.0, 1.0, 'Image Sample Distance has to be from 0.25 to 10. 0 is refused; it stays 1.'),
        ('RayCastVectorComponent', -1, 0, 'Vector Component has to be at least 0.')):
    refused(display, view, name, value, kept, words)
with t.Messages() as said:
    display.RayCastImageSampleDistance = 10.0
    display.RayCastImageSampleDistance = 0.25
    display.Opacity = 0.5
    display.SetRepresentationType('Surface')
    display.Opacity = 3.0  # ParaView's own business
    display.Opacity = 1.0
    display.SetRepresentationType(t.TYPE)
    display.RayCastImageSampleDistance = 1.0
check(said.text() == '', 'what is allowed is taken without a word: %s' % said.text())

surfaces = t.new_view()
image = iso.show(simple.Wavelet(WholeExtent=[-8, 8] * 3), surfaces, [130.0, 180.0], color=('POINTS', 'RTData'))
for name, value, kept, words in (
        ('Opacity', 3.0, 1.0, 'Opacity has to be from 0 to 1.'),
        ('IsosurfaceImageSampleDistance', 0.0, 1.0, 'Image Sample Distance has to be from 0.25 to 10.'),
        ('IsosurfaceEarlyTermination', -0.1, 0.001, 'Early Termination has to be from 0 to 0.1.')):
    refused(image, surfaces, name, value, kept, words)

check.done()
