# SPDX-License-Identifier: BSD-3-Clause
"""The report of our representations on their last frame, as one line of text."""


def report(display, name):
    """Returns the report. `name` is that of the representation's property: RayCastReport or
    IsosurfaceReport."""
    display.SMProxy.UpdatePropertyInformation()
    rows = display.GetProperty(name).GetData()
    return "; ".join(
        f"{row} {value} {unit}".rstrip()
        for row, value, unit in zip(rows[::3], rows[1::3], rows[2::3])
        if value
    )
