# SPDX-License-Identifier: BSD-3-Clause
"""Regression images in pvpython: pictures of a view are compared with files in Testing/Baselines, whose
README explains the rule.

INKRAY_TEST_DEVICE is the device that casts the rays, cpu or cuda; INKRAY_TEST_OUTPUT the folder for the
pictures; INKRAY_COMPARE_PICTURES the program compare_pictures of the build; INKRAY_BASELINE_CANDIDATES, where
it is set, the folder for all of them.
"""
import os
import subprocess

from paraview import simple
from vtkmodules.vtkCommonExecutionModel import vtkTrivialProducer
from vtkmodules.vtkIOImage import vtkPNGWriter

import raycast_testing as t

BASELINES = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'Baselines')
DEVICE = os.environ.get('INKRAY_TEST_DEVICE', 'cpu').upper()
SIZE = [240, 200]
OUTPUT = os.environ.get('INKRAY_TEST_OUTPUT', '.')
# Properties that tell why another device cast the rays.
REASONS = {'Volume (Ray Cast)': 'RayCastFallbackReason', 'Isosurface (Ray Cast)': 'IsosurfaceFallbackReason'}


def new_view(size=SIZE):
    return t.new_view((0.1, 0.12, 0.18), size)


def look(view, direction, zoom=1.3, parallel=False):
    """Place the camera in a direction from the center of all visible data."""
    view.CameraParallelProjection = 1 if parallel else 0
    camera = view.GetActiveCamera()
    camera.SetFocalPoint(0, 0, 0)
    camera.SetPosition(*direction)
    camera.SetViewUp(0, 0, 1)
    camera.SetViewAngle(30)
    simple.ResetCamera(view)
    camera.Zoom(zoom)


def look_from(view, position, focus, angle):
    """Place the camera inside the data."""
    view.CameraParallelProjection = 0
    camera = view.GetActiveCamera()
    camera.SetPosition(*position)
    camera.SetFocalPoint(*focus)
    camera.SetViewUp(0, 0, 1)
    camera.SetViewAngle(angle)


def on_device(display):
    """Have this representation cast its rays on the device under test."""
    for name in ('RayCastDevice', 'IsosurfaceDevice'):
        if display.GetProperty(name):
            setattr(display, name, DEVICE)
    return display


def color_map(array, colors, component=None):
    """Set an array's color map, for a component or the magnitude, from a list of value, red, green, blue, and
    return it."""
    lut = simple.GetColorTransferFunction(array)
    lut.ColorSpace = 'RGB'
    lut.RGBPoints = colors
    lut.VectorMode = 'Magnitude' if component is None else 'Component'
    lut.VectorComponent = component or 0
    return lut


def opacity_map(array, points):
    """Set an array's opacity function from a list of value, opacity, and return it."""
    function = simple.GetOpacityTransferFunction(array)
    pairs = zip(points[::2], points[1::2])
    function.Points = [x for value, opacity in pairs for x in (value, opacity, 0.5, 0.0)]
    return function


def ball(view, center, radius, color, opacity=1.0):
    """Show a sphere of polygons and return its source."""
    source = simple.Sphere(Center=center, Radius=radius, ThetaResolution=40, PhiResolution=40)
    display = simple.Show(source, view)
    display.ColorArrayName = [None, '']
    display.AmbientColor = display.DiffuseColor = color
    display.Opacity = opacity
    return source


class Baselines(t.Checks):
    """Compares views with baselines and goes on after a failure. The script ends with the number of
    failures."""

    def __call__(self, view, name):
        """Compare the view with NAME.png. Settings that must give the same picture have the same name."""
        simple.Render(view)
        for display in view.Representations:
            for kind, reason in REASONS.items():
                if display.Visibility and display.Representation == kind:
                    why = t.information(display, reason)
                    super().__call__(not why, '%s: cast on %s %s' % (name, DEVICE, why))
        simple.SetActiveView(view)
        picture = vtkTrivialProducer()
        picture.SetOutput(view.CaptureWindow(1))
        folder = os.environ.get('INKRAY_BASELINE_CANDIDATES')
        if folder:
            writer = vtkPNGWriter()
            writer.SetFileName(os.path.join(folder, name + '.png'))
            writer.SetInputConnection(picture.GetOutputPort())
            writer.Write()
        baseline = os.path.abspath(os.path.join(BASELINES, name + '.png'))
        output = os.path.join(OUTPUT, name)
        writer = vtkPNGWriter()
        writer.SetFileName(output + '.png')
        writer.SetInputConnection(picture.GetOutputPort())
        writer.Write()
        compared = subprocess.run([os.environ['INKRAY_COMPARE_PICTURES'], output + '.png', baseline, output],
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        super().__call__(compared.returncode == 0, '%s: %s' % (name, compared.stdout.strip()))
