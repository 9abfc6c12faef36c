# SPDX-License-Identifier: BSD-3-Clause
"""Isosurfaces with a client and a pvserver: rendering on the server and on the client give the picture of a session without a server."""
import os
import socket
import subprocess

from paraview import simple

import iso_testing as iso
import raycast_testing as t

check = t.Checks()


def scene(remote):
    view = t.new_view()
    view.RemoteRenderThreshold = 0.0 if remote else 1e6
    view.CompressorConfig = 'NULL'
    display = iso.show(simple.Wavelet(WholeExtent=[-8, 8] * 3), view, [130.0, 180.0], color=('POINTS', 'RTData'))
    sphere = simple.Show(simple.Sphere(Center=[4, 4, 4], Radius=5), view)
    sphere.ColorArrayName = [None, '']
    return view, display


t.load_plugin()
view, display = scene(False)
alone = t.image(view)
t.save(alone, 'iso_builtin')
check(t.lit(alone) > 0.1, 'without a server: a picture')

def start_server():
    """A pvserver on a port that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind(('localhost', 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen([os.environ.get('PVSERVER', 'pvserver'), '--server-port=%d' % port, '--force-offscreen-rendering'],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    said = ''
    for line in server.stdout:
        said += line
        if 'Accepting connection' in line:
            return server, port
    print(said)
    return None, 0


server, port = None, 0
for attempt in range(3):
    if not server:
        server, port = start_server()
check(server is not None, 'pvserver started')
if not server:
    check.done()

try:
    simple.Connect('localhost', port)
    t.load_plugin(remote=True)
    t.load_plugin(remote=False)
    for remote in (True, False):
        where = 'rendered on the server' if remote else 'rendered on the client'
        view, display = scene(remote)
        picture = t.image(view)
        t.save(picture, 'iso_server' if remote else 'iso_client')
        check.near(picture, alone, 0.0005, 3 / 255, where)
        if remote:
            count = iso.rays(display)
            check(count['hits'] > 0 and iso.uploads(display)['volumes'] == 1, 'counters come from the server: %s' % count)
            display.IsosurfaceProbePixel = [t.SIZE[0] // 2, t.SIZE[1] // 2]
            check(t.information(display, 'IsosurfaceProbed') == 1, 'the server is probed: %s' % list(t.information(display, 'IsosurfaceProbedPosition')))
        # The widgets of both sides stay connected.
        display.IsosurfaceImageSampleDistance = 4.0
        check(t.difference(t.image(view), alone)[0] > 0.0005, where + ': settings arrive')
        display.IsosurfaceImageSampleDistance = 1.0
        check.near(t.image(view), alone, 0.0005, 3 / 255, where + ': and back')
        view.SMProxy.InteractiveRender()
        view.SMProxy.StillRender()
        simple.Delete(view)
    simple.Disconnect()
    check(True, 'disconnected')
finally:
    server.terminate()
    server.wait(20)
check.done()
