# SPDX-License-Identifier: BSD-3-Clause
"""Opacity functions with a logarithmic scale and a range that reaches 0 or below, or with a range of a single
value: pictures and messages."""
import numpy as np
from paraview import simple

import raycast_testing as t

check = t.Checks()
t.load_plugin()
view = t.new_view()
numbers = np.random.default_rng(8)
WORDS = 'The opacity function has a logarithmic scale'


def shown(formula, label):
    """Show the wavelet with an array computed by a formula."""
    source = simple.Calculator(Input=t.wavelet_tets(5), ResultArrayName=label, Function=formula)
    return source, t.show(source, view, ('POINTS', label))


# If the range begins at 0 or below, the logarithmic scale begins at 1e-4 of its end, as ParaView does for
# colors.
for seed in range(5):
    end, start = 10 ** numbers.uniform(-6, 6), numbers.choice([0.0, -1.0]) * numbers.uniform()
    name = 'logarithms %d' % seed
    source, display = shown('%r*(coordsX+5)/10' % end, name)
    opacity = display.ScalarOpacityFunction
    points = np.array([start * end, 0.0, 0.5, 0.0, end * numbers.uniform(0.2, 0.8), 0.3, 0.5, 0.0, end, 1.0,
                       0.5, 0.0])
    opacity.Points, opacity.UseLogScale = points.tolist(), 1
    with t.Messages() as said:
        picture = t.image(view)
    check(WORDS in said.text() and said.count(WORDS) == 1 and t.lit(picture) > 0.1,
          '%s from %g to %g: %.3f: %s' % (name, start * end, end, t.lit(picture), said.text()[:200]))
    low = 1e-4 * end
    moved = points.copy()
    moved[0::4] = low + (points[0::4] - points[0]) / (end - points[0]) * (end - low)
    opacity.Points = moved.tolist()
    with t.Messages() as said:
        check.near(picture, t.image(view), 0.0005, 2.05 / 255, name + ': as with that range')
    check(WORDS not in said.text(), name + ': of which nothing is said')
    opacity.UseLogScale = 0
    check(t.difference(t.image(view), picture)[0] > 0.002,
          name + ': another picture than with a linear scale')
    t.save(picture, 'opacity_logarithms_%d' % seed)
    simple.Hide(source, view)

# Without values above 0, the scale is linear.
source, display = shown('-1-(coordsX+5)/10', 'negative')
opacity = display.ScalarOpacityFunction
linear = t.image(view)
opacity.UseLogScale = 1
with t.Messages() as said:
    check.near(t.image(view), linear, 0, 0, 'negative: as with a linear scale')
check(WORDS in said.text() and 'linear' in said.text(), 'negative: ' + said.text()[:200])
simple.Hide(source, view)

# Functions rescaled to a single value show nothing: a warning and a text in the view say why. The automatic
# range shows the value.
for value in (3.0, -2e5, 1e-7):
    with t.Messages() as said:
        source, display = shown('0*coordsX+(%r)' % value, 'constant %g' % value)
        display.RescaleTransferFunctionToDataRange(False, True)
        picture = t.image(view)
    range_ = [display.ScalarOpacityFunction.Points[0], display.ScalarOpacityFunction.Points[-4]]
    is_said = 'nothing can be seen' in said.text() and 'custom range' in said.text()
    check(t.lit(picture) > 0.01,
          '%g is seen with %s, or a warning and a text say why not: %s' % (value, range_, said.text()))
    if is_said:
        t.save(picture, 'caption_%g' % value)
        check(t.lit(picture[:2]) == t.lit(picture[-2:]) == 0,
              'the text is in the middle: %g' % t.lit(picture))
        display.ScalarOpacityFunction.RescaleTransferFunction(value - 1, value + 1)
        check(t.lit(t.image(view)) > 0.1, 'and goes as soon as something is seen')
        display.RescaleTransferFunctionToDataRange(False, True)
        check(np.array_equal(t.image(view), picture), 'and comes again')
    simple.Hide(source, view)
    check(t.lit(t.image(view)) == 0, 'a hidden display says nothing')
check.done()
