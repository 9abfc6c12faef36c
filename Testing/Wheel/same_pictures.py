# SPDX-License-Identifier: BSD-3-Clause
"""Compares the module's pictures with those that plugin_pictures.py drew with the plug-in. No channel
of a pixel may differ by more than 1 of 255.

    python Testing/Wheel/same_pictures.py FILE.npz [...]      needs inkray and numpy alone
"""
import sys

import numpy as np

import inkray


def draw(scene):
    if scene["kind"] == "mesh":
        made = inkray.MeshVolume(scene["points"], (scene["offsets"], scene["ids"]), scene["types"])
        made.set_values(scene["values"])
        functions = scene["scalars"], scene["colors"], scene["opacities"]
        made.transfer_function(*functions, unit_distance=float(scene["unit_distance"]))
    else:
        made = inkray.Isosurface(scene["volume"], scene["spacing"], scene["origin"])
        made.isovalues = [float(scene["isovalue"])]
        made.set_color_values(scene["second"], scene["scalars"], scene["colors"])
        made.set_material(specular=float(scene["specular"]), specular_power=float(scene["specular_power"]))
    made.lights = [inkray.Light(**light) for light in scene["lights"]]
    height, width, _ = scene["picture"].shape
    rgba, _ = made.render(inkray.Camera.from_matrices(scene["view"], scene["projection"]), (width, height))
    return made, rgba


def main():
    worst = 0
    for path in sys.argv[1:]:
        scene = dict(np.load(path, allow_pickle=True))
        made, rgba = draw(scene)
        shown = rgba[..., :3] + (1 - rgba[..., 3:]) * scene["background"]
        off = np.abs(np.round(255 * np.clip(shown, 0, 1)) - scene["picture"])
        print(f"{path}: on {made.device_name}, {100 * (off > 0).any(axis=-1).mean():.2f} % of the pixels are "
              f"off, at most {off.max():.0f} of 255")
        assert scene["picture"].std() > 10, "the plug-in's picture shows nothing"
        worst = max(worst, off.max())
    return 0 if worst <= 1 and len(sys.argv) > 1 else 1


sys.exit(main())
