# SPDX-License-Identifier: BSD-3-Clause
"""Any row of the table of options yields what VTK, ParaView, the kernels and Python need. A wrong row is
refused.

usage: TestOptions.py SOURCE_DIRECTORY CMAKE. Rows are random: INKRAY_SEED repeats one table.
"""
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import types
import unittest
import xml.etree.ElementTree as xml

SOURCE, CMAKE = pathlib.Path(sys.argv[1]), sys.argv[2]
SEED = int(os.environ.get("INKRAY_SEED", random.SystemRandom().randrange(2**32)))
GENERATORS = ("Kernels/OptionTable.cmake", "Rendering/SettingsHeader.cmake",
              "Plugin/Representations/OptionProperties.cmake", "Python/options.cmake")
CALLS = """inkray_write_settings_header("{0}/settings.h")
inkray_write_option_fields("{0}/fields.h")
inkray_write_python_options("{0}/options.py")
set(PREFIX Pre)
inkray_option_properties(text Thing)
file(WRITE "{0}/properties.xml" "<all>${{text}}</all>")
"""


class Row:
    """A random row and its text."""

    def __init__(self, random_, number):
        self.name = f"Option{random_.choice('ABCXYZ')}{number}"
        self.kind = random_.choice(("bool", "int", "float", "double", "choice", "double3", "path"))
        self.is_property, self.is_advanced = random_.random() < 0.7, random_.random() < 0.5
        self.help = random_.choice(("Does it; and more.", "Says 'so', (a < b) is not said: 90 %.",
                                    "One, two; three."))
        self.low, self.high = sorted(random_.sample(range(-9, 10), 2))
        self.words = [f"word{i}" for i in range(random_.randint(2, 5))]
        self.has_range = (self.kind in ("int", "float", "double")
                          and (self.is_property or random_.random() < 0.5))
        self.is_fraction = self.kind in ("float", "double") and random_.random() < 0.5
        if self.is_fraction:
            self.low, self.high, self.has_range = 0, 1, True
        self.default = {
            "bool": random_.randint(0, 1),
            "choice": random_.randrange(len(self.words)),
            "double3": "1 0.5 0",
            "path": "",
            "int": random_.randint(self.low, self.high),
        }.get(self.kind, self.low if self.is_fraction else self.low + 0.5)
        self.is_field = self.kind not in ("double3", "path") and random_.random() < 0.5
        self.is_in_python = self.is_field and (self.kind in ("bool", "choice") or self.is_fraction)

    def text(self):
        parts = [f'inkray_option(Thing {self.name} {self.kind} "{self.default}"']
        if self.has_range:
            parts.append(f"RANGE {self.low} {self.high}")
        if self.kind == "choice":
            parts.append("CHOICES " + " ".join(f'{self.name.upper()}_{word.upper()} "Text {word}"'
                                               for word in self.words))
        if self.is_property:
            parts.append(f'PROPERTY @PREFIX@{self.name} "Label {self.name}" HELP '
                         f'"{self.help.replace("<", "&lt;")}"')
        if self.is_advanced:
            parts.append("ADVANCED")
        if self.is_field:
            parts.append("FRAME Frame")
        if self.is_in_python:
            parts.append(f'PYTHON Thing PYTHON_HELP "{self.help}"'
                         + (f" WORDS {' '.join(self.words)}" if self.kind == "choice" else ""))
        return " ".join(parts) + ")\n"


class Options(unittest.TestCase):
    def made(self, rows):
        """Returns the text of each file that is made from the rows, by the file's name, or CMake's
        message."""
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder) / "rows.cmake"
            includes = "".join(f'include("{SOURCE}/{name}")\n' for name in GENERATORS)
            script.write_text("cmake_minimum_required(VERSION 3.22)\n" + includes + rows
                              + CALLS.format(folder))
            run = subprocess.run([CMAKE, "-P", script], capture_output=True, text=True, check=False)
            if run.returncode:
                return " ".join(run.stderr.split())
            return {path.name: path.read_text() for path in pathlib.Path(folder).iterdir()}

    def test_random_rows(self):
        for seed in range(SEED, SEED + 5):
            random_ = random.Random(seed)
            rows = [Row(random_, number) for number in range(random_.randint(1, 12))]
            with self.subTest(f"INKRAY_SEED={seed}"):
                made = self.made("".join(row.text() for row in rows))
                self.assertIsInstance(made, dict, made)
                self.check_properties(rows, made["properties.xml"])
                self.check_settings(rows, made["settings.h"])
                self.check_fields(rows, made["fields.h"])
                self.check_python(rows, made["options.py"])

    def check_properties(self, rows, text):
        found = list(xml.fromstring(text))
        shown = [row for row in rows if row.is_property]
        self.assertEqual([property.get("name") for property in found], [f"Pre{row.name}" for row in shown])
        for row, property in zip(shown, found):
            tag = {"path": "String", "bool": "Int", "int": "Int", "choice": "Int"}.get(row.kind, "Double")
            self.assertEqual(property.tag, f"{tag}VectorProperty")
            self.assertEqual((property.get("command"), property.get("label")),
                             (f"Set{row.name}", f"Label {row.name}"))
            self.assertEqual((property.get("default_values"), property.findtext("Documentation")),
                             (str(row.default), row.help))
            self.assertEqual(property.get("number_of_elements"), "3" if row.kind == "double3" else "1")
            self.assertEqual(property.get("panel_visibility"), "advanced" if row.is_advanced else None)
            if row.has_range:
                self.assertEqual((property[0].get("min"), property[0].get("max")),
                                 (str(row.low), str(row.high)))
            entries = [(entry.get("text"), entry.get("value")) for entry in property.iter("Entry")]
            wanted = ([(f"Text {word}", str(i)) for i, word in enumerate(row.words)] if row.kind == "choice"
                      else [])
            self.assertEqual(entries, wanted)

    def check_settings(self, rows, text):
        macros = dict(re.findall(r"#define INKRAY_(\w+)_Thing(.*?)(?:\n\n|$)", text, re.DOTALL))
        self.assertEqual(set(macros), {"SETTERS", "VALUES", "PRINT", "COPY"})
        for row in rows:
            limits = {"choice": f", 0, {len(row.words) - 1}"}.get(
                row.kind, f", {row.low}, {row.high}" if row.has_range else "")
            setter = re.search(rf"vtkSet(\w*)Macro\({row.name}(.*?)\);?", macros["SETTERS"])
            self.assertEqual(setter[1], {"double3": "Vector3",
                                         "path": "FilePath"}.get(row.kind, "Clamp" if limits else ""))
            if limits:
                self.assertEqual([float(number.rstrip("f")) for number in setter[2].split(", ")[2:]],
                                 [float(number) for number in limits.split(", ")[1:]])
            value = re.search(rf"\b(\S+) {row.name}(?:\[3\])? = (.*?)(?:;|$)", macros["VALUES"])
            kind = {"bool": "vtkTypeBool", "choice": "int", "double3": "double",
                    "path": "char*"}.get(row.kind, row.kind)
            self.assertEqual(value[1], kind)
            if row.kind == "path":
                self.assertEqual(value[2], "nullptr")
            else:
                numbers = [float(number.rstrip("f")) for number in value[2].strip("{ }").split(", ")]
                self.assertEqual(numbers, [float(number) for number in str(row.default).split()])
            self.assertIn(f'"{row.name}: "', macros["PRINT"])
            self.assertIn(f"this->Set{row.name}((other)->Get{row.name}())", macros["COPY"])

    def check_fields(self, rows, text):
        wanted = [(f"o{row.name[1:]}", row.name) for row in rows if row.is_field]
        self.assertEqual(re.findall(r"ROW\((\w+), (Option\w+), \w+\)", text), wanted)

    def check_python(self, rows, text):
        fakes = types.SimpleNamespace(
            Fixed=object,
            Setting={},
            switch=lambda first: first,
            fraction=lambda first: first,
            choice=lambda first, *others: (first, {first, *others}),
        )
        text = text.replace("from .settings import Fixed, Setting, choice, fraction, switch",
                            "").replace(": Setting[", ": 'Setting[").replace("]] =", "]]' =")
        names = dict(vars(fakes))
        exec(compile(text, "options.py", "exec"), names)  # pylint: disable=exec-used
        for row in rows:
            if not row.is_in_python:
                continue
            options = names["ThingOptions"]
            keyword = re.sub("([a-z])([A-Z])", r"\1_\2", row.name).lower()
            first = getattr(options, keyword)
            if row.kind == "choice":
                self.assertEqual(first, (row.words[row.default], set(row.words)))
            else:
                self.assertEqual((first, type(first)), (row.default, bool if row.kind == "bool" else float))
            self.assertIn(f"{keyword}: {row.help}", options.__doc__)
            self.assertIn(f"frame.{keyword} =", text)

    def test_wrong_rows(self):
        for row, message in {
            "inkray_option(Thing A color 0)": "option A of Thing has the unknown type color",
            "inkray_option(Thing A choice 0)": "option A of Thing is a choice without CHOICES",
            'inkray_option(Thing A bool 0 PROPERTY A "A")': "option A of Thing is a property of ParaView "
                "without HELP",
            "inkray_option(Thing A bool 0 PYTHON Thing)": "option A of Thing is an attribute in Python "
                "without PYTHON_HELP",
            "inkray_option(Thing A int 0 CALLED it)": "option A of Thing is checked without a RANGE",
            "inkray_option(Thing A int 0 RAGNE 0 1)": "option A of Thing does not know",
            'inkray_option(Thing A int 0 RANGE 0 9 PYTHON Thing PYTHON_HELP "It.")': "it has to be a choice, "
                "a switch, or a number from 0 to 1",
        }.items():
            self.assertIn(message, self.made(row + "\n"), row)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
