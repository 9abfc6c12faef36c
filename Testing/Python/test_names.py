# SPDX-License-Identifier: BSD-3-Clause
"""The panel, help(display) and a traced script use the same names: each control that the plug-in adds to the
panel has its own name in Python, documented by the panel's tool tip. A script traced while the control is
changed sets it by that name."""
import pydoc
import re

from paraview import simple, smtrace

import iso_testing as iso
import raycast_testing as t

check = t.Checks()
OURS = {t.TYPE: 'TetRayCast', iso.TYPE: 'Isosurface'}  # how the names of the proxies with these properties
                                                       # begin


def words(text):
    return ' '.join(text.split())


def controls(display, kind):
    """The properties, by name, that a type of representation adds to the panel of a display, and those that
    only scripts have."""
    proxy = display.SMProxy
    groups = [proxy.GetPropertyGroup(i) for i in range(proxy.GetNumberOfPropertyGroups())]
    names = {group.GetPropertyName(i) for group in groups for i in range(group.GetNumberOfProperties())}
    return {name: proxy.GetProperty(name) for name in sorted(names)
            if proxy.GetProperty(name).GetParent().GetXMLName().startswith(OURS[kind])}


# What a control that is no switch, choice or single number is set to.
LISTS = {'IsosurfaceHistogramBins': [32, 4], 'IsosurfaceArray': ['POINTS', 'y'],
         'Isosurfaces': [0.3, 0.5, 1.0, 1.0, 0.2, 0.4, 0.6], 'Isovalues': [0.25],
         'IsosurfaceOpacities': [0.75], 'IsosurfaceProbePixel': [5, 6],
         'RayCastIsosurfaces': [0.3, 0.5, 1.0, 1.0, 0.2, 0.4, 0.6], 'RayCastIsovalues': [0.25],
         'RayCastIsosurfaceOpacities': [0.75], 'RayCastHistogramBins': [64, 4],
         'PathTraceHistogramBins': [64, 4], 'RayCastSamplingDimensions': [64, 32, 16],
         'IsosurfaceComponent': 1, 'AverageIPScalarRange': [0.1, 0.9],
         'ThresholdArray': ['POINTS', 'y'], 'RayCastIsosurfaceColorArray': ['POINTS', 'y'],
         'ThresholdComponent': 1, 'ThresholdRange': [0.2, 0.7],
         'CroppingOrigin': [0.1, 0.2, 0.3], 'CroppingRotation': [10.0, 20.0, 30.0],
         'CroppingScale': [0.5, 0.6, 0.7], 'CroppingMinimum': [0.1, 0.2, 0.3],
         'CroppingMaximum': [5.0, 6.0, 7.0],
         'SliceOffsets': [0.25, 0.75], 'SliceOpacity': 0.5, 'SliceOrigin': [0.1, 0.2, 0.3],
         'SliceNormal': [0.0, 0.6, 0.8]}


# What is no value, but a function with properties of its own, and what has one value alone.
KEPT = ('RayCastIsosurfaceLookupTable', 'GradientOpacityFunction', 'TransferFunction2D',
        'UseGradientForTransfer2D')

# The ends of the names of properties that a trace leaves out: columns of a table that it holds, the bins of a
# histogram, and a preset, whose results it holds.
UNTRACED = ('Isovalues', 'IsosurfaceOpacities', 'HistogramBins', 'OpacityPreset')


def another_value(display, name):
    """A value that a control allows and does not have now."""
    if name in LISTS:
        return LISTS[name]
    now = display.GetPropertyValue(name)
    smproperty = display.SMProxy.GetProperty(name)
    if smproperty.FindDomain('vtkSMBooleanDomain'):
        return 1 - now
    choices = ([text for text in display.GetProperty(name).Available if text != now]
               if hasattr(display.GetProperty(name), 'Available') else [])
    return choices[0] if choices else now + 1 if isinstance(now, int) else now * 1.5 if now else 0.5


def assignments(script):
    """The values, by name and as texts, that a traced script sets: one property per line; from ParaView 6.0
    on also the arguments of one Set()."""
    return dict(re.findall(r'^(?:\w+\.| +)(\w+) ?= ?(.*?),?$', script, re.M))


def compare(source, kind):
    """Compare the controls of a type of representation of `source`."""
    smtrace.start_trace()
    display = simple.Show(source, view)
    display.SetRepresentationType(kind)
    mine = controls(display, kind)
    check(len(mine) > 10, '%s of %s: %d controls' % (kind, display.SMProxy.GetXMLName(), len(mine)))

    help_text = pydoc.plain(pydoc.render_doc(display))
    sections = dict(re.findall(r'^ \|  (\w+)\n((?: \|      .*\n)+)', help_text, re.M))
    for name, smproperty in mine.items():
        tool_tip = words(smproperty.GetDocumentation().GetDescription())
        shown = words(sections.get(name, '').replace(' |  ', ' '))
        check(tool_tip != '' and shown == tool_tip, 'help(display) has %s: %s' % (name, shown[:60]))
        check(words(getattr(type(display), name).__doc__) == tool_tip, 'and so has its docstring')

    changed = {name: smproperty for name, smproperty in mine.items() if not smproperty.GetInformationOnly()
               and name not in KEPT}
    before = {name: repr(display.GetProperty(name)) for name in changed}
    said = smtrace.PropertiesModified(display.SMProxy)
    for name in changed:
        setattr(display, name, another_value(display, name))
    values = {name: repr(display.GetProperty(name)) for name in changed}
    said.finalize()
    script = smtrace.stop_trace()
    # Those of color maps may follow.
    section = [text for text in script.split('# Properties modified on')[1:]
               if re.match(r' \w+Display\n', text)][-1]
    traced = assignments(section)
    for name in changed:
        wanted = None if name.endswith(UNTRACED) else values[name]
        check(before[name] != values[name] and wanted == traced.get(name),
              'the traced script sets %s = %s, which was %s' % (name, traced.get(name), before[name]))
    simple.Delete(display)


t.load_plugin()
view = t.new_view()
image = iso.producer(iso.image_data({'x': lambda x, y, z: x + 0 * y, 'y': lambda x, y, z: y + 0 * z},
                                    (9, 9, 9)))
compare(image, iso.TYPE)
compare(simple.Tetrahedralize(Input=image), t.TYPE)
compare(simple.GroupDatasets(Input=[image]), iso.TYPE)
compare(simple.Tetrahedralize(Input=image), iso.TYPE)
compare(simple.GroupDatasets(Input=[simple.Tetrahedralize(Input=image)]), t.TYPE)

# The filter: its dialog shows the texts of help().
bricks = simple.MinMaxBricks(Input=image)
for name in ('Array', 'LeafSize', 'Component'):
    check(words(getattr(type(bricks), name).__doc__)
          == words(bricks.SMProxy.GetProperty(name).GetDocumentation().GetDescription()),
          'help(bricks) has %s' % name)
smtrace.start_trace()
bricks = simple.MinMaxBricks(Input=image)
said = smtrace.PropertiesModified(bricks.SMProxy)
bricks.LeafSize, bricks.Component, bricks.Array = 4, 0, ['POINTS', 'y']
said.finalize()
traced = assignments(smtrace.stop_trace().split('# Properties modified on')[-1])
for name, value in (('LeafSize', '4'), ('Component', '0'), ('Array', "['POINTS', 'y']")):
    check(traced.get(name) == value, 'the traced script sets %s = %s: %s' % (name, value, traced.get(name)))
check.done()
