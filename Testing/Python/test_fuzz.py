# SPDX-License-Identifier: BSD-3-Clause
"""Random steps through everything that a user can do with a display of the plug-in: valid and invalid values,
cameras, types of representation, selections, state files. Other displays, also translucent ones, are shown,
hidden and deleted; displays are deleted and shown again; views are opened and closed. After each step
ParaView must go on, an empty picture must be explained, and no message may come twice. A state file, undo and
redo must restore the picture, whatever the plug-in has set by itself. There are two fixed seeds; for more,
run pvpython test_fuzz.py [SEEDS [STEPS [FIRST SEED]]]."""
import os
import random
import re
import sys
import tempfile

import numpy as np
from paraview import simple

import iso_testing as iso
import path_testing
import raycast_testing as t
from undo_testing import Change

TYPES = (t.TYPE, iso.TYPE, path_testing.TYPE)
PREFIXES = ('RayCast', 'Isosurface', 'PathTrace')
SHARED = ('Opacity', 'Ambient', 'Diffuse', 'Specular', 'SpecularPower', 'DiffuseColor', 'Position',
          'Translation', 'Scale', 'Orientation', 'Origin', 'Shade', 'BlendMode', 'ScalarOpacityUnitDistance',
          'AverageIPScalarRange',
          'UseGradientOpacity', 'UseTransfer2D', 'UseSeparateOpacityArray', 'OpacityArrayName',
          'OpacityComponent', 'ColorArrayName', 'UseCropping', 'CroppingOrigin', 'CroppingScale',
          'CroppingRotation', 'CroppingKeepOutside',
          'UseThreshold', 'ThresholdArray', 'ThresholdComponent', 'ThresholdRange', 'UseSlices',
          'SliceOpacity', 'SliceOffsets', 'SliceOrigin', 'SliceNormal', 'SlicesAlone', 'Isovalues',
          'Visibility')
# The device is the machine's; mappers of ParaView have faults of their own; what the window alone sets; what
# takes minutes where it is legal.
LEFT_OUT = re.compile(
    r'Device|FallbackReason|Report|Probe|Refine|Unfinished|Selects|LookupTable|Function|File|Find')
WRONG = (float('nan'), float('inf'), float('-inf'), 1e300, -1e300, 1e38, -1.0, 1e-300, 1e9, 0.0)
SIZE = [64, 48]
BACKGROUND = (0.2, 0.1, 0.5)
ARRAYS = (['POINTS', 'RTData'], ['POINTS', 'v'], ['POINTS', 'holes'], ['CELLS', 'c'], ['POINTS', 'gone'],
          ['CELLS', 'RTData'], ['POINTS', ''])


def with_arrays(source):
    """Beside RTData: vectors and values that are not everywhere numbers at the points, and values of
    cells."""
    for name, function in (('v', 'RTData*iHat+(300-RTData)*jHat'), ('holes', 'sqrt(180-RTData)'),
                           ('c', 'coordsZ')):
        source = simple.Calculator(Input=source, ResultArrayName=name, Function=function)
    return simple.PointDatatoCellData(Input=source, ProcessAllArrays=0, PointDataArraytoprocess=['c'],
                                      PassPointData=1)


def sources():
    """A mesh, an image, a structured grid and blocks of the first two, each with point and cell arrays,
    vectors, and NaN."""
    image = with_arrays(simple.Wavelet(WholeExtent=[-4, 4] * 3))
    tets = with_arrays(t.wavelet_tets(3))
    grid = simple.Transform(Input=with_arrays(simple.Wavelet(WholeExtent=[-3, 3] * 3)))
    grid.Transform.Rotate = [10, 20, 30]
    moved = simple.Transform(Input=tets)
    moved.Transform.Translate = [7, 0, 0]
    return [tets, image, grid, simple.GroupDatasets(Input=[image, moved])]


class Walk:
    """A display, its random steps, and the failures found."""

    def __init__(self, seed):
        self.seed, self.random = seed, random.Random(seed)
        self.steps, self.found, self.others = [], [], {}
        self.source = self.random.choice(sources())
        self.view = t.new_view(BACKGROUND, SIZE)
        self.display = simple.Show(self.source, self.view)
        self.types = [kind
                      for kind in TYPES if kind in self.display.GetProperty('Representation').GetAvailable()]
        self.display.SetRepresentationType(self.random.choice(self.types))
        if self.display.GetProperty('PathTraceSamples'):
            self.display.PathTraceSamples = 1
        self.look()
        self.folder = tempfile.mkdtemp()

    def fail(self, what):
        text = 'seed %d, step %d: %s\n  %s' % (self.seed, len(self.steps), what,
                                               '\n  '.join(self.steps[-12:]))
        print('  FAILED ' + text, flush=True)
        self.found.append(text)

    def look(self):
        self.sees = True
        self.view.ResetActiveCameraToPositiveX()
        simple.ResetCamera(self.view)
        camera = self.view.GetActiveCamera()
        camera.Azimuth(self.random.uniform(-180, 180))
        # A plane is seen from its side otherwise.
        camera.Elevation(self.random.choice((-1, 1)) * self.random.uniform(20, 60))

    def names(self):
        names = [name for name in self.display.ListProperties()
                 if (name.startswith(PREFIXES) or name in SHARED) and not LEFT_OUT.search(name)]
        return [name for name in names if not self.display.GetProperty(name).SMProperty.GetInformationOnly()]

    def number(self, name, low, high):
        """Mostly an allowed number, sometimes an invalid one."""
        if self.random.random() < 0.25:
            return self.random.choice(WRONG)
        if low is not None and high is not None:
            return self.random.uniform(low, min(high, low + 1000))
        if 'Threshold' in name or 'Isovalue' in name or 'ScalarRange' in name:
            return self.random.uniform(-20, 300)
        return self.random.choice((0.0, 1.0, self.random.uniform(-10, 10), self.random.uniform(0, 2)))

    def value(self, name):
        """A random value for a property."""
        wrapped = self.display.GetProperty(name)
        kind = wrapped.SMProperty.GetClassName()
        if 'Array' in name and kind == 'vtkSMStringVectorProperty':
            return self.random.choice(ARRAYS)
        if hasattr(wrapped, 'GetAvailable') and len(wrapped.GetAvailable()) > 0:
            allowed = [value for value in wrapped.GetAvailable() if not str(value).startswith('ParaView:')]
            return 'no such thing' if self.random.random() < 0.1 else self.random.choice(allowed)
        if name.endswith('Isosurfaces'):
            rows = self.random.randint(0, 3)
            return [x for _ in range(rows)
                    for x in (self.number('Isovalue', None, None), self.number(name, 0, 1), 1,
                              self.random.randint(0, 1), 1.0, self.random.random(), 0.5)]
        low = high = None
        domain = (wrapped.SMProperty.FindDomain('vtkSMDoubleRangeDomain')
                  or wrapped.SMProperty.FindDomain('vtkSMIntRangeDomain'))
        if domain and domain.GetMinimumExists(0) and domain.GetMaximumExists(0):
            low, high = domain.GetMinimum(0), domain.GetMaximum(0)
        number = wrapped.SMProperty.GetNumberOfElements()
        if wrapped.SMProperty.GetRepeatable():
            number = self.random.randint(0, 4)
        values = [self.number(name, low, high) for _ in range(number)]
        if kind == 'vtkSMIntVectorProperty':
            values = [int(min(value, 48)) if abs(value) < 100 else -7 for value in values] if name.startswith(
                'PathTrace') else [int(value) if abs(value) < 2e9 else 2000000000 for value in values]
        return values if number != 1 or wrapped.SMProperty.GetRepeatable() else values[0]

    def set_property(self):
        name = self.random.choice(self.names())
        value = self.value(name)
        if name == 'Visibility':
            value = self.random.choice((0, 1, 1, 1))
        try:
            setattr(self.display, name, value)
            return 'display.%s = %s' % (name, value)
        except (TypeError, ValueError, RuntimeError) as error:
            return 'display.%s = %s: %s' % (name, value, str(error)[:60])

    def set_camera(self):
        if self.random.random() < 0.7:
            self.look()
            return 'another camera'
        position, focus = ([self.random.choice(WRONG + (5.0, 30.0)) for _ in range(3)] for _ in range(2))
        self.view.CameraPosition, self.view.CameraFocalPoint = position, focus
        self.sees = False
        return 'view.CameraPosition, view.CameraFocalPoint = %s, %s' % (position, focus)

    def set_type(self):
        kind = self.random.choice(self.types + ['Surface', 'Outline'])
        self.display.SetRepresentationType(kind)
        return 'display.SetRepresentationType(%r)' % kind

    def select(self):
        corner = [self.random.randint(0, SIZE[0] // 2), self.random.randint(0, SIZE[1] // 2)]
        simple.SelectSurfaceCells(Rectangle=corner + [corner[0] + 9, corner[1] + 9], View=self.view)
        simple.ClearSelection(self.source) # no state file keeps a selection
        return 'SelectSurfaceCells at %s' % corner

    def undo(self):
        """Make a change, undo it and redo it, as ParaView's window does."""
        before = t.image(self.view)
        with Change() as change:
            text = self.random.choice((self.set_property, self.set_property, self.set_type))()
        after = t.image(self.view)
        for back, expected, what in ((change.undo, before, 'undo'), (change.redo, after, 'redo')):
            back()
            different = t.difference(expected, t.image(self.view))
            if different[1] > 0 and self.is_comparable():
                self.fail('%s of %s brings another picture: %s' % (what, text, different))
        return 'undone, and done again: ' + text

    def set_other(self):
        """Show, hide or delete another display beside the first one."""
        name = self.random.choice(('sphere', 'mesh', 'image'))
        if name in self.others:
            display = self.others[name]
            if self.random.random() < 0.5:
                display.Visibility = 1 - display.Visibility
                return 'others[%r].Visibility = %d' % (name, display.Visibility)
            source = display.Input
            simple.Delete(self.others.pop(name))
            simple.Delete(source)
            return 'Delete(others[%r])' % name
        if name == 'sphere':
            display = simple.Show(simple.Sphere(Radius=4.0, Center=[2.0, 0.0, 0.0]), self.view,
                                  'GeometryRepresentation')
        else:
            display = simple.Show(t.wavelet_tets(2) if name == 'mesh'
                                  else simple.Wavelet(WholeExtent=[-3, 3] * 3), self.view)
            display.SetRepresentationType(
                self.random.choice([kind for kind in TYPES
                                    if kind in display.GetProperty('Representation').GetAvailable()]))
            if display.GetProperty('PathTraceSamples'):
                display.PathTraceSamples = 1
        display.Opacity = self.random.choice((1.0, 0.5, 0.5))
        if name == 'mesh' and self.random.random() < 0.5:
            display.UseSlices, display.SliceOpacity = 1, 0.5
        self.others[name] = display
        return (
            'others[%r] = Show(...), as %s with opacity %s' % (name, display.Representation, display.Opacity))

    def leave_others(self):
        for display in self.others.values():
            simple.Delete(display)
        self.others = {}

    def show_again(self):
        """Delete the display and show a new one with default properties, sometimes after a frame without any
        display."""
        simple.Delete(self.display)
        if self.random.random() < 0.5:
            simple.Render(self.view)
        self.display = simple.Show(self.source, self.view)
        kind = self.random.choice(self.types)
        self.display.SetRepresentationType(kind)
        if self.display.GetProperty('PathTraceSamples'):
            self.display.PathTraceSamples = 1
        return 'Delete(display), and shown again as %s' % kind

    def open_view(self):
        """Open and close another view with the same data and a translucent object."""
        view = t.new_view(BACKGROUND, SIZE)
        other = simple.Show(self.source, view)
        other.SetRepresentationType(self.random.choice(self.types))
        ball = simple.Show(simple.Sphere(Radius=4.0), view, 'GeometryRepresentation')
        ball.Opacity = 0.5
        simple.ResetCamera(view)
        simple.Render(view)
        if self.random.random() < 0.5:
            simple.Delete(other)
            simple.Render(view)
        simple.Delete(view)
        # Again, because ParaView takes it from the user's settings when another view is made.
        self.view.UseFXAA = 0
        return 'another view was opened and closed'

    def is_comparable(self):
        """Whether one scene has one picture: ParaView cuts a Surface that is turned, or mirrored, at planes
        from two corners of its box."""
        return (self.display.Representation in TYPES or not any(self.display.Orientation)
                and min(self.display.Scale) > 0)

    def load(self):
        """Save and load a state file: a new session must give the same picture."""
        self.leave_others()
        before = t.image(self.view)
        comparable = self.is_comparable()
        file = os.path.join(self.folder, 'state.pvsm')
        simple.SaveState(file)
        simple.ResetSession()
        t.load_plugin()
        simple.LoadState(file)
        self.view = simple.GetActiveViewOrCreate('RenderView')
        self.view.ViewSize, self.view.UseFXAA = SIZE, 0
        self.display = [display for display in self.view.Representations
                        if display.GetProperty('Representation')][0]
        self.source = self.display.Input
        after = t.image(self.view)
        different = t.difference(before, after)
        if different[1] > 0 and comparable:
            t.save(np.concatenate([before, after], axis=1), 'fuzz_%d_%d' % (self.seed, len(self.steps)))
            self.fail('a state file brings another picture: %s, '
                      '%d pixels' % (different, (np.abs(before - after).max(axis=2) > 0).sum()))
        return 'a state file'

    def is_excused(self):
        """Whether the settings may legitimately show nothing."""
        display = self.display
        get = lambda name: getattr(display, name) if display.GetProperty(name) else None
        rows = list(get('RayCastIsosurfaces' if display.Representation == t.TYPE else 'Isosurfaces') or [])
        volume = display.Representation == t.TYPE and not (get('SlicesAlone') and get('UseSlices'))
        return (not display.Visibility or display.Opacity < 0.02 or (rows and min(rows[1::7]) < 0.02)
                or (get('UseSlices') and get('SliceOpacity') < 0.02) or get('UseCropping')
                or (volume and (get('ScalarOpacityUnitDistance') or 0) > 500) or get('UseThreshold')
                or get('UseGradientOpacity') or get('UseTransfer2D')
                or max(abs(x) for x in list(get('Position') or get('Translation'))) > 20
                or min(abs(x) for x in display.Scale) < 1e-3
                or max(abs(x) for x in list(display.Scale) + list(display.Origin)) > 20)

    def check(self, said, before):
        """After a step: is an empty picture explained, and is no message repeated?"""
        with t.Messages() as again:
            picture = t.image(self.view)
        if re.search(r'^(ERROR|Warning|Generic)', again.text(), re.MULTILINE):
            self.fail('said again: ' + again.text())
        if 'OpenGL' in said.text() or 'GL error' in said.text() or 'framebuffer' in said.text().lower():
            self.fail('an error of OpenGL: ' + said.text())
        lines = [line for line in said.text().splitlines() if ' (0x' in line]
        if len(set(lines)) < len(lines) and not self.steps[-1].startswith('undone'):
            self.fail('said more than once: ' + said.text())
        if self.display.Representation not in TYPES:
            return
        empty = np.abs(picture - np.asarray(BACKGROUND)).max() < 3 / 255
        remarks = t.remarks(self.display, 'problem') + t.remarks(self.display, 'note')
        if empty and not remarks and not said.text() and self.sees and not self.is_excused():
            self.fail('nothing is drawn and nothing is said; before: %s' % before)

    def step(self):
        action = self.random.choices((self.set_property, self.set_camera, self.set_type, self.set_other,
                                      self.show_again, self.open_view, self.select, self.load, self.undo),
                                     (30, 4, 4, 6, 2, 1, 1, 1, 3))[0]
        before = self.display.Representation
        with t.Messages() as said:
            self.steps.append(action.__name__)
            self.steps[-1] = action()
            simple.Render(self.view)
        self.check(said, before)

    def end(self):
        """Show the data in a new display, whatever happened before."""
        self.leave_others()
        simple.Delete(self.display)
        self.look()
        with t.Messages() as said:
            self.display = simple.Show(self.source, self.view)
            self.display.SetRepresentationType(self.types[0])
            picture = t.image(self.view)
        if t.lit(picture, np.asarray(BACKGROUND)) < 0.01 or 'ERROR' in said.text():
            self.fail('the data shown anew: ' + said.text())
        simple.ResetSession()
        t.load_plugin()


def main():
    check = t.Checks()
    t.load_plugin()
    number, steps, first = (int(text) for text in sys.argv[1:] + ['2', '30', '1'][len(sys.argv) - 1:])
    seeds = list(range(first, first + number))
    for seed in seeds:
        walk = Walk(seed)
        while len(walk.steps) < steps and not walk.found:
            walk.step()
        if os.environ.get('INKRAY_FUZZ_LOG'):
            print('\n'.join(walk.steps))
        walk.end()
        for text in walk.found: # again, because the output of a step is collected and has not been shown
            print('  FAILED ' + text, flush=True)
        check(not walk.found, 'seed %d: %d random steps' % (seed, len(walk.steps)))
    check.done()


main()
