# SPDX-License-Identifier: BSD-3-Clause
"""Converts images in VTK XML files (.vti) to the raw files that bench_isosurface reads.

    python3 Testing/Benchmarks/vti_to_raw.py FOLDER image.vti ...

Each becomes FOLDER/NAME_XxYxZ_TYPE.raw, of the first point array with one component. Inline data only
(format="binary", with or without zlib), as ParaView writes with Data Mode: Binary. Needs Python alone, so
that it runs on a GPU host without VTK.
"""

import base64
import os
import struct
import sys
import xml.etree.ElementTree
import zlib

TYPES = {
    "UInt8": "uint8",
    "Int8": "int8",
    "UInt16": "uint16",
    "Int16": "int16",
    "Float32": "float32",
    "Float64": "float64",
}
HEADERS = {"UInt32": "I", "UInt64": "Q"}


def decoded(text, header, compressed):
    """Returns the bytes of a DataArray: block sizes, then blocks, each in base64 of its own when
    compressed."""
    code, size = HEADERS[header], struct.calcsize(HEADERS[header])

    def head(count):
        characters = 4 * ((count * size + 2) // 3)
        return (
            struct.unpack("<" + count * code, base64.b64decode(text[:characters])[: count * size]),
            text[characters:],
        )

    if not compressed:
        return base64.b64decode(text)[size:]
    (blocks, _, _), _ = head(3)
    sizes, rest = head(3 + blocks)
    data, place, parts = base64.b64decode(rest), 0, []
    for length in sizes[3:]:
        parts.append(zlib.decompress(data[place : place + length]))
        place += length
    return b"".join(parts)


def convert(path, folder):
    """Writes the raw file and returns its path. Raises ValueError where the file is no such image."""
    root = xml.etree.ElementTree.parse(path).getroot()
    image = root.find("ImageData")
    if (
        image is None
        or root.get("byte_order", "LittleEndian") != "LittleEndian"
        or root.get("compressor") not in (None, "vtkZLibDataCompressor")
    ):
        raise ValueError(f"{path}: no image in little-endian order, plain or with zlib")
    arrays = [
        a
        for a in image.iterfind("Piece/PointData/DataArray")
        if a.get("type") in TYPES and int(a.get("NumberOfComponents", 1)) == 1
    ]
    if not arrays or arrays[0].get("format") != "binary" or len(image.findall("Piece")) != 1:
        raise ValueError(f"{path}: no point array in one piece of inline data")
    extent = list(map(int, image.get("WholeExtent").split()))
    dimensions = [b - a + 1 for a, b in zip(extent[::2], extent[1::2])]
    values = decoded(
        "".join(arrays[0].text.split()), root.get("header_type", "UInt32"), root.get("compressor") is not None
    )
    size = {"8": 1, "6": 2, "2": 4, "4": 8}[arrays[0].get("type")[-1]]
    if len(values) != size * dimensions[0] * dimensions[1] * dimensions[2]:
        raise ValueError(f"{path}: {len(values)} bytes are not what {dimensions} values need")
    name, kind = os.path.splitext(os.path.basename(path))[0], TYPES[arrays[0].get("type")]
    target = os.path.join(folder, f"{name}_{'x'.join(map(str, dimensions))}_{kind}.raw")
    os.makedirs(folder, exist_ok=True)
    with open(target, "wb") as file:
        file.write(values)
    return target


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    for source in sys.argv[2:]:
        print(convert(source, sys.argv[1]))
