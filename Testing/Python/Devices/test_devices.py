# SPDX-License-Identifier: BSD-3-Clause
"""Device offers the GPUs of the process that draws, each by number and name, here and on a server, and state
files keep the choice. The test runs on an imitated machine with two GPUs."""
import os
import tempfile

from paraview import simple, smstate

import iso_testing as iso
import raycast_testing as t
import session_testing

check = t.Checks()
CHOICES = ['Auto', 'CUDA', 'CPU', 'GPU 0: Test GPU, large', 'GPU 1: Test GPU, small']
# All GPUs draw a volume together.
OFFERED = {'RayCast': CHOICES[:3] + ['All GPUs'] + CHOICES[3:], 'Isosurface': CHOICES}


def shown(source, view, kind):
    display = simple.Show(source, view)
    display.SetRepresentationType(kind)
    simple.ColorBy(display, ('POINTS', 'RTData'))
    return display


def offered(view, where):
    image = simple.Wavelet(WholeExtent=[-4, 4] * 3)
    displays = {'RayCast': shown(simple.Tetrahedralize(Input=image), view, t.TYPE),
                'Isosurface': shown(image, view, iso.TYPE)}
    for prefix, display in displays.items():
        available = list(display.GetProperty(prefix + 'Device').Available)
        check(available == OFFERED[prefix], '%s, %s: %s' % (where, prefix, available))
        setattr(display, prefix + 'Device', CHOICES[4])
        with t.Messages() as said:
            simple.Render(view)
        reason = str(t.information(display, prefix + 'FallbackReason'))
        check('GPU number 1 is one for tests' in reason,
              '%s, %s: why the CPU draws: %s' % (where, prefix, reason))
        check('CPU' in str(t.information(display, prefix + 'DeviceName')),
              '%s, %s: the CPU draws' % (where, prefix))
        if where == 'here':
            check(said.count('CUDA device 1 was asked for, but the CPU draws') > 0, '%s: it is said' % prefix)
        display.Visibility = 0
    of_image = shown(image, view, t.TYPE)
    available = list(of_image.GetProperty('RayCastDevice').Available)
    check(available == OFFERED['RayCast'], '%s, volume of an image: %s' % (where, available))
    of_image.Visibility = 0
    return displays


t.load_plugin()
view = t.new_view()
displays = offered(view, 'here')
display = displays['RayCast']

# A number of no GPU, as from a script or from a state of another machine.
with t.Messages() as said:
    display.SMProxy.GetProperty('RayCastDevice').SetElement(0, 17)
    display.SMProxy.UpdateVTKObjects()
check(display.RayCastDevice == CHOICES[4], 'a GPU that is not there is refused: %s' % display.RayCastDevice)
check(said.count('GPU 1: Test GPU, small') > 0, 'the refusal says which there are')

display.Visibility = 1
with tempfile.TemporaryDirectory() as folder:
    xml = os.path.join(folder, 'state.pvsm')
    simple.SaveState(xml)
    python = smstate.get_state()
    check("'GPU 1: Test GPU, small'" in python, 'a state in Python has the name')
    simple.ResetSession()
    simple.LoadState(xml)
    kept = [d for d in simple.GetActiveViewOrCreate('RenderView').Representations
            if d.Representation == t.TYPE and d.Visibility]
    check(len(kept) == 1 and kept[0].RayCastDevice == CHOICES[4],
          'a state file keeps it: %s' % [d.RayCastDevice for d in kept])

with session_testing.running_server(check) as (_, port):
    simple.Connect('127.0.0.1', port)
    t.load_plugin(remote=True)
    t.load_plugin(remote=False)
    offered(t.new_view(), 'a server')
    del displays, display, kept
    session_testing.disconnect()
check.done()
