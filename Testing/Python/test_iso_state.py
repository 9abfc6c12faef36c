# SPDX-License-Identifier: BSD-3-Clause
"""State files of isosurfaces, as XML and as Python, bring back the same picture and settings, also for a program that loads them afresh."""
import os
import subprocess
import sys
import tempfile

import numpy as np
from paraview import simple, smstate

import iso_testing as iso
import raycast_testing as t

check = t.Checks()
folder = sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp()
xml, script, array = (os.path.join(folder, name) for name in ('state.pvsm', 'state.py', 'picture.npy'))
SETTINGS = {
    'Isovalues': [120.0, 170.0], 'IsosurfaceOpacities': [0.4], 'IsosurfaceDevice': 'CPU', 'IsosurfacePipeline': 'Multi-Kernel', 'IsosurfaceCompaction': 'InKCollate',
    'IsosurfaceImageSampleDistance': 0.5, 'IsosurfaceEarlyTermination': 0.01, 'Specular': 0.5, 'UseCropping': 1, 'CroppingScale': [1.0, 0.8, 1.0], 'Opacity': 0.9
}

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
    check.near(t.image(view), np.load(array), 0.0005, 2 / 255, kind + ': the same picture')
    display = [d for d in view.Representations if hasattr(d, 'Isovalues')][0]
    check(display.Representation == iso.TYPE, kind + ': the representation type')
    check(list(display.IsosurfaceArray) == ['POINTS', 'RTData'], kind + ': the isosurface array')
    for name, value in SETTINGS.items():
        loaded = getattr(display, name)
        loaded = list(loaded) if isinstance(value, list) else loaded
        check(loaded == value or isinstance(value, float) and abs(loaded - value) < 1e-6, '%s: %s is %s' % (kind, name, loaded))
    check.done()

t.load_plugin()
view = t.new_view()
display = iso.show(simple.Wavelet(), view, color=('POINTS', 'RTData'), **SETTINGS)
picture = t.image(view)
t.save(picture, 'iso_state')
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
