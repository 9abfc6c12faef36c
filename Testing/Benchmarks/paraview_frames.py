# SPDX-License-Identifier: BSD-3-Clause
"""ParaView's own Render(): Gu-Kim ray cast against the stock mappers, on one mesh, in one process.

    pvpython Testing/Benchmarks/paraview_frames.py --plugin build/lib/InKRay/InKRay.so mesh.vtk
    ... --device CPU --stock "Bunyk ray cast" --stock-frames 5        (equal threads: all cores for both)

Every frame turns the camera by five degrees. A stock mapper's first frame, which prepares its mesh, is listed apart, and so is ours (topology and upload).
Prints milliseconds per frame (median, minimum, maximum) and how many times faster ours is; --pictures FOLDER saves the last view of each mapper.
"""
import argparse
import os
import statistics
import time

from paraview import simple


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mesh", help="legacy VTK file of a tetrahedral mesh with one point array")
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--array", default="scalar")
    parser.add_argument("--size", type=int, default=1024)
    parser.add_argument("--frames", type=int, default=72, help="of ours")
    parser.add_argument("--stock", action="append", help="stock mapper; may be repeated (default: Bunyk ray cast and Projected tetra)")
    parser.add_argument("--stock-frames", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=2, help="ours and the stock mappers in turn, this often")
    parser.add_argument("--device", choices=("Auto", "CUDA", "CPU"), default="Auto")
    parser.add_argument("--early", type=float, default=0.0, help="early-termination threshold of ours")
    parser.add_argument("--pictures")
    return parser.parse_args()


def scene(options):
    simple._DisableFirstRenderCameraReset()
    simple.LoadPlugin(os.path.abspath(options.plugin), remote=False, ns=globals())
    view = simple.CreateView("RenderView")
    view.ViewSize = [options.size, options.size]
    view.OrientationAxesVisibility = 0
    view.UseFXAA = 0
    reader = simple.LegacyVTKReader(FileNames=[options.mesh])
    reader.UpdatePipeline()
    cells = reader.GetDataInformation().GetNumberOfCells()
    if cells == 0:
        raise SystemExit(f"{options.mesh} has no cells")
    display = simple.Show(reader, view)
    simple.ColorBy(display, ("POINTS", options.array))
    low, high = reader.PointData[options.array].GetRange()
    simple.GetColorTransferFunction(options.array).RescaleTransferFunction(low, high)
    opacity = simple.GetOpacityTransferFunction(options.array)
    opacity.Points = [v for share, alpha in ((0, 0.02), (0.4, 0.05), (0.6, 0.3), (0.8, 0.1), (1, 0.8)) for v in (low + share * (high - low), alpha, 0.5, 0)]
    bounds = reader.GetDataInformation().GetBounds()
    diagonal = sum((bounds[2 * i + 1] - bounds[2 * i]) ** 2 for i in range(3)) ** 0.5
    display.ScalarOpacityUnitDistance = 0.1 * diagonal
    display.RayCastDevice = options.device
    display.RayCastEarlyTermination = options.early
    simple.ResetCamera(view)
    return view, display, cells


def frames(view, display, mapper, count):
    """Seconds of the first frame after the switch, and of `count` more."""
    if mapper is None:
        display.SetRepresentationType("Volume (Ray Cast)")
    else:
        display.SetRepresentationType("Volume")
        display.SelectMapper = mapper
    seconds = []
    for _ in range(count + 1):
        view.GetActiveCamera().Azimuth(5)
        begin = time.perf_counter()
        simple.Render(view)
        seconds.append(time.perf_counter() - begin)
    return seconds[0], seconds[1:]


def main():
    options = arguments()
    view, display, cells = scene(options)
    stock = options.stock or ["Bunyk ray cast", "Projected tetra"]
    # A first picture of another kind, so that creating the window counts for nobody.
    display.SetRepresentationType("Outline")
    simple.Render(view)
    window = view.GetRenderWindow()
    print(f"{cells} cells, {options.size} x {options.size}, {os.cpu_count()} CPU threads")
    print("OpenGL:", next((line for line in window.ReportCapabilities().splitlines() if "renderer string" in line), "?").strip())

    first, later = {}, {}
    for round_ in range(options.rounds):
        for mapper in [None, *stock]:
            begun, seconds = frames(view, display, mapper, options.stock_frames if mapper else options.frames)
            first.setdefault(mapper, begun)
            later.setdefault(mapper, []).extend(seconds)
            if options.pictures and round_ == 0:
                os.makedirs(options.pictures, exist_ok=True)
                simple.SaveScreenshot(os.path.join(options.pictures, (mapper or "Gu-Kim ray cast").replace(" ", "_") + ".png"), view)
            if mapper is None and round_ == 0:
                display.SMProxy.UpdatePropertyInformation()
                print("device:", display.GetProperty("RayCastDeviceName").GetData(), display.GetProperty("RayCastFallbackReason").GetData() or "")
                print("timings (topology, upload, lists, cast, present, all; ms):", ["%.3f" % t for t in display.GetProperty("RayCastTimings").GetData()])
    ours = statistics.median(later[None])
    for mapper, seconds in later.items():
        median = statistics.median(seconds)
        line = f"{mapper or 'Gu-Kim ray cast':18s} first {1e3 * first[mapper]:10.2f} ms, then median {1e3 * median:9.3f} (min {1e3 * min(seconds):.3f}, max {1e3 * max(seconds):.3f}) ms"
        print(line + (f", ours is {median / ours:.1f} times as fast" if mapper else ""), flush=True)
    os._exit(0)  # the end of pvpython has crashes of its own


main()
