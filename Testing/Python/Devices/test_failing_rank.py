# SPDX-License-Identifier: BSD-3-Clause
"""Several ranks cast two volumes in one picture, or a volume with translucent isosurfaces of an image in it,
and the device of one of them fails in that: each volume is drawn for itself, whole, as one process draws it
whose device fails so. One message for each volume, by the rank that fails, and a note say why. In the next
picture the CPU of that rank takes part.

Called with a folder it is a rank of pvbatch, on a device (INKRAY_FAILING_DEVICE, a library that is loaded
before that of the kernels) that fails in larger pictures.
"""
import os
import re
import sys
import tempfile

import numpy as np
from paraview import simple
from vtkmodules.util import numpy_support
from vtkmodules.vtkIOXML import vtkXMLUnstructuredGridWriter
from vtkmodules.vtkRenderingCore import vtkWindowToImageFilter

import iso_testing as iso
import raycast_testing as t
import session_testing

SIZE = [120, 96]
FEW = [24, 24]  # pixels of a picture in which the device does not fail yet


def last_frame(view):
    """The picture in the window, without drawing another frame."""
    grab = vtkWindowToImageFilter()
    grab.SetInput(view.GetRenderWindow())
    grab.ShouldRerenderOff()
    grab.ReadFrontBufferOff()
    grab.Update()
    width, height, _ = grab.GetOutput().GetDimensions()
    return numpy_support.vtk_to_numpy(grab.GetOutput().GetPointData().GetScalars()).reshape(
        height, width, -1)[:, :, :3].astype(float) / 255.0


def pictures(folder, name):
    """The frame that fails and the next one of: two volumes that overlap, two volumes apart with a
    translucent sphere in one, or one volume with isosurfaces of an image."""
    view = t.new_view(size=FEW)
    view.RemoteRenderThreshold = 0.0
    displays = []
    for low, high in {'overlapping': ((-7, 5), (-2, 8)), 'veil': ((-7, 0), (2, 8)),
                      'image': ((-7, 5),)}[name]:
        file = os.path.join(folder, '%d_%d.vtu' % (low, high))
        tets = simple.RedistributeDataSet(Input=simple.XMLUnstructuredGridReader(FileName=[file]))
        tets.BoundaryMode = 'Assign to one region'
        displays.append(t.show(tets, view, unit_distance=12.0 if displays else 4.0))
    if name == 'veil':
        veil = simple.Show(simple.Sphere(Center=[4, 4, 4], Radius=3), view)
        veil.ColorArrayName, veil.Opacity = ['POINTS', ''], 0.5
    if name == 'image':
        iso.show(simple.Wavelet(WholeExtent=[-6, 7, -8, 6, -5, 6]), view, [170.0, 215.0], camera=False,
                 IsosurfaceOpacities=[0.4, 0.5])
    t.turn(view)
    view.ViewSize = SIZE
    simple.Render(view)
    made = {'fails': last_frame(view)}
    print('%s, fails:' % name, t.remarks(displays[0], 'note'), flush=True)
    made['next'] = t.image(view)
    print('%s, next:' % name, t.remarks(displays[0], 'note'), flush=True)
    simple.Delete(view)
    return made


def run(check, folder, ranks, failing):
    """The pictures of a number of ranks and their messages. The device of rank `failing` fails, if there is
    such a rank."""
    launch, environment = session_testing.mpi(ranks)
    environment.update(INKRAY_FAILS='render', INKRAY_FAILS_PIXELS=str(FEW[0] * FEW[1]),
                       INKRAY_FAILS_RANK=str(failing))
    status, said = session_testing.run(launch + ['env', 'LD_PRELOAD=' + os.environ['INKRAY_FAILING_DEVICE'],
                                                 os.environ.get('PVBATCH', 'pvbatch'),
                                                 '--force-offscreen-rendering', os.path.abspath(__file__),
                                                 folder],
                                       environment)
    check(status == 0, '%d ranks ran' % ranks)
    made = {}
    for name in NAMES:
        for frame in 'fails', 'next':
            made[name, frame] = np.load(os.path.join(folder, '%s %s.npy' % (name, frame)))
            t.save(made[name, frame], 'failing_rank_%s_%s_%d_%s' % (name, frame, ranks, failing))
    return made, said


NAMES = 'overlapping', 'veil', 'image'


def main():
    t.load_plugin()
    if len(sys.argv) > 1:
        for name in NAMES:
            for frame, picture in pictures(sys.argv[1], name).items():
                np.save(os.path.join(sys.argv[1], '%s %s.npy' % (name, frame)), picture)
        return
    check = t.Checks()
    folder = tempfile.mkdtemp()
    for low, high in (-7, 5), (-2, 8), (-7, 0), (2, 8):
        writer = vtkXMLUnstructuredGridWriter()
        writer.SetDataModeToBinary()
        t.write(simple.Tetrahedralize(Input=simple.Wavelet(WholeExtent=[low, high] * 3)),
                os.path.join(folder, '%d_%d.vtu' % (low, high)), writer)
    whole, said = run(check, folder, 1, 'none')
    check('The CPU draws' not in said, 'no device fails')
    alone, _ = run(check, folder, 1, 0)
    for name in NAMES:
        check(t.lit(whole[name, 'next']) > 0.05, name + ': a picture')
        check(t.difference(alone[name, 'fails'], whole[name, 'next'])[1] > 8 / 255,
              name + ': volumes that are drawn each for itself look other than in one picture')
        check.near(alone[name, 'next'], whole[name, 'next'], 0.0001, 1.5 / 255,
                   name + ': the CPU draws the next')
    for failing in (1,) if session_testing.BRIEF else (0, 1, 2):
        made, said = run(check, folder, 3, failing)
        failed = re.findall(r'(0x\w+)\): The CPU draws, because the CUDA device failed: its memory is full',
                            said)
        check(len(NAMES) <= len(failed) <= 2 * len(NAMES) and len(set(failed)) == len(failed),
              'rank %d fails: one message for each volume that it has a part of: %s' % (failing, failed))
        check(said.count('A rank failed to draw these volumes in one picture') == len(NAMES)
              and 'not drawn' not in said, 'rank %d fails: a note of that frame' % failing)
        for name in NAMES:
            # In which one process has the nearer center over the other, and ranks the volume over all.
            if name != 'image':
                check.near(made[name, 'fails'], alone[name, 'fails'], 0.0001, 1.5 / 255,
                           '%s: rank %d fails, and each volume is drawn for itself' % (name, failing))
            check(t.lit(made[name, 'fails']) > 0.05,
                  '%s: rank %d fails, and there is a picture' % (name, failing))
            check.near(made[name, 'next'], whole[name, 'next'], 0.0001, 1.5 / 255,
                       '%s: the next picture is whole' % name)
    check.done()


main()
