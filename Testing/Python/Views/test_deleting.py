# SPDX-License-Identifier: BSD-3-Clause
"""Volumes and translucent surfaces are removed in every possible way, beside each kind of translucent object,
before another volume is shown. ParaView goes on, prints nothing, and shows the picture of a new view.
Debian's ParaView has VTK's asserts, which end the process if a texture is used after its release."""
import itertools

from paraview import simple

import iso_testing as iso
import raycast_testing as t

SIZE = [80, 60]
SOURCES = {}


def source(name, make):
    if name not in SOURCES:
        SOURCES[name] = make()
    return SOURCES[name]


def volume(view):
    return t.show(source('tets', lambda: t.wavelet_tets(4)), view, camera=False)


def moved(view):
    other = source('moved', lambda: simple.Transform(Input=source('tets', lambda: t.wavelet_tets(4))))
    other.Transform.Translate = [3.0, 1.0, 0.0]
    return t.show(other, view, camera=False)


def surfaces(view):
    """A translucent isosurface of an image."""
    display = simple.Show(source('image', lambda: simple.Wavelet(WholeExtent=[-4, 4] * 3)), view)
    display.SetRepresentationType(iso.TYPE)
    display.Isovalues, display.Opacity = [170.0], 0.5
    return display


def sphere(view):
    display = simple.Show(source('sphere', lambda: simple.Sphere(Center=[2.0, 0.0, 2.0], Radius=3.0)), view,
                          'GeometryRepresentation')
    display.Opacity = 0.5
    return display


def slices(view):
    """A translucent slice through a second mesh, as the plug-in draws it."""
    display = moved(view)
    display.UseSlices, display.SlicesAlone, display.SliceOpacity = 1, 1, 0.5
    return display


def cut(view):
    """A translucent plane, as ParaView's window shows for slices."""
    plane = source('plane', lambda: simple.Plane(Origin=[-5.0, -5.0, 1.0], Point1=[5.0, -5.0, 1.0],
                                                 Point2=[-5.0, 5.0, 1.0]))
    display = simple.Show(plane, view, 'GeometryRepresentation')
    display.Opacity = 0.3
    return display


def delete(view, display):
    simple.Delete(display)


def hide(view, display):
    display.Visibility = 0


def change(view, display):
    display.SetRepresentationType('Outline')


def close_another(view, display):
    """Close a second view with the same displays, then remove the display."""
    other = t.new_view(size=SIZE)
    simple.Show(display.Input, other).SetRepresentationType(str(display.Representation).strip("'"))
    sphere(other)
    simple.Render(other)
    simple.Delete(other)
    simple.Delete(display)


def look(view):
    view.CameraPosition, view.CameraFocalPoint = [20.0, 12.0, 16.0], [0.0, 0.0, 0.0]
    view.CameraViewUp, view.CameraViewAngle = [0.0, 0.0, 1.0], 30.0
    view.UseFXAA = 0  # again, because ParaView takes it from the user's settings when another view is made
    return t.image(view)


def scene(beside):
    """A view with a translucent object and with a polygon, beside which volumes and surfaces are drawn in
    layers."""
    view = t.new_view(size=SIZE)
    beside(view)
    if beside is not sphere:
        sphere(view)
    look(view)
    return view


def main():
    check = t.Checks()
    t.load_plugin()
    pairs = [pair for pair in itertools.product((volume, surfaces), (sphere, moved, surfaces, slices, cut))
             if pair[0] is not pair[1]]
    for number, (gone, beside) in enumerate(pairs):
        way = (delete, close_another, change, delete, hide)[number % 5]
        name = '%s beside %s, %s' % (gone.__name__, beside.__name__, way.__name__)
        with t.Messages() as said:
            view = scene(beside)
            display = gone(view)
            look(view)
            way(view, display)
            look(view)
            if way in (hide, change):
                simple.Delete(display)
            gone(view)
            picture = look(view)
            simple.Delete(view)
            view = scene(beside)
            gone(view)
            anew = look(view)
            simple.Delete(view)
        check(not said.text(), '%s: nothing is said%s' % (name, said.text() and ': ' + said.text()))
        check(t.lit(picture) > 0.1, name + ': a picture')
        check.near(picture, anew, 1e-4, 2 / 255, name + ': the picture of a new view')
    check.done()


main()
