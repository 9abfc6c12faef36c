# SPDX-License-Identifier: BSD-3-Clause
"""Traces: whatever information properties ParaView updates while a user makes a change, a trace holds only
what a script can set, and gives the same picture. A preset is applied once, and not again if a script sets
its results."""
import numpy as np
from paraview import servermanager, simple, smstate, smtrace

import raycast_testing as t

check = t.Checks()
t.load_plugin()


def only_told(display):
    """The names in scripts of all information-only properties of a display and of the representations within
    it."""
    told = set()
    properties = servermanager.PropertyIterator(display)
    for prop in properties:
        if prop.GetInformationOnly():
            told |= {properties.GetKey(), servermanager._make_name_valid(properties.PropertyLabel)}
    return told


def traced(view, display, act):
    """The trace of a change made as in ParaView's panel, after which all information properties are
    updated."""
    smtrace.start_trace()
    entry = smtrace.PropertiesModified(display.SMProxy)
    act()
    simple.Render(view)
    for name in ('RayCastFindHistogram', 'IsosurfaceFindHistogram', 'RayCastFindLargestGradient',
                 'PathTraceFindUnfinished'):
        if display.SMProxy.GetProperty(name):
            display.SMProxy.InvokeCommand(name)
    display.SMProxy.UpdatePropertyInformation()
    entry.finalize()
    del entry
    return smtrace.stop_trace()


def set_lines(trace):
    return [line for line in trace.splitlines() if ' = ' in line and 'isplay.' in line.split(' = ')[0]]


wavelet = simple.Wavelet(WholeExtent=[-6, 6] * 3)
mesh = t.wavelet_tets(6)
blocks = simple.GroupDatasets(Input=[wavelet, mesh])
grid = simple.Transform(Input=wavelet)
for source in (wavelet, mesh, blocks, grid):
    source.UpdatePipeline()
    view = t.new_view(size=[60, 50])
    display = simple.Show(source, view)
    kinds = [kind for kind in display.GetProperty('Representation').Available
             if kind.endswith(('(Ray Cast)', '(Path Traced)', 'Surface', 'Outline'))]
    if display.GetProperty('PathTraceSamples'):
        display.PathTraceSamples = 1
    told = only_told(display)
    for kind in kinds:
        display.SetRepresentationType(kind)
        simple.Render(view)
        trace = traced(view, display,
                       lambda: setattr(display, 'Opacity', 0.25 + 0.5 * (display.Opacity < 0.5)))
        names = {line.split(' = ')[0].split('.')[-1] for line in set_lines(trace)}
        check('Opacity' in names and not names & told, '%s as %s: of %d that are only told, the '
              'trace sets %s' % (source.GetXMLLabel(), kind, len(told), sorted(names & told)))
        state = smstate.get_state()
        names = {line.split(' = ')[0].split('.')[-1] for line in set_lines(state)}
        check(not names & told and 'OpacityPreset' not in ''.join(names),
              '%s as %s: a state as Python sets %s' % (source.GetXMLLabel(), kind, sorted(names & told)))
    simple.Delete(view)

# A preset is traced as its results.
view = t.new_view()
display = t.show(mesh, view, ('POINTS', 'RTData'))
simple.Render(view)
for preset in ('Layers', 'Ramp'):
    trace = traced(view, display, lambda: setattr(display, 'RayCastOpacityPreset', preset))
    check('OpacityPreset' not in trace and 'Points = ' in trace and 'ScalarOpacityUnitDistance = ' in trace,
          '%s: function and distance are traced' % preset)

# A script that chooses a preset before the data are shown, and also sets the results of the preset:
# hand-written, or a trace or state of an earlier version.
given = [37.0, 0.0, 0.5, 0.0, 150.0, 0.6, 0.5, 0.0, 280.0, 0.1, 0.5, 0.0]


def shown(name, *acts):
    """The nodes and the unit distance of a new array's display after a script and a frame."""
    view = t.new_view()
    source = simple.Calculator(Input=mesh, ResultArrayName=name, Function='RTData')
    display = simple.Show(source, view)
    display.Visibility = 0
    display.SetRepresentationType(t.TYPE)
    simple.ColorBy(display, ('POINTS', name))
    for act in acts:
        act(display)
    display.Visibility = 1
    t.image(view)
    return list(display.ScalarOpacityFunction.Points), display.ScalarOpacityUnitDistance


def preset(display):
    display.RayCastOpacityPreset = 'Layers'


def points(display):
    display.ScalarOpacityFunction.Points = given


def distance(display):
    display.ScalarOpacityUnitDistance = 3.25


layers = shown('layers', preset)
check(sum(y > 0 for y in layers[0][1::4]) == 4, 'four layers: %s' % (layers,))
by_hand = shown('points', points)
for name, acts, nodes, length in (('preset, points', (preset, points), given, by_hand[1]),
                                  ('preset, points, distance', (preset, points, distance), given, 3.25),
                                  ('distance, preset, points', (distance, preset, points), given, 3.25),
                                  ('preset, distance', (preset, distance), layers[0], 3.25),
                                  ('points, preset', (points, preset), layers[0], layers[1])):
    found = shown(name, *acts)
    check(found == (nodes, length), '%s: %s' % (name, found))

# ParaView's own unit distance counts as a choice too: a state restores it.
view = t.new_view()
display = simple.Show(mesh, view)
display.SetRepresentationType(t.TYPE)
t.turn(view)
fitted = display.ScalarOpacityUnitDistance
display.GetProperty('ScalarOpacityUnitDistance').ResetToDomainDefaults()
display.SMProxy.UpdateVTKObjects()
reset = display.ScalarOpacityUnitDistance
picture, state = t.image(view), smstate.get_state(source_set=[mesh, view])
check(display.ScalarOpacityUnitDistance == reset != fitted, 'fitted to %r, set back to %r' % (fitted, reset))
simple.Delete(view)
simple.ResetSession()
t.load_plugin()
exec(compile(state, 'state.py', 'exec'), {'__name__': '__main__'})
view = simple.GetActiveViewOrCreate('RenderView')
view.ViewSize = t.SIZE
view.UseFXAA = 0
check.near(t.image(view), picture, 0, 0, 'the state of it gives its picture')
check.done()
