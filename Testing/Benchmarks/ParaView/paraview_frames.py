# SPDX-License-Identifier: BSD-3-Clause
"""Times ParaView's own Render(): Gu-Kim ray cast against the stock mappers, on one mesh, in one process.

    pvpython Testing/Benchmarks/ParaView/paraview_frames.py --plugin build/lib/InKRay/InKRay.so mesh.vtk
    ... --device CPU --stock "Bunyk ray cast" --stock-frames 5        (equal threads: all cores for both)
    ... --stock "Bunyk ray cast" --threads 1 --frames 0               (VTK's mapper alone, on one core)

Every frame turns the camera by five degrees. A mapper's first frame, which prepares its mesh, is listed
apart. Prints milliseconds a frame (median, minimum, maximum), the milliseconds of the processor, which other
programs on the machine hardly change, and how many times faster ours is. --pictures FOLDER saves the last
view of each mapper.

Stock mappers that cast rays (Bunyk, Z sweep) are made as fast and as exact as they can be: one ray a pixel
(ImageSampleDistance 1, never adjusted), a thread a core (Bunyk's default is read from the machine and
printed; Z sweep has none), and partial pre-integration, the integrator that ours corresponds to. Where VTK's
source tells them apart, the set-up of a frame is listed. It lasts from the renderer's start to the first
progress that the mapper reports from its rays.
"""

import argparse
import os
import statistics
import time

from paraview import simple
from paraview_report import report
from paraview_view import square_view
from vtkmodules.vtkRenderingVolume import vtkUnstructuredGridPartialPreIntegration


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("mesh", help="legacy VTK file of a tetrahedral mesh with one point array")
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--array", default="scalar")
    parser.add_argument("--size", type=int, default=1024)
    parser.add_argument("--frames", type=int, default=72, help="of ours; 0: the stock mappers alone")
    parser.add_argument("--threads", type=int, default=os.cpu_count(),
                        help="of stock mappers that have threads")
    parser.add_argument(
        "--stock",
        action="append",
        help="stock mapper; may be repeated (default: Bunyk ray cast and Projected tetra)",
    )
    parser.add_argument("--stock-frames", type=int, default=3)
    parser.add_argument(
        "--rounds", type=int, default=2, help="ours and the stock mappers in turn, this often"
    )
    parser.add_argument("--device", choices=("Auto", "CUDA", "CPU"), default="Auto")
    parser.add_argument("--early", type=float, default=0.0, help="early-termination threshold of ours")
    parser.add_argument("--pictures")
    return parser.parse_args()


def scene(options):
    view = square_view(options.plugin, options.size)
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
    opacity.Points = [
        v
        for share, alpha in ((0, 0.02), (0.4, 0.05), (0.6, 0.3), (0.8, 0.1), (1, 0.8))
        for v in (low + share * (high - low), alpha, 0.5, 0)
    ]
    bounds = reader.GetDataInformation().GetBounds()
    diagonal = sum((bounds[2 * i + 1] - bounds[2 * i]) ** 2 for i in range(3)) ** 0.5
    display.ScalarOpacityUnitDistance = 0.1 * diagonal
    display.RayCastDevice = options.device
    display.RayCastEarlyTermination = options.early
    simple.ResetCamera(view)
    return view, display, cells


class Clock:
    """Notes when a stock mapper's rays begin, within the frame that began at `begin`."""

    def __init__(self, mapper):
        self.begin, self.rays = 0.0, None
        mapper.AddObserver("EndEvent", lambda *_: self.forget())  # so far it was the pipeline's progress
        mapper.AddObserver("ProgressEvent", lambda *_: self.note())

    def forget(self):
        self.rays = None

    def note(self):
        self.rays = self.rays or time.perf_counter()

    def start(self):
        self.begin, self.rays = time.perf_counter(), None

    def set_up(self):
        """Returns the seconds of set-up; NaN where the mapper reported no rays."""
        return self.rays - self.begin if self.rays else float("nan")


def stock_mapper(view):
    """Returns the mapper of the visible volume; the volumes of other representations are there, too."""
    volumes = view.GetRenderer().GetVolumes()
    volumes.InitTraversal()
    while volume := volumes.GetNextVolume():
        if volume.GetVisibility():
            return volume.GetMapper()
    raise SystemExit("no volume is seen")


def make_fair(mapper, threads):
    """Sets so many threads, one ray a pixel and a named integrator. Returns the settings as text, and a
    clock."""
    said = []
    if hasattr(mapper, "SetAutoAdjustSampleDistances"):
        mapper.SetAutoAdjustSampleDistances(0)
        mapper.SetImageSampleDistance(1.0)
        said.append("one ray a pixel, never adjusted")
    if hasattr(mapper, "SetNumberOfThreads"):
        said.append(f"{threads} threads (default {mapper.GetNumberOfThreads()})")
        mapper.SetNumberOfThreads(threads)
    if hasattr(mapper, "SetRayIntegrator"):
        integrator = vtkUnstructuredGridPartialPreIntegration()
        mapper.SetRayIntegrator(integrator)
        said.append(integrator.GetClassName())
    return ", ".join(said) or "as it is", Clock(mapper)


def frames(view, display, name, count, clocks, threads):
    """Returns seconds: of the first frame after the switch, of `count` more, of their set-ups where they are
    known, and of the processor.
    """
    if name is None:
        display.SetRepresentationType("Volume (Ray Cast)")
    else:
        display.SetRepresentationType("Volume")
        display.SelectMapper = name

    def begins():
        # ParaView puts the mapper in its place just before the first frame begins.
        if name is not None and name not in clocks:
            settings, clocks[name] = make_fair(stock_mapper(view), threads)
            print(f"{name}: {settings}", flush=True)
        if name is not None:
            clocks[name].start()

    observer = view.GetRenderer().AddObserver("StartEvent", lambda *_: begins())
    seconds, set_ups, processor = [], [], []
    for _ in range(count + 1):
        view.GetActiveCamera().Azimuth(5)
        begin, begin_processor = time.perf_counter(), time.process_time()
        simple.Render(view)
        seconds.append(time.perf_counter() - begin)
        processor.append(time.process_time() - begin_processor)
        if name in clocks:
            set_ups.append(clocks[name].set_up())
    view.GetRenderer().RemoveObserver(observer)
    return seconds[0], seconds[1:], set_ups, processor[1:]


def main():
    options = arguments()
    view, display, cells = scene(options)
    stock = options.stock or ["Bunyk ray cast", "Projected tetra"]
    # Draw a first picture of another kind, so that creating the window counts for nobody.
    display.SetRepresentationType("Outline")
    simple.Render(view)
    window = view.GetRenderWindow()
    print(f"{cells} cells, {options.size} x {options.size}, {os.cpu_count()} CPU threads")
    print(
        "OpenGL:",
        next(
            (line for line in window.ReportCapabilities().splitlines() if "renderer string" in line), "?"
        ).strip(),
    )

    first, later, set_up, processor, clocks = {}, {}, {}, {}, {}
    for round_ in range(options.rounds):
        for mapper in [None, *stock] if options.frames > 0 else stock:
            begun, seconds, set_ups, processed = frames(
                view, display, mapper, options.stock_frames if mapper else options.frames, clocks,
                options.threads
            )
            processor.setdefault(mapper, []).extend(processed)
            first.setdefault(mapper, (begun, set_ups[:1]))
            later.setdefault(mapper, []).extend(seconds)
            set_up.setdefault(mapper, []).extend(set_ups[1:])
            if options.pictures and round_ == 0:
                os.makedirs(options.pictures, exist_ok=True)
                simple.SaveScreenshot(
                    os.path.join(options.pictures, (mapper or "Gu-Kim ray cast").replace(" ", "_") + ".png"),
                    view,
                )
            if mapper is None and round_ == 0:
                print("ours:", report(display, "RayCastReport"), flush=True)
    ours = statistics.median(later[None]) if None in later else None
    for mapper, seconds in later.items():
        median = statistics.median(seconds)
        line = f"{mapper or 'Gu-Kim ray cast':18s} first {1e3 * first[mapper][0]:10.2f} ms, then median "
        line += f"{1e3 * median:9.3f} (min {1e3 * min(seconds):.3f}, max {1e3 * max(seconds):.3f}) ms"
        line += f", {1e3 * statistics.median(processor[mapper]):.3f} of the processor"
        if set_up[mapper] and set_up[mapper][0] == set_up[mapper][0]:
            apart = statistics.median(set_up[mapper])
            line += f", of which set-up {1e3 * apart:.3f}, the rest mostly rays"
            line += f" (first frame: set-up {1e3 * first[mapper][1][0]:.2f})"
        print(line + (f"; ours is {median / ours:.1f} times as fast" if mapper and ours else ""), flush=True)
    os._exit(0)  # the end of pvpython has crashes of its own


main()
