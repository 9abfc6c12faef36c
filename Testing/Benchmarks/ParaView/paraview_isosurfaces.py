# SPDX-License-Identifier: BSD-3-Clause
"""Times ParaView's own Render() with a new isovalue in every frame: Isosurface (Ray Cast) against ParaView's
other ways, on one volume, in one process.

    pvpython Testing/Benchmarks/ParaView/paraview_isosurfaces.py --plugin build/lib/InKRay/InKRay.so
    ... --points 257                          one size only (default 257 and 513 points an axis)
    ... --volume ct.vtk --isovalues 200 900   a volume of yours
    ... --device CPU --ways ray-cast,contour  without a GPU
    pvbatch Testing/Benchmarks/ParaView/paraview_isosurfaces.py ...
                                              without a window. On a virtual X server, OpenGL of a GPU shows a
                                              frame by copying it through the CPU, off screen as well
                                              (--force-offscreen-rendering): 1 to 2.5 ms of every frame of any
                                              way, which pvbatch does not spend

Ways: ray-cast       Isosurface (Ray Cast); on the CPU on all cores
      gpu            Volume, VTK's GPU ray cast mapper, blend mode Isosurface; with a software OpenGL it runs
                     on the CPU, and the renderer's name tells
      contour        filter Contour and Surface; the filter has one thread
      flying-edges   filter Flying Edges 3D (plug-in AcceleratedAlgorithms, on all cores) and Surface
VTK's own CPU ray caster (vtkFixedPointVolumeRayCastMapper) has had no isosurface mode since VTK 7, so it is
not measured.

A way that does not exist is left out with one line. The ways take turns in rounds. A way's first frame, which
prepares its volume, is listed apart and counts in no median. The clock stops when the window is finished
(glFinish). Frames in which nothing is visible are measured in each round too. Prints milliseconds (median,
minimum, maximum), how many times faster ours is, and how much of the picture each way covers at one isovalue.
--csv FILE appends a line for each.
"""

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

from paraview import simple
from paraview_report import report

TITLES = {
    "ray-cast": "Isosurface (Ray Cast)",
    "gpu": "Volume, blend Isosurface",
    "contour": "Contour",
    "flying-edges": "Flying Edges 3D",
}


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--plugin", help="without it only ParaView's own ways are measured")
    parser.add_argument("--points", default="257,513", help="of generated volumes, an axis (default 257,513)")
    parser.add_argument("--kind", default="sphere", help="of generated volumes (default sphere)")
    parser.add_argument(
        "--generator", help="inkray-generate-volume (default: beside the plug-in, in bin of the build)"
    )
    parser.add_argument("--volume", help="a file instead: .vti with inline data, or legacy .vtk")
    parser.add_argument("--array", help="point array (default: the first)")
    parser.add_argument(
        "--isovalues",
        type=float,
        nargs=2,
        metavar=("LOW", "HIGH"),
        help="isovalues are taken between these (default: 35 to 65 %% of the range)",
    )
    parser.add_argument("--ways", default="ray-cast,gpu,contour,flying-edges")
    parser.add_argument("--size", type=int, default=1024)
    parser.add_argument("--frames", type=int, default=40, help="of ours and of gpu, a round")
    parser.add_argument("--slow-frames", type=int, default=3, help="of the filters, a round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--device", choices=("Auto", "CUDA", "CPU"), default="Auto", help="of ours")
    parser.add_argument(
        "--unshaded",
        action="store_true",
        help="gpu without shading, as ParaView starts with: a flat picture, cheaper than the other ways' "
             "shaded ones",
    )
    parser.add_argument("--pictures", help="folder for a picture of each way")
    parser.add_argument("--csv")
    options = parser.parse_args()
    options.ways = options.ways.split(",")
    for way in options.ways:
        if way not in TITLES:
            parser.error(f"{way} is none of {', '.join(TITLES)}")
    return options


def read(path):
    reader = (
        simple.XMLImageDataReader(FileName=[path])
        if path.endswith(".vti")
        else simple.LegacyVTKReader(FileNames=[path])
    )
    reader.UpdatePipeline()
    if reader.GetDataInformation().GetNumberOfPoints() == 0:
        raise SystemExit(
            f"{path}: no points. (ParaView 5.11 with a recent libexpat cannot read appended XML data: "
            "write inline binary or legacy files.)"
        )
    return reader


class Way:
    """One way to draw an isosurface: prepare() once, then set a value and render."""

    def __init__(self, view, source, array, options, key):
        self.view, self.key, self.visible = view, key, None
        if key in ("contour", "flying-edges"):
            if key == "contour":
                self.filter = simple.Contour(Input=source, ContourBy=["POINTS", array])
            else:
                simple.LoadDistributedPlugin("AcceleratedAlgorithms", remote=False, ns=globals())
                self.filter = getattr(simple, "FlyingEdges3D")(Input=source, ContourBy=["POINTS", array])
            self.filter.ComputeNormals = 1
            self.proxy = self.filter
        else:
            self.proxy = source
        self.options, self.array = options, array

    def prepare(self, value):
        self.set(value)
        self.display = simple.Show(self.proxy, self.view)
        if self.key == "ray-cast":
            if "Isosurface (Ray Cast)" not in self.display.GetProperty("Representation").Available:
                raise RuntimeError("the plug-in has no such representation")
            self.display.SetRepresentationType("Isosurface (Ray Cast)")
            self.display.IsosurfaceArray = ["POINTS", self.array]
            self.display.IsosurfaceDevice = self.options.device
        elif self.key == "gpu":
            self.display.SetRepresentationType("Volume")
            simple.ColorBy(self.display, ("POINTS", self.array))
            self.display.VolumeRenderingMode = "GPU Based"
            self.display.BlendMode = "Isosurface"
            self.display.Shade = 0 if self.options.unshaded else 1
            # Make the surfaces opaque: by default the mapper blends them by the opacity function.
            low, high = self.proxy.PointData[self.array].GetRange()
            function = simple.GetOpacityTransferFunction(self.array)
            function.Points = [low, 1.0, 0.5, 0.0, high, 1.0, 0.5, 0.0]
        else:
            self.display.SetRepresentationType("Surface")
            simple.ColorBy(self.display, None)
        self.set(value)

    def set(self, value):
        if self.key in ("contour", "flying-edges"):
            self.filter.Isosurfaces = [value]
        elif getattr(self, "display", None) is not None:
            setattr(self.display, "Isovalues" if self.key == "ray-cast" else "IsosurfaceValues", [value])

    def show(self, visible):
        (simple.Show if visible else simple.Hide)(self.proxy, self.view)
        if visible and self.key in ("ray-cast", "gpu"):
            # Both are types of one representation of the volume.
            self.display.SetRepresentationType(
                "Isosurface (Ray Cast)" if self.key == "ray-cast" else "Volume"
            )

    def frame(self, value):
        """Returns the seconds of one Render() with a new isovalue."""
        begin = time.perf_counter()
        self.set(value)
        simple.Render(self.view)
        self.view.GetRenderWindow().WaitForCompletion()
        return time.perf_counter() - begin


def frame_of_nothing(view):
    """Returns the seconds of one Render() while everything is hidden."""
    begin = time.perf_counter()
    simple.Render(view)
    view.GetRenderWindow().WaitForCompletion()
    return time.perf_counter() - begin


def coverage(view):
    """Returns the share of the window that is not background."""
    from vtkmodules.vtkCommonCore import vtkUnsignedCharArray
    from vtkmodules.util.numpy_support import vtk_to_numpy

    window = view.GetRenderWindow()
    width, height = window.GetSize()
    pixels = vtkUnsignedCharArray()
    window.GetPixelData(0, 0, width - 1, height - 1, 0, pixels, 0)
    rgb = vtk_to_numpy(pixels).reshape(-1, 3).astype(int)
    return float((abs(rgb - rgb[0]).max(axis=1) > 2).mean())


def measure(path, name, options):
    view = simple.CreateView("RenderView")
    view.ViewSize = [options.size, options.size]
    view.OrientationAxesVisibility = 0
    view.UseFXAA = 0
    view.UseColorPaletteForBackground = 0
    view.BackgroundColorMode = "Single Color"
    view.Background = [0.3, 0.3, 0.35]
    source = read(path)
    array = options.array or source.PointData[0].Name
    low, high = source.PointData[array].GetRange()
    first, last = options.isovalues or (low + 0.35 * (high - low), low + 0.65 * (high - low))
    draw = random.Random(1)
    box = simple.Show(source, view)
    box.SetRepresentationType("Outline")
    simple.ResetCamera(view)
    view.GetActiveCamera().Azimuth(30)
    view.GetActiveCamera().Elevation(20)
    simple.Render(view)  # creating the window counts for nobody
    simple.Hide(source, view)
    window = view.GetRenderWindow()
    renderer = (
        next((line for line in window.ReportCapabilities().splitlines() if "renderer string" in line), "?")
        .split(":")[-1]
        .strip()
    )
    dimensions = [
        b - a + 1
        for a, b in zip(
            source.GetDataInformation().GetExtent()[::2], source.GetDataInformation().GetExtent()[1::2]
        )
    ]
    print(
        f"\n{name}, {' x '.join(map(str, dimensions))}, {options.size} x {options.size}, isovalues {first:g} "
        f"to {last:g}, {os.cpu_count()} CPU threads, OpenGL: {renderer}, "
        f"{'off' if window.GetUseOffScreenBuffers() else 'on'} screen",
        flush=True,
    )

    ways, begun, seconds, covered, empty = [], {}, {}, {}, []
    for key in options.ways:
        try:
            way = Way(view, source, array, options, key)
            begin = time.perf_counter()
            way.prepare(0.5 * (first + last))
            simple.Render(view)
            window.WaitForCompletion()
            begun[key] = time.perf_counter() - begin
            covered[key] = coverage(view)
            if options.pictures:
                os.makedirs(options.pictures, exist_ok=True)
                simple.SaveScreenshot(
                    os.path.join(options.pictures, f"{name}_{dimensions[0]}_{key}.png"), view
                )
            if key == "ray-cast":
                print("  ours:", report(way.display, "IsosurfaceReport"))
            if covered[key] == 0.0:
                raise RuntimeError("it draws nothing here")
            way.show(False)
            ways.append(way)
            seconds[key] = []
        except Exception as problem:  # whatever a build of ParaView lacks
            print(f"  {TITLES[key]} is left out: {problem}", flush=True)
            simple.HideAll(view)
    for _ in range(options.rounds):
        for way in ways:
            way.show(True)
            way.frame(draw.uniform(first, last))  # its switch counts for nobody
            count = options.frames if way.key in ("ray-cast", "gpu") else options.slow_frames
            seconds[way.key].extend(way.frame(draw.uniform(first, last)) for _ in range(count))
            if way.key == "ray-cast":
                reported = report(way.display, "IsosurfaceReport")
            way.show(False)
        empty.extend(frame_of_nothing(view) for _ in range(options.frames))
    ours = statistics.median(seconds["ray-cast"]) if seconds.get("ray-cast") else None
    print(
        f"  a frame with nothing in it, in the figures of all: median {1e3 * statistics.median(empty):.3f} "
        f"(min {1e3 * min(empty):.3f}) ms"
    )
    for way in ways:
        sample = seconds[way.key]
        median = statistics.median(sample)
        line = (f"  {TITLES[way.key]:26s} first {1e3 * begun[way.key]:9.1f} ms, then median "
                f"{1e3 * median:9.3f} (min {1e3 * min(sample):.3f}, max {1e3 * max(sample):.3f}) ms, covers "
                f"{100 * covered[way.key]:.2f} %")
        print(
            line + (f", ours is {median / ours:.1f} times as fast" if ours and way.key != "ray-cast" else ""),
            flush=True,
        )
        if options.csv:
            new = not os.path.exists(options.csv)
            with open(options.csv, "a", encoding="utf-8") as file:
                if new:
                    file.write("opengl,volume,points,size,way,first_ms,median_ms,min_ms,max_ms,frames,"
                               "ratio_to_ours,covered\n")
                file.write(
                    f'"{renderer}",{name},{dimensions[0]},{options.size},{way.key},'
                    f"{1e3 * begun[way.key]:.3f},{1e3 * median:.4f},"
                    f"{1e3 * min(sample):.4f},{1e3 * max(sample):.4f},"
                    f"{len(sample)},{median / ours if ours else float('nan'):.3f},{covered[way.key]:.5f}\n"
                )
    if ours:
        print("  ours, last frame:", reported)
    simple.Delete(view)
    for way in ways:
        if way.proxy is not source:
            simple.Delete(way.proxy)
    simple.Delete(source)


def main():
    options = arguments()
    simple._DisableFirstRenderCameraReset()
    if options.plugin:
        simple.LoadPlugin(os.path.abspath(options.plugin), remote=False, ns=globals())
    if options.volume:
        measure(options.volume, os.path.basename(options.volume), options)
    else:
        generator = options.generator or os.path.join(
            os.path.dirname(os.path.abspath(options.plugin or ".")), "..", "..", "bin",
            "inkray-generate-volume"
        )
        if not os.path.exists(generator):
            raise SystemExit(f"No {generator}; name it with --generator, or a file with --volume.")
        for points in options.points.split(","):
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "volume.vtk")
                subprocess.run(
                    [generator, "--kind", options.kind, "--size", points, path],
                    check=True,
                    stdout=subprocess.DEVNULL,
                )
                measure(path, options.kind, options)
    sys.stdout.flush()
    os._exit(0)  # the end of pvpython has crashes of its own


main()
