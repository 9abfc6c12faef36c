# SPDX-License-Identifier: BSD-3-Clause
"""A server with --multi-clients, whose clients share a session. One client is killed while it draws: the
server goes on without a message of the plug-in, and the other client draws as before."""
import os
import re
import subprocess
import sys
import tempfile
import threading
import time

import numpy as np
from paraview import simple

import path_testing
import raycast_testing as t
import session_testing

KINDS = t.TYPE, path_testing.TYPE


def doomed(port, kind, factor):
    """A client that draws for a long time, and prints `begins` just before."""
    t.load_plugin()  # before the session shows it displays of the plug-in
    simple.Connect('127.0.0.1', port)
    view, display = session_testing.drawn_by_server(kind, [300, 200])
    session_testing.make_longer(view, display, factor)
    print('begins', flush=True)
    simple.Render(view)
    print('ends', flush=True)
    time.sleep(600)


def survivor(port, folder):
    """A client that draws a small picture, waits for permission, and draws it again."""
    simple.Connect('127.0.0.1', port)
    t.load_plugin(remote=True)
    t.load_plugin(remote=False)
    view, display = session_testing.drawn_by_server(t.TYPE, t.SIZE)
    np.save(os.path.join(folder, 'before.npy'), t.image(view))
    print('ready', flush=True)
    while not os.path.exists(os.path.join(folder, 'go')):
        time.sleep(0.1)
    np.save(os.path.join(folder, 'after.npy'), t.image(view))
    print('drawn by', t.report(display)['drawn by'], 'problems', repr(t.remarks(display, 'problem')),
          flush=True)
    os._exit(0)  # leaves the server without a word, as a user who closes ParaView


def start(*arguments):
    """Start this script as a separate client."""
    command = [os.environ.get('PVPYTHON', 'pvpython'), os.path.abspath(__file__), *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def read_to(child, word):
    """The lines that a client prints, up to the first one that begins with a word, or all of them. A client
    that hangs is ended."""
    said = ''
    with session_testing.ended_in_time(child):
        for line in child.stdout:
            said += line
            if line.startswith(word):
                break
    return said


def lose_one(check, kind, factor):
    """Kill a client while it draws, and check the rest. Return whether it was drawing then: if not, nothing
    is checked."""
    with tempfile.TemporaryDirectory() as folder:
        server, port = session_testing.start_server(options=['--multi-clients'])
        said = []
        reader = threading.Thread(target=lambda: said.extend(server.stdout), daemon=True)
        reader.start()
        other = start('survivor', port, folder)
        heard = read_to(other, 'ready')
        child = start('doomed', port, kind, factor)
        lost = read_to(child, 'begins')
        time.sleep(0.5)
        child.kill()
        rest = child.stdout.read()
        child.wait()
        drawing = 'begins' in lost and 'ends' not in rest
        open(os.path.join(folder, 'go'), 'w').close()
        status = session_testing.end_of(other, 60)
        if status is None:
            other.kill()
        heard += other.stdout.read()
        end = session_testing.end_of(server, 60)
        if end is None:
            server.kill()
        reader.join(20)
        words = ''.join(said)
        print(lost, heard, words)
        if not drawing:
            return False
        check(status == 0, '%s: the other client ended with the status %s' % (kind, status))
        check("drawn by InKRay Ray Caster problems ''" in heard,
              kind + ': the other client was drawn for afterwards')
        pictures = [os.path.join(folder, name + '.npy') for name in ('before', 'after')]
        if all(map(os.path.exists, pictures)):
            before, after = map(np.load, pictures)
            check(t.lit(before) > 0.1, kind + ': a picture')
            check.near(after, before, 0, 0, kind + ': the same picture afterwards')
        check(end == 0,
              '%s: the server ended when the last client had left, with the status %s' % (kind, end))
        # VTK says of each thing that it was about to send that the connection has ended, and nothing else is
        # wrong.
        errors = re.findall(r'^.*(?:ERR|FATL|WARN)\|.*$', words, re.M)
        check(0 < len(errors) < 50 and all(re.search(r'vtk\w*(Socket|NetworkAccessMana)', line)
                                           for line in errors),
              '%s: the server says that a client has ended, in %d lines' % (kind, len(errors)))
        check(not re.search('InKRay|RayCast|PathTrace', words), kind + ': nothing of ours in what it says')
        return True


def main():
    check = t.Checks()
    for kind in KINDS[1:] if session_testing.BRIEF else KINDS:
        check(any(lose_one(check, kind, factor) for factor in (2, 4, 8, 16)),
              kind + ': the client was killed in the middle of a frame')
    check.done()


if len(sys.argv) < 2:
    main()
elif sys.argv[1] == 'doomed':
    doomed(int(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
else:
    survivor(int(sys.argv[2]), sys.argv[3])
