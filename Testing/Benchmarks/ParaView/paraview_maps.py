# SPDX-License-Identifier: BSD-3-Clause
"""What color maps cost: ParaView's own Render() of one mesh with five maps, ours beside Projected tetra, in one process.

    Testing/Python/with_display.sh pvpython Testing/Benchmarks/ParaView/paraview_maps.py --plugin build/lib/InKRay/InKRay.so --device CPU
    ... --cells 40 --size 1024                                    (a wavelet of 40^3 voxels, each cut into tetrahedra)

The maps are X Ray (two knots), one of five knots, Cool to Warm, Turbo, and Viridis with five peaks of opacity; all with ParaView's
defaults, so that each is a table of 256 colors. Every segment is integrated. A frame turns the camera by 11 degrees; the maps take
turns. Prints the median milliseconds of a frame, the ratio to the first map, and Projected tetra's to ours."""
import argparse
import os
import statistics
import time

from paraview import simple

MAPS = ('X Ray', 'five knots', 'Cool to Warm', 'Turbo', 'Viridis (matplotlib)')
FIVE_KNOTS = [0, 0.1, 0.2, 0.9, 0.3, 0.1, 0.8, 0.4, 0.45, 0.9, 0.9, 0.1, 0.6, 0.9, 0.4, 0.1, 1, 1, 0.1, 0.2]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--plugin', required=True)
    parser.add_argument('--device', choices=('Auto', 'CUDA', 'CPU'), default='Auto')
    parser.add_argument('--cells', type=int, default=20, help='voxels along each axis')
    parser.add_argument('--size', type=int, default=400)
    parser.add_argument('--rounds', type=int, default=9)
    parser.add_argument('--early', type=float, default=0.0, help='early-termination threshold of ours')
    parser.add_argument('--stock', type=int, default=1, help='0: ours alone')
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
        peaks = [x for k in range(5) for x in (0.1 + 0.2 * k - 0.06, 0, 0.1 + 0.2 * k, 0.2 + 0.15 * k, 0.1 + 0.2 * k + 0.06, 0)]
        points = [x for i in range(0, len(peaks), 2) for x in (*peaks[i:i + 2], 0.5, 0)]
    else:
        points = [0, 0, 0.5, 0, 1, 1, 0.5, 0]
    opacity.Points = spread(points, 4)


def main():
    options = arguments()
    simple.LoadPlugin(os.path.abspath(options.plugin), remote=False, ns=globals())
    half = options.cells // 2
    mesh = simple.Tetrahedralize(simple.Wavelet(WholeExtent=[-half, half] * 3))
    view = simple.CreateView('RenderView')
    view.ViewSize = [options.size, options.size]
    view.OrientationAxesVisibility = view.UseFXAA = 0
    display = simple.Show(mesh, view)
    simple.ColorBy(display, ('POINTS', 'RTData'))
    colors, opacity = simple.GetColorTransferFunction('RTData'), simple.GetOpacityTransferFunction('RTData')
    values = mesh.PointData['RTData'].GetRange()
    ways = ['Volume (Ray Cast)'] + (['Volume'] if options.stock else [])
    times = {}
    for way in ways:
        display.Representation = way
        if way == 'Volume':
            display.SelectMapper = 'Projected tetra'
        else:
            display.RayCastDevice, display.RayCastEarlyTermination = options.device, options.early
        simple.ResetCamera(view)
        for lap in range(options.rounds + 1):
            for name in MAPS:
                choose(name, colors, opacity, values)
                simple.Render(view)
                view.GetActiveCamera().Azimuth(11)
                start = time.perf_counter()
                simple.Render(view)
                if lap > 0:
                    times.setdefault((way, name), []).append(1e3 * (time.perf_counter() - start))
    print(f'{mesh.GetDataInformation().GetNumberOfCells()} tetrahedra, {options.size} x {options.size}, {options.device}, early termination {options.early:g}')
    print(f'{"":22}{"ours, ms":>10}{"to X Ray":>10}' + (f'{"Projected tetra, ms":>22}{"to ours":>9}' if options.stock else ''))
    first = statistics.median(times[ways[0], MAPS[0]])
    for name in MAPS:
        ours = statistics.median(times[ways[0], name])
        line = f'{name:22}{ours:10.1f}{ours / first:10.2f}'
        if options.stock:
            stock = statistics.median(times['Volume', name])
            line += f'{stock:22.1f}{stock / ours:9.2f}'
        print(line)


if __name__ == '__main__':
    main()
