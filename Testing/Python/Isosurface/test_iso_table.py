# SPDX-License-Identifier: BSD-3-Clause
"""The table Isosurfaces: rows keep their opacity, color and visibility. Isovalues, IsosurfaceOpacities and
the stock IsosurfaceValues agree with it. Another array gets its own isovalues."""
import os
import tempfile
import xml.etree.ElementTree as ElementTree

import numpy as np
from paraview import servermanager, simple, smstate

import iso_testing as iso
import raycast_testing as t

check = t.Checks()
t.load_plugin()


def rows(display):
    numbers = list(display.Isosurfaces)
    return [numbers[i:i + 7] for i in range(0, len(numbers), 7)]


def row(value, opacity=1.0, visible=1, color=None):
    return [value, opacity, visible, 1 if color else 0] + list(color or (1, 1, 1))


def expect(what, display, *expected):
    check(rows(display) == list(expected), '%s: %s' % (what, rows(display)))
    check(list(display.Isovalues) == [r[0] for r in expected],
          '%s: the isovalues agree: %s' % (what, list(display.Isovalues)))
    opacities = list(display.IsosurfaceOpacities)
    opacities += [1.0] * (len(expected) - len(opacities))
    check(opacities == [r[1] for r in expected], '%s: the opacities agree: %s' % (what, opacities))


# Three concentric spheres of a distance, seen along z. Colors are those of the map, without light.
arrays = {'distance': iso.sphere, 'shifted': lambda x, y, z: 10 + iso.sphere(x, y, z),
          'vector': lambda x, y, z: np.stack([x, y, z], axis=3)}
source = iso.producer(iso.image_data(arrays))
view = t.new_view()
display = iso.show(source, view, camera=False)
low, high = 0.0, np.sqrt(3.0)
expect('at first one, in the middle of the range', display, row(list(display.Isovalues)[0]))
check(abs(display.Isovalues[0] - high / 2) < 1e-6, 'the middle: %s' % display.Isovalues[0])
camera = view.GetActiveCamera()
camera.SetPosition(0, 0, 8)
camera.SetFocalPoint(0, 0, 0)
camera.SetViewUp(0, 1, 0)
view.CameraParallelProjection = 1
view.CameraParallelScale = 1.0
display.Ambient, display.Diffuse = 1.0, 0.0
display.DiffuseColor = [0.0, 1.0, 0.0]


def pixel(x):
    """The color at (x, 0) of the scene."""
    picture = t.image(view)
    height, width = picture.shape[:2]
    return [round(float(c), 2) for c in picture[height // 2, int(width / 2 + x * height / 2)]]


def shows(what, *expected):
    """Check the colors at the center, between the inner and the middle sphere, and between the middle and the
    outer sphere."""
    found = [pixel(x) for x in (0.0, 0.5, 0.75)]
    check(np.abs(np.array(found) - np.array(expected)).max() < 0.02, '%s: %s' % (what, found))


RED, GREEN, BLUE, NONE = [1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0]
display.Isosurfaces = row(0.4, color=RED) + row(0.6) + row(0.9, color=BLUE)
shows('the outer one', BLUE, BLUE, BLUE)
display.Isosurfaces = row(0.4, color=RED) + row(0.6) + row(0.9, visible=0, color=BLUE)
shows('the outer one hidden: that of the solid color', GREEN, GREEN, NONE)
display.Isosurfaces = row(0.4, color=RED) + row(0.6, visible=0) + row(0.9, 0.5, color=BLUE)
shows('the outer one translucent, the middle one hidden', [0.5, 0, 0.5], [0, 0, 0.75], [0, 0, 0.75])
display.Isosurfaces = row(0.4, color=RED) + row(0.9, 0.25, visible=0, color=BLUE)
shows('a translucent one hidden', RED, NONE, NONE)

# If an array colors the surfaces, those without their own color take the array's; the others keep theirs.
display.Isosurfaces = row(0.4, color=RED) + row(0.6)
for name in ('distance', 'shifted'):
    simple.ColorBy(display, ('POINTS', name))
    map = simple.GetColorTransferFunction(name)
    map.RGBPoints = [-100.0, 0.0, 1.0, 0.0, 100.0, 0.0, 1.0, 0.0]
    shows('colored by %s: the outer one of the map' % name, GREEN, GREEN, NONE)
    display.Isosurfaces = row(0.4) + row(0.6, color=RED)
    shows('colored by %s: the outer one of its own' % name, RED, RED, NONE)
    display.Isosurfaces = row(0.4, color=BLUE) + row(0.6, 0.5)
    shows('colored by %s: through that of the map' % name, [0, 0.5, 0.5], [0, 0.75, 0], NONE)
    display.Isosurfaces = row(0.4, color=RED) + row(0.6)
display.ColorArrayName = [None, '']

# A row keeps its settings, whichever list of isovalues is set.
three = [row(0.4, 0.3, 1, RED), row(0.6, 0.5), row(0.9, 0.7, 0, BLUE)]
display.Isosurfaces = sum(three, [])
expect('three rows', display, *three)
display.Isovalues = [0.6, 0.9]
expect('the first value left out', display, *three[1:])
display.Isovalues = [0.9, 0.6]
expect('the other way round', display, three[2], three[1])
display.Isovalues = [0.9, 0.65]
expect('a value changed', display, three[2], row(0.65, 0.5))
display.Isovalues = [0.2, 0.9, 0.65]
expect('a value in front', display, row(0.2), three[2], row(0.65, 0.5))
display.Isovalues = []
expect('none', display)

# Opacities that are set before their isovalues wait for them; missing opacities are 1.
display.IsosurfaceOpacities = [0.4, 0.5]
check(list(display.IsosurfaceOpacities) == [0.4, 0.5], 'opacities before their values')
display.Isovalues = [0.4, 0.6, 0.9]
expect('their values', display, row(0.4, 0.4), row(0.6, 0.5), row(0.9))
display.IsosurfaceOpacities = [0.2]
expect('fewer opacities', display, row(0.4, 0.2), row(0.6), row(0.9))

# A refused value leaves everything as it was, also if it is in one of several lists.
with t.Messages() as said:
    display.Isosurfaces = row(0.5, 7.0)
    display.Isosurfaces = [0.5, float('nan')]
    display.Isovalues = [0.5, float('inf')]
    display.IsosurfaceOpacities = [0.5, -1.0]
check(said.count('stay as they were') == 4, 'four messages: %s' % said.text())
expect('refused', display, row(0.4, 0.2), row(0.6), row(0.9))

# A plain list of isovalues, of any length that is no multiple of seven.
for values in ([0.45], [0.4, 0.7], [0.1 * i + 0.15 for i in range(8)]):
    display.Isosurfaces = [0.4, 0.2, 1, 0, 1, 1, 1]
    display.Isosurfaces = values
    expect('a plain list', display, row(values[0], 0.2), *[row(value) for value in values[1:]])
display.Isosurfaces = row(0.4, 0.2) + row(0.6) + row(0.9)

# While Isosurface (Ray Cast) is shown, representation Volume's isovalues set its own.
display.IsosurfaceValues = [0.6, 0.7]
expect('the stock property', display, row(0.6), row(0.7))
display.SetRepresentationType('Surface')
display.IsosurfaceValues = [0.3]
expect('the stock property, another type shown', display, row(0.6), row(0.7))
display.SetRepresentationType(iso.TYPE)

# Another array gets isovalues of its own if it reaches none of the old ones.
with t.Messages() as said:
    display.Isosurfaces = row(0.6, 0.5, 1, RED)
    display.IsosurfaceArray = ['POINTS', 'shifted']
    expect('an array that lies elsewhere: the middle of it', display, row(display.Isovalues[0], 0.5, 1, RED))
    check(abs(display.Isovalues[0] - (10 + high / 2)) < 1e-6, 'the middle: %s' % display.Isovalues[0])
    display.Isovalues = [10.2, 10.9, 11.2]
    display.IsosurfaceArray = ['POINTS', 'distance']
    check(np.abs(np.array(display.Isovalues) - high * np.array([0.25, 0.5, 0.75])).max() < 1e-6,
          'several: spread over it: %s' % list(display.Isovalues))
    check(rows(display)[0][1:] == row(0, 0.5, 1, RED)[1:],
          'several: the rows keep what they have: %s' % rows(display)[0])
    display.Isovalues = [0.5, 11.0]
    display.IsosurfaceArray = ['POINTS', 'shifted']
    check(list(display.Isovalues) == [0.5, 11.0],
          'one of them inside: they stay: %s' % list(display.Isovalues))
    display.IsosurfaceArray = ['POINTS', 'distance']
    display.Isovalues = [10.0]
    display.IsosurfaceArray = ['POINTS', 'shifted']
    check(abs(display.Isovalues[0] - (10 + high / 2)) < 1e-6,
          'the least value has no surface: the middle: %s' % display.Isovalues[0])

    # A vector array starts with its magnitude.
    display.Isovalues = [0.6]
    display.IsosurfaceArray = ['POINTS', 'vector']
    check(display.IsosurfaceComponent in (3, 'Magnitude'),
          'a vector starts at its magnitude: %s' % display.IsosurfaceComponent)
    check(list(display.Isovalues) == [0.6], 'a vector: the isovalue stays: %s' % list(display.Isovalues))
    magnitude = t.image(view)
    display.IsosurfaceArray = ['POINTS', 'distance']
    check.near(magnitude, t.image(view), 0, 0, 'a vector: the magnitude is drawn')
    display.Isovalues = [1.5]
    display.IsosurfaceArray, display.IsosurfaceComponent = ['POINTS', 'vector'], 0
    check(abs(display.Isovalues[0]) < 1e-6,
          'a component without the isovalue: the middle of it: %s' % display.Isovalues[0])
    simple.Render(view)
check('ERR' not in said.text() and 'no isosurface' not in said.text(),
      'other arrays: no messages: %s' % said.text())
only = iso.producer(iso.image_data({'vector': arrays['vector']}))
first = iso.show(only, t.new_view())
check(first.IsosurfaceComponent in (3, 'Magnitude') and abs(first.Isovalues[0] - high / 2) < 1e-6,
      'an image with a vector alone: %s at %s' % (first.IsosurfaceComponent, list(first.Isovalues)))

# Defaults that a user saves leave out properties of a single data set.
settings = servermanager.vtkSMSettings.GetInstance()
display.IsosurfaceSmoothNormals = 0
settings.SetProxySettings(display.SMProxy, None)
for name in ('Isosurfaces', 'Isovalues', 'IsosurfaceOpacities'):
    check(not settings.HasSetting('.representations.UniformGridRepresentation.' + name),
          'saved as default: not ' + name)
check(settings.HasSetting('.representations.UniformGridRepresentation.IsosurfaceSmoothNormals'),
      'saved as default: what is no matter of the data')
settings.ClearAllSettings()

# The panel has the table above cropping: groups with one label stand where the first property of the label
# does, and a property is in the last group that names it.
groups, order = {}, []
for index in range(display.SMProxy.GetNumberOfPropertyGroups()):
    group = display.SMProxy.GetPropertyGroup(index)
    groups.update({group.GetProperty(i): group.GetXMLLabel() for i in range(group.GetNumberOfProperties())})
properties = servermanager.vtkSMOrderedPropertyIterator()
properties.SetProxy(display.SMProxy)
properties.Begin()
while not properties.IsAtEnd():
    label = groups.get(properties.GetProperty())
    if label and label not in order:
        order.append(label)
    properties.Next()
place = [order.index(groups[display.SMProxy.GetProperty(name)])
         for name in ('LookupTable', 'Isosurfaces', 'UseCropping')]
check(place == sorted(place) and len(set(place)) == 3,
      'the panel: coloring, isosurfaces, cropping: %s' % place)

# Older states and scripts: a list of isovalues and a shorter list of opacities, and the first component of a
# vector.
file = os.path.join(tempfile.mkdtemp(), 'state.pvsm')
simple.ResetSession()
t.load_plugin()
gradient = simple.Gradient(Input=simple.Wavelet(WholeExtent=[-4, 4] * 3), ScalarArray=['POINTS', 'RTData'])
display = iso.show(gradient, t.new_view(), IsosurfaceArray=['POINTS', 'Gradient'])
display.IsosurfaceComponent, display.Isovalues, display.IsosurfaceOpacities = 0, [5.0, -6.0], [0.3]
simple.SaveState(file)
state = ElementTree.parse(file)
found = 0
for proxy in state.iter('Proxy'):
    for property in list(proxy):
        if property.get('name') == 'Isosurfaces' and proxy.get('type') == 'UniformGridRepresentation':
            proxy.remove(property)
            found += 1
check(found == 1, 'a state without the table')
state.write(file)
simple.ResetSession()
t.load_plugin()
simple.LoadState(file)
display = [d for d in simple.GetActiveViewOrCreate('RenderView').Representations
           if hasattr(d, 'Isosurfaces')][0]
expect('a state of before', display, row(5.0, 0.3), row(-6.0))
check(display.IsosurfaceComponent in (0, 'X'),
      'a state of before: the component: %s' % display.IsosurfaceComponent)

# An emptied table stays empty, although the display has an isovalue of ParaView's own representation Volume.
display.Isovalues = []
simple.Render()
simple.SaveState(file)
simple.ResetSession()
t.load_plugin()
simple.LoadState(file)
display = [d for d in simple.GetActiveViewOrCreate('RenderView').Representations
           if hasattr(d, 'Isosurfaces')][0]
simple.Render()
check(len(display.Isosurfaces) == 0 and len(display.Isovalues) == 0 and len(display.IsosurfaceValues) > 0,
      'an emptied table stays empty in a state file: %s' % list(display.Isosurfaces))
simple.SetActiveSource(display.Input)
script = smstate.get_state()
simple.ResetSession()
t.load_plugin()
exec(compile(script, 'state.py', 'exec'), {'__name__': '__main__'})
display = [d for d in simple.GetActiveViewOrCreate('RenderView').Representations
           if hasattr(d, 'Isosurfaces')][0]
simple.Render()
check(len(display.Isosurfaces) == 0 and len(display.Isovalues) == 0 and len(display.IsosurfaceValues) > 0,
      'and in a state as a Python script: %s' % list(display.Isosurfaces))
check.done()
