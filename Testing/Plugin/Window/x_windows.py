# SPDX-License-Identifier: BSD-3-Clause
"""Windows of the X server, by their titles, without a window manager."""
import contextlib
import ctypes


class _ClientMessage(ctypes.Structure):
    """XEvent, as far as a message to a window goes."""
    _fields_ = [('type', ctypes.c_int), ('serial', ctypes.c_ulong), ('send_event', ctypes.c_int),
                ('display', ctypes.c_void_p), ('window', ctypes.c_ulong),
                ('message_type', ctypes.c_ulong), ('format', ctypes.c_int), ('data', ctypes.c_long * 5),
                ('rest', ctypes.c_long * 24)]


# Xlib ends the process after an error by default. A window may vanish while it is asked for its title.
_ignore = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda server, error: 0)


@contextlib.contextmanager
def _titled(beginning):
    """Gives the library, the connection, and the windows whose title starts with `beginning`."""
    x11 = ctypes.CDLL('libX11.so.6')
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XInternAtom.restype = x11.XDefaultRootWindow.restype = ctypes.c_ulong
    server = ctypes.c_void_p(x11.XOpenDisplay(None))
    x11.XSetErrorHandler(_ignore)
    root, parent, number, windows = (ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_uint(),
                                     ctypes.POINTER(ctypes.c_ulong)())
    x11.XQueryTree(server, ctypes.c_ulong(x11.XDefaultRootWindow(server)), ctypes.byref(root),
                   ctypes.byref(parent), ctypes.byref(windows), ctypes.byref(number))
    found = []
    for window in windows[:number.value]:
        title = ctypes.c_char_p()
        x11.XFetchName(server, ctypes.c_ulong(window), ctypes.byref(title))
        if (title.value or b'').startswith(beginning):
            found.append(window)
    yield x11, server, found
    x11.XSync(server, 0)
    x11.XCloseDisplay(server)


def are_there(beginning):
    """Returns whether a window has a title that starts with `beginning`."""
    with _titled(beginning) as (_, _, windows):
        return bool(windows)


def close(beginning):
    """Asks each window with such a title to close, as a window manager does (WM_DELETE_WINDOW)."""
    with _titled(beginning) as (x11, server, windows):
        protocols, delete = (x11.XInternAtom(server, name, 0)
                             for name in (b'WM_PROTOCOLS', b'WM_DELETE_WINDOW'))
        for window in windows:
            # ClientMessage.
            message = _ClientMessage(type=33, window=window, message_type=protocols, format=32)
            message.data[0] = delete
            x11.XSendEvent(server, ctypes.c_ulong(window), 0, 0, ctypes.byref(message))
