# SPDX-License-Identifier: BSD-3-Clause
"""The demonstration: each mesh as Volume (Ray Cast), saved as a picture with its frame time and device.

Called by demo.sh, which makes the meshes:

    pvpython Data/demo.py --plugin build/lib/InKRay/InKRay.so --input build/demo/input --out build/demo
    INKRAY_DEMO_GUI="PLUGIN:INPUT" paraview --script=Data/demo.py      (loads and shows; saves nothing)
"""
import argparse
import os
import sys
import time

from paraview import simple

# One entry a picture. `opacity` holds (share of the scalar range, opacity) pairs; `unit` is the distance, in shares of the mesh's diagonal, over which that opacity is
# reached; `towards` is where the camera stands, seen from the middle of the mesh.
SCENES = (
    {
        "name": "generated",
        "file": "generated.vtk",
        "array": "scalar",
        "colors": "Cool to Warm (Extended)",
        "opacity": ((0.0, 0.9), (0.25, 0.25), (0.35, 0.0), (0.5, 0.0), (0.55, 0.3), (0.6, 0.0), (0.75, 0.1), (0.85, 0.9), (1.0, 1.0)),
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
REPRESENTATION = "Volume (Ray Cast)"
SIZE = (1024, 1024)
TURNS = 8  # frames over which the frame time is averaged


class DemoError(Exception):
    """Something the user can put right."""


def load_plugin(path):
    if not os.path.exists(path):
        raise DemoError(f"{path} is missing: build the plug-in first (./demo.sh does)")
    simple.LoadPlugin(os.path.abspath(path), remote=False, ns=vars(simple))


def show(scene, folder, view):
    """Open the scene's mesh in `view`; returns its reader and representation."""
    path = os.path.join(folder, scene["file"])
    reader = simple.LegacyVTKReader(registrationName=scene["name"], FileNames=[path])
    reader.UpdatePipeline()
    if reader.GetDataInformation().GetNumberOfCells() == 0:
        raise DemoError(f"{path} has no cells; delete it and run ./demo.sh again")
    display = simple.Show(reader, view)
    if REPRESENTATION not in display.GetProperty("Representation").Available:
        raise DemoError(f"the plug-in is loaded, but ParaView does not offer '{REPRESENTATION}'")
    simple.ColorBy(display, ("POINTS", scene["array"]))
    low, high = reader.PointData[scene["array"]].GetRange()
    colors = simple.GetColorTransferFunction(scene["array"])
    colors.ApplyPreset(scene["colors"], True)
    colors.RescaleTransferFunction(low, high)
    opacity = simple.GetOpacityTransferFunction(scene["array"])
    opacity.Points = [value for share, alpha in scene["opacity"] for value in (low + share * (high - low), alpha, 0.5, 0.0)]
    x0, x1, y0, y1, z0, z1 = reader.GetDataInformation().GetBounds()
    diagonal = ((x1 - x0) ** 2 + (y1 - y0) ** 2 + (z1 - z0) ** 2) ** 0.5
    display.ScalarOpacityUnitDistance = scene["unit"] * diagonal
    display.SetRepresentationType(REPRESENTATION)
    middle = ((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2)
    view.CameraFocalPoint = middle
    view.CameraPosition = [m + diagonal * t for m, t in zip(middle, scene["towards"])]
    view.CameraViewUp = scene["up"]
    view.ResetCamera()
    view.GetActiveCamera().Zoom(1.25)
    return reader, display


def new_view():
    view = simple.CreateView("RenderView")
    view.ViewSize = SIZE
    view.OrientationAxesVisibility = 0
    view.UseColorPaletteForBackground = 0
    view.Background = (0.08, 0.08, 0.1)
    return view


def picture(scene, folder, out):
    view = new_view()
    start = time.monotonic()
    reader, display = show(scene, folder, view)
    simple.Render(view)
    first = time.monotonic() - start
    cells = reader.GetDataInformation().GetNumberOfCells()
    camera = view.GetActiveCamera()
    start = time.monotonic()
    for _ in range(TURNS):
        camera.Azimuth(360 / TURNS)
        simple.Render(view)
    frame = (time.monotonic() - start) / TURNS
    path = os.path.join(out, scene["name"] + ".png")
    simple.SaveScreenshot(path, view)
    display.SMProxy.UpdatePropertyInformation()
    print(f"   {path}: {cells} cells, {SIZE[0]} x {SIZE[1]}, {1000 * frame:.1f} ms a frame (opened and first drawn in {first:.2f} s), {display.RayCastDeviceName}", flush=True)
    if display.RayCastFallbackReason:
        print(f"   note: {display.RayCastFallbackReason}", flush=True)
    simple.Delete(display)
    simple.Delete(reader)
    simple.Delete(view)


def batch():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--plugin", required=True, help="InKRay.so")
    parser.add_argument("--input", required=True, help="the folder with the meshes")
    parser.add_argument("--out", required=True, help="the folder for the pictures")
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    load_plugin(options.plugin)
    for scene in SCENES:
        picture(scene, options.input, options.out)


def gui():
    """Every mesh in its own view, side by side."""
    plugin, folder = os.environ["INKRAY_DEMO_GUI"].split(":")
    load_plugin(plugin)
    view = simple.GetActiveViewOrCreate("RenderView")
    layout = simple.GetLayout(view)
    for number, scene in enumerate(SCENES):
        if number:
            place = layout.SplitHorizontal(0, 0.5)
            view = simple.CreateView("RenderView")
            simple.AssignViewToLayout(view=view, layout=layout, hint=place + 1)
        show(scene, folder, view)
        simple.Render(view)


def main():
    try:
        gui() if "INKRAY_DEMO_GUI" in os.environ else batch()
    except (DemoError, RuntimeError) as error:
        sys.exit(f"demo.py: {error}")


main()
