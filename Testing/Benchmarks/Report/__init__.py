# SPDX-License-Identifier: BSD-3-Clause
"""inkray-bench: every benchmark program by one command, and a report of the papers' rows, tables and
figures."""
