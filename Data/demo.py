# SPDX-License-Identifier: BSD-3-Clause
"""The demonstration: draws two meshes and a volume, and saves a picture of each.

The meshes are drawn as Volume (Ray Cast), the volume as Isosurface (Ray Cast), as Volume (Ray Cast) and, on a
floor, as Isosurface (Path Traced). For each picture, its time and device are printed.

Called by demo.sh, which makes the meshes. The volume is made here:

    pvpython Data/demo.py --plugin build/lib/InKRay/InKRay.so --input build/demo/input --out build/demo
    INKRAY_DEMO_GUI="PLUGIN:INPUT" paraview --script=Data/demo.py      (loads and shows; saves nothing)
"""

import argparse
import os
import sys
import time

import numpy as np
from paraview import simple
from paraview.vtk.util import numpy_support
from vtkmodules.vtkCommonDataModel import vtkImageData

# One entry for each picture. `opacity` has pairs of a share of the scalar range and an opacity. `unit` is the
# distance over which that opacity is reached, as a share of the mesh's diagonal. `towards` is the direction
# from the center of the mesh to the camera.
SCENES = (
    {
        "name": "generated",
        "file": "generated.vtk",
        "array": "scalar",
        "colors": "Cool to Warm (Extended)",
        "opacity": (
            (0.0, 0.9),
            (0.25, 0.25),
            (0.35, 0.0),
            (0.5, 0.0),
            (0.55, 0.3),
            (0.6, 0.0),
            (0.75, 0.1),
            (0.85, 0.9),
            (1.0, 1.0),
        ),
        "unit": 0.02,
        "towards": (1.6, 1.1, 1.3),
        "up": (0, 0, 1),
    },
    {
        "name": "piston",
        "file": "piston.vtk",
        "array": "von_mises",
        "colors": "Turbo",
        "opacity": ((0.0, 0.03), (0.1, 0.15), (0.3, 0.5), (0.6, 0.9), (1.0, 1.0)),
        "unit": 0.02,
        "towards": (1.2, -1.3, 0.9),
        "up": (0, 0, 1),
    },
)
# The isosurface: `isovalue` of `contour`, colored by `array`.
SURFACE = {
    "name": "isosurface",
    "points": 192,
    "contour": "sheet",
    "isovalue": 0.0,
    "array": "radius",
    "colors": "Turbo",
    "towards": (1.5, -1.9, 1.2),
    "up": (0, 0, 1),
}
# The same image as a volume: opaque at the sheet, and a haze in the channels beside it.
VOLUME = {
    **SURFACE,
    "name": "image_volume",
    "size": (600, 600),
    "colors": "Cool to Warm (Extended)",
    "range": (-0.035, 0.08),
    "opacity": ((-0.035, 0.2), (-0.004, 0.9), (0.004, 0.02), (0.05, 0.03), (0.08, 0.0)),
    "unit": 0.02,
}
# The same in the light of a sky, on a floor below it. On two cores of a CPU a sample takes more than a
# second.
PATHS = {
    **SURFACE,
    "name": "path_traced",
    "size": (600, 600),
    "samples": {"GPU": 1024, "CPU": 8},
    "towards": (1.5, -1.9, 0.9),
    "floor": -0.96,
}
VOLUME_TYPE = "Volume (Ray Cast)"
SURFACE_TYPE = "Isosurface (Ray Cast)"
PATHS_TYPE = "Isosurface (Path Traced)"
# The prefix of the names of a representation's properties that report how it was drawn.
REPORTS = {VOLUME_TYPE: "RayCast", SURFACE_TYPE: "Isosurface", PATHS_TYPE: "PathTrace"}
SIZE = (1024, 1024)
TURNS = 8  # the number of frames for the mean frame time; smaller pictures are drawn once


class DemoError(Exception):
    """An error that the user can fix."""


def load_plugin(path):
    if not os.path.exists(path):
        raise DemoError(f"{path} is missing: build the plug-in first (./demo.sh does)")
    simple.LoadPlugin(os.path.abspath(path), remote=False, ns=vars(simple))


def require(display, representation):
    if representation not in display.GetProperty("Representation").Available:
        raise DemoError(f"the plug-in is loaded, but ParaView does not offer '{representation}'")


def look(source, view, towards, up, zoom=1.25):
    """Place the camera so that it sees the whole source, in this direction from its center."""
    x0, x1, y0, y1, z0, z1 = source.GetDataInformation().GetBounds()
    diagonal = ((x1 - x0) ** 2 + (y1 - y0) ** 2 + (z1 - z0) ** 2) ** 0.5
    middle = ((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2)
    view.CameraFocalPoint = middle
    view.CameraPosition = [m + diagonal * t for m, t in zip(middle, towards)]
    view.CameraViewUp = up
    view.ResetCamera()
    view.GetActiveCamera().Zoom(zoom)
    return diagonal


def show(scene, folder, view):
    """Open the scene's mesh in `view`. Returns its reader and representation."""
    path = os.path.join(folder, scene["file"])
    reader = simple.LegacyVTKReader(registrationName=scene["name"], FileNames=[path])
    reader.UpdatePipeline()
    if reader.GetDataInformation().GetNumberOfCells() == 0:
        raise DemoError(f"{path} has no cells; delete it and run ./demo.sh again")
    display = simple.Show(reader, view)
    require(display, VOLUME_TYPE)
    simple.ColorBy(display, ("POINTS", scene["array"]))
    low, high = reader.PointData[scene["array"]].GetRange()
    colors = simple.GetColorTransferFunction(scene["array"])
    colors.ApplyPreset(scene["colors"], True)
    colors.RescaleTransferFunction(low, high)
    opacity = simple.GetOpacityTransferFunction(scene["array"])
    opacity.Points = [
        value for share, alpha in scene["opacity"] for value in (low + share * (high - low), alpha, 0.5, 0.0)
    ]
    display.ScalarOpacityUnitDistance = scene["unit"] * look(reader, view, scene["towards"], scene["up"])
    display.SetRepresentationType(VOLUME_TYPE)
    return reader, display


def gyroid_ball(n):
    """An image of n^3 points. `sheet` is below 0 inside a thickened gyroid that is cut to a ball; `radius` is
    the distance from the center.
    """
    axis = np.linspace(-1.0, 1.0, n, dtype=np.float32)
    z, y, x = np.meshgrid(axis, axis, axis, indexing="ij")
    radius = np.sqrt(x * x + y * y + z * z)
    k = np.float32(3.0 * np.pi)
    gyroid = np.sin(k * x) * np.cos(k * y) + np.sin(k * y) * np.cos(k * z) + np.sin(k * z) * np.cos(k * x)
    thickness, ball = (np.abs(gyroid) - 0.35) / k, radius - 0.95
    edge = 0.03  # both at once, rounded where they meet
    sheet = 0.5 * (thickness + ball + np.sqrt((thickness - ball) ** 2 + edge**2))
    arrays = {"sheet": sheet.astype(np.float32), "radius": radius}
    image = vtkImageData()
    image.SetDimensions(n, n, n)
    image.SetOrigin(-1.0, -1.0, -1.0)
    image.SetSpacing(*[2.0 / (n - 1)] * 3)
    for name, values in arrays.items():
        array = numpy_support.numpy_to_vtk(values.ravel(), deep=1)
        array.SetName(name)
        image.GetPointData().AddArray(array)
    return image


def told(display, what):
    """A report of the representation about how it was drawn: `what` is DeviceName or FallbackReason."""
    display.SMProxy.UpdatePropertyInformation()
    representation = display.SMProxy.GetProperty("Representation").GetElement(0)
    return display.SMProxy.GetProperty(REPORTS[representation] + what).GetElement(0)


def show_surface(scene, view, representation=SURFACE_TYPE):
    """Make the volume and show its isosurface in `view`. Returns source and representation. A path traced
    surface has only one sample per pixel so far.
    """
    source = simple.TrivialProducer(registrationName=scene["name"])
    source.GetClientSideObject().SetOutput(gyroid_ball(scene["points"]))
    source.UpdatePipeline()
    display = simple.Show(source, view)
    require(display, representation)
    display.SetRepresentationType(representation)
    display.IsosurfaceArray = ["POINTS", scene["contour"]]
    display.Isovalues = [scene["isovalue"]]
    simple.ColorBy(display, ("POINTS", scene["array"]))
    colors = simple.GetColorTransferFunction(scene["array"])
    colors.ApplyPreset(scene["colors"], True)
    colors.RescaleTransferFunction(0.1, 1.05)
    display.Specular, display.SpecularPower = 0.3, 30.0
    display.PathTraceSamples = 1
    simple.Render(view)  # the first frame of a view would move the camera
    look(source, view, scene["towards"], scene["up"], zoom=1.65)
    return source, display


def show_paths(scene, view):
    """The same surface, path traced on a floor. Returns source and representation."""
    source, display = show_surface(scene, view, PATHS_TYPE)
    height, far = scene["floor"], 20.0
    corners = {"Origin": (-far, -far, height), "Point1": (far, -far, height), "Point2": (-far, far, height)}
    ground = simple.Show(simple.Plane(registrationName="floor", **corners), view)
    view.GetActiveCamera().Zoom(0.8)
    ground.AmbientColor = ground.DiffuseColor = (0.8, 0.8, 0.8)
    display.PathTraceIncludeSurfaces = 1
    display.PathTraceLight, display.PathTraceMaterial = "Sky", "Plastic"
    display.PathTraceSkyStrength, display.PathTraceDenoise = 1.3, 1
    display.PathTraceSamples = scene["samples"]["CPU" if told(display, "DeviceName").startswith("CPU")
                                                else "GPU"]
    return source, display


def show_volume(scene, view):
    """The same image as a volume, cut by a plane. Returns source and representation."""
    source, display = show_surface(scene, view)
    display.SetRepresentationType(VOLUME_TYPE)
    simple.ColorBy(display, ("POINTS", scene["contour"]))
    colors = simple.GetColorTransferFunction(scene["contour"])
    colors.ApplyPreset(scene["colors"], True)
    colors.RescaleTransferFunction(*scene["range"])
    opacity = simple.GetOpacityTransferFunction(scene["contour"])
    opacity.Points = [value for point in scene["opacity"] for value in (*point, 0.5, 0.0)]
    display.ScalarOpacityUnitDistance = scene["unit"]
    return source, display


def new_view(size):
    view = simple.CreateView("RenderView")
    view.ViewSize = size
    view.OrientationAxesVisibility = 0
    view.UseColorPaletteForBackground = 0
    view.Background = (0.08, 0.08, 0.1)
    return view


def picture(name, showing, out, size=SIZE):
    """Draw what `showing(view)` shows, rotate it, save it as `name`.png, and print a line about it."""
    view = new_view(size)
    start = time.monotonic()
    source, display = showing(view)
    simple.Render(view)
    timing = f"opened and first drawn in {time.monotonic() - start:.2f} s"
    cells = source.GetDataInformation().GetNumberOfCells()
    if display.Representation == PATHS_TYPE:
        timing = f"{display.PathTraceSamples} samples, opened and drawn in {time.monotonic() - start:.2f} s"
    elif size == SIZE:
        camera = view.GetActiveCamera()
        start = time.monotonic()
        for _ in range(TURNS):
            camera.Azimuth(360 / TURNS)
            simple.Render(view)
        timing = f"{1000 * (time.monotonic() - start) / TURNS:.1f} ms a frame ({timing})"
    path = os.path.join(out, name + ".png")
    simple.SaveScreenshot(path, view)
    print(f"   {path}: {cells} cells, {size[0]} x {size[1]}, {timing}, {told(display, 'DeviceName')}",
          flush=True)
    reason = told(display, "FallbackReason")
    if reason:
        print(f"   note: {reason}", flush=True)
    simple.Delete(display)
    simple.Delete(source)
    simple.Delete(view)


def meshes(folder):
    """The scenes whose mesh exists: not every system has the piston."""
    return [scene for scene in SCENES if os.path.exists(os.path.join(folder, scene["file"]))]


def batch():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--plugin", required=True, help="InKRay.so")
    parser.add_argument("--input", required=True, help="the folder with the meshes")
    parser.add_argument("--out", required=True, help="the folder for the pictures")
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    load_plugin(options.plugin)
    for scene in meshes(options.input):
        picture(scene["name"], lambda view, scene=scene: show(scene, options.input, view), options.out)
    picture(SURFACE["name"], lambda view: show_surface(SURFACE, view), options.out)
    picture(VOLUME["name"], lambda view: show_volume(VOLUME, view), options.out, VOLUME["size"])
    picture(PATHS["name"], lambda view: show_paths(PATHS, view), options.out, PATHS["size"])


def gui():
    """Show each scene in its own view, side by side."""
    plugin, folder = os.environ["INKRAY_DEMO_GUI"].split(":")
    load_plugin(plugin)
    view = simple.GetActiveViewOrCreate("RenderView")
    layout = simple.GetLayout(view)
    for number, scene in enumerate((*meshes(folder), SURFACE)):
        if number:
            place = layout.SplitHorizontal(0, 0.5)
            view = simple.CreateView("RenderView")
            simple.AssignViewToLayout(view=view, layout=layout, hint=place + 1)
        show(scene, folder, view) if scene in SCENES else show_surface(scene, view)
        simple.Render(view)


def main():
    try:
        gui() if "INKRAY_DEMO_GUI" in os.environ else batch()
    except (DemoError, RuntimeError) as error:
        sys.exit(f"demo.py: {error}")


if __name__ != "demo":  # ParaView's window runs scripts with other names
    main()
