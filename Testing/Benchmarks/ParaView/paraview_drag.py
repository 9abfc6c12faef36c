# SPDX-License-Identifier: BSD-3-Clause
"""Measures how long ParaView takes from a new isovalue of Isosurface (Ray Cast) to its picture, during a
drag.

    pvpython Testing/Benchmarks/ParaView/paraview_drag.py --plugin build/lib/InKRay/InKRay.so
    ... --volume engine.vtk            a volume of yours (default: generated ones of 256 x 256 x 128 points)
    paraview --plugin-search-paths=build/lib/InKRay --plugins=InKRay \\
        --script=Testing/Benchmarks/ParaView/paraview_drag.py
                                       the slider itself, in the window: needs python3-pyqt5, and
                                       INKRAY_DRAG="--generator build/bin/inkray-generate-volume ..." for
                                       options

In pvpython, the isovalue is set and the view rendered: in full, as ParaView does when a property changes, and
interactively, as while the slider is held. In the window, the clock starts when the slider is moved and stops
when Qt has shown the view. Prints milliseconds: the median, the largest, and the medians of the rays and of
the image's width.
"""

import argparse
import os
import shlex
import statistics
import subprocess
import sys
import tempfile
import time

from paraview import simple

STEPS = 30


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--plugin", help="InKRay.so (in the window: loaded already)")
    parser.add_argument("--volume", help="a file: .vti with inline data, or legacy .vtk")
    parser.add_argument("--kinds", default="mixing,head,gyroid,vessels,tree", help="of generated volumes")
    parser.add_argument("--points", default="256x256x128", help="of generated volumes")
    parser.add_argument("--generator", help="inkray-generate-volume (default: in bin of the build)")
    parser.add_argument("--size", type=int, nargs=2, default=[1000, 750], help="of the view")
    parser.add_argument("--device", choices=("Auto", "CUDA", "CPU"), default="CPU")
    parser.add_argument("--opacity", type=float, default=1.0)
    in_window = [] if sys.argv[1:] else shlex.split(os.environ.get("INKRAY_DRAG", ""))
    return parser.parse_args(sys.argv[1:] or in_window)


def volumes(options):
    """Yields name and source of each volume."""
    if options.volume:
        reader = (
            simple.XMLImageDataReader(FileName=[options.volume])
            if options.volume.endswith(".vti")
            else simple.LegacyVTKReader(FileNames=[options.volume])
        )
        reader.UpdatePipeline()
        yield os.path.basename(options.volume), reader
        return
    generator = options.generator or os.path.join(
        os.path.dirname(os.path.abspath(options.plugin)), "..", "..", "bin", "inkray-generate-volume"
    )
    for kind in options.kinds.split(","):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "volume.vtk")
            command = [generator, "--kind", kind, "--size", options.points, path]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            reader = simple.LegacyVTKReader(FileNames=[path])
            reader.UpdatePipeline()
            yield kind, reader


def show(source, view, options):
    display = simple.Show(source, view)
    display.SetRepresentationType("Isosurface (Ray Cast)")
    display.IsosurfaceDevice = options.device
    display.Opacity = options.opacity
    simple.ResetCamera(view)
    view.GetActiveCamera().Azimuth(30)
    view.GetActiveCamera().Elevation(20)
    simple.ResetCamera(view)
    view.GetActiveCamera().Zoom(1.2)
    simple.Render(view)
    return display


class Steps:
    """The times of the steps of a drag."""

    def __init__(self, name, display):
        self.name, self.display, self.seconds, self.rays, self.widths = name, display, [], [], []

    def add(self, seconds):
        self.seconds.append(seconds)
        self.display.SMProxy.UpdatePropertyInformation()
        rows = list(self.display.GetProperty("IsosurfaceReport").GetData())
        report = dict(zip(rows[::3], rows[1::3]))
        self.rays.append(float(report["cast"]))
        self.widths.append(float(report["image width"]))

    def print(self):
        print(
            f"{self.name:24s} median {1e3 * statistics.median(self.seconds):7.1f}   largest "
            f"{1e3 * max(self.seconds):7.1f}   "
            f"rays {statistics.median(self.rays):7.1f}   width {statistics.median(self.widths):5.0f}",
            flush=True,
        )


def in_pvpython(options):
    simple._DisableFirstRenderCameraReset()
    simple.LoadPlugin(os.path.abspath(options.plugin), remote=False, ns=globals())
    for name, source in volumes(options):
        view = simple.CreateView("RenderView")
        view.ViewSize = options.size
        display = show(source, view, options)
        low, high = source.PointData[0].GetRange()
        for how, render in (
            ("in full", view.SMProxy.StillRender),
            ("interactively", view.SMProxy.InteractiveRender),
        ):
            steps = Steps(f"{name} {how}", display)
            for step in range(STEPS):
                begin = time.perf_counter()
                display.Isovalues = [low + (high - low) * (0.3 + 0.4 * step / STEPS)]
                render()
                view.GetRenderWindow().WaitForCompletion()
                steps.add(time.perf_counter() - begin)
            steps.print()
        simple.Delete(view)
    sys.stdout.flush()
    os._exit(0)  # the end of pvpython has crashes of its own


class Slider:
    """Drags the slider in ParaView's window, from timer to timer, because nothing may wait in the event
    loop."""

    def __init__(self, options):
        from PyQt5 import QtCore, QtWidgets

        self.qt, self.widgets, self.options = QtCore, QtWidgets, options
        self.after(3.0, self.load)

    def after(self, seconds, what):
        def checked():
            try:
                what()
            except Exception as problem:
                print(f"{type(problem).__name__}: {problem}", flush=True)
                os._exit(1)

        self.qt.QTimer.singleShot(int(1e3 * seconds), checked)

    def load(self):
        self.name, source = next(volumes(self.options))
        self.view = simple.GetActiveViewOrCreate("RenderView")
        self.display = show(source, self.view, self.options)
        simple.SetActiveSource(source)
        self.after(1.5, self.fit)

    def fit(self):
        application = self.widgets.QApplication.instance()
        window = next(w for w in application.topLevelWidgets() if w.objectName() == "pqClientMainWindow")
        screen = next(
            w for w in window.findChildren(self.widgets.QOpenGLWidget) if w.isVisible() and w.width() > 300
        )
        width, height = self.options.size
        window.resize(window.width() + width - screen.width(), window.height() + height - screen.height())
        self.slider = next(
            s
            for s in window.findChildren(self.widgets.QSlider)
            if s.parent().objectName() == "IsovalueSlider"
        )
        self.frames = 0
        self.view.SMProxy.AddObserver("EndEvent", self.rendered)
        screen.frameSwapped.connect(self.shown)
        self.after(1.5, lambda: self.begin(screen))

    def rendered(self, *_):
        self.frames += 1

    def begin(self, screen):
        self.steps = Steps(f"{self.name}, {screen.width()} x {screen.height()}", self.display)
        self.slider.setSliderDown(True)
        self.step()

    def step(self):
        place = 0.3 + 0.4 * len(self.steps.seconds) / STEPS
        self.awaited = self.frames + 1
        self.began = time.perf_counter()
        self.slider.setValue(int(self.slider.minimum() * (1 - place) + self.slider.maximum() * place))

    def shown(self):
        if self.frames < getattr(self, "awaited", 1 << 30):
            return
        self.awaited = 1 << 30
        self.steps.add(time.perf_counter() - self.began)
        self.after(0.03, self.step if len(self.steps.seconds) < STEPS else self.end)

    def end(self):
        self.slider.setSliderDown(False)
        self.steps.print()
        os._exit(0)


given = arguments()
if given.plugin:
    in_pvpython(given)
else:
    dragged = Slider(given)
