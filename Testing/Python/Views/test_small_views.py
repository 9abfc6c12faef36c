# SPDX-License-Identifier: BSD-3-Clause
"""Views of a few pixels, of one pixel and of none, and back: there is no message, the report describes the
image that was drawn, and a view of the first size shows its first picture again. A window of no pixels is
left out: VTK asks the X server for it, which ends the process, whatever it shows."""
from paraview import simple

import iso_testing as iso
import path_testing
import raycast_testing as t

SIZE = [64, 48]
SIZES = ([1, 1], [2, 1], [1, 40], [3, 2], [500, 2])
VIEWPORTS = ((0, 0, 0, 0), (0.5, 0, 0.5, 1), (0, 0.999, 1, 1))  # each has no pixel in at least one direction
HAVS = 'HAVS'


def scenes():
    """Pairs of a type, or HAVS, and data for it."""
    tets, image = t.wavelet_tets(3), simple.Wavelet(WholeExtent=[-3, 3] * 3)
    return [(t.TYPE, tets), (HAVS, tets), (iso.TYPE, tets), (iso.TYPE, image), (path_testing.TYPE, image)]


def drawn_by(display):
    return (path_testing.rows(display)['drawn by'] if display.Representation == path_testing.TYPE
            else t.report(display)['drawn by'])


def width(display):
    return int(path_testing.rows(display)['image width'] if display.Representation == path_testing.TYPE
               else t.report(display)['image width'])


def look(check, kind, source):
    view = t.new_view(size=SIZE)
    display = simple.Show(source, view)
    display.SetRepresentationType(t.TYPE if kind == HAVS else kind)
    if kind == HAVS:
        display.RayCastMapper = HAVS
    display.PathTraceSamples = 1
    what = '%s of %s' % (kind, source.GetDataInformation().GetDataClassName())
    t.turn(view)
    first = t.image(view)
    small, none = [], []
    with t.Messages() as said:
        for size in SIZES:
            view.ViewSize = size
            for render in (view.SMProxy.StillRender, view.SMProxy.InteractiveRender,
                           view.SMProxy.StillRender):
                render()
            small.append((size, drawn_by(display), width(display)))
        view.ViewSize = SIZE
        for viewport in VIEWPORTS:
            view.GetRenderer().SetViewport(*viewport)
            view.SMProxy.StillRender()
            view.SMProxy.InteractiveRender()
            none.append((view.GetRenderer().GetSize(), drawn_by(display)))
        view.GetRenderer().SetViewport(0, 0, 1, 1)
        last = t.image(view)
    for size, by, columns in small:
        check(by != 'nothing' and columns == size[0],
              '%s in %d x %d pixels: drawn by %s, %d pixels wide' % (what, *size, by, columns))
    for size, by in none:
        check(by == 'nothing' and 0 in size,
              '%s in a viewport of %d x %d pixels: drawn by %s' % (what, *size, by))
    check(not said.text(), what + ': nothing is said, ' + said.text())
    check(t.lit(first) > 0.05 and t.difference(first, last)[1] == 0,
          '%s: the first picture again, %s' % (what, t.difference(first, last)))
    simple.Hide(source, view)


def main():
    check = t.Checks()
    t.load_plugin()
    for kind, source in scenes():
        look(check, kind, source)
    check.done()


main()
