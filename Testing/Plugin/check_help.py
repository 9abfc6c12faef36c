# SPDX-License-Identifier: BSD-3-Clause
"""Checks the pages of help that the plug-in brings for ParaView's window.

usage: check_help.py HELP.qch PLUGIN.so XML... Exits with 1 and says what is wrong where
- a type of representation or a filter with the hint HelpPage has no page under the name that ParaView looks
  for (group.name.html),
- a page does not name each property of its proxy and of the objects in it, with its documentation, or still
  has a mark instead of a table,
- a page has no two pictures (what is drawn, and the panel), or names a file that the help does not hold,
- the plug-in does not hold this help.
"""
import html
import pathlib
import re
import sqlite3
import sys
import xml.etree.ElementTree as xml
import zlib


def read_help(path):
    """Maps names to contents of all files; Qt keeps them compressed, after four bytes of length."""
    database = sqlite3.connect(path)
    rows = database.execute("SELECT FileNameTable.Name, FileDataTable.Data FROM FileNameTable JOIN "
                            "FileDataTable ON FileNameTable.FileId = FileDataTable.Id")
    return {name: zlib.decompress(data[4:]) for name, data in rows if name}


def properties(proxy, proxies):
    for element in proxy:
        if (element.tag.endswith("Property") and "name" in element.attrib
            and element.get("is_internal") != "1"):
            yield element
        inner = element.find("Proxy") if element.tag == "SubProxy" else None
        if inner is not None:
            yield from properties(proxies[inner.get("proxyname")], proxies)


def problems(help_file, plugin, files):
    held = read_help(help_file)
    proxies, pages = {}, {}
    for file in files:
        for group in xml.parse(file).getroot().iter("ProxyGroup"):
            for proxy in group:
                proxies[proxy.get("name")] = proxy
                if proxy.find("Hints/HelpPage") is not None:
                    pages[f"{group.get('name')}.{proxy.get('name')}.html"] = proxy
    if len(pages) < 3:
        yield f"only {len(pages)} proxies have a page"
    for page in [*pages, "index.html"]:
        if page not in held:
            yield f"there is no page {page}, only {', '.join(sorted(held))}"
    for page, proxy in pages.items():
        text = held.get(page, b"").decode()
        for property in properties(proxy, proxies):
            if (f"<code>{property.get('name')}</code>" not in text
                or html.escape(" ".join(property.findtext("Documentation").split())) not in text):
                yield f"{page} does not tell about {property.get('name')}"
        if "<!-- controls" in text:
            yield f"{page} has a mark instead of a table"
        pictures = re.findall(r'<img src="([^"]+)"', text)
        if len(set(pictures)) < 2:
            yield f"{page} has no pictures of what is drawn and of the panel"
        for file in pictures + re.findall(r'href="([^":]+)"', text):
            if not held.get(file):
                yield f"{page} names {file}, which the help does not hold"
    if pathlib.Path(help_file).read_bytes() not in pathlib.Path(plugin).read_bytes():
        yield f"{plugin} does not hold {help_file}"


def main():
    found = list(problems(sys.argv[1], sys.argv[2], sys.argv[3:]))
    print("\n".join(found) or "each page is there, tells about each control, and has its pictures")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
