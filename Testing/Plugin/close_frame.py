# SPDX-License-Identifier: BSD-3-Clause
"""Run by ParaView's window at its start: shows a volume, and where the events take the orientation axes away, makes that frame a long one
and asks the window to close while it is drawn, as a window manager does. Writes what happens into INKRAY_TEST_FRAMES, a line each.

Whoever hears of a message takes his time, so that the frame takes long on any machine, and so does whoever is asked whether to go on."""
import ctypes
import os
import time

from paraview import simple

view = simple.GetActiveViewOrCreate('RenderView')
display = simple.Show(simple.Tetrahedralize(Input=simple.Wavelet(WholeExtent=[-6, 6] * 3)), view)
simple.ColorBy(display, ('POINTS', 'RTData'))
display.SetRepresentationType('Volume (Ray Cast)')
view.ResetCamera()
simple.Render(view)

opacities = display.ScalarOpacityFunction
shown = list(opacities.Points)
hidden = [number for i in range(0, len(shown), 4) for number in (shown[i], 0.0, 0.5, 0.0)] + [1e6, 1.0, 0.5, 0.0]
state = 'before'


def write(what):
    with open(os.environ['INKRAY_TEST_FRAMES'], 'a') as file:
        print(what, file=file)


class ClientMessage(ctypes.Structure):
    """XEvent, as far as a message to a window goes."""
    _fields_ = [('type', ctypes.c_int), ('serial', ctypes.c_ulong), ('send_event', ctypes.c_int), ('display', ctypes.c_void_p), ('window', ctypes.c_ulong),
                ('message_type', ctypes.c_ulong), ('format', ctypes.c_int), ('data', ctypes.c_long * 5), ('rest', ctypes.c_long * 24)]


def close_windows():
    """WM_DELETE_WINDOW for each window that has a title beginning with ParaView."""
    x11 = ctypes.CDLL('libX11.so.6')
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XInternAtom.restype = x11.XDefaultRootWindow.restype = ctypes.c_ulong
    server = ctypes.c_void_p(x11.XOpenDisplay(None))
    protocols, delete = (x11.XInternAtom(server, name, 0) for name in (b'WM_PROTOCOLS', b'WM_DELETE_WINDOW'))
    root, parent, number, windows = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_uint(), ctypes.POINTER(ctypes.c_ulong)()
    x11.XQueryTree(server, ctypes.c_ulong(x11.XDefaultRootWindow(server)), ctypes.byref(root), ctypes.byref(parent), ctypes.byref(windows), ctypes.byref(number))
    for window in windows[:number.value]:
        title = ctypes.c_char_p()
        x11.XFetchName(server, ctypes.c_ulong(window), ctypes.byref(title))
        if (title.value or b'').startswith(b'ParaView'):
            message = ClientMessage(type=33, window=window, message_type=protocols, format=32)  # ClientMessage
            message.data[0] = delete
            x11.XSendEvent(server, ctypes.c_ulong(window), 0, 0, ctypes.byref(message))
    x11.XSync(server, 0)
    x11.XCloseDisplay(server)


def begin(*_):
    global state
    if state == 'before' and not view.OrientationAxesVisibility:
        state = 'drawing'
        opacities.Points = hidden  # of which the mapper has to say something


def ask(*_):
    global state
    if state == 'drawing':
        state = 'closing'
        close_windows()
        write('closed in the middle of a frame')
        time.sleep(0.5)


def end(*_):
    if state == 'closing':
        write('the frame ended')


volumes = view.GetRenderer().GetVolumes()
volumes = [volumes.GetItemAsObject(i) for i in range(volumes.GetNumberOfItems())]
mappers = [volume.GetMapper() for volume in volumes if volume.GetVisibility() and volume.GetMapper()]
mapper = next(mapper for mapper in mappers if mapper.GetClassName() == 'vtkTetRayCastMapper')
mapper.AddObserver('WarningEvent', lambda *_: time.sleep(0.5))
view.GetRenderWindow().AddObserver('AbortCheckEvent', ask, 1.0)  # before ParaView's window
view.SMProxy.AddObserver('StartEvent', begin)
view.SMProxy.AddObserver('EndEvent', end)
