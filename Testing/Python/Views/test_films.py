# SPDX-License-Identifier: BSD-3-Clause
"""Several volumes of one view in a blend mode other than Composite: extremes, means and sums along each ray
are taken over all volumes, in any order of showing. Volumes that cannot be combined have a note."""
from paraview import simple

import raycast_testing as t

check = t.Checks()
t.load_plugin()
view = t.new_view()
MODES = 'Maximum Intensity', 'Minimum Intensity', 'Average Intensity', 'Additive'
whole = simple.Wavelet(WholeExtent=[-8, 8] * 3)


def part(low, high):
    """The tetrahedra of a part of the data along x, which shares the points at its ends with its
    neighbors."""
    return simple.Tetrahedralize(Input=simple.ExtractSubset(Input=whole, VOI=[low, high, -8, 8, -8, 8]))


def show(source):
    """Show a source with the colors and opacities for the whole range of values."""
    shown = t.show(source, view, unit_distance=12.0, camera=False)
    simple.GetColorTransferFunction('RTData').RescaleTransferFunction(70, 280)
    simple.GetOpacityTransferFunction('RTData').Points = [70, 0.1, 0.5, 0, 280, 0.9, 0.5, 0]
    return shown


# The data as a whole, and in three parts side by side.
one, parts = simple.Tetrahedralize(Input=whole), [part(-8, -3), part(-3, 2), part(2, 8)]
display = show(one)
t.turn(view)
wanted = {}
for mode in MODES:
    display.BlendMode = mode
    wanted[mode] = t.image(view)
    check('separate pictures' not in t.remarks(display, 'note'),
          '%s: one volume: %s' % (mode, t.remarks(display, 'note')))
simple.Hide(one, view)


def draw(order, mode):
    """The picture of the parts in a blend mode, shown in an order."""
    for source in order:
        simple.Show(source, view).BlendMode = mode
    return t.image(view)


displays = [show(source) for source in parts]
for mode in MODES:
    picture = draw(parts, mode)
    check.near(picture, wanted[mode], 0.0001, 1.5 / 255, '%s of three parts is that of the whole' % mode)
    t.save(picture, 'films-%s' % mode.split()[0].lower())
    notes = [t.remarks(shown, 'note') for shown in displays]
    check(sum('taken over 3 volumes' in note for note in notes) == 1
          and not any('separate pictures' in note for note in notes),
          '%s: it is said: %s' % (mode, notes))
    check([t.remarks(shown, 'problem') for shown in displays] == [''] * 3, '%s: without a problem' % mode)

# Parts that overlap, in any order of loading.
displays[0].Position, displays[0].Orientation = [4.0, 1.0, -3.0], [0.0, 40.0, 10.0]
displays[2].Position, displays[2].Scale = [-6.0, 0.0, 2.0], [1.0, 0.6, 1.3]
before = {mode: draw(parts, mode) for mode in MODES}
places = [(list(d.Position), list(d.Orientation), list(d.Scale)) for d in displays]
for source in parts:
    simple.Delete(simple.GetRepresentation(source, view))
again = [show(source) for source in (parts[2], parts[0], parts[1])]
for shown, (position, orientation, scale) in zip(again, (places[2], places[0], places[1])):
    shown.Position, shown.Orientation, shown.Scale = position, orientation, scale
for mode in MODES:
    check.near(draw(parts, mode), before[mode], 0, 0, '%s: whatever the order of loading' % mode)
    check(t.difference(before[mode], wanted[mode])[0] > 0.01,
          '%s: in these places it is another picture' % mode)
    t.save(before[mode], 'films-moved-%s' % mode.split()[0].lower())
maximum = before[MODES[0]]

# Isosurfaces are drawn over the maximum, and values behind them do not count.
draw(parts, MODES[0])
again[0].RayCastIsovalues = [150.0]
surfaces = t.image(view)
check(t.difference(surfaces, maximum)[0] > 0.01, 'an isosurface of one of them is seen')
again[1].RayCastIsovalues = [150.0]
check(t.difference(t.image(view), surfaces)[0] > 0.005, 'and of another one')
check(sum('taken over 3 volumes' in t.remarks(shown, 'note') for shown in again) == 1,
      'they are combined: %s' % t.remarks(again[0], 'note'))
t.save(t.image(view), 'films-surfaces')
again[0].RayCastIsovalues, again[1].RayCastIsovalues = [], []
check.near(t.image(view), maximum, 0, 0, 'and without them as before')

# Volumes that cannot be combined are drawn in their order, and the report says so.
again[0].BlendMode = 'Composite'
t.image(view)
check(all('separate pictures' in t.remarks(shown, 'note') for shown in again),
      'a volume in Composite: %s' % t.remarks(again[0], 'note'))
check('taken over 2 volumes' in t.remarks(again[1], 'note') + t.remarks(again[2], 'note'),
      'the others are combined: %s, %s' % (t.remarks(again[1], 'note'), t.remarks(again[2], 'note')))
again[0].BlendMode = MODES[0]
again[0].Opacity = 0.5
t.image(view)
check('separate pictures' in t.remarks(again[0], 'note'),
      'an extreme with another opacity: %s' % t.remarks(again[0], 'note'))
again[0].Opacity = 1.0
check.near(t.image(view), maximum, 0, 0, 'and all of them again')
check.done()
