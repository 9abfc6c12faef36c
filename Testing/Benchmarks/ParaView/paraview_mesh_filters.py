# SPDX-License-Identifier: BSD-3-Clause
"""Measures a new isovalue, and a moved threshold, on a mesh: Volume (Ray Cast) against ParaView's filters.

    inkray-generate-tets mesh.vtk --tets 3800000
    pvbatch Testing/Benchmarks/ParaView/paraview_mesh_filters.py --plugin build/lib/InKRay/InKRay.so mesh.vtk

Each frame has another isovalue, or another range of the threshold, and is timed from setting the property to
the end of Render(). The isosurface, in a volume that is clear and alone, is compared with Contour and the
Surface of its result. The threshold is compared with the filter Threshold and Volume, with the mapper that
--stock names. A frame in which everything is hidden is measured too. Prints milliseconds a frame (median,
minimum, maximum) and how many times faster ours is. --pictures FOLDER saves a picture of each."""

import argparse
import os
import statistics
import time

from paraview import simple
from paraview_view import square_view


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("mesh", help="legacy VTK file of a tetrahedral mesh with one point array")
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--array", default="scalar")
    parser.add_argument("--size", type=int, default=1024)
    parser.add_argument("--frames", type=int, default=40, help="of ours")
    parser.add_argument("--slow-frames", type=int, default=3, help="of the filters")
    parser.add_argument("--stock", default="Projected tetra", help="mapper of what Threshold makes")
    parser.add_argument("--device", choices=("Auto", "CUDA", "CPU"), default="Auto")
    parser.add_argument("--pictures")
    return parser.parse_args()


def timed(view, change, frames):
    """Returns the seconds of frames, each with a change of its own."""
    seconds = []
    for k in range(frames):
        begin = time.perf_counter()
        change(k)
        simple.Render(view)
        view.GetRenderWindow().WaitForCompletion()
        seconds.append(time.perf_counter() - begin)
    return seconds


def show_as_volume(source, view, array, unit_distance):
    display = simple.Show(source, view)
    simple.ColorBy(display, ("POINTS", array))
    display.ScalarOpacityUnitDistance = unit_distance
    return display


def set_functions(array, low, high, clear):
    simple.GetColorTransferFunction(array).RescaleTransferFunction(low, high)
    shares = ((0, 0.0), (1, 0.0)) if clear else ((0, 0.02), (0.4, 0.05), (0.6, 0.3), (0.8, 0.1), (1, 0.8))
    simple.GetOpacityTransferFunction(array).Points = [
        v for share, alpha in shares for v in (low + share * (high - low), alpha, 0.5, 0)
    ]


def main():
    options = arguments()
    view = square_view(options.plugin, options.size)
    reader = simple.LegacyVTKReader(FileNames=[options.mesh])
    reader.UpdatePipeline()
    information = reader.GetDataInformation()
    if information.GetNumberOfCells() == 0:
        raise SystemExit(f"{options.mesh} has no cells")
    low, high = reader.PointData[options.array].GetRange()
    bounds = information.GetBounds()
    diagonal = sum((bounds[2 * i + 1] - bounds[2 * i]) ** 2 for i in range(3)) ** 0.5
    ours = show_as_volume(reader, view, options.array, 0.1 * diagonal)
    ours.SetRepresentationType("Volume (Ray Cast)")
    ours.RayCastDevice = options.device
    simple.ResetCamera(view)
    cells = information.GetNumberOfCells()
    print(f"{cells} cells, {options.size} x {options.size} pixels, {os.cpu_count()} threads")

    def picture(name, change):
        if options.pictures:
            change(0)
            os.makedirs(options.pictures, exist_ok=True)
            simple.SaveScreenshot(os.path.join(options.pictures, name + ".png"), view)

    def compare(name, theirs, mine, their_change, my_change):
        """Measures both in turn, so that both find the machine alike."""
        print(name, flush=True)
        theirs.Visibility = 0
        mine.Visibility = 1
        timed(view, my_change, 2)
        fast = timed(view, my_change, options.frames)
        picture(name.split(":")[0].replace(" ", "_") + "_ours", my_change)
        mine.Visibility = 0
        nothing = timed(view, lambda _: None, options.frames)
        theirs.Visibility = 1
        timed(view, their_change, 1)
        slow = timed(view, their_change, options.slow_frames)
        picture(name.split(":")[0].replace(" ", "_") + "_filter", their_change)
        theirs.Visibility = 0
        for what, seconds in (("nothing", nothing), ("ours", fast), ("the filter", slow)):
            print(
                f"  {what:10s} median {1e3 * statistics.median(seconds):10.3f} ms "
                f"(min {1e3 * min(seconds):.3f}, max {1e3 * max(seconds):.3f})"
            )
        print(f"  ours is {statistics.median(slow) / statistics.median(fast):.1f} times as fast", flush=True)

    def isovalue(k):
        return low + (0.35 + 0.3 * ((k * 7) % 40) / 40) * (high - low)

    def share(k):
        return [low + (0.3 + 0.2 * ((k * 7) % 40) / 40) * (high - low), high]

    # Compare isosurfaces alone, of the same values.
    set_functions(options.array, low, high, clear=True)
    contour = simple.Contour(Input=reader, ContourBy=["POINTS", options.array], Isosurfaces=[isovalue(0)])
    surface = simple.Show(contour, view)
    surface.SetRepresentationType("Surface")
    simple.ColorBy(surface, ("POINTS", options.array))

    def new_isovalue(k):
        ours.RayCastIsovalues = [isovalue(k)]

    def new_isosurface(k):
        ours.Isovalues = [isovalue(k)]

    def new_contour(k):
        contour.Isosurfaces = [isovalue(k)]

    compare(
        "isovalue: Volume (Ray Cast) that is clear, Contour and its surface",
        surface,
        ours,
        new_contour,
        new_isovalue,
    )
    ours.Visibility = 1
    ours.SetRepresentationType("Isosurface (Ray Cast)")
    compare(
        "isosurface: Isosurface (Ray Cast), Contour and its surface",
        surface,
        ours,
        new_contour,
        new_isosurface,
    )
    ours.SetRepresentationType("Volume (Ray Cast)")

    # Compare the threshold.
    ours.RayCastIsovalues = []
    simple.Delete(surface)
    set_functions(options.array, low, high, clear=False)
    ours.UseThreshold = 1
    ours.ThresholdArray = ["POINTS", options.array]
    threshold = simple.Threshold(Input=reader, Scalars=["POINTS", options.array])
    threshold.LowerThreshold, threshold.UpperThreshold = share(0)
    cells = show_as_volume(threshold, view, options.array, 0.1 * diagonal)
    cells.SetRepresentationType("Volume")
    cells.SelectMapper = options.stock
    set_functions(options.array, low, high, clear=False)

    def move_ours(k):
        ours.ThresholdRange = share(k)

    def move_theirs(k):
        threshold.LowerThreshold, threshold.UpperThreshold = share(k)

    compare(
        f"threshold: Use Threshold, Threshold and Volume ({options.stock})",
        cells,
        ours,
        move_theirs,
        move_ours,
    )
    os._exit(0)  # the end of pvpython has crashes of its own


main()
