# SPDX-License-Identifier: BSD-3-Clause
"""The report of a run: one page of HTML that needs no other file, and JSON."""

import base64
import glob
import json
import os

from . import charts
from .figures import Figure, Figures
from .jobs import EXHIBITS, GPU_ONLY, GU, INK, ROWS, WALD, Lines
from .markup import STYLE, anchor, card, escape, number, sheet, spread_of, table, with_unit
from .papers import NONE, wants_figure
from .runner import Outcome

VERSION = 1
MOST_SHOWN = 16  # figures of a kind in a cell of the table of rows
SAID = {
    "bounces": "{} bounces",
    "block": "blocks of {}",
    "paths": "{} paths",
    "bounce": "bounce {}",
}  # values that are bare numbers
LONG = 20  # a table with more rows is folded


class Report:
    """The results of a run, and its two files."""

    def __init__(self, machine, options, sizes, figures, outcomes, left_out, papers, pictures=""):
        """pictures: a folder with systems_NAME.ppm and systems_NAME_difference.ppm, NAME_ISOVALUE.ppm of
        Table 1's volumes, and SCENE_BOUNCES.ppm."""
        self.pictures = pictures
        self.machine, self.options, self.sizes, self.figures = machine, options, sizes, figures
        self.outcomes, self.left_out, self.papers = outcomes, left_out, papers

    def of_row(self, row):
        """Returns the figures of a row of the papers. Where there are none, it returns a word that tells why,
        or nothing."""
        entry = ROWS.get(row, "")
        if isinstance(entry, str):
            return [], entry
        found = []
        for wanted in entry:
            of = {key: [v.format(**self.sizes) for v in as_tuple(value)] for key, value in wanted.of.items()}
            found += [
                figure
                for figure in self.figures.of_job(wanted.job)
                if figure.what == wanted.what
                and all(figure.of.get(key) in values for key, values in of.items())
            ]
        if found:
            return found, ""
        if row in GPU_ONLY and self.machine["device"] == "cpu":
            return [], "GPU"
        problems = [
            f"{job}: {self.outcomes[job].problem}"
            for job in dict.fromkeys(w.job for w in entry)
            if job in self.outcomes and self.outcomes[job].problem
        ]
        if problems:
            return [], problems[0]
        missing = [
            job for job in dict.fromkeys(w.job for w in entry) if job in self.left_out
            or job not in self.outcomes
        ]
        return [], "left out" if missing else ""

    def rows_without(self):
        """Returns the rows of the papers that are measured, but have no figure in this run and no word that
        tells why."""
        return [
            row["Row"]
            for rows in self.papers.values()
            for row in rows
            if wants_figure(row) and not any(self.of_row(row["Row"]))
        ]

    def as_json(self):
        return {
            "version": VERSION,
            "machine": self.machine,
            "options": self.options,
            "sizes": self.sizes,
            "jobs": {name: outcome.as_json() for name, outcome in self.outcomes.items()},
            "left_out": self.left_out,
            "figures": [figure.as_json() for figure in self.figures],
        }

    def save(self, path):
        """Writes JSON, whole or not at all."""
        with open(path + ".part", "w", encoding="utf-8") as file:
            json.dump(self.as_json(), file, indent=1, ensure_ascii=False)
        os.replace(path + ".part", path)

    def theirs(self, row):
        return next(
            (entry["The paper's"] for rows in self.papers.values() for entry in rows if entry["Row"] == row),
            NONE
        )

    # The page

    def page(self):
        device = self.machine["gpu"] or self.machine["processor"]
        names = [*self.papers, "Programs", "All figures"]
        parts = [
            f"<h1>The papers on {escape(device)}</h1>",
            self.summary(),
            "<nav>" + "".join(f'<a href="#{anchor(name)}">{escape(name)}</a>' for name in names) + "</nav>",
        ]
        parts += [self.paper(name) for name in self.papers]
        parts += [self.programs(), self.all_figures()]
        return (
            f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>InKRay: the papers on '
            f'{escape(device)}</title>'
            f"<style>{STYLE}</style></head><body>\n" + "\n".join(parts) + "\n</body></html>\n"
        )

    def summary(self):
        m, failed = self.machine, [name for name, outcome in self.outcomes.items() if outcome.problem]
        gpu = f'{m["gpu"]}, {m["gpu_memory"]:g} GB; ' if m["gpu"] else "no GPU; "
        size = self.sizes["size"]
        rounds = self.options["rounds"]
        where = (f'{m["name"]}: {gpu}{m["processor"]}, {m["cores"]} cores, {m["memory"]:g} GB; commit '
                 f'{m["commit"]}; {m["date"]}.')
        what = (
            f'{len(self.figures)} figures of {len(self.outcomes)} jobs, {rounds} '
            f'round{"s" if rounds > 1 else ""} in turns, '
            f'{self.sizes["views"]} views of {size} × {size} pixels, about {self.sizes["tets"]:,} and '
            f'{self.sizes["large"]:,} '
            "tetrahedra. Figures are medians over the rounds; after ± stands half of the way from the least "
            "to the most. "
            "What a program draws or computes is checked before its time counts."
        )
        if self.options["quick"]:
            what += " This was a short run of small sizes: it shows that all works, not how fast."
        lines = [f'<p class="quiet">{escape(where)}</p>', f"<p>{escape(what)}</p>"]
        if failed:
            lines.append(f'<p class="problem">Failed, and without figures: {escape(", ".join(failed))}.</p>')
        if self.left_out:
            lines.append(f'<p class="problem">Left out for want of time: '
                         f'{escape(", ".join(self.left_out))}.</p>')
        if not charts.AVAILABLE:
            lines.append(
                '<p class="problem">There is no matplotlib, so tables stand alone (Debian: '
                'python3-matplotlib). '
                "Where there is one, inkray-bench --page makes this page anew of report.json.</p>"
            )
        return "\n".join(lines)

    def paper(self, name):
        rows = []
        for row in self.papers[name]:
            found, why = self.of_row(row["Row"])
            cell = "<br>".join(groups(found))
            known = ("left out", "GPU")
            cell = cell or (
                f'<span class="{"quiet" if why in known or " " not in why else "problem"}">'
                f"{escape(why)}</span>"
                if why
                else NONE
            )
            rows.append(
                [
                    f'<b>{row["Row"]}</b>',
                    escape(row["What, and where in the paper"]),
                    row["State"],
                    cell,
                    escape(row["Ours"]),
                    escape(row["The paper's"]),
                ]
            )
        parts = [
            f'<h2 id="{anchor(name)}">{escape(name)}</h2>',
            table(["Row", "What", "State", "This run", "Recorded (Papers.md)", "The paper's"], rows,
                  kind="rows"),
        ]
        for one in EXHIBITS:
            if one.paper == name:
                parts += self.exhibit(one)
        pictures = {GU: self.systems, INK: self.surfaces, WALD: self.scenes}.get(name)
        parts += pictures() if pictures else []
        return "\n".join(parts)

    def exhibit(self, one):
        figures = [
            figure
            for figure in self.figures.of_job(*one.jobs)
            if figure.what in one.whats
            and all(figure.of.get(key) in as_tuple(value) for key, value in one.where.items())
        ]
        figures = speedups(one, figures) if one.over else figures
        if not figures:
            return []
        units = {figure.unit for figure in figures}
        unit = f' <span class="quiet">({escape(*units)})</span>' if len(units) == 1 and units != {""} else ""
        parts = [f"<h3>{escape(one.title)}{unit}</h3>"]
        if one.note:
            parts.append(f'<p class="quiet">{escape(one.note)}</p>')
        for value in dict.fromkeys(figure.of.get(one.split) for figure in figures):
            mine = [figure for figure in figures if figure.of.get(one.split) == value]
            if one.split:
                parts.append(f"<p><b>{escape(value)}</b>{' bounces' if one.split == 'bounces' else ''}</p>")
            parts.append(self.table_of(one, mine))
            if one.chart and charts.AVAILABLE:
                parts.append(chart_of(one, mine))
        return parts

    def table_of(self, one, figures):
        cells = {(row_of(one, figure), column_of(one, figure)): figure for figure in figures}
        rows, columns = (list(dict.fromkeys(row for row, _ in cells)),
                         list(dict.fromkeys(column for _, column in cells)))
        units = {column: {figure.unit for (_, c), figure in cells.items() if c == column}
                 for column in columns}
        one_unit = len({figure.unit for figure in figures}) == 1
        head = [escape(name) for name in one.rows]
        head += [
            escape(column)
            + (
                f", {escape(unit)}"
                if (unit := next(iter(units[column]))) and len(units[column]) == 1 and not one_unit
                else ""
            )
            for column in columns
        ]
        theirs = {row[0]: self.theirs(one.theirs[row[0]]) for row in rows if row[0] in one.theirs}
        has_theirs = bool(theirs)
        body = []
        for row in rows:
            line = [escape(value) for value in row]
            for column in columns:
                figure = cells.get((row, column))
                text = (
                    NONE if figure is None else number(figure.median) if len(units[column]) == 1
                    else with_unit(figure)
                )
                line.append(text + (spread_of(figure) if figure else ""))
            if has_theirs:
                line.append(escape(theirs.pop(row[0], "")))  # beside the first row that it belongs to
            body.append(line)
        first = len(one.rows)
        made = table(head + ["the paper's"] * has_theirs, body, range(first, first + len(columns)))
        return f"<details><summary>{len(rows)} rows</summary>{made}</details>" if len(rows) > LONG else made

    def surfaces(self):
        """Shows figures 5 and 8 of InK-Compact: the surfaces, and the rates of its pipeline and of the single
        kernel."""
        rates = {}
        for figure in self.figures.of_job("table1", "volumes"):
            if (
                figure.what == "frames at an isovalue"
                and figure.of.get("isovalue")
                and figure.of["loop"] in ("host", "")
            ):
                rates.setdefault((figure.of["volume"], figure.of["isovalue"]),
                                 {})[figure.of["column"]] = figure.median
        cards = []
        for (volume, isovalue), columns in rates.items():
            picture = self.picture(f"{volume}_{isovalue}")
            if not picture or not {"InK-Compact", "Single-Kernel"} <= columns.keys():
                continue
            pair = [
                f"{name} {number(columns[column])}"
                for name, column in (("multi-kernel", "InK-Compact"), ("single", "Single-Kernel"))
            ]
            faster = columns["Single-Kernel"] > columns["InK-Compact"]
            pair[faster] = f"<b>{pair[faster]}</b>"
            cards.append(
                card(picture, f"{escape(volume)}, isovalue {escape(isovalue)}<br>" + "<br>".join(pair)))
        return sheet(
            'Figures 5 and 8. The surfaces <span class="quiet">(frames/s of both pipelines; the faster is '
            'bold)</span>',
            cards,
        )

    def systems(self):
        """Shows figures 2 and 3 of Gu and Kim: a picture of each system, and how far it is off."""
        cards = []
        for path in sorted(glob.glob(os.path.join(glob.escape(self.pictures), "systems_*_difference.ppm"))):
            name = os.path.basename(path)[: -len("_difference.ppm")]
            system = name[len("systems_") :]
            for picture, caption in ((self.picture(name), system),
                                     (self.picture(name + "_difference"), f"{system}, off")):
                if picture:
                    cards.append(card(picture, escape(caption)))
        return sheet(
            'Figures 2 and 3. The systems\' pictures <span class="quiet">(beside each 32 times how far a '
            'pixel is off '
            "Ours-Tile's in double precision; of HAVS, off the ray caster's)</span>",
            cards,
        )

    def scenes(self):
        """Shows figure 1 of active thread compaction."""
        scenes = dict.fromkeys(
            (figure.of["scene"], figure.of["bounces"])
            for figure in self.figures.of_job("paths")
            if figure.what == "frames"
            and "scene" in figure.of
            and figure.of.get("bounces") == str(self.sizes["bounces"])
        )
        pictures = [(scene, self.picture(f"{scene}_{bounces}")) for scene, bounces in scenes]
        return sheet("Figure 1. The scenes",
                     [card(picture, escape(scene)) for scene, picture in pictures if picture])

    def picture(self, name):
        """Returns a picture of the run as text; nothing where there is none, or no matplotlib."""
        path = os.path.join(self.pictures, name + ".ppm")
        return (base64.b64encode(charts.png_of(path)).decode() if charts.AVAILABLE and os.path.exists(path)
                else "")

    def programs(self):
        rows = [
            [
                escape(name),
                f"<code>{escape(outcome.command)}</code>",
                number(sum(outcome.seconds)) if outcome.seconds else NONE,
                str(len(outcome.seconds)),
                (
                    f'<span class="problem">{escape(outcome.problem)}</span>'
                    if outcome.problem
                    else "left out" if name in self.left_out else "right"
                ),
            ]
            for name, outcome in self.outcomes.items()
        ]
        return '<h2 id="programs">Programs</h2>' + table(["Job", "Command", "s", "rounds", "Result"], rows,
                                                         (2, 3))

    def all_figures(self):
        rows = [
            [
                escape(figure.job),
                escape(figure.what),
                escape(", ".join(value for value in figure.of.values() if value)),
                with_unit(figure) + spread_of(figure),
            ]
            for figure in self.figures
        ]
        return (
            f'<h2 id="all-figures">All figures</h2><details><summary>{len(rows)} figures</summary>'
            + table(["Job", "What", "Of", "Median"], rows, (3,))
            + "</details>"
        )


def as_tuple(value):
    return value if isinstance(value, tuple) else (value,)


def groups(figures):
    """Returns the figures of a row as HTML, a line for each kind. Each has what tells it from the others of
    its kind."""
    lines = []
    for what, unit in dict.fromkeys((figure.what, figure.unit) for figure in figures):
        mine = [figure for figure in figures if (figure.what, figure.unit) == (what, unit)]
        names = labels(mine)
        shown = [f"{escape(name)} <b>{number(figure.median)}</b>"
                 for name, figure in zip(names, mine[:MOST_SHOWN])]
        spreads = [figure.spread for figure in mine if figure.spread is not None]
        line = (
            (f"{escape(what)}: " if len({figure.what for figure in figures}) > 1 else "")
            + ", ".join(shown)
            + (f" {escape(unit)}" if unit else "")
        )
        line += (
            f' <span class="spread">± {"up to " if len(spreads) > 1 else ""}{100 * max(spreads):.1f} %</span>'
            if spreads
            else ""
        )
        lines.append(line + (f" and {len(mine) - MOST_SHOWN} more" if len(mine) > MOST_SHOWN else ""))
    return lines


def labels(figures):
    """Returns as few words for each figure as tell all of them apart."""
    fields = [{**figure.of, "job": figure.job} for figure in figures]
    chosen = []
    for key in dict.fromkeys(key for field in fields for key in field):

        def parts(keys):
            return len({tuple(field.get(name, "") for name in keys) for field in fields})

        if parts([*chosen, key]) > parts(chosen):
            chosen.append(key)
    return [" ".join(SAID.get(key, "{}").format(field[key]) for key in chosen if field.get(key))
            for field in fields]


def row_of(one, figure):
    return tuple(one.fields(figure).get(name, "") for name in one.rows)


def column_of(one, figure):
    return one.fields(figure).get(one.columns, "")


def speedups(one, figures):
    """Returns what the exhibit's figures are to that of their column which has its `over`."""
    base = {
        column_of(one, figure): figure.median
        for figure in figures
        if one.over.items() <= one.fields(figure).items()
    }
    return [
        Figure(figure.job, figure.what, figure.of, "times as fast",
               [base[column_of(one, figure)] / figure.median])
        for figure in figures
        if column_of(one, figure) in base and figure.median > 0
    ]


def chart_of(one, figures):
    def name(figure):
        return ", ".join(word for word in row_of(one, figure) if word and word != "0")

    if isinstance(one.chart, Lines):
        series = {}
        for figure in (figure for figure in figures if column_of(one, figure)):
            series.setdefault(name(figure),
                              []).append((one.chart.scale(column_of(one, figure)), figure.median))
        return (
            ""
            if not series
            else charts.line_chart(
                one.chart.x, one.chart.y, series, one.chart.logarithmic, one.columns in ("block", "paths")
            )
        )
    values, errors = {}, {}
    for figure in figures:
        group, bar = (
            (column_of(one, figure), name(figure))
            if len({column_of(one, f) for f in figures}) > 1 and one.columns != "precision"
            else (name(figure), column_of(one, figure))
        )
        values.setdefault(group, {})[bar] = figure.median
        errors.setdefault(group, {})[bar] = figure.median * (figure.spread or 0.0)
    names = list(dict.fromkeys(bar for bars in values.values() for bar in bars))
    return charts.bar_chart(one.chart.y, list(values), names, values, errors)


def of_json(data, figures, papers, pictures):
    """Returns the report that a file tells of."""
    outcomes = {name: Outcome(**outcome) for name, outcome in data["jobs"].items()}
    return Report(
        data["machine"], data["options"], data["sizes"], figures, outcomes, data["left_out"], papers, pictures
    )


def load(path):
    """Returns (what a report's JSON says, its figures). Raises ValueError where the file is no report."""
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    if not isinstance(data, dict) or data.get("version") != VERSION:
        raise ValueError(f"{path} is no report of this version")
    return data, Figures(Figure(**figure) for figure in data["figures"])
