# SPDX-License-Identifier: BSD-3-Clause
"""State files, as XML and as Python, bring back the same picture and settings, also for a program that loads them afresh."""
import os
import subprocess
import sys
import tempfile

import numpy as np
from paraview import simple, smstate

import raycast_testing as t

check = t.Checks()
folder = sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp()
xml, script, array = (os.path.join(folder, name) for name in ('state.pvsm', 'state.py', 'picture.npy'))

if len(sys.argv) > 1 and sys.argv[1] == 'load':
    # A new process: the plug-in, the state, the picture.
    t.load_plugin()
    if sys.argv[3] == 'xml':
        simple.LoadState(xml)
    else:
        with open(script) as file:
            exec(compile(file.read(), script, 'exec'), {'__name__': '__main__'})
    view = simple.GetActiveViewOrCreate('RenderView')
    view.ViewSize = t.SIZE
    kind = sys.argv[3]
    saved = np.load(array)
    check.near(t.image(view), saved, 0.0005, 2 / 255, kind + ': the same picture')
    display = [d for d in view.Representations if hasattr(d, 'RayCastMapper')][0]
    check(display.Representation == t.TYPE, kind + ': the representation type')
    check(abs(display.RayCastImageSampleDistance - 0.5) < 1e-6 and abs(display.RayCastEarlyTermination - 0.01) < 1e-6, kind + ': settings of the ray caster')
    check(abs(display.ScalarOpacityUnitDistance - 2.5) < 1e-6, kind + ': unit distance')
    check(display.RayCastDevice == 'CPU', kind + ': device')
    check.done()

t.load_plugin()
view = t.new_view()
tets = t.wavelet_tets(6)
display = t.show(tets, view, unit_distance=2.5)
opacity = simple.GetOpacityTransferFunction('RTData')
opacity.Points = [40.0, 0.0, 0.5, 0.0, 180.0, 0.1, 0.5, 0.0, 270.0, 0.9, 0.5, 0.0]
display.RayCastImageSampleDistance = 0.5
display.RayCastEarlyTermination = 0.01
display.RayCastDevice = 'CPU'
picture = t.image(view)
t.save(picture, 'state')
check(t.lit(picture) > 0.1, 'a picture')
np.save(array, picture)
simple.SaveState(xml)
with open(script, 'w') as file:
    file.write(smstate.get_state())
for kind in ('xml', 'python'):
    child = subprocess.run([os.environ.get('PVPYTHON', 'pvpython'), os.path.abspath(__file__), 'load', folder, kind], stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, text=True, timeout=200)
    print(child.stdout)
    check(child.returncode == 0, 'state as %s, loaded by a new process' % kind)
check.done()
