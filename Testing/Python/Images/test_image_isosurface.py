# SPDX-License-Identifier: BSD-3-Clause
"""Regression images of Isosurface (Ray Cast): colors, opacities, cropping, light, cameras, and geometry
around the surfaces."""
import numpy as np
from paraview import simple

import image_testing as images
import iso_testing as iso
import raycast_testing as t

same = images.Baselines()
t.load_plugin()
view = images.new_view()


def gyroid(x, y, z):
    a, b, c = 4.5 * x, 4.5 * y, 4.5 * z
    waves = np.sin(a) * np.cos(b) + np.sin(b) * np.cos(c) + np.sin(c) * np.cos(a)
    return waves + 0.9 * (x * x + y * y + z * z)


arrays = {'gyroid': gyroid, 'waves': lambda x, y, z: 0.5 + 0.5 * np.sin(7 * x) * np.cos(5 * z),
          'vector': lambda x, y, z: np.stack([x, gyroid(x, y, z), z], axis=3),
          'missing': lambda x, y, z: np.where((x > 0.2) & (y < 0), np.nan, gyroid(x, y, z))}
cells = {'cell gyroid': gyroid, 'cell waves': lambda x, y, z: 0.5 + 0.5 * np.sin(7 * x) * np.cos(5 * z)}
source = iso.producer(iso.image_data(arrays, (36, 33, 30), cells=cells))
LIT = dict(Ambient=0.1, Diffuse=0.9, Specular=0.0, IsosurfaceSmoothNormals=1)
display = iso.show(source, view, [0.3], IsosurfaceArray=['POINTS', 'gyroid'], camera=False, **LIT)
images.on_device(display)
images.look(view, (2.4, -3.8, 2.4), 1.4)


def solid(rgb=(0.9, 0.45, 0.15)):
    display.ColorArrayName = [None, '']
    display.AmbientColor = display.DiffuseColor = rgb


def color_by(association, array, colors, component=None):
    simple.ColorBy(display, (association, array))
    display.LookupTable = images.color_map(array, colors, component)


WAVES = [0.0, 0.1, 0.3, 0.9, 0.5, 0.95, 0.95, 0.9, 1.0, 0.9, 0.15, 0.1]

# Colors. Every pipeline and compaction gives the same picture.
solid()
for pipeline in ('Single Kernel', 'Multi-Kernel', 'Kd-Jump', 'Auto'):
    display.IsosurfacePipeline = pipeline
    same(view, 'ParaViewIsosurface')
display.IsosurfaceSmoothNormals = 0
same(view, 'ParaViewIsosurfaceFacets')
display.IsosurfaceSmoothNormals = 1
color_by('POINTS', 'waves', WAVES)
same(view, 'ParaViewIsosurfaceSecondArray')
color_by('CELLS', 'cell waves', WAVES)
same(view, 'ParaViewIsosurfaceSecondArrayCells')
color_by('POINTS', 'vector', [-1.0, 0.1, 0.3, 0.9, 1.0, 0.9, 0.15, 0.1], 2)
same(view, 'ParaViewIsosurfaceColorComponent')
color_by('POINTS', 'vector', [0.0, 0.1, 0.3, 0.9, 1.7, 0.9, 0.15, 0.1])
same(view, 'ParaViewIsosurfaceColorMagnitude')

# Fields of the surface: a component, a magnitude, cell values, and values of which some are missing.
solid()
display.IsosurfaceArray, display.IsosurfaceComponent = ['POINTS', 'vector'], 1
same(view, 'ParaViewIsosurface')
display.IsosurfaceComponent, display.Isovalues = 3, [0.9]
same(view, 'ParaViewIsosurfaceMagnitude')
display.IsosurfaceComponent, display.Isovalues = 0, [0.3]
display.IsosurfaceArray = ['CELLS', 'cell gyroid']
same(view, 'ParaViewIsosurfaceCellValues')
display.IsosurfaceArray = ['POINTS', 'missing']
with t.Messages():
    simple.Render(view)
same(view, 'ParaViewIsosurfaceMissingValues')
display.IsosurfaceArray = ['POINTS', 'gyroid']

# Several isovalues in the colors of a map: opaque, with their own opacities, and with an overall opacity.
color_by('POINTS', 'gyroid', [-0.4, 0.4, 0.85, 0.35, 0.5, 0.25, 0.6, 0.9, 1.4, 0.9, 0.45, 0.15])
display.Isovalues = [1.4, 0.5, -0.4]
display.IsosurfaceOpacities = [0.25, 0.5]
same(view, 'ParaViewIsosurfaceOpacities')
display.Opacity = 0.5
same(view, 'ParaViewIsosurfaceOverallOpacity')
display.Opacity = 1.0

# Rows of the table: the outer surface in the color of the map, the next in a color of its own, another
# hidden; then the outer one by a second array.
display.Isosurfaces = [1.4, 0.3, 1, 0, 1, 1, 1, 0.5, 0.6, 1, 1, 0.1, 0.8, 0.9, 0.9, 1, 0, 1, 1, 0, 0, -0.4, 1,
                       1, 1, 1, 1, 0.2]
same(view, 'ParaViewIsosurfaceTable')
color_by('POINTS', 'waves', WAVES)
same(view, 'ParaViewIsosurfaceTableSecondArray')
display.Isosurfaces = []
display.Isovalues = [0.3]
solid()

# Cropping, and the transform of the data.
display.UseCropping = 1
display.CroppingOrigin, display.CroppingScale = [0.3, 0.1, 0.2], [0.6, 0.7, 0.6]
same(view, 'ParaViewIsosurfaceCropped')
display.UseCropping = 0
t.place(display, [0.3, 0.1, 0.0], [1.0, 0.6, 1.2], [20.0, 0.0, 30.0])
same(view, 'ParaViewIsosurfaceMoved')
t.place(display)

# Light: highlights, and a red lamp from above beside the headlight.
display.Diffuse, display.Specular, display.SpecularPower = 0.6, 0.8, 12.0
same(view, 'ParaViewIsosurfaceSpecular')
lamp = simple.AddLight(view=view)
lamp.Coords = 'Scene'
lamp.Position, lamp.FocalPoint = [0, 0, 10], [0, 0, 0]
lamp.Intensity, lamp.DiffuseColor = 0.8, [1.0, 0.2, 0.2]
same(view, 'ParaViewIsosurfaceTwoLights')
simple.RemoveLight(lamp)
for name, value in LIT.items():
    setattr(display, name, value)

# Cameras, and fewer rays.
images.look(view, (2.4, -3.8, 2.4), 1.4, parallel=True)
same(view, 'ParaViewIsosurfaceParallel')
images.look_from(view, (-0.35, -0.35, -0.3), (0.6, 0.5, 0.3), 80)
same(view, 'ParaViewIsosurfaceCameraInside')
images.look(view, (2.4, -3.8, 2.4), 1.4)
display.IsosurfaceImageSampleDistance = 3.0
same(view, 'ParaViewIsosurfaceCoarse')
display.IsosurfaceImageSampleDistance = 1.0

# Geometry inside, in front and behind; then the surface translucent among it.
images.ball(view, [0.5, -0.5, 0.2], 0.35, [0.2, 0.9, 0.2])
images.ball(view, [-0.2, -1.5, 0.5], 0.2, [0.9, 0.9, 0.1])
images.ball(view, [-0.6, 1.8, 0.6], 0.6, [0.7, 0.2, 0.9])
images.look(view, (2.4, -3.8, 2.4), 1.4)
same(view, 'ParaViewIsosurfaceAmongBalls')
display.Opacity = 0.5
same(view, 'ParaViewIsosurfaceTranslucentAmongBalls')
# ParaView's default, FXAA, which must be applied after the surface is drawn.
view.UseFXAA = 1
same(view, 'ParaViewIsosurfaceTranslucentEdges')
same.done()
