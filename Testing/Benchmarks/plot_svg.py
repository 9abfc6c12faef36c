# SPDX-License-Identifier: BSD-3-Clause
"""Line and bar charts as SVG, and PNG files of pictures, with nothing but Python's own library."""
import html
import math
import struct
import zlib

# Distinct in print and for colour-blind readers (Okabe and Ito), then the same darker.
COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8a6d00", "#00523b", "#7a3e62", "#8c3d00"]
LEFT, RIGHT, TOP, BOTTOM = 78, 24, 46, 56


def ticks(low, high, count=6):
    """Round numbers that cover low to high."""
    span = high - low
    if span <= 0:
        return [low]
    step = 10 ** math.floor(math.log10(span / count))
    step = next(step * m for m in (1, 2, 5, 10) if span / (step * m) <= count)
    first = math.ceil(low / step - 1e-9)
    return [n * step for n in range(first, math.floor(high / step + 1e-9) + 1)]


class Drawing:
    def __init__(self, width, height, title):
        self.width, self.height = width, height
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
            f'<rect x="0" y="0" width="{width}" height="{height}" fill="#ffffff"/>',
        ]
        self.text(width / 2, 22, title, size=15)

    def line(self, x1, y1, x2, y2, color="#000000", width=1.0, dash=""):
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{color}" stroke-width="{width}"{dashes}/>')

    def rectangle(self, x, y, width, height, color):
        self.parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{max(height, 0):.1f}" fill="{color}"/>')

    def path(self, points, color, dash=""):
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(f'<polyline points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}" fill="none" stroke="{color}" stroke-width="2"{dashes}/>')

    def dot(self, x, y, color):
        self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.6" fill="{color}"/>')

    def text(self, x, y, text, anchor="middle", size=12, turn=0):
        turned = f' transform="rotate({turn} {x:.1f} {y:.1f})"' if turn else ""
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}"{turned}>{html.escape(text)}</text>')

    def write(self, path):
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(self.parts + ["</svg>", ""]))


def frame(drawing, right, low, high, y_of, y_label, decades):
    """The vertical axis with its grid."""
    if decades:
        values = [10.0**n for n in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1) if low <= 10.0**n <= high]
        values = values if len(values) > 1 else ticks(low, high)
    else:
        values = ticks(low, high)
    for value in values:
        drawing.line(LEFT, y_of(value), right, y_of(value), "#dddddd")
        drawing.text(LEFT - 6, y_of(value) + 4, f"{value:g}", "end")
    drawing.line(LEFT, TOP, LEFT, drawing.height - BOTTOM)
    drawing.line(LEFT, drawing.height - BOTTOM, right, drawing.height - BOTTOM)
    drawing.text(18, (TOP + drawing.height - BOTTOM) / 2, y_label, turn=-90)


def legend(drawing, x, names, colors, dashes=None):
    for n, name in enumerate(names):
        y = TOP + 10 + 18 * n
        drawing.line(x, y, x + 22, y, colors[n], 4 if not dashes else 2, dashes[n] if dashes else "")
        drawing.text(x + 28, y + 4, name, "start")


def line_chart(path, title, x_label, y_label, series, logarithmic=False, dashes=None, palette=()):
    """series: {name: [(x, y), ...]}. Points without a positive y are left out on a logarithmic axis. Names have their place in `palette` as colour, so that charts agree."""
    series = {name: sorted((x, y) for x, y in points if not logarithmic or y > 0) for name, points in series.items()}
    series = {name: points for name, points in series.items() if points}
    if not series:
        return False
    names = list(series)
    width, height = 900, 480
    right = width - RIGHT - max(90, 8 * max(map(len, names)) + 30)
    xs = [x for points in series.values() for x, _ in points]
    ys = [y for points in series.values() for _, y in points]
    x0, x1 = min(xs), max(xs)
    x1 = x1 if x1 > x0 else x0 + 1
    low, high = (min(ys) / 1.2, max(ys) * 1.2) if logarithmic else (0.0, 1.05 * max(ys) or 1.0)
    scale = (lambda y: math.log(y)) if logarithmic else (lambda y: y)
    drawing = Drawing(width, height, title)

    def x_of(x):
        return LEFT + (x - x0) / (x1 - x0) * (right - LEFT)

    def y_of(y):
        return height - BOTTOM - (scale(y) - scale(low)) / (scale(high) - scale(low)) * (height - BOTTOM - TOP)

    frame(drawing, right, low, high, y_of, y_label, logarithmic)
    for value in ticks(x0, x1, 10):
        drawing.line(x_of(value), height - BOTTOM, x_of(value), height - BOTTOM + 5)
        drawing.text(x_of(value), height - BOTTOM + 19, f"{value:g}")
    drawing.text((LEFT + right) / 2, height - 14, x_label)
    colors = [COLORS[(palette.index(name) if name in palette else n) % len(COLORS)] for n, name in enumerate(names)]
    # Where colours begin anew, lines are broken.
    dashes = [(dashes or {}).get(name, "" if n < len(COLORS) else "5 3") for n, name in enumerate(names)]
    for n, name in enumerate(names):
        drawing.path([(x_of(x), y_of(y)) for x, y in series[name]], colors[n], dashes[n])
        for x, y in series[name]:
            drawing.dot(x_of(x), y_of(y), colors[n])
    legend(drawing, right + 14, names, colors, dashes)
    drawing.write(path)
    return True


def bar_chart(path, title, y_label, groups, names, values, errors=None):
    """values[group][name]: a bar each, side by side within its group; errors likewise, as half the length of a whisker."""
    width = max(900, LEFT + 60 + len(groups) * (len(names) * 16 + 30) + 240)
    height = 480
    right = width - RIGHT - max(90, 8 * max(map(len, names)) + 30)
    high = 1.08 * max((values[g].get(n, 0.0) + ((errors or {}).get(g, {}).get(n, 0.0)) for g in groups for n in names), default=1.0) or 1.0
    drawing = Drawing(width, height, title)

    def y_of(y):
        return height - BOTTOM - max(0.0, y) / high * (height - BOTTOM - TOP)

    frame(drawing, right, 0.0, high, y_of, y_label, False)
    colors = [COLORS[n % len(COLORS)] for n in range(len(names))]
    slot = (right - LEFT) / len(groups)
    bar = 0.86 * slot / len(names)
    for g, group in enumerate(groups):
        for n, name in enumerate(names):
            if name not in values[group]:
                continue
            x, value = LEFT + slot * (g + 0.07) + bar * n, values[group][name]
            drawing.rectangle(x, y_of(value), 0.88 * bar, height - BOTTOM - y_of(value), colors[n])
            error = (errors or {}).get(group, {}).get(name, 0.0)
            if error > 0:
                drawing.line(x + 0.44 * bar, y_of(value - error), x + 0.44 * bar, y_of(value + error), "#444444")
        drawing.text(LEFT + slot * (g + 0.5), height - BOTTOM + 19, group)
    legend(drawing, right + 14, names, colors)
    drawing.write(path)


def png_from_ppm(source, target):
    """A binary PPM picture as PNG."""
    with open(source, "rb") as file:
        data = file.read()
    kind, size, most, pixels = data.split(b"\n", 3)
    if kind != b"P6" or most != b"255":
        raise ValueError(f"{source} is no binary PPM of 8 bits")
    width, height = map(int, size.split())
    rows = b"".join(b"\0" + pixels[3 * width * j : 3 * width * (j + 1)] for j in range(height))

    def chunk(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    with open(target, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(rows, 6)) + chunk(b"IEND", b""))
