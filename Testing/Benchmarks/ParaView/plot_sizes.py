# SPDX-License-Identifier: BSD-3-Clause
"""Frame time against mesh size, drawn from files of paraview_maps.py:

Shows milliseconds of ParaView's Render() of one map, a line for each mapper, both axes logarithmic. Needs
matplotlib."""
import argparse
import json
import statistics

import matplotlib

matplotlib.use('Agg')
from matplotlib import pyplot  # noqa: E402  (the backend is chosen first)

matplotlib.rcParams['svg.hashsalt'] = 'InKRay'  # equal figures are equal files


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('files', nargs='+')
    parser.add_argument('--map', default='Cool to Warm')
    parser.add_argument('--out', required=True)
    parser.add_argument('--title', default='')
    options = parser.parse_args()
    lines = {}
    for file in options.files:
        with open(file, encoding='utf-8') as opened:
            for result in json.load(opened)['results']:
                if options.map in result['ms']:
                    lines.setdefault(result['way'], []).append(
                        (result['cells'], statistics.median(result['ms'][options.map])))
    figure, axes = pyplot.subplots(figsize=(8, 4.5))
    for way, points in lines.items():
        is_ours = way.startswith('Volume (Ray Cast)')
        axes.plot(*zip(*sorted(points)), marker='o', markersize=4, linewidth=2.4 if is_ours else 1.3,
                  linestyle='-' if is_ours else '--', label=way)
    axes.set(xscale='log', yscale='log', xlabel='tetrahedra', ylabel='milliseconds a frame',
             title=options.title)
    axes.grid(alpha=0.3)
    axes.legend(loc='center left', bbox_to_anchor=(1.01, 0.5), frameon=False)
    figure.savefig(options.out, bbox_inches='tight', metadata={'Date': None})


if __name__ == '__main__':
    main()
