# SPDX-License-Identifier: BSD-3-Clause
"""The report of Volume (Ray Cast): who draws and why, and no figures of an earlier frame if another mapper
draws."""
from paraview import simple

import raycast_testing as t

check = t.Checks()
t.load_plugin()
view = t.new_view()
display = t.show(t.wavelet_tets(6), view)


def rows():
    t.image(view)
    return t.report(display)


ours = rows()
check(ours['drawn by'] == 'InKRay Ray Caster' and ours['image width'] == t.SIZE[0] and ours['rays'] > 1000,
      'the ray caster draws: %s' % ours['drawn by'])
check(0 < ours['share of the view'] <= 100, 'the share of the view: %s %%' % ours['share of the view'])
check('CPU' not in ours['device'] or len(ours['fallback reason']) > 10,
      'Auto says why it is the CPU, where it is: %s' % ours['fallback reason'])
display.RayCastDevice = 'CPU'
display.RayCastSamplingDimensions = [16, 16, 16]  # in place of 128 each, which take long
check(rows()['fallback reason'] == '', 'the CPU that was asked for needs no reason')
again = rows()
check(again['upload'] == 0 and again['adjacency'] == 0, 'nothing is uploaded for the same data')

for mapper in ('ParaView: Projected Tetra', 'ParaView: Z Sweep', 'ParaView: Bunyk',
               'ParaView: Resample To Image'):
    display.RayCastMapper = mapper
    other = rows()
    check(other['drawn by'] == mapper and other['fallback reason'] == '',
          mapper + ' draws: %s' % other['drawn by'])
    check(set(other) == {'drawn by', 'device', 'fallback reason', 'frame'},
          mapper + ': no other figures than %s' % sorted(other))
display.RayCastMapper = 'InKRay Ray Caster (default)'
check(rows()['rays'] == ours['rays'], 'back again: the same rays')

# Color and opacity from two arrays do not make another mapper draw.
display.OpacityArrayName = ['POINTS', 'RTData']
display.UseSeparateOpacityArray = 1
separate = rows()
check(separate['drawn by'] == 'InKRay Ray Caster' and separate['fallback reason'] == ''
      and separate['rays'] == ours['rays'], 'two arrays: %s' % separate)
display.UseSeparateOpacityArray = 0

# A problem is a row of the report, and disappears with its cause.
with t.Messages() as said:
    display.ColorArrayName = ['POINTS', 'nothing']
    nothing = rows()
    for time in range(3):
        view.ViewTime = float(time)
        rows()
check(nothing['drawn by'] == 'nothing' and nothing['rays'] == nothing['frame'] == 0
      and "no array 'nothing'" in nothing['problem'], 'a missing array: %s' % nothing)
check(said.count("no array 'nothing'") == 1, 'one message, however many frames and time steps')
simple.ColorBy(display, ('POINTS', 'RTData'))
check('problem' not in rows(), 'drawn again')

check.done()
