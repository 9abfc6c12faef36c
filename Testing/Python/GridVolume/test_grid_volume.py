# SPDX-License-Identifier: BSD-3-Clause
"""Volume (Ray Cast) of images and rectilinear grids: the picture is that of representation Volume, which
samples it, and each property has its effect."""
import numpy as np
from paraview import simple

import iso_testing as iso
import raycast_testing as t

check = t.Checks()
t.load_plugin()
view = t.new_view()


def waves(x, y, z):
    return np.sin(3 * x) * np.cos(2 * y + z) + 0.3 * z


def show(data, array=('POINTS', 'f'), kind=t.TYPE):
    source = iso.producer(data)
    display = simple.Show(source, view)
    display.Representation = kind
    simple.ColorBy(display, array)
    display.RescaleTransferFunctionToDataRange(False, True)
    return source, display


def in_both(display, what, mean=0.003, maximum=0.1):
    """Compare with representation Volume."""
    display.SetRepresentationType(t.TYPE)
    ours = t.image(view)
    check(t.lit(ours) > 0.05, '%s: %.3f of the pixels show something' % (what, t.lit(ours)))
    problems = t.remarks(display, 'problem')
    check(not problems, '%s: no problem %s' % (what, problems))
    display.SetRepresentationType('Volume')
    stock = t.image(view)
    display.SetRepresentationType(t.TYPE)
    simple.Render(view)
    check.near(ours, stock, mean, maximum, '%s: as Volume draws it' % what, outline=0.02)
    return ours


AXES = [np.linspace(-1, 1, 41)] * 3
image = iso.image_data({'f': waves, 'o': lambda x, y, z: x + 0.2 * y}, (41, 41, 41), cells={'c': waves})
source, display = show(image)
t.turn(view)
check(t.TYPE in display.GetProperty('Representation').Available, 'images have the type')
whole = in_both(display, 'an image')
distance = display.ScalarOpacityUnitDistance
display.SetRepresentationType('Volume')
display.SetRepresentationType(t.TYPE)
check(display.ScalarOpacityUnitDistance == distance, 'the unit distance stays that of Volume')
rows = t.report(display)
check(rows['drawn by'] == 'InKRay Ray Caster' and rows['cells'] == 40 ** 3 and rows['rays'] > 1000,
      'the report: %s' % rows)

display.ScalarOpacityUnitDistance = 5 * distance
thin = in_both(display, 'five times the unit distance')
check(thin.mean() < 0.8 * whole.mean(), 'it is fainter')
display.ScalarOpacityUnitDistance = distance

display.UseCropping = 1
display.CroppingScale, display.CroppingOrigin = [0.6, 0.8, 0.7], [0.1, -0.1, 0.2]
in_both(display, 'cropping, which Volume rounds to cells', mean=0.012, maximum=1)
inside = t.image(view)
display.CroppingKeepOutside = 1
check(t.difference(t.image(view), inside)[0] > 0.02, 'the outside of the box differs')
display.CroppingKeepOutside, display.CroppingRotation = 0, [0, 30, 20]
check(t.difference(t.image(view), inside)[0] > 0.01, 'the box can be turned')
display.UseCropping = 0
check(t.same(t.image(view), whole), 'without cropping all is as before')

# A cell's value lies at its center in both types, but Volume ends at the grid's border.
simple.ColorBy(display, ('CELLS', 'c'))
display.RescaleTransferFunctionToDataRange(False, True)
of_cells = t.image(view)
check(t.lit(of_cells) > 0.05 and t.difference(of_cells, whole)[0] < 0.03, 'cell values')
simple.ColorBy(display, ('POINTS', 'f'))

display.UseSeparateOpacityArray = 1
display.OpacityArrayName = ['POINTS', 'o']
separate = t.image(view)
check(t.difference(separate, whole)[0] > 0.02, 'opacity from another array')
display.UseSeparateOpacityArray = 0

display.Shade, display.Ambient, display.Diffuse = 1, 0.2, 0.8
lit = t.image(view)
check(t.difference(lit, whole)[0] > 0.01, 'Shade: there is light')
in_both(display, 'light', mean=0.02, maximum=0.2)
display.Specular, display.SpecularPower = 0.8, 5
check((t.image(view) - lit).max() > 0.05, 'Specular: there is a highlight')
display.Shade = 0

simple.ColorBy(display, None)
display.DiffuseColor = [1.0, 0.2, 0.1]
solid = t.image(view)
check(t.lit(solid) > 0.05 and solid[:, :, 0].sum() > 3 * solid[:, :, 1].sum()
      and not t.remarks(display, 'problem'), 'Solid Color')
simple.ColorBy(display, ('POINTS', 'f'))
check(t.same(t.image(view), whole), 'after Solid Color all is as before')


def look():
    return t.image(view)


check.effect(display, 'RayCastDensity', 0.2, look, lambda a, b: b.mean() < 0.8 * a.mean(), 'fainter')
check.effect(display, 'Opacity', 0.2, look, lambda a, b: b.mean() < 0.8 * a.mean(), 'fainter')
for mode in ('Maximum Intensity', 'Minimum Intensity', 'Average Intensity', 'Additive'):
    display.RayCastBlendMode = mode
    blended = look()
    check(t.difference(blended, whole)[0] > 0.02 and not t.remarks(display, 'problem'), mode)
check.effect(display, 'RayCastBlendMode', 'Composite', look, lambda a, b: t.same(b, whole),
             'the first picture')
display.RayCastBlendMode = 'Average Intensity'
check.effect(display, 'AverageIPScalarRange', [0.5, 2.0], look, lambda a, b: t.difference(a, b)[0] > 0.02,
             'another mean')
display.RayCastBlendMode = 'Composite'
steep = simple.CreatePiecewiseFunction(Points=[0, 0, 0.5, 0, 4, 1, 0.5, 0])
display.GradientOpacityFunction = steep
check.effect(display, 'UseGradientOpacity', 1, look, lambda a, b: b.mean() < a.mean(), 'fainter')
with t.Messages() as said:
    display.UseTransfer2D = 1
    boxed = look()
    check(said.text() == '' and t.lit(boxed) > 0.05 and t.difference(boxed, whole)[0] > 0.02
          and len(display.TransferFunction2D.Boxes) == 3 * 8, 'a 2-D function begins with three boxes')
    display.UseTransfer2D = 0
check.effect(display, 'RayCastImageSampleDistance', 4.0, lambda: t.report(display)['image width'] if
             look() is not None else 0, lambda a, b: b < a, 'fewer rays')
simple.Delete(display)
simple.Delete(source)

# A rectilinear grid with the image's points is the image; coordinates may be uneven, and descend.
source, display = show(iso.rectilinear_data({'f': waves}, AXES))
display.ScalarOpacityUnitDistance = distance
check(t.TYPE in display.GetProperty('Representation').Available, 'rectilinear grids have the type')
check.near(t.image(view), whole, 0.0005, 0.01, 'a rectilinear grid')
simple.Delete(display)
simple.Delete(source)
bent = np.sign(AXES[0]) * np.abs(AXES[0]) ** 1.5
source, display = show(iso.rectilinear_data({'f': waves}, [bent, AXES[1][::-1], bent]))
display.ScalarOpacityUnitDistance = distance
check.near(t.image(view), whole, 0.01, 0.1, 'uneven, and descending along y')
simple.Delete(display)
simple.Delete(source)

# Vectors, whose components can be chosen.
source, display = show(iso.image_data({'v': lambda x, y, z: np.stack([x, y * y, 2 * z], axis=3)}),
                       ('POINTS', 'v'))
magnitude = look()
check.effect(display, 'RayCastVectorMode', 'Component', look, lambda a, b: t.difference(a, b)[0] > 0.02,
             'the first component')
display.RayCastVectorMode = 'Component'
check.effect(display, 'RayCastVectorComponent', 2, look, lambda a, b: t.difference(a, b)[0] > 0.02,
             'the third')
check.done()
