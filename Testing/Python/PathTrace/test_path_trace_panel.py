# SPDX-License-Identifier: BSD-3-Clause
"""Isosurface (Path Traced): each control of the panel does what its help says, by closed forms where
possible. The test detects two exchanged commands in the XML, or a factor of two."""
import os
import tempfile

import numpy as np
from paraview import simple

import iso_testing as iso
import raycast_testing as t
from path_testing import TYPE, refine, rows, unfinished

check = t.Checks()
t.load_plugin()
N = 40  # pixels per axis


def camera(view, position, up=(0.0, 1.0, 0.0), parallel=True):
    """Look at the origin; in parallel projection the window shows [-1, 1] in each direction."""
    view.CameraPosition, view.CameraFocalPoint, view.CameraViewUp = list(position), [0.0, 0.0, 0.0], list(up)
    view.CameraParallelProjection, view.CameraParallelScale = (1 if parallel else 0), 1.0


def scene(formula, dimensions=(9, 9, 9), position=(0.0, 0.0, 4.0), up=(0.0, 1.0, 0.0), parallel=True):
    """The white matte isosurface 0 of f(x, y, z) in [-1, 1]^3, with direct light only."""
    view = t.new_view(size=[N, N])
    view.UseLight = 0  # the light kit has several lights, not all white
    simple.AddLight(view=view)  # one white light at the camera
    display = simple.Show(iso.producer(iso.image_data({'f': formula}, dimensions)), view)
    display.SetRepresentationType(TYPE)
    display.ColorArrayName, display.DiffuseColor, display.Isovalues = [None, ''], [1.0, 1.0, 1.0], [0.0]
    display.IsosurfaceDevice = 'CPU'
    display.PathTraceSamples, display.PathTraceBounces, display.IsosurfaceSmoothNormals = 64, 0, 0
    simple.Render(view)
    camera(view, position, up, parallel)
    return view, display


def mean(view, rows_of=slice(10, 30), columns=slice(10, 30)):
    """The mean color of a part of the picture, by default its center."""
    return t.image(view)[rows_of, columns].mean(axis=(0, 1))


def expect(color, expected, what, tolerance=0.01):
    check(np.abs(np.asarray(color) - expected).max() <= tolerance,
          '%s: %s, expected %s' % (what, np.round(color, 3), np.round(expected, 3)))


def near(expected, tolerance=0.01):
    """A test for Checks.effect of the value afterwards, whatever it was before."""
    return lambda before, after: np.abs(np.asarray(after) - expected).max() <= tolerance


# A plane that faces the camera in uniform light: no noise is left.
view, plane = scene(lambda x, y, z: z)


def middle():
    return mean(view)


plane.PathTraceLight, plane.PathTraceSkyColor = 'Overcast', [0.2, 0.3, 0.4]
plane.PathTraceGroundColor, plane.PathTraceLightStrength = [1.0, 0.0, 0.0], 3.0
expect(middle(), [0.2, 0.3, 0.4],
       'Overcast is Sky Color from everywhere, without Ground Color and the lights')
check.effect(plane, 'PathTraceSkyColor', [0.4, 0.1, 0.2], middle, near([0.4, 0.1, 0.2]),
             'the light from everywhere')
check.effect(plane, 'PathTraceSkyStrength', 2.0, middle, near([0.4, 0.6, 0.8]), 'twice the light')
plane.PathTraceLightStrength = 0.3
check.effect(plane, 'PathTraceLight', 'Lights', middle, near(0.3), 'the headlight alone')
plane.PathTraceLight = 'Lights'
check.effect(plane, 'PathTraceLightStrength', 0.6, middle, near(0.6), 'twice the light')
for bounces in (1, 8):
    plane.PathTraceBounces = bounces
    expect(middle(), 0.3, '%d bounces off a plane' % bounces)
plane.PathTraceBounces = 0

# Sky and lights together count half each; an environment map counts in full.
plane.PathTraceSkyColor, plane.PathTraceGroundColor = [0.8, 0.4, 0.2], [0.4, 0.2, 0.1]
upright = np.array([0.6, 0.3, 0.15])
check.effect(plane, 'PathTraceLight', 'Sky', middle, near(upright),
             'the middle of both colors of the sky, where a surface stands upright')
check.effect(plane, 'PathTraceLight', 'Sky and Lights', middle, near(0.5 * upright + 0.15), 'half of each')

# Above is the sky, and below the ground: a surface takes five sixths of its light from one and a sixth from
# the other.
for position, up, lower, upper, where in (((0, 4, 0), (0, 0, -1), 1 / 6, 5 / 6, 'faces up'),
                                          ((0, -4, 0), (0, 0, 1), 5 / 6, 1 / 6, 'faces down')):
    level_view, level = scene(lambda x, y, z: y, position=position, up=up)
    level.PathTraceLight, level.PathTraceSkyColor = 'Sky', [1.0, 0.0, 0.0]
    level.PathTraceGroundColor = [0.0, 0.0, 0.0]
    check.effect(level, 'PathTraceGroundColor', [0.0, 0.0, 1.0], lambda v=level_view: mean(v),
                 near([upper, 0, lower], 0.015), 'blue ground, on a surface that ' + where)
    check.effect(level, 'PathTraceSkyColor', [0.0, 1.0, 0.0], lambda v=level_view: mean(v),
                 near([0, upper, 0], 0.015), 'green sky, on a surface that ' + where)

check.effect(level, 'PathTraceSkyUp', 'X', lambda: mean(level_view), near([0.5, 0, 0], 0.015),
             'the sky beside a surface that faces down')

# Sky Up turns the sky: for surfaces that face along each axis, either way, and for cameras with another up
# direction.
for axis, name in enumerate('XYZ'):
    for side in (1, -1):
        position, up = [0, 0, 0], [0, 0, 0]
        position[axis], up[(axis + 1) % 3] = 4 * side, 1
        facing_view, facing = scene(lambda *place, axis=axis: place[axis], position=position, up=up)
        facing.PathTraceLight, facing.PathTraceSkyColor = 'Sky', [1.0, 0.0, 0.0]
        facing.PathTraceGroundColor = [0.0, 0.0, 1.0]
        for other, up_name in enumerate('XYZ'):
            facing.PathTraceSkyUp = up_name
            share = 0.5 + (side / 3 if other == axis else 0)
            expect(mean(facing_view), [share, 0, 1 - share], 'the sky along %s, on a surface that '
                   'faces %s%s' % (up_name, '-' if side < 0 else '', name), 0.015)
for up, share in (((0, 1, 0), 0.5 + 0.5 ** 0.5 / 3), ((0, -1, 0), 0.5 - 0.5 ** 0.5 / 3), ((1, 0, 0), 0.5),
                  ((0, 1, 1), 0.5 + 0.5 ** 0.5 / 3)):
    leaning_view, leaning = scene(lambda x, y, z: y + z, position=(0, 0, 4), up=up)
    leaning.PathTraceLight, leaning.PathTraceSkyColor = 'Sky', [1.0, 0.0, 0.0]
    leaning.PathTraceGroundColor, leaning.PathTraceSkyUp = [0.0, 0.0, 1.0], 'Camera'
    expect(mean(leaning_view), [share, 0, 1 - share],
           'the sky above what the camera shows, whose top is %s' % (up,), 0.015)

# The background is the view's, or the sky itself: behind a ball, at the height of the eye, it is the mean of
# both colors.
ball_view, ball = scene(lambda x, y, z: 0.6 - iso.sphere(x, y, z), (17, 17, 17))
ball_view.Background = [0.0, 0.5, 0.0]
ball.PathTraceLight, ball.PathTraceSkyColor = 'Sky', [1.0, 0.0, 0.0]
ball.PathTraceGroundColor = [0.0, 0.0, 1.0]


def corner():
    return t.image(ball_view)[2, 2]


expect(corner(), [0.0, 0.5, 0.0], 'the background of the view')
check.effect(ball, 'PathTraceShowSky', 1, corner, near([0.5, 0.0, 0.5]), 'the sky is behind the ball')
ball.PathTraceShowSky = 1
check.effect(ball, 'PathTraceSkyStrength', 0.5, corner, near([0.25, 0.0, 0.25]), 'as bright as its light')
ball.PathTraceLight, ball_view.Background = 'Sky and Lights', [0.0, 0.0, 0.0]
expect(corner(), [0.5, 0.0, 0.5], 'all of it, although the lights give half')
ball.PathTraceShowSky, ball.PathTraceLight = 0, 'Sky'


def hdr(folder, name, behind, front):
    """Write an environment map of two colors, each of which fills one half of the surroundings."""
    path = os.path.join(folder, name)
    with open(path, 'wb') as file:
        file.write(b'#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 16 +X 32\n' + 16 * (16 * behind + 16 * front))
    return path


# An environment map that is red behind the plane and blue in front: a mirror is blue, glass is red apart from
# its reflection.
with tempfile.TemporaryDirectory() as directory:
    red, green, blue = b'\x80\x00\x00\x81', b'\x00\x80\x00\x81', b'\x00\x00\x80\x81'
    plane.PathTraceImageFile, plane.PathTraceLight, plane.PathTraceBounces = (
        hdr(directory, 'red_and_blue.hdr', red, blue), 'Environment Map (HDR)', 8)
    expect(middle(), [0.0, 0.0, 1.0], 'a matte surface takes the light from in front of it')
    check.effect(plane, 'PathTraceImageFile', hdr(directory, 'red_and_green.hdr', red, green), middle,
                 near([0.0, 1.0, 0.0]), 'light from another picture')
    plane.PathTraceLightStrength, plane.PathTraceSkyStrength = 0.6, 0.5
    check.effect(plane, 'PathTraceLight', 'Environment Map and Lights', middle, near([0.3, 0.3, 0.8]),
                 'half of the lights, and the picture in its strength')
    plane.PathTraceSkyStrength = 1.0
    plane.PathTraceSamples = 1
    check.effect(plane, 'PathTraceMaterial', 'Chrome', lambda: t.image(view)[10:30, 10:30],
                 near([0.0, 0.0, 1.0], 1 / 255), 'a mirror, which has no noise')
    plane.PathTraceMaterial = 'Chrome'
    plane.DiffuseColor = [1.0, 1.0, 0.5]
    expect(middle(), [0.0, 0.0, 0.5], 'a mirror in its color')
    plane.DiffuseColor, plane.PathTraceSamples = [1.0, 1.0, 1.0], 256

    def glass(index):
        """Red that is transmitted and blue that is reflected at normal incidence, by Fresnel's formula."""
        mirrored = ((index - 1) / (index + 1)) ** 2
        return [1 - mirrored, 0.0, mirrored]

    check.effect(plane, 'PathTraceMaterial', 'Glass', middle, near(glass(1.5)),
                 'goes through but for what is mirrored')
    plane.PathTraceMaterial = 'Glass'
    check.effect(plane, 'PathTraceRefractiveIndex', 4.0, middle, near(glass(4.0)),
                 'mirrors 36 % straight from the front')
    check.effect(plane, 'PathTraceRefractiveIndex', 1.0, middle, near(glass(1.0)), 'none mirrors nothing')
    # Light that leaves glass at 60 degrees is reflected totally; light that enters is mostly transmitted.
    camera(view, (4 * np.sin(np.radians(60)), 0.0, 4 * np.cos(np.radians(60))))
    columns = slice(16, 24)
    expect(mean(view, columns=columns), [0.0, 0.0, 1.0], 'total reflection in the glass above the isovalue')
    cosine, inner = 0.5, np.sqrt(1 - 0.75 / 1.5 ** 2)
    fresnel = 0.5 * (((cosine - 1.5 * inner) / (cosine + 1.5 * inner)) ** 2
                     + ((inner - 1.5 * cosine) / (inner + 1.5 * cosine)) ** 2)
    check.effect(plane, 'PathTraceSolidBelow', 1, lambda: mean(view, columns=columns),
                 near([1 - fresnel, 0.0, fresnel]), 'the glass is seen from outside')
    plane.PathTraceMaterial = 'Matte'

# Plastic has a highlight, the smaller the shinier; matte surfaces have none.
ball.PathTraceLight, ball.DiffuseColor, ball.IsosurfaceSmoothNormals = 'Lights', [0.5, 0.5, 0.5], 1
matte = t.image(ball_view)
ball.PathTraceShininess = 50.0
check.near(t.image(ball_view), matte, 0, 0, 'Shininess of a matte surface')


def highlight():
    """The highlight's size in pixels, its brightness at the center, and its greatest brightness."""
    added = t.image(ball_view)[:, :, 0] - matte[:, :, 0]
    return np.array([(added > 0.05).sum(), added[N // 2, N // 2], added.max()])


check.effect(ball, 'PathTraceMaterial', 'Plastic', highlight, lambda before, after: before[0] == 0
             and after[0] > 8 and after[1] > 0.1 and after[1] > 0.9 * after[2], 'a highlight in the middle')
ball.PathTraceMaterial = 'Plastic'
check.effect(ball, 'PathTraceMaterial', 'Car Paint', highlight,
             lambda before, after: after[1] > 1.2 * before[1],
             'brighter in the middle, where flakes shine too')
check.effect(ball, 'PathTraceShininess', 1000.0, highlight, lambda before, after: before[0] > 2 * after[0] > 0
             and after[1] > 2 * before[1], 'the shinier, the smaller and the brighter the highlight')

# In a bowl, light goes from surface to surface, and each bounce brings less than the one before.
bowl_view, bowl = scene(lambda x, y, z: iso.sphere(x, y, z - 0.4) - 0.9, (17, 17, 17))
bowl.PathTraceLight, bowl.PathTraceSkyColor = 'Overcast', [0.5, 0.5, 0.5]
brightness = []
for bounces in (0, 1, 2, 8):
    bowl.PathTraceBounces = bounces
    brightness.append(mean(bowl_view)[0])
more = np.diff(brightness)
check(more[0] > 0.02 and more[0] > 1.1 * more[1] > 0 and more[2] > 0 and brightness[3] < 0.505,
      'light in a bowl after 0, 1, 2 and 8 bounces: %s' % np.round(brightness, 4))
bowl.PathTraceBounces = 0
check.effect(bowl, 'PathTraceBounces', 1, lambda: mean(bowl_view),
             lambda before, after: (after > before + 0.02).all(), 'light that came from a surface')

# Four times the samples halve the noise. Denoise removes most of it and keeps the mean.
camera(view, (0.0, 0.0, 4.0))
plane.PathTraceLight, plane.PathTraceBounces, plane.PathTraceSamples = 'Sky', 0, 1
plane.PathTraceSkyStrength = 1.0
plane.PathTraceSkyColor, plane.PathTraceGroundColor = [1.0, 1.0, 1.0], [0.0, 0.0, 0.0]


def noise():
    """The difference between neighbors, and the mean."""
    part = t.image(view)[4:36, 4:36, 0]
    return np.array([np.sqrt(0.5 * (np.diff(part, axis=1) ** 2).mean()), part.mean()])


def less(factor):
    return lambda before, after: before[0] > 0.05 and after[0] < factor * before[0] and abs(
        after[1] - before[1]) < 0.02


check.effect(plane, 'PathTraceDenoise', 1, noise, less(0.5), 'less noise, and the same mean')
check.effect(plane, 'PathTraceSamples', 64, noise, less(0.25), 'less noise, and the same mean')
check(rows(plane)['samples'] == '1', 'the report: %s' % rows(plane)['samples'])

# The edge of a surface at distance 4, through a lens: sharp at Focal Distance f, otherwise blurred over 2 R
# (1 - 4 / f).
edge_view, edge = scene(lambda x, y, z: np.where(x < -1e-3, np.nan, z), (17, 17, 17), parallel=False)
edge.PathTraceLight, edge.PathTraceSamples = 'Overcast', 256
edge_view.CameraViewAngle = 40.0
across = 2 * 4 * np.tan(np.radians(20)) / N  # the width of a pixel on the surface


def blur():
    """The width on the surface over which the edge goes from 10 % to 90 %."""
    profile = t.image(edge_view)[16:24, :, 0].mean(axis=0)
    within = (profile > 0.1 * profile.max()) & (profile < 0.9 * profile.max())
    return across * within[:27].sum()


def blurred(diameter):
    """A test for an edge blurred by a disc: 80 % of its light lie within 0.687 of the diameter."""
    return near(0.687 * diameter, 1.5 * across)


check(blur() <= across, 'a pinhole: blurred over %.2f' % blur())
edge.PathTraceLensRadius = 0.2
check(blur() <= 1.5 * across, 'in the focal point of the camera: blurred over %.2f' % blur())
check.effect(edge, 'PathTraceFocalDistance', 2.0, blur, blurred(0.4), 'blurred behind it')
edge.PathTraceFocalDistance = 2.0
check.effect(edge, 'PathTraceLensRadius', 0.4, blur, blurred(0.8), 'twice as blurred')
check.effect(edge, 'PathTraceLensRadius', 0.0, blur, blurred(0.0), 'a pinhole, where all is sharp')
check.effect(edge, 'PathTraceFocalDistance', 4.0, blur, blurred(0.0), 'sharp in it')
check('lens' not in t.remarks(edge, 'note'), 'no note of the lens: %s' % t.remarks(edge, 'note'))
for radius in (1e30, float('inf')):
    edge.PathTraceLensRadius, edge.PathTraceFocalDistance = radius, 0.0
    sharp = t.image(edge_view)
    check('The lens is so large' in t.remarks(edge, 'note') and sharp[N // 2, 3 * N // 4].min() > 0.9,
          'a lens of %g: %s' % (radius, t.remarks(edge, 'note')))

# Fog whose depth is 2, and which absorbs half of the light over that length.
fog_view, fog = scene(lambda x, y, z: z)
simple.ColorBy(fog, ('POINTS', 'f'))
simple.GetColorTransferFunction('f').RGBPoints = [-1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]
simple.GetOpacityTransferFunction('f').Points = [-1.0, 0.5, 0.5, 0.0, 1.0, 0.5, 0.5, 0.0]
fog.ScalarOpacityUnitDistance, fog.Isovalues = 2.0, []
check.effect(fog, 'PathTraceIncludeVolume', 1, lambda: mean(fog_view), near(0.5),
             'the volume without a surface')
fog.PathTraceIncludeVolume = 1
check.effect(fog, 'PathTraceDensity', 2.0, lambda: mean(fog_view), near(0.75), 'twice as dense')

# A red screen in front of the plane: first as ParaView draws it, without light, then in the light of the sky.
screen_view, behind = scene(lambda x, y, z: z)
screen = simple.Show(simple.Plane(Origin=[-1, -1, 0.5], Point1=[1, -1, 0.5], Point2=[-1, 1, 0.5]),
                     screen_view)
screen.SetRepresentationType('Surface')
screen.ColorArrayName, screen.DiffuseColor, screen.AmbientColor = [None, ''], [1.0, 0.0, 0.0], [1.0, 0.0, 0.0]
screen.Ambient, screen.Diffuse = 1.0, 0.0
behind.PathTraceLight, behind.PathTraceSkyColor = 'Overcast', [0.5, 0.5, 0.5]
expect(mean(screen_view), [1.0, 0.0, 0.0], 'the screen as ParaView draws it')
check.effect(behind, 'PathTraceIncludeSurfaces', 1,
             lambda: np.append(mean(screen_view), float(rows(behind)['triangles'])),
             lambda a, b: near([1, 0, 0, 0])(b, a) and near([0.5, 0, 0, 2])(a, b),
             'it is in the light of the sky')
screen.Visibility = 0

# The requests of ParaView's window: a first picture of some samples, and whether more are to come.
behind.PathTraceSamples = 2048


def samples():
    """The number of samples of a picture that starts anew."""
    behind.PathTraceBounces = 1 - behind.PathTraceBounces
    simple.Render(screen_view)
    return int(rows(behind)['samples'])


check.effect(behind, 'PathTraceRefine', 1, samples, lambda before, after: before == 2048 and 0 < after < 2048,
             'a first picture of some samples')


def refine_once():
    refine(behind, 1)
    samples()
    unfinished(behind)


check.tells(behind, 'PathTraceUnfinished', refine_once, lambda before, after: before == 0
            and after == 2048 - int(rows(behind)['samples']) > 0, 'how many samples are to come')
refine(behind, 0)

# The report.
behind.PathTraceSamples = 4
simple.Render(screen_view)
check.tells(behind, 'PathTraceReport',
            lambda: (setattr(behind, 'PathTraceSamples', 8), simple.Render(screen_view)),
            lambda a, b: a[a.index('samples') + 1] == '4' and b[b.index('samples') + 1] == '8', 'samples')


def fall_back():
    """To the CPU if there is no CUDA, otherwise to nothing, as ray tracing supports VTK's own mappers
    only."""
    behind.IsosurfaceDevice = 'CUDA'
    simple.Render(screen_view)
    if 'CPU' not in rows(behind)['device']:
        screen_view.EnableRayTracing = 1
        simple.Render(screen_view)
    behind.IsosurfaceDevice = 'CPU'


check.tells(behind, 'PathTraceFallbackReason', fall_back, lambda a, b: a == '' and len(b) > 10,
            'why it is not what was wanted')
screen_view.EnableRayTracing = 0
late = simple.Show(iso.producer(iso.image_data({'f': lambda x, y, z: z})), screen_view)
late.SetRepresentationType(TYPE)
check.tells(late, 'PathTraceDeviceName',
            lambda: (setattr(late, 'IsosurfaceDevice', 'CPU'), simple.Render(screen_view)),
            lambda a, b: a == '' and 'CPU' in b, 'what traces')
check.done()
