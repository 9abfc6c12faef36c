# SPDX-License-Identifier: BSD-3-Clause
"""Files are opened, shown, changed and closed many times, with each representation in turn: the process must
not grow by the data of a round. (Debian's VTK does not count objects: VTK_DEBUG_LEAKS.) An argument gives the
number of rounds; 200 take half a minute or more."""
import ctypes
import gc
import os
import sys
import tempfile

from paraview import simple
from vtkmodules.vtkIOXML import vtkXMLImageDataWriter, vtkXMLUnstructuredGridWriter

import iso_testing as iso
import path_testing as path
import raycast_testing as t

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 90
SETTLED = 30  # after so many rounds, everything that is made once has been made
PAGE = os.sysconf('SC_PAGE_SIZE')
MIB = 1 << 20
# Allowed growth in MiB per round. ParaView itself grows by 0.1 per round, also with Surface; a round that is
# never freed takes 8.
MOST = 1.0 if t.WITH_ADDRESS_SANITIZER else 0.25


def write(folder):
    """Write the two files, of about 1 MiB each, and return their paths."""
    files = {}
    for name, source, writer in (('mesh.vtu', t.wavelet_tets(8), vtkXMLUnstructuredGridWriter()),
                                 ('image.vti', simple.Wavelet(WholeExtent=[-30, 30] * 3),
                                  vtkXMLImageDataWriter())):
        files[name] = os.path.join(folder, name)
        writer.SetDataModeToBinary()
        t.write(source, files[name], writer)
        simple.Delete(source)
    return files


def resident():
    """Resident MiB of this process, without memory that malloc() keeps for later."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    with open('/proc/self/statm') as file:
        return int(file.read().split()[1]) * PAGE / MIB


def mesh(view, file):
    source = simple.OpenDataFile(file)
    display = t.show(source, view, camera=False)
    simple.ResetCamera(view)
    simple.Render(view)
    display.ScalarOpacityUnitDistance = 2.0
    display.UseSlices = 1
    return source, display


def image(view, file):
    source = simple.OpenDataFile(file)
    display = iso.show(source, view, [130.0, 180.0])
    simple.Render(view)
    display.Isovalues = [150.0]
    return source, display


def traced(view, file):
    source = simple.OpenDataFile(file)
    display = simple.Show(source, view)
    display.SetRepresentationType(path.TYPE)
    display.IsosurfaceArray, display.Isovalues = ['POINTS', 'RTData'], [150.0]
    display.PathTraceLight, display.PathTraceSamples = 'Sky', 1
    simple.Render(view)
    display.PathTraceBounces = 2
    return source, display


check = t.Checks()
t.load_plugin()
files = write(tempfile.mkdtemp())
view = t.new_view(size=[32, 24])
kinds = ((mesh, 'mesh.vtu'), (image, 'image.vti'), (traced, 'image.vti'))
settled = 0.0
for number in range(ROUNDS):
    make, name = kinds[number % len(kinds)]
    shown, display = make(view, files[name])
    picture = t.image(view)
    if number < len(kinds):
        check(t.lit(picture) > 0.1, '%s: a picture' % make.__name__)
    simple.Delete(display)
    simple.Delete(shown)
    del display, shown
    if number == SETTLED - 1:
        settled = resident()
grown = (resident() - settled) / (ROUNDS - SETTLED)
check(grown < MOST, 'from %.0f MiB after round %d on, the process grew by %.2f MiB a round (at '
                    'most %g)' % (settled, SETTLED, grown, MOST))
check.done()
