# SPDX-License-Identifier: BSD-3-Clause
"""A rendering server is killed while ParaView's window refines a traced picture: in the middle of a frame, or
between two. ParaView says that the server has gone and offers to save the state. The window lives while it
asks, and nothing is drawn meanwhile. When it is answered it ends as ParaView does by itself: with the status
255.

usage: lost_server.py PARAVIEW PLUGIN_FOLDER"""
import os
import subprocess
import sys
import tempfile
import time

import x_windows

HERE = os.path.dirname(os.path.abspath(__file__))


def lose(moment, paraview, plugin):
    """Returns what the window has written, whether it lived while it asked, and its exit status."""
    with tempfile.TemporaryDirectory() as folder:
        frames = os.path.join(folder, 'frames')
        environment = dict(os.environ, INKRAY_LOST=moment, INKRAY_TEST_FRAMES=frames,
                           INKRAY_PLUGIN=os.path.join(plugin, 'InKRay.so'))
        window = subprocess.Popen([os.path.join(HERE, 'window_test.sh'), paraview, plugin,
                                   os.path.join(HERE, 'kill_server.py')], env=environment)
        title = b'Server disconnected'
        while window.poll() is None and not x_windows.are_there(title):
            time.sleep(0.2)
        time.sleep(3)  # more than the window waits to refine a view
        with open(frames) as file:
            said = file.read().split()
        lives = window.poll() is None and x_windows.are_there(title)
        x_windows.close(title)
        return said, lives, window.wait()


def main(paraview, plugin):
    failed = False
    # Between two frames ParaView notices by its heartbeat, a minute after the last one. A brief run (.ci/run)
    # leaves that out.
    for moment in ('begin',) if os.environ.get('INKRAY_BRIEF') == '1' else ('begin', 'end'):
        said, lives, status = lose(moment, paraview, plugin)
        right = lives and status == 255 and said[-1] == 'killed'
        print(moment, said, 'asked' if lives else 'did not ask', status, 'ok' if right else 'FAILED',
              flush=True)
        failed = failed or not right
    sys.exit(failed)


main(sys.argv[1], sys.argv[2])
