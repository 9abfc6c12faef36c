# SPDX-License-Identifier: BSD-3-Clause
"""Invalid numbers in properties that ParaView's types share, cameras that see nothing, the plug-in loaded
twice, and state files edited by hand or written by other versions: at most one clear message each, a session
that goes on, and the earlier picture with the next valid value."""
import os
import re
import tempfile
from xml.etree import ElementTree

from paraview import simple

import iso_testing as iso
import path_testing
import raycast_testing as t

check = t.Checks()
t.load_plugin()
NAN, INF = float('nan'), float('inf')
OURS = re.compile(r'vtk(?:TetRayCast|Isosurface|Havs|RayCast)\w+ \(0x|vtkSM\w*Representation\w* '
                  r'\(0x|vtkPVRepresentation\w* \(0x')


def count(said):
    """The number of messages from any source."""
    return len(re.findall(r'^(?:ERROR|Warning|Generic Warning): ', said.text(), re.MULTILINE))


def seen(picture):
    """Whether the picture shows something in front of the background."""
    return t.lit(picture, picture[:1, :1]) > 0.01


def plain(kind):
    """A display of this type of representation in its own view."""
    view = t.new_view((0.1, 0.2, 0.3))
    if kind == t.TYPE:
        display = t.show(t.wavelet_tets(4), view)
        display.Shade = 1
    else:
        display = simple.Show(simple.Wavelet(WholeExtent=[-4, 4] * 3), view)
        display.SetRepresentationType(kind)
        if kind == path_testing.TYPE:
            display.PathTraceSamples = 4
        t.turn(view)
    return view, display


WRONG = {'Ambient': [NAN, INF, -1.0], 'Diffuse': [NAN, -INF], 'Specular': [NAN, 2.0],
         'SpecularPower': [NAN, INF, -1.0], 'DiffuseColor': [[NAN, 0.0, 0.0], [1.0, INF, -2.0]],
         'Opacity': [NAN], 'SliceOpacity': [NAN, 2.0],
         'Position': [[NAN, 0.0, 0.0], [0.0, INF, 0.0]], 'Orientation': [[0.0, NAN, 0.0], [INF, 0.0, 0.0]],
         'Scale': [[1.0, 1.0, NAN]], 'Origin': [[INF, 0.0, 0.0]]}
CAMERAS = {'not a number': ((NAN, 0, 30), (0, 0, 0)), 'infinite': ((0, INF, 30), (0, 0, 0)),
           'far beyond reach': ((0, 0, 1e300), (0, 0, 0)), 'at its focal point': ((3, 4, 5), (3, 4, 5)),
           'that looks at no number': ((0, 0, 30), (0, NAN, 0)),
           'far beyond reach that looks away': ((0, 0, 1e31), (0, 0, 2e31))}

for kind in (t.TYPE, iso.TYPE, path_testing.TYPE):
    view, display = plain(kind)
    picture = t.image(view)
    check(seen(picture), kind + ': a picture')
    # Each value is refused, as for Opacity.
    failed = []
    place = 'Translation' if display.GetProperty('Translation') else 'Position'
    for name, values in WRONG.items():
        name = place if name == 'Position' else name
        if not display.GetProperty(name):  # an image has no slices
            continue
        kept = display.GetProperty(name).GetData()
        for value in values if kind == t.TYPE else values[:1]:
            with t.Messages() as said:
                setattr(display, name, value)
            if (count(said) != 1 or said.count('is refused; it stays') != 1
                or display.GetProperty(name).GetData() != kept):
                failed.append('%s = %s: %s' % (name, value, said.text()))
        if t.difference(t.image(view), picture)[1] > 0:
            failed.append(name + ': another picture')
    check(not failed, '%s: values that are no numbers are refused %s' % (kind, failed))

    # Values that Surface accepts are reset when a type of the plug-in is chosen, with a message.
    display.SetRepresentationType('Surface')
    with t.Messages() as said:
        display.Ambient = NAN
        setattr(display, place, [0.0, INF, 0.0])
    check(said.text() == '', kind + ": Surface's values are ParaView's business: " + said.text())
    with t.Messages() as said:
        display.SetRepresentationType(kind)
        after = t.image(view)
    check(count(said) == 2 and said.count('is replaced by 0') == 2 and display.Ambient == 0.0,
          '%s: values of Surface are set back: %s' % (kind, said.text()))
    check(t.difference(after, picture)[1] == 0, kind + ': the picture of before')

    # A camera that sees nothing gives one message that says what to do.
    for what, (position, focus) in CAMERAS.items():
        with t.Messages() as said:
            view.CameraPosition, view.CameraFocalPoint = position, focus
            nothing = t.image(view)
            t.image(view)
        ours = [line for line in said.text().splitlines() if 'Set the view direction to +X' in line]
        check(len(ours) == 1 and 'The camera at (' in ours[0] and not seen(nothing),
              '%s: a camera %s: %s' % (kind, what, said.text()))
        check('The camera at (' in t.remarks(display, 'problem'),
              '%s: a camera %s: the report says so' % (kind, what))
        with t.Messages() as said:
            view.ResetActiveCameraToPositiveX()
            simple.ResetCamera(view)
            again = t.image(view)
        check(count(said) == 0 and seen(again),
              '%s: the next good camera draws after one %s: %s' % (kind, what, said.text()))
    simple.Delete(view)

# Loading the plug-in once more changes nothing.
view, display = plain(t.TYPE)
picture = t.image(view)
with t.Messages() as said:
    t.load_plugin()
    again = t.image(view)
check(t.difference(picture, again)[1] == 0 and count(said) == 0, 'loaded twice: %s' % said.text())
other, others = plain(iso.TYPE)
for shown in (display, others):
    with t.Messages() as said:
        shown.Ambient = NAN
    check(count(said) == 1, 'loaded twice: what is refused is said once: %s' % said.text())
simple.Delete(other)
check(len([kind for kind in display.GetProperty('Representation').GetAvailable() if kind == t.TYPE]) == 1,
      'loaded twice: the type is there once')
simple.Delete(view)

# State files: invalid numbers, properties that no longer exist or were renamed, and states of a version
# without them.
folder = tempfile.mkdtemp()


def scene(kind):
    view, display = plain(kind)
    display.UseCropping = 1
    display.CroppingScale = [0.7, 1.0, 1.0]
    file = os.path.join(folder, 'state.pvsm')
    picture = t.image(view)
    simple.SaveState(file)
    return file, picture


def elements(state, name):
    """The properties of that name, in displays that have properties of the plug-in."""
    for proxy in state.iter('Proxy'):
        if (proxy.get('group') == 'representations'
            and 'Cropping' in ElementTree.tostring(proxy, encoding='unicode')):
            for element in proxy.findall('Property'):
                if element.get('name') == name:
                    yield proxy, element


def load(file, state):
    other = os.path.join(folder, 'changed.pvsm')
    state.write(other)
    simple.ResetSession()
    t.load_plugin()
    with t.Messages() as said:
        simple.LoadState(other)
        view = simple.GetActiveViewOrCreate('RenderView')
        view.ViewSize, view.UseFXAA = t.SIZE, 0
        picture = t.image(view)
        t.image(view)
    display = [d for d in view.Representations if hasattr(d, 'UseCropping')][0]
    return picture, said, display


def put(name, *values):
    def change(state):
        for _, element in elements(state, name):
            for i, value in enumerate(element.findall('Element')):
                value.set('value', values[i % len(values)])
    return change


def drop(name):
    def change(state):
        for proxy, element in list(elements(state, name)):
            proxy.remove(element)
    return change


def rename(name, other):
    def change(state):
        for _, element in elements(state, name):
            element.set('name', other)
    return change


for kind, prefix in ((t.TYPE, 'RayCast'), (iso.TYPE, 'Isosurface')):
    file, picture = scene(kind)
    for what, changes, same, messages in (
            ('properties that are missing, gone or named otherwise',
             [drop(prefix + 'ImageSampleDistance'),
              rename(prefix + 'EarlyTermination', prefix + 'Termination'),
              rename(prefix + 'AutoAdjust', 'AutoAdjust')], True, 0),
            ('wrong numbers',
             [put(prefix + 'ImageSampleDistance', 'nan'), put('Opacity', '7'), put(prefix + 'Device', '9'),
              put('Orientation', 'inf', '0', '0'), put(prefix + 'EarlyTermination', '-3'),
              put(prefix + 'MaximumImageSampleDistance', 'fine')], True, 5),
            ('a box of nothing', [put('CroppingScale', 'nan', '1', '1')], False, 1),
            # VTK's own message only names the type; the other one says what to choose.
            ('a type of representation that is gone', [put('Representation', 'Volume (Gone)')], False, 2)):
        state = ElementTree.parse(file)
        for change in changes:
            change(state)
        loaded, said, display = load(file, state)
        check(count(said) == messages, '%s, %s: %d messages: %s' % (kind, what, count(said), said.text()))
        if same:
            check.near(loaded, picture, 0, 0, '%s, %s: the picture' % (kind, what))
    simple.ResetSession()
    t.load_plugin()
check.done()
