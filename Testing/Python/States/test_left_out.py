# SPDX-License-Identifier: BSD-3-Clause
"""A build without the component of path tracing: its type of representation is absent, the other types draw,
and a state file that names the type gives one message."""
import os
import re
import tempfile

from paraview import simple

import raycast_testing as t

TYPE = 'Isosurface (Path Traced)'

check = t.Checks()
t.load_plugin()
view = t.new_view()
volume = t.show(t.wavelet_tets(6), view)
image = simple.Wavelet(WholeExtent=[-6, 6] * 3)
surface = simple.Show(image, view)
surface.SetRepresentationType('Isosurface (Ray Cast)')
picture = t.image(view)
check(t.lit(picture) > 0.1, 'a volume and an isosurface are drawn')
for display in (volume, surface):
    check(TYPE not in list(display.GetProperty('Representation').Available), 'the type is not offered')
    check(not [name for name in display.ListProperties() if 'PathTrac' in name], 'nor are its properties')
with t.Messages() as said:
    try:
        surface.Representation = TYPE
    except ValueError as error:
        print(error)
    simple.Render(view)
check(surface.Representation == 'Isosurface (Ray Cast)', 'a script that sets it changes nothing')
check.near(t.image(view), picture, 0, 0, 'nor the picture')

# A state file as another build saves it.
with tempfile.TemporaryDirectory() as folder:
    file = os.path.join(folder, 'state.pvsm')
    simple.SaveState(file)
    with open(file, encoding='utf-8') as state:
        text = state.read()
    text, count = (re.subn('(<Property name="Representation"[^>]*>\\s*<Element index="0" value=")Isosurface '
                           '\\(Ray Cast\\)"', '\\1%s"' % TYPE, text))
    check(count == 1, 'the state names the type')
    text = text.replace('<Property name="Representation"', '<Property name="PathTraceSamples" '
                        'id="1.PathTraceSamples" number_of_elements="1"><Element index="0" '
                        'value="16"/></Property>\n<Property name="Representation"')
    with open(file, 'w', encoding='utf-8') as state:
        state.write(text)
    simple.ResetSession()
    t.load_plugin()
    with t.Messages() as said:
        simple.LoadState(file)
        view = simple.GetActiveViewOrCreate('RenderView')
        simple.Render(view)
check(said.count('Representation %s is not known here' % TYPE) == 1 and said.count('Choose one of') == 1,
      'one message beside VTK\'s own, which names the type alone: %s' % said.text())
displays = [display for display in view.Representations if hasattr(display, 'Representation')]
check(any(display.Representation == t.TYPE for display in displays)
      and not any(display.Representation == TYPE for display in displays), 'the volume is what it was')
check(t.lit(t.image(view)) > 0.1, 'and the session goes on')
check.done()
