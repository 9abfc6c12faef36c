# SPDX-License-Identifier: BSD-3-Clause
"""The kinds of charts that the papers' figures need, through matplotlib: lines and bars as SVG files, sheets of pictures as PNG."""

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402  (the backend is chosen first)

matplotlib.rcParams["svg.hashsalt"] = "InKRay"  # equal figures are equal files
COLORS = matplotlib.colormaps["tab20"].colors[::2] + matplotlib.colormaps["tab20"].colors[1::2]


def save(figure, axes, path, title, y_label):
    axes.set_title(title)
    axes.set_ylabel(y_label)
    axes.grid(axis="y", alpha=0.3)
    axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False)
    figure.savefig(path, bbox_inches="tight", metadata={"Date": None})
    pyplot.close(figure)


def line_chart(path, title, x_label, y_label, series, logarithmic=False, dashes=None, palette=()):
    """series: {name: [(x, y), ...]}. A name has the colour of its place in `palette`, so that charts agree."""
    figure, axes = pyplot.subplots(figsize=(9, 4.8))
    for n, (name, points) in enumerate(series.items()):
        place = palette.index(name) if name in palette else n
        xs, ys = zip(*sorted(points))
        axes.plot(
            xs,
            ys,
            marker="o",
            markersize=3,
            linewidth=1.5,
            label=name,
            color=COLORS[place % len(COLORS)],
            linestyle=(dashes or {}).get(name, "-"),
        )
    axes.set_xlabel(x_label)
    if logarithmic:
        axes.set_yscale("log")
    else:
        axes.set_ylim(bottom=0)
    save(figure, axes, path, title, y_label)


def bar_chart(path, title, y_label, groups, names, values, errors):
    """values[group][name]: a bar each, side by side within its group; errors likewise, half a whisker."""
    figure, axes = pyplot.subplots(figsize=(max(9, 0.2 * len(groups) * len(names)), 4.8))
    width = 0.86 / len(names)
    for n, name in enumerate(names):
        here = [g for g, group in enumerate(groups) if name in values[group]]
        axes.bar(
            [g + width * (n + 0.5) - 0.43 for g in here],
            [values[groups[g]][name] for g in here],
            0.9 * width,
            yerr=[errors[groups[g]].get(name, 0.0) for g in here],
            label=name,
            color=COLORS[n % len(COLORS)],
            error_kw={"elinewidth": 0.8},
        )
    axes.set_xticks(range(len(groups)), groups)
    axes.set_ylim(bottom=0)
    save(figure, axes, path, title, y_label)


def png_from_ppm(source, target):
    pyplot.imsave(target, pyplot.imread(source))


def sheet(path, title, rows):
    """rows: {name: [(picture, caption, stands out), ...]}: a row of pictures for each name, captions below them."""
    widest = max(len(pictures) for pictures in rows.values())
    figure, axes = pyplot.subplots(len(rows), widest, figsize=(2.4 * widest, 2.9 * len(rows) + 0.5), squeeze=False)
    for line, (name, pictures) in zip(axes, rows.items()):
        for place in line:
            place.set_axis_off()
        line[0].set_title(name, loc="left")
        for place, (picture, caption, stands_out) in zip(line, pictures):
            place.imshow(pyplot.imread(picture))
            weight = "bold" if stands_out else "normal"
            place.text(0.5, -0.03, caption, transform=place.transAxes, ha="center", va="top", fontsize=8, weight=weight)
    figure.suptitle(title, fontsize=10)
    figure.tight_layout()
    figure.savefig(path, dpi=150, metadata={"Software": None})
    pyplot.close(figure)
