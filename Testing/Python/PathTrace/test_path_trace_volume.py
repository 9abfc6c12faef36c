# SPDX-License-Identifier: BSD-3-Clause
"""Isosurface (Path Traced) with Include Volume: light passes through the data as in representation Volume,
with the same functions."""
import os
import tempfile

import numpy as np
from paraview import simple

import path_testing as path
import raycast_testing as t

check = t.Checks()
t.load_plugin()
view = t.new_view(size=[160, 130])
wavelet = simple.Wavelet(WholeExtent=[-8, 8] * 3)
display = simple.Show(wavelet, view)
simple.ColorBy(display, ('POINTS', 'RTData'))
display.RescaleTransferFunctionToDataRange(False, True)
display.SetRepresentationType('Volume')
t.turn(view)
display.ScalarOpacityUnitDistance = 8.0
stock = t.image(view)
t.save(stock, 'path_trace_volume_stock')

# Without a surface, the picture shows the volume of representation Volume with its functions.
display.SetRepresentationType(path.TYPE)
display.PathTraceSamples, display.PathTraceLight, display.PathTraceBounces = 4, 'Sky', 2
display.Isovalues = []
with t.Messages() as said:
    nothing = t.image(view)
    display.PathTraceIncludeVolume = 1
    fog = t.image(view)
t.save(fog, 'path_trace_volume')
check(said.text() == '' and t.lit(nothing) == 0, 'no surface, no messages: %s' % said.text())
check(path.rows(display)['drawn by'] == 'isosurface path trace',
      'the path tracer draws: %s' % path.rows(display))
check(display.ScalarOpacityUnitDistance == 8.0, 'the unit distance is shared')
check(t.lit(fog) > 0.2 and t.difference(fog, stock)[0] < 0.01,
      'as ParaView draws it (mean difference %.4f)' % t.difference(fog, stock)[0])


def expect_change(change, back, what):
    change()
    check(t.difference(t.image(view), fog)[0] > 0.005,
          '%s changes the picture (%.4f)' % (what, t.difference(t.image(view), fog)[0]))
    back()
    check.near(t.image(view), fog, 0, 0, what + ' as it was')


opacity = display.ScalarOpacityFunction
points = list(opacity.Points)
expect_change(lambda: setattr(display, 'ScalarOpacityUnitDistance', 30.0),
              lambda: setattr(display, 'ScalarOpacityUnitDistance', 8.0), 'the unit distance')
expect_change(lambda: setattr(opacity, 'Points', points[:-4] + [points[-4], 0.1, 0.5, 0.0]),
              lambda: setattr(opacity, 'Points', points), 'the opacity function')
expect_change(lambda: setattr(display, 'Isovalues', [150.0]), lambda: setattr(display, 'Isovalues', []),
              'a surface in it')

# Other objects in the view are not traced, but the volume's rays end at them.
ball = simple.Show(simple.Sphere(Center=[4, 4, 4], Radius=6), view)
ball.ColorArrayName = [None, '']
t.save(t.image(view), 'path_trace_volume_ball')
expect_change(lambda: None, lambda: setattr(ball, 'Visibility', 0), 'a ball in it')

# Solid Color has no functions for a volume, and a message says so.
simple.ColorBy(display, None)
display.Isovalues = [130.0]
with t.Messages() as said:
    t.image(view)
    t.image(view)
check(said.count('No array colors the surfaces') == 1 and 'No array colors' in t.remarks(display, 'problem'),
      'one color: %s' % said.text())
simple.Hide(wavelet, view)



def light_through(shown):
    """The share of the light from behind that passes the center of a view's picture."""
    pictures = []
    for shade in (0.0, 1.0):
        shown.Background = [shade] * 3
        pictures.append(t.image(shown)[45:85, 55:105])
    return float((pictures[1] - pictures[0]).mean())


# A volume that is included for the first time has colors at once, and a unit distance with which one sees
# into it. A distance that somebody has chosen stays, as does one that was fitted.
for name, make in (('an image', lambda: simple.Wavelet(WholeExtent=[-30, 30] * 3)),
                   ('a mesh', lambda: t.wavelet_tets(10))):
    shown = t.new_view(size=[160, 130])
    first = simple.Show(make(), shown)
    simple.ColorBy(first, None)
    first.SetRepresentationType(path.TYPE)
    first.PathTraceSamples, first.PathTraceLight, first.Isovalues = 4, 'Sky', []
    before = first.ScalarOpacityUnitDistance
    t.turn(shown)
    with t.Messages() as said:
        first.PathTraceIncludeVolume = 1
        t.image(shown)
    through = light_through(shown)
    check(said.text() == '' and list(first.ColorArrayName) == ['POINTS', 'RTData'],
          '%s: colored by its array: %s %s' % (name, list(first.ColorArrayName), said.text()))
    check(first.ScalarOpacityUnitDistance > 2 * before and 0.05 < through < 0.5,
          '%s: unit distance %.3f, then %.3f, with which %.3f of the light '
          'comes through' % (name, before, first.ScalarOpacityUnitDistance, through))
    first.PathTraceIncludeVolume, first.ScalarOpacityUnitDistance = 0, 5.0
    first.PathTraceIncludeVolume = 1
    t.image(shown)
    check(first.ScalarOpacityUnitDistance == 5.0, name + ': a chosen one stays')
    simple.Delete(shown)


def histogram(shown, bins):
    shown.PathTraceHistogramBins = [bins, 1]
    shown.SMProxy.GetProperty('PathTraceHistogram').GetParent().InvokeCommand('PathTraceFindHistogram')
    return (np.array(t.information(shown, 'PathTraceHistogram') or []),
            list(t.information(shown, 'PathTraceHistogramRange')))


# The histogram of the values, to which the distance is fitted.
display.Visibility = 1
t.image(view)
check.tells(display, 'PathTraceHistogramRange', lambda: histogram(display, 8),
            lambda a, b: list(a) == [0, 0, 0, 0] and b[0] < b[1], 'of the array of the surfaces')
check.tells(display, 'PathTraceHistogram', lambda: histogram(display, 2),
            lambda a, b: len(b) == 2 and np.isclose(sum(b), 16.0 ** 3), 'the whole volume in two bins')
check.effect(display, 'PathTraceHistogramBins', [4, 1],
             lambda: len(histogram(display, display.PathTraceHistogramBins[0])[0]),
             lambda a, b: (a, b) == (2, 4), 'so many of them')
simple.Hide(wavelet, view)

# The volume of a mesh looks like Volume (Ray Cast), which has the same functions.
tets = t.wavelet_tets(8)
mesh = t.show(tets, view)
simple.ColorBy(mesh, ('POINTS', 'RTData'))
mesh.ScalarOpacityUnitDistance = 8.0
cast = t.image(view)
t.save(cast, 'path_trace_volume_mesh_cast')
mesh.SetRepresentationType(path.TYPE)
mesh.PathTraceSamples, mesh.PathTraceLight, mesh.PathTraceIncludeVolume, mesh.Isovalues = 4, 'Sky', 1, []
with t.Messages() as said:
    fog = t.image(view)
t.save(fog, 'path_trace_volume_mesh')
check(said.text() == '' and path.rows(mesh).get('note', '') == '',
      'a mesh: %s %s' % (said.text(), path.rows(mesh).get('note')))
check(t.lit(fog) > 0.2 and t.difference(fog, cast)[0] < 0.01,
      'as the ray caster of meshes draws it (mean difference %.4f)' % t.difference(fog, cast)[0])
mesh.Isovalues = [180.0]
check(t.difference(t.image(view), fog)[0] > 0.005,
      'a surface in it (%.4f)' % t.difference(t.image(view), fog)[0])
mesh.PathTraceIncludeVolume = 0
alone = t.image(view)
t.save(alone, 'path_trace_volume_mesh_surface')
check(t.difference(alone, fog)[0] > 0.005, 'the surface alone')

# An opaque ball and a path traced display give the same picture whichever is shown first, and from a state
# file, which has its own order.
mesh.Visibility = 0
of_cells = simple.PointDatatoCellData(Input=tets)


def ball_with(source, **settings):
    """Two steps: one shows a source path traced with few samples, the other shows a ball."""

    def show_traced(view):
        display = simple.Show(source, view)
        display.SetRepresentationType(path.TYPE)
        display.PathTraceSamples, display.PathTraceLight = 4, 'Sky'
        for name, value in settings.items():
            setattr(display, name, value)
        return display

    def show_ball(view):
        ball = simple.Show(simple.Sphere(Center=[2, -2, 2], Radius=5, ThetaResolution=40, PhiResolution=40),
                           view)
        ball.SetRepresentationType('Surface')
        ball.ColorArrayName, ball.DiffuseColor, ball.AmbientColor = [None, ''], [0.1, 1, 0.1], [0.1, 1, 0.1]
        ball.Ambient, ball.Diffuse = 1.0, 0.0

    return show_traced, show_ball


def in_view(name, steps):
    view = t.new_view(size=[100, 80])
    shown = [step(view) for step in steps]
    t.turn(view)
    simple.RenameView(name, view)
    return view, [display for display in shown if display][0]


pictures = {}
for name, steps in (
        ('volume', ball_with(of_cells, ColorArrayName=['CELLS', 'RTData'], ScalarOpacityUnitDistance=8.0,
                             PathTraceIncludeVolume=1, Isovalues=[])),
        ('outlines', ball_with(wavelet, ColorArrayName=[None, ''], Isovalues=[180.0])),
        ('lens', ball_with(wavelet, ColorArrayName=[None, ''], Isovalues=[180.0], PathTraceIncludeSurfaces=1,
                           PathTraceLensRadius=2.0)),
        ('smoothed', ball_with(wavelet, ColorArrayName=[None, ''], Isovalues=[180.0], PathTraceDenoise=1))):
    first, traced = in_view(name + ', ball last', steps)
    ball_last = t.image(first)
    second, _ = in_view(name + ', ball first', steps[::-1])
    ball_first = t.image(second)
    t.save(ball_last, 'path_trace_order_%s_last' % name)
    t.save(ball_first, 'path_trace_order_%s_first' % name)
    green = (ball_last[:, :, 1] > ball_last[:, :, 0] + 0.1).mean()
    check(0.02 < green < 0.6, '%s: the ball is there (%.3f)' % (name, green))
    check.near(ball_last, ball_first, 0, 0, name + ': the ball shown last, and shown first')
    pictures[name + ', ball last'] = pictures[name + ', ball first'] = ball_last
    if name == 'volume':
        traced.SetRepresentationType(t.TYPE)
        cast = t.image(first)
        t.save(cast, 'path_trace_order_volume_cast')
        check.near(ball_first, cast, 0.002, 0.05, 'as Volume (Ray Cast) veils it')
        traced.SetRepresentationType(path.TYPE)
with tempfile.TemporaryDirectory() as folder:
    state = os.path.join(folder, 'state.pvsm')
    simple.SaveState(state)
    simple.ResetSession()
    t.load_plugin()
    simple.LoadState(state)
for name, picture in pictures.items():
    view = simple.FindView(name)
    view.UseFXAA = 0  # ParaView keeps it in the user's settings, not in a state
    check.near(t.image(view), picture, 0, 0, name + ': from the state')
check.done()
