# SPDX-License-Identifier: BSD-3-Clause
"""Pictures within VTK's renderers: rays stop at what a renderer has drawn, and the picture is blended over
it."""

import types
import warnings
import weakref

import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonCore import vtkFloatArray, vtkWeakReference
from vtkmodules.vtkCommonDataModel import vtkDataObject
from vtkmodules.vtkCommonExecutionModel import vtkDemandDrivenPipeline
from vtkmodules.vtkFiltersPython import vtkPythonAlgorithm
from vtkmodules.vtkRenderingCore import vtkActor2D, vtkPolyDataMapper2D

from ._kernels import Callback, Error
from .camera import Camera
from .light import MOST_LIGHTS, Light
from .vtk_scene import read_camera, read_lights, read_matrix

_layers = weakref.WeakValueDictionary()  # by the renderer's address; the renderer's actor keeps them alive


class _Pixels(vtkFloatArray):
    """An array whose length and items come from functions in C, in which no signal handler can run.

    The functions of a window that take pixels or depths have several forms, and VTK asks an array for its
    length and first item to choose one. vtkFloatArray's functions for these are in Python, where a handler
    may run and raise an error. VTK 9.7 then drops the error, or ends the process because it has no item.
    """

    __len__, __getitem__ = vtkFloatArray.GetNumberOfTuples, vtkFloatArray.GetValue

    def take(self, values):
        """Show these values without a copy: they must exist as long as this array. Returns this array."""
        self.SetVoidArray(values, values.size, 1)
        return self


def layer_of(renderer):
    """The layer of a renderer, which is made when it is first asked for, and again when the renderer was
    cleared."""
    address = renderer.GetAddressAsString("vtkRenderer")
    layer = _layers.get(address)
    if layer is None or not layer.is_in(renderer):
        if layer is not None:
            layer.let_go()
        layer = _layers[address] = Layer(renderer)
    return layer


class Layer:
    """Everything that is ray cast in one renderer.

    It draws when the source of a two-dimensional actor without geometry is updated. Renderers draw such
    actors after all others, and have their sources updated then: at that time the depths of what was drawn
    are there, and what is drawn lies over it and below text and scalar bars. The source says each time that
    it has made no data, so that it is asked again in the next frame.

    Render passes draw two-dimensional actors somewhere else, where depths are not to be had. With passes the
    renderer draws once without them, for the depths, and once with them and without two-dimensional actors,
    which follow over the passes' picture, those of text and scalar bars too.

    The actors of what is drawn are hidden in frames, because their geometry is for cameras and pickers, but
    for frames that select.

    The renderer has the actor, and the actor and the renderer's observers have the layer; the layer knows
    both without keeping them.
    """

    def __init__(self, renderer):
        self._renderer, self._actor = vtkWeakReference(), vtkWeakReference()
        self._renderer.Set(renderer)
        self._warned_of_lights = False
        self._wants_depth = False  # while the renderer draws without its passes
        self._depth = None  # of the frame, if there are passes
        self._shown = []  # the actors of drawings in this frame
        self._hidden = []  # these, and two-dimensional actors while passes draw
        source = vtkPythonAlgorithm()
        source.SetPythonObject(
            types.SimpleNamespace(
                Initialize=Callback(_initialize, None),
                FillInputPortInformation=Callback(lambda *_: 1, 1),
                FillOutputPortInformation=Callback(_say_what_is_made, 1),
                ProcessRequest=Callback(self._process, 1),
            )
        )
        source.GetOutputPortInformation(0)  # request it now rather than in the first frame
        mapper = vtkPolyDataMapper2D()
        mapper.SetInputConnection(source.GetOutputPort())
        actor = vtkActor2D()
        actor.SetMapper(mapper)
        actor.PickableOff()
        self._actor.Set(actor)
        renderer.AddViewProp(actor)
        props = renderer.GetViewProps()  # existing actors, such as text, come after it
        props.RemoveItem(actor)
        props.InsertItem(-1, actor)
        if not props.IsItemPresent(actor):
            props.AddItem(actor)
        # With plain functions as observers, Ctrl-C would end the process.
        self._observers = [
            renderer.AddObserver("StartEvent", Callback(self._start, None)),
            renderer.AddObserver("EndEvent", Callback(self._end, None)),
        ]

    @property
    def renderer(self):
        """The renderer. None if it no longer exists."""
        return self._renderer.Get()

    def is_in(self, renderer):
        """Whether this renderer draws the layer. False for another renderer at the same
        address, or after it was cleared.
        """
        actor = self._actor.Get()
        return self.renderer is renderer and actor is not None and bool(renderer.HasViewProp(actor))

    def let_go(self):
        """Stop drawing, because the renderer has another layer."""
        renderer = self.renderer
        if renderer is not None:
            for observer in self._observers:
                renderer.RemoveObserver(observer)

    def _start(self, *_):
        """Before a frame, hide what VTK must not draw. With render passes, find the depths without them."""
        renderer = self.renderer
        if self._wants_depth or renderer is None:
            return
        self._show_hidden()
        self._depth, render_pass = None, renderer.GetPass()
        self._shown = _drawn_in(renderer) if renderer.GetSelector() is None else []
        self._hide(self._shown)
        if render_pass is None or not self._shown:
            return
        self._wants_depth = True
        try:
            renderer.SetPass(None)
            renderer.Render()
        finally:
            renderer.SetPass(render_pass)
            self._wants_depth = False
        props = renderer.GetViewProps()
        props = [props.GetItemAsObject(i) for i in range(props.GetNumberOfItems())]
        self._hide([prop for prop in props if prop.IsA("vtkActor2D") and prop.GetVisibility()])

    def _end(self, *_):
        """After a frame, show what was hidden. With render passes, draw over their picture text and the like,
        and this layer with it.
        """
        renderer = self.renderer
        if self._wants_depth or renderer is None:
            return
        overlays = [prop for prop in self._show_hidden() if prop.IsA("vtkActor2D")]
        if overlays:
            # Of OpenGL, which passes leave as it was for their textures.
            state = renderer.GetRenderWindow().GetState()
            state.vtkglViewport(*place_of(renderer))
            state.vtkglScissor(*place_of(renderer))
            for prop in overlays:
                prop.RenderOverlay(renderer)
        self._depth, self._shown = None, []

    def _hide(self, props):
        for prop in props:
            self._hidden.append(prop)
            prop.VisibilityOff()

    def _show_hidden(self):
        shown = []
        while self._hidden:  # one by one, because Ctrl-C may come in between
            self._hidden[0].VisibilityOn()
            shown.append(self._hidden.pop(0))
        return shown

    def _process(self, _, request, __, outputs):
        if request.Has(vtkDemandDrivenPipeline.REQUEST_DATA()):
            information = outputs.GetInformationObject(0)
            information.Get(vtkDataObject.DATA_OBJECT()).ReleaseData()
            information.Set(vtkDemandDrivenPipeline.DATA_NOT_GENERATED(), 1)
            renderer = self.renderer
            if renderer is not None and renderer.GetRenderWindow().CheckInRenderStatus():
                try:
                    self._draw(renderer)
                except Error as error:  # a frame without the picture is better than no frame
                    warnings.warn(f"InKRay draws nothing: {error}", stacklevel=1)
        return 1

    def _draw(self, renderer):
        shown = self._shown
        x, y, width, height = place_of(renderer)
        if not shown or width < 1 or height < 1 or renderer.GetSelector() is not None:
            return
        window = renderer.GetRenderWindow()
        place = x, y, x + width - 1, y + height - 1
        if self._depth is None:
            depths = _Pixels()
            window.GetZbufferData(*place, depths)
            depth = vtk_to_numpy(depths).reshape(height, width)[::-1]
        else:
            depth = self._depth
        if self._wants_depth:
            self._depth = depth
            return
        camera = Camera.from_matrices(*read_camera(renderer))
        lights = [Light(**light) for light in read_lights(renderer)]
        if len(lights) > MOST_LIGHTS:
            if not self._warned_of_lights:
                warnings.warn(f"InKRay uses only {MOST_LIGHTS} of {len(lights)} lights", stacklevel=2)
            self._warned_of_lights = True
            lights = lights[:MOST_LIGHTS]
        samples = _samples(renderer.GetPass())
        if samples == 1:
            image, depths = compose(shown, camera, lights, depth)
        else:
            image, depths = compose(shown, camera, lights, depth.repeat(samples, 0).repeat(samples, 1))
            image = image.reshape(height, samples, width, samples, 4).mean((1, 3))
            depths = depths[::samples, ::samples]
        if (depths < depth).any():  # for later actors and for pickers
            rows = np.ascontiguousarray(depths[::-1], dtype=np.float32).ravel()
            window.SetZbufferData(*place, _Pixels().take(rows))
        _blend(window, x, y, image)


def _blend(window, x, y, image):
    """Blend a picture, upper row first, over the window from this pixel on; here, because OpenGL may do so
    with the 8 bits of its colors. Only its smallest rectangle in which something is seen is moved, which
    takes most of the time.
    """
    height = len(image)
    # As bits, which NumPy combines eight times faster.
    halves = np.ascontiguousarray(image, dtype=np.float32).view(np.uint64)
    pixels = halves[..., 0] | halves[..., 1]
    rows = np.flatnonzero(np.bitwise_or.reduce(pixels, axis=1))
    if len(rows) == 0:
        return
    columns = np.flatnonzero(np.bitwise_or.reduce(pixels, axis=0))
    image = image[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1][::-1]
    place = [int(n) for n in (x + columns[0], y + height - 1 - rows[-1], x + columns[-1],
                              y + height - 1 - rows[0])]
    below = _Pixels()
    window.GetRGBAPixelData(*place, 0, below)
    blended = vtk_to_numpy(below).reshape(image.shape)
    blended *= 1 - image[..., 3:]
    blended += image
    window.SetRGBAPixelData(*place, below, 0, 0)


def _initialize(source):
    source.SetNumberOfInputPorts(0)
    source.SetNumberOfOutputPorts(1)


def _say_what_is_made(_, __, information):
    information.Set(vtkDataObject.DATA_TYPE_NAME(), "vtkPolyData")
    return 1


def _drawn_in(renderer):
    """The visible actors of a renderer that have a drawing."""
    props = renderer.GetViewProps()
    actors = (props.GetItemAsObject(i) for i in range(props.GetNumberOfItems()))
    return [actor for actor in actors if hasattr(actor, "drawing") and actor.GetVisibility()]


def _samples(render_pass):
    """How many samples in each direction make a pixel: two where the passes draw four or more and take their
    means."""
    while render_pass is not None and not render_pass.IsA("vtkSSAAPass"):
        render_pass = render_pass.GetDelegatePass() if hasattr(render_pass, "GetDelegatePass") else None
    return 1 if render_pass is None else 2


def place_of(renderer):
    """The lower left pixel, in the window's buffers, and width and height of what a renderer draws. Pictures
    larger than the window are put together from tiles; then this is the renderer's part of the tile.
    """
    window = renderer.GetRenderWindow()
    tile, view, size = window.GetTileViewport(), renderer.GetViewport(), window.GetSize()

    def pixel(axis, end):
        low, high = tile[axis], tile[axis + 2]
        return int((min(max(view[axis + end], low), high) - low) * size[axis] + 0.5)

    x, y = pixel(0, 0), pixel(1, 0)
    return x, y, pixel(0, 2) - x, pixel(1, 2) - y


def compose(shown, camera, lights, depth):
    """One picture of several things, upper row first, in front of what has these window depths, and depths
    with theirs."""
    height, width = depth.shape
    view, projection = camera.matrices((width, height), None)
    image = None

    def order(thing):  # opaque surfaces first, because volumes end at them; then far ones first
        x0, x1, y0, y1, z0, z1 = thing.GetBounds()
        middle = np.array([x0 + x1, y0 + y1, z0 + z1, 2.0]) / 2
        return not thing.drawing._is_opaque(), view[2] @ middle

    for thing in sorted(shown, key=order):
        thing._update()
        thing.drawing.lights = lights
        in_the_way = np.ascontiguousarray(depth[::-1], dtype=np.float32)
        place = read_matrix(thing.GetMatrix())
        rgba, own = thing._draw(view @ place, projection, (width, height), in_the_way)
        image = rgba if image is None else rgba + (1 - rgba[..., 3:]) * image
        depth = np.minimum(depth, own)
    return image, depth
