# SPDX-License-Identifier: BSD-3-Clause
"""The installed plug-in: found by its name, with its own libraries, and a picture of each representation.
INKRAY_INSTALLED is the prefix that must contain it. ParaView finds the plug-in by PV_PLUGIN_PATH, or because
it lists it."""
import glob
import os
import re
import sys

from paraview import servermanager, simple

import iso_testing as iso
import raycast_testing as t

check = t.Checks()
prefix = os.path.realpath(os.environ['INKRAY_INSTALLED'])
simple._DisableFirstRenderCameraReset()
simple.LoadDistributedPlugin('InKRay', remote=False, ns=globals())

plugins = servermanager.vtkSMProxyManager.GetProxyManager().GetPluginManager().GetLocalInformation()
files = {plugins.GetPluginName(i): plugins.GetPluginFileName(i) for i in range(plugins.GetNumberOfPlugins())}
check(os.path.realpath(files['InKRay']).startswith(prefix + os.sep),
      'ParaView names the file %s' % files['InKRay'])
with open('/proc/self/maps') as maps:
    loaded = sorted(set(re.findall(r'/\S*(?:libInKRay\w+|InKRay)\.so', maps.read())))
check(len(loaded) == 5 and all(file.startswith(prefix + os.sep) for file in loaded),
      'plug-in and libraries are those that are installed: %s' % ' '.join(loaded))

strays = [file for pattern in ('bin/inkray-*', 'lib/libInKRay*', 'lib/*/libInKRay*')
          for file in glob.glob(os.path.join(prefix, pattern))]
check(not strays, 'nothing but the plug-in is installed: %s' % ' '.join(strays))

view = t.new_view()
t.show(t.wavelet_tets(), view)
picture = t.image(view)
check(0.1 < t.lit(picture) < 0.9, 'a volume: %.2f of the pixels' % t.lit(picture))
t.save(picture, 'installed_volume')
view = t.new_view()
iso.show(simple.Wavelet(WholeExtent=[-10, 10] * 3), view, [150.0])
picture = t.image(view)
check(0.1 < t.lit(picture) < 0.9, 'an isosurface: %.2f of the pixels' % t.lit(picture))
t.save(picture, 'installed_isosurface')

# The Python classes lie beside the plug-in.
sys.path.insert(0, os.path.dirname(files['InKRay']))
from inkray import vtkTetRayCastMapper
check(vtkTetRayCastMapper().IsA('vtkUnstructuredGridVolumeMapper'), 'the package inkray')
check.done()
