# SPDX-License-Identifier: BSD-3-Clause
"""Frames that take long show their progress in ParaView's progress bar, under the representation's name, and
can be aborted."""
import time

import numpy as np
from paraview import servermanager, simple

import raycast_testing as t

check = t.Checks()
t.load_plugin()
view = t.new_view()
handler = servermanager.ActiveConnection.Session.GetProgressHandler()
heard = []
handler.AddObserver('ProgressEvent',
                    lambda *_: heard.append((handler.GetLastProgressText(), handler.GetLastProgress())))
window = view.GetRenderWindow()
asked = []
aborts = False


def ask(*_):
    asked.append(aborts)
    if aborts:
        window.SetAbortRender(1)


window.AddObserver('AbortCheckEvent', ask)


def drawing():
    """The mapper that draws; mappers of the data's other representations exist as well."""
    volumes = view.GetRenderer().GetVolumes()
    volumes = [volumes.GetItemAsObject(i) for i in range(volumes.GetNumberOfItems())]
    mappers = [volume.GetMapper() for volume in volumes if volume.GetVisibility() and volume.GetMapper()]
    return next(mapper for mapper in mappers if mapper.GetClassName() == 'vtkTetRayCastMapper')


def texts():
    return [text for text, _ in heard if text in ('Casting rays', 'Finding neighbors of tetrahedra')]


display = t.show(t.wavelet_tets(6), view)
display.RayCastDevice = 'CPU'
whole = t.image(view)
check(not asked, 'frames that are quick ask nobody')
check(not texts(), 'and tell nothing: %s' % heard)

# The observer of a message sleeps, so that the frame takes long on any machine.
messages = []
drawing().AddObserver('WarningEvent', lambda *_: (messages.append(1), time.sleep(0.5)))
opacities = display.ScalarOpacityFunction
points = list(opacities.Points)
nothing = [value for i in range(0, len(points), 4) for value in (points[i], 0.0, 0.5, 0.0)]


def long_frame():
    """A frame with an opacity function that shows nothing, for which the mapper gives a message."""
    del heard[:], asked[:], messages[:]
    opacities.Points = [*nothing, 1e6, 1.0, 0.5, 0.0]  # opaque only at values that the data do not have
    simple.Render(view)
    check(len(messages) == 1, 'one message')
    return t.report(display)


rows = long_frame()
check('Casting rays' in texts(), 'a long frame tells how far it is: %s' % heard)
check(all(0 <= share <= 100 for _, share in heard), 'in percent: %s' % heard)
check(asked == [False] * len(asked) and asked, 'and asks whether to go on: %s' % asked)
check(rows['drawn by'] == 'InKRay Ray Caster' and 'note' not in rows, 'it is drawn: %s' % rows)

opacities.Points = points
t.image(view)
aborts = True
rows = long_frame()
check(asked == [True], 'a frame that is aborted does not ask again: %s' % asked)
check(rows['drawn by'] == 'nothing' and 'aborted' in rows['note'],
      'a note says that it was aborted: %s' % rows)
check('problem' not in rows or 'aborted' not in rows['problem'], 'which is no problem')
aborts = False
opacities.Points = points
check(np.array_equal(t.image(view), whole), 'the next frame is whole')
check('note' not in t.report(display), 'and has no note')

check.done()
