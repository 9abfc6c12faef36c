# SPDX-License-Identifier: BSD-3-Clause
"""Parts of an HTML page: numbers, tables, sheets of pictures, and their style."""

import html

from .papers import NONE

STYLE = """
body { font: 15px/1.5 system-ui, "Helvetica Neue", Arial, sans-serif; color: #1d2328; }
body { margin: 0 auto; max-width: 76rem; padding: 2rem 1.5rem; }
h1 { font-size: 1.9rem; margin: 0 0 .2rem; }
h2 { margin-top: 3rem; border-bottom: 2px solid #d6dbe0; padding-bottom: .2rem; }
h3 { margin: 2.2rem 0 .4rem; font-size: 1.05rem; }
p { margin: .3rem 0 .7rem; max-width: 60rem; }
.cards { display: flex; flex-wrap: wrap; }
figure { display: inline-block; margin: .4rem 1rem .8rem 0; width: 11rem; font-size: 12px; }
figure img { width: 100%; }
.quiet { font-weight: 400; color: #66707a; }
table { border-collapse: collapse; font-size: 13px; margin: .4rem 0; }
th, td { padding: .25rem .7rem .25rem 0; vertical-align: top; text-align: left; }
th { border-bottom: 1.5px solid #98a2ab; font-weight: 600; }
td { border-bottom: 1px solid #e7eaed; }
td.number, th.number { text-align: right; }
td.number { white-space: nowrap; }
th { vertical-align: bottom; }
th.number { max-width: 7.5rem; }
.spread { color: #8a949d; font-size: 11px; }
.problem { color: #b3261e; }
.wide { overflow-x: auto; }
svg { max-width: 100%; height: auto; }
table.rows { table-layout: fixed; width: 100%; }
table.rows th:nth-child(1) { width: 2.6rem; }
table.rows th:nth-child(3) { width: 2.8rem; }
table.rows th:nth-child(2) { width: 22%; }
table.rows th:nth-child(4) { width: 31%; }
nav a { margin-right: 1.2rem; }
code { font-size: 12px; }
summary { cursor: pointer; }
a { color: #1a5fa8; }
"""


def number(value):
    """Returns three significant digits, thousands apart."""
    if value != value or value in (float("inf"), float("-inf")):
        return NONE
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    if value == int(value) and abs(value) < 1000:
        return f"{value:.0f}"
    if abs(value) >= 1e-3:
        return f"{float(f'{value:.3g}'):g}"
    digits, power = f"{value:.1e}".split("e")
    return f"{digits}·10{str(int(power)).translate(str.maketrans('-0123456789', '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'))}"


def with_unit(figure):
    return number(figure.median) + (f" {figure.unit}" if figure.unit else "")


def spread_of(figure):
    return f' <span class="spread">± {100 * figure.spread:.1f} %</span>' if figure.spread else ""


def escape(text):
    return html.escape(str(text))


def table(head, rows, numbers=(), kind=""):
    """Returns a table. Cells are HTML; columns whose places are in `numbers` hold numbers. kind: a class of
    STYLE."""

    def line(tag, cells):
        return (
            "<tr>"
            + "".join(f'<{tag}{" class=number" if n in numbers else ""}>{cell}</{tag}>'
                      for n, cell in enumerate(cells))
            + "</tr>"
        )

    return (f'<div class="wide"><table '
            f'class="{kind}">{line("th", head)}{"".join(line("td", row) for row in rows)}</table></div>')


def card(picture, caption):
    return (f'<figure><img alt="" '
            f'src="data:image/png;base64,{picture}"><figcaption>{caption}</figcaption></figure>')


def sheet(title, cards):
    return [f"<h3>{title}</h3>", '<div class="cards">' + "".join(cards) + "</div>"] if cards else []


def anchor(name):
    return name.lower().replace(" ", "-")
