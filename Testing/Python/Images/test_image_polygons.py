# SPDX-License-Identifier: BSD-3-Clause
"""Regression image of translucent stream tubes and a translucent sphere within a volume, in front of an
opaque box. Each is drawn at its depth, in any order of showing."""
from paraview import simple

import image_testing as images
import raycast_testing as t

same = images.Baselines()
t.load_plugin()


def volume(view):
    """A volume that is denser towards its center."""
    return images.on_device(t.show(t.wavelet_tets(6), view, unit_distance=4.0, camera=False))


def tubes(view):
    """Along the gradient of the volume's values."""
    gradient = simple.Gradient(Input=simple.Wavelet(WholeExtent=[-6, 6] * 3),
                               ScalarArray=['POINTS', 'RTData'])
    gradient.UpdatePipeline()  # whose arrays the tracer looks for
    streams = simple.StreamTracer(Input=gradient, Vectors=['POINTS', 'Gradient'], SeedType='Line')
    streams.SeedType.Point1, streams.SeedType.Point2 = [-5.0, -5.0, -3.0], [5.0, 5.0, 4.0]
    streams.SeedType.Resolution = 10
    display = simple.Show(simple.Tube(Input=streams, Radius=0.4), view, 'GeometryRepresentation')
    display.ColorArrayName = [None, '']
    display.DiffuseColor = display.AmbientColor = [0.1, 0.8, 0.2]
    display.Opacity = 0.6
    return display


def sphere(view):
    """Half within the volume."""
    display = simple.Show(simple.Sphere(Center=[5.0, -5.0, 2.0], Radius=3.5, ThetaResolution=24,
                                        PhiResolution=24), view, 'GeometryRepresentation')
    display.DiffuseColor = display.AmbientColor = [0.2, 0.3, 1.0]
    display.Opacity = 0.4
    return display


def box(view):
    display = simple.Show(simple.Box(Center=[-3.0, -2.0, -3.0], XLength=2.0, YLength=2.0, ZLength=5.0), view,
                          'GeometryRepresentation')
    display.DiffuseColor = display.AmbientColor = [0.9, 0.8, 0.1]
    return display


pictures = []
for order in ((volume, tubes, sphere, box), (box, sphere, tubes, volume)):
    view = images.new_view([112, 84])
    shown = {show: show(view) for show in order}
    images.color_map('RTData', [130.0, 0.1, 0.2, 0.9, 200.0, 0.9, 0.9, 0.9, 277.0, 0.9, 0.2, 0.1])
    images.opacity_map('RTData', [130.0, 0.0, 277.0, 0.9])
    images.look(view, (1.0, -2.2, 0.9), 1.6)
    same(view, 'ParaViewVolumePolygons')
    pictures.append(t.image(view))
    notes = t.remarks(shown[volume], 'note')
    t.Checks.__call__(same, 'polygons' not in notes, 'polygons are in their depth: %s' % notes)
    # A volume in another blend mode covers the polygons within it, and a note says so.
    shown[volume].BlendMode = 'Maximum Intensity'
    simple.Render(view)
    notes = t.remarks(shown[volume], 'note')
    t.Checks.__call__(same, 'covers translucent polygons' in notes, 'it says that they are not: %s' % notes)
    simple.Delete(view)
t.Checks.__call__(same, (pictures[0] == pictures[1]).all(), 'the order of showing does not matter')
same.done()
