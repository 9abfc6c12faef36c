# SPDX-License-Identifier: BSD-3-Clause
"""In the volume of an image, or of blocks of images, that a server of two or three ranks draws, clicks and
boxes select the cells and points that one rank selects. The histogram, the opacity presets and the first unit
distance are those of one rank, too. Blocks that cannot be drawn have one message."""
import numpy as np
from paraview import servermanager, simple

import grid_testing as grids
import raycast_testing as t
import session_testing

check = t.Checks()
SIZE = 16
SHIFT = 0.5 * (1 + (SIZE + 1) + (SIZE + 1) ** 2)  # from the number of a cell's first point to its mean
WIDTH, HEIGHT = t.SIZE
MIDDLE = (WIDTH // 2, HEIGHT // 2)
CELLS, POINTS = 'CELLS', 'POINTS'
RANKS = (1, 3) if session_testing.BRIEF else (1, 2, 3)


def numbered(source):
    """The source with values that rise. Its points and cells have their numbers in the whole."""
    row = SIZE + 1
    for name, function in (
            ('slope', 'coordsX + 0.5*coordsY + 0.2*coordsZ'),
            ('number', '(coordsX + 8) + %d*(coordsY + 8) + %d*(coordsZ + 8)' % (row, row ** 2))):
        source = simple.Calculator(Input=source, ResultArrayName=name, Function=function)
    return simple.PointDatatoCellData(Input=source, PassPointData=1)


def selected(source, view, box, association):
    """The numbers of the points or cells that a box selects; those of the cells' first points. They are read
    from a histogram, which is small."""
    simple.SetActiveSource(source)
    select = simple.SelectSurfaceCells if association == CELLS else simple.SelectSurfacePoints
    select(Rectangle=list(box), View=view)
    proxy = source.SMProxy.GetSelectionInput(0)
    if not proxy:
        return set()
    extract = simple.ExtractSelection(Input=source)
    extract.Selection = servermanager._getPyProxy(proxy)
    most, shift = (SIZE + 1) ** 3, SHIFT if association == CELLS else 0.0
    histogram = simple.Histogram(Input=extract, SelectInputArray=[association, 'number'], BinCount=most,
                                 UseCustomBinRanges=1, CustomBinRanges=[shift - 0.5, shift + most - 0.5])
    counts = servermanager.Fetch(histogram).GetRowData().GetArray('bin_values')
    found = {i for i in range(counts.GetNumberOfTuples()) if counts.GetValue(i)}
    for one in histogram, extract:
        simple.Delete(one)
    simple.ClearSelection(source)
    return found


SOURCES = {'image': grids.wavelet, 'grouped blocks': grids.grouped, 'scattered blocks': grids.scattered}
BOXES = ((60, 30, WIDTH - 60, HEIGHT - 30), MIDDLE * 2, (MIDDLE[0] - 31, MIDDLE[1] + 12) * 2,
         (MIDDLE[0] + 21, MIDDLE[1] - 9) * 2)


def found_in(name, values):
    """What selections find in an image with values at cells or points, by camera, box and kind."""
    view = t.new_view()
    view.RemoteRenderThreshold = 0.0
    source = numbered(SOURCES[name]())
    display = simple.Show(source, view)
    display.SetRepresentationType(t.TYPE)
    simple.ColorBy(display, (values, 'slope'))
    opacities = simple.GetOpacityTransferFunction('slope')
    found = {}
    display.RayCastHistogramBins = [16, 1]
    simple.Render(view)
    found['unit distance'] = display.ScalarOpacityUnitDistance
    display.SMProxy.GetProperty('RayCastHistogram').GetParent().InvokeCommand('RayCastFindHistogram')
    found['histogram'] = [*(t.information(display, 'RayCastHistogram') or ()),
                          *t.information(display, 'RayCastHistogramRange')]
    for preset in ('Ramp', 'Peaks of the Histogram', 'Layers', 'Highest Tenth'):
        display.RayCastOpacityPreset = preset
        simple.Render(view)
        found[preset] = [*display.ScalarOpacityFunction.Points, display.ScalarOpacityUnitDistance]
    display.RayCastOpacityPreset = 'None'
    opacities.Points = [-14.0, 0.05, 0.5, 0.0, 14.0, 0.9, 0.5, 0.0]
    display.ScalarOpacityUnitDistance = 2.0
    for position in ((-3, 5, -9), (2, -9, 4)):
        view.CameraFocalPoint = [0, 0, 0]
        view.CameraPosition = [0.4 * SIZE * x for x in position]
        view.CameraViewUp = [0.1, 0.3, 1]
        simple.Render(view)
        for association in (CELLS, POINTS):
            for box in BOXES:
                found[position, association, box] = selected(source, view, box, association)
    print(name, values, t.remarks(display, 'problem'), t.remarks(display, 'note'), flush=True)
    simple.Delete(view)
    return found


def compare(what, found, alone):
    for key, now in found.items():
        then = alone[key]
        if isinstance(now, set):
            # Rounding decides about cells that are hardly visible. Each rank finds points of its own part.
            association, box = key[1:]
            most = 0 if box[:2] == box[2:] else (0.01 if association == CELLS else 0.04) * len(then)
            lacking, too_many = sorted(then - now), sorted(now - then)
            check(len(now) > 0 and len(then ^ now) <= most,
                  '%s, %s: the %d that one rank selects; lacking %s, too many %s'
                  % (what, key, len(then), lacking[:20], too_many[:20]))
        elif (key, what.split(', ')[1]) != ('unit distance', 'grouped blocks'):
            # ParaView counts points twice that two ranks have, and chooses another unit distance.
            check(np.shape(now) == np.shape(then) and np.size(now) > 0 and np.allclose(now, then, 1e-5, 1e-6),
                  '%s, %s: %s, on one rank %s' % (what, key, now, then))


def refused(what, blocks, words):
    """Blocks that cannot be drawn have one message, and nothing is drawn."""
    view = t.new_view()
    view.RemoteRenderThreshold = 0.0
    display = t.show(blocks, view, unit_distance=2.0)
    picture = t.image(view)
    problem = t.remarks(display, 'problem')
    check(words in problem and t.lit(picture) < 0.02, '%s: %s' % (what, problem))
    simple.Delete(view)


alone = {}
for ranks in RANKS:
    with session_testing.running_server(check, ranks) as (server, port):
        simple.Connect('127.0.0.1', port)
        t.load_plugin(remote=True)
        t.load_plugin(remote=False)
        for name in SOURCES:
            for values in (POINTS, CELLS):
                found = found_in(name, values)
                alone.setdefault((name, values), found)
                compare('%d ranks, %s, values of %s' % (ranks, name, values.lower()), found,
                        alone[name, values])
        refused('%d ranks, other places' % ranks, grids.scattered(move='0.3*i'), 'do not lie on one lattice')
        refused('%d ranks, far apart' % ranks, grids.scattered('i in (0, 6)', '100*i'), 'lie far apart')
        check(server.poll() is None, 'the server runs')
        session_testing.disconnect()
check.done()
