# SPDX-License-Identifier: BSD-3-Clause
"""Documentation/Papers.md as tables: papers with their rows."""

import re

COLUMNS = [
    "Row",
    "What, and where in the paper",
    "In the code",
    "State",
    "Ours",
    "The paper's",
    "What is missing, or why not",
]
STATES = ["yes", "part", "heir", "no"]
NONE = "–"


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def tables(text):
    """Returns (heading, first row, other rows) of each table."""
    heading, found = "", []
    for block in re.split(r"\n\s*\n", text):
        match = re.match(r"#+ (.*)", block)
        heading = match[1] if match else heading
        rows = [cells(line) for line in block.splitlines() if line.startswith("|")]
        if rows:
            found.append((heading, rows[0], rows[2:]))
    return found


def papers(text):
    """Returns {paper: [row as {column: cell}, ...]}."""
    return {
        heading: [dict(zip(COLUMNS, row)) for row in rows] for heading, first, rows in tables(text)
        if first == COLUMNS
    }


def wants_figure(row):
    """Returns whether the row is implemented, or a part of it."""
    return row["State"] in ("yes", "part")
