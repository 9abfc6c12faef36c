# SPDX-License-Identifier: BSD-3-Clause
"""Measures what a mesh adds to ParaView's own frame: Render() with its outline alone, and with the mesh, in
turns, and where the time goes.

    pvpython Testing/Benchmarks/ParaView/paraview_outline.py --plugin build/lib/InKRay/InKRay.so --device CUDA
    ... --cells 93 --size 1024 --map Turbo

The mesh is a wavelet, cut into tetrahedra, with a map of 256 entries (those of paraview_maps.py). The ways
are its outline; Volume (Ray Cast) as it is by default, and with every segment; and these with the outline. A
frame turns the camera by five degrees. Prints median milliseconds: of Render(); of its parts by VTK's events
(before the renderer begins, the renderer, and after it, when the window shows the picture); and of the mapper
by its report. With --settle OpenGL has finished before each frame, outside of its time."""
import argparse
import os
import statistics
import time

from paraview import simple
from paraview_maps import MAPS, choose
from paraview_view import square_view

EARLY = 0.001
WAYS = (('outline', True, None), ('default', False, EARLY), ('every segment', False, 0.0),
        ('default, outline', True, EARLY),
        ('every segment, outline', True, 0.0))
ROWS = ('frame', 'camera', 'lists', 'cast', 'present')


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--plugin', required=True)
    parser.add_argument('--device', choices=('Auto', 'CUDA', 'CPU'), default='Auto')
    parser.add_argument('--cells', type=int, default=92,
                        help='voxels along each axis, each of five tetrahedra')
    parser.add_argument('--size', type=int, default=1024)
    parser.add_argument('--map', choices=MAPS, default='Cool to Warm')
    parser.add_argument('--unit', type=float, default=0.02,
                        help='scalar opacity unit distance, in diagonals of the mesh')
    parser.add_argument('--center-axes', type=int, choices=(0, 1), default=1,
                        help='show them, as ParaView does: rays stop at their depth')
    parser.add_argument('--turns', type=int, default=5)
    parser.add_argument('--frames', type=int, default=24, help='of each way in a turn')
    parser.add_argument('--settle', action='store_true')
    return parser.parse_args()


class Parts:
    """Notes the times of VTK's events in a frame."""

    def __init__(self, view):
        self.marks = {}
        for name, object_ in (('renderer', view.GetRenderer()), ('window', view.GetRenderWindow())):
            for event in ('StartEvent', 'EndEvent'):
                object_.AddObserver(
                    event, lambda *_, key=(name, event): self.marks.setdefault(key, time.perf_counter()))

    def measure(self, render):
        """Returns milliseconds: of all, before the renderer begins, of the renderer, and after it."""
        self.marks = {}
        begin = time.perf_counter()
        render()
        end = time.perf_counter()
        start, done = (self.marks.get(('renderer', event), begin) for event in ('StartEvent', 'EndEvent'))
        return [1e3 * (b - a) for a, b in ((begin, end), (begin, start), (start, done), (done, end))]


def report(display):
    display.SMProxy.UpdatePropertyInformation()
    data = list(display.GetProperty('RayCastReport').GetData())
    numbers = dict(zip(data[0::3], data[1::3]))
    return [float(numbers.get(row) or 0) for row in ROWS]


def main():
    options = arguments()
    view = square_view(options.plugin, options.size)
    view.CenterAxesVisibility = options.center_axes
    cells = options.cells
    mesh = simple.Tetrahedralize(simple.Wavelet(WholeExtent=[-(cells // 2), cells - cells // 2] * 3))
    mesh.UpdatePipeline()
    outline, volume = simple.Outline(mesh), simple.Show(mesh, view)
    box = simple.Show(outline, view)
    simple.ColorBy(volume, ('POINTS', 'RTData'))
    choose(options.map, simple.GetColorTransferFunction('RTData'),
           simple.GetOpacityTransferFunction('RTData'),
           mesh.PointData['RTData'].GetRange())
    low_x, high_x, *_ = mesh.GetDataInformation().GetBounds()
    volume.ScalarOpacityUnitDistance = options.unit * 3**0.5 * (high_x - low_x)
    volume.Representation, volume.RayCastDevice = 'Volume (Ray Cast)', options.device
    simple.ResetCamera(view)
    simple.Render(view)
    renderer = [line for line in view.GetRenderWindow().ReportCapabilities().splitlines()
                if 'renderer string' in line]
    print(f'{mesh.GetDataInformation().GetNumberOfCells()} tetrahedra, {options.size} x {options.size}, '
          f'{options.map}, center axes {"on" if options.center_axes else "off"}')
    print(*renderer, 'settled' if options.settle else '')

    parts = Parts(view)
    times = {name: [] for name, *_ in WAYS}
    rows = {name: [] for name, *_ in WAYS}
    for _ in range(options.turns):
        for name, has_box, early in WAYS:
            box.Visibility, volume.Visibility = has_box, early is not None
            volume.RayCastEarlyTermination = early or 0.0
            for frame in range(options.frames + 3):
                view.GetActiveCamera().Azimuth(5)
                if options.settle:
                    view.GetRenderWindow().WaitForCompletion()
                measured = parts.measure(lambda: simple.Render(view))
                if frame >= 3:
                    times[name].append(measured)
                    if volume.Visibility:
                        rows[name].append(report(volume))

    def medians(lists):
        return [statistics.median(column) for column in zip(*lists)]

    base = medians(times['outline'])[0]
    print(f'{"":24}{"Render()":>9}{"beyond":>8}{"before":>8}{"renderer":>9}{"after":>8}',
          *(f'{row:>8}' for row in ROWS))
    for name, *_ in WAYS:
        all_, *of_it = medians(times[name])
        print(f'{name:24}{all_:9.2f}{all_ - base:8.2f}{of_it[0]:8.2f}{of_it[1]:9.2f}{of_it[2]:8.2f}',
              *(f'{number:8.3f}' for number in (medians(rows[name]) if rows[name] else [])), flush=True)
    os._exit(0)  # the end of pvpython has crashes of its own


if __name__ == '__main__':
    main()
