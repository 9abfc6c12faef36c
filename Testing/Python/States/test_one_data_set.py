# SPDX-License-Identifier: BSD-3-Clause
"""Properties of one data set or one kind of data: saved defaults leave out where a mesh is cut; the ends of
the cropping box are in data coordinates; a representation that cannot draw the data is refused with a
message; volumes that overlap are merged, or a note says why not; volumes behind one another are drawn in
order of depth."""
import os
import tempfile

import numpy as np
from paraview import servermanager, simple

import raycast_testing as t

os.environ['XDG_CONFIG_HOME'] = tempfile.mkdtemp()  # where ParaView keeps defaults at its end: not those of
                                                    # other tests

check = t.Checks()
t.load_plugin()
view = t.new_view()

# Defaults that Save as Default keeps, as the next display has them.
tets = t.wavelet_tets(6)
display = t.show(tets, view)
display.UseCropping, display.CroppingOrigin, display.CroppingScale = 1, [1.0, 0.0, 0.0], [0.5, 0.5, 0.5]
display.CroppingKeepOutside = 1
display.UseThreshold, display.UseSlices, display.SliceNormal = 1, 1, [0.0, 0.0, 1.0]
display.ScalarOpacityUnitDistance = 123.0
display.Shade = 1
settings = servermanager.vtkSMSettings.GetInstance()
settings.SetProxySettings(display.SMProxy, None, True)
later = simple.Show(t.wavelet_tets(5), view)
later.SetRepresentationType(t.TYPE)
check(later.Shade == 1, 'what is a matter of taste is kept: Shade')
check((later.UseCropping, later.UseThreshold, later.UseSlices, later.CroppingKeepOutside) == (0, 0, 0, 0),
      'the next mesh is whole: %s' % ((later.UseCropping, later.UseThreshold, later.UseSlices),))
check(list(later.CroppingScale) == [1, 1, 1] and list(later.SliceNormal) == [1, 0, 0]
      and later.ScalarOpacityUnitDistance != 123.0, 'and its numbers are its own')
simple.Delete(later)
display.UseThreshold, display.UseSlices, display.Shade = 0, 0, 0

# The ends of the cropping box follow origin and scale, and vice versa. The data extend from -6 to 6.
display.CroppingKeepOutside = 0
display.CroppingOrigin, display.CroppingScale = [1.0, 0.0, 0.0], [0.5, 1.0, 1.0]
simple.Render(view)
check(list(display.CroppingMinimum) == [-2, -6, -6] and list(display.CroppingMaximum) == [4, 6, 6],
      'the ends: %s to %s' % (list(display.CroppingMinimum), list(display.CroppingMaximum)))
by_scale = t.image(view)
display.CroppingOrigin, display.CroppingScale = [0.0, 0.0, 0.0], [1.0, 1.0, 1.0]
check(t.difference(t.image(view), by_scale)[0] > 0.001, 'the whole is another picture')
display.CroppingMinimum, display.CroppingMaximum = [-2.0, -6.0, -6.0], [4.0, 6.0, 6.0]
check(np.allclose(display.CroppingOrigin, [1, 0, 0]) and np.allclose(display.CroppingScale, [0.5, 1, 1]),
      'origin and scale: %s, %s' % (list(display.CroppingOrigin), list(display.CroppingScale)))
check.near(t.image(view), by_scale, 0, 0, 'and the picture of these')
display.UseCropping = 0

# Two volumes in one place.
check('overlaps' not in t.remarks(display, 'note'), 'one volume: %s' % t.remarks(display, 'note'))
moved = t.show(t.wavelet_tets(5), view)
moved.Position = [20.0, 0.0, 0.0]
simple.Render(view)
check('overlaps' not in t.remarks(display, 'note'), 'beside each other: %s' % t.remarks(display, 'note'))
moved.Position, moved.Shade = [5.0, 0.0, 0.0], 0
simple.Render(view)
check('overlaps' not in t.remarks(display, 'note'), 'they are mixed: %s' % t.remarks(display, 'note'))
mixed = t.image(view)
moved.Shade = 1
lit = t.image(view)
check('overlaps' not in t.remarks(display, 'note'), 'in light, too: %s' % t.remarks(display, 'note'))
check(t.difference(lit, mixed)[0] > 0.001, 'which shows')
moved.Shade = 0
check.near(t.image(view), mixed, 0, 0, 'and without it again')
moved.BlendMode = 'Maximum Intensity'
simple.Render(view)
check('separate pictures' in t.remarks(display, 'note')
      and 'separate pictures' in t.remarks(moved, 'note'),
      'of another blend mode they are not: %s' % t.remarks(display, 'note'))
moved.BlendMode = 'Composite'
check.near(t.image(view), mixed, 0, 0, 'nor after it')
simple.Delete(moved)
simple.Hide(tets, view)

# One behind the other: the same picture whichever was shown first, in the passes of volumes and with peels.
view.CameraPosition, view.CameraFocalPoint = [0.0, 0.0, 70.0], [0.0, 0.0, 0.0]
view.CameraViewUp, view.CameraParallelProjection = [0.0, 1.0, 0.0], 0


def picture_of(places):
    """Of a thin and a thick volume at these places along the view, shown in this order."""
    volumes = [t.show(t.wavelet_tets(5), view, unit_distance=distance, camera=False)
               for _, distance in places]
    for volume, (z, _) in zip(volumes, places):
        volume.Position, volume.Shade = [0.0, 0.0, z], 0
    picture = t.image(view)
    for volume in volumes:
        simple.Delete(volume)
    return picture


near, far = (14.0, 20.0), (-14.0, 2.0)
check(t.difference(picture_of([far, near]), picture_of([near]))[0] > 0.001, 'the far one is seen, too')
check.near(picture_of([near, far]), picture_of([far, near]), 0, 0, 'the order of depths, not of showing')
one, other = (3.0, 5.0), (-1.0, 3.0)
check.near(picture_of([one, other]), picture_of([other, one]), 0, 0, 'nor that of showing where they overlap')

# An adaptive mesh cannot be drawn as a volume. (SetRepresentationType returns False.)
adaptive = simple.Show(simple.AMRGaussianPulseSource(), view)
before = adaptive.Representation
check(not adaptive.SetRepresentationType(t.TYPE), 'SetRepresentationType says that it is refused')
with t.Messages() as said:
    try:
        adaptive.Representation = t.TYPE
    except ValueError as error:
        print(error)
check(adaptive.Representation == before and said.count('does not draw data of this kind') == 1
      and 'The filter Threshold makes a mesh of it' in said.text(), 'refused with words: %s' % said.text())
simple.Delete(adaptive)

check.done()
