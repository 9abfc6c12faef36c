# SPDX-License-Identifier: BSD-3-Clause
"""Selections on volumes of meshes and isosurfaces of images on a server of one rank or two: the selected cell
is the right one on the right rank, whoever draws."""
import numpy as np
from paraview import servermanager, simple

import raycast_testing as t
import session_testing

check = t.Checks()
WIDTH, HEIGHT = t.SIZE
N = 8
DEPTH = 3.2  # where an opacity of 0.1 is reached


def look_straight(view, axis=2):
    """Look against an axis in parallel projection: 16 pixels per unit, with (4, 4) at the center."""
    view.CameraParallelProjection = 1
    view.CameraFocalPoint = [4, 4, 4]
    view.CameraPosition = [40 if i == axis else 4 for i in range(3)]
    view.CameraViewUp = [0, 1, 0] if axis != 1 else [0, 0, 1]
    view.CameraParallelScale = HEIGHT / 32
    simple.Render(view)


def selected_bounds(source, view, points, *rectangle):
    """Select in a rectangle. Return the number of selected cells or points and their bounds."""
    simple.SetActiveSource(source)
    (simple.SelectSurfacePoints if points else simple.SelectSurfaceCells)(Rectangle=rectangle, View=view)
    proxy = source.SMProxy.GetSelectionInput(0)
    if not proxy:
        return 0, None
    extract = simple.ExtractSelection(Input=source)
    extract.Selection = servermanager._getPyProxy(proxy)
    extract.UpdatePipeline()
    information = extract.GetDataInformation()
    found = ((information.GetNumberOfPoints() if points else information.GetNumberOfCells()),
             information.GetBounds())
    simple.Delete(extract)
    simple.ClearSelection(source)
    return found


def examine(where, source, view, is_volume):
    for x, y in ((60, 30), (101, 81), (131, 99), (150, 141)):
        at = (x + 0.5 - WIDTH / 2) / 16 + 4, (y + 0.5 - HEIGHT / 2) / 16 + 4, N - DEPTH
        count, bounds = selected_bounds(source, view, False, x, y, x, y)
        wanted = [v for p in at for v in (np.floor(p), np.floor(p) + 1)]
        check(count == 1 and np.allclose(bounds, wanted), '%s, (%d, %d): the cell %s' % (where, x, y, bounds))
        count, bounds = selected_bounds(source, view, True, x, y, x, y)
        wanted = [v for p in at for v in [np.floor(p + 0.5)] * 2]
        check(count == 1 and np.allclose(bounds, wanted),
              '%s, (%d, %d): the point %s' % (where, x, y, bounds))
    count, bounds = selected_bounds(source, view, False, 0, 0, WIDTH - 1, HEIGHT - 1)
    if is_volume:
        check(count == N ** 3 and np.allclose(bounds, [0, N, 0, N, 0, N]),
              '%s, a box: all %d cells' % (where, count))
        count, bounds = selected_bounds(source, view, False, 60, 40, 110, 75)
        check(count == 4 * 3 * N and np.allclose(bounds, [1, 5, 1, 4, 0, N]),
              '%s, a box: the %d cells behind its pixels, %s' % (where, count, bounds))
        hides(where, source, view)
    else:
        check(count == N * N and np.allclose(bounds, [0, N, 0, N, 4, 5]),
              '%s, a box: the layer of %d cells' % (where, count))


def hides(where, source, view):
    """Where the first cells hide the others, a box selects only the visible ones, on whichever rank they
    are."""
    display = simple.GetDisplayProperties(source, view)
    translucent = display.ScalarOpacityUnitDistance
    display.ScalarOpacityUnitDistance = 0.5 / 20
    for axis in range(3):
        look_straight(view, axis)
        count, bounds = selected_bounds(source, view, False, 0, 0, WIDTH - 1, HEIGHT - 1)
        wanted = [v for i in range(3) for v in ((N - 1, N) if i == axis else (0, N))]
        check(count == N * N and np.allclose(bounds, wanted), '%s, a box where cells hide others, against '
              'axis %d: %d cells, %s' % (where, axis, count, bounds))
    display.ScalarOpacityUnitDistance = translucent
    look_straight(view)


def show(view, source, representation):
    display = simple.Show(source, view)
    if representation == t.TYPE:
        simple.ColorBy(display, ('POINTS', 'RTData'))
    display.SetRepresentationType(representation)
    if representation == t.TYPE:
        simple.GetOpacityTransferFunction('RTData').Points = [0.0, 0.5, 0.5, 0.0, 400.0, 0.5, 0.5, 0.0]
        display.ScalarOpacityUnitDistance = 0.5 / (-np.log(0.9) / DEPTH)
    else:
        display.IsosurfaceArray = ['POINTS', 'height']
        display.Isovalues = [N - DEPTH]
    look_straight(view)


def examine_all(ranks):
    image = simple.Calculator(Input=simple.Wavelet(WholeExtent=[0, N, 0, N, 0, N]), ResultArrayName='height',
                              Function='coordsZ')
    mesh = simple.AppendDatasets(Input=image)
    for remote in (True, False):
        view = t.new_view()
        view.RemoteRenderThreshold = 0.0 if remote else 1e6
        for source, representation in ((mesh, t.TYPE), (image, 'Isosurface (Ray Cast)')):
            show(view, source, representation)
            examine('%d rank%s, %s rendered on the %s' % (ranks, 's'[:ranks - 1], representation,
                                                          'server' if remote else 'client'), source, view,
                    representation == t.TYPE)
            simple.Hide(source, view)
        simple.Delete(view)


for ranks in (1, 2):
    with session_testing.running_server(check, ranks) as (server, port):
        simple.Connect('127.0.0.1', port)
        t.load_plugin(remote=True)
        t.load_plugin(remote=False)
        examine_all(ranks)
        check(server.poll() is None, 'the server runs')
        session_testing.disconnect()
check.done()
