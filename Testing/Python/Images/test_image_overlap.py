# SPDX-License-Identifier: BSD-3-Clause
"""Regression image of data that overlap: two meshes, one of them with an isosurface and a slice, and a
translucent isosurface of an image are drawn as one picture, in any order of showing."""
from paraview import simple

import image_testing as images
import iso_testing as iso
import raycast_testing as t

same = images.Baselines()
t.load_plugin()
COLORS = [130.0, 0.1, 0.2, 0.9, 200.0, 0.9, 0.9, 0.9, 277.0, 0.9, 0.2, 0.1]
OPACITIES = [130.0, 0.0, 277.0, 0.9]


def volume(view):
    """A volume that is denser towards its center."""
    display = images.on_device(t.show(t.wavelet_tets(6), view, unit_distance=6.0, camera=False))
    display.Position = [-2.0, 0.0, 0.0]


def surfaces(view):
    """A turned mesh with a thin volume, a translucent isosurface in one color, and a slice."""
    display = images.on_device(t.show(t.wavelet_tets(5), view, unit_distance=20.0, camera=False))
    display.Position, display.Orientation = [4.0, 1.0, 1.0], [0.0, 30.0, 20.0]
    display.RayCastIsosurfaces = [230.0, 0.6, 1, 1, 0.2, 0.9, 0.3]
    display.UseSlices, display.SliceOpacity, display.SliceOffsets = 1, 0.8, [0.0]
    display.SliceOrigin, display.SliceNormal = [0.0, 0.0, 0.0], [0.3, 0.1, 1.0]


def image(view):
    """Translucent isosurfaces of an image in both."""
    display = images.on_device(iso.show(simple.Wavelet(WholeExtent=[-5, 5] * 3), view, isovalues=[180.0],
                                        camera=False))
    display.IsosurfaceOpacities = [0.5]
    display.DiffuseColor = display.AmbientColor = [0.9, 0.8, 0.2]
    display.Position = [0.0, -3.0, 2.0]


pictures = []
for order in ((volume, surfaces, image), (image, surfaces, volume)):
    view = images.new_view([200, 150])
    for show in order:
        show(view)
    images.color_map('RTData', COLORS)  # over one range, whichever display was shown last
    images.opacity_map('RTData', OPACITIES)
    images.look(view, (1.0, -2.2, 0.9), 1.6)
    same(view, 'ParaViewVolumeOverlap')
    pictures.append(t.image(view))
    for display in view.Representations:
        if hasattr(display, 'Visibility') and display.Visibility:
            notes = t.remarks(display, 'note')
            t.Checks.__call__(same, 'not mixed' not in notes, 'all are mixed: %s' % notes)
    simple.Delete(view)
t.Checks.__call__(same, (pictures[0] == pictures[1]).all(), 'the order of showing does not matter')
same.done()
