# SPDX-License-Identifier: BSD-3-Clause
"""Three, four and eight ranks of pvbatch draw what one process draws: a mesh of which all ranks have a part,
one on a single rank, one of which some ranks have nothing, and an image. Called without arguments, the script
starts itself as `mpirun -np RANKS pvbatch test_ranks.py FOLDER`, and then draws the scenes alone."""
import os
import sys
import tempfile

import numpy as np
from paraview import simple
from vtkmodules.vtkIOXML import vtkXMLUnstructuredGridWriter

import iso_testing as iso
import raycast_testing as t
import session_testing

PARTS = ('mesh', 'file', 'few', 'image')
RANKS = (4,) if session_testing.BRIEF else (3, 4, 8)


def scene(part, folder):
    view = t.new_view(size=[120, 96])
    view.RemoteRenderThreshold = 0.0
    if part == 'image':
        source = simple.Wavelet(WholeExtent=[-8, 8] * 3)
        display = iso.show(source, view, [130.0, 180.0], IsosurfaceOpacities=[0.4, 0.6],
                           IsosurfaceEarlyTermination=0.0)
    elif part == 'few':  # two cells along each axis, of which some ranks have none
        # The value is linear, so that cells that are cut, where they are, have that of the whole.
        source = simple.Calculator(Input=t.wavelet_tets(1), ResultArrayName='slope',
                                   Function='coordsX + 0.4*coordsY + 0.2*coordsZ')
        display = t.show(source, view, ('POINTS', 'slope'), unit_distance=1.0)
    else:
        source = (t.wavelet_tets(5) if part == 'mesh'
                  else simple.XMLUnstructuredGridReader(FileName=[os.path.join(folder, 'mesh.vtu')]))
        display = t.show(source, view)
    return view, display


def main():
    t.load_plugin()
    if len(sys.argv) > 1:
        folder = sys.argv[1]
        for part in PARTS:
            view, display = scene(part, folder)
            np.save(os.path.join(folder, part + '.npy'), t.image(view))
            print('%s: drawn by %s' % (part, t.report(display)['drawn by']), t.remarks(display, 'problem'),
                  flush=True)
            simple.Delete(view)
        return

    check = t.Checks()
    folder = tempfile.mkdtemp()
    writer = vtkXMLUnstructuredGridWriter()
    writer.SetDataModeToBinary()
    t.write(t.wavelet_tets(5), os.path.join(folder, 'mesh.vtu'), writer)  # a file in one piece, which one
                                                                          # rank reads
    alone = {part: t.image(scene(part, folder)[0]) for part in PARTS}
    for part in PARTS:
        check(t.lit(alone[part]) > 0.1, part + ': a picture')
    for ranks in RANKS:
        for part, picture in session_testing.pictures_of_ranks(check, __file__, folder, ranks,
                                                               PARTS)[0].items():
            t.save(picture, 'ranks_%s_%d' % (part, ranks))
            # Ranks put pictures of volumes together in single precision, and ParaView blends those of
            # isosurfaces of images with 256 levels.
            check.near(picture, alone[part], 0.0005, (2.5 if part == 'image' else 1.5) / 255,
                       '%s: %d ranks draw the same' % (part, ranks))
    check.done()


main()
