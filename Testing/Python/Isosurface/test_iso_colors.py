# SPDX-License-Identifier: BSD-3-Clause
"""Arrays of colors on isosurfaces of images with Map Scalars off: each type, three and four components,
points and cells, rectilinear grids, blocks, missing values, path traced. The colors are random waves in
space; INKRAY_SEED gives other waves."""
import os

import numpy as np
from paraview import simple
from vtkmodules.vtkCommonDataModel import vtkMultiBlockDataSet

import iso_testing as iso
import path_testing
import raycast_testing as t

check = t.Checks()
t.load_plugin()
view = t.new_view()
seed = int(os.environ.get('INKRAY_SEED', '4417'))
random = np.random.default_rng(seed)
print('seed %d' % seed)
# The value of a full color channel, by the type of numbers.
FULL = {'uint8': 255, 'int16': 255, 'uint16': 255, 'int32': 255, 'int64': 255, 'float32': 1.0, 'float64': 1.0}


def waves(kind, components=3):
    """A color at each place, in numbers of the type; the fourth component, if there is one, is opaque."""
    frequencies, phases = (random.uniform(1, 3, (3, 3)) * random.choice([-1, 1], (3, 3)),
                           random.uniform(0, 6, 3))

    def colors(x, y, z):
        channels = [0.5 + 0.45 * np.cos(f[0] * x + f[1] * y + f[2] * z + p)
                    for f, p in zip(frequencies, phases)]
        channels += [np.ones_like(x)] * (components - 3)
        return (FULL[kind] * np.stack(channels, axis=3)).astype(kind)
    return colors


def shown(data, color, **settings):
    source = iso.producer(data)
    display = iso.flat(iso.show(source, view, [0.6], color, IsosurfaceArray=['POINTS', 'distance'],
                                **settings))
    display.MapScalars = 0
    return source, display


def drop(*proxies):
    for proxy in proxies:
        simple.Delete(proxy)


def compare(data, color, what):
    """Check that the plug-in's picture equals that of the filter Contour. Return the plug-in's picture."""
    source, display = shown(data, color)
    ours = t.image(view)
    simple.Hide(source, view)
    surface, theirs = iso.contour(source, view, [0.6], ('POINTS', 'distance'))
    iso.flat(theirs)
    simple.ColorBy(theirs, color)
    theirs.MapScalars = 0
    # Along the edge of the sphere, colors change by up to a tenth from one pixel to the next.
    check.near(ours, t.image(view), 0.002, 0.1, what + ': as Contour', outline=0.002)
    check(ours[iso.hit(ours)].std(axis=0).min() > 0.02, what + ': each channel varies')
    check('colors' not in t.remarks(display, 'note'), what + ': no note')
    drop(theirs, surface, display, source)
    return ours


for kind in FULL:
    components = int(random.integers(3, 5))
    colors = waves(kind, components)
    name = '%d components of type %s' % (components, kind)
    compare(iso.image_data({'distance': iso.sphere, 'color': colors}), ('POINTS', 'color'), name)
axes = [np.linspace(-1, 1, 40) + random.uniform(-0.02, 0.02, 40) for axis in range(3)]
compare(iso.rectilinear_data({'distance': iso.sphere, 'color': waves('uint8')}, axes), ('POINTS', 'color'),
        'a rectilinear grid')

# The fourth component, an opacity, is ignored. Bytes look like numbers from 0 to 1.
colors = waves('uint8', 4)
data = iso.image_data({'distance': iso.sphere, 'color': colors,
                       'faint': lambda x, y, z: colors(x, y, z) // np.array([1, 1, 1, 4], np.uint8),
                       'number': lambda x, y, z: colors(x, y, z)[..., :3].astype(np.float32) / 255})
source, display = shown(data, ('POINTS', 'color'))
opaque = t.image(view)
t.save(opaque, 'iso_colors')
simple.ColorBy(display, ('POINTS', 'faint'))
check.near(t.image(view), opaque, 0, 0, 'the fourth component does not count')
simple.ColorBy(display, ('POINTS', 'number'))
check.near(t.image(view), opaque, 0, 0, 'bytes as numbers from 0 to 1')
simple.ColorBy(display, ('POINTS', 'color'))
# Map Scalars on, and off again.
mapped = check.effect(display, 'MapScalars', 1, lambda: t.image(view),
                      lambda before, after: t.difference(before, after)[0] > 0.01,
                      'on, the array goes through the map')
check.near(t.image(view), opaque, 0, 0, 'as it was')

# A path traced surface has the same hue.
display.SetRepresentationType(path_testing.TYPE)
traced = t.image(view)
t.save(traced, 'iso_colors_traced')
both = iso.hit(traced) & iso.hit(opaque) & (traced.max(axis=2) > 0.2)
hue = lambda picture: picture[both] / picture[both].max(axis=1, keepdims=True)
check(both.sum() > 0.5 * iso.hit(opaque).sum() and np.abs(hue(traced) - hue(opaque)).mean() < 0.05,
      'path traced: hues differ by %.4f' % np.abs(hue(traced) - hue(opaque)).mean())
check(np.abs(hue(traced) - hue(mapped)).mean() > 0.1, 'path traced: not those of the map')
display.PathTraceIncludeVolume = 1
t.image(view)
check("magnitude of the colors in the array 'color'" in t.remarks(display, 'note'),
      'path traced: a note says what the volume shows')
drop(display, source)

# Cell colors are averaged at the points, channel by channel.
cells = waves('uint8')
data = iso.image_data({'distance': iso.sphere}, cells={'color': cells})
at_cells = cells(*np.meshgrid(*[np.linspace(-1, 1, 33)[1:] - 1 / 32] * 3, indexing='ij')[::-1]).astype(float)
padded = np.pad(at_cells, ((1, 1), (1, 1), (1, 1), (0, 0)), constant_values=np.nan)
corners = [padded[k:k + 33, j:j + 33, i:i + 33] for k in (0, 1) for j in (0, 1) for i in (0, 1)]
means = np.round(np.nanmean(corners, axis=0)).astype(np.uint8)
source, display = shown(data, ('CELLS', 'color'))
ours = t.image(view)
drop(display, source)
source, display = shown(iso.image_data({'distance': iso.sphere, 'mean': lambda x, y, z: means}),
                        ('POINTS', 'mean'), camera=False)
check.near(ours, t.image(view), 1e-4, 1.05 / 255, 'colors of cells: the mean at each point')
drop(display, source)

# Missing values have the color of NaN; other places keep theirs.
colors = waves('float32')
with_holes = lambda x, y, z: np.where((x > 0.2)[..., None], np.float32('nan'), colors(x, y, z))
source, display = shown(iso.image_data({'distance': iso.sphere, 'color': colors, 'holes': with_holes}),
                        ('POINTS', 'color'))
whole = t.image(view)
simple.ColorBy(display, ('POINTS', 'holes'))
simple.GetColorTransferFunction('holes').NanColor = [1.0, 0.0, 1.0]
holes = t.image(view)
missing = np.abs(holes - [1, 0, 1]).max(axis=2) < 2 / 255
kept = np.abs(holes - whole).max(axis=2) < 2 / 255
check(missing.sum() > 250 and (kept & iso.hit(whole)).sum() > 500 and (missing | kept).mean() > 0.999,
      'missing values: %d pixels of their color, %d as they were' % (missing.sum(), kept.sum()))
drop(display, source)

# Isosurfaces of meshes always go through the map, and a note says so.
mesh = iso.producer(iso.image_data({'distance': iso.sphere, 'color': waves('uint8')}, (9, 9, 9)))
tets = simple.Tetrahedralize(Input=mesh)
display = iso.flat(iso.show(tets, view, [0.6], ('POINTS', 'color'), IsosurfaceArray=['POINTS', 'distance']))
before = t.image(view)
display.MapScalars = 0
check.near(t.image(view), before, 0, 0, 'meshes: through the map all the same')
check("isosurfaces of meshes have no direct colors: the array 'color'" in t.remarks(display, 'note'),
      'meshes: a note says so')
drop(display, tets, mesh)

# Two blocks, one with colors and one with a single number per point.
blocks = vtkMultiBlockDataSet()
half = iso.image_data({'distance': iso.sphere, 'color': waves('uint8')}, (17, 33, 33), (-1, -1, -1),
                      (0, 1, 1))
other = iso.image_data({'distance': iso.sphere, 'color': lambda x, y, z: y}, (17, 33, 33), (0, -1, -1),
                       (1, 1, 1))
for number, block in enumerate((half, other)):
    blocks.SetBlock(number, block)
with t.Messages() as said:
    source, display = shown(blocks, ('POINTS', 'color'))
    picture = t.image(view)
check(said.text() == '' and iso.hit(picture).sum() > 1000,
      'blocks: both are drawn, without a message %s' % said.text())
drop(display, source)

check.done()
