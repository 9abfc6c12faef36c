# SPDX-License-Identifier: BSD-3-Clause
"""The first isosurface is at the middle of the range. If hardly any data are on one side of it, it is at a
value that splits the data. Data are random images and meshes, by the seed INKRAY_SEED. Values chosen by a
user or given by a state stay. usage: pvpython test_iso_first_value.py"""
import os
import tempfile

import numpy as np
from paraview import simple, smtrace

import iso_testing as iso
import raycast_testing as t

check = t.Checks()
t.load_plugin()
seed = int(os.environ.get('INKRAY_SEED', '4417'))
rng = np.random.default_rng(seed)
TRACED = 'Isosurface (Path Traced)'


def direction():
    towards = rng.normal(size=3)
    return towards / np.linalg.norm(towards)


def rise(towards):
    """A linear function of space, from 0 to 1 along a direction."""
    return lambda x, y, z: 0.5 + 0.5 * (towards[0] * x + towards[1] * y + towards[2] * z) / np.abs(
        towards).sum()


def skewed():
    """A random field with next to nothing on one side of the middle of its range. A field that has more there
    is drawn anew."""
    while True:
        field = candidate()
        values = np.array(iso.image_data({'': field}).GetPointData().GetArray(0))
        if sides(values, middle_of(values)) < 0.015:
            return field


def candidate():
    """A random field that is skewed for nearly all values of its parameters."""
    kind, low, high = rng.integers(3), rng.normal() * 100, rng.uniform(1, 1000)
    ramp, noise = rise(direction()), rng.normal(size=(33, 33, 33))
    if rng.random() < 0.5:
        low, high = low + high, -high
    power, width, center = rng.uniform(7, 25), rng.uniform(0.12, 0.2), rng.uniform(-0.3, 0.3, size=3)
    return lambda x, y, z: low + high * (
        ramp(x, y, z) ** power if kind == 0
        else np.exp(-((x - center[0])**2 + (y - center[1])**2 + (z - center[2])**2) / (2 * width**2))
        if kind == 1
        else np.exp(1.5 * np.clip(noise, -4, 4)) / np.exp(6))


def even():
    """A random field with about as much on either side of the middle."""
    towards, wave = direction(), rng.uniform(2, 5)
    ramp = rise(towards)
    return ((lambda x, y, z: ramp(x, y, z) * 7 - 3) if rng.random() < 0.5
            else (lambda x, y, z: np.sin(wave * ramp(x, y, z) * 4)))


def first(source, kind=iso.TYPE, chosen=None, view=None):
    """A new display of this kind, and its first picture."""
    view = view or t.new_view(size=[60, 50])
    display = simple.Show(source, view)
    if display.GetProperty('PathTraceSamples'):
        display.PathTraceSamples = 1
    if chosen is not None:
        display.Isovalues = chosen
    display.SetRepresentationType(kind)
    return display, t.image(view)


def seen(view):
    """The greatest share of lit pixels in views from three sides, as a plane may be seen edge-on in one of
    them."""
    shares = []
    for direction_of_view, up in ([0, 0, -1], [0, 1, 0]), ([-1, 0, 0], [0, 1, 0]), ([0, -1, 0], [0, 0, 1]):
        view.ResetActiveCameraToDirection(*direction_of_view, *up)
        simple.ResetCamera(view)
        shares.append(t.lit(t.image(view)))
    return max(shares)


def middle_of(values):
    return 0.5 * (float(values.min()) + float(values.max()))


def sides(values, value):
    below = (values < value).mean()
    return min(below, 1 - below)


for member in range(4):
    image = iso.image_data({'skewed': skewed(), 'even': even()})
    arrays = {name: np.array(image.GetPointData().GetArray(name)) for name in ('skewed', 'even')}
    middle = middle_of(arrays['skewed'])
    for name, source in (('image', iso.producer(image)),
                         ('mesh', simple.Tetrahedralize(Input=iso.producer(image)))):
        what = 'seed %d, member %d, %s' % (seed, member, name)
        display, _ = first(source, (iso.TYPE, TRACED)[member % 2])
        value = display.Isovalues[0]
        check(sides(arrays['skewed'], middle) < 0.02, what + ': data with little beyond the middle')
        check(value != middle and sides(arrays['skewed'], value) > 2 * sides(arrays['skewed'], middle),
              '%s: the first isosurface parts them: %.3f of the points are beyond %g, where %.4f are beyond '
              'the middle, %g' % (what, sides(arrays['skewed'], value), value,
                                  sides(arrays['skewed'], middle), middle))
        check(list(display.Isosurfaces) == [value, 1, 1, 0, 1, 1, 1],
              what + ': the table has it: %s' % list(display.Isosurfaces))
        view = simple.GetActiveView()
        share = seen(view)
        check(share > 0.01, what + ': something is seen: %g' % share)
        display.IsosurfaceArray = ['POINTS', 'even']
        display.Isovalues = [middle_of(arrays['even'])]
        t.image(view)
        check(abs(display.Isovalues[0] - middle_of(arrays['even'])) < 1e-6,
              what + ': the middle of other data, which have enough on both sides: %g' % display.Isovalues[0])
        display.IsosurfaceArray = ['POINTS', 'skewed']
        display.Isovalues = [middle]
        t.image(view)
        check(list(display.Isovalues) == [middle], what + ': the middle, where somebody chooses it later')
        simple.Delete(view)
        other = float(np.quantile(arrays['skewed'], 0.3))
        display, _ = first(source, chosen=[other])
        check(list(display.Isovalues) == [other], what + ': a value that was chosen before')
        simple.Delete(simple.GetActiveView())

# If data have two values only, the middle splits them as well as any value, however rare one of the two is:
# it stays.
image = iso.image_data({'fraction': lambda x, y, z: (iso.sphere(x, y, z) < 0.3) * 1.0})
display, shown = first(iso.producer(image))
check(list(display.Isovalues) == [0.5] and t.lit(shown) > 0.005,
      'a fraction of a fluid: %s' % list(display.Isovalues))
simple.Delete(simple.GetActiveView())

# A trace records the value, and a state restores its own.
source = simple.Calculator(Input=t.wavelet_tets(8), ResultArrayName='skewed', Function='exp(RTData/15)')
source.UpdatePipeline()
view = t.new_view(size=[60, 50])
display = simple.Show(source, view)
smtrace.start_trace()
display.SetRepresentationType(iso.TYPE)
shown = t.image(view)
trace = smtrace.stop_trace()
value = display.Isovalues[0]
check('.Isosurfaces = [%r' % value in trace, 'the trace has %r: %s' % (value, trace[-600:]))
low, high = source.PointData['skewed'].GetRange()
middle = 0.5 * (low + high)
for set_to in value, middle:
    display.Isovalues = [set_to]
    t.image(view)
    with tempfile.TemporaryDirectory() as folder:
        simple.SaveState(folder + '/state.pvsm')
        simple.ResetSession()
        t.load_plugin()
        simple.LoadState(folder + '/state.pvsm')
    view = simple.GetActiveView()
    display = view.Representations[0]
    t.image(view)
    t.image(view)
    check(display.Representation == iso.TYPE and list(display.Isovalues) == [set_to],
          'a state with %g: %s' % (set_to, list(display.Isovalues)))
check.done()
