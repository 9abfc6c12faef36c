# SPDX-License-Identifier: BSD-3-Clause
"""Tests of whole sessions, common to all representations: state files that new processes load, a client with
a server, several ranks."""
import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time

import numpy as np
from paraview import servermanager, simple, smstate
from vtkmodules.vtkIOXML import vtkXMLUnstructuredGridReader, vtkXMLUnstructuredGridWriter

import raycast_testing as t


def states(script, name, make, examine):
    """Test state files as XML and as Python. `make(view)` shows something. New processes call `script` again,
    which loads the file, compares the picture, and calls examine(check, kind, view)."""
    check = t.Checks()
    folder = sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp()
    xml, python, array = (os.path.join(folder, file) for file in ('state.pvsm', 'state.py', 'picture.npy'))
    t.load_plugin()
    if len(sys.argv) > 1 and sys.argv[1] == 'load':
        kind = sys.argv[3]
        if kind == 'xml':
            simple.LoadState(xml)
        else:
            with open(python) as file:
                exec(compile(file.read(), python, 'exec'), {'__name__': '__main__'})
        view = simple.GetActiveViewOrCreate('RenderView')
        view.ViewSize = t.SIZE
        view.UseFXAA = 0  # ParaView keeps it in the user's settings, not in a state
        check.near(t.image(view), np.load(array), 0.0005, 2 / 255, kind + ': the same picture')
        examine(check, kind, view)
        check.done()
        return

    view = t.new_view()
    make(view)
    picture = t.image(view)
    t.save(picture, name)
    check(t.lit(picture) > 0.1, 'a picture')
    np.save(array, picture)
    simple.SaveState(xml)
    with open(python, 'w') as file:
        file.write(smstate.get_state())
    for kind in ('xml', 'python'):
        status, _ = run([os.environ.get('PVPYTHON', 'pvpython'), os.path.abspath(script), 'load', folder,
                         kind])
        check(status == 0, 'state as %s, loaded by a new process' % kind)
    check.done()


# .ci/run sets it: tests of more ranks and clients are left to .ci/nightly and ./test.sh.
BRIEF = os.environ.get('INKRAY_BRIEF') == '1'


def time_left():
    """The seconds that are left before this test has to end what hangs; see sitecustomize."""
    return (max(5.0, float(os.environ['INKRAY_TEST_DEADLINE']) - time.time())
            if 'INKRAY_TEST_DEADLINE' in os.environ else 900.0)


def run(command, environment=None):
    """Run a command to its end, and print what it prints. Returns its exit status and the printed text. A
    command that hangs is ended before the test's time is over; the status is then None."""
    child = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             text=True)
    is_done = True
    try:
        said, _ = child.communicate(timeout=time_left())
    except subprocess.TimeoutExpired:
        is_done = False
        child.terminate()  # mpirun then ends its ranks
        try:
            said, _ = child.communicate(timeout=5)
        except subprocess.TimeoutExpired:
            child.kill()
            said, _ = child.communicate()
    print(said)
    if not is_done:
        print('Ended, because it hung: ' + ' '.join(command), flush=True)
    return child.returncode if is_done else None, said


@contextlib.contextmanager
def ended_in_time(process):
    """A context that ends a process which hangs when the test's time is over, so that reading its output ends
    as well."""
    timer = threading.Timer(time_left(), process.kill)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def mpi(ranks):
    """The beginning of a command that starts so many ranks, and the environment for it: pvpython is an MPI
    program itself and has marked its own as such."""
    launch = os.environ.get('MPIRUN', 'mpirun --allow-run-as-root --oversubscribe').split()
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith(('OMPI_', 'PMIX_', 'PMI_', 'ORTE_'))}
    environment['LP_NUM_THREADS'] = '1'  # of Mesa, which starts one for each core in each rank
    environment['OMPI_MCA_mpi_yield_when_idle'] = '1'  # ranks that wait leave their core to other tests
    if 'INKRAY_IDLE_RANKS' in environment and 'LD_PRELOAD' not in environment:
        environment['LD_PRELOAD'] = environment['INKRAY_IDLE_RANKS']
    return launch + ['-np', str(ranks)], environment


def start_server(ranks=1, options=()):
    """A pvserver with these options, and its port, which was free a moment ago: (None, 0) if another process
    has taken the port since. Any other failure to start is an error."""
    with socket.socket() as probe:
        probe.bind(('127.0.0.1', 0))  # by number: a minimal Debian 12 has no file that resolves localhost
        port = probe.getsockname()[1]
    launch, environment = mpi(ranks) if ranks > 1 else ([], None)
    server = subprocess.Popen(launch + [os.environ.get('PVSERVER', 'pvserver'), '--server-port=%d' % port,
                                        '--force-offscreen-rendering', *options],
                              env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    said = ''
    with ended_in_time(server):
        for line in server.stdout:
            said += line
            if 'Accepting connection' in line:
                return server, port
    print(said, 'status', server.wait(), flush=True)
    if 'Failed to set up server socket' not in said and 'Address already in use' not in said:
        raise RuntimeError('pvserver did not start')
    return None, 0


@contextlib.contextmanager
def running_server(check, ranks=1):
    """A context with a running pvserver and its port. The block has to connect, and to disconnect() at its
    end. The server must then end by itself with status 0."""
    server, port = None, 0
    for _ in range(3):
        if not server:
            server, port = start_server(ranks)
    if not server:
        raise RuntimeError('three ports were taken by other processes')
    # Its output is read as it comes, so that the server never waits for space in a pipe.
    said = []
    reader = threading.Thread(target=lambda: said.extend(server.stdout), daemon=True)
    reader.start()
    status = None
    try:
        yield server, port
        status = end_of(server)
    finally:
        if server.poll() is None:
            server.terminate()  # mpirun then ends its ranks
            if end_of(server, 20) is None:
                server.kill()
        reader.join(20)
        print(''.join(said), end='')
    check(status == 0, 'the server of %d rank%s ended by itself when its client had left, with the '
                       'status %s' % (ranks, 's'[:ranks - 1], status))


def end_of(process, seconds=60):
    """The exit status of a process that is about to end, or None if it does not end in time."""
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        return None


def disconnect():
    """Leave a server, which then ends by itself. Disconnect() alone forgets the session and keeps the
    connection open until the client ends. No variable may hold a proxy of the session any more: ParaView 5.11
    crashes if a proxy outlives the connection."""
    session = servermanager.ActiveConnection.Session
    simple.Disconnect()
    session.CloseSession()


def drawn_by_server(kind, size):
    """A view of that size, drawn by the server, and in it the display of a small image, or of its tetrahedra,
    in a type of representation of the plug-in."""
    view = t.new_view(size=size)
    view.RemoteRenderThreshold = 0.0
    image = simple.Wavelet(WholeExtent=[-12, 12] * 3)
    display = simple.Show(image if kind != t.TYPE else simple.Tetrahedralize(Input=image), view)
    display.SetRepresentationType(kind)
    simple.ColorBy(display, ('POINTS', 'RTData'))
    display.PathTraceSamples = 1
    t.turn(view)
    return view, display


def make_longer(view, display, factor):
    """Make the display's next frame take long: a volume by a factor in width and height, a path traced
    display for hours."""
    if display.Representation == t.TYPE:
        view.ViewSize = [600 * factor, 400 * factor]
    else:
        display.PathTraceSamples = 65536


def client_and_server(prefix, show, examine, sample_distance):
    """Compare the picture of show(view), which returns a display, without a server, drawn by a server, and
    drawn by the server's client. `examine(check, display)` is called for the latter two; `sample_distance` is
    the name of a property."""
    check = t.Checks()

    def scene(remote):
        view = t.new_view()
        view.RemoteRenderThreshold = 0.0 if remote else 1e6
        view.CompressorConfig = 'NULL'
        return view, show(view)

    def draw_alone():
        alone = t.image(scene(False)[0])
        t.save(alone, prefix + 'builtin')
        check(t.lit(alone) > 0.1, 'without a server: a picture')
        return alone

    def compare(remote, alone):
        where = 'rendered on the server' if remote else 'rendered on the client'
        view, display = scene(remote)
        picture = t.image(view)
        t.save(picture, prefix + ('server' if remote else 'client'))
        check.near(picture, alone, 0.0005, 3 / 255, where)
        rows = t.report(display)
        check(rows['drawn by'] != 'nothing' and rows['image width'] == t.SIZE[0],
              where + ': the report of that frame, %s' % rows['drawn by'])
        examine(check, display)
        # The proxies of client and server stay in step.
        setattr(display, sample_distance, 4.0)
        check(t.difference(t.image(view), alone)[0] > 0.0005, where + ': settings arrive')
        setattr(display, sample_distance, 1.0)
        check.near(t.image(view), alone, 0.0005, 3 / 255, where + ': and back')
        view.SMProxy.InteractiveRender()
        view.SMProxy.StillRender()
        simple.Delete(view)

    t.load_plugin()
    alone = draw_alone()
    with running_server(check) as (server, port):
        simple.Connect('127.0.0.1', port)
        t.load_plugin(remote=True)
        t.load_plugin(remote=False)
        for remote in (True, False):
            compare(remote, alone)
        check(server.poll() is None, 'the server runs until its client leaves')
        disconnect()
        check(servermanager.ActiveConnection is None, 'disconnected')
    check.done()


def run_ranks(script, folder, ranks=2):
    """Run `pvbatch script folder` on several ranks. Returns the exit status and the output."""
    launch, environment = mpi(ranks)
    return run(launch + [os.environ.get('PVBATCH', 'pvbatch'), '--force-offscreen-rendering',
                         os.path.abspath(script), folder], environment)


def loses_cells_as_xml():
    """Whether this process reads back fewer cells of a grid than it wrote, in the form that ParaView sends
    between ranks, as ParaView 5.11 does with a current libexpat. On several ranks that have loaded the
    plug-in, AppendedXml prevents that."""
    source = t.wavelet_tets(8)
    source.UpdatePipeline()
    grid = source.GetClientSideObject().GetOutputDataObject(0)
    writer = vtkXMLUnstructuredGridWriter()
    writer.SetInputData(grid)
    writer.SetDataModeToAppended()
    writer.EncodeAppendedDataOff()
    writer.SetCompressorTypeToLZ4()
    writer.WriteToOutputStringOn()
    writer.Write()
    reader = vtkXMLUnstructuredGridReader()
    reader.ReadFromInputStringOn()
    reader.SetInputString(writer.GetOutputString())
    with t.Messages():
        reader.Update()
    return reader.GetOutput().GetNumberOfCells() != grid.GetNumberOfCells()


def pictures_of_ranks(check, script, folder, ranks, names):
    """Run the script on several ranks, which save a picture of each name as FOLDER/NAME.npy without a
    message. Returns the pictures by name, and the output."""
    files = {name: os.path.join(folder, name + '.npy') for name in names}
    for file in files.values():
        if os.path.exists(file):
            os.remove(file)
    status, said = run_ranks(script, folder, ranks)
    check(status == 0, '%d ranks ran' % ranks)
    check('ERR' not in said and 'WARN|' not in said, '%d ranks: no messages' % ranks)
    for name, file in files.items():
        check(os.path.exists(file), '%s: %d ranks made a picture' % (name, ranks))
    return {name: np.load(file) for name, file in files.items() if os.path.exists(file)}, said


def two_ranks(script, prefix, parts, scene, maximum, together=None, examine=None, outlines=None):
    """Compare pictures of two ranks of pvbatch with those of one process: for each name in `parts`,
    scene(name) returns a view and a display. Each rank calls `together(name, view, display, folder)` after a
    picture, and with name None at the end. Finally, one process calls examine(check, name, view, display,
    folder, said) with name None and then for each of its pictures. `outlines` gives, by name, the share of
    pixels that may differ by more than `maximum`."""
    if len(sys.argv) > 1:
        folder = sys.argv[1]
        t.load_plugin()
        for name in parts:
            view, display = scene(name)
            np.save(os.path.join(folder, name + '.npy'), t.image(view))
            together and together(name, view, display, folder)
            simple.Delete(view)
        together and together(None, None, None, folder)
        return

    check = t.Checks()
    t.load_plugin()
    folder = tempfile.mkdtemp()
    status, said = run_ranks(script, folder)
    check(status == 0, 'two ranks ran')
    examine and examine(check, None, None, None, folder, said)
    for name in parts:
        view, display = scene(name)
        alone = t.image(view)
        t.save(alone, '%s_%s_1' % (prefix, name))
        check(t.lit(alone) > 0.1, name + ': a picture')
        examine and examine(check, name, view, display, folder, said)
        file = os.path.join(folder, name + '.npy')
        check(os.path.exists(file), name + ': two ranks made a picture')
        if os.path.exists(file):
            both = np.load(file)
            t.save(both, '%s_%s_2' % (prefix, name))
            t.save(np.clip(np.abs(both - alone) * 20, 0, 1), '%s_%s_difference' % (prefix, name))
            # FXAA reaches far along an edge.
            check.near(both, alone, 0.0006, maximum, name + ': two ranks draw the same',
                       (outlines or {}).get(name, 0.0), reach=5)
    check.done()
