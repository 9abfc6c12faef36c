# SPDX-License-Identifier: BSD-3-Clause
"""An option that users see is added in four places: the kernel that obeys it, the settings, one XML fragment, and its test.

usage: CheckProperties.py SOURCE_DIRECTORY. Exits with 1 and says what is wrong where
- a property is defined in more than one fragment, or named by hand beside the fragments,
- a property of a settings fragment has a command that is no setter of the settings,
- a representation forwards an option of the settings, which the settings proxy takes by itself,
- a property is in no Python test, so that nobody would notice when it does nothing.
"""
import pathlib
import re
import sys

DEFINITION = re.compile(r'<\w*(?:Vector|Proxy)Property name="([^"]+)"(?: command="([^"]+)")?([^>]*)')
PREFIXES = ("RayCast", "Isosurface")
SETTINGS = {"RayCast": ("Casting", "RayCastingSettings"), "Isosurface": ("Casting", "IsosurfaceSettings")}
CLASSES = {"RayCast": ("vtkRayCastSettings.h", "vtkTetRayCastSettings.h"), "Isosurface": ("vtkRayCastSettings.h", "vtkIsosurfaceRayCastSettings.h")}


def definitions(text):
    """(name, command, further attributes) of every property; a prefix stands for both representations."""
    return [(name, command, more) for name, command, more in DEFINITION.findall(text)]


def with_prefixes(name):
    return [name.replace("@PREFIX@", prefix) for prefix in PREFIXES] if "@PREFIX@" in name else [name]


def problems(source):
    plugin = source / "Plugin" / "Representations"
    fragments = {path.name.removesuffix(".xml.in"): path.read_text() for path in sorted((plugin / "Fragments").glob("*.xml.in"))}
    known = {}
    for fragment, text in fragments.items():
        for name, _, _ in definitions(text):
            for full in with_prefixes(name):
                if full in known:
                    yield f"{full} is defined in {known[full]} and in {fragment}"
                known[full] = fragment
    ours = {name for name, fragment in known.items() if fragment not in ("AsSurface", "AsVolume", "Cropping", "SolidColor")}

    for path in sorted(plugin.glob("*.xml*")):
        for name in re.findall(r'<(?:Property|Exception) name="([^"]+)"', path.read_text()):
            if name in ours:
                yield f"{path.name} names {name} by hand; its list comes from the fragment {known[name]}"

    representations = "".join(path.read_text() for path in plugin.glob("*RayCastRepresentation.h"))
    for prefix in PREFIXES:
        setters = "".join((source / "Rendering" / name).read_text() for name in CLASSES[prefix])
        for fragment in SETTINGS[prefix]:
            for name, command, _ in definitions(fragments[fragment]):
                option = command.removeprefix("Set")
                if not re.search(rf"(\(|\b){option}, |\b{command}\(", setters):
                    yield f"{name} has the command {command}, which {' and '.join(CLASSES[prefix])} do not have"
                if re.search(rf"\b{command}\(", representations):
                    yield f"a representation forwards {command}, which is an option of the settings"

    tests = "".join(path.read_text() for path in sorted((source / "Testing" / "Python").glob("*.py")))
    for name in sorted(ours):
        if not re.search(rf"\b{name}\b", tests):
            yield f"{name} (fragment {known[name]}) is in no Python test"


def main():
    found = list(problems(pathlib.Path(sys.argv[1])))
    print("\n".join(found) or "every property is defined once, taken by its object, and tested")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
