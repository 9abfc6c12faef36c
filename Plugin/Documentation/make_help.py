# SPDX-License-Identifier: BSD-3-Clause
"""Makes pages of ParaView's help, with tables of controls from the XML that defines them.

usage: make_help.py PAGES OUTPUT XML...

Copies the folder PAGES to OUTPUT. In the pages (*.html), these lines become tables:
    <!-- controls: PROXY, GROUP -->    the properties of a group of the panel, in its order
    <!-- controls: PROXY -->           the properties of a proxy that are in no group and not internal
Labels, documentation, ranges, defaults and what is advanced come from the XML. Exits with an error if a line
names something that is not there. The page of a proxy that no XML defines, of a component that is not built,
is left out.
"""
import html
import pathlib
import re
import shutil
import sys
import xml.etree.ElementTree as xml

MARK = re.compile(r"<!-- controls: (\w+)(?:, ([^>]+?))? -->")


def is_property(element):
    return element.tag.endswith("Property") and element.tag != "Property" and "name" in element.attrib


def split_words(name):
    """The label that ParaView gives a property without a label: LeafSize becomes Leaf Size."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", name)


def label(element):
    return element.get("label") or split_words(element.get("name"))


def sentences(element):
    return " ".join((element.findtext("Documentation") or "").split())


def signed(text):
    return text.replace("-", "\N{MINUS SIGN}")


def numbers_once(text):
    """'0 0 0' as '0' if all components are equal."""
    words = text.split()
    return words[0] if len(set(words)) == 1 else ", ".join(words)


def range_of(domain):
    least, greatest = (numbers_once(domain.get(end, "")) if domain.get(end) else "" for end in ("min", "max"))
    if least and greatest:
        return signed(f"{least} to {greatest}")
    return signed(f"at least {least}" if least else f"at most {greatest}") if least or greatest else ""


def allowed(element):
    """The values that a property's domains allow, in words. Empty if the domains do not say."""
    for domain in element:
        entries = ([entry.get("text") for entry in domain.findall("Entry")]
                   + [entry.get("value") for entry in domain.findall("String")])
        if entries:
            return "; ".join(entries)
        if domain.tag == "BooleanDomain":
            return "on; off"
        if domain.tag in ("DoubleRangeDomain", "IntRangeDomain") and range_of(domain):
            return range_of(domain)
        if domain.tag == "FiniteRangeDomain":
            return "the range of the array"
        if domain.tag in ("ArrayListDomain", "RepresentedArrayListDomain"):
            return "the arrays of the data"
        if domain.tag == "NumberOfComponentsDomain":
            magnitude = "; Magnitude" if domain.get("enable_magnitude") == "1" else ""
            return "the components of the array" + magnitude
    return ""


def default(element):
    """The default in the panel's format. Empty if it depends on the data."""
    text = element.get("default_values", "")
    domains = ("ArrayListDomain", "NumberOfComponentsDomain", "FiniteRangeDomain")
    if (not text or text == "none" or element.get("information_only") == "1"
            or any(element.find(domain) is not None for domain in domains)):
        return ""
    if element.find("BooleanDomain") is not None:
        return "on" if text == "1" else "off"
    for entry in element.findall("EnumerationDomain/Entry"):
        if entry.get("value") == text:
            return entry.get("text")
    return signed(numbers_once(text)) if element.tag != "StringVectorProperty" else text


class Definitions:
    """The properties of each proxy and the groups of the panel, from server manager XML."""

    def __init__(self, files):
        self.groups, self.proxies = {}, {}
        roots = [xml.parse(file).getroot() for file in files]
        for root in roots:
            for group in root.iter("ProxyGroup"):
                for proxy in group:
                    if "name" in proxy.attrib and proxy.tag != "Extension":
                        self.proxies[proxy.get("name")] = proxy
        for root in roots:
            for sub in root.iter("SubProxy"):
                inner = sub.find("Proxy")
                for panel in sub.iter("PropertyGroup"):
                    names = [entry.get("name") for entry in panel.findall("Property")]
                    known = self.groups.setdefault((inner.get("proxyname"), panel.get("label")), [])
                    # Groups with the same label are one group in the panel.
                    known += [name for name in names if name not in known]

    def properties(self, proxy):
        """The definitions of the properties of a proxy and of its subproxies, by name and in order."""
        found = {}
        for element in self.proxies[proxy]:
            if is_property(element):
                found[element.get("name")] = element
            inner = element.find("Proxy") if element.tag == "SubProxy" else None
            if inner is not None and inner.get("proxyname") in self.proxies:
                found.update(self.properties(inner.get("proxyname")))
        return found

    def chosen(self, proxy, group):
        if proxy not in self.proxies:
            raise SystemExit(f"there is no proxy {proxy}")
        known = self.properties(proxy)
        if group:
            # Types may share a group; one of the types then exposes it.
            proxies = [other for other, label in self.groups if label == group]
            of = [other for other in proxies if other == proxy or proxy not in proxies]
            names = list(dict.fromkeys(name for other in of for name in self.groups[other, group]
                                       if name in known))
            if not names:
                raise SystemExit(f"{proxy} has no group {group}")
            return [known[name] for name in names]
        grouped = {name for names in self.groups.values() for name in names}
        return [element for name, element in known.items()
                if name not in grouped and element.get("is_internal") != "1"]


def table(elements):
    rows = []
    for element in elements:
        note = {"advanced": "advanced", "never": "for scripts"}.get(element.get("panel_visibility"), "")
        values = [allowed(element), "Default: " + default(element) if default(element) else ""]
        values = [text for text in values if text]
        cells = (f'<b>{html.escape(label(element))}</b><br><code>{element.get("name")}</code>'
                 + (f"<br><i>{note}</i>" if note else ""),
                 html.escape(sentences(element)), "<br>".join(html.escape(text) for text in values))
        rows.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    head = "<tr><th>Control, name in Python</th><th>What it does</th><th>Values</th></tr>"
    return '<table border="1" cellspacing="0" cellpadding="4">\n' + "\n".join([head] + rows) + "\n</table>"


def leave_out(page, output):
    """Removes the page of a component that is not built, the lines that name the page, and the pictures that
    no other page has."""
    page.unlink()
    texts = {file: file.read_text(encoding="utf-8")
             for pattern in ("*.html", "*.qhp") for file in output.glob(pattern)}
    for file, text in texts.items():
        texts[file] = "".join(line for line in text.splitlines(keepends=True) if page.name not in line)
        file.write_text(texts[file], encoding="utf-8")
    for picture in [*output.glob("*.jpg"), *output.glob("*.png")]:
        if not any(picture.name in text for text in texts.values()):
            picture.unlink()


def main():
    pages, output = map(pathlib.Path, sys.argv[1:3])
    definitions = Definitions(sys.argv[3:])
    shutil.copytree(pages, output, dirs_exist_ok=True)
    for page in list(output.glob("*.html")):
        text = page.read_text(encoding="utf-8")
        if page.stem.partition(".")[2] in definitions.proxies or "." not in page.stem:
            page.write_text(MARK.sub(lambda mark: table(definitions.chosen(*mark.groups())), text),
                            encoding="utf-8")
        else:
            leave_out(page, output)


if __name__ == "__main__":
    main()
