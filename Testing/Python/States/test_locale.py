# SPDX-License-Identifier: BSD-3-Clause
"""In a locale with decimal commas (de_DE, made here by localedef), pictures, reports, messages and state
files equal those of the locale C, and an environment map is read as before."""
import locale
import os
import re
import subprocess
import sys
import tempfile
from xml.etree import ElementTree

import numpy as np
from paraview import simple

import iso_testing as iso
import path_testing
import raycast_testing as t

SIZE = [64, 48]
FOLDER = 'INKRAY_TEST_LOCALE'
# Times, and two properties of ParaView's own: it reads their shares of the data's size as 0 where its XML has
# 0.1.
NOT_COMPARED = re.compile('Report|GaussianRadius|ScaleFactor')


def sky(folder):
    """An environment map whose exposure has a fraction."""
    name = os.path.join(folder, 'sky.hdr')
    with open(name, 'wb') as file:
        file.write(b'#?RADIANCE\nFORMAT=32-bit_rle_rgbe\nEXPOSURE=1.5\n\n-Y '
                   b'2 +X 4\n' + bytes([200, 100, 50, 128]) * 8)
    return name


def scenes(view, folder):
    """Displays one after the other, each with numbers that have fractions."""
    tets, image = t.wavelet_tets(3), simple.Wavelet(WholeExtent=[-3, 3] * 3)
    volume = t.show(tets, view, unit_distance=1.75, camera=False)
    volume.RayCastImageSampleDistance = 0.75
    yield volume
    simple.Hide(tets, view)
    surface = iso.show(image, view, color=('POINTS', 'RTData'), Isovalues=[150.25, 200.5],
                       IsosurfaceOpacities=[0.375])
    yield surface
    surface.SetRepresentationType(path_testing.TYPE)
    surface.PathTraceSamples, surface.PathTraceImageFile, surface.PathTraceLight = (
        1, sky(folder), 'Environment Map (HDR)')
    yield surface


def look(folder):
    """Pictures, the texts of reports and messages, and the numbers of a state file."""
    view = t.new_view(size=SIZE)
    t.turn(view)
    pictures, said = [], []
    for display in scenes(view, folder):
        if not pictures:
            t.turn(view)
        pictures.append(t.image(view))
        rows = t.report_rows(display)
        measured = ('ms', 'MiB', '%')  # of these, how they are written
        said += [(name, re.fullmatch(r'\d+\.?\d*', value) is not None if unit in measured else value)
                 for name, value, unit in zip(rows[0::3], rows[1::3], rows[2::3])]
        with t.Messages() as message:
            display.Opacity = 1.25
            display.Isovalues = [float('nan'), 1.5]
        said.append(re.sub('0x[0-9a-f]+', '', message.text()))
    file = os.path.join(folder, 'state.pvsm')
    simple.SaveState(file)
    shown = [proxy for proxy in ElementTree.parse(file).iter('Proxy')
             if proxy.get('group') == 'representations' and 'Grid' in proxy.get('type')]
    numbers = [(property.get('name'), element.get('value')) for proxy in shown
               for property in proxy.iter('Property') if not NOT_COMPARED.search(property.get('name'))
               for element in property.iter('Element')]
    simple.ResetSession()
    t.load_plugin()
    simple.LoadState(file)
    again = simple.GetActiveViewOrCreate('RenderView')
    again.ViewSize, again.UseFXAA = SIZE, 0
    pictures.append(t.image(again))
    simple.ResetSession()
    t.load_plugin()
    return pictures, said, numbers


def main():
    if FOLDER not in os.environ:
        folder = tempfile.mkdtemp()
        made = subprocess.run(['localedef', '-i', 'de_DE', '-f', 'UTF-8',
                               os.path.join(folder, 'de_DE.UTF-8')], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        if not os.path.isdir(os.path.join(folder, 'de_DE.UTF-8')):
            print('Skipped: localedef makes no de_DE (package locales): ' + made.stdout)
            sys.exit(77)
        os.environ.update({'LOCPATH': folder, FOLDER: folder})
    check = t.Checks()
    t.load_plugin()
    folder = tempfile.mkdtemp()
    pictures, said, numbers = look(folder)
    os.environ['LC_ALL'] = 'de_DE.UTF-8'
    locale.setlocale(locale.LC_ALL, '')
    check('%s' % locale.format_string('%.1f', 1.5) == '1,5',
          'numbers have a comma: %s' % locale.format_string('%.1f', 1.5))
    others, said_there, numbers_there = look(folder)
    for i, (picture, other) in enumerate(zip(pictures, others)):
        check(t.lit(picture) > 0.02 and t.difference(picture, other)[1] == 0,
              'picture %d: %s' % (i, t.difference(picture, other)))
    check(said == said_there,
          'reports and messages: %s' % [pair for pair in zip(said, said_there) if pair[0] != pair[1]])
    check(any('1.25' in text for text in said if isinstance(text, str)), 'a message with a fraction')
    fractions = [number for number in numbers if '.' in number]
    check(numbers == numbers_there and ('Isosurfaces', '150.25') in numbers, 'state files: %d values, %s'
          % (len(numbers), [pair for pair in zip(numbers, numbers_there) if pair[0] != pair[1]]))
    check(np.array_equal(pictures[-1], pictures[-2]), 'a state file of the last picture')
    check.done()


main()
