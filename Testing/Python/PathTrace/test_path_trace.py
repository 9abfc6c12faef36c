# SPDX-License-Identifier: BSD-3-Clause
"""Isosurface (Path Traced): the surfaces of Isosurface (Ray Cast) in another light, all samples in scripts
and screenshots, and each setting with its effect."""
import os
import resource
import tempfile

from paraview import simple

import iso_testing as iso
import raycast_testing as t
from path_testing import TYPE, read_png, refine, render, rows, unfinished

check = t.Checks()
t.load_plugin()


def expect_change(view, display, name, value):
    """Set a property, which has to change the picture, and set it back, which has to bring the picture back.
    What each control does is looked at in test_path_trace_panel.py."""
    before, kept = t.image(view), getattr(display, name)
    # Not the property, which changes.
    kept = str(kept).strip("'") if isinstance(value, str) else list(kept) if isinstance(value, list) else kept
    setattr(display, name, value)
    after = t.image(view)
    check(t.difference(before, after)[0] > 0.002,
          '%s = %s changes the picture (by %.4f)' % (name, value, t.difference(before, after)[0]))
    setattr(display, name, kept)
    check.near(t.image(view), before, 0, 0, '%s as it was' % name)
    return after


# An image: surfaces, array and device are the ray caster's.
view = t.new_view(size=[160, 130])
wavelet = simple.Wavelet()
display = simple.Show(wavelet, view)
check(TYPE in display.GetProperty('Representation').GetAvailable(), 'the type is listed for images')
display.SetRepresentationType(iso.TYPE)
display.Isovalues = [130.0]
t.turn(view)
cast = t.image(view)
with t.Messages() as said:
    display.SetRepresentationType(TYPE)
    traced = t.image(view)
t.save(traced, 'path_trace_wavelet')
check(said.text() == '', 'no messages: %s' % said.text())
check(rows(display)['drawn by'] == 'isosurface path trace', 'the path tracer draws: %s' % rows(display))
check(list(display.Isovalues) == [130.0], 'the isovalues are shared')
both = (iso.hit(traced) == iso.hit(cast)).mean()
check(both > 0.98, 'the same surface as by ray casting (%.4f of the pixels)' % both)
display.Isovalues = [200.0]
check(t.difference(t.image(view), traced)[0] > 0.02, 'another isovalue')
display.Isosurfaces = [130.0, 1, 1, 1, 1, 0, 0]
red = t.image(view)
check(red[:, :, 0].max() > 0.5 and red[:, :, 1].max() < 0.05, 'a color of its own')
display.Isosurfaces = [130.0, 1, 1, 0, 1, 1, 1]
check.near(t.image(view), traced, 0, 0, 'the first surface again')
display.IsosurfaceDevice = 'CPU'
t.image(view)
check(display.IsosurfaceDevice == 'CPU' and t.information(display, 'PathTraceDeviceName') != ''
      and t.information(display, 'PathTraceFallbackReason') == '', 'the device is shared')
check(rows(display)['samples'] == '64', 'all samples: %s' % rows(display)['samples'])

# Scripts trace all samples. A view that refines begins with a few, but screenshots have all.
check(unfinished(display) == 0, 'nobody refines a script')
whole = t.image(view)
display.PathTraceBounces = 3
render(view, display)
display.PathTraceSamples = 4096
refine(display, 1)
first = render(view, display)
check(first < 4096 and unfinished(display) == 4096 - first, 'a first picture of %d samples' % first)
more = render(view, display)
check(first < more < 4096, 'refined to %d' % more)
display.PathTraceSamples = more + 1
check(render(view, display) == more + 1 and unfinished(display) == 0, 'finished')
check(render(view, display) == more + 1, 'and it stays')
display.PathTraceBounces = 4
display.PathTraceSamples = 64
with tempfile.TemporaryDirectory() as folder:
    name = os.path.join(folder, 'shot.png')
    simple.SaveScreenshot(name, view, ImageResolution=[160, 130])
    check(rows(display)['samples'] == '64', 'a screenshot has all samples: %s' % rows(display)['samples'])
    shot = read_png(name)
check.near(shot, whole, 0.0005, 2 / 255, 'and shows them')
scene = simple.GetAnimationScene()
scene.NumberOfFrames = 2
with tempfile.TemporaryDirectory() as folder:
    simple.SaveAnimation(os.path.join(folder, 'frame.png'), view, ImageResolution=[160, 130],
                         FrameWindow=[0, 1])
    frames = [read_png(os.path.join(folder, name)) for name in sorted(os.listdir(folder))]
check(len(frames) == 2, 'an animation of %d frames' % len(frames))
for frame in frames:
    check.near(frame, whole, 0.0005, 2 / 255, 'each has all samples')
refine(display, 0)
check.near(t.image(view), whole, 0, 0, 'the same picture as at once')

# Few samples from here on, as two pictures with the same number of samples are equal.
display.PathTraceSamples = 4
few = t.image(view)
check(0.001 < t.difference(few, whole)[0] < 0.1,
      'four samples: more noise (%.4f)' % t.difference(few, whole)[0])
for material in ('Plastic', 'Glass', 'Chrome'):
    t.save(expect_change(view, display, 'PathTraceMaterial', material), 'path_trace_' + material.lower())
for light in ('Sky', 'Overcast', 'Lights'):
    t.save(expect_change(view, display, 'PathTraceLight', light), 'path_trace_' + light.lower())
expect_change(view, display, 'IsosurfaceSmoothNormals', 0)
expect_change(view, display, 'IsosurfaceImageSampleDistance', 4.0)

# Denoised, few samples come close to many.
display.PathTraceSamples = 256
exact = t.image(view)
display.PathTraceSamples = 4
smooth = expect_change(view, display, 'PathTraceDenoise', 1)
t.save(smooth, 'path_trace_denoised')
check(t.difference(smooth, exact)[0] < 0.6 * t.difference(few, exact)[0],
      'less noise: %.4f of %.4f' % (t.difference(smooth, exact)[0], t.difference(few, exact)[0]))
check((iso.hit(smooth) & ~iso.hit(exact)).mean() < 0.005,
      'nothing beyond the outlines: %.4f' % (iso.hit(smooth) & ~iso.hit(exact)).mean())

# An environment map: red on one side, blue on the other.
with tempfile.TemporaryDirectory() as folder:
    name = os.path.join(folder, 'sides.hdr')
    with open(name, 'wb') as file:
        file.write(b'#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 16 +X 32\n'
                   + 16 * (16 * b'\x80\x00\x00\x81' + 16 * b'\x00\x00\x80\x81'))
    display.PathTraceLight, display.PathTraceImageFile = 'Environment Map (HDR)', name
    with t.Messages() as said:
        sides = t.image(view)
    check(said.text() == '', 'no messages about the picture: %s' % said.text())
    t.save(sides, 'path_trace_picture')
    check(sides[:, :, 0].max() > 0.3 and sides[:, :, 2].max() > 0.3 and sides[:, :, 1].max() < 0.02,
          'light from a picture')
with t.Messages() as said:
    display.PathTraceImageFile = '/nowhere.hdr'
    t.image(view)
    t.image(view)
check(said.count('not found') == 1, 'a picture that is not there is one message: %s' % said.text())

# Headers on which vtkHDRReader crashes, or that need more memory than there is: one message each, and the
# session goes on.
with tempfile.TemporaryDirectory() as folder:
    for size in (b'-Y 4 +X 0', b'-Y 60000 +X 60000', b'-Y -4 +X 8', b'-Y 2147483647 +X 2147483647'):
        name = os.path.join(folder, 'malformed.hdr')
        with open(name, 'wb') as file:
            file.write(b'#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n' + size + b'\n' + 200 * b'\x80')
        display.PathTraceImageFile = name
        with t.Messages() as said:
            t.image(view)
            t.image(view)
        text = "Environment map '%s' cannot be read as a Radiance picture" % name
        check(said.count(text) == 1 and text in rows(display)['problem'],
              '%s: %s' % (size.decode(), said.text().strip()[-200:]))
    if not t.WITH_ADDRESS_SANITIZER:
        huge = os.path.join(folder, 'huge.hdr')
        with open(huge, 'wb') as file:  # by its length it may hold 3 GiB of numbers in 17 MB; a sparse file
            file.write(b'#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 8192 +X 32767\n')
            file.truncate(18000000)
        display.PathTraceImageFile = huge
        limits = resource.getrlimit(resource.RLIMIT_AS)
        with open('/proc/self/statm') as statm:
            held = int(statm.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (held + (1 << 30), limits[1]))
        with t.Messages() as said:
            t.image(view)
            t.image(view)
        resource.setrlimit(resource.RLIMIT_AS, limits)
        check(said.count('more than there is memory for') == 1 and 'huge.hdr' in rows(display)['problem'],
              'no memory: %s' % said.text().strip()[-200:])
display.PathTraceLight = 'Sky and Lights'
check.near(t.image(view), few, 0, 0, 'the light as it was')

# Invalid values are refused.
for name, value in (('PathTraceSamples', 0), ('PathTraceBounces', 65), ('PathTraceSkyStrength', -1.0)):
    kept = getattr(display, name)
    with t.Messages() as said:
        setattr(display, name, value)
    check(getattr(display, name) == kept and said.count('is refused') == 1,
          '%s = %s is refused: %s' % (name, value, said.text().strip()[-90:]))

# A surface above the isosurface blocks the light of the sky, and is lit itself.
display.PathTraceLight = 'Sky'
ground = simple.Plane(Origin=[-30, -8, -30], Point1=[30, -8, -30], Point2=[-30, -8, 30])
floor = simple.Show(ground, view)
floor.SetRepresentationType('Surface')
floor.ColorArrayName, floor.DiffuseColor, floor.AmbientColor = [None, ''], [0.2, 0.9, 0.2], [0.2, 0.9, 0.2]
apart = t.image(view)
display.PathTraceIncludeSurfaces = 1
together = t.image(view)
t.save(apart, 'path_trace_apart')
t.save(together, 'path_trace_together')
check(int(rows(display)['triangles']) == 2,
      'the floor is in the scene: %s triangles' % rows(display)['triangles'])
check(t.difference(apart, together)[0] > 0.01, 'and changes the picture')
uploads = rows(display)['scene uploads']
t.image(view)
check(rows(display)['scene uploads'] == uploads, 'once')
floor.Visibility = 0
simple.Render(view)
check(int(rows(display)['triangles']) == 0, 'what is hidden is not')
lower = simple.Show(simple.Plane(Origin=[-30, -9, -30], Point1=[30, -9, -30], Point2=[-30, -9, 30]), view)
lower.SetRepresentationType('Surface')
simple.Render(view)
uploads = rows(display)['scene uploads']
render(view, display)
check(rows(display)['scene uploads'] == uploads and rows(display)['new samples'] == '0',
      'one that is new is sent once')
lower.Visibility = 0
display.PathTraceIncludeSurfaces = 0

# Nothing to draw gives a note, and the session goes on.
display.Isovalues = [1e6]
with t.Messages() as said:
    nothing = t.image(view)
check(t.lit(nothing) == 0 and said.text() == '' and 'no isovalue is' in rows(display)['note'],
      'no isosurface: %s' % rows(display).get('note'))
display.Isovalues = [wavelet.PointData['RTData'].GetRange()[0]]
check(t.lit(t.image(view)) == 0 and 'is the least of the values' in rows(display)['note'],
      'the least value: %s' % rows(display).get('note'))
display.Isovalues = [130.0]
display.PathTraceLight = 'Sky and Lights'
check.near(t.image(view), few, 0, 0, 'back again')
simple.Hide(wavelet, view)

# A mesh, where rays go from cell to cell.
tets = t.wavelet_tets(6)
mesh = simple.Show(tets, view)
check(TYPE in mesh.GetProperty('Representation').GetAvailable(), 'the type is listed for meshes')
with t.Messages() as said:
    mesh.SetRepresentationType(TYPE)
    mesh.Isovalues = [180.0]
    mesh.PathTraceSamples = 4
    t.turn(view)
    picture = t.image(view)
t.save(picture, 'path_trace_mesh')
check(said.text() == '', 'no messages about the mesh: %s' % said.text())
cells = tets.GetDataInformation().GetNumberOfCells()
check(int(rows(mesh)['tetrahedra']) == cells and int(rows(mesh)['triangles']) == 0,
      'all tetrahedra are in the scene: %s, %d' % (rows(mesh)['tetrahedra'], cells))
mesh.SetRepresentationType(iso.TYPE)
both = (iso.hit(picture) == iso.hit(t.image(view))).mean()
check(both > 0.97, 'the surface of the ray caster (%.4f of the pixels)' % both)
mesh.SetRepresentationType(TYPE)
simple.ColorBy(mesh, None)
check(t.difference(t.image(view), picture)[0] > 0.005, 'colored by the array, and not')
simple.Hide(tets, view)

# Curvilinear grids are meshes as well.
grid = t.structured_grid(simple.Wavelet(WholeExtent=[-5, 5] * 3), 'x, y + 0.1 * x, z')
bent = simple.Show(grid, view)
bent.SetRepresentationType(TYPE)
bent.PathTraceSamples = 2
t.turn(view)
check(t.lit(t.image(view)) > 0.02, 'a structured grid: %s' % rows(bent)['tetrahedra'])
check.done()
