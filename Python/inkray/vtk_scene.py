# SPDX-License-Identifier: BSD-3-Clause
"""The lights and the camera of VTK's renderers as plain numbers. Imports nothing: the objects provide VTK."""

import math


def read_lights(renderer):
    """The lights of a renderer that are on, in eye coordinates, as arguments of Light.

    A light's diffuse color is also the color of its highlights, as with VTK's surfaces.
    """
    view = renderer.GetActiveCamera().GetModelViewTransformObject()
    lights = renderer.GetLights()
    found = []
    for light in (lights.GetItemAsObject(i) for i in range(lights.GetNumberOfItems())):
        if not light.GetSwitch():
            continue
        position, focal_point = light.GetTransformedPosition(), light.GetTransformedFocalPoint()
        world = _unit([b - a for a, b in zip(position, focal_point)])
        direction = _unit(view.TransformNormal(world))
        positional = bool(light.GetPositional())
        if not any(direction) or (light.LightTypeIsHeadlight() and not positional):
            direction = [0.0, 0.0, -1.0]  # matrices would add a rounding error
        cone = light.GetConeAngle()
        found.append(
            {
                "direction": direction,
                "color": [light.GetIntensity() * c for c in light.GetDiffuseColor()],
                "position": list(view.TransformPoint(position)) if positional else None,
                "attenuation": list(light.GetAttenuationValues()),
                "cone_angle": cone if positional and cone < 90 else None,
                "exponent": light.GetExponent(),
            }
        )
    return found


def read_matrix(matrix):
    """A vtkMatrix4x4 as rows."""
    return [[matrix.GetElement(i, j) for j in range(4)] for i in range(4)]


def read_camera(renderer):
    """The view and projection matrices of the renderer's next frame."""
    camera = renderer.GetActiveCamera()
    projection = camera.GetProjectionTransformMatrix(renderer.GetTiledAspectRatio(), -1, 1)
    return read_matrix(camera.GetModelViewTransformMatrix()), read_matrix(projection)


def _unit(vector):
    length = math.sqrt(sum(c * c for c in vector)) or 1.0
    return [c / length for c in vector]
