# SPDX-License-Identifier: BSD-3-Clause
"""ParaView's window runs this at its start: everything is traced. Once the view shows the center axes, they
are hidden. The trace, the state as XML and as Python, and the picture are then written into the folder
INKRAY_TEST_FRAMES."""
import os

import numpy as np
from paraview import simple, smstate, smtrace

import raycast_testing as t

FOLDER = os.environ['INKRAY_TEST_FRAMES']
os.makedirs(FOLDER)
view = simple.GetActiveViewOrCreate('RenderView')
smtrace.start_trace()
waiting = []


def write(name, text):
    with open(os.path.join(FOLDER, name), 'w') as file:
        file.write(text)


def save(*_):
    """Writes the files, from a timer, outside of a frame."""
    interactor = view.GetInteractor()
    interactor.RemoveObserver(waiting.pop())
    view.CenterAxesVisibility, smooth, view.UseFXAA = 0, view.UseFXAA, 0
    np.save(os.path.join(FOLDER, 'picture.npy'), t.image(view))
    write('trace.py', smtrace.stop_trace())
    write('state.py', smstate.get_state())
    simple.SaveState(os.path.join(FOLDER, 'state.pvsm'))
    view.UseFXAA = smooth
    view.SMProxy.RemoveObserver(observer)


def wait(*_):
    if view.CenterAxesVisibility and not waiting:
        waiting.append(view.GetInteractor().AddObserver('TimerEvent', save))
        view.GetInteractor().CreateOneShotTimer(100)


view.CenterAxesVisibility = 0
observer = view.SMProxy.AddObserver('EndEvent', wait)
