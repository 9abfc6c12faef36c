# SPDX-License-Identifier: BSD-3-Clause
"""Figures with one sample from each round: their medians and spread, and which became slower between two
runs."""

import json
import statistics

# With the first units more is faster; with the second, less is. Other units tell no speed.
FASTER = ("frames/s", "M/s", "G/s")
SLOWER = ("ms", "us", "s")


class Figure:
    """A figure: what was measured ("cast"), of what ({"system": "ours-tile"}), by which job, in which
    unit."""

    def __init__(self, job, what, of, unit, samples=()):
        self.job, self.what, self.of, self.unit, self.samples = job, what, dict(of), unit, list(samples)

    @property
    def key(self):
        return self.job, self.what, tuple(sorted(self.of.items()))

    @property
    def name(self):
        words = ", ".join(value for value in self.of.values() if value)
        return f"{self.job}: {self.what}" + (f" ({words})" if words else "")

    @property
    def median(self):
        return statistics.median(self.samples)

    @property
    def spread(self):
        """Half of the way from the least to the most of the rounds, as a share of the median; None for a
        single round."""
        if len(self.samples) < 2:
            return None
        return 0.5 * (max(self.samples) - min(self.samples)) / abs(self.median) if self.median else 0.0

    def as_json(self):
        return {"job": self.job, "what": self.what, "of": self.of, "unit": self.unit, "samples": self.samples}


class Figures:
    """Figures by their keys, in the order in which they came."""

    def __init__(self, figures=()):
        self.by_key = {figure.key: figure for figure in figures}

    def __iter__(self):
        return iter(self.by_key.values())

    def __len__(self):
        return len(self.by_key)

    def add(self, figure):
        self.by_key.setdefault(figure.key, figure)
        if self.by_key[figure.key] is not figure:
            self.by_key[figure.key].samples += figure.samples

    def leave_out(self, job):
        """Forgets what a job has measured."""
        self.by_key = {key: figure for key, figure in self.by_key.items() if figure.job != job}

    def of_job(self, *jobs):
        return [figure for figure in self if figure.job in jobs]


def read_lines(job, text):
    """Returns (figures, device) from a program's output for --json. A last line that was cut off is left
    out."""
    figures, device = [], None
    for line in text.splitlines():
        try:
            values = json.loads(line)
        except ValueError:
            continue
        if "device" in values:
            device = values["device"]
        else:
            figures.append(Figure(job, values["what"], values["of"], values["unit"], [values["value"]]))
    return figures, device


def compare(before, after, tolerance=0.02):
    """Returns (figure, ratio of times, noise, verdict) of each time or speed that both runs have. A ratio
    above one is slower. The verdict is slower or faster only if the ratio exceeds both the tolerance and the
    noise. The noise is the range of one run's rounds plus the range of the other's. Less would be wrong too
    often: the ranges of two times three equal samples are disjoint once in ten. A single round has no range;
    without any range there is no verdict."""
    found = []
    for figure in after:
        old = before.by_key.get(figure.key)
        if (
            old is None
            or old.unit != figure.unit
            or figure.unit not in (*FASTER, *SLOWER)
            or not (old.median > 0 < figure.median)
        ):
            continue
        ratio = figure.median / old.median if figure.unit in SLOWER else old.median / figure.median
        spreads = [spread for spread in (old.spread, figure.spread) if spread is not None]
        noise = 4 * sum(spreads) / len(spreads) if spreads else None  # spreads are halves
        verdict = "one round" if noise is None else ""
        if noise is not None and max(ratio, 1 / ratio) - 1 > max(noise, tolerance):
            verdict = "slower" if ratio > 1 else "faster"
        found.append((figure, ratio, noise, verdict))
    return found
