# SPDX-License-Identifier: BSD-3-Clause
"""Opacity functions made from the histogram of the visible volume; None restores the function before."""
import os
import tempfile

import numpy as np
from paraview import servermanager, simple

import iso_testing as iso
import raycast_testing as t

check = t.Checks()
t.load_plugin()
view = t.new_view()
mesh = t.with_arrays(t.wavelet_tets(6), '''
x = p[:, 0]
# Much of -8, less of 5.
data.PointData.append(np.where(x < -1, -8.0, np.where(x > 3, 5.0, -8 + 13 * (x + 1) / 4)), 'two')
''')
display = t.show(mesh, view, ('POINTS', 'two'))
t.image(view)


def nodes():
    """Value and opacity of each node of the opacity function."""
    t.image(view)
    return np.array(display.ScalarOpacityFunction.Points).reshape(-1, 4)[:, :2]


display.ScalarOpacityFunction.Points = [-8.0, 0.2, 0.5, 0.0, 5.0, 0.3, 0.5, 0.0]
own = nodes()
check.effect(display, 'RayCastOpacityPreset', 'Highest Tenth', nodes,
             lambda a, b: (b[:, 1][b[:, 0] < 4.0] == 0).all() and b[-1, 1] == 1, 'only the highest values')
check(display.ScalarOpacityUnitDistance == 4.0, 'and the unit distance is back')
seen = {}
for preset in ('Ramp', 'Peaks of the Histogram', 'Layers', 'Highest Tenth'):
    display.RayCastOpacityPreset = preset
    function = nodes()
    picture = t.image(view)
    t.save(picture, 'preset_' + preset.split()[0])
    seen[preset] = function
    check((np.diff(function[:, 0]) >= 0).all() and function[0, 0] >= -8.5 and function[-1, 0] <= 5.5
          and t.lit(picture) > 0.03 and display.ScalarOpacityUnitDistance != 4.0,
          '%s: %s, unit distance %g' % (preset, function.tolist(), display.ScalarOpacityUnitDistance))
check(seen['Ramp'].tolist() == [[-8, 0], [5, 1]], 'a ramp')
peaks = seen['Peaks of the Histogram']
at = peaks[peaks[:, 1] > 0][:, 0]
check(len(at) == 2 and abs(at[0] + 8) < 0.2 and abs(at[1] - 5) < 0.2, 'peaks where there is most: %s' % at)
check((seen['Layers'][:, 1] > 0).sum() == 4, 'four layers')
display.RayCastOpacityPreset = 'None'
check(np.array_equal(nodes(), own), 'what was before is back')

# Functions that change are uploaded once: the next frame, in which only the camera moves, does not make them
# again.
colors = simple.GetColorTransferFunction('two')
for name, numbers in (('Viridis (matplotlib)', [-8.0, 0.1, -5.0, 0.9, -3.0, 0.0, 1.0, 0.6, 5.0, 0.2]),
                      ('X Ray', [-8.0, 0.2, 5.0, 0.3])):
    before = t.counters(display)['functions']
    colors.ApplyPreset(name, True)
    colors.RescaleTransferFunction(-8.0, 5.0)
    display.ScalarOpacityFunction.Points = [x for k in range(0, len(numbers), 2)
                                            for x in (*numbers[k:k + 2], 0.5, 0.0)]
    sent = []
    for _ in range(3):
        simple.Render(view)
        sent.append(t.counters(display)['functions'] - before)
        view.GetActiveCamera().Azimuth(11)
    check(sent == [1, 1, 1], '%s and %d nodes of opacity: sent %s times' % (name, len(numbers) // 2, sent))

# Layers are placed by volume: if values are skewed, most of the range holds next to none.
for steepness in (4, 2, 0.1):
    skewed = t.with_arrays(t.wavelet_tets(8), 'data.PointData.append(((p[:, 0] + 8.0) / 16.0) ** %g, '
                           '"skewed %g")' % (steepness, steepness))
    other = t.show(skewed, t.new_view(), ('POINTS', 'skewed %g' % steepness))
    t.image(simple.GetActiveView())
    other.RayCastOpacityPreset = 'Layers'
    t.image(simple.GetActiveView())
    points = np.array(other.ScalarOpacityFunction.Points).reshape(-1, 4)
    layers = points[points[:, 1] > 0][:, 0]
    share = layers ** (1 / steepness)  # share of the volume below each layer: the values rise along x
    even = (np.arange(4) + 1) / 5
    check(len(layers) == 4 and (np.diff(layers) > 0.035).all(),
          'skewed %g: four layers apart: %s' % (steepness, layers))
    check(np.abs(share - even).max() < 0.15,
          'and as much volume between them, but where they would touch: %s' % share)
    simple.Delete(simple.GetActiveView())
simple.SetActiveView(view)

# A value at an end of the range that fills most of the volume is background, and gets no peak.
for name, most, least in (('low', 0, 100), ('high', 100, 0)):
    air = simple.PassArrays(
        Input=simple.Calculator(Input=mesh, ResultArrayName=name,
                                Function='(coordsX<3)*%d+(coordsX>=3)*(coordsX<5)*60+(coordsX>=5)*%d'
                                % (most, least)), PointDataArrays=[name])
    air_view = t.new_view()
    shown = t.show(air, air_view, ('POINTS', name))
    shown.RayCastOpacityPreset = 'Peaks of the Histogram'
    simple.Render(air_view)
    function = np.array(shown.ScalarOpacityFunction.Points).reshape(-1, 4)
    at = function[function[:, 1] > 0][:, 0]
    check(len(at) == 2 and abs(at - 60).min() < 2 and abs(at - least).min() < 2
          and t.lit(t.image(air_view)) > 0.02, '%s, of which there is most, gets no peak: %s' % (most, at))

# One value everywhere is seen with each of them.
constant = t.show(
    simple.PassArrays(Input=simple.Calculator(Input=mesh, ResultArrayName='one', Function='0*two+3'),
                      PointDataArrays=['one']), t.new_view(), ('POINTS', 'one'))
for preset in ('Ramp', 'Peaks of the Histogram', 'Layers', 'Highest Tenth'):
    constant.RayCastOpacityPreset = preset
    simple.Render()
    check(list(constant.ScalarOpacityFunction.Points)[0::4] == [0.0, 6.0]
          and t.lit(t.image(simple.GetActiveView())) > 0.1,
          'one value, %s: %s' % (preset, list(constant.ScalarOpacityFunction.Points)))

# Images have the same presets. The unit distance stays that of representation Volume until one is chosen.
picture_data = iso.image_data({'three': lambda x, y, z: np.clip(np.round(1.5 * (x + y)), -1, 1) + 0.2 * z},
                              (25, 25, 25))
view = t.new_view()
shown = t.show(iso.producer(picture_data), view, ('POINTS', 'three'))
t.image(view)
display = shown
own, distance = nodes(), shown.ScalarOpacityUnitDistance
seen = {}
for preset in ('Ramp', 'Peaks of the Histogram', 'Layers', 'Highest Tenth'):
    shown.RayCastOpacityPreset = preset
    seen[preset] = nodes()
    picture = t.image(view)
    t.save(picture, 'preset_image_' + preset.split()[0])
    check(t.lit(picture) > 0.02 and shown.ScalarOpacityUnitDistance not in (0, distance)
          and (np.diff(seen[preset][:, 0]) >= 0).all(),
          'an image, %s: unit distance %g' % (preset, shown.ScalarOpacityUnitDistance))
check(np.allclose(seen['Ramp'], [[-1.2, 0], [1.2, 1]]), 'an image: a ramp %s' % seen['Ramp'].tolist())
check((seen['Layers'][:, 1] > 0).sum() == 4, 'an image: four layers')
shown.RayCastOpacityPreset = 'Ramp'
simple.Render(view)
# The preset gives rays along the axes a mean optical depth of 1.75. The attenuation is -log(1 - opacity).
values = t.numpy_support.vtk_to_numpy(picture_data.GetPointData().GetArray('three'))
depth = 2 * -np.log1p(-np.clip((values + 1.2) / 2.4, 0, 1 - 1e-5)).mean() / shown.ScalarOpacityUnitDistance
check(abs(depth - 1.75) < 0.2, 'an image: the mean depth is %g' % depth)
shown.RayCastOpacityPreset = 'None'
check(np.array_equal(nodes(), own) and shown.ScalarOpacityUnitDistance == distance,
      'an image: what was before is back')

# A state file restores function and distance, although the source has no bounds while the file is loaded.
chosen = t.show(simple.Wavelet(), t.new_view(), ('POINTS', 'RTData'))
chosen.RayCastOpacityPreset = 'Layers'
simple.Render()
expected = chosen.ScalarOpacityUnitDistance, list(chosen.ScalarOpacityFunction.Points)
file = os.path.join(tempfile.mkdtemp(), 'image.pvsm')
simple.SaveState(file)
simple.ResetSession()
simple.LoadState(file)
for restored in simple.GetViews():
    simple.Render(restored)
found = [(one.ScalarOpacityUnitDistance, list(one.ScalarOpacityFunction.Points))
         for one in servermanager.ProxyManager().GetProxiesInGroup('representations').values()
         if one.GetProperty('RayCastOpacityPreset') and one.RayCastOpacityPreset == 'Layers']
check(expected in found, 'a state file: %s of %s' % (expected[0], [distance for distance, _ in found]))
check.done()
