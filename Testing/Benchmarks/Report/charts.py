# SPDX-License-Identifier: BSD-3-Clause
"""The kinds of charts that the papers' figures need, made by matplotlib as SVG for a page. Without matplotlib
there is no chart."""

import io
import re

try:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    matplotlib.rcParams.update(
        {
            "svg.fonttype": "none",
            "font.family": "sans-serif",
            "font.size": 9,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.edgecolor": "#888888",
            "axes.axisbelow": True,
        }
    )
    AVAILABLE = True
except ImportError:
    AVAILABLE = False


def colors():
    return matplotlib.colormaps["tab20"].colors[::2] + matplotlib.colormaps["tab20"].colors[1::2]


def svg(figure, axes, y_label):
    """Returns the figure as an element of a page. Its names begin with a prefix of its own, because a page
    has many figures."""
    axes.set_ylabel(y_label)
    axes.grid(axis="y", alpha=0.3)
    handles, labels = axes.get_legend_handles_labels()
    if len(labels) > 1:
        axes.legend(handles, labels, loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False)
    file = io.StringIO()
    matplotlib.rcParams["svg.hashsalt"] = "InKRay"  # equal figures are equal text
    figure.savefig(file, format="svg", bbox_inches="tight", metadata={"Date": None, "Creator": None})
    pyplot.close(figure)
    text = file.getvalue()
    text = text[text.index("<svg") :]
    prefix = f"c{abs(hash_of(text)):x}-"
    text = re.sub(r'\bid="', f'id="{prefix}', text)
    return re.sub(r'(url\(#|href="#)', rf"\g<1>{prefix}", text)


def png_of(path):
    """Returns a picture in a file as the bytes of a PNG file, at most some 360 pixels wide."""
    picture = pyplot.imread(path)
    step = max(1, picture.shape[1] // 360)
    file = io.BytesIO()
    pyplot.imsave(file, picture[::step, ::step], format="png", metadata={"Software": None})
    return file.getvalue()


def hash_of(text):
    value = 0
    for character in text:
        value = (value * 31 + ord(character)) % 2**32
    return value


def line_chart(x_label, y_label, series, logarithmic=False, powers=False):
    """Draws a line for each of series: {name: [(x, y), ...]}. powers: x goes by powers of two."""
    figure, axes = pyplot.subplots(figsize=(7, 3.4))
    for n, (name, points) in enumerate(series.items()):
        xs, ys = zip(*sorted(points))
        axes.plot(
            xs,
            ys,
            marker="o",
            markersize=3,
            linewidth=1.4,
            label=name,
            color=colors()[n % 20],
            linestyle="--" if n >= 10 else "-",
        )
    axes.set_xlabel(x_label)
    if powers:
        ticks = sorted({x for points in series.values() for x, _ in points})
        axes.set_xscale("log", base=2)
        axes.set_xticks(ticks, [f"{x:g}" for x in ticks])
    if logarithmic:
        axes.set_yscale("log")
    else:
        axes.set_ylim(0, 1.06 * max(y for points in series.values() for _, y in points) or 1)
    return svg(figure, axes, y_label)


def bar_chart(y_label, groups, names, values, errors):
    """Draws values[group][name] as a bar each, side by side within its group. errors likewise, half a
    whisker."""
    figure, axes = pyplot.subplots(figsize=(max(7, min(11, 0.16 * len(groups) * len(names))), 3.4))
    width = 0.86 / len(names)
    for n, name in enumerate(names):
        here = [g for g, group in enumerate(groups) if name in values[group]]
        axes.bar(
            [g + width * (n + 0.5) - 0.43 for g in here],
            [values[groups[g]][name] for g in here],
            0.92 * width,
            yerr=[errors[groups[g]].get(name, 0.0) for g in here],
            label=name,
            color=colors()[n % 20],
            error_kw={"elinewidth": 0.8},
        )
    turned = {"rotation": 25, "ha": "right"} if sum(map(len, groups)) > 60 else {}
    axes.set_xticks(range(len(groups)), groups, **turned)
    axes.set_ylim(bottom=0)
    return svg(figure, axes, y_label)
