# SPDX-License-Identifier: BSD-3-Clause
"""A GPU whose memory is full: Isosurface (Ray Cast) draws a volume in pieces. If the picture does not fit, a
message says how much was asked for and how much was free, and the CPU draws the same. The GPU is used again
for another volume. Memory is taken through the driver (libcuda), in the CUDA context of the plug-in. Without
a GPU the script ends with exit status 77, which CTest counts as skipped."""
import ctypes
import os
import re
import sys

import numpy as np
from paraview import simple

import iso_testing as iso
import raycast_testing as t

MIB = 1 << 20


def skip(why):
    print('skipped:', why, flush=True)
    os._exit(77)


class GPUMemory:
    """Memory of device 0, taken through the driver's own functions."""

    def __init__(self):
        try:
            self.cuda = ctypes.CDLL('libcuda.so.1')
        except OSError:
            skip('there is no NVIDIA driver')
        if self.cuda.cuInit(0) != 0:
            skip('there is no CUDA device')
        device, self.context = ctypes.c_int(), ctypes.c_void_p()
        self.call('cuDeviceGet', ctypes.byref(device), 0)
        self.call('cuDevicePrimaryCtxRetain', ctypes.byref(self.context), device)
        self.taken = []

    def call(self, name, *arguments):
        code = getattr(self.cuda, name)(*arguments)
        if code != 0:
            raise RuntimeError('%s: CUDA error %d' % (name, code))

    def free(self):
        """The number of free bytes."""
        self.call('cuCtxSetCurrent', self.context)
        free, total = ctypes.c_size_t(), ctypes.c_size_t()
        self.call('cuMemGetInfo_v2', ctypes.byref(free), ctypes.byref(total))
        return free.value

    def leave(self, size):
        """Take all memory but about `size` bytes."""
        step = 1 << 40
        while step >= 2 * MIB:
            pointer = ctypes.c_uint64()
            wanted = min(step, self.free() - size)
            if wanted >= 2 * MIB and self.cuda.cuMemAlloc_v2(ctypes.byref(pointer),
                                                             ctypes.c_size_t(wanted)) == 0:
                self.taken.append(pointer)
            else:
                step //= 2

    def give_back(self):
        self.call('cuCtxSetCurrent', self.context)
        for pointer in self.taken:
            self.call('cuMemFree_v2', pointer)
        self.taken = []


memory = GPUMemory()
check = t.Checks()
t.load_plugin()
view = t.new_view(size=[300, 240])


def volume(points, shift=0.0):
    return iso.producer(
        iso.image_data({'distance': lambda x, y, z: (np.sqrt(x * x + y * y + z * z) + shift + 0.1
                                                     * np.sin(9 * x)).astype(np.float32)}, (points,) * 3))


def device(display):
    return str(t.information(display, 'IsosurfaceDeviceName'))


def messages_of(said):
    return re.findall(r'vtkIsosurfaceRayCast\w+ \(0x', said.text())


def expect_cpu(what, display, said, picture, bytes_needed):
    """Check that there is one message with both figures, and that the picture is the CPU's."""
    text = said.text()
    print('    ' + ' '.join(text.split()))
    check(len(messages_of(said)) == 1, '%s: one message, got %d' % (what, len(messages_of(said))))
    figures = re.search(r'([\d.]+) MiB were asked for and ([\d.]+) MiB are free', text)
    check(figures is not None, '%s: it says how much was asked for and how much was free' % what)
    if figures:
        check(float(figures.group(1)) >= bytes_needed / MIB - 1,
              '%s: %s MiB asked for, %.1f needed' % (what, figures.group(1), bytes_needed / MIB))
        check(float(figures.group(2)) < float(figures.group(1)), '%s: less is free' % what)
    check('CPU' in device(display), '%s: the CPU draws (%s)' % (what, device(display)))
    check('MiB' in str(t.information(display, 'IsosurfaceFallbackReason')),
          '%s: the reason is there to read' % what)
    display.IsosurfaceDevice = 'CPU'
    reference = t.image(view)
    check(t.lit(reference) > 0.05, '%s: there is a surface' % what)
    check.near(picture, reference, 0, 0, '%s: the picture of the CPU' % what)


# Is there a GPU? If so, keep its picture.
small = volume(65)
display = iso.show(small, view, [0.6])
on_gpu = t.image(view)
if 'CPU' in device(display):
    skip('the plug-in has no CUDA device: ' + str(t.information(display, 'IsosurfaceFallbackReason')))
t.save(on_gpu, 'iso_gpu_memory_small')
check(t.lit(on_gpu) > 0.05, 'on %s' % device(display))
simple.Hide(small, view)

# A volume that does not fit.
POINTS = 401
large = volume(POINTS, 0.1)
display = iso.show(large, view, [0.6], camera=False, IsosurfaceDevice='CPU')
memory.leave(200 * MIB)
print('  %.0f MiB of GPU memory left' % (memory.free() / MIB))
with t.Messages() as said:
    display.IsosurfaceDevice = 'Auto'
    picture = t.image(view)
    t.image(view)
    view.GetActiveCamera().Azimuth(5)
    t.image(view)
    view.GetActiveCamera().Azimuth(-5)
t.save(picture, 'iso_gpu_memory_large')
check(not messages_of(said), 'a volume that does not fit: no message')
check('CPU' not in device(display), 'a volume that does not fit: in pieces on %s' % device(display))
check(' pieces, because as a whole' in t.remarks(display, 'note'),
      'a volume that does not fit: the report says that it is in pieces')
display.IsosurfaceDevice = 'CPU'
check.near(picture, t.image(view), 0.001, 0.05, 'a volume that does not fit: the picture of the CPU',
           outline=0.0005)

# The session goes on: a volume that fits is drawn by the GPU. The large volume is drawn there as a whole if
# it is new and there is room again.
display.IsosurfaceDevice = 'Auto'
simple.Hide(large, view)
display = simple.Show(small, view)
check.near(t.image(view), on_gpu, 0, 0, 'a smaller volume: the picture of before')
check('CPU' not in device(display), 'a smaller volume: on %s' % device(display))
simple.Hide(small, view)
memory.give_back()
display = simple.Show(large, view)
with t.Messages() as said:
    large.GetClientSideObject().GetOutputDataObject(0).GetPointData().GetScalars().Modified()
    large.GetClientSideObject().GetOutputDataObject(0).Modified()
    large.GetClientSideObject().Modified()
    large.UpdatePipeline()
    again = t.image(view)
check('CPU' not in device(display), 'with room again, a changed volume: on %s' % device(display))
check(not messages_of(said), 'with room again: no message')
check.near(again, picture, 0.001, 0.05, 'with room again: the same picture from the GPU', outline=0.0005)
simple.Hide(large, view)

# A frame that does not fit: the volume is on the GPU, and the window grows. The multi-kernel pipeline with
# its queues needs most memory.
display = simple.Show(small, view)
display.IsosurfacePipeline = 'Multi-Kernel'
t.image(view)
check('CPU' not in device(display), 'a small window: on %s' % device(display))
memory.leave(40 * MIB)
with t.Messages() as said:
    view.ViewSize = [1600, 1200]
    picture = t.image(view)
    t.image(view)
t.save(picture, 'iso_gpu_memory_window')
expect_cpu('a window that does not fit', display, said, picture, 0)
memory.give_back()
with t.Messages() as said:
    display.IsosurfaceDevice = 'CUDA'
    again = t.image(view)
check('CPU' not in device(display) and not messages_of(said),
      'with room again and the device chosen anew: on %s' % device(display))
check.near(again, picture, 0.001, 0.05, 'with room again: the same picture from the GPU', outline=0.0005)
check.done()
