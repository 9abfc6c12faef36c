# SPDX-License-Identifier: BSD-3-Clause
"""Measures what color maps cost: ParaView's own Render() of meshes with five maps, ours beside ParaView's
mappers, in one process.

    Testing/Python/with_display.sh pvpython Testing/Benchmarks/ParaView/paraview_maps.py \\
        --plugin build/lib/InKRay/InKRay.so --devices CPU
    ... --cells 40,60 --size 1024             (wavelets of 40^3 and 60^3 voxels, each cut into tetrahedra)
    ... --files mesh.vtu,mesh.vtk             (meshes of files, colored by their first array of points)
    ... --devices CUDA,CPU --stock "Projected tetra,Bunyk ray cast,Z sweep" --maps "Cool to Warm" \\
        --json sizes.json

The maps are X Ray (two knots), one of five knots, Cool to Warm, Turbo, and Viridis with five peaks of
opacity. All have ParaView's defaults, so that each is a table of 256 colors. Every segment is integrated. A
frame turns the camera by 11 degrees; the maps take turns. Bunyk and Z sweep cast one ray a pixel, Bunyk with
a thread a core. A mapper that took longer than --patience seconds for a frame is left out of larger meshes.
Prints the median milliseconds of a frame, and of the processor, which other programs on the machine hardly
change. Prints the ratio of frames to the first map, and of each of ParaView's mappers' times to ours.
plot_sizes.py draws the .json file. With --devices none ParaView's mappers alone are measured, without the
plug-in."""
import argparse
import json
import os
import statistics
import time

from paraview import simple

MAPS = ('X Ray', 'five knots', 'Cool to Warm', 'Turbo', 'Viridis (matplotlib)')
FIVE_KNOTS = [0, 0.1, 0.2, 0.9, 0.3, 0.1, 0.8, 0.4, 0.45, 0.9, 0.9, 0.1, 0.6, 0.9, 0.4, 0.1, 1, 1, 0.1, 0.2]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--plugin')
    parser.add_argument('--devices', default='Auto',
                        help='of ours: CUDA, CPU or Auto, comma-separated; none: ParaView alone')
    parser.add_argument('--cells', default='20',
                        help='voxels along each axis, comma-separated, from the smallest')
    parser.add_argument('--files', default='', help='meshes, comma-separated, in place of wavelets')
    parser.add_argument('--maps', default=','.join(MAPS))
    parser.add_argument('--stock', default='Projected tetra',
                        help="ParaView's mappers, comma-separated; none: ours alone")
    parser.add_argument('--size', type=int, default=400)
    parser.add_argument('--rounds', type=int, default=9)
    parser.add_argument('--early', type=float, default=0.0, help='early-termination threshold of ours')
    parser.add_argument('--patience', type=float, default=10.0, help='seconds of a frame')
    parser.add_argument('--json', help='file to write')
    return parser.parse_args()


def choose(map_name, colors, opacity, values):
    low, high = values

    def spread(points, stride):
        return [low + x * (high - low) if i % stride == 0 else x for i, x in enumerate(points)]

    if map_name == 'five knots':
        colors.ColorSpace, colors.RGBPoints = 'RGB', spread(FIVE_KNOTS, 4)
    else:
        colors.ApplyPreset(map_name, True)
        colors.RescaleTransferFunction(low, high)
    if map_name.startswith('Viridis'):
        peaks = [x for k in range(5) for x in (0.1 + 0.2 * k - 0.06, 0, 0.1 + 0.2 * k, 0.2 + 0.15 * k,
                                               0.1 + 0.2 * k + 0.06, 0)]
        points = [x for i in range(0, len(peaks), 2) for x in (*peaks[i:i + 2], 0.5, 0)]
    else:
        points = [0, 0, 0.5, 0, 1, 1, 0.5, 0]
    opacity.Points = spread(points, 4)


def meshes(options):
    """Yields each mesh as a source, with the name of its array of points."""
    if options.files:
        for file in options.files.split(','):
            source = simple.OpenDataFile(os.path.abspath(file))
            source.UpdatePipeline()
            yield source, source.PointData.GetArray(0).GetName()
        return
    for cells in (int(number) for number in options.cells.split(',')):
        source = simple.Tetrahedralize(simple.Wavelet(WholeExtent=[-(cells // 2), cells - cells // 2] * 3))
        source.UpdatePipeline()
        yield source, 'RTData'


def set_up(view):
    """Sets one ray a pixel and all cores, for mappers that can be told so."""
    volumes = view.GetRenderer().GetVolumes()
    for mapper in (volumes.GetItemAsObject(i).GetMapper() for i in range(volumes.GetNumberOfItems())):
        if hasattr(mapper, 'SetAutoAdjustSampleDistances'):
            mapper.SetAutoAdjustSampleDistances(0)
            mapper.SetImageSampleDistance(1.0)
        if hasattr(mapper, 'SetNumberOfThreads'):
            mapper.SetNumberOfThreads(os.cpu_count())


def measure(view, display, way, maps, options):
    """Returns milliseconds of the frames of each map, and of the processor. Where frames take longer than one
    waits, it measures the first alone."""
    name, device = way
    if device:
        display.Representation = 'Volume (Ray Cast)'
        display.RayCastDevice, display.RayCastEarlyTermination = device, options.early
    else:
        display.Representation = 'Volume'
        display.SelectMapper = name
    times = {}
    for lap in range(options.rounds + 1):
        for choice in maps.values():
            choice()
            simple.Render(view)
            set_up(view)
            view.GetActiveCamera().Azimuth(11)
            start, begin = time.perf_counter(), time.process_time()
            simple.Render(view)
            seconds, processor = time.perf_counter() - start, time.process_time() - begin
            if lap > 0 or seconds > options.patience:
                times.setdefault(choice.name, []).append((1e3 * seconds, 1e3 * processor))
            if seconds > options.patience:
                return times
    return times


class Choice:
    """One map, for the range of values of a mesh."""

    def __init__(self, name, array, values):
        self.name, self.array, self.values = name, array, values

    def __call__(self):
        choose(self.name, simple.GetColorTransferFunction(self.array),
               simple.GetOpacityTransferFunction(self.array), self.values)


def medians(times):
    return [statistics.median(column) for column in zip(*times)]


def row(name, times, first, ours):
    all_, processor = medians(times[name])
    line = f'{name:22}{all_:12.1f}{processor:12.1f}'
    if first in times:
        line += f'{all_ / medians(times[first])[0]:12.2f}'
    if ours and name in ours:
        line += ''.join(f'{a / b:12.2f}' for a, b in zip((all_, processor), medians(ours[name])))
    return line


def main():
    options = arguments()
    if options.plugin:
        simple.LoadPlugin(os.path.abspath(options.plugin), remote=False, ns=globals())
    ways = [(f'Volume (Ray Cast), {device}', device) for device in options.devices.split(',')
            if device != 'none']
    ways += [(name, None) for name in options.stock.split(',') if name not in ('', 'none')]
    results = []
    for mesh, array in meshes(options):
        view = simple.CreateView('RenderView')
        view.ViewSize = [options.size, options.size]
        view.OrientationAxesVisibility = view.UseFXAA = 0
        display = simple.Show(mesh, view)
        simple.ColorBy(display, ('POINTS', array))
        values = mesh.PointData[array].GetRange()
        maps = {name: Choice(name, array, values) for name in options.maps.split(',')}
        simple.ResetCamera(view)
        cells = mesh.GetDataInformation().GetNumberOfCells()
        print(f'{cells} cells, {options.size} x {options.size}, early termination {options.early:g}')
        ours = None
        for way in list(ways):
            times = measure(view, display, way, maps, options)
            print(f'{way[0]:22}{"ms a frame":>12}{"processor":>12}{"to " + next(iter(maps)):>12}' +
                  (f'{"to ours":>12}{"processor":>12}' if ours else ''))
            for name in times:
                print(row(name, times, next(iter(maps)), ours), flush=True)
            ours = ours or (times if way[1] else None)
            results.append({'cells': cells, 'way': way[0],
                            'ms': {name: [all_ for all_, _ in each] for name, each in times.items()}})
            if max(frame[0] for each in times.values() for frame in each) > 1e3 * options.patience:
                ways.remove(way)
        simple.Delete(view)
        simple.Delete(mesh)
    if options.json:
        with open(options.json, 'w', encoding='utf-8') as file:
            json.dump({'size': options.size, 'results': results}, file, indent=1)


if __name__ == '__main__':
    main()
