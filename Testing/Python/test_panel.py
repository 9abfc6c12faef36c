# SPDX-License-Identifier: BSD-3-Clause
"""Properties of both representations set by scripts: Opacity scales a volume, invalid values are refused with
the allowed range, and former names of mappers still work."""
import os
import tempfile

import numpy as np
from paraview import simple

import iso_testing as iso
import raycast_testing as t

check = t.Checks()
t.load_plugin()

# Opacity multiplies the opacity function: Opacity 0.5 acts exactly like twice the unit distance, and like
# half the function.
view = t.new_view(background=(0.2, 0.3, 0.4))
display = t.show(t.wavelet_tets(6), view, unit_distance=3.0)
whole = t.image(view)
empty = np.broadcast_to(whole[:1, :1], whole.shape)
pictures = {}
for mapper in ('InKRay Ray Caster (default)', 'ParaView: Bunyk'):
    display.RayCastMapper = mapper
    display.Opacity, display.ScalarOpacityUnitDistance = 1.0, 6.0
    twice = t.image(view)
    display.Opacity, display.ScalarOpacityUnitDistance = 0.5, 3.0
    pictures[mapper] = half = t.image(view)
    check.near(half, twice, 0, 0, mapper + ': opacity 0.5 is twice the unit distance')
    check(t.difference(half, whole)[0] > 0.02, mapper + ': opacity 0.5 is another picture')
    display.Opacity = 0.0
    check.near(t.image(view), empty, 0, 0, mapper + ': opacity 0 shows nothing')
display.RayCastMapper = 'InKRay Ray Caster (default)'
display.Opacity = 1.0
opacity = simple.GetOpacityTransferFunction('RTData')
points = list(opacity.Points)
opacity.Points = [value * 0.5 if i % 4 == 1 else value for i, value in enumerate(points)]
check.near(t.image(view), pictures['InKRay Ray Caster (default)'], 0.0002, 1 / 255,
           'opacity 0.5 is half the opacity function')
opacity.Points = points
check.near(t.image(view), whole, 0, 0, 'and back')

# In the closed form: through a unit of length with attenuation 1, a share exp(-o) of the light gets.
box = simple.Tetrahedralize(Input=simple.Calculator(Input=simple.Wavelet(WholeExtent=[0, 4] * 3),
                                                    Function='1', ResultArrayName='one'))
flat = t.new_view()
uniform = t.show(box, flat, ('POINTS', 'one'), unit_distance=4.0)
function, colors = simple.GetOpacityTransferFunction('one'), simple.GetColorTransferFunction('one')
function.Points = [0.0, 1.0, 0.5, 0.0, 2.0, 1.0, 0.5, 0.0]
colors.RGBPoints = [0.0, 1, 1, 1, 2.0, 1, 1, 1]
flat.CameraParallelProjection = 1
flat.CameraPosition, flat.CameraFocalPoint, flat.CameraViewUp = [2, 2, 20], [2, 2, 2], [0, 1, 0]
flat.CameraParallelScale = 1.0
for factor in (1.0, 0.5, 0.25):
    uniform.Opacity = factor
    seen = t.image(flat)[t.SIZE[1] // 2, t.SIZE[0] // 2, 0]
    check(abs(seen - (1 - np.exp(-factor))) < 1.5 / 255,
          'opacity %g: %.4f of 1 - exp(-%g) = %.4f' % (factor, seen, factor, 1 - np.exp(-factor)))


def refused(display, view, name, value, kept, words):
    """Check that setting `name` to `value` gives one message with `words`, and leaves the value `kept` and
    the picture."""
    before = t.image(view)
    with t.Messages() as said:
        setattr(display, name, value)
        after = t.image(view)
    found = display.GetProperty(name).GetData()
    check(said.count(words) == 1 and said.count('refused') == 1,
          '%s = %s: %s' % (name, value, words if said.count(words) == 1 else said.text()))
    check(found == kept, '%s = %s: it stays %s' % (name, value, found))
    check(np.array_equal(before, after),
          '%s = %s: the picture stays (%s)' % (name, value, t.difference(before, after)))


t.image(view)  # ParaView resets the camera after another view was made
for name, value, kept, words in (
        ('RayCastMapper', 'Foo', 'InKRay Ray Caster (default)', 'Mapper has to be one of InKRay Ray Caster '
         '(default), HAVS, ParaView: Bunyk, ParaView: Z Sweep, ParaView: Projected Tetra, ParaView: Resample '
         'To Image. Foo is refused; it stays InKRay Ray Caster (default).'),
        ('Opacity', 3.0, 1.0, 'Opacity has to be from 0 to 1. 3 is refused; it stays 1.'),
        ('Opacity', -1.0, 1.0, 'Opacity has to be from 0 to 1. -1 is refused; it stays 1.'),
        ('Opacity', float('nan'), 1.0, 'Opacity has to be from 0 to 1.'),
        ('RayCastImageSampleDistance', 0.0, 1.0, 'Image Sample Distance has to be from 0.25 to 10. 0 is '
         'refused; it stays 1.'),
        ('RayCastVectorComponent', -1, 0, 'Vector Component has to be at least 0.')):
    refused(display, view, name, value, kept, words)
with t.Messages() as said:
    display.RayCastImageSampleDistance = 10.0
    display.RayCastImageSampleDistance = 0.25
    display.Opacity = 0.5
    display.SetRepresentationType('Surface')
    display.Opacity = 3.0  # a value of Surface is ParaView's own business
    display.Opacity = 1.0
    display.SetRepresentationType(t.TYPE)
    display.RayCastImageSampleDistance = 1.0
check(said.text() == '', 'what is allowed is taken without a word: %s' % said.text())

surfaces = t.new_view()
image = iso.show(simple.Wavelet(WholeExtent=[-8, 8] * 3), surfaces, [130.0, 180.0],
                 color=('POINTS', 'RTData'))
for name, value, kept, words in (
        ('Opacity', 3.0, 1.0, 'Opacity has to be from 0 to 1.'),
        ('IsosurfaceImageSampleDistance', 0.0, 1.0, 'Image Sample Distance has to be from 0.25 to 10.'),
        ('IsosurfaceEarlyTermination', -0.1, 0.001, 'Early Termination has to be from 0 to 0.1.')):
    refused(image, surfaces, name, value, kept, words)

# Earlier versions had other names of mappers, which scripts and state files may still use.
with t.Messages() as said:
    for former, name, drawn_by in (('Projected tetra', 'ParaView: Projected Tetra',
                                    'ParaView: Projected Tetra'),
                                   ('Gu-Kim ray cast', 'InKRay Ray Caster (default)', 'InKRay Ray Caster')):
        display.RayCastMapper = former
        simple.Render(view)
        check(display.RayCastMapper == name and t.report(display)['drawn by'] == drawn_by,
              '%s in a script is %s, drawn by %s' % (former, display.RayCastMapper,
                                                     t.report(display)['drawn by']))
display.RayCastMapper = 'ParaView: Z Sweep'
with tempfile.TemporaryDirectory() as folder:
    state = os.path.join(folder, 'former.pvsm')
    simple.SaveState(state)
    with open(state, encoding='utf-8') as file:
        text = file.read()
    check(text.count('value="ParaView: Z Sweep"') > 0, 'the state has the name')
    with open(state, 'w', encoding='utf-8') as file:
        file.write(text.replace('value="ParaView: Z Sweep"', 'value="Z sweep"'))
    before = set(simple.GetRepresentations().values())
    with t.Messages() as loading:
        simple.LoadState(state)
    loaded = [other for other in simple.GetRepresentations().values() if other not in before
              and hasattr(other, 'RayCastMapper') and other.Representation == t.TYPE]
    found = [other.RayCastMapper for other in loaded]
    check(found.count('ParaView: Z Sweep') == 1 and 'Z sweep' not in found,
          'a state file with the former name: %s' % found)
check('refused' not in said.text() + loading.text() and 'replaced' not in loading.text(),
      'without a word: %s %s' % (said.text(), loading.text()))

check.done()
