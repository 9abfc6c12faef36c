# SPDX-License-Identifier: BSD-3-Clause
"""Measures how soon ParaView's window follows the mouse, from the mouse to the pixels, for each kind of drag.

    Testing/Python/with_display.sh python3 Testing/Benchmarks/ParaView/paraview_gestures.py build/lib/InKRay
    ... --gestures camera,threshold    some of them

Needs python3-pyqt5 and libxtst6. Starts ParaView with the plug-in of that folder. Shows a generated mesh as
Volume (Ray Cast), then a generated volume as Isosurface (Ray Cast). For each gesture the mouse of the X
server is pressed, moved 40 times in two seconds (--moves, --seconds) and released. Meanwhile the pixels in
the middle of the view are looked at every 10 ms. The gesture "image refining" turns the wheel over the panel
while a path traced picture is refined, and looks there. Prints for each gesture: the pictures shown while the
mouse moves, the median and the largest gap between them and the time to the first, in milliseconds;
interactive frames and stills of the view in this time; then, after the release, the stills, the time to the
last of them, and its own duration.
"""

import argparse
import ctypes
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import zlib

LOOK_EVERY = 0.01
MESH_GESTURES = (
    "camera,isovalue,opacity point,color point,threshold,slice,cropping,opacity,unit "
    "distance,HAVS camera".split(",")
)
IMAGE_GESTURES = "image camera,image isovalue,image refining".split(",")


class Mouse:
    """The mouse and the screen of the X server."""

    def __init__(self):
        self.x11, self.xtst = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
        self.x11.XOpenDisplay.restype = self.x11.XGetImage.restype = ctypes.c_void_p
        self.x11.XDefaultRootWindow.restype = ctypes.c_ulong
        self.server = ctypes.c_void_p(self.x11.XOpenDisplay(None))
        self.root = ctypes.c_ulong(self.x11.XDefaultRootWindow(self.server))
        self.image = None

    def move(self, x, y):
        self.xtst.XTestFakeMotionEvent(self.server, -1, int(x), int(y), 0)
        self.x11.XFlush(self.server)

    def press(self, is_down, button=1):
        self.xtst.XTestFakeButtonEvent(self.server, button, int(is_down), 0)
        self.x11.XFlush(self.server)

    def look(self, x, y, width, height):
        """Returns a number that depends on the pixels shown there."""
        place = [ctypes.c_int(x), ctypes.c_int(y), ctypes.c_uint(width), ctypes.c_uint(height)]
        place += [ctypes.c_ulong(0xFFFFFF), 2]
        if self.image is None:
            self.image = ctypes.c_void_p(self.x11.XGetImage(self.server, self.root, *place))
        else:
            self.x11.XGetSubImage(self.server, self.root, *place, self.image, 0, 0)
        data = ctypes.cast(self.image, ctypes.POINTER(ctypes.c_void_p))[2]  # after four integers
        return zlib.crc32(ctypes.string_at(data, 4 * width * height))


def drag(begin, end, region, quiet, moves, seconds):
    """Drags from begin to end and back; without an end it turns the wheel at begin. Prints as JSON when there
    were new pictures, and when the release was."""
    mouse, pictures = Mouse(), []
    mouse.move(*begin)
    time.sleep(0.3)
    shown = mouse.look(*region)

    def look_until(then):
        nonlocal shown
        while time.time() < then:
            now = mouse.look(*region)
            if now != shown:
                shown = now
                pictures.append(time.time())
            time.sleep(LOOK_EVERY)

    if end:
        mouse.press(True)
    look_until(time.time() + 0.3)
    pictures.clear()  # drops the pictures of the press
    start = time.time()
    for i in range(1, moves + 1):
        place = i / moves * 2
        # Beside the places of the way there: other pictures.
        place = place if place < 1 else 2 - place + 1 / moves
        if end:
            mouse.move(*(b + (e - b) * place for b, e in zip(begin, end)))
        else:
            down, up = 5, 4
            mouse.press(True, down if 2 * i <= moves else up)
            mouse.press(False, down if 2 * i <= moves else up)
        look_until(start + i * seconds / moves)
    release = time.time()
    if end:
        mouse.press(False)
    look_until(release + quiet)
    print(json.dumps({"start": start, "release": release, "pictures": pictures}))


class Window:
    """Shows the data in ParaView's window and starts its gestures, one after the other."""

    def __init__(self, options):
        from PyQt5 import QtCore, QtWidgets

        self.qt, self.options, self.frames = QtCore, options, []
        self.window = next(
            w for w in QtWidgets.QApplication.topLevelWidgets() if w.objectName() == "pqClientMainWindow"
        )
        self.widgets = QtWidgets
        self.gestures = list(options["gestures"])
        self.display = self.view = None
        print(
            "gesture          pictures  median  largest   first | frames  stills || after release: stills   "
            "last   took",
            flush=True,
        )
        self.after(1, self.next)

    def after(self, seconds, what):
        def checked():
            try:
                what()
            except Exception as problem:  # nobody else would say so
                print(f"{type(problem).__name__}: {problem}", flush=True)
                os._exit(1)

        self.qt.QTimer.singleShot(int(1e3 * seconds), checked)

    def show(self, path, kind):
        from paraview import simple

        reader = simple.LegacyVTKReader(FileNames=[path])
        self.view = simple.GetActiveViewOrCreate("RenderView")
        self.view.OrientationAxesVisibility = 0
        if self.display:
            self.display.Visibility = 0
        else:
            self.view.SMProxy.AddObserver("StartEvent", lambda *_: self.frames.append([time.time()]))
            self.view.SMProxy.AddObserver("EndEvent", self.drawn)
        self.display = simple.Show(reader, self.view)
        self.display.SetRepresentationType(kind)
        simple.SetActiveSource(reader)
        simple.ResetCamera(self.view)
        self.view.GetActiveCamera().Azimuth(30)
        self.view.GetActiveCamera().Elevation(20)
        simple.Render(self.view)
        return simple

    def drawn(self, *_):
        interactive = self.view.GetRenderWindow().GetDesiredUpdateRate() > 1
        self.frames[-1] += [time.time(), interactive]

    def child(self, *names):
        widget = self.window
        for name in names:
            widget = next(w for w in widget.findChildren(self.widgets.QWidget, name) if w.isVisible())
        return widget

    def place(self, widget, x, y):
        """Returns a place of a widget in pixels of the screen; x and y go from 0 to 1."""
        point = widget.mapToGlobal(self.qt.QPoint(int(x * widget.width()), int(y * widget.height())))
        return point.x(), point.y()

    def slider(self, *names):
        slider = self.child(*names).findChild(self.widgets.QSlider)
        area = self.window.findChild(self.widgets.QScrollArea, "scrollArea")
        for scroll in self.window.findChildren(self.widgets.QScrollArea):
            if scroll.isAncestorOf(slider):
                area = scroll
        area.ensureWidgetVisible(slider)
        slider.setValue(slider.minimum() + (slider.maximum() - slider.minimum()) // 5)
        return slider

    def screen(self):
        return self.child("Viewport")

    def pixel(self, point):
        """Returns the screen's pixel of a point in space."""
        renderer, screen = self.view.GetRenderer(), self.screen()
        renderer.SetWorldPoint(*point, 1)
        renderer.WorldToDisplay()
        x, y, _ = renderer.GetDisplayPoint()
        return self.place(screen, x / screen.width(), 1 - y / screen.height())

    def next(self):
        if not self.gestures:
            sys.stdout.flush()
            os._exit(0)
        self.gesture = self.gestures.pop(0)
        image = self.gesture.startswith("image")
        if self.display is None or image != getattr(self, "image", None):
            self.image = image
            if image:
                self.show(self.options["volume"], "Isosurface (Ray Cast)")
            else:
                self.show(self.options["mesh"], "Volume (Ray Cast)")
            self.after(4, lambda: self.prepare(True))
        else:
            self.prepare(True)

    def prepare(self, is_first):
        """Switches on what the gesture drags, and finds it when it is shown."""
        from paraview import simple

        display, name = self.display, self.gesture.replace("image ", "")
        if is_first:
            if not self.image:
                display.UseThreshold = int(name == "threshold")
                display.UseSlices = int(name == "slice")
                display.UseCropping = int(name == "cropping")
                display.RayCastIsosurfaces = [0.5, 0.5, 1, 0, 1, 1, 1] if name == "isovalue" else []
                display.RayCastMapper = "HAVS" if name.startswith("HAVS") else "Gu-Kim ray cast"
                display.Opacity = 0.5 if name == "opacity" else 1
            elif name == "refining":
                display.SetRepresentationType("Isosurface (Path Traced)")
                display.PathTraceSamples = 10000
            simple.Render(self.view)
            self.window.findChild(self.widgets.QDockWidget, "colorMapEditorDock").setVisible(" point" in name)
            self.after(3, lambda: self.prepare(False))
            return
        if name == "refining":
            begin = next(
                scroll.viewport()
                for scroll in self.window.findChildren(self.widgets.QScrollArea)
                if scroll.isVisible() and scroll.isAncestorOf(self.child("Isosurfaces"))
            )
            self.drag(begin, None)
            return
        screen = self.screen()
        middle = self.place(screen, 0.45, 0.5)
        if name.endswith("camera"):
            begin, end = middle, (middle[0] + 150, middle[1] + 60)
        elif name in ("opacity point", "color point"):
            editor = self.child("OpacityEditor" if name == "opacity point" else "ColorEditor")
            begin = self.place(editor, 0.4, 0.5)
            # Do not go as far as the next point, which would stop this one.
            end = (begin[0] + 20, begin[1] + (25 if name == "opacity point" else 0))
        elif name == "slice":
            low, high = display_bounds(display)
            center = [(a + b) / 2 for a, b in zip(low, high)]
            begin = self.pixel([c + 0.12 * (b - a) * f for c, a, b, f in zip(center, low, high, (0, 1, 1))])
            end = (begin[0] + 80, begin[1])
        elif name == "cropping":
            low, high = display_bounds(display)
            begin = self.pixel([high[0]] + [(a + b) / 2 for a, b in zip(low[1:], high[1:])])
            end = self.pixel([(a + b) / 2 for a, b in zip(low, high)])
        else:
            slider = self.slider(
                *{
                    "isovalue": ["IsovalueSlider"],
                    "threshold": ["ThresholdRange", "ThresholdBetween_0"],
                    "opacity": ["Opacity"],
                    "unit distance": ["ScalarOpacityUnitDistance"],
                }[name]
            )
            begin, end = None, slider
        self.after(self.options["settle"], lambda: self.drag(begin, end))

    def drag(self, begin, end):
        if end is None:  # the wheel, over what scrolls
            left, top = self.place(begin, 0.1, 0.1)
            region = [left, top, begin.width() // 2, begin.height() // 2]
            self.start(self.place(begin, 0.5, 0.5), None, region)
            return
        if begin is None:
            # Drag as far as possible except to the ends, where nothing would change: a narrow panel has few
            # steps.
            slider, handle = end, 11  # pixels
            begin, end = (
                self.place(slider, (handle / 2 + at * (slider.width() - handle)) / slider.width(), 0.5)
                for at in (0.2, 0.9)
            )
        screen = self.screen()
        width, height = screen.width() // 2, screen.height() // 2
        x, y = self.place(screen, 0.25, 0.25)
        self.start(begin, end, [x, y, width, height])

    def start(self, begin, end, region):
        self.frames.clear()
        command = ["python3", self.options["script"], "--drag"]
        how = [self.options[name] for name in ("quiet", "moves", "seconds")]
        given = json.dumps([begin, end, region, *how])
        self.driver = subprocess.Popen(command + [given], stdout=subprocess.PIPE, text=True)
        self.wait()

    def wait(self):
        if self.driver.poll() is None:
            self.after(0.1, self.wait)
            return
        self.print(json.loads(self.driver.stdout.read()))
        self.next()

    def print(self, seen):
        start, release = seen["start"], seen["release"]
        pictures = [t for t in seen["pictures"] if t < release]
        gaps = [1e3 * (b - a) for a, b in zip([start] + pictures, pictures + [release])]
        frames = [f for f in self.frames if len(f) == 3]
        held = [f for f in frames if start <= f[0] < release]
        stills = [f for f in frames if f[0] >= release and not f[2]]
        last = 1e3 * (stills[-1][1] - release) if stills else float("nan")
        took = 1e3 * (stills[-1][1] - stills[-1][0]) if stills else float("nan")
        first = 1e3 * (pictures[0] - start) if pictures else float("nan")
        print(
            f"{self.gesture:16s} {len(pictures):8d} {statistics.median(gaps):7.0f} {max(gaps):8.0f} "
            f"{first:7.0f} | "
            f"{sum(f[2] for f in held):6d} {sum(not f[2] for f in held):7d} || {len(stills):21d} {last:6.0f} "
            f"{took:6.0f}",
            flush=True,
        )


def display_bounds(display):
    bounds = display.Input.GetDataInformation().GetBounds()
    return bounds[0::2], bounds[1::2]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("plugin", nargs="?", help="the folder of InKRay.so")
    parser.add_argument("--paraview", default="paraview")
    parser.add_argument("--generators", help="the folder of inkray-generate-tets (default: bin of the build)")
    parser.add_argument("--gestures", default=",".join(MESH_GESTURES + IMAGE_GESTURES))
    parser.add_argument("--tets", type=int, default=100000)
    parser.add_argument("--moves", type=int, default=40,
                        help="of the mouse; more show how quick a quick machine is")
    parser.add_argument("--seconds", type=float, default=2.0, help="that the mouse moves")
    parser.add_argument("--points", default="256x256x256", help="of the volume")
    parser.add_argument("--quiet", type=float, default=6,
                        help="seconds that are waited for stills after a release")
    parser.add_argument("--settle", type=float, default=6,
                        help="seconds that are waited for stills before a press")
    parser.add_argument("--drag", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.drag:
        drag(*json.loads(options.drag))
        return
    plugin = os.path.abspath(options.plugin)
    generators = options.generators or os.path.join(plugin, "..", "..", "bin")
    with tempfile.TemporaryDirectory() as folder:
        mesh, volume = os.path.join(folder, "mesh.vtk"), os.path.join(folder, "volume.vtk")
        for command in (
            ["inkray-generate-tets", "--tets", str(options.tets), mesh],
            ["inkray-generate-volume", "--kind", "mixing", "--size", options.points, volume],
        ):
            command[0] = os.path.join(generators, command[0])
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        given = {"mesh": mesh, "volume": volume, "gestures": options.gestures.split(",")}
        given.update(quiet=options.quiet, settle=options.settle, moves=options.moves, seconds=options.seconds)
        given["script"] = os.path.abspath(__file__)  # which ParaView's Python does not know
        environment = dict(os.environ, INKRAY_GESTURES=json.dumps(given), HOME=folder, XDG_RUNTIME_DIR=folder)
        command = [options.paraview, "--dr", f"--plugin-search-paths={plugin}", "--plugins=InKRay"]
        command += ["-geometry", "1250x860+0+0", f"--script={given['script']}"]
        subprocess.run(command, check=False, env=environment)


if "INKRAY_GESTURES" in os.environ and "--drag" not in sys.argv:
    window = Window(json.loads(os.environ["INKRAY_GESTURES"]))
else:
    main()
