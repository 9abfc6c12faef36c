# SPDX-License-Identifier: BSD-3-Clause
"""ParaView's window runs this at its start (lost_server.py). It shows an isosurface that a pvserver traces.
It kills the server in the third frame, or after it, as INKRAY_LOST says: begin or end. It writes a word into
INKRAY_TEST_FRAMES for each begin and end of a frame."""
import os
import signal
import subprocess

from paraview import simple

import session_testing

moment = os.environ['INKRAY_LOST']
server, port = session_testing.start_server()
simple.Connect('127.0.0.1', port)
simple.LoadPlugin(os.environ['INKRAY_PLUGIN'], remote=True, ns=globals())
view = simple.GetActiveViewOrCreate('RenderView')
view.RemoteRenderThreshold = 0.0
display = simple.Show(simple.Wavelet(WholeExtent=[-10, 10] * 3), view)
display.ColorArrayName = [None, '']
display.SetRepresentationType('Isosurface (Path Traced)')
display.IsosurfaceDevice = 'CPU'
display.PathTraceLight, display.PathTraceSamples = 'Sky', 60000
view.ResetCamera()
frames = {'begin': 0, 'end': 0}


def say(what):
    with open(os.environ['INKRAY_TEST_FRAMES'], 'a') as file:
        print(what, file=file)


def count(what):
    frames[what] += 1
    say(what)
    if frames[what] == 3 and moment == what:
        say('killed')
        if what == 'begin':
            server.send_signal(signal.SIGSTOP)  # so that the frame cannot end before
            subprocess.Popen(['sh', '-c', 'sleep 1; kill -9 %d' % server.pid])
        else:
            server.kill()
            server.wait()


view.SMProxy.AddObserver('StartEvent', lambda *_: count('begin'))
view.SMProxy.AddObserver('EndEvent', lambda *_: count('end'))
