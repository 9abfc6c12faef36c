# SPDX-License-Identifier: BSD-3-Clause
"""Draws the demonstration's pictures with the plug-in. Each goes to a file with all that draws it again
without ParaView.

    pvpython Testing/Wheel/plugin_pictures.py PLUGIN INPUT OUT [SIZE]

PLUGIN is InKRay.so. INPUT is a folder with generated.vtk and piston.vtk; a missing one is left out. OUT is
the folder for the files NAME.npz. same_pictures.py compares them with what the module draws.
"""
import os
import sys

import numpy as np
from paraview import simple
from paraview.vtk.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkRenderingCore import vtkWindowToImageFilter

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path[:0] = [os.path.join(TOP, "Data"), os.path.join(TOP, "Python", "inkray")]
import demo  # noqa: E402
import vtk_scene  # noqa: E402


def array(values):
    return vtk_to_numpy(values).copy()


def picture(view):
    """Returns the picture that the view shows, as bytes, top row first."""
    simple.Render(view)
    grab = vtkWindowToImageFilter()
    grab.SetInput(view.GetRenderWindow())
    grab.ReadFrontBufferOff()
    grab.ShouldRerenderOff()
    grab.Update()
    image = grab.GetOutput()
    width, height, _ = image.GetDimensions()
    return array(image.GetPointData().GetScalars()).reshape(height, width, 3)[::-1]


def scene(view):
    shown = picture(view)  # rendering also sets the camera's clipping planes
    renderer = view.GetRenderer()
    eye, projection = vtk_scene.read_camera(renderer)
    return {
        "picture": shown,
        "view": eye,
        "projection": projection,
        "background": renderer.GetBackground(),
        "lights": np.array(vtk_scene.read_lights(renderer), dtype=object),
    }


def colors(name, count=4097):
    """Returns the color map of an array: ascending values and their colors."""
    proxy = simple.GetColorTransferFunction(name)
    proxy.Discretize = 0
    function = proxy.GetClientSideObject()
    low, high = function.GetRange()
    scalars = np.linspace(low, high, count)
    rgb = np.empty((count, 3))
    color = [0.0] * 3
    for i, x in enumerate(scalars):
        function.GetColor(x, color)
        rgb[i] = color
    return scalars, rgb


def mesh_scene(which, folder, view):
    reader, display = demo.show(which, folder, view)
    scalars, rgb = colors(which["array"])
    opacity = simple.GetOpacityTransferFunction(which["array"]).Points
    grid = reader.GetClientSideObject().GetOutput()
    return {
        **scene(view),
        "kind": "mesh",
        "points": array(grid.GetPoints().GetData()),
        "offsets": array(grid.GetCells().GetOffsetsArray()),
        "ids": array(grid.GetCells().GetConnectivityArray()),
        "types": array(grid.GetCellTypesArray()),
        "values": array(grid.GetPointData().GetArray(which["array"])),
        "scalars": scalars,
        "colors": rgb,
        "opacities": np.array(opacity).reshape(-1, 4)[:, :2],
        "unit_distance": display.ScalarOpacityUnitDistance,
    }


def surface_scene(which, view):
    source, display = demo.show_surface(which, view)
    scalars, rgb = colors(which["array"])
    image = source.GetClientSideObject().GetOutputDataObject(0)
    shape = image.GetDimensions()[::-1]
    return {
        **scene(view),
        "kind": "volume",
        "volume": array(image.GetPointData().GetArray(which["contour"])).reshape(shape),
        "second": array(image.GetPointData().GetArray(which["array"])).reshape(shape),
        "spacing": image.GetSpacing(),
        "origin": image.GetOrigin(),
        "isovalue": which["isovalue"],
        "scalars": scalars,
        "colors": rgb,
        "specular": display.Specular,
        "specular_power": display.SpecularPower,
    }


def main():
    plugin, folder, out = sys.argv[1:4]
    size = int(sys.argv[4]) if len(sys.argv) > 4 else 512
    demo.load_plugin(plugin)
    os.makedirs(out, exist_ok=True)
    for which in (*demo.SCENES, demo.SURFACE):
        view = demo.new_view((size, size))
        view.UseFXAA = 0
        if "file" not in which:
            made = surface_scene({**which, "points": 96}, view)
        elif os.path.exists(os.path.join(folder, which["file"])):
            made = mesh_scene(which, folder, view)
        else:
            print(f"{which['name']}: {which['file']} is not there")
            continue
        np.savez(os.path.join(out, which["name"] + ".npz"), **made)
        print(which["name"], made["picture"].shape, made["picture"].mean())


main()
