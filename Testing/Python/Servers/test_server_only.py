# SPDX-License-Identifier: BSD-3-Clause
"""The plug-in on the server alone: the client shows images and meshes as without it. Once the client loads it
too, its types of representation are offered, also for data shown before."""
from paraview import simple

import iso_testing
import raycast_testing as t
import session_testing

check = t.Checks()
OURS = {t.TYPE, iso_testing.TYPE}


def types(display):
    return set(display.GetProperty('Representation').Available)


with session_testing.running_server(check) as (_, port):
    simple.Connect('127.0.0.1', port)
    t.load_plugin(remote=True)
    view = t.new_view()
    image = simple.Wavelet()
    mesh = simple.Tetrahedralize(Input=image)
    for source in (image, mesh):
        display = simple.Show(source, view)
        display.SetRepresentationType('Surface')
        simple.ColorBy(display, ('POINTS', 'RTData'))
        t.turn(view)
        check(t.lit(t.image(view)) > 0.1, 'the server alone has it: a picture')
        check(not OURS & types(display), 'the server alone has it: its types are not offered')
        simple.Hide(source, view)

    # The server has used its definitions of displays before the plug-in extends them on the client.
    t.load_plugin(remote=False)
    other = t.new_view()
    for source, name in ((image, iso_testing.TYPE), (mesh, t.TYPE)):
        display = simple.Show(source, other)
        check(name in types(display), 'both have it: %s is offered' % name)
        with t.Messages() as said:
            display.SetRepresentationType(name)
            t.turn(other)
            picture = t.image(other)
        check(t.lit(picture) > 0.1 and 'ERR' not in said.text(), 'both have it: %s draws' % name)
        if said.text():
            print(said.text())
        simple.Hide(source, other)
    for proxy in (view, other, mesh, image):
        simple.Delete(proxy)
    del view, other, mesh, image, source, display, proxy
    session_testing.disconnect()

    # Without a server, the plug-in is still loaded.
    simple.Connect()
    display = simple.Show(simple.Wavelet(), simple.CreateView('RenderView'))
    check(iso_testing.TYPE in types(display), 'without a server: its types are offered')
check.done()
