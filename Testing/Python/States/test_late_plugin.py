# SPDX-License-Identifier: BSD-3-Clause
"""The plug-in loaded after data are shown: displays of a script stay as they are, one message says what to
do, and later displays offer its types."""
from paraview import simple

import iso_testing
import raycast_testing as t

check = t.Checks()
view = t.new_view()
image = simple.Wavelet()
mesh = t.wavelet_tets(6)
early = [simple.Show(source, view) for source in (image, mesh)]
simple.Render(view)
with t.Messages() as said:
    t.load_plugin()
check(said.count('2 displays are older than the plug-in InKRay and do not offer its representations. '
                 'Delete() them and Show() their data again') == 1 and said.count('InKRay') == 1,
      'one message: ' + said.text())
for display, kind in zip(early, (iso_testing.TYPE, t.TYPE)):
    check(kind not in display.GetProperty('Representation').Available
          and display.SMProxy in [r.SMProxy for r in view.Representations],
          'a display from before is still there')
    simple.Delete(display)
for source, kind in ((image, iso_testing.TYPE), (mesh, t.TYPE)):
    with t.Messages() as said:
        display = simple.Show(source, view)
        display.SetRepresentationType(kind)
        t.turn(view)
        picture = t.image(view)
    check(display.Representation == kind and t.lit(picture) > 0.1 and not said.text(),
          '%s: a display made afterwards has it %s' % (kind, said.text()))
    simple.Hide(source, view)
check.done()
