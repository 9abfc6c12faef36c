# SPDX-License-Identifier: BSD-3-Clause
"""An option that users see is added in four places: the kernel that obeys it, the settings, one XML fragment, and its test.

usage: CheckProperties.py SOURCE_DIRECTORY XML... with the XML that the build has made for ParaView. Exits with 1 and says what is wrong where
- a property is defined in more than one fragment, or named by hand beside the fragments,
- a property of a settings fragment has a command that is no setter of the settings,
- a representation forwards an option of the settings, which the settings proxy takes by itself,
- a property is in no Python test, so that nobody would notice when it does nothing,
- a property, a proxy or a type does not say in sentences what it does: panel, help(display) and the pages of help show the same text,
- a number has no unit, or neither a range nor words about it:
  - its documentation names a unit of UNITS. Shares, factors and exponents have none in physics, and say that they are such,
  - a domain has its least and greatest value. Where data, the window or nothing at all limits it, no XML can know the limit: the documentation then says so
    in words of OPEN_RANGES, or the domain asks the data. Switches, choices from a list, and what is read only are exempt by what they are.
"""
import pathlib
import re
import sys
import xml.etree.ElementTree as xml

DEFINITION = re.compile(r'<\w*(?:Vector|Proxy)Property name="([^"]+)"(?: command="([^"]+)")?([^>]*)')
PREFIXES = ("RayCast", "Isosurface", "PathTrace")
SETTINGS = {"RayCast": ("Casting", "RayCastingSettings", "SelectsPixels"), "Isosurface": ("Casting", "IsosurfaceSettings", "IsosurfaceMethods"), "PathTrace": ("PathTraceSettings",)}
CLASSES = {"RayCast": ("vtkRayCastSettings.h", "vtkTetRayCastSettings.h"), "Isosurface": ("vtkRayCastSettings.h", "vtkIsosurfaceRayCastSettings.h"),
           "PathTrace": ("vtkPathTraceSettings.h",)}

UNITS = re.compile(r"\b(pixels?|cells|component|degrees|time|world coordinates|length unit of the data|units? of the arrays?|shares?|factors?|exponent|opacity|opacities|multiplies)\b", re.I)
OPEN_RANGES = re.compile(r"\b(any number|up to the last of the array|of the window)\b")
CHOICES = ("BooleanDomain", "EnumerationDomain", "NumberOfComponentsDomain", "StringListDomain")
FROM_DATA = ("ArrayRangeDomain", "ArrayListDomain", "RepresentedArrayListDomain")


def definitions(text):
    """(name, command, further attributes) of every property; a prefix stands for both representations."""
    return [(name, command, more) for name, command, more in DEFINITION.findall(text)]


def with_prefixes(name, fragment):
    if "@SURFACES@" in name:
        return [name.replace("@SURFACES@", prefix) for prefix in ("", "RayCast")]
    prefixes = [prefix for prefix in PREFIXES if fragment != "Casting" or fragment in SETTINGS[prefix]]  # others share it
    return [name.replace("@PREFIX@", prefix) for prefix in prefixes] if "@PREFIX@" in name else [name]


def problems(source):
    plugin = source / "Plugin" / "Representations"
    fragments = {path.name.removesuffix(".xml.in"): path.read_text() for path in sorted((plugin / "Fragments").glob("*.xml.in"))}
    known = {}
    for fragment, text in fragments.items():
        for name, _, _ in definitions(text):
            for full in with_prefixes(name, fragment):
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
                if not re.search(rf"\bvtkSet\w*Macro\({option}[,)]|\b{command}\(", setters):
                    yield f"{name} has the command {command}, which {' and '.join(CLASSES[prefix])} do not have"
                if re.search(rf"\b{command}\(", representations):
                    yield f"a representation forwards {command}, which is an option of the settings"

    tests = "".join(path.read_text() for path in sorted((source / "Testing" / "Python").glob("*.py")))
    for name in sorted(ours):
        if not re.search(rf"\b{name}\b", tests):
            yield f"{name} (fragment {known[name]}) is in no Python test"


def sentences(element):
    """The documentation of a property or a proxy, or nothing if it is not in whole sentences."""
    text = " ".join((element.findtext("Documentation") or "").split())
    return text if re.fullmatch(r"[A-Z].* .* .*\.", text) else ""


def is_limited(property, text):
    """Whether a domain or the documentation says which values are allowed."""
    domains = [domain.tag for domain in property]
    ranges = [domain for domain in property if domain.tag in ("IntRangeDomain", "DoubleRangeDomain")]
    return any(tag in CHOICES + FROM_DATA for tag in domains) or any(range.get("min") and range.get("max") for range in ranges) or bool(OPEN_RANGES.search(text))


def unsaid(files):
    """What the XML that ParaView gets does not tell users."""
    for file in files:
        for proxy in xml.parse(file).getroot().iter():
            if "class" not in proxy.attrib:
                continue
            if not sentences(proxy):
                yield f"{proxy.get('name')} has no documentation in sentences"
            for property in proxy:
                if not property.tag.endswith("Property") or "name" not in property.attrib:
                    continue
                name, text = f"{proxy.get('name')}.{property.get('name')}", sentences(property)
                if not text:
                    yield f"{name} has no documentation in sentences"
                is_number = property.tag in ("IntVectorProperty", "DoubleVectorProperty") and not any(domain.tag in CHOICES for domain in property)
                read_only = property.get("information_only") == "1"
                is_switch = read_only and text.startswith("Whether ")
                if is_number and not is_switch and not UNITS.search(text):
                    yield f"{name} has no unit: {text}"
                if property.tag in ("IntVectorProperty", "DoubleVectorProperty", "StringVectorProperty") and not read_only and not is_limited(property, text):
                    yield f"{name} has no range: {text}"


def main():
    found = list(problems(pathlib.Path(sys.argv[1]))) + list(unsaid(sys.argv[2:]))
    print("\n".join(found) or "every property is defined once, taken by its object, tested, and told about")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
