# SPDX-License-Identifier: BSD-3-Clause
"""Boxes in a view that a server of three or five ranks draws select the cells that one rank selects, through
all parts behind one another, also if ranks have no cells or their part in pieces."""
from paraview import servermanager, simple

import raycast_testing as t
import session_testing

check = t.Checks()
WIDTH, HEIGHT = t.SIZE
BOXES = ((40, 20, WIDTH - 40, HEIGHT - 20), (WIDTH // 2 + 5, HEIGHT // 2 - 8) * 2)


def selected(source, size, view, *rectangle):
    """The numbers of the cells that a box selects. They are read from a histogram, which is small: ParaView
    5.11 may lose cells on their way to the client."""
    simple.SetActiveSource(source)
    simple.SelectSurfaceCells(Rectangle=rectangle, View=view)
    proxy = source.SMProxy.GetSelectionInput(0)
    if not proxy:
        return set()
    extract = simple.ExtractSelection(Input=source)
    extract.Selection = servermanager._getPyProxy(proxy)
    histogram = simple.Histogram(Input=extract, SelectInputArray=['CELLS', 'number'], BinCount=size ** 3,
                                 UseCustomBinRanges=1, CustomBinRanges=[-0.5, size ** 3 - 0.5])
    counts = servermanager.Fetch(histogram).GetRowData().GetArray('bin_values')
    found = {i for i in range(counts.GetNumberOfTuples()) if counts.GetValue(i)}
    for proxy in histogram, extract:
        simple.Delete(proxy)
    simple.ClearSelection(source)
    return found


def through_all(ranks):
    """Selections in a volume whose opacity varies, so that the light that passes differs from pixel to
    pixel."""
    view = t.new_view()
    view.RemoteRenderThreshold = 0.0
    found = {}
    # On three ranks, each part of the last mesh exceeds GPU Memory; one rank draws the whole.
    for size, opacities, memory in ((8, (0.05, 0.9), 0), (2, (0.05, 0.3), 0), (36, (0.05, 0.3), 9)):
        field = simple.Calculator(Input=simple.Wavelet(WholeExtent=[0, size] * 3), ResultArrayName='slope',
                                  Function='coordsX + 0.5*coordsY + 0.2*coordsZ')
        numbers = simple.Calculator(Input=field,
                                    ResultArrayName='number', Function='(coordsX - 0.5) + %d*(coordsY - 0.5) '
                                    '+ %d*(coordsZ - 0.5)' % (size, size ** 2))
        mesh = simple.AppendDatasets(Input=simple.PointDatatoCellData(Input=numbers, PassPointData=1))
        display = simple.Show(mesh, view)
        simple.ColorBy(display, ('POINTS', 'slope'))
        display.SetRepresentationType(t.TYPE)
        simple.GetOpacityTransferFunction('slope').Points = [
            0.0, opacities[0], 0.5, 0.0, 1.7 * size, opacities[1], 0.5, 0.0]
        display.ScalarOpacityUnitDistance = 1.5 if memory else 0.5
        display.RayCastGPUMemory = memory if ranks > 1 else 0
        for position in ((-3, 5, -9), (2, -9, 4))[:1 if memory else 2]:
            view.CameraFocalPoint = [size / 2] * 3
            view.CameraPosition = [size / 2 + 0.4 * size * x for x in position]
            view.CameraViewUp = [0.1, 0.3, 1]
            simple.Render(view)
            if memory and ranks <= 3:
                check((t.report(display).get('pieces', 0) > 1) == (ranks > 1),
                      '%d ranks: pieces where ranks have little memory' % ranks)
            for box in ((95, 70, 106, 77), BOXES[1]) if memory else BOXES:
                found[size, position, box] = selected(mesh, size, view, *box)
        simple.Hide(mesh, view)
    simple.Delete(view)
    return found


alone = None
for ranks in (1, 3) if session_testing.BRIEF else (1, 3, 5):
    with session_testing.running_server(check, ranks) as (server, port):
        simple.Connect('127.0.0.1', port)
        t.load_plugin(remote=True)
        t.load_plugin(remote=False)
        found = through_all(ranks)
        alone = alone or found
        for what, cells in found.items():
            # Walls between ranks cut cells into other tetrahedra, which decides about a few cells that are
            # hardly visible.
            most = 0.02 * len(cells) if what[0] > 2 else 0
            lacking, too_many = sorted(alone[what] - cells), sorted(cells - alone[what])
            check(len(cells) > 0 and len(cells ^ alone[what]) <= most,
                  '%d ranks, %s: the %d cells that one selects; lacking %s, too many %s'
                  % (ranks, what, len(cells), lacking, too_many))
        check(server.poll() is None, 'the server runs')
        session_testing.disconnect()
check.done()
