# SPDX-License-Identifier: BSD-3-Clause
"""Measures how long Isosurface (Path Traced) takes to its first picture in ParaView, and how far a still
comes in a second.

    pvpython Testing/Benchmarks/ParaView/paraview_path_trace.py --plugin build/lib/InKRay/InKRay.so \\
        --device CUDA
    ... --points 257 513 --size 1920 1080

The data are generated: a wavelet, and the same as an unstructured grid of tetrahedra (--cells a side). For
each it measures the first picture of all, which is ray cast where an image is shown, and the next two. The
data go to the device in the first picture that is path traced. Then, unless --first is given, it measures the
median and the largest of pictures after a new isovalue and after a turn of the camera. Each is a frame as
ParaView draws it while the mouse is held, and one as it draws a still that refines (a first picture, and more
as long as the view rests). Prints milliseconds, those of the mapper and of its rays, and samples per pixel.
"""

import argparse
import functools
import os
import statistics
import time

from paraview import simple

TYPE = "Isosurface (Path Traced)"
STEPS = 20
say = functools.partial(print, flush=True)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plugin", required=True, help="InKRay.so")
    parser.add_argument("--points", type=int, nargs="*", default=[257], help="of images, along each axis")
    parser.add_argument("--cells", type=int, nargs="*", default=[40],
                        help="of grids, along each axis, before they are cut")
    parser.add_argument("--size", type=int, nargs=2, default=[1280, 768], help="of the view")
    parser.add_argument("--bounces", type=int, default=4)
    parser.add_argument("--device", choices=("Auto", "CUDA", "CPU"), default="Auto")
    parser.add_argument("--first", action="store_true", help="the first pictures alone")
    return parser.parse_args()


def rows(display):
    display.SMProxy.UpdatePropertyInformation()
    data = list(display.GetProperty("PathTraceReport").GetData())
    return dict(zip(data[0::3], data[1::3]))


def set_refine(display, on):
    display.SMProxy.GetProperty("PathTraceRefine").SetElement(0, on)
    display.SMProxy.UpdateVTKObjects()


def timed(call):
    begin = time.perf_counter()
    call()
    return 1e3 * (time.perf_counter() - begin)


def measure(name, source, options):
    source.UpdatePipeline()
    view = simple.CreateView("RenderView")
    view.ViewSize = options.size
    simple.Render(view)
    display = simple.Show(source, view)
    display.SetRepresentationType(TYPE)
    display.IsosurfaceDevice = options.device
    display.PathTraceBounces = options.bounces
    set_refine(display, 1)
    still = view.SMProxy.StillRender
    begun = []
    for render in (lambda: simple.ResetCamera(view), still, still):  # the first call draws, too
        milliseconds = timed(render)
        begun.append(f"{milliseconds:.1f} ms, {rows(display)['samples']} samples")
    say(f"{name}: {display.GetProperty('PathTraceDeviceName').GetElement(0)}, first pictures "
        f"{'; '.join(begun)}")
    if options.first:
        simple.Delete(view)
        return
    held = view.SMProxy.InteractiveRender
    camera = view.GetActiveCamera()
    low, high = source.PointData[0].GetRange()

    def isovalue(step):
        display.Isovalues = [low + (high - low) * (0.35 + 0.3 * step / STEPS)]

    for what, change in (("new isovalue", isovalue), ("camera", lambda step: camera.Azimuth(3))):
        for how, render in (("held", held), ("still", still)):
            times, mapper, trace, samples = [], [], [], []
            for step in range(STEPS):
                change(step)
                times.append(timed(render))
                report = rows(display)
                mapper.append(float(report["frame"]))
                trace.append(float(report["trace"]))
                samples.append(int(report["samples"]))
            median = statistics.median
            say(
                f"  {what}, {how}: median {median(times):.1f}, largest {max(times):.1f} ms; "
                f"mapper {median(mapper):.1f}, rays {median(trace):.1f} ms; samples {median(samples):.0f}"
            )
    camera.Azimuth(3)
    begin, frames = time.perf_counter(), 0
    while time.perf_counter() - begin < 1.0:
        still()
        frames += 1
    say(f"  a second of refining: {frames} frames, {rows(display)['samples']} samples")
    simple.Delete(view)


def main():
    options = arguments()
    simple._DisableFirstRenderCameraReset()
    simple.LoadPlugin(os.path.abspath(options.plugin), remote=False, ns=globals())
    for points in options.points:
        half = points // 2
        extent = [-half, points - 1 - half] * 3
        measure(f"image of {points}^3", simple.Wavelet(WholeExtent=extent), options)
    for cells in options.cells:
        half = cells // 2
        wavelet = simple.Wavelet(WholeExtent=[-half, cells - half] * 3)
        measure(f"grid of 5 x {cells}^3 tetrahedra", simple.Tetrahedralize(Input=wavelet), options)


if __name__ == "__main__":
    main()
