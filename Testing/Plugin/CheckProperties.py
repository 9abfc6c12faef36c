# SPDX-License-Identifier: BSD-3-Clause
"""Checks each option that users see. An option is added in four places: a row of the table
(Kernels/Options.cmake), the field of its kernel's options, the code that obeys it, and its test.

usage: CheckProperties.py SOURCE_DIRECTORY XML... with the XML that the build has made for ParaView.
Exits with 1 and says what is wrong where
- a property is defined in more than one row of the table or fragment, or also by hand,
- a representation forwards an option of the settings, which the settings proxy takes by itself,
- a property of the plug-in's proxies, except those of EXEMPT, has no test of its effect: a call of
  Checks.effect (Testing/Python/raycast_testing.py) with its name, which sets the property to a second value
  and compares the pictures. A property that is only read has a call of Checks.tells. Calls are found in the
  parsed scripts, and a script fails where it has not reached one of its own calls,
- a property, a proxy or a type does not say in sentences what it does: panel, help(display) and the pages of
  help show the same text,
- a number has no unit, or no range:
  - its documentation names a unit of UNITS. Fractions, factors and exponents have no unit in physics, and the
    documentation says what they are,
  - a domain has its least and greatest value. Where data, the window or nothing limits a value, no XML can
    know the limit: the domain then asks the data, or the property is in UNLIMITED. Switches, choices from a
    list, and properties that are only read are exempt,
- a text that users see has private words, or is not spelled as ParaView's texts are: NOT_SAID finds it.
"""
import ast
import pathlib
import re
import sys
import xml.etree.ElementTree as xml

DEFINITION = re.compile(r'<\w*(?:Vector|Proxy)Property name="([^"]+)"')
# A row of the table that is a property: class of settings, option, and name.
ROW = re.compile(r'^inkray_option\((\w+) (\w+)(?:(?!^inkray_option).)*?\bPROPERTY ([\w@]+)',
                 re.MULTILINE | re.DOTALL)
PREFIXES = ("RayCast", "Isosurface", "PathTrace")

UNITS = re.compile(r"\b(MiB|pixels?|cells|component|degrees|time|world coordinates|length unit of the "
                   r"data|units? of the arrays?|fractions?|factors?|exponent|opacity|opacities|multiplies)\b",
                   re.I)
# Numbers that nothing limits, or that the array, the window or the machine does.
UNLIMITED = {"ForcedCacheKey", "Position", "Scale", "Orientation", "Origin", "CroppingOrigin",
             "CroppingMinimum", "CroppingMaximum", "CroppingRotation", "CroppingScale", "SliceNormal",
             "SliceOrigin", "SliceOffsets",
             "BlockColors", "BlockOpacities", "IsosurfaceValues", "Isosurfaces", "RayCastIsosurfaces",
             "AverageIPScalarRange", "RayCastVectorComponent", "IsosurfaceProbePixel", "PathTraceLensRadius",
             "PathTraceFocalDistance",
             "PathTraceImageFile", "ScalarOpacityUnitDistance", "Component", "RayCastGPUMemory",
             "IsosurfaceGPUMemory"}
NOT_SAID = re.compile(r"\b(any number|shares? of|cells their averages|where the list "
                      r"ends)\b", re.I)
CHOICES = ("BooleanDomain", "EnumerationDomain", "NumberOfComponentsDomain", "StringListDomain")
NUMBERS = ("IntVectorProperty", "DoubleVectorProperty", "UntracedIntVectorProperty",
           "UntracedDoubleVectorProperty", "IsosurfaceTableVectorProperty")
# Properties without a test of their effect, and why.
EXEMPT = {
    "ForceUseCache": "set by ParaView's animation, of whose cache it is a part (played back and forth in "
                     "test_iso_scene.py)",
    "ForcedCacheKey": "set by ParaView's animation, of whose cache it is a part (played back and forth in "
                      "test_iso_scene.py)",
}
FROM_DATA = ("FiniteRangeDomain", "ArrayListDomain", "RepresentedArrayListDomain")


def with_prefixes(name, fragment):
    if "@SURFACES@" in name:
        return [name.replace("@SURFACES@", prefix) for prefix in ("", "RayCast")]
    # Others share it.
    prefixes = [prefix for prefix in PREFIXES if fragment != "Options.cmake" or prefix != "PathTrace"]
    return [name.replace("@PREFIX@", prefix) for prefix in prefixes] if "@PREFIX@" in name else [name]


def problems(source):
    plugin = source / "Plugin" / "Representations"
    fragments = {path.name.removesuffix(".xml.in"): path.read_text()
                 for path in sorted((plugin / "XML").glob("*/*.xml.in"))}
    table = ROW.findall(
        "".join(path.read_text() for path in sorted((source / "Kernels").rglob("*Options.cmake"))))
    names = {fragment: DEFINITION.findall(text) for fragment, text in fragments.items()}
    names["Options.cmake"] = [name for _, _, name in table]
    known = {}
    for fragment in names:
        for name in names[fragment]:
            for full in with_prefixes(name, fragment):
                if full in known:
                    yield f"{full} is defined in {known[full]} and in {fragment}"
                known[full] = fragment
    ours = {name for name, fragment in known.items()
            if fragment not in ("AsSurface", "AsVolume", "Cropping", "SolidColor")}

    for path in sorted((plugin / "XML").glob("*.xml*")):
        for name in re.findall(r'<(?:Property|Exception) name="([^"]+)"', path.read_text()):
            if name in ours:
                yield f"{path.name} names {name} by hand; its list comes from {known[name]}"

    representations = "".join(path.read_text() for path in plugin.glob("*RayCastRepresentation.h"))
    for _, option, _ in table:
        if re.search(rf"\bSet{option}\(", representations):
            yield f"a representation forwards Set{option}, which is an option of the settings"


def effects(source):
    """Maps (method, property) to the places in test scripts that call Checks.effect or Checks.tells for
    it."""
    found = {}
    for path in sorted((source / "Testing" / "Python").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in (
                    "effect", "tells") and len(node.args) >= 5 and isinstance(node.args[1], ast.Constant):
                found.setdefault((node.func.attr, node.args[1].value),
                                 []).append(f"{path.name}:{node.lineno}")
    return found


def untested(source, files):
    """Yields the plug-in's properties whose effect is not tested. A property with a single choice needs no
    test."""
    seen = effects(source)
    for name, property in sorted(proxy_properties(files).items()):
        method = "tells" if property.get("information_only") == "1" else "effect"
        entries = property.findall("EnumerationDomain/Entry")
        if len(entries) != 1 and name not in EXEMPT and (method, name) not in seen:
            yield f"{name} has no test of what it does: no script calls {method} with its name"


def proxy_properties(files):
    """Name to element of every property of the plug-in's proxies that is set or told, inputs apart."""
    return {property.get("name"): property for file in files for proxy in xml.parse(file).getroot().iter()
            if "class" in proxy.attrib for property in proxy
            if property.tag.endswith("Property") and property.tag not in ("InputProperty", "Property")
            and "name" in property.attrib}


def sentences(element):
    """Returns the documentation of a property or a proxy; empty when it is not in whole sentences."""
    text = " ".join((element.findtext("Documentation") or "").split())
    return text if re.fullmatch(r"[A-Z].* .* .*\.", text) else ""


def is_limited(property):
    """Returns whether a domain says which values are allowed, or nothing limits the values."""
    domains = [domain.tag for domain in property]
    ranges = [domain for domain in property if domain.tag in ("IntRangeDomain", "DoubleRangeDomain")]
    return any(tag in CHOICES + FROM_DATA for tag in domains) or any(
        range.get("min") and range.get("max") for range in ranges) or property.get("name") in UNLIMITED


def unsaid(files):
    """Yields what the XML for ParaView does not tell users."""
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
                if NOT_SAID.search(text):
                    yield f"{name} says '{NOT_SAID.search(text).group()}': {text}"
                is_number = property.tag in NUMBERS and not any(domain.tag in CHOICES for domain in property)
                read_only = property.get("information_only") == "1"
                if read_only and not property.tag.startswith("Untraced"):
                    yield (f"{name} is for information only, and would end a script that ParaView has "
                           f"traced: make it an Untraced{property.tag}")
                is_switch = read_only and text.startswith("Whether ")
                if is_number and not is_switch and not UNITS.search(text):
                    yield f"{name} has no unit: {text}"
                if property.tag in NUMBERS + ("StringVectorProperty",
                                              ) and not read_only and not is_limited(property):
                    yield f"{name} has no range: {text}"


def main():
    source, files = pathlib.Path(sys.argv[1]), sys.argv[2:]
    found = list(problems(source)) + list(untested(source, files)) + list(unsaid(files))
    for (_, name), places in sorted(effects(source).items(), key=lambda item: item[0][1]):
        print(f"{name}: {', '.join(places)}")
    print("\n".join(found) or "every property is defined once, taken by its object, tested, and told about")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
