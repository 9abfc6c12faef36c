# SPDX-License-Identifier: BSD-3-Clause
"""Files are opened, shown, changed and closed again and again, with each representation in turn: the process
does not grow by what a round holds. (Debian's VTK does not count objects: VTK_DEBUG_LEAKS.)

The number of rounds may be given as an argument; 200 take half a minute or more."""
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
SETTLED = 30  # rounds after which all that is made once has been made
PAGE = os.sysconf('SC_PAGE_SIZE')
MIB = 1 << 20
# MiB a round. ParaView itself grows by 0.1 a round, with Surface as well; a round that is not let go of comes
# to 8.
MOST = 1.0 if t.WITH_ADDRESS_SANITIZER else 0.25


def write(folder):
    """The two files, of about 1 MiB each."""
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
    """MiB of this process, without what malloc() keeps for later."""
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
