# SPDX-License-Identifier: BSD-3-Clause
"""Fifty displays side by side in one view: meshes as Volume (Ray Cast) and as Isosurface (Ray Cast), and
images as Isosurface (Ray Cast), in turn. Each looks as it does alone. Deleting half of them leaves the others
unchanged; deleting all leaves an empty view."""
import numpy as np
from paraview import simple

import iso_testing as iso
import raycast_testing as t

COLUMNS, ROWS = 10, 5
STEP, HALF = 7, 2  # between the middles of two neighbors; the middle to a side
# Whether of an image, and the type.
KINDS = ((False, t.TYPE), (True, iso.TYPE), (False, t.TYPE), (False, iso.TYPE))


def data(number, as_image):
    """The part of one wavelet at the place of this number."""
    x, y = number % COLUMNS * STEP, number // COLUMNS * STEP
    source = simple.Wavelet(WholeExtent=[x - HALF, x + HALF, y - HALF, y + HALF, -HALF, HALF],
                            Center=[31.0, 14.0, 0.0], StandardDeviation=1.5)
    return source if as_image else simple.Tetrahedralize(Input=source)


def show(number, view):
    as_image, kind = KINDS[number % len(KINDS)]
    source = data(number, as_image)
    display = simple.Show(source, view)
    simple.ColorBy(display, ('POINTS', 'RTData'))
    display.SetRepresentationType(kind)
    if kind == t.TYPE:
        display.ScalarOpacityUnitDistance = 0.3 + 0.3 * (number % 3)
    else:
        source.UpdatePipeline()
        low, high = source.PointData['RTData'].GetRange()
        display.IsosurfaceArray = ['POINTS', 'RTData']
        display.Isovalues = [low + (0.4 + 0.05 * (number % 5)) * (high - low)]
    return source, display


def rescale(ranges):
    for function in (simple.GetColorTransferFunction('RTData'), simple.GetOpacityTransferFunction('RTData')):
        function.RescaleTransferFunction(ranges.min(), ranges.max())


def delete(shown):
    """Delete the display, and the sources from the last to the first."""
    source, display = shown
    simple.Delete(display)
    while source:
        above = source.Input if hasattr(source, 'Input') else None
        simple.Delete(source)
        source = above


def differs(one, other):
    return np.abs(one - other).max(axis=2) > 0


def main():
    check = t.Checks()
    t.load_plugin()
    view = t.new_view(size=[600, 330])
    with t.Messages() as said:
        shown = [show(number, view) for number in range(COLUMNS * ROWS)]
        ranges = np.array([source.PointData['RTData'].GetRange() for source, _ in shown])
        rescale(ranges)
        view.CameraParallelProjection = 1
        simple.ResetCamera(view)
        view.GetActiveCamera().Azimuth(12)
        view.GetActiveCamera().Elevation(9)
        view.GetActiveCamera().Zoom(1.6)
        kinds = [display.Representation for _, display in shown]
        together = t.image(view)
        t.save(together, 'many_displays')
        for _, display in shown:
            display.Visibility = 0
        empty = t.image(view)
        alone = []
        for _, display in shown:
            display.Visibility = 1
            alone.append(t.image(view))
            display.Visibility = 0
        tiles = [iso.hit(picture) for picture in alone]
        for _, display in shown:
            display.Visibility = 1
        again = t.image(view)
        for one in shown[::2]:
            delete(one)
        half = t.image(view)
        for one in shown[1::2]:
            delete(one)
        left = t.image(view)
        last = show(7, view)
        rescale(ranges)
        new = t.image(view)
        delete(last)
        after = t.image(view)
    check(kinds == [KINDS[number % len(KINDS)][1] for number in range(len(kinds))],
          'they are of the types that were set')
    check(t.lit(empty) == 0, 'all of them hidden: an empty view')
    sizes = [int(tile.sum()) for tile in tiles]
    check(min(sizes) > 60, 'each of %d is seen, in %d to %d pixels' % (len(tiles), min(sizes), max(sizes)))
    check(np.sum(tiles, axis=0).max() == 1, 'no two lie in one pixel')
    wrong = [number for number, picture in enumerate(alone)
             if differs(together, picture)[tiles[number]].any()]
    check(not wrong, 'each looks as it does alone, but %s' % wrong)
    check(not iso.hit(together)[~np.any(tiles, axis=0)].any(), 'and nothing is seen between them')
    check(not differs(again, together).any(), 'shown again: the same picture')
    wrong = [number for number in range(1, len(tiles), 2) if differs(half, together)[tiles[number]].any()]
    check(not wrong, 'half of them deleted: the others are as before, but %s' % wrong)
    check(not iso.hit(half)[np.any(tiles[::2], axis=0)].any(), 'half of them deleted: they are gone')
    check(t.lit(left) == 0, 'all of them deleted: an empty view')
    check(len(view.Representations) == 0 and not simple.GetSources(),
          'no display and no source is left: %d, %s' % (len(view.Representations), list(simple.GetSources())))
    check(not differs(new, alone[7]).any(), 'one of them made anew: as it was')
    check(t.lit(after) == 0, 'and deleted: an empty view')
    check(not said.text(), 'nothing is said: ' + said.text())
    check.done()


main()
