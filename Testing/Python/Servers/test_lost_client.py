# SPDX-License-Identifier: BSD-3-Clause
"""A server whose client is killed in the middle of a frame of the plug-in ends by itself, without a signal,
as it does with ParaView's own displays. It does not finish a long frame first: the path traced one here would
take hours. A second rank, which has no client, ends as well."""
import os
import re
import shutil
import subprocess
import sys
import threading
import time

from paraview import simple

import path_testing
import raycast_testing as t
import session_testing

KINDS = t.TYPE, path_testing.TYPE


def client(port, kind, factor):
    """Draw a frame that takes long, and print `begins` just before."""
    simple.Connect('127.0.0.1', port)
    t.load_plugin(remote=True)
    t.load_plugin(remote=False)
    view, display = session_testing.drawn_by_server(kind, [300, 200])
    session_testing.make_longer(view, display, factor)
    print('begins', flush=True)
    simple.Render(view)
    print('ends', flush=True)
    time.sleep(600)


def kill_client(kind, factor, ranks):
    """Whether the client was drawing when it was killed, the server's exit status, and the server's
    output."""
    server, port = session_testing.start_server(ranks)
    said = []
    reader = threading.Thread(target=lambda: said.extend(server.stdout), daemon=True)
    reader.start()
    child = subprocess.Popen([os.environ.get('PVPYTHON', 'pvpython'), os.path.abspath(__file__), str(port),
                              kind, str(factor)], stdout=subprocess.PIPE, text=True)
    with session_testing.ended_in_time(child):
        begun = any(line.startswith('begins') for line in child.stdout)
    time.sleep(0.5)
    child.kill()
    rest = child.stdout.read()
    child.wait()
    status = session_testing.end_of(server, min(120, session_testing.time_left()))
    if status is None:
        server.terminate()  # mpirun then ends its ranks
        if session_testing.end_of(server, 20) is None:
            server.kill()
    reader.join(20)
    return begun and 'ends' not in rest, status, ''.join(said)


def main():
    check = t.Checks()
    for kind, ranks in [(kind, 1) for kind in (KINDS[:1] if session_testing.BRIEF else KINDS)] + (
            [(path_testing.TYPE, 2)] if shutil.which(session_testing.mpi(2)[0][0]) else []):
        for factor in (1, 2, 4, 8):  # a quick machine may have drawn it by then
            drawing, status, said = kill_client(kind, factor, ranks)
            if drawing:
                break
        print(said[:1500], '...', said[-500:])
        what = '%s, ranks %d' % (kind, ranks)
        check(drawing, what + ': the client was killed in the middle of a frame')
        check(status == 0, '%s: the server ended by itself, with the status %s' % (what, status))
        check(not re.search('InKRay|RayCast|PathTrace', said), what + ': nothing of ours in what it says')
    check.done()


if len(sys.argv) > 1:
    client(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
else:
    main()
